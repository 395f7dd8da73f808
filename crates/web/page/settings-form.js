// Fields for the settings of a kind as the server describes them: a box to tick, a choice, a number or a text.

import { make } from "./dom.js";
import { has, t } from "./i18n.js";

export class SettingsForm {
  /** @param {HTMLElement} element where the fields go; @param {string} prefix of their names */
  constructor(element, prefix) {
    Object.assign(this, { element, prefix, settings: [], inputs: new Map(), labels: new Map() });
    document.addEventListener("language", () => this.#name());
  }

  /** Fields for these settings, with these values. */
  open(settings, values = {}) {
    this.settings = settings;
    this.inputs.clear();
    this.labels.clear();
    this.element.replaceChildren(...settings.map((setting) => this.#field(setting)));
    this.fill(values);
    this.#name();
  }

  fill(values) {
    for (const { name, takes } of this.settings) {
      const input = this.inputs.get(name);
      if (takes.type === "flag") input.checked = values[name] === true;
      else input.value = values[name] ?? "";
    }
  }

  /** What was filled in; empty fields are not there. */
  values() {
    const values = {};
    for (const { name, takes } of this.settings) {
      const input = this.inputs.get(name);
      if (takes.type === "flag" ? input.checked : input.value.trim() !== "") {
        values[name] =
          takes.type === "flag" ? true : takes.type === "number" ? Number(input.value) : input.value.trim();
      }
    }
    return values;
  }

  #field({ name, help, takes }) {
    const id = `${this.prefix}-${name}`;
    const common = { id, "data-testid": id };
    const input =
      takes.type === "flag"
        ? make("input", { ...common, type: "checkbox" })
        : takes.type === "choice"
          ? make(
              "select",
              common,
              make("option", { value: "" }),
              ...takes.choices.map((value) => make("option", { value })),
            )
          : takes.type === "number"
            ? make("input", { ...common, type: "number", min: takes.min, max: takes.max })
            : make("input", {
                ...common,
                type: "text",
                autocomplete: "off",
                placeholder: takes.type === "size" ? "9x9" : null,
              });
    const label = make("label", { for: id });
    this.inputs.set(name, input);
    this.labels.set(name, { label, help });
    return make(
      "p",
      { class: takes.type === "flag" ? "check" : "field" },
      ...(takes.type === "flag" ? [input, " ", label] : [label, input]),
    );
  }

  /** Names in the language of now; what has no entry is called as the server calls it. */
  #name() {
    const said = (key, otherwise) => (has(key) ? t(key) : otherwise);
    for (const [name, { label, help }] of this.labels) {
      label.textContent = said(`setting.${name}`, help);
      const input = this.inputs.get(name);
      for (const option of input.options ?? []) {
        option.textContent = option.value === "" ? t("setting.default") : said(`choice.${option.value}`, option.value);
      }
    }
  }
}
