// Before anything is painted: the theme and the language that were chosen, so that the page does not flash. What was never
// chosen is left to the system.
{
  const chosen = (name) => {
    try {
      return JSON.parse(localStorage.getItem(`entail.${name}`));
    } catch {
      return null;
    }
  };
  const theme = chosen("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  const language = chosen("language");
  if (language === "ko" || language === "en") document.documentElement.lang = language;
}
