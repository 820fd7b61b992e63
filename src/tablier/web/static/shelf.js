// Pictures of a game that is still being prepared are shown as soon as they can be drawn.

import { ask } from "./room.js";

const PAUSE = 1500; // milliseconds between two looks

/** What still waits for a game, by the game's key. @returns {NodeListOf<HTMLElement>} */
const waiting = () => document.querySelectorAll("[data-waiting]");

/** Show a picture. @param {HTMLElement} element */
function open(element) {
  delete element.dataset.waiting;
  const picture = element.querySelector("img");
  if (picture) picture.src = picture.dataset.src ?? "";
  element.hidden = false;
}

/** Look once, and again as long as something waits. */
async function look() {
  try {
    const games = /** @type {import("../declared").Game[]} */ (await ask("/api/games"));
    const ready = new Set(games.filter((game) => game.ready).map((game) => game.key));
    [...waiting()].filter((element) => ready.has(element.dataset.waiting ?? "")).forEach(open);
  } catch {
    // The server may be starting again; the next look will tell.
  }
  if (waiting().length) setTimeout(look, PAUSE);
}

if (waiting().length) look();
