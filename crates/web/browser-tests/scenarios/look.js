// Light and dark, narrow and wide, English and Korean, on paper.

import assert from "node:assert/strict";
import { scenario } from "../browser.js";
import { KINDS, solveNow } from "./boards.js";

scenario("The page is dark where the system is", { dark: true }, async (person) => {
  assert.ok((await brightness(person, "backgroundColor")) < 80);
  assert.ok((await brightness(person, "color")) > 150);
});

scenario("The theme is changed by its button and stays after a reload", {}, async (person) => {
  assert.ok((await brightness(person, "backgroundColor")) > 200);
  await person.press("theme");
  assert.ok((await brightness(person, "backgroundColor")) < 80);
  await person.reload();
  assert.ok((await brightness(person, "backgroundColor")) < 80);
  await person.press("theme");
  assert.ok((await brightness(person, "backgroundColor")) > 200);
});

scenario("A browser in Korean gets the page in Korean", { language: "ko-KR", at: "#sudoku" }, async (person) => {
  assert.equal(await person.page.$eval("html", (html) => html.lang), "ko");
  await person.sees("kind-sudoku", /스도쿠/);
  await solveNow(person);
  await person.sees("solve-status", /[가-힣]/);
});

scenario("The language is changed by its button and stays after a reload", {}, async (person) => {
  await person.sees("language", "한국어");
  await person.press("language");
  assert.equal(await person.page.$eval("html", (html) => html.lang), "ko");
  await person.sees("tab-solve", /[가-힣]/);
  await person.sees("kind-kakuro", /가쿠로|카쿠로/);
  await person.reload();
  await person.sees("tab-solve", /[가-힣]/);
  await person.sees("language", "English");
  await person.press("language");
  await person.sees("tab-solve", /solve/i);
});

scenario("No text is left in English on the Korean page", { language: "ko" }, async (person) => {
  const own = /^(Entail|English|SVG|PNG|PDF|FlatZinc|puzz\.link|MiniZinc|JSON|pzprv3|[A-Z]|[a-z]{0,2}\d*[a-z]?\d*)$/;
  for (const kind of KINDS) {
    await person.press(`kind-${kind}`);
    for (const tab of ["puzzle", "play", "solve", "watch", "draw"]) {
      if (!(await person.shows(`tab-${tab}`))) continue;
      await person.press(`tab-${tab}`);
      const texts = await person.page.$$eval("label, button, h1, h2, h3, p, a", (elements) =>
        elements.filter((element) => element.checkVisibility()).map((element) => element.innerText.trim()),
      );
      const english = texts.filter((text) => /[A-Za-z]{3}/.test(text) && !/[가-힣]/.test(text) && !own.test(text));
      assert.deepEqual(english, [], `${kind}, ${tab}`);
    }
  }
});

for (const width of [360, 768, 1440]) {
  scenario(`Nothing is wider than a screen of ${width} pixels, for any kind`, { width, height: 740 }, async (person) => {
    for (const kind of KINDS) {
      await person.press(`kind-${kind}`);
      for (const tab of ["puzzle", "play", "solve", "watch", "draw"]) {
        if (!(await person.shows(`tab-${tab}`))) continue;
        await person.press(`tab-${tab}`);
        if (tab === "solve") await solveNow(person);
        const wide = await person.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        assert.ok(wide <= 0, `${kind}, ${tab}: ${wide} pixels too wide`);
        assert.deepEqual(await cutOff(person), [], `${kind}, ${tab}`);
      }
    }
  });
}

scenario("A cell is large enough for a finger on a narrow screen", { width: 360, height: 740 }, async (person) => {
  const { width, height } = await person.page.$eval('[data-testid="cell-1-1"]', (cell) => cell.getBoundingClientRect().toJSON());
  assert.ok(width >= 24 && height >= 24, `${width} × ${height}`);
  const key = await person.page.$eval('[data-testid="digit-1"]', (button) => button.getBoundingClientRect().toJSON());
  assert.ok(key.width >= 24 && key.height >= 24, `${key.width} × ${key.height}`);
});

scenario("On paper there is the puzzle alone, black on white", { at: "#kakuro", dark: true }, async (person) => {
  await person.page.emulateMediaType("print");
  assert.ok(await person.shows("board"));
  for (const control of ["kind-sudoku", "tab-solve", "theme", "language", "digit-1", "undo"]) {
    assert.equal(await person.shows(control), false, control);
  }
  assert.ok((await brightness(person, "backgroundColor")) > 240 || (await alpha(person)) === 0);
  const pdf = await person.page.pdf({ format: "A4" });
  const pages = Buffer.from(pdf).toString("latin1").match(/\/Type\s*\/Page\b/g);
  assert.equal(pages.length, 1);
});

/** How bright a colour of the body is, from 0 to 255. */
async function brightness(person, property) {
  const colour = await person.page.evaluate((property) => getComputedStyle(document.body)[property], property);
  const [red, green, blue] = colour.match(/[\d.]+/g).map(Number);
  return 0.3 * red + 0.59 * green + 0.11 * blue;
}

async function alpha(person) {
  const colour = await person.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  return Number(colour.match(/[\d.]+/g)[3] ?? 1);
}

/** Buttons, fields and cells that stick out of the window, and buttons and choices whose text does not fit. */
function cutOff(person) {
  return person.page.evaluate(() =>
    [...document.querySelectorAll("button, select, input:not(.unseen), textarea, h1, h2, h3, label, [role=gridcell]")]
      .filter((element) => element.checkVisibility())
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        if (left < -0.5 || right > innerWidth + 0.5) return true;
        if (element.tagName === "BUTTON") return element.scrollWidth > element.clientWidth + 1;
        if (element.tagName !== "SELECT") return false;
        const { font, paddingLeft, paddingRight } = getComputedStyle(element);
        const pen = new OffscreenCanvas(1, 1).getContext("2d");
        pen.font = font;
        const longest = Math.max(...[...element.options].map((option) => pen.measureText(option.text).width));
        return longest > element.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
      })
      .map((element) => element.dataset.testid ?? element.textContent),
  );
}
