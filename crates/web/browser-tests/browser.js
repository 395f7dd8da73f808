// One server and one browser for a whole run, and a visitor with a profile of its own for each scenario.
//
// A visitor does what a person can do (press, type, look) and waits for what is to be seen, never for a time.
// Whatever a scenario is about, it fails on an error in the console, a breach of the content policy or a request to
// anywhere but the server.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import puppeteer from "puppeteer-core";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
// Long enough for a machine that has much else to do; a scenario that passes waits for none of it.
const PATIENCE = 30_000;

// `node scenarios.js PATTERN` runs the scenarios whose facts match.
const WANTED = new RegExp(process.argv[2] ?? "");

/** A file of the project's folder `examples`. */
export const example = (name) => readFileSync(`${ROOT}examples/${name}`, "utf8");

/** The path of a file of the project. */
export const inProject = (path) => ROOT + path;

let started;

/** The server and the browser, started when they are first asked for; on any port that is free, if not told otherwise. */
export function running(port = 0) {
  started ??= start(port);
  return started;
}

async function start(port) {
  const [command, ...words] = (process.env.ENTAIL ?? "cargo run --release --quiet -p entail-cli --").split(" ");
  const options = { cwd: ROOT, stdio: ["ignore", "pipe", "inherit"] };
  const server = spawn(command, [...words, "serve", "--port", String(port)], options);
  let printed = "";
  server.stdout.setEncoding("utf8").on("data", (more) => (printed += more));
  while (!/http:\S+/.test(printed)) {
    await Promise.race([
      once(server.stdout, "data"),
      once(server, "exit").then(() => assert.fail("the server ended before it printed its address")),
    ]);
  }
  const browser = await puppeteer.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--font-render-hinting=none"],
    timeout: 4 * PATIENCE,
    protocolTimeout: 4 * PATIENCE,
  });
  return { server, browser, address: /http:\S+/.exec(printed)[0] };
}

/** Ends server and browser. */
export async function stop() {
  if (!started) return;
  const { server, browser } = await started;
  await browser.close();
  server.kill("SIGTERM");
  if (server.exitCode === null) await once(server, "exit");
}

/**
 * A test with a visitor who has just opened the page, at `at` of the address (`#sudoku`).
 *
 * What may be set: `width`, `height`, `dark` (what the system asks for), `language` (of the browser), `refused` (the server
 * is to refuse something, which browsers write to the console).
 */
export function scenario(fact, how, act) {
  if (!WANTED.test(fact)) return;
  test(fact, { timeout: 4 * PATIENCE }, async () => {
    const visitor = await visit(how);
    try {
      await act(visitor);
      assert.deepEqual(visitor.complaints, [], "complaints of the browser");
    } finally {
      await visitor.leave();
    }
  });
}

/** A visitor with a new profile, the page open and ready. */
export async function visit({ at = "", width = 1440, height = 900, dark = false, language = "en", refused = false } = {}) {
  const { browser, address } = await running();
  const context = await browser.createBrowserContext();
  await context.overridePermissions(new URL(address).origin, [
    "clipboard-read",
    "clipboard-sanitized-write",
  ]);
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  await page.setViewport({ width, height });
  await page.emulateMediaFeatures([
    { name: "prefers-color-scheme", value: dark ? "dark" : "light" },
    { name: "prefers-reduced-motion", value: "reduce" },
  ]);
  await page.setExtraHTTPHeaders({ "Accept-Language": language });
  await page.evaluateOnNewDocument((language) => {
    Object.defineProperty(navigator, "language", { get: () => language });
    Object.defineProperty(navigator, "languages", { get: () => [language] });
  }, language);
  const visitor = new Visitor(context, page, address, refused);
  await visitor.open(at);
  return visitor;
}

class Visitor {
  constructor(context, page, address, refused) {
    Object.assign(this, { context, page, address, complaints: [] });
    page.on("pageerror", (error) => this.complaints.push(`script: ${error.message}`));
    page.on("console", (line) => {
      const expected = refused && /Failed to load resource.* 4\d\d /.test(line.text());
      if (["error", "warn"].includes(line.type()) && !expected) this.complaints.push(`console: ${line.text()}`);
    });
    page.on("request", (request) => {
      const url = new URL(request.url());
      if (/^(http|ws)/.test(url.protocol) && url.origin !== new URL(address).origin) {
        this.complaints.push(`request to ${url.origin}`);
      }
    });
  }

  /** Opens the page, or the page at `#…`, and waits until the puzzle is there. */
  async open(at = "") {
    // A change of the fragment alone is no new visit.
    if (this.page.url() !== "about:blank") await this.page.goto("about:blank");
    await this.page.goto(this.address + at);
    await this.ready();
  }

  async reload() {
    await this.page.reload();
    await this.ready();
  }

  async ready() {
    await this.page.waitForSelector("body[data-ready]");
    await this.idle();
  }

  /** Waits until no request of the page is under way. */
  async idle() {
    await this.page.waitForSelector('main[aria-busy="false"]');
  }

  leave() {
    return this.context.close();
  }

  /** Clicks on the middle of what has that test id, once it can be clicked on. */
  async press(id) {
    const element = await this.page.waitForSelector(`${named(id)}:not(:disabled)`, { visible: true });
    await element.click();
    await this.idle();
  }

  /** Presses keys one after the other: `ArrowDown`, `7`, `Control+z`. */
  async keys(...keys) {
    for (const chord of keys) {
      const held = chord.split("+");
      const key = held.pop();
      for (const modifier of held) await this.page.keyboard.down(modifier);
      await this.page.keyboard.press(key);
      for (const modifier of held.reverse()) await this.page.keyboard.up(modifier);
    }
  }

  /** Puts text in the place of what a field holds. */
  async write(id, text) {
    const field = await this.page.waitForSelector(named(id), { visible: true });
    await field.focus();
    await this.keys("Control+a", "Delete");
    await this.page.keyboard.sendCharacter(String(text));
  }

  /** Chooses from a list. */
  choose(id, value) {
    return this.page.select(named(id), value);
  }

  /** What is to be read there now; "" where nothing is to be seen. */
  read(id) {
    return this.page.evaluate(visibleText, named(id));
  }

  /** Waits until what is to be read there is that text or matches. */
  async sees(id, expected) {
    const matches = (text) => (expected instanceof RegExp ? expected.test(text) : text === expected);
    await this.until(() => this.read(id), matches, `${id} to show ${expected}`);
  }

  /** Waits until a value that is read again and again passes. */
  async until(read, passes, what) {
    const end = Date.now() + PATIENCE;
    let value = await read();
    while (!passes(value)) {
      assert.ok(Date.now() < end, `waited for ${what}; there was ${JSON.stringify(value)}`);
      await new Promise((done) => setTimeout(done, 40));
      value = await read();
    }
    return value;
  }

  /** Whether something of that test id is to be seen. */
  async shows(id) {
    return this.page.evaluate((selector) => {
      const element = document.querySelector(selector);
      return element !== null && element.checkVisibility() && element.getClientRects().length > 0;
    }, named(id));
  }

  attribute(id, name) {
    return this.page.$eval(named(id), (element, name) => element.getAttribute(name), name);
  }

  /** Whether it has that class. */
  has(id, name) {
    return this.page.$eval(named(id), (element, name) => element.classList.contains(name), name);
  }

  /** A computed style. */
  style(id, property) {
    return this.page.$eval(named(id), (element, property) => getComputedStyle(element)[property], property);
  }

  /** How many elements have a test id that begins so. */
  count(prefix) {
    return this.page.$$eval(`[data-testid^="${prefix}"]`, (elements) => elements.length);
  }
}

/** The selector of a test id. */
export const named = (id) => `[data-testid="${id}"]`;

function visibleText(selector) {
  const element = document.querySelector(selector);
  if (element === null || !element.checkVisibility()) return "";
  if ("value" in element && element.tagName !== "BUTTON") return element.value.trim();
  // Pencil marks are drawn by the style sheet, where a screen reader does not stumble over them.
  const drawn = [...element.querySelectorAll("[data-digit]")].map((mark) => JSON.parse(getComputedStyle(mark, "::before").content));
  return [(element.innerText ?? element.textContent).trim(), ...drawn].filter(Boolean).join(" ");
}
