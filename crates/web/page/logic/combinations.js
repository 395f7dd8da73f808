// The sets of different digits 1–9 that a Kakuro run can hold.

/**
 * All sets of `length` different digits with this sum that contain the digits already placed, smallest first.
 * None where a digit was placed twice.
 */
export function combinations(sum, length, placed = []) {
  const found = [];
  const choose = (from, left, rest, chosen) => {
    if (left === 0) {
      if (rest === 0) found.push(chosen);
      return;
    }
    for (let digit = from; digit <= 9 && digit <= rest; digit++) {
      choose(digit + 1, left - 1, rest - digit, [...chosen, digit]);
    }
  };
  if (new Set(placed).size === placed.length) choose(1, length, sum, []);
  return found.filter((set) => placed.every((digit) => set.includes(digit)));
}
