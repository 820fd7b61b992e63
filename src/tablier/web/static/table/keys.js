// @ts-check
/** The keyboard: arrows over what is lit, Enter touches, Escape goes back, letters open what they name. */

import { middle } from "./touch.js";

/** @typedef {import("./touch.js").Touch} Touch */
/** @typedef {{rules: () => void, board: () => void, log: () => void, chat: () => void,
 *   turn: () => void}} Shortcuts */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const ASIDE = 2.2; // how much worse a step aside is than a step ahead

/** Listen to the keyboard. @param {Touch} touch @param {Shortcuts} shortcuts */
export function listen(touch, shortcuts) {
  touch.scene.root.addEventListener("keydown", (event) => onBoard(touch, event));
  document.addEventListener("keydown", (event) => anywhere(touch, shortcuts, event));
}

/** @param {Touch} touch @param {KeyboardEvent} event */
function onBoard(touch, event) {
  const id = /** @type {Element} */ (event.target).getAttribute("data-target");
  if (!id) return;
  if (event.key === "Enter" || event.key === " ") touch.touch(id, true);
  else if (event.key in ARROWS) travel(touch, id, ARROWS[event.key]);
  else if (event.key === "Home") touch.rove(touch.targets[0], true);
  else if (event.key === "End") touch.rove(touch.targets[touch.targets.length - 1], true);
  else return;
  event.preventDefault();
}

/** Go to the nearest lit place in a direction. @param {Touch} touch @param {string} id @param {[number, number]} way */
function travel(touch, id, [right, down]) {
  const here = touch.targets.find((target) => target.id === id);
  if (!here) return;
  const from = middle(here.box);
  const reached = touch.targets
    .map((target) => {
      const [x, y] = [middle(target.box).x - from.x, middle(target.box).y - from.y];
      return { target, ahead: x * right + y * down, aside: Math.abs(x * down) + Math.abs(y * right) };
    })
    .filter(({ ahead }) => ahead > 0.5)
    .sort((one, other) => one.ahead + ASIDE * one.aside - (other.ahead + ASIDE * other.aside))[0];
  if (reached) touch.rove(reached.target, true);
}

/** @param {Touch} touch @param {Shortcuts} shortcuts @param {KeyboardEvent} event */
function anywhere(touch, shortcuts, event) {
  const field = /** @type {Element} */ (event.target).closest("input, textarea, select");
  if (event.ctrlKey || event.metaKey || event.altKey || field || document.querySelector("dialog[open]")) return;
  const known = { "?": shortcuts.rules, b: shortcuts.board, l: shortcuts.log, c: shortcuts.chat, t: shortcuts.turn };
  const action = known[/** @type {keyof typeof known} */ (event.key)];
  if (event.key === "Escape") touch.back();
  else if (action) {
    event.preventDefault();
    action();
  }
}
