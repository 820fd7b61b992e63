// @ts-check
/** Rectangles along the edges of a picture or a page. */

import { short, svg } from "./dom.js";

/** @typedef {{x: number, y: number, width: number, height: number}} Box */
/** @typedef {{x: number, y: number}} Point */

/** @param {Box} box @returns {Point} */
export function middle(box) {
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** @param {Point} one @param {Point} other */
export function distance(one, other) {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

/** Whether a point lies in a box. @param {Box} box @param {Point} point */
export function holds(box, point) {
  return point.x >= box.x && point.x <= box.x + box.width && point.y >= box.y && point.y <= box.y + box.height;
}

/** Whether a box lies within a larger one. @param {Box} outer @param {Box} inner */
export function encloses(outer, inner) {
  return holds(outer, inner) && holds(outer, { x: inner.x + inner.width, y: inner.y + inner.height });
}

/** A box that is large enough to be touched. @param {Box} box @param {number} least @returns {Box} */
export function grown(box, least) {
  const [width, height] = [Math.max(box.width, least), Math.max(box.height, least)];
  return { x: box.x - (width - box.width) / 2, y: box.y - (height - box.height) / 2, width, height };
}

/** How much of two boxes is the same. @param {Box} one @param {Box} other */
export function overlap(one, other) {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return width > 0 && height > 0 ? width * height : 0;
}

/** A box moved into a room, as far as it goes in. @param {Box} box @param {Box} room @returns {Box} */
export function moved(box, room) {
  const x = Math.max(room.x, Math.min(box.x, room.x + room.width - box.width));
  const y = Math.max(room.y, Math.min(box.y, room.y + room.height - box.height));
  return { ...box, x, y };
}

/** A rounded frame around a box. @param {Box} box @param {string} look @param {number} room */
export function framed(box, look, room) {
  return svg("rect", {
    class: look,
    x: short(box.x - room),
    y: short(box.y - room),
    width: short(box.width + 2 * room),
    height: short(box.height + 2 * room),
    rx: short(Math.min(box.width, box.height) / 6 + room),
  });
}
