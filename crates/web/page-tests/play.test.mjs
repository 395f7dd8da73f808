// What the page knows of playing, without a browser: rules, combinations, games.

import assert from "node:assert/strict";
import { test } from "node:test";

import { combinations } from "../page/logic/combinations.js";
import { Game } from "../page/logic/game.js";
import { conflicts, groupsOf, isSolved, shapeOf } from "../page/logic/groups.js";
import { History } from "../page/logic/history.js";
import { rulesOf, withDigits } from "../page/logic/rules.js";

/** Two by two white cells: across 3 and 7, down 4 and 6. The answer is 1 2 / 3 4. */
const KAKURO = {
  rows: 3,
  columns: 3,
  cells: [
    [null, { right: null, down: 4 }, { right: null, down: 6 }],
    [{ right: 3, down: null }, 0, 0],
    [{ right: 7, down: null }, 0, 0],
  ],
};
const SUDOKU = {
  size: 4,
  block: 2,
  cells: [
    [1, 0, 0, 0],
    [0, 0, 0, 2],
    [0, 0, 0, 0],
    [0, 0, 0, 0],
  ],
};

const board = (values) => (cell) => values[cell] ?? 0;

test("sets of digits for a run are all there, and keep what is placed", () => {
  assert.deepEqual(combinations(16, 2), [[7, 9]]);
  assert.deepEqual(combinations(7, 3), [[1, 2, 4]]);
  assert.deepEqual(combinations(10, 2, [4]), [[4, 6]]);
  assert.deepEqual(combinations(10, 2, [5]), []);
  assert.deepEqual(combinations(8, 3, [1, 1]), []);
  assert.deepEqual(combinations(45, 9), [[1, 2, 3, 4, 5, 6, 7, 8, 9]]);
  const all = [...Array(46).keys()].flatMap((sum) => combinations(sum, 4));
  assert.equal(all.length, 126, "nine choose four");
});

test("runs of a Kakuro are found with their sums", () => {
  const shape = shapeOf("kakuro", KAKURO);
  assert.deepEqual(shape.open, [4, 5, 7, 8]);
  const sums = groupsOf(shape, 4).map(({ direction, sum, cells }) => [direction, sum, cells]);
  assert.deepEqual(sums.sort(), [
    ["across", 3, [4, 5]],
    ["down", 4, [4, 7]],
  ]);
});

test("a Kakuro is solved by its answer only", () => {
  const shape = shapeOf("kakuro", KAKURO);
  assert.ok(isSolved(shape, board({ 4: 1, 5: 2, 7: 3, 8: 4 })));
  assert.ok(!isSolved(shape, board({ 4: 1, 5: 2, 7: 3 })));
  assert.ok(!isSolved(shape, board({ 4: 2, 5: 1, 7: 2, 8: 5 })));
});

test("equal digits and full runs with another sum are conflicts, half a run is none", () => {
  const shape = shapeOf("kakuro", KAKURO);
  assert.deepEqual([...conflicts(shape, board({ 4: 1 }))], []);
  assert.deepEqual([...conflicts(shape, board({ 4: 2, 7: 2 }))].sort(), [4, 7]);
  assert.deepEqual([...conflicts(shape, board({ 7: 8 }))], [7], "already more than the sums");
  const sudoku = shapeOf("sudoku", SUDOKU);
  const value = (cell) => sudoku.givens.get(cell) ?? board({ 5: 1 })(cell);
  assert.deepEqual([...conflicts(sudoku, value)].sort(), [0, 5], "the same box");
});

test("a run without a clue only has to differ", () => {
  const view = {
    rows: 2,
    columns: 3,
    cells: [
      [null, null, null],
      [null, 0, 0],
    ],
  };
  const shape = shapeOf("kakuro", view);
  assert.ok(isSolved(shape, board({ 4: 9, 5: 8 })));
  assert.ok(!isSolved(shape, board({ 4: 9, 5: 9 })));
});

test("queens that attack each other are wrong", () => {
  const { wrong, done } = rulesOf("queens", { size: 4 });
  assert.deepEqual(
    [...wrong(board({ 0: 1, 15: 1 }))].sort((a, b) => a - b),
    [0, 15],
  );
  assert.ok(done(board({ 1: 1, 7: 1, 8: 1, 14: 1 })));
  assert.ok(!done(board({ 1: 1, 7: 1, 8: 1 })));
});

test("neighbours with one colour are wrong, and so is a colour too many", () => {
  const nodes = [{ name: "A" }, { name: "B" }, { name: "C" }];
  const { wrong, done } = rulesOf("coloring", {
    nodes,
    edges: [
      [0, 1],
      [1, 2],
    ],
    colors: 2,
  });
  assert.deepEqual([...wrong(board([1, 1, 2]))].sort(), [0, 1]);
  assert.deepEqual([...wrong(board([1, 2, 3]))], [2]);
  assert.ok(done(board([1, 2, 1])));
  assert.ok(!done(board([1, 2, 0])));
});

test("letters of a cryptarithm differ, and its equations are read with their digits", () => {
  const { wrong } = rulesOf("cryptarithm", { letters: ["A", "B"], equations: [], base: 10 });
  assert.deepEqual([...wrong(board([1, 1]))], [0, 1]);
  assert.equal(withDigits("AB + A = BA", ["A", "B"], board([10, 0])), "9· + 9 = ·9");
});

test("what is undone can be done again until something else is done", () => {
  const history = new History();
  history.push([
    { cell: 1, before: "a", after: "b" },
    { cell: 2, before: "c", after: "d" },
  ]);
  assert.deepEqual(history.undo(), [
    { cell: 2, to: "c" },
    { cell: 1, to: "a" },
  ]);
  assert.deepEqual([history.canUndo, history.canRedo], [false, true]);
  assert.deepEqual(history.redo(), [
    { cell: 1, to: "b" },
    { cell: 2, to: "d" },
  ]);
  history.undo();
  history.push([{ cell: 3, before: "e", after: "f" }]);
  assert.equal(history.canRedo, false);
  assert.deepEqual(history.redo(), []);
});

test("a digit takes the marks of its cell away, and undo brings them back", () => {
  const game = new Game();
  game.mark(4, 3);
  game.mark(4, 1);
  assert.deepEqual(game.marks(4), [1, 3]);
  game.enter(4, 2);
  assert.deepEqual([game.value(4), game.marks(4)], [2, []]);
  assert.equal(game.mark(4, 5), false, "a cell with a digit has no marks");
  game.undo();
  assert.deepEqual([game.value(4), game.marks(4)], [0, [1, 3]]);
  game.undo();
  assert.deepEqual(game.marks(4), [3]);
  game.redo();
  assert.deepEqual(game.marks(4), [1, 3]);
});

test("the same digit again takes it away, givens stay, and starting over is a move", () => {
  const game = new Game(new Map([[0, 7]]));
  assert.equal(game.enter(0, 3), false);
  assert.equal(game.value(0), 7);
  game.enter(1, 3);
  game.enter(2, 4);
  game.enter(2, 4);
  assert.equal(game.value(2), 0);
  game.restart();
  assert.equal(game.value(1), 0);
  game.undo();
  assert.equal(game.value(1), 3);
});

test("a saved game comes back with its moves, and rubbish is a new game", () => {
  const game = new Game();
  game.enter(1, 3);
  game.enter(2, 4);
  game.undo();
  game.seconds = 65;
  const back = Game.from(JSON.parse(JSON.stringify(game)), new Map());
  assert.deepEqual([back.value(1), back.value(2), back.seconds], [3, 0, 65]);
  back.redo();
  assert.equal(back.value(2), 4);
  for (const rubbish of [null, 5, {}, { cells: 1 }]) assert.equal(Game.from(rubbish, new Map()).history.canUndo, false);
});
