// The rules of what is played, by kind: how many cells there are, which of them cannot be right together, and when the
// board is done. `value(cell)` is 0 for an empty cell.

import { conflicts, isSolved, shapeOf } from "./groups.js";

/** The kinds that are played on the page. */
export const PLAYED = ["kakuro", "sudoku", "queens", "coloring", "cryptarithm"];

/** @returns {{givens: Map, wrong: (value) => Set<number>, done: (value) => boolean, shape?: object}} */
export function rulesOf(kind, view) {
  switch (kind) {
    case "queens":
      return queens(view);
    case "coloring":
      return coloring(view);
    case "cryptarithm":
      return cryptarithm(view);
    default:
      return grid(shapeOf(kind, view));
  }
}

function grid(shape) {
  return {
    shape,
    givens: shape.givens,
    wrong: (value) => conflicts(shape, value),
    done: (value) => isSolved(shape, value),
  };
}

/** A square is a cell; 1 is a queen. */
function queens({ size }) {
  const placed = (value) => [...Array(size * size).keys()].filter((cell) => value(cell) > 0);
  const wrong = (value) => {
    const queens = placed(value).map((cell) => ({ cell, row: Math.floor(cell / size), column: cell % size }));
    const lines = ["row", "column", ({ row, column }) => row + column, ({ row, column }) => row - column];
    const attacked = new Set();
    for (const line of lines) {
      const seen = new Map();
      for (const queen of queens) {
        const at = typeof line === "string" ? queen[line] : line(queen);
        if (seen.has(at)) attacked.add(queen.cell).add(seen.get(at));
        seen.set(at, queen.cell);
      }
    }
    return attacked;
  };
  return { givens: new Map(), wrong, done: (value) => placed(value).length === size && wrong(value).size === 0 };
}

/** A node is a cell; its value is its colour. */
function coloring({ nodes, edges, colors }) {
  const wrong = (value) => {
    const clash = edges.filter(([from, to]) => value(from) > 0 && value(from) === value(to));
    const tooMany = [...nodes.keys()].filter((node) => colors !== null && value(node) > colors);
    return new Set([...clash.flat(), ...tooMany]);
  };
  return {
    givens: new Map(),
    wrong,
    done: (value) => nodes.every((_, node) => value(node) > 0) && wrong(value).size === 0,
  };
}

/** A letter is a cell; its value is its digit and one. Whether the sums are right the server says. */
function cryptarithm({ letters }) {
  const wrong = (value) => {
    const used = letters.map((_, letter) => value(letter));
    return new Set(
      [...letters.keys()].filter((letter) => used[letter] > 0 && used.filter((v) => v === used[letter]).length > 1),
    );
  };
  return {
    givens: new Map(),
    wrong,
    done: (value) => letters.every((_, at) => value(at) > 0) && wrong(value).size === 0,
  };
}

/** An equation with the digits that letters have; `·` for those without. */
export function withDigits(equation, letters, value) {
  return [...equation]
    .map((sign) => {
      const at = letters.indexOf(sign);
      return at < 0 ? sign : value(at) > 0 ? symbol(value(at) - 1) : "·";
    })
    .join("");
}

/** A number from 0 to 35 as one character: 0–9, then A–Z. */
export function symbol(number) {
  return number.toString(36).toUpperCase();
}
