// @ts-check
/** What can be touched, as it is drawn: a disc on a cell, a frame around a thing. */

import { framed, grown, middle } from "./boxes.js";
import { short, svg } from "./dom.js";
import { capital } from "./words.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./boxes.js").Box} Box */
/** @typedef {{id: string, node: SVGGraphicsElement, box: Box}} Target */

const coarse = matchMedia("(pointer: coarse)");
const SMALLEST = 28; // pixels: nothing that can be touched is smaller
const FINGER = 44; // pixels: nor is anything beside the board, or above it, under a finger
const PART = 0.15; // the radius of a disc, in parts of its cell
const LEAST_DOT = 5; // pixels

/** How large a button is at least, in pixels. */
export function least() {
  return coarse.matches ? FINGER : SMALLEST;
}

/** One lit place; null if the picture leaves it out. @param {Scene} scene @param {string} id @param {string} label
 * @param {boolean} settled whether it is one that has been put somewhere @returns {Target|null} */
export function target(scene, id, label, settled) {
  const found = scene.box(id);
  if (!found) return null;
  const unit = scene.unit;
  const box = grown(found, (scene.onBoard(id) ? SMALLEST : least()) * unit);
  const sign = scene.isGround(id) && !settled ? dot(found, unit) : ring(found, unit);
  return { id, box, node: button(id, label, settled ? "settled" : "", framed(box, "reach", 0), sign) };
}

/** Something to be touched, by its name. @param {string} id @param {string} label @param {string} look @param {...Node} content */
export function button(id, label, look, ...content) {
  const name = { role: "button", tabindex: "-1", "aria-label": capital(label), "data-target": id };
  return svg("g", { class: `target ${look}`.trim(), ...name }, ...content);
}

/** @param {Box} box @param {number} unit */
function dot(box, unit) {
  const { x, y } = middle(box);
  const radius = Math.max(LEAST_DOT * unit, PART * Math.min(box.width, box.height));
  return svg("circle", { class: "dot", cx: short(x), cy: short(y), r: short(radius) });
}

/** @param {Box} box @param {number} unit */
function ring(box, unit) {
  return svg("g", { class: "ring" }, framed(box, "casing", 2 * unit), framed(box, "edge", 2 * unit));
}
