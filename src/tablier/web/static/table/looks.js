// @ts-check
/** How the seats look in a picture: their colours and patterns, and the outlines of things. */

import { short, svg } from "./dom.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("../../declared").Part} Part */

const SHAPES = "path, rect, circle, ellipse, polygon";
const ALMOST = 0.6; // the part of a symbol's width and height that its outline has at least

/** Where a part stands, as an attribute. @param {Part} part */
export function placed(part) {
  const turned = part.turn ? ` rotate(${short(part.turn)})` : "";
  const scaled = (part.scale ?? 1) === 1 ? "" : ` scale(${part.scale})`;
  return `translate(${short(part.x ?? 0)} ${short(part.y ?? 0)})${turned}${scaled}`;
}

/** The look of a seat's own things: the classes of a part that has the seat's colour, and whether they bring a pattern.
 * @param {Scene} scene @param {number} seat */
export function lookOf(scene, seat) {
  const ink = getComputedStyle(scene.root).color;
  for (const part of scene.parts.values()) {
    const node = scene.nodes.get(part.id);
    if (!part.style || !part.symbol || !node || part.seat !== seat) continue;
    const { color, fill } = getComputedStyle(node);
    if (color !== ink) return { look: part.style, marked: fill.startsWith("url") };
  }
  return null;
}

/** A copy of a symbol's outline, which is its first shape; null if it has none that is as large as all of it.
 * @param {Scene} scene @param {Part} part @param {string} look */
export function outline(scene, part, look) {
  const shape = part.symbol ? scene.defs.querySelector(`[id="${scene.game}-${part.symbol}"] :is(${SHAPES})`) : null;
  if (!shape || shape.closest("[transform], clipPath, mask") || !isWhole(scene, part.id, shape)) return null;
  const copy = svg(shape.localName, { class: look });
  for (const { name, value } of shape.attributes) {
    if (!/^(id|class|style|fill|stroke|opacity)/.test(name)) copy.setAttribute(name, value);
  }
  return copy;
}

/** Whether a shape is about as large as a part. @param {Scene} scene @param {string} id @param {Element} shape */
function isWhole(scene, id, shape) {
  const whole = /** @type {SVGGraphicsElement|undefined} */ (scene.nodes.get(id)?.firstChild)?.getBBox();
  const box = /** @type {SVGGraphicsElement} */ (shape).getBBox();
  return whole !== undefined && box.width >= ALMOST * whole.width && box.height >= ALMOST * whole.height;
}

/** Which way a symbol points that is not turned, in degrees from above: up if it is alike on both sides, or else to
 * where more of it is. @param {Scene} scene @param {string} symbol */
export function pointing(scene, symbol) {
  const shapes = [...scene.defs.querySelectorAll(`[id="${scene.game}-${symbol}"] :is(${SHAPES})`)];
  const points = shapes.flatMap((shape) => pointsOf(/** @type {SVGGeometryElement} */ (shape)));
  const [x, y] = [points.map((point) => point.x), points.map((point) => point.y)].map(lean);
  return Math.abs(x) < 0.1 ? 0 : (Math.atan2(x, -y) * 180) / Math.PI;
}

/** How far the mean of some numbers is from 0, in parts of their width. @param {number[]} numbers */
function lean(numbers) {
  const width = Math.max(...numbers) - Math.min(...numbers);
  return width > 0 ? numbers.reduce((sum, number) => sum + number, 0) / numbers.length / width : 0;
}

/** Some points along a shape's edge. @param {SVGGeometryElement} shape */
function pointsOf(shape) {
  try {
    const length = shape.getTotalLength();
    return Array.from({ length: 24 }, (_, number) => shape.getPointAtLength((length * number) / 24));
  } catch {
    return []; // a browser that measures nothing that is not drawn
  }
}
