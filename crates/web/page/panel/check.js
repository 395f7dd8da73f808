// Whether what was played is right. Rules are checked here; what only a search knows is asked of the server.

import * as api from "../api.js";
import { withDigits, symbol } from "../logic/rules.js";

/** How long a search for the answer may take when mistakes are looked for, in seconds. */
const PATIENCE = 10;

/** Whether a board that is done by its rules is right: the sums of a cryptarithm are the server's to check. */
export async function isRight({ problem, opened }, value) {
  if (problem.kind !== "cryptarithm") return true;
  const { equations, letters } = opened.view;
  const lines = equations.map((equation) => withDigits(equation, letters, value));
  lines.push(letters.map((letter, at) => `${letter}=${symbol(value(at) - 1)}`).join(" "));
  const { verdict } = await api.ask("check", { ...problem, answer: `${lines.join("\n")}\n` });
  return verdict === "right";
}

/**
 * The cells that are wrong, and what to say about them. With one answer only, a cell is wrong where it differs from it;
 * else only what breaks a rule is.
 */
export async function findMistakes(app, value) {
  const { problem, rules } = app;
  const found = { answers: [], end: null };
  const on = {
    answer: (answer) => found.answers.push(answer),
    better: (answer) => (found.answers = [answer]),
    end: (end) => (found.end = end),
  };
  const enumerable = app.chosen.enumerable && problem.kind !== "coloring";
  await api.stream({ ...problem, want: enumerable ? "unique" : "answer", time: PATIENCE }, on);
  if (found.end?.status === "no answer") return { wrong: new Set(), key: "check.none", values: {} };
  if (problem.kind === "coloring") return fewest(app, value, found.answers[0]);
  if (problem.kind === "cryptarithm") return letters(app, value, found);
  const broken = rules.wrong(value);
  const answer = found.end?.unique ? found.answers[0].values.flat() : null;
  const differs = (cell) => value(cell) > 0 && value(cell) !== answer[cell];
  const wrong = answer ? new Set(rules.shape.open.filter(differs)) : broken;
  return said(wrong, answer ? "" : ".rules");
}

function said(wrong, sort) {
  if (wrong.size > 0)
    return { wrong, key: wrong.size === 1 ? "check.one" : "check.wrong", values: { count: wrong.size } };
  return { wrong, key: `check.good${sort}`, values: {} };
}

/** A colouring may be right and use more colours than it must. */
function fewest({ rules, opened }, value, answer) {
  const wrong = rules.wrong(value);
  const used = new Set(opened.view.nodes.map((_, node) => value(node)).filter((colour) => colour > 0)).size;
  if (wrong.size === 0 && answer && rules.done(value) && used > answer.values.colors && opened.view.colors === null) {
    return { wrong, key: "check.fewer", values: { colours: answer.values.colors } };
  }
  return said(wrong, ".rules");
}

function letters({ rules, opened }, value, { answers, end }) {
  if (!end?.unique) return said(rules.wrong(value), ".rules");
  const digits = answers[0].values.letters;
  const differs = (letter) => value(letter) > 0 && value(letter) - 1 !== digits[opened.view.letters[letter]];
  return said(new Set([...opened.view.letters.keys()].filter(differs)), "");
}
