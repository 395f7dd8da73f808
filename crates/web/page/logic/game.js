// A puzzle being played: a value and pencil marks for each cell, the moves that led there and the time they took.
// A cell is a number from 0; its value is 0 while it is empty. Cells that are given cannot be changed.

import { History } from "./history.js";

const EMPTY = { value: 0, marks: [] };

export class Game {
  /** @param {Map<number, number>} givens */
  constructor(givens = new Map()) {
    this.givens = givens;
    this.cells = new Map();
    this.history = new History();
    this.seconds = 0;
    this.solved = false;
  }

  at(cell) {
    return this.cells.get(cell) ?? EMPTY;
  }

  value(cell) {
    return this.givens.get(cell) ?? this.at(cell).value;
  }

  marks(cell) {
    return this.at(cell).marks;
  }

  /** Puts a value, or takes it away where it was there already. Marks of the cell go. */
  enter(cell, value) {
    const next = this.at(cell).value === value ? 0 : value;
    return this.change([{ cell, after: { value: next, marks: [] } }]);
  }

  /** Sets or takes away a pencil mark; a cell with a value has none. */
  mark(cell, digit) {
    const { value, marks } = this.at(cell);
    if (value > 0) return false;
    const next = marks.includes(digit) ? marks.filter((other) => other !== digit) : [...marks, digit];
    return this.change([{ cell, after: { value: 0, marks: next.sort((a, b) => a - b) } }]);
  }

  erase(cell) {
    return this.change([{ cell, after: EMPTY }]);
  }

  /** Empties the board; that can be undone like any move. */
  restart() {
    return this.change([...this.cells.keys()].map((cell) => ({ cell, after: EMPTY })));
  }

  /** Makes a move of all changes that change something; whether there was one. */
  change(changes) {
    const move = changes
      .filter(({ cell }) => !this.givens.has(cell))
      .map(({ cell, after }) => ({ cell, before: this.at(cell), after }))
      .filter(({ before, after }) => before.value !== after.value || String(before.marks) !== String(after.marks));
    if (move.length === 0) return false;
    this.history.push(move);
    move.forEach(({ cell, after }) => this.set(cell, after));
    return true;
  }

  undo() {
    this.history.undo().forEach(({ cell, to }) => this.set(cell, to));
  }

  redo() {
    this.history.redo().forEach(({ cell, to }) => this.set(cell, to));
  }

  set(cell, content) {
    if (content.value === 0 && content.marks.length === 0) this.cells.delete(cell);
    else this.cells.set(cell, content);
  }

  toJSON() {
    const { cells, history, seconds, solved } = this;
    return { cells: [...cells], moves: history.moves, done: history.done, seconds, solved };
  }

  /** What was saved of this puzzle; anything that does not look like it is a new game. */
  static from(saved, givens) {
    const game = new Game(givens);
    if (!Array.isArray(saved?.cells) || !Array.isArray(saved.moves)) return game;
    game.cells = new Map(saved.cells);
    game.history = new History(saved.moves, saved.done);
    game.seconds = Number(saved.seconds) || 0;
    game.solved = saved.solved === true;
    return game;
  }
}
