// Digits, or colours of a map, for fingers and mice.

import { byId, make } from "../dom.js";
import { t } from "../i18n.js";
import { symbol } from "../logic/rules.js";

/** A map without a number of colours offers so many: four are enough for every map, a graph may need more. */
const COLOURS = 6;
/** No one chooses from more buttons. */
const MOST = 36;

export class Keypad {
  /** @param {(value: number) => void} pressed */
  constructor(pressed) {
    this.pressed = pressed;
    this.highest = 0;
    this.colour = 1;
    document.addEventListener("language", () => this.#name());
  }

  open(kind, view) {
    this.kind = kind;
    this.highest = { kakuro: 9, sudoku: view.size, coloring: Math.min(MOST, view.colors ?? COLOURS) }[kind] ?? 0;
    this.colour = Math.min(1, this.highest);
    const first = kind === "coloring" ? 0 : 1;
    const values = this.highest === 0 ? [] : [...Array(this.highest + 1).keys()].slice(first);
    this.buttons = values.map((value) => this.#button(value));
    byId("keypad").replaceChildren(...this.buttons);
    byId("keypad").hidden = values.length === 0;
    this.#name();
    this.#choose(this.colour);
  }

  #button(value) {
    const colours = this.kind === "coloring";
    const button = make("button", {
      "type": "button",
      "data-value": value,
      "data-testid": `${colours ? "color" : "digit"}-${value}`,
    });
    button.textContent = value === 0 ? "×" : symbol(value);
    if (colours && value > 0) button.classList.add("swatch", `shade-${((value - 1) % 8) + 1}`);
    button.addEventListener("click", () => {
      if (colours) this.#choose(value);
      else this.pressed(value);
    });
    return button;
  }

  /** The colour that a click on a node gives. */
  #choose(value) {
    if (this.kind !== "coloring") return;
    this.colour = value;
    for (const button of this.buttons)
      button.setAttribute("aria-pressed", String(Number(button.dataset.value) === value));
  }

  #name() {
    if (this.kind !== "coloring") return;
    for (const button of this.buttons) {
      const colour = Number(button.dataset.value);
      button.setAttribute("aria-label", colour > 0 ? t("graph.colour", { colour }) : t("graph.none"));
    }
  }
}
