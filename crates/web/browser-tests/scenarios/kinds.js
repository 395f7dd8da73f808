// Queens, maps and cryptarithms, played.

import assert from "node:assert/strict";
import { scenario } from "../browser.js";
import { openText } from "./boards.js";

scenario("Queens that attack each other are marked", { at: "#queens" }, async (person) => {
  await openText(person, "6");
  await person.press("tab-play");
  await person.press("cell-0-0");
  await person.press("cell-3-3");
  await person.until(() => person.has("cell-3-3", "wrong"), Boolean, "the attack to be marked");
  assert.ok(await person.has("cell-0-0", "wrong"));
  await person.press("cell-3-3");
  await person.sees("cell-3-3", "");
  assert.equal(await person.has("cell-0-0", "wrong"), false);
});

scenario("Six queens are placed with the keyboard", { at: "#queens" }, async (person) => {
  await openText(person, "6");
  await person.press("tab-play");
  await person.press("cell-0-0");
  await person.press("cell-0-0");
  for (const column of [1, 3, 5, 0, 2, 4]) {
    await person.keys("Home", ...Array(column).fill("ArrowRight"), "Enter", "ArrowDown");
  }
  await person.sees("play-status", /solved/i);
});

scenario("A map is coloured until no neighbours are alike", { at: "#coloring" }, async (person) => {
  await openText(person, "a, b\nb, c\nc, a\nc, d\n");
  await person.press("tab-play");
  await person.press("color-1");
  await person.press("node-0");
  await person.press("node-1");
  await person.until(() => person.has("node-1", "wrong"), Boolean, "neighbours of one colour to be marked");
  const fill = (node) => person.page.$eval(`[data-testid="${node}"] rect`, (shape) => getComputedStyle(shape).fill);
  const first = await fill("node-0");
  await person.press("color-2");
  await person.press("node-1");
  assert.notEqual(await fill("node-1"), first);
  assert.equal(await person.has("node-1", "wrong"), false);
  await person.press("color-3");
  await person.press("node-2");
  await person.press("color-1");
  await person.press("node-3");
  await person.sees("play-status", /solved/i);
});

scenario("SEND + MORE = MONEY is solved by filling in letters", { at: "#cryptarithm" }, async (person) => {
  await openText(person, "SEND + MORE = MONEY");
  await person.press("tab-play");
  await person.write("letter-S", "9");
  await person.write("letter-E", "9");
  await person.until(() => person.has("letter-E", "wrong"), Boolean, "a digit used twice to be marked");
  for (const [letter, digit] of Object.entries({ E: 5, N: 6, D: 7, M: 1, O: 0, R: 8, Y: 2 })) {
    await person.write(`letter-${letter}`, digit);
  }
  await person.sees("board", /9567 \+ 1085 = 10652/);
  await person.sees("play-status", /solved/i);
});

scenario("A wrong cryptarithm is not called solved", { at: "#cryptarithm" }, async (person) => {
  await openText(person, "SEND + MORE = MONEY");
  await person.press("tab-play");
  for (const [letter, digit] of Object.entries({ S: 9, E: 5, N: 6, D: 7, M: 1, O: 0, R: 8, Y: 3 })) {
    await person.write(`letter-${letter}`, digit);
  }
  await person.press("check");
  await person.until(() => person.read("play-status"), (text) => text !== "", "a verdict");
  assert.doesNotMatch(await person.read("play-status"), /^solved/i);
});
