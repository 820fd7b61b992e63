// Boxes that are still being prepared open by themselves as soon as they are ready.

import { ask } from "./room.js";

const PAUSE = 1500; // milliseconds between two looks

/** What still waits for a game, by the game's key. @returns {NodeListOf<HTMLElement>} */
const waiting = () => document.querySelectorAll("[data-waiting]");

/**
 * Make a button usable, or show a picture.
 * @param {HTMLElement} element
 */
function open(element) {
  delete element.dataset.waiting;
  if (element instanceof HTMLButtonElement) {
    element.disabled = false;
    const text = element.querySelector("[data-then]");
    if (text instanceof HTMLElement) text.textContent = text.dataset.then ?? "";
    return;
  }
  const picture = element.querySelector("img");
  if (picture) picture.src = picture.dataset.src ?? "";
  element.hidden = false;
}

/** Look once, and again as long as something waits. */
async function look() {
  try {
    const games = /** @type {{key: string, ready: boolean}[]} */ (await ask("/api/games"));
    const ready = new Set(games.filter((game) => game.ready).map((game) => game.key));
    const opened = [...waiting()].filter((element) => ready.has(element.dataset.waiting ?? ""));
    opened.forEach(open);
    const status = /** @type {HTMLElement | null} */ (document.querySelector("[data-opened]"));
    if (opened.length && status) status.textContent = status.dataset.opened ?? "";
  } catch {
    // The server may be starting again; the next look will tell.
  }
  if (waiting().length) setTimeout(look, PAUSE);
}

if (waiting().length) look();
