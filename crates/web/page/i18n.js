// English and Korean. Every text of the page is an entry of both dictionaries; an element knows its entry (`data-t`, or
// `data-t-label` for its name to screen readers), so that the language can change under it.

import en from "./i18n/en.js";
import ko from "./i18n/ko.js";
import { load, save } from "./logic/progress.js";

const LANGUAGES = { en, ko };
const wanted = load("language") ?? navigator.language?.slice(0, 2);
let current = wanted in LANGUAGES ? wanted : "en";
/** What entries are about: `{name}` in an entry stands for it. */
const about = new WeakMap();

export function language() {
  return current;
}

export function has(key) {
  return key in LANGUAGES[current];
}

export function t(key, values = {}) {
  const entry = LANGUAGES[current][key] ?? en[key] ?? key;
  return entry.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

/** Gives an element the text of an entry, now and in every language. */
export function say(element, key, values = {}) {
  element.dataset.t = key;
  about.set(element, values);
  element.textContent = t(key, values);
}

/** Takes the text of an element away. */
export function hush(element) {
  delete element.dataset.t;
  element.textContent = "";
}

/** Writes all entries below an element in the language of now. */
export function translate(root = document) {
  for (const element of root.querySelectorAll("[data-t]")) {
    element.textContent = t(element.dataset.t, about.get(element));
  }
  for (const element of root.querySelectorAll("[data-t-label]")) {
    element.setAttribute("aria-label", t(element.dataset.tLabel));
  }
}

export function setLanguage(name) {
  current = name;
  save("language", name);
  document.documentElement.lang = name;
  translate();
  document.dispatchEvent(new Event("language"));
}

/**
 * What the server calls a constraint or a cell, in words of the page: `row 3, 16 in two cells` is said with the entry
 * `because.run`. Names that are not known stay as they are.
 */
export function named(name) {
  const cell = /^row (\d+), column (\d+)$/.exec(name);
  if (cell) return t("because.cell", { row: cell[1], column: cell[2] });
  const unit = /^(row|column|box) (\d+)$/.exec(name);
  if (unit) return t(`because.${unit[1]}`, { number: unit[2] });
  const run = /^(row|column) (\d+), (\d+) in (.+) cells?$/.exec(name);
  if (run)
    return t("because.run", { line: t(`because.${run[1]}`, { number: run[2] }), sum: run[3], length: count(run[4]) });
  return name;
}

const NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

/** A number that was written as a word. */
function count(word) {
  return NUMBERS.includes(word) ? NUMBERS.indexOf(word) : word;
}
