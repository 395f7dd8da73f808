// Pictures to keep and other formats.

import assert from "node:assert/strict";
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { scenario } from "../browser.js";

for (const [format, beginning] of [["svg", "<svg"], ["png", "\x89PNG\r\n\x1a\n"], ["pdf", "%PDF-1."]]) {
  scenario(`A drawing is downloaded as ${format.toUpperCase()}`, { at: "#kakuro" }, async (person) => {
    const { name, bytes } = await download(person, format);
    assert.ok(name.endsWith(`.${format}`), name);
    assert.equal(bytes.subarray(0, beginning.length).toString("latin1"), beginning);
    assert.ok(bytes.length > 1000);
  });
}

scenario("A drawing with its answer holds the digits", { at: "#kakuro" }, async (person) => {
  const without = (await download(person, "svg")).bytes.length;
  await person.press("draw-answer");
  const { bytes } = await download(person, "svg");
  assert.ok(bytes.length > without, `${bytes.length} bytes with the answer, ${without} without`);
});

scenario("A Kakuro is written as a puzz.link address", { at: "#kakuro" }, async (person) => {
  await person.press("tab-draw");
  await person.choose("convert-to", "puzzlink");
  await person.press("convert");
  await person.sees("convert-text", "https://puzz.link/p?kakuro/7/7/l.hEofJsc-.-7l78l7-b-ags-5o.-3lDKHcgghPB6");
});

/** Presses the button of a format; the file that arrives. */
async function download(person, format) {
  const folder = await mkdtemp(join(tmpdir(), "entail-"));
  const session = await person.page.createCDPSession();
  const target = { behavior: "allow", downloadPath: folder, browserContextId: person.context.id, eventsEnabled: true };
  await session.send("Browser.setDownloadBehavior", target);
  await person.press("tab-draw");
  await person.press(`draw-${format}`);
  const arrived = (names) => names.length === 1 && !names[0].endsWith(".crdownload");
  const [name] = await person.until(() => readdir(folder), arrived, `a download of ${format}`);
  const bytes = await readFile(join(folder, name));
  await rm(folder, { recursive: true });
  return { name, bytes };
}
