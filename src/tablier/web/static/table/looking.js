// @ts-check
/** Looking around with the keyboard: Shift and the arrows go over all that has a name, and Enter asks why not. */

import { framed, grown, middle } from "./boxes.js";
import { svg } from "./dom.js";
import { capital } from "./words.js";

/** @typedef {import("./touch.js").Touch} Touch */
/** @typedef {import("./boxes.js").Box} Box */
/** @typedef {{id: string, box: Box}} Place */

const SMALLEST = 24; // pixels
const ASIDE = 2.2; // how much worse a step aside is than a step ahead

/** The nearest place in a direction. @template {{box: Box}} T @param {T[]} places @param {Box} here
 * @param {[number, number]} way @returns {T|undefined} */
export function ahead(places, here, [right, down]) {
  const from = middle(here);
  return places
    .map((place) => {
      const [x, y] = [middle(place.box).x - from.x, middle(place.box).y - from.y];
      return { place, ahead: x * right + y * down, aside: Math.abs(x * down) + Math.abs(y * right) };
    })
    .filter((found) => found.ahead > 0.5)
    .sort((one, other) => one.ahead + ASIDE * one.aside - (other.ahead + ASIDE * other.aside))[0]?.place;
}

/** All that has a name, what stands on something before it. @param {Touch} touch @returns {Place[]} */
function named({ scene }) {
  const ids = [...scene.parts.values()].filter((part) => part.label).map((part) => part.id);
  const sorted = ids.sort((one, other) => Number(scene.isGround(one)) - Number(scene.isGround(other)));
  return sorted.flatMap((id) => {
    const box = scene.box(id);
    return box && box.width > 0 ? [{ id, box }] : [];
  });
}

/** Look at the next named thing in a direction. @param {Touch} touch @param {Box} here @param {[number, number]} way */
export function look(touch, here, way) {
  const found = ahead(named(touch), here, way);
  if (!found) return;
  const { scene } = touch;
  const box = grown(found.box, SMALLEST * scene.unit);
  const name = { role: "button", tabindex: "-1", "aria-label": capital(touch.name(found.id)), "data-look": found.id };
  const node = svg("g", { class: "look", ...name }, framed(box, "edge", 0));
  leave(touch);
  scene.layers.targets.append(node);
  node.focus();
  scene.point(found.id);
}

/** Look at nothing any more. @param {Touch} touch */
export function leave(touch) {
  touch.scene.layers.targets.querySelector("[data-look]")?.remove();
}

/** Touch what is looked at, or ask why it cannot be. @param {Touch} touch @param {string} id */
export function ask(touch, id) {
  const box = touch.scene.box(id);
  if (touch.targets.some((target) => target.id === id)) return touch.touch(id, true);
  touch.spot = box && touch.scene.onScreen(box);
  touch.wonder(id);
}
