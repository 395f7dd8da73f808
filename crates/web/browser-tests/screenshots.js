// The screenshots of docs/pictures, taken again: `node screenshots.js`, or with a part of a name only those. Letters are those
// of the machine; for Korean it needs a font that has them.

import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { example, inProject, running, stop, visit } from "./browser.js";
import { generate, openText, solveNow } from "./scenarios/boards.js";

const WIDTHS = { 360: 740, 768: 1024, 1440: 900 };

/** Ten states: the name, how the page is opened, at which widths it is shown, and what is done before. */
const STATES = [
  ["play-kakuro", { at: "#kakuro" }, [360, 768, 1440], async (person) => {
    await person.press("cell-1-1");
    await person.keys("9", "ArrowRight", "7", "ArrowDown", "p", "8", "9", "p", "ArrowLeft");
  }],
  ["play-sudoku-dark-korean", { at: "#sudoku", dark: true, language: "ko" }, [360, 1440], async (person) => {
    await person.press("cell-0-0");
    await person.keys("7", "ArrowRight", "ArrowRight", "p", "5", "7", "p", "ArrowDown", "8");
  }],
  ["generate", { at: "#kakuro" }, [360, 768, 1440], (person) => generate(person, 7)],
  ["solve-sudoku", { at: "#sudoku" }, [360, 768, 1440], (person) => solveNow(person, { want: "unique" })],
  ["watch-sudoku", { at: "#sudoku" }, [360, 768, 1440], async (person) => {
    await openText(person, example("sudoku.txt").split("\n")[3]);
    await person.press("tab-watch");
    await person.press("watch-start");
    await person.sees("watch-position", /\d+ \/ [1-9]/);
    for (let step = 0; step < 12; step++) await person.press("watch-forward");
  }],
  ["color-map", { at: "#coloring" }, [360, 1440], async (person) => {
    await openText(person, example("australia.txt"));
    await person.press("tab-play");
    for (const [node, colour] of [[0, 1], [1, 2], [2, 3], [3, 1], [4, 1]]) {
      await person.press(`color-${colour}`);
      await person.press(`node-${node}`);
    }
  }],
  ["queens", { at: "#queens" }, [360, 1440], async (person) => {
    await openText(person, "6");
    await person.press("tab-play");
    for (const [row, column] of [1, 3, 5, 0, 2].entries()) await person.press(`cell-${row}-${column}`);
    await person.press("cell-5-5");
  }],
  ["word-search", { at: "#wordsearch", dark: true }, [360, 1440], (person) => solveNow(person)],
  ["flatzinc", { at: "#model" }, [360, 768, 1440], (person) => solveNow(person)],
  ["refused", { at: "#kakuro", refused: true }, [360, 1440], async (person) => {
    await openText(person, example("kakuro.txt").replace("1 1 0 0 1", "1 x 0 0 1"));
    await person.sees("problem-error", /\w/);
  }],
];

// The port stands in the links that are shown.
await running(8420);
for (const [name, how, widths, act] of STATES.filter(([name]) => name.includes(process.argv[2] ?? ""))) {
  for (const width of widths) {
    const person = await visit({ ...how, width, height: WIDTHS[width] });
    await act(person);
    await person.page.mouse.move(0, 0);
    await person.page.evaluate(() => window.scrollTo(0, 0));
    const path = inProject(`docs/pictures/page-${name}-${width}.png`);
    // A phone is scrolled: the picture shows all of it.
    await person.page.screenshot({ path, fullPage: true });
    execFileSync("pngquant", ["--force", "--ext", ".png", "--speed", "1", "64", path]);
    console.log(`${path}: ${statSync(path).size} bytes`);
    await person.leave();
  }
}
await stop();
