// Whether a new table shall count for ratings: offered when it can, with a sentence when it cannot.

import { ask } from "./room.js";

const TWO = 2;
const place = /** @type {HTMLElement | null} */ (document.querySelector("[data-rated]"));
const box = /** @type {HTMLInputElement | null} */ (place?.querySelector("[data-rated-box]") ?? null);
const why = /** @type {HTMLElement | null} */ (place?.querySelector("#rated-why") ?? null);
/** @type {import("../declared").MyRating | null} */ let mine = null;
/** @type {string[]} */ let seats = [];

/** Why a table with these seats cannot count; empty if it can. */
function fault() {
  const texts = why?.dataset ?? {};
  if (!mine?.rated) return texts.name ?? "";
  if (seats.filter((kind) => kind === "me").length !== 1 || seats.some((kind) => kind !== "me" && kind !== "link")) return texts.links ?? "";
  return seats.length > TWO && !mine.library ? texts.library ?? "" : "";
}

/** Bring the choice in line with the seats; nobody is asked who plays with nobody from elsewhere. @param {string[]} kinds */
export function arrangeRated(kinds) {
  seats = kinds;
  if (!place || !box || !why || !mine) return;
  const text = fault();
  place.hidden = kinds.every((kind) => kind !== "link");
  box.disabled = text !== "";
  why.textContent = text;
  why.hidden = text === "";
}

/** What is chosen, as a part of a new table. @returns {{rated?: boolean}} */
export function chosenRated() {
  return box && !place?.hidden && !box.disabled && box.checked ? { rated: true } : {};
}

if (place) {
  ask("/api/rating").then((answer) => {
    mine = answer;
    arrangeRated(seats);
  }, () => {}); // without an answer nothing is offered
}
