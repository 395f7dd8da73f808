// A puzzle in the fragment of an address: `#kakuro?text=…&case=2&set.board=9x9`. The fragment never leaves the browser.

/** Longer fragments are not put into the address: browsers and messengers cut them. */
export const LONGEST = 8000;

/** @param {{kind: string, text?: string, case?: number, settings?: object}} problem */
export function encode({ kind, text, case: number = 1, settings = {} }) {
  const fields = new URLSearchParams();
  if (text !== undefined) fields.set("text", text);
  if (number > 1) fields.set("case", number);
  for (const [name, value] of Object.entries(settings)) fields.set(`set.${name}`, value);
  const query = fields.toString();
  return encodeURIComponent(kind) + (query && `?${query}`);
}

/** The problem of a fragment (with or without `#`), null where it names none. What is not understood is left out. */
export function decode(fragment) {
  const [, name, query] = /^#?([^?]*)\??(.*)$/s.exec(fragment);
  let kind;
  try {
    kind = decodeURIComponent(name);
  } catch {
    return null;
  }
  if (kind === "") return null;
  const problem = { kind, case: 1, settings: {} };
  for (const [field, value] of new URLSearchParams(query)) {
    if (field === "text") problem.text = value;
    if (field === "case" && /^[1-9]\d{0,8}$/.test(value)) problem.case = Number(value);
    if (field.startsWith("set.")) problem.settings[field.slice(4)] = value === "true" ? true : value;
  }
  return problem;
}
