// A map to colour: nodes and edges where the server placed them. A node is a button; clicking it gives it the chosen colour.

import { make, makeSvg } from "../dom.js";
import { t } from "../i18n.js";

const SIDE = 1000;
const MARGIN = 90;
/** Longer names are cut; the whole name is said and shown on pointing. */
const LONGEST = 12;
/** More colours than have a class of their own are told apart by their numbers alone. */
const CLASSES = 8;

export class GraphBoard {
  /** @param {{key: (node: number, event: KeyboardEvent) => void, picked: (node: number) => void}} on */
  constructor(view, on) {
    Object.assign(this, { view, on });
    this.cursor = 0;
    this.element = make("div", { "class": "graph", "data-testid": "board", "role": "group" });
    const place = ({ x, y }) => [x, y].map((part) => Math.round(MARGIN + part * (SIDE - 2 * MARGIN)));
    const places = view.nodes.map(place);
    const font = Math.max(14, Math.min(34, 220 / Math.sqrt(view.nodes.length)));
    const lines = view.edges.map(([from, to]) => {
      const [[x1, y1], [x2, y2]] = [places[from], places[to]];
      return makeSvg("line", { x1, y1, x2, y2 });
    });
    this.lines = lines;
    this.nodes = view.nodes.map(({ name }, node) => {
      const [x, y] = places[node];
      const label = name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name;
      const width = Math.max(2.2, widthOf(label) + 1) * font;
      // A long name at the edge moves in, so that nothing of it is cut off.
      const inside = Math.min(Math.max(x, width / 2 + 6), SIDE - width / 2 - 6);
      return makeSvg(
        "g",
        {
          "role": "button",
          "class": "node",
          "transform": `translate(${inside} ${y})`,
          "data-node": node,
          "data-testid": `node-${node}`,
        },
        makeSvg("title", {}, name),
        makeSvg("rect", { x: -width / 2, y: -font, width, height: 2 * font, rx: font }),
        makeSvg("text", { "font-size": font }, label),
      );
    });
    this.element.append(makeSvg("svg", { viewBox: `0 0 ${SIDE} ${SIDE}` }, ...lines, ...this.nodes));
    this.element.addEventListener("click", (event) => this.#click(event));
    this.element.addEventListener("keydown", (event) => this.#key(event));
  }

  show(face) {
    this.element.setAttribute("aria-label", t("kind.coloring"));
    this.nodes.forEach((element, node) => {
      const colour = face.value(node);
      const wrong = face.wrong.has(node);
      const shade = colour > 0 ? ` shade-${((colour - 1) % CLASSES) + 1}` : "";
      element.setAttribute("class", `node${shade}${wrong ? " wrong" : ""}`);
      element.setAttribute("tabindex", node === this.cursor ? "0" : "-1");
      element.dataset.value = colour || "";
      const said = colour > 0 ? t("graph.colour", { colour }) : t("cell.empty");
      element.setAttribute(
        "aria-label",
        [this.view.nodes[node].name, said, wrong && t("cell.wrong")].filter(Boolean).join(", "),
      );
    });
    this.view.edges.forEach(([from, to], at) => {
      this.lines[at].setAttribute("class", face.value(from) > 0 && face.value(from) === face.value(to) ? "wrong" : "");
    });
  }

  focus() {
    this.nodes[this.cursor]?.focus();
  }

  #move(node) {
    this.nodes[this.cursor].setAttribute("tabindex", "-1");
    this.cursor = node;
    this.nodes[node].setAttribute("tabindex", "0");
    this.nodes[node].focus();
  }

  #click(event) {
    const element = event.target.closest("[data-node]");
    if (!element) return;
    this.#move(Number(element.dataset.node));
    this.on.picked(this.cursor);
  }

  #key(event) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      this.#move((this.cursor + step + this.nodes.length) % this.nodes.length);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.on.picked(this.cursor);
    } else {
      this.on.key(this.cursor, event);
    }
  }
}

/** About how wide a text is in ems: Korean and Chinese characters are squares. */
function widthOf(text) {
  return [...text].reduce((width, sign) => width + (sign.charCodeAt(0) > 0x1100 ? 1 : 0.62), 0);
}
