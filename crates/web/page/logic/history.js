// Undo and redo: a list of moves and how many of them are in force. A move is a list of `{cell, before, after}`; what
// these are is the business of the board.

export class History {
  constructor(moves = [], done = moves.length) {
    this.moves = moves;
    this.done = done;
  }

  get canUndo() {
    return this.done > 0;
  }

  get canRedo() {
    return this.done < this.moves.length;
  }

  /** A new move: what was undone cannot be done again. */
  push(move) {
    this.moves.length = this.done;
    this.moves.push(move);
    this.done++;
  }

  /** The cells to set back, last change first; an empty list where there is nothing to undo. */
  undo() {
    if (!this.canUndo) return [];
    const move = this.moves[--this.done];
    return move.map(({ cell, before }) => ({ cell, to: before })).reverse();
  }

  /** The cells to set again. */
  redo() {
    if (!this.canRedo) return [];
    return this.moves[this.done++].map(({ cell, after }) => ({ cell, to: after }));
  }
}
