// How puzzles get onto the page and off it again: text, files, links, generators.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { example, named, scenario, visit } from "../browser.js";
import { blanks, digits, FILES, generate, KAKURO, KINDS, openText, solveNow } from "./boards.js";

const PUZZLINK = "https://puzz.link/p?kakuro/7/7/l.hEofJsc-.-7l78l7-b-ags-5o.-3lDKHcgghPB6";
const GIVENS = example("sudoku.txt").split("\n")[3].replaceAll(".", "");

scenario("The page opens with a puzzle to play", {}, async (person) => {
  assert.ok(await person.shows("board"));
  assert.ok((await blanks(person)).length > 10);
  assert.equal(await person.attribute("kind-kakuro", "aria-current"), "page");
});

scenario("Every kind is one press away and opens with a sample", {}, async (person) => {
  const kinds = [...KINDS.slice(1), KINDS[0]];
  for (const kind of kinds) {
    await person.press(`kind-${kind}`);
    assert.equal(await person.attribute(`kind-${kind}`, "aria-current"), "page");
    await person.press("tab-puzzle");
    await person.until(() => person.read("text"), (text) => text !== "", `a sample of ${kind}`);
    assert.equal(await person.read("problem-error"), "");
  }
});

scenario("A puzz.link address that is typed in opens as its puzzle", { at: "#kakuro" }, async (person) => {
  await openText(person, PUZZLINK);
  assert.equal((await blanks(person)).length, KAKURO.flat().filter(Boolean).length);
  await solveNow(person);
  assert.deepEqual((await digits(person)).flat().filter(Boolean), KAKURO.flat().filter(Boolean));
});

scenario("A puzzle that is pasted opens", { at: "#sudoku" }, async (person) => {
  const line = example("sudoku.txt").split("\n")[3];
  await person.page.evaluate((text) => navigator.clipboard.writeText(text), line);
  await person.press("tab-puzzle");
  await (await person.page.waitForSelector(named("text"), { visible: true })).focus();
  await person.keys("Control+a", "Control+v");
  await person.press("open");
  assert.equal((await digits(person)).flat().join(""), GIVENS);
});

scenario("A file that is chosen opens", { at: "#sudoku" }, async (person) => {
  await openText(person, example("sudoku.txt").split("\n")[3]);
  assert.equal((await digits(person)).flat().join(""), GIVENS);
  await (await person.page.$(named("file"))).uploadFile(FILES.sudoku);
  const first = example("sudoku.txt").split("\n")[1].replaceAll(".", "");
  await person.until(async () => (await digits(person)).flat().join(""), (shown) => shown === first, "the first puzzle of the file");
});

scenario("A file that is dropped opens", { at: "#sudoku" }, async (person) => {
  const contents = readFileSync(FILES.sudoku, "utf8").split("\n").slice(2).join("\n");
  await person.page.$eval(
    "main",
    (target, contents) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([contents], "dropped.txt", { type: "text/plain" }));
      for (const type of ["dragenter", "dragover", "drop"]) {
        target.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
      }
    },
    contents,
  );
  await person.until(async () => (await digits(person)).flat().join(""), (shown) => shown === GIVENS, "the puzzle of the file");
});

scenario("The second puzzle of a text opens by its number", { at: "#sudoku" }, async (person) => {
  await person.press("tab-puzzle");
  await person.write("case", "2");
  await person.press("open");
  await person.until(async () => (await digits(person)).flat().join(""), (shown) => shown === GIVENS, "the second puzzle");
});

scenario("A malformed text is refused with line and column", { at: "#kakuro", refused: true }, async (person) => {
  const lines = example("kakuro.txt").split("\n");
  lines[3] = lines[3].replace("1 1 0", "1 x 0");
  await openText(person, lines.join("\n"));
  await person.sees("problem-error", /line 4\b.*column 5\b|4:5/is);
  await person.sees("error-excerpt", /0 1 x 0 0 1 1 1/);
  // Put right, it opens and the message goes.
  await openText(person, example("kakuro.txt"));
  await person.sees("problem-error", "");
});

scenario("Malformed FlatZinc is refused with line and column", { at: "#model", refused: true }, async (person) => {
  await openText(person, "var 1..3: x;\nconstraint int_le(x x);\nsolve satisfy;\n");
  const refusal = () => Promise.all([person.read("problem-error"), person.read("solve-status")]).then((texts) => texts.join(" "));
  if (!/line 2/i.test(await refusal())) await solveNow(person);
  await person.until(refusal, (text) => /line 2\b.*column 21\b|2:21/is.test(text), "a place in the text");
});

scenario("Markup in a text is shown as text", { at: "#coloring" }, async (person) => {
  await openText(person, "<img src=x onerror=alert(1)>, b\nb, c\n");
  await solveNow(person);
  await person.sees("answer-text", /<img src=x onerror=alert\(1\)>/);
  assert.equal(await person.page.$$eval('img[src="x"]', (images) => images.length), 0);
});

scenario("The same seed generates the same Kakuro", { at: "#kakuro" }, async (person) => {
  const texts = [];
  for (const seed of [7, 8, 7]) {
    await generate(person, seed);
    texts.push(await person.read("text"));
  }
  assert.notEqual(texts[0], texts[1]);
  assert.equal(texts[0], texts[2]);
});

scenario("A word search is generated from words", { at: "#wordsearch" }, async (person) => {
  await person.press("tab-puzzle");
  await person.write("gen-words", "APPLE PEAR PLUM");
  await person.write("gen-grid", "8x8");
  await generate(person, 3);
  assert.match(await person.read("text"), /APPLE/);
  await solveNow(person);
  await person.sees("answer-text", /\w/);
});

scenario("A share link opens the same puzzle for somebody else", { at: "#sudoku" }, async (person) => {
  await generate(person, 11);
  const shown = await digits(person);
  await person.press("tab-play");
  await person.press("share");
  const link = await person.read("share-link");
  assert.equal(await person.page.evaluate(() => navigator.clipboard.readText()), link);
  const friend = await visit({ at: link.slice(link.indexOf("#")) });
  assert.deepEqual(await digits(friend), shown);
  assert.deepEqual(friend.complaints, []);
  await friend.leave();
});

scenario("A Kakuro is shared as a puzz.link address too", { at: "#kakuro" }, async (person) => {
  await person.press("tab-play");
  await person.press("share");
  assert.equal(await person.attribute("share-puzzlink", "href"), PUZZLINK);
});

scenario("The address in the bar keeps the puzzle of a model with settings", { at: "#layout?text=3x2+2x2&set.board=5x2" }, async (person) => {
  await person.press("tab-puzzle");
  assert.equal(await person.read("setting-board"), "5x2");
  await solveNow(person);
  const answer = (await person.read("answer-text")).split(/\s+/);
  assert.equal(answer.filter((square) => square === "1").length, 6);
  assert.equal(answer.filter((square) => square === "2").length, 4);
});
