// The tab where a puzzle is played: what keys and buttons do to the game, and what the game says.

import { byId } from "../dom.js";
import { hush, say } from "../i18n.js";
import { Game } from "../logic/game.js";
import { load, nameOf, saveGame } from "../logic/progress.js";
import { messageOf } from "../refusal.js";
import { findMistakes, isRight } from "./check.js";
import { Clock, written } from "./clock.js";
import { showCombinations } from "./combinations.js";
import { Keypad } from "./keypad.js";

const WITH_DIGITS = ["kakuro", "sudoku"];

export class PlayPanel {
  constructor(app) {
    this.app = app;
    /** The cells that a check found wrong, with the values that are; another value may be right. */
    this.wrong = new Map();
    this.pencil = false;
    this.keypad = new Keypad((value) => this.#pressed(value));
    this.clock = new Clock(
      () => this.app.tab === "play" && this.game && !this.game.solved,
      () => this.game,
      () => this.#save(),
    );
    byId("undo").addEventListener("click", () => this.#step("undo"));
    byId("redo").addEventListener("click", () => this.#step("redo"));
    byId("restart").addEventListener("click", () => this.#restart());
    byId("erase").addEventListener("click", () => this.#did(this.game.erase(this.cell)));
    byId("pencil").addEventListener("click", () => this.#setPencil(!this.pencil));
    byId("check").addEventListener("click", () => this.#check());
    document.addEventListener("keydown", (event) => this.#shortcut(event));
  }

  get value() {
    return (cell) => this.game.value(cell);
  }

  get cell() {
    return this.app.stage.board.cursor;
  }

  /** A puzzle was opened: the game that was saved of it, or a new one. */
  opened() {
    const { problem, opened, rules, stage } = this.app;
    this.game = null;
    if (!stage.board) return;
    // By what it shows, not by its text: the same puzzle comes in many formats.
    this.name = nameOf(problem.kind, JSON.stringify(opened.view));
    this.game = Game.from(load(this.name), rules.givens);
    this.wrong.clear();
    this.#setPencil(false);
    this.keypad.open(problem.kind, opened.view);
    const digits = WITH_DIGITS.includes(problem.kind);
    for (const id of ["pencil", "erase"]) byId(id).hidden = !digits;
    // Queens that attack each other are seen at once; there is nothing else to find.
    byId("check").hidden = problem.kind === "queens";
    say(byId("keys"), digits ? "play.keys" : `play.keys.${problem.kind}`);
    this.#sayState();
    this.clock.show();
  }

  /** What the board shows of the game. */
  face() {
    // Digits are wrong when a check says so; queens, colours and letters that cannot stand together show it at once.
    const clashes = WITH_DIGITS.includes(this.app.problem.kind) ? [] : this.app.rules.wrong(this.value);
    const found = [...this.wrong.keys()].filter((cell) => this.value(cell) === this.wrong.get(cell));
    return { value: this.value, marks: (cell) => this.game.marks(cell), wrong: new Set([...found, ...clashes]) };
  }

  render() {
    if (!this.app.stage.board) return false;
    this.app.showPuzzle();
    byId("undo").disabled = !this.game.history.canUndo;
    byId("redo").disabled = !this.game.history.canRedo;
    showCombinations(this.app, this.value);
    return true;
  }

  /** What happens on the board. */
  handlers() {
    return {
      moved: () => this.app.tab === "play" && showCombinations(this.app, this.value),
      key: (cell, event) => this.#key(cell, event),
      picked: (cell) => this.#picked(cell),
      entered: (cell, digit) => this.#entered(cell, digit),
    };
  }

  /** Whether the board is played now: an answer or a step of a search is only looked at. */
  #turn() {
    if (this.app.tab === "play") return true;
    if (this.app.occupied) return false;
    this.app.show("play");
    return true;
  }

  #picked(cell) {
    const { kind } = this.app.problem;
    if (kind === "queens" && this.#turn()) this.#did(this.game.enter(cell, 1));
    if (kind === "coloring" && this.#turn()) {
      const { colour } = this.keypad;
      this.#did(colour > 0 ? this.game.enter(cell, colour) : this.game.erase(cell));
    }
  }

  /** The digit of a letter was typed: a value is the digit and one, 0 none. */
  #entered(cell, digit) {
    const value = digit === null ? 0 : digit + 1;
    if (this.#turn()) this.#did(this.game.change([{ cell, after: { value, marks: [] } }]));
  }

  #key(cell, event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { kind } = this.app.problem;
    const pressed = this.#digit(event);
    const toggles = event.key === " " || event.key === "Enter";
    const digits = WITH_DIGITS.includes(kind);
    if (["Backspace", "Delete", "0"].includes(event.key)) {
      if (this.#turn()) this.#did(this.game.erase(cell));
    } else if (kind === "queens" ? toggles : pressed !== null) {
      // Where digits are typed with Shift, as in France, a digit is what it is.
      if (this.#turn()) this.#put(cell, kind === "queens" ? 1 : pressed, event.shiftKey && !/^\d$/.test(event.key));
    } else if (digits && (event.key === " " || letterOf(event) === "p")) {
      if (this.#turn()) this.#setPencil(!this.pencil);
    } else {
      return;
    }
    event.preventDefault();
  }

  /** The digit of a key; with Shift the key still counts, whatever it would type. */
  #digit(event) {
    const typed = /^\d$/.test(event.key) ? event.key : (/^Digit([1-9])$/.exec(event.code)?.[1] ?? letterOf(event));
    const digit = parseInt(typed, 36);
    return digit >= 1 && digit <= this.keypad.highest ? digit : null;
  }

  #pressed(value) {
    this.#put(this.cell, value, false);
    this.app.stage.board.focus();
  }

  #put(cell, value, asMark) {
    const mark = WITH_DIGITS.includes(this.app.problem.kind) && (this.pencil || asMark);
    this.#did(mark ? this.game.mark(cell, value) : this.game.enter(cell, value));
  }

  #shortcut(event) {
    if (!(event.ctrlKey || event.metaKey) || this.app.tab !== "play" || event.target.tagName === "TEXTAREA") return;
    const key = letterOf(event);
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    this.#step(key === "y" || event.shiftKey ? "redo" : "undo");
  }

  #step(which) {
    this.game[which]();
    this.#did(true);
  }

  #restart() {
    this.#did(this.game.restart());
    this.game.seconds = 0;
    this.clock.show();
  }

  #setPencil(is) {
    this.pencil = is;
    byId("pencil").setAttribute("aria-pressed", String(is));
    this.app.stage.surface.classList.toggle("pencil", is);
  }

  /** After a move: show it, keep it, and say when the puzzle is solved. */
  async #did(changed) {
    if (!changed) return;
    const { game } = this;
    game.solved = false;
    this.render();
    this.#save();
    this.#sayState();
    if (!this.app.rules.done(this.value)) return;
    const right = await isRight(this.app, this.value).catch(() => null);
    if (game !== this.game || right === null) return;
    game.solved = right;
    this.#save();
    if (right) this.#sayState();
    else say(byId("play-status"), "play.full");
  }

  #sayState() {
    const { game } = this;
    const full =
      WITH_DIGITS.includes(this.app.problem.kind) && this.app.rules.shape.open.every((cell) => game.value(cell) > 0);
    if (game.solved) say(byId("play-status"), "play.solved", { time: written(game.seconds) });
    else if (full) say(byId("play-status"), "play.full");
    else hush(byId("play-status"));
  }

  async #check() {
    const { game } = this;
    say(byId("play-status"), "play.checking");
    try {
      const { wrong, key, values } = await findMistakes(this.app, this.value);
      if (game !== this.game) return;
      this.wrong = new Map([...wrong].map((cell) => [cell, this.value(cell)]));
      this.render();
      say(byId("play-status"), key, values);
    } catch (error) {
      hush(byId("play-status"));
      byId("play-status").textContent = messageOf(error);
    }
  }

  #save() {
    if (this.game) saveGame(this.name, this.game);
  }
}

/** The letter of a key; a Korean keyboard types another sign with it, so the place of the key counts as well. */
function letterOf({ key, code }) {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  return /^Key([A-Z])$/.exec(code)?.[1].toLowerCase() ?? "";
}
