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
    this.text = byId("printed");
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
    this.#front(this.surface);
  }

  showPicture(svg, alt) {
    showPicture(this.picture, svg);
    this.picture.alt = alt;
    this.#front(this.picture);
  }

  /** What has no picture: a program, or what it printed. */
  showText(text) {
    this.text.textContent = text;
    this.#front(this.text);
  }

  #front(shown) {
    for (const element of [this.surface, this.picture, this.text]) element.hidden = element !== shown;
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
