// @ts-check
/** Everybody's chances over a game: lines that lead to every move, by pointer and by keyboard. */

import { byId, html, short, svg } from "../table/dom.js";
import { say } from "../table/words.js";

/** @typedef {import("../../declared").GameReview} GameReview */
/** @typedef {import("../../declared").ReviewedMove} ReviewedMove */
/** @typedef {{seat: number, name: string, look: string, chances: (number|null)[]}} Curve the chances of a seat after so many moves,
 *   and the class of its colour */

const DASHES = ["", "9 5", "2 4", "14 4 3 4", "5 3", "1 3", "12 5 2 5 2 5", "18 4"]; // so that seats are told apart without colours
const ROOM = { left: 30, right: 12, top: 12, bottom: 6 };
const LEVELS = [0, 0.5, 1];
const SHAPES = {
  slip: "M0 -3A3 3 0 1 1 0 3A3 3 0 1 1 0 -3Z",
  mistake: "M-4 -4H4V4H-4Z",
  blunder: "M0 -6L6 0L0 6L-6 0Z",
  missed: "M0 -6.5L6 4.5H-6Z",
};

export class Graph {
  /** @param {(number: number) => void} go shows the game after so many moves */
  constructor(go) {
    this.go = go;
    this.place = byId("graph");
    /** @type {Curve[]} */ this.curves = [];
    /** @type {ReviewedMove[]} */ this.moves = [];
    /** @type {number[]} */ this.turning = [];
    this.number = 0;
    this.width = this.height = 1;
    new ResizeObserver(() => this.draw()).observe(this.place);
    this.place.addEventListener("pointerdown", (event) => this.drag(event));
    this.place.addEventListener("pointermove", (event) => event.buttons && this.drag(event));
  }

  get last() {
    return this.moves.length;
  }

  /** @param {GameReview} review @param {Curve[]} curves */
  show(review, curves) {
    this.curves = curves;
    this.moves = review.moves;
    this.turning = review.turning_points;
    this.place.setAttribute("aria-valuemax", String(this.last));
    byId("legend").replaceChildren(...curves.map((curve) => entry(curve)));
    this.draw();
    this.at(this.number);
  }

  /** Mark where the game stands. @param {number} number */
  at(number) {
    this.number = number;
    const told = this.curves.map(({ name, chances }) => `${name} ${percent(chances[number])}`);
    this.place.setAttribute("aria-valuenow", String(number));
    this.place.setAttribute("aria-valuetext", [say("replay.move", { number, last: this.last }), ...told].join(", "));
    this.curves.forEach(({ chances }, index) => {
      const value = byId("legend").children[index]?.querySelector(".value");
      if (value) value.textContent = percent(chances[number]);
    });
    this.cursor();
  }

  /** @param {PointerEvent} event */
  drag(event) {
    const { left } = this.place.getBoundingClientRect();
    const share = (event.clientX - left - ROOM.left) / (this.width - ROOM.left - ROOM.right);
    this.place.setPointerCapture(event.pointerId);
    this.go(Math.max(0, Math.min(this.last, Math.round(share * this.last))));
  }

  /** Draw all of it at the size that there is. */
  draw() {
    this.width = this.place.clientWidth || 1;
    this.height = this.place.clientHeight || 1;
    if (!this.curves.length) return;
    this.pointer = svg("g", { class: "cursor" });
    const drawing = svg(
      "svg",
      { viewBox: `0 0 ${this.width} ${this.height}`, width: this.width, height: this.height, "aria-hidden": "true" },
      ...this.grid(),
      ...this.turning.map((number) => this.upright("turning", number)),
      ...this.curves.map((curve) => this.line(curve)),
      ...this.moves.filter((move) => move.kind).map((move) => this.spot(move)),
      this.pointer,
    );
    this.place.replaceChildren(drawing);
    this.cursor();
  }

  grid() {
    const ends = { x1: ROOM.left, x2: this.width - ROOM.right };
    return LEVELS.flatMap((level) => [
      svg("line", { class: "grid", ...ends, y1: this.y(level), y2: this.y(level) }),
      svg("text", { x: ROOM.left - 6, y: this.y(level), "text-anchor": "end", "dominant-baseline": "central" }, String(100 * level)),
    ]);
  }

  /** @param {string} look @param {number} number */
  upright(look, number) {
    return svg("line", { class: look, x1: this.x(number), x2: this.x(number), y1: ROOM.top - 6, y2: this.height - ROOM.bottom });
  }

  /** One line, on an edge of ink that shows it on any ground. @param {Curve} curve */
  line({ seat, look, chances }) {
    const known = chances.map((chance, number) => (chance === null ? "" : `${this.x(number)},${this.y(chance)}`));
    const points = known.filter(Boolean).join(" ");
    const dash = { "stroke-dasharray": DASHES[seat] || null };
    return svg("g", { class: look }, svg("polyline", { class: "edge", points, ...dash }), svg("polyline", { class: "own", points, ...dash }));
  }

  /** Where a decision gave something away, in the shape of what it was. @param {ReviewedMove} move */
  spot({ number, actor, kind }) {
    const curve = this.curves.find(({ seat }) => seat === actor);
    const chance = curve?.chances[number] ?? 0;
    const shape = SHAPES[/** @type {keyof typeof SHAPES} */ (kind)];
    return svg("path", { class: `spot ${kind}`, d: shape, transform: `translate(${this.x(number)} ${this.y(chance)})` });
  }

  cursor() {
    const dots = this.curves
      .filter(({ chances }) => (chances[this.number] ?? null) !== null)
      .map(({ look, chances }) =>
        svg("g", { class: look }, svg("circle", { cx: this.x(this.number), cy: this.y(Number(chances[this.number])), r: 4.5 })),
      );
    this.pointer?.replaceChildren(this.upright("now", this.number), ...dots);
  }

  /** @param {number} number */
  x(number) {
    return short(ROOM.left + (number / Math.max(1, this.last)) * (this.width - ROOM.left - ROOM.right));
  }

  /** @param {number} chance */
  y(chance) {
    return short(this.height - ROOM.bottom - chance * (this.height - ROOM.top - ROOM.bottom));
  }
}

/** A line of the legend: a piece of the line, the name, and the chances where the game stands. @param {Curve} curve */
function entry({ seat, look, name }) {
  const ends = { x1: 1, x2: 27, y1: 6, y2: 6, "stroke-dasharray": DASHES[seat] || null };
  const piece = svg("g", { class: look }, svg("line", { class: "edge", ...ends }), svg("line", { class: "own", ...ends }));
  const sample = svg("svg", { viewBox: "0 0 28 12", width: 28, height: 12, "aria-hidden": "true" }, piece);
  return html("li", {}, sample, html("span", { class: "who" }, name), html("strong", { class: "value" }));
}

/** A chance in per cent; a dash where it is not known. @param {number|null|undefined} chance */
export function percent(chance) {
  return chance === null || chance === undefined ? "–" : say("review.percent", { number: Math.round(100 * chance) });
}
