// The tree of a small search: choices from the top down, the node of now marked, a click goes to a node.

import { makeSvg } from "../dom.js";
import { named, t } from "../i18n.js";
import { placesOf } from "../logic/trace.js";

/** A larger tree says nothing. */
const MOST_NODES = 400;
const [WIDE, HIGH, RADIUS] = [34, 46, 11];

export class Tree {
  /** @param {(step: number) => void} go */
  constructor(area, go) {
    Object.assign(this, { area, go, circles: [] });
    area.addEventListener("click", (event) => this.#chosen(event));
    area.addEventListener("keydown", (event) => (event.key === "Enter" || event.key === " ") && this.#chosen(event));
    document.addEventListener("language", () => this.tree && this.open(this.tree));
  }

  open(tree) {
    this.tree = tree;
    this.area.hidden = tree.nodes.length < 2 || tree.nodes.length > MOST_NODES;
    this.circles = [];
    this.area.replaceChildren();
    if (this.area.hidden) return;
    const { places, width, height } = placesOf(tree);
    const at = (node) => [places[node].x * WIDE + WIDE / 2, places[node].y * HIGH + HIGH / 2];
    const lines = tree.nodes.flatMap(({ parent }, node) => {
      if (parent === null) return [];
      const [[x1, y1], [x2, y2]] = [at(parent), at(node)];
      return [makeSvg("line", { x1, y1, x2, y2 })];
    });
    this.circles = tree.nodes.map((node, index) => this.#node(node, index, at(index)));
    const [w, h] = [width * WIDE, height * HIGH];
    this.area.append(
      makeSvg(
        "svg",
        {
          "viewBox": `0 0 ${w} ${h}`,
          "width": w,
          "height": h,
          "data-testid": "watch-tree",
          "role": "group",
          "aria-label": t("watch.tree"),
        },
        ...lines,
        ...this.circles,
      ),
    );
    if (this.current !== undefined) this.mark(Math.min(this.current, tree.nodes.length - 1));
  }

  #node({ choice, end, step }, index, [x, y]) {
    const said = choice ? `${named(choice.name)} ${choice.relation} ${choice.value}` : t("tree.root");
    const label = [said, end && t(`tree.${end}`)].filter(Boolean).join(", ");
    const sign = end === "answer" ? "✓" : end === "conflict" ? "×" : choice ? String(choice.value) : "";
    return makeSvg(
      "g",
      {
        "role": "button",
        "tabindex": "-1",
        "class": `tree-node ${end ?? ""}`,
        "transform": `translate(${x} ${y})`,
        "data-step": step,
        "data-testid": `tree-${index}`,
        "aria-label": label,
      },
      makeSvg("title", {}, label),
      makeSvg("circle", { r: RADIUS }),
      makeSvg("text", {}, sign),
    );
  }

  mark(node) {
    this.circles[this.current]?.classList.remove("current");
    this.circles[this.current]?.setAttribute("tabindex", "-1");
    this.current = node;
    const circle = this.circles[node];
    circle?.classList.add("current");
    circle?.setAttribute("tabindex", "0");
    // Only the tree itself scrolls: the page must stand still while steps play.
    const place = circle
      ?.getAttribute("transform")
      .match(/[\d.]+/g)
      .map(Number);
    if (place) this.area.scrollTo(place[0] - this.area.clientWidth / 2, place[1] - this.area.clientHeight / 2);
  }

  #chosen(event) {
    const node = event.target.closest("[data-step]");
    if (!node) return;
    event.preventDefault();
    this.go(Number(node.dataset.step));
  }
}
