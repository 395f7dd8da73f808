// The rules of Kakuro and Sudoku in one form: groups of cells whose digits differ, some with a sum. Cells are numbered
// row by row. Everything that looks at rules (conflicts, highlighting, combinations) looks at groups only.

/** @typedef {{cells: number[], sum: number|null, direction: "across"|"down"|"box"}} Group */

/** The shape of a board from what the server tells of it: size, playable cells, givens and groups. */
export function shapeOf(kind, view) {
  const shape = kind === "kakuro" ? kakuro(view) : sudoku(view);
  // Looked up for every cell whenever the board is shown.
  shape.through = new Map();
  for (const group of shape.groups) {
    for (const cell of group.cells) shape.through.set(cell, [...(shape.through.get(cell) ?? []), group]);
  }
  return shape;
}

function kakuro({ rows, columns, cells }) {
  const open = [];
  const groups = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (cells[row][column] === 0) {
        open.push(row * columns + column);
        continue;
      }
      const clue = cells[row][column];
      const across = along(cells, row, column, 0, 1, columns);
      const down = along(cells, row, column, 1, 0, columns);
      if (across.length > 0) groups.push({ cells: across, sum: clue?.right ?? null, direction: "across" });
      if (down.length > 0) groups.push({ cells: down, sum: clue?.down ?? null, direction: "down" });
    }
  }
  return { rows, columns, highest: 9, open, givens: new Map(), groups };
}

/** The white cells behind a black one. */
function along(cells, row, column, down, right, columns) {
  const run = [];
  for (let r = row + down, c = column + right; cells[r]?.[c] === 0; r += down, c += right) run.push(r * columns + c);
  return run;
}

function sudoku({ size, block, cells }) {
  const digits = cells.flat();
  const groups = [];
  const numbers = [...digits.keys()];
  const boxOf = (cell) => Math.floor(cell / size / block) * block + Math.floor((cell % size) / block);
  for (let at = 0; at < size; at++) {
    const inRow = numbers.slice(at * size, (at + 1) * size);
    groups.push({ cells: inRow, sum: null, direction: "across" });
    groups.push({ cells: numbers.filter((cell) => cell % size === at), sum: null, direction: "down" });
    groups.push({ cells: numbers.filter((cell) => boxOf(cell) === at), sum: null, direction: "box" });
  }
  return {
    rows: size,
    columns: size,
    highest: size,
    open: numbers.filter((cell) => digits[cell] === 0),
    givens: new Map(numbers.filter((cell) => digits[cell] > 0).map((cell) => [cell, digits[cell]])),
    groups,
  };
}

/** The cells that cannot all be right: equal digits in a group, or a full group with another sum. */
export function conflicts(shape, valueOf) {
  const wrong = new Set();
  for (const { cells, sum } of shape.groups) {
    const values = cells.map(valueOf);
    const twice = (value, at) => value > 0 && values.some((other, there) => there !== at && other === value);
    values.forEach((value, at) => twice(value, at) && wrong.add(cells[at]));
    const total = values.reduce((all, value) => all + value, 0);
    if (sum !== null && (total > sum || (!values.includes(0) && total !== sum))) {
      cells.filter((_, at) => values[at] > 0).forEach((cell) => wrong.add(cell));
    }
  }
  return wrong;
}

/** Whether every cell has a digit and every group is as it must be. */
export function isSolved(shape, valueOf) {
  return shape.open.every((cell) => valueOf(cell) > 0) && conflicts(shape, valueOf).size === 0;
}

/** The groups through a cell. */
export function groupsOf(shape, cell) {
  return shape.through.get(cell) ?? [];
}
