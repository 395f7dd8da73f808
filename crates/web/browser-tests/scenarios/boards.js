// What boards look like to a person, and answers that are known.

import { example, inProject } from "../browser.js";

/** Every kind, in the order of the page. */
export const KINDS = ["kakuro", "sudoku", "queens", "coloring", "wordsearch", "cryptarithm", "layout", "boardcover", "model"];

/** The answer of the sample of Kakuro: digits, "" for black. */
export const KAKURO = example("kakuro_answer.txt")
  .trim()
  .split("\n")
  .slice(2)
  .map((row) => row.split(" ").map((digit) => (digit === "0" ? "" : digit)));

/** The answer of the sample of Sudoku, row by row. */
export const SUDOKU = example("sudoku_answer.txt").split("\n")[1];

/** The files that are opened and dropped. */
export const FILES = { sudoku: inProject("examples/sudoku.txt"), kakuro: inProject("examples/kakuro.txt") };

/** What stands in the cells, row by row; black cells are "". */
export function digits(person) {
  return person.page.evaluate(() => {
    const rows = [];
    for (const cell of document.querySelectorAll('[data-testid^="cell-"], [data-testid^="black-"]')) {
      const [what, row, column] = cell.dataset.testid.split("-");
      const value = what === "cell" ? cell.querySelector(".value") : null;
      (rows[row] ??= [])[column] = value?.checkVisibility() ? value.textContent.trim() : "";
    }
    return rows;
  });
}

/** The cells to be filled in, as test ids, in reading order. */
export function blanks(person) {
  return person.page.$$eval('[data-testid^="cell-"]', (cells) =>
    cells.filter((cell) => !("given" in cell.dataset)).map((cell) => cell.dataset.testid),
  );
}

/** Presses Solve and waits for the end. */
export async function solveNow(person, { want } = {}) {
  await person.press("tab-solve");
  if (want) await person.choose("want", want);
  await person.page.click('[data-testid="solve"]');
  await person.page.waitForSelector('[data-testid="stop"]:disabled');
  await person.idle();
}

/** Opens a text in the place of what is open. */
export async function openText(person, text) {
  await person.press("tab-puzzle");
  await person.write("text", text);
  await person.press("open");
}

/** Generates a puzzle with a seed and goes to play it. */
export async function generate(person, seed) {
  await person.press("tab-puzzle");
  await person.write("gen-seed", seed);
  await person.press("generate");
  await person.sees("gen-note", new RegExp(`\\b${seed}\\b`));
}

/** The answer to the puzzle of the text field, asked from the server: rows of digits. */
export async function answerOf(person, kind) {
  await person.press("tab-puzzle");
  const text = await person.read("text");
  const response = await fetch(`${person.address}api/solve`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ kind, text }),
  });
  const { text: answer } = JSON.parse(/event: answer\ndata: (.*)/.exec(await response.text())[1]);
  if (kind === "kakuro") return answer.trim().split("\n").map((row) => row.split(" "));
  const side = Math.sqrt(answer.trim().length);
  return [...Array(side).keys()].map((row) => [...answer.slice(row * side, (row + 1) * side)]);
}

/** Types a digit into every blank with the keyboard alone, going from one to the next with the arrows. */
export async function fillIn(person, answer) {
  const cells = await person.page.$$eval('[data-testid^="cell-"]', (all) => all.map((cell) => cell.dataset.testid));
  for (const id of await blanks(person)) {
    const [, row, column] = id.split("-");
    await person.keys(...path(cells, await focused(person), id), answer[row][column]);
  }
}

/** The test id of what has the focus. */
export function focused(person) {
  return person.page.evaluate(() => document.activeElement?.dataset.testid ?? "");
}

/** The arrows that lead from one white cell to another; each goes to the next white cell on its side. */
function path(cells, from, to) {
  const places = cells.map((id) => id.split("-").slice(1).map(Number));
  const next = (id, key) => {
    const [row, column] = id.split("-").slice(1).map(Number);
    const sign = ["ArrowRight", "ArrowDown"].includes(key) ? 1 : -1;
    const across = ["ArrowRight", "ArrowLeft"].includes(key);
    const far = ([r, c]) => sign * (across ? c - column : r - row);
    const ahead = places.filter(([r, c]) => (across ? r === row : c === column) && far([r, c]) > 0);
    const nearest = ahead.sort((a, b) => far(a) - far(b))[0];
    return nearest && `cell-${nearest.join("-")}`;
  };
  const ways = new Map([[from, []]]);
  for (const [id, way] of ways) {
    if (id === to) return way;
    for (const key of ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"]) {
      const there = next(id, key);
      if (there && !ways.has(there)) ways.set(there, [...way, key]);
    }
  }
  throw new Error(`no way from ${from} to ${to}`);
}
