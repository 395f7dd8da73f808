// The tab where the server searches: answers as they come, what is known in the end, and what it took.

import * as api from "../api.js";
import { byId, make } from "../dom.js";
import { hush, language, say, t } from "../i18n.js";
import { showError } from "../refusal.js";

const FIGURES = ["nodes", "decisions", "conflicts", "restarts", "propagations", "learnt"];

export class SolvePanel {
  constructor(app) {
    this.app = app;
    byId("solve").addEventListener("click", () => this.#solve());
    byId("stop").addEventListener("click", () => this.stopping?.abort());
    byId("answer-prev").addEventListener("click", () => this.#turn(-1));
    byId("answer-next").addEventListener("click", () => this.#turn(+1));
    document.addEventListener("language", () => this.end && this.#showFigures());
  }

  opened() {
    this.stopping?.abort();
    this.stopping = null;
    byId("solve").disabled = false;
    byId("stop").disabled = true;
    const { chosen } = this.app;
    // One best answer: there is nothing to count.
    for (const option of byId("want").options) option.disabled = option.value !== "answer" && !chosen.enumerable;
    if (byId("want").selectedOptions[0].disabled) byId("want").value = "answer";
    byId("engine").parentElement.hidden = chosen.name === "model";
    this.#clear();
  }

  /** The answer that is chosen, for the picture and the file; null where there is none. */
  get answer() {
    return this.answers[this.at] ?? null;
  }

  #clear() {
    this.answers = [];
    this.at = 0;
    this.end = null;
    showError(byId("solve-error"), null);
    hush(byId("solve-status"));
    byId("solve-figures").replaceChildren();
    this.#showAnswer();
  }

  /** The answer on the board; whether there is one. */
  render() {
    const { stage, problem, opened } = this.app;
    const { answer } = this;
    if (answer === null) return false;
    if (opened.svg === null) {
      stage.showText(this.#printed());
    } else if (stage.hasCells) {
      const values = answer.values.flat();
      stage.showBoard({ value: (cell) => values[cell], marks: () => [], wrong: new Set(), still: true });
    } else {
      stage.showPicture(
        answer.svg ?? opened.svg,
        t("picture.answer", { kind: t(`kind.${problem.kind}`), text: answer.text }),
      );
    }
    return true;
  }

  /** The answers of a program as a solver of MiniZinc prints them. */
  #printed() {
    const answers = this.answers.map(({ text }) => `${text}----------\n`).join("");
    return this.end?.line ? `${answers}${this.end.line}\n` : answers;
  }

  #turn(by) {
    this.at = Math.min(Math.max(this.at + by, 0), this.answers.length - 1);
    this.#showAnswer();
    this.app.render();
  }

  #showAnswer() {
    const { answer, answers, at } = this;
    byId("answers").hidden = answers.length < 2;
    byId("answer-prev").disabled = at === 0;
    byId("answer-next").disabled = at >= answers.length - 1;
    byId("answer-number").textContent = `${at + 1} / ${answers.length}`;
    byId("answer-text").hidden = answer === null;
    byId("answer-text").textContent = answer?.text ?? "";
    byId("answer-text").classList.toggle("one-line", !byId("answer-text").textContent.trim().includes("\n"));
  }

  async #solve() {
    this.stopping?.abort();
    this.#clear();
    this.app.render();
    const want = byId("want").value;
    const request = {
      ...this.app.problem,
      want,
      engine: byId("engine").value,
      time: Math.max(1, Number(byId("time").value) || 10),
    };
    const mine = (this.stopping = new AbortController());
    const current = (act) => (data) => this.stopping === mine && act(data);
    const on = {
      answer: current((answer) => this.#found(answer)),
      better: current((answer) => this.#better(answer)),
      progress: current(({ seconds, found }) =>
        say(byId("solve-status"), "solve.going", { seconds: Math.round(seconds), found }),
      ),
      end: current((end) => this.#ended(end, want)),
    };
    byId("solve").disabled = true;
    byId("stop").disabled = false;
    say(byId("solve-status"), "solve.going", { seconds: 0, found: 0 });
    try {
      await api.stream(request, on, mine.signal);
    } catch (error) {
      if (this.stopping === mine) this.#broken(error);
    } finally {
      if (this.stopping === mine) {
        byId("solve").disabled = false;
        byId("stop").disabled = true;
      }
    }
  }

  #found(answer) {
    this.answers.push(answer);
    this.#showAnswer();
    if (this.answers.length === 1 || answer.svg === null) this.#renderHere();
  }

  /** A better answer comes to the front; the ones before can be leafed back to. */
  #better(answer) {
    this.answers.push(answer);
    this.at = this.answers.length - 1;
    this.#showAnswer();
    this.#renderHere();
  }

  #renderHere() {
    if (this.app.tab === "solve") this.app.render();
  }

  #broken(error) {
    if (error.name === "AbortError") {
      say(byId("solve-status"), "solve.stopped", { found: this.answers.length });
    } else {
      hush(byId("solve-status"));
      showError(byId("solve-error"), error);
    }
  }

  #ended(end, want) {
    this.end = end;
    const { key, values } = verdict(end, want);
    say(byId("solve-status"), key, values);
    if (end.status === "stopped" || end.status === "failed") showError(byId("solve-error"), { message: end.message });
    this.#showFigures();
    this.#renderHere();
  }

  #showFigures() {
    const { seconds, effort } = this.end;
    const pairs = [
      ["seconds", duration(seconds)],
      ...FIGURES.filter((name) => effort?.[name] > 0).map((name) => [name, effort[name].toLocaleString(language())]),
    ];
    byId("solve-figures").replaceChildren(
      ...pairs.map(([name, value]) => make("div", {}, make("dt", {}, t(`figure.${name}`)), make("dd", {}, value))),
    );
  }
}

/** What is known in the end, as an entry of the dictionaries. */
function verdict({ status, found, complete, unique }, want) {
  const values = { found };
  if (status === "no answer") return { key: "solved.none", values };
  if (status === "failed") return { key: "solved.failed", values };
  if (status === "stopped") return { key: found > 0 ? "solved.stopped" : "solved.unknown", values };
  // A search for one answer goes on after it only where there may be a better one.
  if (complete && want === "answer") return { key: "solved.best", values };
  if (status === "not unique" || (want === "unique" && unique === false)) return { key: "solved.several", values };
  if (unique === true) return { key: "solved.unique", values };
  if (want === "count") return { key: "solved.count", values };
  if (want === "all") return { key: complete ? "solved.all" : "solved.some", values };
  return { key: "solved.answer", values };
}

/** `0.546 ms`, `12.3 s`: three digits that mean something. */
function duration(seconds) {
  const [number, unit] = seconds < 1 ? [seconds * 1000, "ms"] : [seconds, "s"];
  return `${Number(number.toPrecision(3))} ${unit}`;
}
