// @ts-check
/** Marks of what has happened: in the shape of the cells, in the colour and pattern of the seat, from there to there. */

import { encloses, framed } from "./boxes.js";
import { short, svg } from "./dom.js";
import { lookOf, outline, placed } from "./looks.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./boxes.js").Box} Box */
/** @typedef {{marked: string[], who: number|"chance"|null, alike?: boolean}} Happening marks that are alike point out
 * places, and no way from one to the other */
/** @typedef {{id: string, box: Box}} Place */

const BADGE = 8.5; // pixels: half of the width of a number

/** The marks of some moves, which lie under all things. @param {Scene} scene @param {Happening[]} happenings */
export function drawnMarks(scene, happenings) {
  const places = happenings.map((happening) => placesOf(scene, happening.marked));
  const ends = new Set(places.map((found) => found.at(-1)?.id));
  return places.flatMap((found, move) => {
    const { who, alike } = happenings[move];
    const seen = found.filter((place) => alike || place === found.at(-1) || !ends.has(place.id));
    return seen.map((place) => drawnMark(scene, place, who, alike ? "here" : place === found.at(-1) ? "to" : "from"));
  });
}

/** Their numbers, if there are several, which lie above all things. @param {Scene} scene @param {Happening[]} happenings */
export function drawnNumbers(scene, happenings) {
  const places = happenings.map((happening) => placesOf(scene, happening.marked)).filter((found) => found.length);
  return places.length > 1 ? places.map((_, move) => drawnNumber(scene, move + 1, placeOfNumber(places, move))) : [];
}

/** The parts of the board among these, without what lies within another. @param {Scene} scene @param {string[]} ids */
function placesOf(scene, ids) {
  /** @type {Place[]} */ const found = [];
  for (const id of new Set(ids)) {
    const box = scene.onBoard(id) ? scene.box(id) : null;
    if (box) found.push({ id, box });
  }
  return found.filter(({ box }) => !found.some((other) => other.box !== box && encloses(other.box, box)));
}

/** @param {Scene} scene @param {Place} place @param {Happening["who"]} who @param {"here"|"from"|"to"} kind */
function drawnMark(scene, { id, box }, who, kind) {
  const found = typeof who === "number" ? lookOf(scene, who) : null;
  const look = `mark ${kind} ${found ? found.look : "nobody"}`;
  const part = scene.parts.get(id);
  const shape = (/** @type {string} */ name) => (part && outline(scene, part, name)) ?? null;
  const [tint, pattern, casing, edge] = ["tint", "pattern", "casing", "edge"].map(
    (name) => shape(name) ?? framed(box, name, 0),
  );
  const place = part && shape("") ? { transform: placed(part) } : {};
  return svg("g", { class: look, "data-mark": id, ...place }, tint, found?.marked ? pattern : null, casing, edge);
}

/** Where a move's number goes: moves that end in the same cell have theirs side by side.
 * @param {Place[][]} places @param {number} move */
function placeOfNumber(places, move) {
  const end = /** @type {Place} */ (places[move].at(-1));
  const before = places.slice(0, move).filter((found) => found.at(-1)?.id === end.id).length;
  return { box: end.box, before };
}

/** @param {Scene} scene @param {number} number @param {{box: Box, before: number}} where */
function drawnNumber(scene, number, { box, before }) {
  const size = BADGE * scene.unit;
  const [x, y] = [box.x + size * (1 + 2 * before), box.y + size];
  return svg(
    "g",
    { class: "badge-number", transform: `translate(${short(x)} ${short(y)}) scale(${scene.unit})` },
    svg("circle", { r: BADGE }),
    svg("text", { "font-size": 12 }, String(number)),
  );
}
