// The page: which kind and which puzzle are open, which tab is in front, and what all parts of the page share.

import * as api from "./api.js";
import { byId, make } from "./dom.js";
import { say, t, translate } from "./i18n.js";
import { load, save } from "./logic/progress.js";
import { PLAYED, rulesOf } from "./logic/rules.js";
import { decode, encode, LONGEST } from "./logic/share.js";
import { DrawPanel } from "./panel/draw.js";
import { PlayPanel } from "./panel/play.js";
import { PuzzlePanel } from "./panel/puzzle.js";
import { showShare, startShare } from "./panel/share.js";
import { SolvePanel } from "./panel/solve.js";
import { WatchPanel } from "./panel/watch.js";
import { startPreferences } from "./preferences.js";
import { showError } from "./refusal.js";
import { Stage } from "./stage.js";

const TABS = ["puzzle", "play", "solve", "watch", "draw"];

class App {
  constructor(kinds) {
    this.kinds = kinds;
    this.stage = new Stage();
    this.tab = "puzzle";
    this.asked = 0;
    this.panels = {
      puzzle: new PuzzlePanel(this),
      play: new PlayPanel(this),
      solve: new SolvePanel(this),
      watch: new WatchPanel(this),
      draw: new DrawPanel(this),
    };
  }

  kind(name) {
    return this.kinds.find((kind) => kind.name === name);
  }

  start() {
    byId("kinds").append(
      ...this.kinds.map(({ name }) => {
        const button = make("button", { "type": "button", "data-testid": `kind-${name}`, "data-t": `kind.${name}` });
        button.addEventListener("click", () => this.openKind(name).catch(failed));
        return make("li", {}, button);
      }),
    );
    for (const tab of TABS) byId(`tab-${tab}`).addEventListener("click", () => this.show(tab));
    document.querySelector("[role=tablist]").addEventListener("keydown", (event) => this.#tabKey(event));
    window.addEventListener("hashchange", () => this.#openFragment().catch(failed));
    // The address carries the puzzle: a link within the page must not change it.
    document.querySelector(".skip").addEventListener("click", (event) => {
      event.preventDefault();
      document.getElementById("board").focus();
    });
    document.addEventListener("language", () => this.render());
    startPreferences();
    startShare(this);
    translate();
    return this.#openFragment();
  }

  async #openFragment() {
    delete document.body.dataset.ready;
    const asked = decode(location.hash);
    const kind = this.kind(asked?.kind) ?? this.kind(load("kind")) ?? this.kinds[0];
    if (asked?.text === undefined || asked.kind !== kind.name) return this.openKind(kind.name);
    try {
      await this.open(asked);
    } catch (error) {
      // The text of a link is shown with what is wrong in it, for it to be put right.
      await this.openKind(kind.name);
      this.panels.puzzle.fill(asked);
      this.panels.puzzle.refused(error);
      this.show("puzzle");
    }
  }

  /** The last puzzle of a kind, or its sample. */
  async openKind(name) {
    const { sample, sample_settings: settings } = this.kind(name);
    const last = load(`last.${name}`);
    try {
      await this.open(last ?? { kind: name, text: sample, case: 1, settings });
    } catch {
      await this.open({ kind: name, text: sample, case: 1, settings });
    }
  }

  /** Opens a puzzle, or throws what is wrong with it and leaves everything as it was. */
  async open(problem, tab) {
    const turn = ++this.asked;
    const opened = await api.ask("parse", problem);
    // Something else was asked for in the meantime.
    if (turn === this.asked) this.showOpened(problem, opened, tab);
  }

  /** A puzzle that the server has read or made. */
  showOpened(problem, opened, tab) {
    const same = this.problem?.kind === problem.kind;
    this.#setKind(this.kind(problem.kind));
    this.problem = problem;
    this.opened = opened;
    save("kind", problem.kind);
    save(`last.${problem.kind}`, problem);
    const address = encode(problem);
    history.replaceState(null, "", `#${address.length <= LONGEST ? address : encode({ kind: problem.kind })}`);
    const played = PLAYED.includes(problem.kind) && opened.view !== null;
    this.rules = played ? rulesOf(problem.kind, opened.view) : null;
    this.stage.open(problem.kind, opened.view, this.rules, this.panels.play.handlers());
    for (const panel of Object.values(this.panels)) panel.opened();
    showShare(this);
    byId("tab-play").hidden = this.stage.board === null;
    byId("tab-watch").hidden = byId("tab-draw").hidden = opened.view === null;
    const first = this.stage.board ? "play" : opened.view === null ? "puzzle" : "solve";
    this.show(tab ?? (same && !byId(`tab-${this.tab}`).hidden ? this.tab : first));
    showError(byId("notice"), null);
    document.body.dataset.ready = "";
  }

  #setKind(kind) {
    for (const { name } of this.kinds) byId(`kind-${name}`).removeAttribute("aria-current");
    byId(`kind-${kind.name}`).setAttribute("aria-current", "page");
    this.chosen = kind;
    say(byId("title"), `kind.${kind.name}`);
    say(byId("about"), `about.${kind.name}`);
  }

  /** Brings a tab to the front. */
  show(tab) {
    this.tab = tab;
    for (const name of TABS) {
      const chosen = name === tab;
      byId(`tab-${name}`).setAttribute("aria-selected", String(chosen));
      byId(`tab-${name}`).tabIndex = chosen ? 0 : -1;
      byId(`panel-${name}`).hidden = !chosen;
    }
    this.render();
  }

  /** Shows on the stage what the tab in front has to show. */
  render() {
    if (!this.opened) return;
    // A panel may show something of its own: an answer, a step of a search.
    this.occupied = this.panels[this.tab].render?.() ?? false;
    if (!this.occupied) this.showPuzzle();
  }

  /** The puzzle with what was played of it, or its picture. */
  showPuzzle() {
    if (this.stage.board) this.stage.showBoard(this.panels.play.face());
    else if (this.opened.svg === null) this.stage.showText(this.opened.text);
    else this.stage.showPicture(this.opened.svg, t("picture.puzzle", { kind: t(`kind.${this.problem.kind}`) }));
  }

  #tabKey(event) {
    const shown = TABS.filter((tab) => !byId(`tab-${tab}`).hidden);
    const at = shown.indexOf(this.tab);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: shown.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const tab = shown[(next + shown.length) % shown.length];
    this.show(tab);
    byId(`tab-${tab}`).focus();
  }
}

function failed(error) {
  showError(byId("notice"), error);
}

api
  .kinds()
  .then((kinds) => new App(kinds).start())
  .catch(failed);
