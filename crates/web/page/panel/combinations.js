// The combinations that the runs through the cursor still allow.

import { byId, make } from "../dom.js";
import { t } from "../i18n.js";
import { combinations } from "../logic/combinations.js";
import { groupsOf } from "../logic/groups.js";

export function showCombinations({ problem, rules, stage }, value) {
  byId("combinations").hidden = problem.kind !== "kakuro";
  if (problem.kind !== "kakuro") return;
  const groups = groupsOf(rules.shape, stage.board.cursor);
  for (const direction of ["across", "down"]) {
    const group = groups.find((group) => group.direction === direction);
    byId(`combos-${direction}`).replaceChildren(...(group?.sum ? listed(group, value) : []));
  }
}

function listed({ cells, sum, direction }, value) {
  const placed = cells.map(value).filter((digit) => digit > 0);
  const sets = combinations(sum, cells.length, placed);
  const title = make("h4", {}, t(`cell.${direction}`, { sum, length: cells.length }));
  if (sets.length === 0) return [title, make("p", {}, t("play.impossible"))];
  const digit = (each) => make("span", placed.includes(each) ? { class: "placed" } : {}, String(each));
  return [title, make("ul", { class: "sets" }, ...sets.map((set) => make("li", {}, ...set.map(digit))))];
}
