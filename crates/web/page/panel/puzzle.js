// The tab where a puzzle comes from: typed, pasted, dropped, opened from a file, a sample, or made by the server.

import * as api from "../api.js";
import { byId } from "../dom.js";
import { has, hush, say, t } from "../i18n.js";
import { showError } from "../refusal.js";
import { SettingsForm } from "../settings-form.js";

/** The server takes no more than 4 MiB; a file beyond it is not even read. */
const MOST_BYTES = 4 << 20;

export class PuzzlePanel {
  constructor(app) {
    this.app = app;
    this.settings = new SettingsForm(byId("settings"), "setting");
    this.generating = new SettingsForm(byId("gen-settings"), "gen");
    byId("open").addEventListener("click", () => this.#open());
    byId("text").addEventListener(
      "keydown",
      (event) => (event.ctrlKey || event.metaKey) && event.key === "Enter" && this.#open(),
    );
    byId("file").addEventListener("change", (event) => this.#read(event.target.files[0]));
    byId("sample").addEventListener("click", () => this.#sample());
    byId("case").addEventListener("change", () => this.#open());
    byId("generate").addEventListener("click", () => this.#generate());
    byId("gen-stop").addEventListener("click", () => this.stopping?.abort());
    document.addEventListener("language", () => this.#hint());
    this.#takeDrops();
  }

  opened() {
    const { problem, opened, chosen } = this.app;
    this.fill(problem);
    byId("case-field").hidden = opened.cases <= 1;
    byId("case").max = opened.cases;
    say(byId("case-label"), "puzzle.case", { cases: opened.cases });
    byId("generating").hidden = chosen.generates === null;
    if (this.kind === chosen) return;
    this.kind = chosen;
    hush(byId("gen-note"));
    showError(byId("gen-error"), null);
    byId("gen-words").value = byId("gen-seed").value = "";
    byId("gen-words-field").hidden = !chosen.generates || chosen.generates.words === "none";
    const made = chosen.settings.filter(({ verbs }) => verbs.includes("generate"));
    this.generating.open(made, chosen.sample_settings);
  }

  /** Puts a problem into the fields. */
  fill({ text, case: number = 1, settings = {} }) {
    showError(byId("problem-error"), null);
    byId("text").value = text;
    byId("case").value = number;
    this.settings.open(
      this.app.chosen.settings.filter(({ verbs }) => verbs.includes("solve")),
      settings,
    );
    this.#hint();
  }

  refused(error) {
    showError(byId("problem-error"), error);
  }

  #hint() {
    const { chosen } = this.app;
    if (chosen) byId("text-hint").textContent = has(`text.${chosen.name}`) ? t(`text.${chosen.name}`) : chosen.text;
  }

  async #open(number = Number(byId("case").value) || 1) {
    const { name } = this.app.chosen;
    // Another text begins with its first puzzle.
    const same = byId("text").value === this.app.problem?.text;
    const problem = { kind: name, text: byId("text").value, case: same ? number : 1, settings: this.settings.values() };
    showError(byId("problem-error"), null);
    try {
      await this.app.open(problem, "puzzle");
    } catch (error) {
      this.refused(error);
    }
  }

  #sample() {
    const { name, sample, sample_settings: settings } = this.app.chosen;
    this.fill({ kind: name, text: sample, settings });
    this.#open(1);
  }

  async #read(file) {
    if (!file) return;
    if (file.size > MOST_BYTES) return this.refused({ message: "large" });
    byId("text").value = await file.text();
    byId("file").value = "";
    this.#open(1);
  }

  /** A file or a text that is dropped anywhere on the page is opened. */
  #takeDrops() {
    const over = (is) => document.body.classList.toggle("dropping", is);
    document.addEventListener("dragover", (event) => {
      event.preventDefault();
      over(true);
    });
    document.addEventListener("dragleave", (event) => event.relatedTarget ?? over(false));
    document.addEventListener("drop", (event) => {
      event.preventDefault();
      over(false);
      this.app.show("puzzle");
      const { files } = event.dataTransfer;
      if (files.length > 0) return this.#read(files[0]);
      byId("text").value = event.dataTransfer.getData("text");
      this.#open(1);
    });
  }

  async #generate() {
    const { name, generates, settings } = this.app.chosen;
    const seed = byId("gen-seed").value.trim();
    const chosen = this.generating.values();
    const request = { kind: name, settings: chosen, seed: /^\d{1,15}$/.test(seed) ? Number(seed) : null };
    if (generates.words !== "none") request.words = byId("gen-words").value;
    if (seed !== "" && request.seed === null) return showError(byId("gen-error"), { message: "seed" });
    showError(byId("gen-error"), null);
    say(byId("gen-note"), "generate.making");
    this.stopping = new AbortController();
    byId("gen-stop").disabled = false;
    byId("generate").disabled = true;
    try {
      const made = await api.ask("generate", request, this.stopping.signal);
      // What the text does not say and solving needs goes along, such as the base of a cryptarithm.
      const needed = settings.filter(({ verbs, takes }) => verbs.includes("solve") && takes.type !== "size");
      const kept = Object.fromEntries(
        needed.filter(({ name }) => name in chosen).map(({ name }) => [name, chosen[name]]),
      );
      this.app.showOpened({ kind: name, text: made.text, case: 1, settings: kept }, made, "puzzle");
      this.#sayMade(made);
    } catch (error) {
      hush(byId("gen-note"));
      if (error.name !== "AbortError") showError(byId("gen-error"), error);
    } finally {
      byId("gen-stop").disabled = true;
      byId("generate").disabled = false;
    }
  }

  /** The grade is the first word of what the server says of the difficulty; what follows counts how it got there. */
  #sayMade({ seed, difficulty }) {
    const grade = /^\w+/.exec(difficulty ?? "")?.[0];
    const named = has(`choice.${grade}`) ? t(`choice.${grade}`) : grade;
    say(byId("gen-note"), grade ? "generate.made" : "generate.seeded", { seed, difficulty: named });
  }
}
