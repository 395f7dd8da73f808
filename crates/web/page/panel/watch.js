// The tab where a search is watched: its steps on the board, forwards and backwards, in words, and as a tree.

import * as api from "../api.js";
import { byId, make } from "../dom.js";
import { named, say, t } from "../i18n.js";
import { digitsOf, MOST_DIGITS, rangesOf, statesOf, treeOf } from "../logic/trace.js";
import { showError } from "../refusal.js";
import { Tree } from "./tree.js";

/** More steps are not asked for: no one goes through them. */
const MOST_STEPS = 2000;
/** Milliseconds between steps while they play. */
const PACE = 600;
/** So many removals of a step are told one by one. */
const MOST_TOLD = 6;

export class WatchPanel {
  constructor(app) {
    this.app = app;
    this.tree = new Tree(byId("watch-tree-area"), (step) => this.#go(step));
    byId("watch-start").addEventListener("click", () => this.#start());
    byId("watch-first").addEventListener("click", () => this.#go(0));
    byId("watch-back").addEventListener("click", () => this.#go(this.at - 1));
    byId("watch-forward").addEventListener("click", () => this.#go(this.at + 1));
    byId("watch-last").addEventListener("click", () => this.#go(this.steps.length));
    byId("watch-slider").addEventListener("input", (event) => this.#go(Number(event.target.value)));
    byId("watch-play").addEventListener("click", () => this.#setPlaying(this.playing === undefined));
    byId("panel-watch").addEventListener("keydown", (event) => this.#key(event));
    document.addEventListener("language", () => this.steps && this.#tell());
  }

  opened() {
    this.#setPlaying(false);
    this.steps = null;
    byId("watching").hidden = true;
    showError(byId("watch-error"), null);
  }

  async #start() {
    const { problem, stage, rules } = this.app;
    showError(byId("watch-error"), null);
    try {
      const { steps, complete } = await api.ask("watch", { ...problem, steps: MOST_STEPS });
      if (problem !== this.app.problem) return;
      this.steps = steps;
      this.states = stage.hasCells && rules.shape.highest <= MOST_DIGITS ? statesOf(rules.shape, steps) : null;
      this.path = treeOf(steps);
      this.tree.open(this.path);
      byId("watching").hidden = false;
      byId("watch-slider").max = steps.length;
      say(byId("watch-note"), complete ? "watch.complete" : "watch.cut", { steps: steps.length });
      this.at = 0;
      this.#tell();
    } catch (error) {
      showError(byId("watch-error"), error);
    }
  }

  /** The board after so many steps; whether there is one to show. */
  render() {
    if (!this.steps || !this.states) return false;
    const left = this.states[this.at];
    const only = (cell) => (left[cell] !== 0 && (left[cell] & (left[cell] - 1)) === 0 ? digitsOf(left[cell])[0] : 0);
    const step = this.steps[this.at - 1];
    const { columns } = this.app.rules.shape;
    const number = ([row, column]) => row * columns + column;
    const removed = new Map((step?.removed ?? []).map(({ cell, values }) => [number(cell), values ?? []]));
    const fresh = new Set(step?.do === "choose" ? [number(step.cell)] : removed.keys());
    const empty = new Set(this.app.rules.shape.open.filter((cell) => left[cell] === 0));
    this.app.stage.showBoard({
      value: only,
      marks: (cell) => digitsOf(left[cell]),
      wrong: empty,
      removed,
      fresh,
      still: true,
    });
    return true;
  }

  #go(step) {
    this.at = Math.min(Math.max(step, 0), this.steps.length);
    byId("watch-slider").value = this.at;
    byId("watch-position").textContent = `${this.at} / ${this.steps.length}`;
    for (const id of ["first", "back"]) byId(`watch-${id}`).disabled = this.at === 0;
    for (const id of ["forward", "last"]) byId(`watch-${id}`).disabled = this.at === this.steps.length;
    byId("watch-what").textContent =
      this.at === 0 ? t("step.start") : told(this.steps[this.at - 1], this.steps[this.at - 2]);
    this.tree.mark(this.path.node[this.at]);
    this.#markListed();
    if (this.at === this.steps.length) this.#setPlaying(false);
    if (this.app.tab === "watch") this.app.render();
  }

  /** Everything in the language of now; the steps as a list too, for kinds whose board cannot show them. */
  #tell() {
    const list = byId("watch-list");
    list.hidden = this.states !== null;
    const listed = this.states ? [] : this.steps;
    list.replaceChildren(
      ...listed.map((step, at) => {
        // Not in the order of the tab key, which would take thousands of presses to get past them.
        const attributes = { type: "button", class: "plain", tabindex: "-1" };
        const button = make("button", attributes, told(step, this.steps[at - 1]));
        button.addEventListener("click", () => this.#go(at + 1));
        const item = make("li", {}, button);
        item.style.setProperty("--depth", this.path.nodes[this.path.node[at]].depth);
        return item;
      }),
    );
    this.#go(this.at);
  }

  #markListed() {
    const list = byId("watch-list");
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const item = list.children[this.at - 1];
    item?.setAttribute("aria-current", "step");
    if (item) list.scrollTop = item.offsetTop - list.clientHeight / 2;
  }

  #setPlaying(is) {
    clearInterval(this.playing);
    this.playing = is
      ? setInterval(() => (this.app.tab === "watch" ? this.#go(this.at + 1) : this.#setPlaying(false)), PACE)
      : undefined;
    if (is && this.at === this.steps.length) this.#go(0);
    say(byId("watch-play"), is ? "watch.pause" : "watch.play");
  }

  #key(event) {
    if (!this.steps || event.target === byId("watch-slider")) return;
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by) this.#go(this.at + by);
  }
}

/** A step in words. */
function told(step, before) {
  switch (step.do) {
    case "propagate":
      return propagated(step, before);
    case "choose":
      return t("step.choose", {
        what: named(step.name),
        relation: SIGNS[step.relation],
        value: step.value,
        depth: step.depth,
      });
    case "conflict":
      return step.because ? t("step.conflict", { because: named(step.because) }) : t("step.conflict.all");
    case "back":
      return t("step.back", { depth: step.depth });
    default:
      return t("step.answer");
  }
}

const SIGNS = { "=": "=", "!=": "≠", "<=": "≤", ">=": "≥" };

function propagated({ because, removed }, before) {
  const parts = removed.slice(0, MOST_TOLD).map(({ name, values, ranges }) => {
    const spans = (ranges ?? rangesOf(values)).map(written).join(", ");
    return t("step.removed", { what: named(name), values: spans });
  });
  if (removed.length > MOST_TOLD) parts.push(t("step.more", { count: removed.length - MOST_TOLD }));
  const reason = because ? named(because) : before?.do === "back" ? t("step.refuted") : t("step.together");
  return `${reason}: ${parts.join("; ")}`;
}

/** `4`, `4, 5`, `4–6`. */
function written([low, high]) {
  if (low === high) return String(low);
  return high === low + 1 ? `${low}, ${high}` : `${low}–${high}`;
}
