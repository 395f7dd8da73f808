// Links, traces and the two languages, without a browser.

import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { test } from "node:test";

import en from "../page/i18n/en.js";
import ko from "../page/i18n/ko.js";
import { nameOf } from "../page/logic/progress.js";
import { decode, encode } from "../page/logic/share.js";
import { digitsOf, placesOf, rangesOf, statesOf, treeOf } from "../page/logic/trace.js";

const PAGE = new URL("../page/", import.meta.url);

test("a link carries text, case and settings, whatever characters they have", () => {
  const problem = { kind: "coloring", text: "A, B\n가 & 나 = #?% +\n", case: 3, settings: { colors: "3", show: true } };
  assert.deepEqual(decode(`#${encode(problem)}`), problem);
  assert.deepEqual(decode(encode({ kind: "queens" })), { kind: "queens", case: 1, settings: {} });
});

test("a fragment that is no link opens nothing", () => {
  assert.equal(decode(""), null);
  assert.equal(decode("#"), null);
  assert.equal(decode("#%E0%A4%A"), null);
  assert.equal(decode("#sudoku?case=-1&text=x").case, 1);
});

test("puzzles are remembered by kind and text", () => {
  assert.notEqual(nameOf("sudoku", "1..."), nameOf("sudoku", "2..."));
  assert.notEqual(nameOf("sudoku", "1..."), nameOf("kakuro", "1..."));
  assert.equal(nameOf("sudoku", "1..."), nameOf("sudoku", "1..."));
});

/** Two cells with digits 1 and 2, different; one choice fails, the other answers. */
const SHAPE = { rows: 1, columns: 2, highest: 2, open: [0, 1], givens: new Map() };
const STEPS = [
  { do: "choose", depth: 1, cell: [0, 0], name: "x", relation: "=", value: 1 },
  { do: "propagate", because: "row 1", removed: [{ cell: [0, 1], name: "y", values: [1] }] },
  { do: "conflict", depth: 1, because: "row 1" },
  { do: "back", depth: 0 },
  { do: "propagate", because: null, removed: [{ cell: [0, 0], name: "x", values: [1] }] },
  { do: "answer", depth: 0 },
];

test("going back in a search brings the digits back", () => {
  const seen = statesOf(SHAPE, STEPS).map((left) => [...left].map(digitsOf));
  assert.deepEqual(seen, [
    [
      [1, 2],
      [1, 2],
    ],
    [[1], [1, 2]],
    [[1], [2]],
    [[1], [2]],
    [
      [1, 2],
      [1, 2],
    ],
    [[2], [1, 2]],
    [[2], [1, 2]],
  ]);
});

test("a choice may be a bound", () => {
  const shape = { ...SHAPE, highest: 5 };
  const after = (relation) => digitsOf(statesOf(shape, [{ ...STEPS[0], relation, value: 2 }])[1][0]);
  assert.deepEqual(after("="), [2]);
  assert.deepEqual(after("!="), [1, 3, 4, 5]);
  assert.deepEqual(after("<="), [1, 2]);
  assert.deepEqual(after(">="), [2, 3, 4, 5]);
});

test("the tree has a node for each choice and knows where the search is", () => {
  const tree = treeOf(STEPS);
  assert.deepEqual(
    tree.nodes.map(({ parent, end }) => [parent, end]),
    [
      [null, "answer"],
      [0, "conflict"],
    ],
  );
  assert.deepEqual(tree.node, [0, 1, 1, 1, 0, 0, 0]);
  const { places, width, height } = placesOf(tree);
  assert.deepEqual(
    [places, width, height],
    [
      [
        { x: 0, y: 0 },
        { x: 0, y: 1 },
      ],
      1,
      2,
    ],
  );
});

test("numbers in a row are told as a range", () => {
  assert.deepEqual(rangesOf([1, 2, 3, 5, 8, 9]), [
    [1, 3],
    [5, 5],
    [8, 9],
  ]);
  assert.deepEqual(rangesOf([]), []);
});

test("both languages have the same entries about the same things", () => {
  assert.deepEqual(Object.keys(ko), Object.keys(en));
  const names = (entry) => [...entry.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
  for (const key of Object.keys(en)) assert.deepEqual(names(ko[key]), names(en[key]), key);
});

test("every entry that the markup names is there", () => {
  const markup = readFileSync(new URL("index.html", PAGE), "utf8");
  for (const [, key] of markup.matchAll(/data-t(?:-label)?="([^"]+)"/g)) assert.ok(key in en, key);
});

test("the page is small and has nothing inline", () => {
  const files = readdirSync(PAGE, { recursive: true }).filter((name) => statSync(new URL(name, PAGE)).isFile());
  const bytes = files.reduce((sum, name) => sum + statSync(new URL(name, PAGE)).size, 0);
  assert.ok(bytes < 200_000, `${bytes} bytes`);
  const markup = readFileSync(new URL("index.html", PAGE), "utf8");
  assert.doesNotMatch(markup, /\sstyle=|<style|\son\w+=|<script(?![^>]*\ssrc=)|https?:/);
});
