// @ts-check
/** The keyboard: arrows over what is lit, Enter touches, Escape goes back, letters open what they name. */

import { ahead, ask, leave, look } from "./looking.js";

/** @typedef {import("./touch.js").Touch} Touch */
/** @typedef {{rules: () => void, board: () => void, log: () => void, chat: () => void,
 *   turn: () => void, again?: () => void}} Shortcuts */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Listen to the keyboard. @param {Touch} touch @param {Shortcuts} shortcuts */
export function listen(touch, shortcuts) {
  touch.scene.root.addEventListener("keydown", (event) => onBoard(touch, event));
  document.addEventListener("keydown", (event) => anywhere(touch, shortcuts, event));
}

/** @param {Touch} touch @param {KeyboardEvent} event */
function onBoard(touch, event) {
  const node = /** @type {Element} */ (event.target);
  const [lit, seen] = [node.getAttribute("data-target"), node.getAttribute("data-look")];
  if (!lit && !seen) return;
  if (event.key === "Enter" || event.key === " ") seen ? ask(touch, seen) : touch.touch(lit ?? "", true);
  else if (event.key in ARROWS) travel(touch, node, ARROWS[event.key], event.shiftKey);
  else if (event.key === "Home") touch.rove(touch.targets[0], true);
  else if (event.key === "End") touch.rove(touch.targets[touch.targets.length - 1], true);
  else return;
  event.preventDefault();
}

/** Go to the nearest lit place in a direction, or with Shift to the nearest one that has a name.
 * @param {Touch} touch @param {Element} node @param {[number, number]} way @param {boolean} all */
function travel(touch, node, way, all) {
  const seen = node.getAttribute("data-look");
  const here = seen ? touch.scene.box(seen) : touch.targets.find((target) => target.node === node)?.box;
  if (!here) return;
  if (all) return look(touch, here, way);
  const reached = ahead(touch.targets, here, way);
  leave(touch);
  if (reached) touch.rove(reached, true);
  else if (seen) touch.focusNear();
}

/** @param {Touch} touch @param {Shortcuts} shortcuts @param {KeyboardEvent} event */
function anywhere(touch, shortcuts, event) {
  const field = /** @type {Element} */ (event.target).closest("input, textarea, select");
  if (event.ctrlKey || event.metaKey || event.altKey || field || document.querySelector("dialog[open]")) return;
  const { rules, board, log, chat, turn, again } = shortcuts;
  const action = { "?": rules, b: board, l: log, c: chat, t: turn, r: again }[event.key];
  if (event.key === "Escape") touch.back();
  else if (action) {
    event.preventDefault();
    action();
  }
}
