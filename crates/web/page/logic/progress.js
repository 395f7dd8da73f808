// What is kept in the browser between visits. The store may be full or forbidden; the page works without it.

const PREFIX = "entail.";
/** How many puzzles are remembered with what was played. */
const MOST = 60;

export function load(name) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name));
  } catch {
    return null;
  }
}

export function save(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Nothing is lost but the memory of it.
  }
}

/** The name under which a puzzle is remembered: its kind and a hash of its text (FNV-1a, 32 bits twice over). */
export function nameOf(kind, text) {
  const hash = (seed) => {
    let value = seed;
    for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193) >>> 0;
    return value.toString(16).padStart(8, "0");
  };
  return `play.${kind}.${hash(0x811c9dc5)}${hash(0x01234567)}`;
}

/** Saves what was played and forgets the oldest puzzles beyond the limit. */
export function saveGame(name, game) {
  const names = (load("games") ?? []).filter((other) => other !== name);
  names.push(name);
  names.splice(0, Math.max(0, names.length - MOST)).forEach(forget);
  save("games", names);
  save(name, game);
}

function forget(name) {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // A store that forbids this has nothing to forget.
  }
}
