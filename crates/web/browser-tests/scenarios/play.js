// Kakuro and Sudoku, played with keyboard and mouse.

import assert from "node:assert/strict";
import { named, scenario } from "../browser.js";
import { answerOf, blanks, digits, fillIn, focused, generate, KAKURO, openText } from "./boards.js";

for (const [kind, seed] of [["kakuro", 5], ["sudoku", 21]]) {
  scenario(`A generated ${kind} is played to the end with the keyboard`, { at: `#${kind}` }, async (person) => {
    await generate(person, seed);
    const answer = await answerOf(person, kind);
    await person.press("tab-play");
    await enterBoard(person);
    assert.equal(await person.read("play-status"), "");
    await fillIn(person, answer);
    await person.sees("play-status", /solved/i);
    const shown = (await digits(person)).flat().filter(Boolean);
    assert.deepEqual(shown, answer.flat().filter((digit) => digit !== "0"));
  });
}

scenario("A digit that is typed stands in the cell, and Backspace takes it away", { at: "#kakuro" }, async (person) => {
  await person.press("cell-1-1");
  await person.keys("9");
  await person.sees("cell-1-1", "9");
  await person.keys("Backspace");
  await person.sees("cell-1-1", "");
  await person.keys("4", "Delete");
  await person.sees("cell-1-1", "");
});

scenario("The digits of a Sudoku cannot be changed", { at: "#sudoku" }, async (person) => {
  await person.press("cell-0-1");
  await person.sees("cell-0-1", "8");
  await person.keys("3", "Backspace");
  await person.sees("cell-0-1", "8");
});

scenario("A board is played with the mouse alone", { at: "#kakuro" }, async (person) => {
  await person.press("tab-play");
  await person.press("cell-1-2");
  await person.press("digit-7");
  await person.sees("cell-1-2", "7");
  await person.press("erase");
  await person.sees("cell-1-2", "");
  await person.press("pencil");
  await person.press("digit-3");
  await person.press("digit-8");
  await person.sees("cell-1-2", "3 8");
});

scenario("Pencil marks are set and taken away", { at: "#sudoku" }, async (person) => {
  await person.press("cell-0-0");
  await person.keys("p", "5", "7");
  assert.equal(await person.attribute("pencil", "aria-pressed"), "true");
  await person.sees("cell-0-0", "5 7");
  await person.keys("5");
  await person.sees("cell-0-0", "7");
  await person.keys("p", "6");
  assert.equal(await person.attribute("pencil", "aria-pressed"), "false");
  // A digit takes the place of the marks.
  await person.sees("cell-0-0", "6");
  assert.match(await person.attribute("cell-0-0", "aria-label"), /row 1, column 1, 6/i);
});

scenario("Moves are undone and done again", { at: "#kakuro" }, async (person) => {
  await person.press("cell-1-1");
  await person.keys("9", "ArrowRight", "7", "8");
  await person.sees("cell-1-2", "8");
  await person.keys("Control+z");
  await person.sees("cell-1-2", "7");
  await person.keys("Control+z", "Control+z");
  await person.sees("cell-1-2", "");
  await person.sees("cell-1-1", "");
  await person.keys("Control+y");
  await person.sees("cell-1-1", "9");
  await person.press("redo");
  await person.sees("cell-1-2", "7");
  await person.press("undo");
  await person.sees("cell-1-2", "");
  await person.press("cell-1-2");
  await person.keys("4");
  assert.equal(await person.page.$eval(named("redo"), (button) => button.disabled), true);
});

scenario("Starting again empties the board and can be undone", { at: "#kakuro" }, async (person) => {
  await person.press("cell-1-1");
  await person.keys("9", "ArrowRight", "7");
  await person.press("restart");
  assert.deepEqual((await digits(person)).flat().filter(Boolean), []);
  await person.press("undo");
  assert.deepEqual((await digits(person)).flat().filter(Boolean), ["9", "7"]);
});

scenario("Check marks the cells that are wrong", { at: "#kakuro" }, async (person) => {
  // 9 and 7 are right; 8 where 9 belongs is wrong.
  await person.press("cell-1-1");
  await person.keys("9", "ArrowRight", "7", "ArrowDown", "5");
  await person.press("check");
  await person.until(() => person.has("cell-2-2", "wrong"), Boolean, "the 5 to be marked");
  assert.equal(await person.has("cell-1-1", "wrong"), false);
  assert.equal(await person.has("cell-1-2", "wrong"), false);
  assert.notEqual(await person.style("cell-2-2", "color"), await person.style("cell-1-1", "color"));
  assert.match(await person.attribute("cell-2-2", "aria-label"), /wrong/i);
  assert.notEqual(await person.read("play-status"), "");
});

scenario("Where there are many answers, check marks what breaks a rule", { at: "#sudoku" }, async (person) => {
  await openText(person, ".".repeat(81));
  await person.press("tab-play");
  await person.press("cell-0-0");
  await person.keys("8", "ArrowRight", "5", "End", "8");
  await person.press("check");
  await person.until(() => person.has("cell-0-8", "wrong"), Boolean, "the second 8 to be marked");
  assert.ok(await person.has("cell-0-0", "wrong"));
  assert.equal(await person.has("cell-0-1", "wrong"), false);
});

scenario("A run of Kakuro shows the combinations that are left", { at: "#kakuro" }, async (person) => {
  // 16 in two cells is 7 and 9; 23 in three, downwards, is 6, 8 and 9.
  await person.press("cell-1-1");
  await person.sees("combos-across", /16[\s\S]*7\D*9/);
  await person.sees("combos-down", /23[\s\S]*6\D*8\D*9/);
  // 21 in four cells has eleven, and six of them have a 9.
  await person.press("cell-6-1");
  assert.equal(await person.page.$$eval('[data-testid="combos-across"] li', (sets) => sets.length), 11);
  await person.keys("9");
  const left = () => person.page.$$eval('[data-testid="combos-across"] li', (sets) => sets.map((set) => set.innerText));
  const sets = await person.until(left, (sets) => sets.length === 6, "six combinations");
  assert.ok(sets.every((set) => set.includes("9")), sets.join());
});

scenario("The runs of a cell are highlighted", { at: "#kakuro" }, async (person) => {
  await person.press("cell-1-1");
  const plain = await person.style("cell-5-4", "backgroundColor");
  for (const peer of ["cell-1-2", "cell-2-1", "cell-3-1"]) {
    assert.notEqual(await person.style(peer, "backgroundColor"), plain, peer);
  }
  assert.equal(await person.style("cell-2-2", "backgroundColor"), plain);
});

scenario("The same digits of a Sudoku are highlighted", { at: "#sudoku" }, async (person) => {
  await person.press("cell-0-1");
  const plain = await person.style("cell-8-8", "backgroundColor");
  assert.ok(await person.has("cell-1-3", "same"));
  assert.notEqual(await person.style("cell-1-3", "backgroundColor"), plain);
});

scenario("A reload keeps digits, marks, moves and the clock", { at: "#kakuro" }, async (person) => {
  await person.press("cell-1-1");
  await person.keys("9", "ArrowRight", "Shift+Digit7");
  await person.sees("cell-1-2", "7");
  await person.until(() => person.read("clock"), (time) => time !== "0:00", "the clock to run");
  await person.reload();
  await person.sees("cell-1-1", "9");
  await person.sees("cell-1-2", "7");
  assert.equal(await person.attribute("cell-1-2", "data-marks"), "7");
  assert.notEqual(await person.read("clock"), "0:00");
  await person.press("undo");
  await person.sees("cell-1-2", "");
});

scenario("Another kind and back again keeps what was played", { at: "#kakuro" }, async (person) => {
  await person.press("cell-1-1");
  await person.keys("9");
  await person.press("kind-sudoku");
  await person.press("cell-0-0");
  await person.keys("7");
  await person.press("kind-kakuro");
  await person.sees("cell-1-1", "9");
  await person.press("kind-sudoku");
  await person.sees("cell-0-0", "7");
});

scenario("An answer that was shown does not stay in the game", { at: "#kakuro" }, async (person) => {
  await person.press("tab-solve");
  await person.press("solve");
  await person.until(() => digits(person), (rows) => rows[1]?.[1] === KAKURO[1][1], "the answer");
  await person.press("tab-play");
  assert.deepEqual((await digits(person)).flat().filter(Boolean), []);
  assert.equal((await blanks(person)).length, KAKURO.flat().filter(Boolean).length);
});

/** Goes to the board with the Tab key, as somebody without a mouse does. */
async function enterBoard(person) {
  await person.page.evaluate(() => document.activeElement?.blur());
  for (let presses = 0; !(await focused(person)).startsWith("cell-"); presses++) {
    assert.ok(presses < 60, "the board is reached with Tab");
    await person.keys("Tab");
  }
}
