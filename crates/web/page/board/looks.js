// How the boards of cells look: what stands in the cells of Kakuro, Sudoku and queens.

import { make } from "../dom.js";
import { t } from "../i18n.js";
import { groupsOf } from "../logic/groups.js";
import { symbol } from "../logic/rules.js";

/** The shape and the look of a board of cells, null for kinds that have none. */
export function lookOf(kind, view, rules) {
  switch (kind) {
    case "kakuro":
      return { shape: rules.shape, look: kakuro(view, rules.shape) };
    case "sudoku":
      return { shape: rules.shape, look: { name: "sudoku", block: view.block, symbol } };
    case "queens":
      return { shape: squares(view.size), look: { name: "queens", symbol: () => "♛" } };
    default:
      return null;
  }
}

function kakuro({ columns, cells }, shape) {
  const clue = (cell) => {
    const [row, column] = [Math.floor(cell / columns), cell % columns];
    const clues = cells[row][column];
    const element = make("div", {
      "role": "gridcell",
      "class": clues ? "black clue" : "black",
      "data-testid": `black-${row}-${column}`,
    });
    if (clues?.down != null) element.append(make("span", { class: "down" }, String(clues.down)));
    if (clues?.right != null) element.append(make("span", { class: "right" }, String(clues.right)));
    return element;
  };
  // A screen reader on a white cell hears the clues of its runs, which stand somewhere else.
  const clues = (cell) =>
    groupsOf(shape, cell)
      .filter(({ sum }) => sum !== null)
      .map(({ direction, sum, cells }) => t(`cell.${direction}`, { sum, length: cells.length }))
      .join(", ");
  return { name: "kakuro", symbol, clue, clues };
}

function squares(size) {
  const open = [...Array(size * size).keys()];
  return { rows: size, columns: size, highest: 1, open, givens: new Map(), groups: [], through: new Map() };
}
