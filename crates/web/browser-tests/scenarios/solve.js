// Open, solve, see the right answer, for each kind; and what else can be asked for.

import assert from "node:assert/strict";
import { example, scenario } from "../browser.js";
import { digits, KAKURO, openText, SUDOKU, solveNow } from "./boards.js";

scenario("Kakuro: the answer stands in the cells", { at: "#kakuro" }, async (person) => {
  await solveNow(person);
  await person.sees("solve-status", /answer/i);
  assert.deepEqual(await digits(person), KAKURO);
});

scenario("Kakuro: an answer is known to be the only one", { at: "#kakuro" }, async (person) => {
  await solveNow(person, { want: "unique" });
  await person.sees("solve-status", /only/i);
  assert.deepEqual(await digits(person), KAKURO);
});

scenario("Sudoku: the answer stands in the cells", { at: "#sudoku" }, async (person) => {
  await solveNow(person);
  assert.equal((await digits(person)).flat().join(""), SUDOKU);
});

scenario("Sudoku: a board of 25 × 25 is answered with letters", { at: "#sudoku" }, async (person) => {
  await openText(person, example("sudoku-25.txt"));
  await solveNow(person);
  const rows = await digits(person);
  const symbols = "123456789ABCDEFGHIJKLMNOP";
  assert.equal(rows.length, 25);
  for (const row of rows) assert.equal([...row].sort().join(""), symbols);
  for (const column of rows[0].keys()) assert.equal(rows.map((row) => row[column]).sort().join(""), symbols);
});

scenario("Sudoku: a board with two answers is said to have more than one", { at: "#sudoku" }, async (person) => {
  // The sample without its first two rows.
  await openText(person, ".".repeat(18) + example("sudoku.txt").split("\n")[1].slice(18));
  await solveNow(person, { want: "unique" });
  await person.sees("solve-status", /more than one|not (the )?(only|unique)/i);
});

scenario("Sudoku: a board with the same digit twice in a row has no answer", { at: "#sudoku" }, async (person) => {
  await openText(person, `11${".".repeat(79)}`);
  await solveNow(person);
  await person.sees("solve-status", /no answer/i);
});

scenario("Queens: eight on a board, none attacking another", { at: "#queens" }, async (person) => {
  await openText(person, "8");
  await solveNow(person);
  const [columns] = /\[.*\]/.exec(await person.read("answer-text"));
  const queens = JSON.parse(columns).map((column, row) => [row, column]);
  assert.equal(queens.length, 8);
  for (const [i, [r, c]] of queens.entries()) {
    for (const [other, column] of queens.slice(i + 1)) {
      assert.ok(r !== other && c !== column && Math.abs(r - other) !== Math.abs(c - column), `${r},${c} and ${other},${column}`);
    }
  }
});

scenario("Queens: there are 92 ways for eight", { at: "#queens" }, async (person) => {
  await openText(person, "8");
  await solveNow(person, { want: "count" });
  await person.sees("solve-status", /\b92\b/);
});

scenario("Queens: all ten answers for five are leafed through", { at: "#queens" }, async (person) => {
  await openText(person, "5");
  await solveNow(person, { want: "all" });
  await person.sees("solve-status", /\b10\b/);
  const seen = new Set();
  for (let number = 1; number <= 10; number++) {
    await person.sees("answer-number", new RegExp(`\\b${number}\\b.*\\b10\\b`));
    seen.add(await person.read("answer-text"));
    if (number < 10) await person.press("answer-next");
  }
  assert.equal(seen.size, 10);
  await person.press("answer-prev");
  await person.sees("answer-number", /\b9\b.*\b10\b/);
});

scenario("Colouring: the map of Australia takes three colours", { at: "#coloring" }, async (person) => {
  await openText(person, example("australia.txt"));
  await solveNow(person);
  await person.sees("answer-text", /s col 3/);
  assert.ok(await person.shows("picture"));
  assert.match(await person.attribute("picture", "alt"), /s col 3/);
});

scenario("Word search: every word stands in the grid", { at: "#wordsearch" }, async (person) => {
  await solveNow(person);
  const answer = await person.read("answer-text");
  assert.ok(await person.shows("picture"));
  await person.press("tab-puzzle");
  const rows = answer.split("\n").map((row) => row.replaceAll(" ", ""));
  const words = (await person.read("text")).split(/[\s,]+/).filter(Boolean);
  assert.ok(words.length > 2);
  for (const word of words) assert.ok(lines(rows).some((line) => line.includes(word.toUpperCase())), `${word} in\n${answer}`);
});

scenario("Cryptarithm: SEND + MORE = MONEY is 9567 + 1085 = 10652", { at: "#cryptarithm" }, async (person) => {
  await openText(person, "SEND + MORE = MONEY");
  await solveNow(person, { want: "unique" });
  await person.sees("answer-text", /9567 \+ 1085 = 10652/);
  await person.sees("solve-status", /only/i);
});

scenario("Layout: five pieces lie on the board", { at: "#layout" }, async (person) => {
  await solveNow(person);
  const answer = await person.read("answer-text");
  const sizes = [6, 16, 9, 4, 10];
  for (const [at, size] of sizes.entries()) {
    assert.equal(answer.split(/\s+/).filter((square) => square === String(at + 1)).length, size, `piece ${at + 1}`);
  }
  assert.ok(await person.shows("picture"));
});

scenario("Board cover: both boards of the example have their numbers", { at: "#boardcover" }, async (person) => {
  await solveNow(person);
  await person.sees("answer-text", /\b3\b/);
  await person.press("tab-puzzle");
  await person.write("case", "2");
  await person.press("open");
  await solveNow(person);
  await person.sees("answer-text", /\b8\b/);
});

scenario("FlatZinc: better answers come one after the other", { at: "#model" }, async (person) => {
  await openText(person, example("tasks.fzn"));
  await solveNow(person);
  await person.sees("answer-text", /end = 8;/);
  await person.sees("solve-status", /best/i);
  await person.sees("answer-number", "2 / 2");
  await person.press("answer-prev");
  await person.sees("answer-text", /end = 9;/);
});

scenario("FlatZinc: no answer is said so", { at: "#model" }, async (person) => {
  await openText(person, "var 1..3: x :: output_var;\nconstraint int_lt(5, x);\nsolve satisfy;\n");
  await solveNow(person);
  await person.sees("solve-status", /no answer|unsatisfiable/i);
});

scenario("An answer comes with how long it took and what the search did", { at: "#sudoku" }, async (person) => {
  await person.press("tab-solve");
  await person.choose("engine", "learning");
  await solveNow(person);
  const figures = await person.read("solve-figures");
  assert.match(figures, /\d/);
  assert.match(figures, /nodes|decisions|propagations/i);
});

scenario("A long search ends when it is stopped", { at: "#queens" }, async (person) => {
  await openText(person, "20");
  await person.press("tab-solve");
  await person.choose("want", "count");
  await person.page.click('[data-testid="solve"]');
  await person.page.waitForSelector('[data-testid="stop"]:not(:disabled)', { visible: true });
  await person.press("stop");
  await person.sees("solve-status", /stopped/i);
  // The next one starts at once.
  await person.choose("want", "answer");
  await solveNow(person);
  await person.sees("answer-text", /^\[(\d+, ){19}\d+\]/);
});

scenario("A search that takes longer than it may says so", { at: "#queens" }, async (person) => {
  await openText(person, "22");
  await person.press("tab-solve");
  await person.write("time", "1");
  await solveNow(person, { want: "count" });
  await person.sees("solve-status", /time|stopped/i);
});

scenario("The engine that learns finds the same answer", { at: "#kakuro" }, async (person) => {
  await person.press("tab-solve");
  await person.choose("engine", "learning");
  await solveNow(person);
  assert.deepEqual(await digits(person), KAKURO);
});

/** Every line of a grid in the eight directions. */
function lines(rows) {
  const height = rows.length;
  const width = rows[0].length;
  const found = [];
  for (const [down, right] of [[0, 1], [1, 0], [1, 1], [1, -1]]) {
    for (let r = 0; r < height; r++) {
      for (let c = 0; c < width; c++) {
        let line = "";
        for (let y = r, x = c; rows[y]?.[x] !== undefined; y += down, x += right) line += rows[y][x];
        found.push(line, [...line].reverse().join(""));
      }
    }
  }
  return found;
}
