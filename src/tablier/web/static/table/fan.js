// @ts-check
/** Choices that belong to a cell, offered around it: each shows how its move would look. */

import { encloses, framed, middle, moved } from "./boxes.js";
import { short, svg } from "./dom.js";
import { pointing } from "./looks.js";
import { button, least } from "./targets.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./walk.js").Walk} Walk */
/** @typedef {import("./targets.js").Target} Target */
/** @typedef {import("./boxes.js").Box} Box */
/** @typedef {import("./boxes.js").Point} Point */
/** @typedef {import("../../declared").Part} Part */
/** @typedef {{id: string, ghost: Part[], angle: number|null}} Option */

const LARGEST = 64; // pixels
const APART = 1.08; // of their size, from middle to middle
const FILLED = 0.8; // how much of a button its picture fills

/** The choices beside the board after something on it was touched, as buttons around that.
 * @param {Scene} scene @param {Walk} walk @param {(id: string) => string} name @returns {Target[]} */
export function fan(scene, walk, name) {
  const anchor = walk.pairs ? undefined : walk.chosen.findLast((id) => scene.onBoard(id));
  const cell = anchor === undefined ? null : scene.box(anchor);
  const ids = [...walk.choices().keys()].filter((id) => !scene.onBoard(id)).sort(byPlace(scene));
  if (!cell || !ids.length || !scene.layout) return [];
  const options = ids.map((id) => optionOf(scene, walk, id));
  const size = Math.max(least() * scene.unit, Math.min(LARGEST * scene.unit, 0.9 * Math.min(cell.width, cell.height)));
  const room = { x: 0, y: 0, width: scene.layout.width, height: scene.layout.height };
  const boxes = within(room, spread(options, Math.min(cell.width, cell.height), size).map((at) => boxAt(middle(cell), at, size)));
  return options.map((option, number) => drawn(scene, option, boxes[number], name(option.id)));
}

/** As they stand beside the board. @param {Scene} scene @returns {(one: string, other: string) => number} */
function byPlace(scene) {
  const at = (/** @type {string} */ id) => scene.parts.get(id)?.x ?? 0;
  return (one, other) => at(one) - at(other);
}

/** What a choice adds to the picture, and which way it points. @param {Scene} scene @param {Walk} walk @param {string} id
 * @returns {Option} */
function optionOf(scene, walk, id) {
  const known = new Set(walk.ghost().map((part) => JSON.stringify(part)));
  const all = walk.ghost(id);
  const own = all.filter((part) => !known.has(JSON.stringify(part)));
  const ghost = /** @type {Part[]} */ ((own.length ? own : all).map((part) => scene.laid(part)).filter((part) => part !== null));
  const part = ghost.find(turns);
  return { id, ghost, angle: part ? ((part.turn ?? 0) + pointing(scene, part.symbol ?? "") + 360) % 360 : null };
}

/** Whether a part has a direction. @param {Part} part */
function turns(part) {
  return Boolean(part.turn) || (part.style ?? "").split(" ").includes("turns");
}

/** Where the buttons go, around 0: by direction if theirs differ, or else around a circle.
 * @param {Option[]} options @param {number} cell @param {number} size @returns {Point[]} */
function spread(options, cell, size) {
  const directed = options.filter(({ angle }) => angle !== null);
  const plain = options.length - directed.length;
  const differ = new Set(directed.map(({ angle }) => angle)).size === directed.length;
  const near = Math.max(cell / 2 + size * 0.55, size * APART);
  if (directed.length && differ && plain < 2) {
    return options.map(({ angle }) => (angle === null ? { x: 0, y: 0 } : around(angle, near)));
  }
  const far = Math.max(near, (size * APART) / (2 * Math.sin(Math.PI / Math.max(2, options.length))));
  return options.map((_, number) => around((360 / options.length) * number - (options.length === 2 ? 90 : 0), far));
}

/** @param {number} angle in degrees from above @param {number} far @returns {Point} */
function around(angle, far) {
  const turn = (angle * Math.PI) / 180;
  return { x: far * Math.sin(turn), y: -far * Math.cos(turn) };
}

/** @param {Point} from @param {Point} at @param {number} size @returns {Box} */
function boxAt(from, at, size) {
  return { x: from.x + at.x - size / 2, y: from.y + at.y - size / 2, width: size, height: size };
}

/** Boxes moved together until they are all in a room. @param {Box} room @param {Box[]} boxes */
function within(room, boxes) {
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  const width = Math.max(...boxes.map((box) => box.x + box.width)) - x;
  const height = Math.max(...boxes.map((box) => box.y + box.height)) - y;
  const all = moved({ x, y, width, height }, room);
  return boxes.map((box) => ({ ...box, x: box.x + all.x - x, y: box.y + all.y - y }));
}

/** A button of the fan. @param {Scene} scene @param {Option} option @param {Box} box @param {string} label @returns {Target} */
function drawn(scene, { id, ghost }, box, label) {
  const picture = svg("g", { class: "picture" }, ...(ghost.length ? ghost.map((part) => scene.drawn(part)) : looks(scene, id)));
  const body = svg("g", {}, picture);
  scene.layers.targets.append(body); // to be measured
  const shown = picture.getBBox();
  body.remove();
  const scale = (FILLED * box.width) / Math.max(shown.width, shown.height, 1);
  const [from, to] = [middle(shown), middle(box)];
  picture.setAttribute(
    "transform",
    `translate(${short(to.x)} ${short(to.y)}) scale(${scale.toFixed(4)}) translate(${short(-from.x)} ${short(-from.y)})`,
  );
  return { id, box, node: button(id, label, "fan", framed(box, "reach", 0), picture) };
}

/** Copies of a part and of all that lies on it. @param {Scene} scene @param {string} id */
function looks(scene, id) {
  const box = scene.box(id);
  const nodes = [...scene.nodes].filter(([other]) => {
    const inner = other === id ? null : scene.box(other);
    return other === id || (box && inner && encloses(box, inner));
  });
  return nodes.map(([, node]) => silent(/** @type {SVGGraphicsElement} */ (node.cloneNode(true))));
}

/** A copy that is nothing but a picture. @param {SVGGraphicsElement} node */
function silent(node) {
  for (const name of ["data-id", "role", "aria-label"]) node.removeAttribute(name);
  return node;
}
