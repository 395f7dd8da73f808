// Where the puzzle is seen: a board that is played, or a picture of the server. There is one board for each puzzle; the tabs
// only change what it shows.

import { GraphBoard } from "./board/graph.js";
import { GridBoard, MOST_CELLS } from "./board/grid.js";
import { LettersBoard } from "./board/letters.js";
import { lookOf } from "./board/looks.js";
import { byId, showPicture } from "./dom.js";

/** Graphs with more nodes are shown as a picture. */
const MOST_NODES = 300;

export class Stage {
  constructor() {
    this.board = null;
    this.surface = byId("surface");
    this.picture = byId("picture");
  }

  /** A board for a puzzle; `on` is what happens on it. Kinds that are not played and huge ones have none. */
  open(kind, view, rules, on) {
    this.board = rules && boardOf(kind, view, rules, on);
    this.surface.replaceChildren(...(this.board ? [this.board.element] : []));
  }

  /** Whether candidates and answers can be shown on the board itself. */
  get hasCells() {
    return this.board instanceof GridBoard && this.board.shape.groups.length > 0;
  }

  showBoard(face) {
    this.board.show(face);
    this.surface.hidden = false;
    this.picture.hidden = true;
  }

  showPicture(svg, alt) {
    this.surface.hidden = true;
    this.picture.hidden = !svg;
    if (!svg) return;
    showPicture(this.picture, svg);
    this.picture.alt = alt;
  }
}

function boardOf(kind, view, rules, on) {
  if (kind === "coloring") return view.nodes.length <= MOST_NODES ? new GraphBoard(view, on) : null;
  if (kind === "cryptarithm") return new LettersBoard(view, on);
  const side = view.size ?? Math.max(view.rows, view.columns);
  if (side * side > MOST_CELLS) return null;
  const { shape, look } = lookOf(kind, view, rules);
  return new GridBoard(shape, look, on);
}
