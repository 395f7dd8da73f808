// A refusal of the server, and how the page shows it: where the person looks, with the line of the text and its place.

import { make } from "./dom.js";
import { has, t } from "./i18n.js";

export class Refusal extends Error {
  constructor({ message, line = null, column = null, excerpt = null }) {
    super(message);
    Object.assign(this, { line, column, excerpt });
  }
}

/** What went wrong, where the person looks: the message, and the line of the text with its place. */
export function showError(element, error) {
  element.hidden = error === null;
  element.replaceChildren();
  if (error === null) return;
  const message = messageOf(error);
  const place = error.line ? t("error.place", { line: error.line, column: error.column ?? 1 }) : "";
  element.append(make("p", {}, place ? `${place}: ${message}` : message));
  if (error.excerpt) {
    const pointer = error.column ? `\n${" ".repeat(Math.max(0, error.column - 1))}^` : "";
    element.append(make("pre", { "data-testid": "error-excerpt" }, error.excerpt + pointer));
  }
}

/** A mistake of the page in the language of the page, or what the server says, which is English. */
export function messageOf({ message }) {
  // The place is shown apart, in words of the page.
  const bare = message.replace(/^line \d+, column \d+: /, "");
  return has(`error.${bare}`) ? t(`error.${bare}`) : bare;
}
