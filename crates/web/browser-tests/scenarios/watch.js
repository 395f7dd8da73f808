// Propagation and search, step by step.

import assert from "node:assert/strict";
import { example, scenario } from "../browser.js";
import { digits, openText, SUDOKU } from "./boards.js";

scenario("Watching goes forward and back, and says what was removed", { at: "#kakuro" }, async (person) => {
  await watch(person);
  await person.sees("watch-position", /^0 \/ \d+/);
  const before = await marks(person);
  assert.equal(before["cell-1-1"], "1 2 3 4 5 6 7 8 9");
  await person.press("watch-forward");
  await person.sees("watch-position", /^1 \/ /);
  await person.sees("watch-what", /\d/);
  const after = await marks(person);
  assert.notDeepEqual(after, before);
  await person.press("watch-back");
  await person.sees("watch-position", /^0 \/ /);
  assert.deepEqual(await marks(person), before);
});

scenario("Every step is named with its run and its cells", { at: "#kakuro" }, async (person) => {
  await watch(person);
  for (let step = 1; step <= 5; step++) {
    await person.press("watch-forward");
    await person.sees("watch-position", new RegExp(`^${step} / `));
    assert.match(await person.read("watch-what"), /row|column/i);
  }
});

scenario("The last step of a Sudoku is its answer, and the first is the puzzle again", { at: "#sudoku" }, async (person) => {
  const puzzle = await digits(person);
  await watch(person);
  await person.press("watch-last");
  await person.until(async () => (await digits(person)).flat().join(""), (shown) => shown === SUDOKU, "the answer");
  await person.sees("watch-what", /answer|solved/i);
  await person.press("watch-first");
  await person.sees("watch-position", /^0 \/ /);
  assert.deepEqual(await digits(person), puzzle);
});

scenario("The tree shows where the search is, and leads there", { at: "#sudoku" }, async (person) => {
  await openText(person, example("sudoku.txt").split("\n")[3]);
  await watch(person);
  assert.ok(await person.shows("watch-tree"));
  assert.ok(await person.has("tree-0", "current"));
  const nodes = await person.count("tree-");
  assert.ok(nodes > 3, `${nodes} nodes`);
  await person.press("tree-2");
  await person.until(() => person.has("tree-2", "current"), Boolean, "the search to be at that choice");
  assert.equal(await person.has("tree-0", "current"), false);
  await person.sees("watch-what", /try row \d, column \d/i);
  await person.press("watch-first");
  await person.until(() => person.has("tree-0", "current"), Boolean, "the search to be at its start");
});

scenario("The slider goes to any step", { at: "#kakuro" }, async (person) => {
  await watch(person);
  await person.page.focus('[data-testid="watch-slider"]');
  await person.keys("ArrowRight", "ArrowRight", "ArrowRight");
  await person.sees("watch-position", /^3 \/ /);
  await person.keys("End");
  await person.until(() => person.read("watch-position"), (text) => /^(\d+) \/ \1\b/.test(text), "the last step");
});

scenario("Watching by itself moves on, and stops when asked", { at: "#kakuro" }, async (person) => {
  await watch(person);
  await person.press("watch-play");
  await person.until(() => person.read("watch-position"), (text) => parseInt(text) >= 2, "two steps");
  await person.press("watch-play");
  const stopped = await person.read("watch-position");
  await person.press("watch-forward");
  await person.sees("watch-position", new RegExp(`^${parseInt(stopped) + 1} / `));
});

scenario("Steps of a kind without a board are a list", { at: "#cryptarithm" }, async (person) => {
  await watch(person);
  await person.sees("watch-list", /\w/);
  await person.press("watch-forward");
  await person.sees("watch-position", /^1 \/ /);
  await person.sees("watch-what", /\w/);
});

/** Asks for the steps. */
async function watch(person) {
  await person.press("tab-watch");
  await person.press("watch-start");
  await person.sees("watch-position", /\d+ \/ [1-9]/);
}

/** The candidates that stand in each cell. */
function marks(person) {
  return person.page.$$eval('[data-testid^="cell-"]', (cells) =>
    Object.fromEntries(cells.map((cell) => [cell.dataset.testid, cell.dataset.marks])),
  );
}
