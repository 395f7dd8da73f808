// A link that carries the puzzle: everything is behind `#`, which browsers send to no one.

import { byId } from "../dom.js";
import { hush, say } from "../i18n.js";
import { encode } from "../logic/share.js";

export function startShare(app) {
  byId("share").addEventListener("click", async () => {
    const input = byId("share-link");
    input.value = linkOf(app);
    input.select();
    try {
      await navigator.clipboard.writeText(input.value);
      say(byId("share-status"), "share.copied");
    } catch {
      // Without the right to the clipboard the link is selected for the person to copy.
      say(byId("share-status"), "share.selected");
    }
  });
}

export function showShare(app) {
  const { share } = app.opened;
  byId("share-link").value = linkOf(app);
  byId("share-puzzlink").hidden = share === null;
  if (share) byId("share-puzzlink").href = share;
  hush(byId("share-status"));
}

/** The puzz.link form is the shortest where there is one. */
function linkOf({ problem, opened }) {
  const carried = opened.share ? { kind: problem.kind, text: opened.share } : problem;
  return `${location.origin}${location.pathname}#${encode(carried)}`;
}
