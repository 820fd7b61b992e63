// @ts-check
/** A sentence next to what it is about, which points at it and covers nothing that is needed, as far as there is room. */

import { middle, moved, overlap } from "./boxes.js";
import { byId, html } from "./dom.js";

/** @typedef {import("./boxes.js").Box} Box */

const STAYS = 8000; // milliseconds
const GAPS = [10, 34, 64]; // pixels between it and what it is about, the best first
const FARTHER = 60; // a place that is a pixel farther away is worse by so many pixels that it covers
const EDGE = 8; // pixels to the edge of the window
const CORNER = 14; // pixels from its end that its tip stays away
const SHARES = [0.5, 0.15, 0.85]; // how much of it lies before the middle of what it is about, the best first
const SIDES = /** @type {const} */ (["above", "below", "left", "right"]);

export class Bubble {
  /** @param {string} id @param {Record<string, string>} properties */
  constructor(id, properties) {
    this.id = id;
    this.node = this.made(properties);
    /** @type {ReturnType<typeof setTimeout>|undefined} */ this.fading = undefined;
  }

  /** Show a sentence. @param {string} text @param {Box} about what, in the window
   * @param {Box[]} needed what it should not cover */
  show(text, about, needed) {
    const place = this.node;
    clearTimeout(this.fading);
    place.replaceChildren(html("span", {}, text));
    const { width, height } = place.getBoundingClientRect();
    const ways = GAPS.flatMap((gap) => SHARES.flatMap((share) => SIDES.map((side) => ({ gap, share, side }))));
    const places = ways.map((way) => placedAt(way, about, width, height));
    const worth = places.map(({ box }, number) => cost(box, about, needed) + FARTHER * (ways[number].gap - GAPS[0]));
    point(place, places[worth.indexOf(Math.min(...worth))], about);
    this.fading = setTimeout(() => this.hide(), STAYS);
  }

  /** Take it away. */
  hide() {
    clearTimeout(this.fading);
    this.node.replaceChildren();
  }

  /** The place of the sentence, which is there before it, as those who listen need it; the next touch or key takes the
   * sentence away. @param {Record<string, string>} properties */
  made(properties) {
    const place = html("div", { id: this.id, class: "bubble", ...properties });
    const hide = () => this.hide();
    byId("main").append(place);
    for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, hide, { capture: true });
    addEventListener("resize", hide);
    return place;
  }
}

/** Says why something cannot be touched. */
export const reason = new Bubble("why", { role: "status" });

/** Says what something is, to those who see it; others are told its name anyway. */
export const tip = new Bubble("tip", { "aria-hidden": "true" });

/** Where it would be. @param {{side: typeof SIDES[number], share: number, gap: number}} way @param {Box} about
 * @param {number} width @param {number} height */
function placedAt({ side, share, gap }, about, width, height) {
  const { x, y } = middle(about);
  const places = {
    above: [x - share * width, about.y - gap - height],
    below: [x - share * width, about.y + about.height + gap],
    left: [about.x - gap - width, y - share * height],
    right: [about.x + about.width + gap, y - share * height],
  };
  const window = { x: EDGE, y: EDGE, width: innerWidth - 2 * EDGE, height: innerHeight - 2 * EDGE };
  return { side, box: moved({ x: places[side][0], y: places[side][1], width, height }, window) };
}

/** How bad a place is: it covers what it is about, or what is needed. @param {Box} box @param {Box} about @param {Box[]} needed */
function cost(box, about, needed) {
  const near = { x: about.x - 1, y: about.y - 1, width: about.width + 2, height: about.height + 2 };
  return needed.reduce((sum, other) => sum + overlap(box, other), 100 * overlap(box, near));
}

/** @param {HTMLElement} place @param {{side: string, box: Box}} found @param {Box} about */
function point(place, { side, box }, about) {
  const { x, y } = middle(about);
  const upright = side === "above" || side === "below";
  const [at, from, length] = upright ? [x, box.x, box.width] : [y, box.y, box.height];
  place.dataset.side = side;
  place.style.setProperty("left", `${box.x}px`);
  place.style.setProperty("top", `${box.y}px`);
  place.style.setProperty("--tip", `${Math.max(CORNER, Math.min(length - CORNER, at - from))}px`);
}
