// @ts-check
/** Layouts: which arrangement of the picture fits the room there is, and where a part goes in it. */

import { recall, remember } from "./settings.js";

/** @typedef {import("../../declared").Part} Part */
/** @typedef {import("../../declared").Layout} Layout */
/** @typedef {Layout["areas"][number]} Area */
/** @typedef {import("../../declared").Picture} Picture */

const BETTER = 1.12; // another arrangement than the usual one must show the board so much larger
const QUARTER = 90; // degrees
const AROUND = 360;

/** The arrangements of a picture; without any, the picture as it is. @param {Picture} picture @returns {Layout[]} */
export function layoutsOf({ width, height, layouts }) {
  if (layouts?.length) return layouts;
  return [{ width, height, turn: 0, areas: [[0, 0, width, height, 0, 0, 1, 0]] }];
}

/** How many pixels a unit of the board has if an arrangement fills some room.
 * @param {Layout} layout @param {number} width @param {number} height of the room */
function worth(layout, width, height) {
  return Math.min(width / layout.width, height / layout.height) * layout.areas[0][6];
}

/** How far a layout turns the board, from how it usually stands before the viewer.
 * @param {Layout[]} layouts @param {Layout} layout */
function turnOf([usual], layout) {
  return (layout.turn - usual.turn + AROUND) % AROUND;
}

/** The arrangement that shows the board largest, turned as wanted.
 * @param {Layout[]} layouts @param {number} turn @param {number} width @param {number} height */
export function chosenLayout(layouts, turn, width, height) {
  const turned = layouts.filter((layout) => turnOf(layouts, layout) === turn);
  const [usual, ...others] = turned.length ? turned : layouts;
  const size = (/** @type {Layout} */ layout) => worth(layout, width, height);
  const best = others.filter((layout) => layout.turn === usual.turn).sort((one, two) => size(two) - size(one))[0];
  return best && size(best) > BETTER * size(usual) ? best : usual;
}

/** The next turn of the board after one; the same if it cannot be turned. @param {Layout[]} layouts @param {number} turn */
export function nextTurn(layouts, turn) {
  const turns = [...new Set(layouts.map((layout) => turnOf(layouts, layout)))].sort((one, two) => one - two);
  return turns[(turns.indexOf(turn) + 1) % turns.length] ?? 0;
}

/** A part where a layout puts it; null if it leaves it out. @param {Layout} layout @param {Part} part
 * @returns {Part|null} */
export function laid(layout, part) {
  const [x, y] = [part.x ?? 0, part.y ?? 0];
  const area = layout.areas.find((found) => holds(found, x, y));
  if (!area) return null;
  const [right, down] = placed(area, area[7] ? layout.turn : 0, x - area[0], y - area[1]);
  const scale = (part.scale ?? 1) * area[6];
  const turns = layout.turn && (part.style ?? "").split(" ").includes("turns");
  const turn = turns ? ((part.turn ?? 0) + layout.turn) % AROUND : part.turn;
  return { ...part, x: right, y: down + (part.down ?? 0) * area[6], down: 0, scale, turn: turn ?? 0 };
}

/** Whether a part stands on the board itself. @param {Layout} layout @param {Part} part */
export function isOnBoard(layout, part) {
  return holds(layout.areas[0], part.x ?? 0, part.y ?? 0);
}

/** @param {Area} area @param {number} x @param {number} y */
function holds([left, top, width, height], x, y) {
  return x >= left && x < left + width && y >= top && y < top + height;
}

/** A place within an area, where the area goes. @param {Area} area @param {number} turn @param {number} x
 * @param {number} y */
function placed([, , width, height, left, top, scale], turn, x, y) {
  const places = [[x, y], [height - y, x], [width - x, height - y], [y, width - x]];
  const [right, down] = places[turn / QUARTER] ?? places[0];
  return [left + right * scale, top + down * scale];
}

/** How far the board of a game was turned by hand. @param {string} game */
export function rememberedTurn(game) {
  return Number(recall(`turn.${game}`) ?? 0) || 0;
}

/** @param {string} game @param {number} turn */
export function rememberTurn(game, turn) {
  remember(`turn.${game}`, String(turn));
}
