// A cryptarithm: its equations, the same with the digits so far, and a field for each letter.

import { make } from "../dom.js";
import { t } from "../i18n.js";
import { symbol, withDigits } from "../logic/rules.js";

export class LettersBoard {
  /** @param {{entered: (letter: number, digit: number|null) => void, key: (letter: number, event: KeyboardEvent) => void}} on */
  constructor(view, on) {
    Object.assign(this, { view, on });
    this.cursor = 0;
    this.digits = view.equations.map(() => make("div", { class: "digits" }));
    const equations = view.equations.map((equation, at) =>
      make("div", { class: "equation" }, make("div", {}, equation), this.digits[at]),
    );
    this.inputs = view.letters.map((letter, at) => this.#input(letter, at));
    const fields = view.letters.map((letter, at) => make("label", {}, make("span", {}, letter), this.inputs[at]));
    this.element = make(
      "div",
      { "class": "letters", "data-testid": "board", "role": "group" },
      ...equations,
      make("div", { class: "row" }, ...fields),
    );
  }

  #input(letter, at) {
    const inputmode = this.view.base > 10 ? "text" : "numeric";
    const input = make("input", {
      "type": "text",
      "maxlength": 1,
      inputmode,
      "autocomplete": "off",
      "data-testid": `letter-${letter}`,
    });
    input.addEventListener("input", () => {
      const digit = /^[0-9a-z]$/i.test(input.value) ? parseInt(input.value, 36) : NaN;
      this.on.entered(at, digit < this.view.base ? digit : null);
    });
    input.addEventListener("focus", () => {
      this.cursor = at;
      input.select();
    });
    input.addEventListener("keydown", (event) => (event.ctrlKey || event.metaKey) && this.on.key(at, event));
    return input;
  }

  show(face) {
    this.element.setAttribute("aria-label", t("kind.cryptarithm"));
    this.view.equations.forEach((equation, at) => {
      this.digits[at].textContent = withDigits(equation, this.view.letters, face.value);
    });
    this.inputs.forEach((input, letter) => {
      const value = face.value(letter);
      input.value = value > 0 ? symbol(value - 1) : "";
      input.classList.toggle("wrong", face.wrong.has(letter));
      input.setAttribute("aria-invalid", String(face.wrong.has(letter)));
    });
  }

  focus() {
    this.inputs[this.cursor]?.focus();
  }
}
