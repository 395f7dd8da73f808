// The tab where the puzzle leaves the page: as a picture, on paper, or in another format.

import * as api from "../api.js";
import { byId, download, make } from "../dom.js";
import { showError } from "../refusal.js";

export class DrawPanel {
  constructor(app) {
    this.app = app;
    for (const format of ["svg", "png", "pdf"])
      byId(`draw-${format}`).addEventListener("click", () => this.#draw(format));
    byId("print").addEventListener("click", () => window.print());
    byId("convert").addEventListener("click", () => this.#convert());
  }

  opened() {
    const { formats } = this.app.chosen;
    byId("converting").hidden = formats.length === 0;
    // What a format looks like does not fit into a list on a phone.
    byId("convert-to").replaceChildren(
      ...formats.map(({ name, about }) => make("option", { value: name, title: about }, name)),
    );
    byId("convert-text").hidden = true;
    showError(byId("draw-error"), null);
  }

  async #draw(format) {
    showError(byId("draw-error"), null);
    try {
      const answer = byId("draw-answer").checked ? await this.#answer() : null;
      const problem = this.#fitting("draw");
      download(await api.draw({ ...problem, format, answer }), `${problem.kind}.${format}`);
    } catch (error) {
      showError(byId("draw-error"), error);
    }
  }

  /** The answer that is on the board, or else one that is found now. */
  async #answer() {
    const { problem, chosen, panels } = this.app;
    // The answer of a board cover is a number unless its board is asked for too.
    const shows = chosen.settings.some(({ name }) => name === "show");
    if (panels.solve.answer && !shows) return panels.solve.answer.text;
    const settings = shows ? { ...problem.settings, show: true } : problem.settings;
    let text = null;
    const take = (answer) => (text = answer.text);
    await api.stream({ ...problem, settings, want: "answer" }, { answer: take, better: take });
    if (text === null) throw new Error("unanswered");
    return text;
  }

  async #convert() {
    showError(byId("draw-error"), null);
    try {
      const { text } = await api.ask("convert", { ...this.#fitting("convert"), to: byId("convert-to").value });
      byId("convert-text").value = text;
      byId("convert-text").hidden = false;
    } catch (error) {
      showError(byId("draw-error"), error);
    }
  }

  /** The problem with the settings that a verb knows. */
  #fitting(verb) {
    const { problem, chosen } = this.app;
    const known = chosen.settings.filter(({ verbs }) => verbs.includes(verb)).map(({ name }) => name);
    return {
      ...problem,
      settings: Object.fromEntries(Object.entries(problem.settings).filter(([name]) => known.includes(name))),
    };
  }
}
