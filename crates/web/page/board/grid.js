// A board of cells for Kakuro, Sudoku and queens: one stop of the tab key, arrows within (the grid pattern of ARIA). It
// knows nothing of games: it shows a face, and says which cell is meant and which key was pressed on it.

import { make } from "../dom.js";
import { t } from "../i18n.js";
import { groupsOf } from "../logic/groups.js";

/** Boards with more cells are shown as a picture: no one plays them, and browsers get slow. */
export const MOST_CELLS = 2500;

/**
 * @typedef {object} Face what a board shows
 * @property {(cell: number) => number} value 0 for none
 * @property {(cell: number) => number[]} marks
 * @property {Set<number>} wrong
 * @property {Map<number, number[]>} [removed] digits that are about to go
 * @property {Set<number>} [fresh] cells that a step changed
 * @property {boolean} [still] the board is only looked at: the cursor lights nothing up
 */

export class GridBoard {
  /**
   * @param {object} shape rows, columns, open (the cells that can be chosen), givens, groups
   * @param {{name: string, block?: number, clue?: (cell: number) => HTMLElement, symbol: (value: number) => string,
   *   clues?: (cell: number) => string}} look
   * @param {{moved: (cell: number) => void, key: (cell: number, event: KeyboardEvent) => void, picked?: (cell: number) => void}} on
   */
  constructor(shape, look, on) {
    Object.assign(this, { shape, look, on });
    this.open = new Set(shape.open);
    for (const cell of shape.givens.keys()) this.open.add(cell);
    this.cursor = shape.open[0] ?? [...this.open][0] ?? 0;
    this.cells = new Map();
    this.shown = new Map();
    this.element = this.#build();
    this.element.addEventListener("keydown", (event) => this.#key(event));
    this.element.addEventListener("click", (event) => this.#click(event));
    this.element.addEventListener("focusin", (event) => this.#focused(event));
  }

  #build() {
    const { rows, columns } = this.shape;
    const grid = make("div", {
      "role": "grid",
      "class": `grid ${this.look.name}`,
      "data-testid": "board",
      "aria-rowcount": rows,
      "aria-colcount": columns,
    });
    grid.style.setProperty("--columns", columns);
    for (let row = 0; row < rows; row++) {
      const line = make("div", { role: "row", class: "line" });
      for (let column = 0; column < columns; column++) line.append(this.#cell(row, column));
      grid.append(line);
    }
    return grid;
  }

  #cell(row, column) {
    const cell = row * this.shape.columns + column;
    if (!this.open.has(cell)) return this.look.clue(cell);
    const element = make("div", {
      "role": "gridcell",
      "class": "cell",
      "tabindex": "-1",
      "data-cell": cell,
      "data-testid": `cell-${row}-${column}`,
    });
    const { block } = this.look;
    if (block && (column + 1) % block === 0 && column + 1 < this.shape.columns) element.classList.add("edge-right");
    if (block && (row + 1) % block === 0 && row + 1 < this.shape.rows) element.classList.add("edge-bottom");
    if (this.shape.givens.has(cell)) {
      element.classList.add("given");
      element.dataset.given = "";
      element.setAttribute("aria-readonly", "true");
    }
    this.cells.set(cell, element);
    return element;
  }

  /** Shows values and marks; cells that look as before are left alone. */
  show(face) {
    this.face = face;
    this.element.setAttribute("aria-label", t(`kind.${this.look.name}`));
    for (const [cell, element] of this.cells) {
      const value = face.value(cell);
      const marks = value > 0 ? [] : face.marks(cell);
      const removed = face.removed?.get(cell) ?? [];
      this.#contents(cell, element, value, marks, removed);
      element.classList.toggle("wrong", face.wrong.has(cell));
      element.classList.toggle("fresh", face.fresh?.has(cell) ?? false);
      element.setAttribute("aria-label", this.#label(cell, value, marks, face.wrong.has(cell)));
    }
    this.#highlight();
  }

  #contents(cell, element, value, marks, removed) {
    const key = `${value}/${marks}/${removed}`;
    if (this.shown.get(cell) === key) return;
    this.shown.set(cell, key);
    const { symbol } = this.look;
    element.dataset.value = value > 0 ? symbol(value) : "";
    element.dataset.marks = marks.map(symbol).join(" ");
    if (value > 0 && removed.length === 0) {
      element.replaceChildren(make("span", { class: "value" }, symbol(value)));
      return;
    }
    const small = [...marks.map((digit) => [digit, ""]), ...removed.map((digit) => [digit, "removed"])];
    if (value > 0) small.push([value, "last"]);
    element.replaceChildren(...(small.length > 0 ? [this.#marks(small)] : []));
  }

  /** Small digits, each at its own place in the cell. The style sheet writes them: what is said of them is in the label. */
  #marks(small) {
    const side = Math.ceil(Math.sqrt(this.shape.highest));
    const area = make("span", { class: "marks" });
    area.style.setProperty("--side", side);
    for (const [digit, sort] of small) {
      const mark = make("span", { "class": sort, "data-digit": this.look.symbol(digit) });
      mark.style.gridArea = `${Math.floor((digit - 1) / side) + 1} / ${((digit - 1) % side) + 1}`;
      area.append(mark);
    }
    return area;
  }

  #label(cell, value, marks, wrong) {
    const { columns } = this.shape;
    const place = t("cell.place", { row: Math.floor(cell / columns) + 1, column: (cell % columns) + 1 });
    const { symbol, clues } = this.look;
    const content =
      value > 0
        ? symbol(value)
        : marks.length > 0
          ? t("cell.marks", { marks: marks.map(symbol).join(" ") })
          : t("cell.empty");
    const parts = [
      place,
      content,
      this.shape.givens.has(cell) && t("cell.given"),
      wrong && t("cell.wrong"),
      clues?.(cell),
    ];
    return parts.filter(Boolean).join(", ");
  }

  /** The cursor, the cells of its groups and those with the same digit. */
  #highlight() {
    const { still } = this.face;
    const peers = new Set(still ? [] : groupsOf(this.shape, this.cursor).flatMap((group) => group.cells));
    const value = still ? 0 : this.face.value(this.cursor);
    for (const [cell, element] of this.cells) {
      element.tabIndex = cell === this.cursor ? 0 : -1;
      element.classList.toggle("cursor", cell === this.cursor);
      element.setAttribute("aria-selected", String(cell === this.cursor));
      element.classList.toggle("peer", peers.has(cell));
      element.classList.toggle("same", value > 0 && this.shape.groups.length > 0 && this.face.value(cell) === value);
    }
  }

  focus() {
    this.cells.get(this.cursor)?.focus();
  }

  #focused(event) {
    const cell = Number(event.target.dataset.cell);
    if (!this.cells.has(cell) || cell === this.cursor) return;
    this.cursor = cell;
    this.#highlight();
    this.on.moved(cell);
  }

  #click(event) {
    const element = event.target.closest("[data-cell]");
    if (!element) return;
    element.focus();
    this.on.picked?.(Number(element.dataset.cell));
  }

  #key(event) {
    const { columns, rows } = this.shape;
    const row = Math.floor(this.cursor / columns);
    const column = this.cursor % columns;
    const line = (cells) => cells.filter((cell) => this.cells.has(cell));
    const inRow = line([...Array(columns).keys()].map((at) => row * columns + at));
    const inColumn = line([...Array(rows).keys()].map((at) => at * columns + column));
    const targets = {
      ArrowRight: inRow.find((cell) => cell > this.cursor),
      ArrowLeft: inRow.findLast((cell) => cell < this.cursor),
      ArrowDown: inColumn.find((cell) => cell > this.cursor),
      ArrowUp: inColumn.findLast((cell) => cell < this.cursor),
      Home: inRow[0],
      End: inRow.at(-1),
    };
    if (event.key in targets && !event.altKey) {
      event.preventDefault();
      this.cells.get(targets[event.key])?.focus();
    } else {
      this.on.key(this.cursor, event);
    }
  }
}
