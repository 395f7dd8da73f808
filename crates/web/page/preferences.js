// The language and the theme: two buttons, kept. Without a choice the theme is the system's.

import { byId } from "./dom.js";
import { language, say, setLanguage } from "./i18n.js";
import { save } from "./logic/progress.js";

const system = window.matchMedia("(prefers-color-scheme: dark)");

export function startPreferences() {
  document.documentElement.lang = language();
  byId("language").addEventListener("click", () => setLanguage(language() === "en" ? "ko" : "en"));
  byId("theme").addEventListener("click", () => {
    const next = theme() === "dark" ? "light" : "dark";
    document.documentElement.dataset.theme = next;
    save("theme", next);
    nameTheme();
  });
  system.addEventListener("change", nameTheme);
  // The other language is named in itself, for those who cannot read this one.
  byId("language").lang = language() === "en" ? "ko" : "en";
  document.addEventListener("language", () => {
    byId("language").lang = language() === "en" ? "ko" : "en";
  });
  nameTheme();
}

function theme() {
  return document.documentElement.dataset.theme ?? (system.matches ? "dark" : "light");
}

/** The button says what it does. */
function nameTheme() {
  say(byId("theme"), theme() === "dark" ? "theme.light" : "theme.dark");
}
