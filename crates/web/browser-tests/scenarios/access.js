// The page for people with a keyboard alone or a screen reader, and the rules of axe.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { scenario } from "../browser.js";
import { focused, KINDS, solveNow } from "./boards.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

for (const dark of [false, true]) {
  for (const language of ["en", "ko"]) {
    for (const width of [360, 1440]) {
      const name = `axe finds nothing: ${dark ? "dark" : "light"}, ${language === "ko" ? "Korean" : "English"}, ${width} pixels`;
      scenario(name, { dark, language, width, at: "#kakuro" }, async (person) => {
        for (const tab of ["puzzle", "play", "solve", "watch", "draw"]) {
          await person.press(`tab-${tab}`);
          if (tab === "solve") await solveNow(person);
          if (tab === "watch") {
            await person.press("watch-start");
            await person.sees("watch-position", /\d/);
            await person.press("watch-forward");
          }
          await audit(person, tab);
        }
      });
    }
  }
}

for (const dark of [false, true]) {
  scenario(`axe finds nothing on any kind, ${dark ? "dark" : "light"}`, { dark }, async (person) => {
    for (const kind of KINDS) {
      await person.press(`kind-${kind}`);
      await audit(person, kind);
      await solveNow(person);
      await audit(person, `${kind}, solved`);
    }
  });
}

scenario("axe finds nothing where a text is refused and where cells are wrong", { at: "#sudoku", refused: true }, async (person) => {
  await person.press("cell-0-0");
  await person.keys("8");
  await person.press("check");
  await audit(person, "wrong cells");
  await person.press("tab-puzzle");
  await person.write("text", "12");
  await person.press("open");
  await person.sees("problem-error", /\w/);
  await audit(person, "a refused text");
});

scenario("Tab reaches every control of every tab, and shows where it is", { at: "#kakuro" }, async (person) => {
  for (const tab of ["puzzle", "play", "solve", "watch", "draw"]) {
    await person.press(`tab-${tab}`);
    const wanted = await person.page.$$eval("button, select, input, textarea, a[href]", (elements) =>
      elements
        .filter((element) => element.checkVisibility() && !element.disabled && element.tabIndex >= 0 && element.dataset.testid)
        .map((element) => element.dataset.testid),
    );
    await person.page.evaluate(() => document.activeElement?.blur());
    const reached = new Set();
    for (let presses = 0; presses < wanted.length + 20; presses++) {
      await person.keys("Tab");
      const id = await focused(person);
      if (reached.has(id)) break;
      if (id !== "") reached.add(id);
      assert.ok(id === "" || id === "file" || (await hasRing(person)), `the focus is to be seen on ${id}`);
    }
    assert.deepEqual(wanted.filter((id) => !reached.has(id)), [], tab);
    assert.ok([...reached].some((id) => id.startsWith("cell-")), "the board is reached");
  }
});

scenario("Tabs are chosen with the arrows", { at: "#kakuro" }, async (person) => {
  await person.press("tab-play");
  await person.keys("ArrowRight");
  assert.equal(await person.attribute("tab-solve", "aria-selected"), "true");
  assert.ok(await person.shows("panel-solve"));
  await person.keys("Home");
  assert.ok(await person.shows("panel-puzzle"));
  await person.keys("ArrowLeft");
  assert.ok(await person.shows("panel-draw"));
});

scenario("A screen reader hears cells with place, digit and clues, and the end", { at: "#kakuro" }, async (person) => {
  await person.press("cell-1-1");
  await person.keys("9");
  const label = await person.attribute("cell-1-1", "aria-label");
  for (const part of [/row 2, column 2/i, /\b9\b/, /\b16\b/, /\b23\b/]) assert.match(label, part);
  for (const id of ["play-status", "solve-status", "watch-what"]) {
    const live = await person.page.$eval(`[data-testid="${id}"]`, (element) => element.ariaLive ?? element.getAttribute("role"));
    assert.match(live, /polite|assertive|status|alert/, id);
  }
});

/** The rules of axe on what is to be seen now. It comes through the debugger, so the content policy stays as it is. */
async function audit(person, where) {
  await person.page.evaluate(AXE);
  const found = await person.page.evaluate(async () => {
    const { violations } = await globalThis.axe.run(document, { resultTypes: ["violations"] });
    return violations.map(({ id, nodes }) => `${id}, ${nodes.length} times: ${nodes[0].target} ${nodes[0].failureSummary}`);
  });
  assert.deepEqual(found, [], where);
}

/** Whether what has the focus has a ring around it. */
function hasRing(person) {
  return person.page.evaluate(() => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(document.activeElement);
    return (outlineStyle !== "none" && parseFloat(outlineWidth) > 0) || boxShadow !== "none";
  });
}
