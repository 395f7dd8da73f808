// What a watched search looks like after each of its steps: the digits left in each cell, and the tree of its choices.
// Digits are bits of a number: digit d is bit d-1.

/** Boards with more digits have no bits for them. */
export const MOST_DIGITS = 30;

/** The digits of a set. */
export function digitsOf(bits) {
  const digits = [];
  for (let digit = 1; bits >> (digit - 1) > 0; digit++) if ((bits >> (digit - 1)) & 1) digits.push(digit);
  return digits;
}

/** Numbers in ascending order as ranges: 1, 2, 3, 7 is 1–3 and 7. */
export function rangesOf(numbers) {
  const ranges = [];
  for (const number of numbers) {
    if (ranges.at(-1)?.[1] === number - 1) ranges.at(-1)[1] = number;
    else ranges.push([number, number]);
  }
  return ranges;
}

/** The digits left in each cell before the first step and after each one: `states[n]` is after n steps. */
export function statesOf(shape, steps) {
  const all = 2 ** shape.highest - 1;
  let left = new Int32Array(shape.rows * shape.columns);
  for (const cell of shape.open) left[cell] = all;
  for (const [cell, digit] of shape.givens) left[cell] = 1 << (digit - 1);
  const at = ([row, column]) => row * shape.columns + column;
  const levels = [];
  const states = [left];
  for (const step of steps) {
    const before = left;
    if (step.do === "back") {
      left = levels.pop() ?? left;
    } else if (step.do === "propagate" || step.do === "choose") {
      left = left.slice();
    }
    if (step.do === "propagate") {
      for (const { cell, values } of step.removed)
        for (const digit of values ?? []) left[at(cell)] &= ~(1 << (digit - 1));
    }
    if (step.do === "choose") {
      levels.push(before);
      left[at(step.cell)] &= chosen(step, all);
    }
    states.push(left);
  }
  return states;
}

/** The digits that a choice leaves. */
function chosen({ relation, value }, all) {
  const upTo = (digit) => 2 ** Math.max(0, digit) - 1;
  switch (relation) {
    case "=":
      return 1 << (value - 1);
    case "!=":
      return all & ~(1 << (value - 1));
    case "<=":
      return upTo(value);
    default:
      return all & ~upTo(value - 1);
  }
}

/**
 * The tree of choices. The root is the puzzle, every other node a choice; a choice that was taken back stands beside the
 * next one. A node is a conflict where no answer is below it. `node[n]` is where the search is after n steps.
 */
export function treeOf(steps) {
  const nodes = [{ parent: null, depth: 0, step: 0, choice: null, end: null, children: [] }];
  const node = [0];
  let here = 0;
  const answered = (at) => nodes[at].end === "answer" || nodes[at].children.some(answered);
  steps.forEach((step, index) => {
    if (step.do === "choose") {
      const next = { parent: here, depth: step.depth, step: index + 1, choice: step, end: null, children: [] };
      nodes[here].children.push(nodes.length);
      here = nodes.length;
      nodes.push(next);
    } else if (step.do === "answer" || (step.do === "conflict" && !answered(here))) {
      nodes[here].end = step.do;
    } else if (step.do === "back" && nodes[here].parent !== null) {
      here = nodes[here].parent;
    }
    node.push(here);
  });
  return { nodes, node };
}

/** A place for each node: leaves from left to right, parents over the middle of their children. */
export function placesOf({ nodes }) {
  const places = nodes.map(({ depth }) => ({ x: 0, y: depth }));
  let leaves = 0;
  // Children come after their parents in the list, so a stack from the last to the first would mix the leaves up; the
  // order of the list is the order in which the search visits, and so the leaves count from left to right.
  nodes.forEach(({ children }, at) => {
    if (children.length === 0) places[at].x = leaves++;
  });
  for (let at = nodes.length - 1; at >= 0; at--) {
    const { children } = nodes[at];
    if (children.length > 0) places[at].x = (places[children[0]].x + places[children.at(-1)].x) / 2;
  }
  return { places, width: Math.max(1, leaves), height: 1 + Math.max(...nodes.map(({ depth }) => depth)) };
}
