// @ts-check
/** What this browser keeps of puzzles: those that are solved, and how many in a row at the first go. */

import { say } from "./table/words.js";

const PLACE = "puzzles"; // in the browser's storage

/** @typedef {{solved: Record<string, boolean>, tried: Record<string, boolean>, streak: number, best: number}} Kept */

/** All that is kept. @returns {Kept} */
export function kept() {
  /** @type {Kept} */ const nothing = { solved: {}, tried: {}, streak: 0, best: 0 };
  try {
    return { ...nothing, ...JSON.parse(localStorage.getItem(PLACE) ?? "{}") };
  } catch {
    return nothing; // a browser that keeps nothing, or something else under this name
  }
}

/** @param {Kept} now */
function keep(now) {
  try {
    localStorage.setItem(PLACE, JSON.stringify(now));
  } catch {
    // Then it is forgotten with the page.
  }
}

/** Somebody needed help or was wrong: the row ends, unless the puzzle was done with before. @param {string} key */
export function fail(key) {
  const now = kept();
  if (now.tried[key] || now.solved[key]) return;
  keep({ ...now, tried: { ...now.tried, [key]: true }, streak: 0 });
}

/** A puzzle was solved, the row goes on if nothing went wrong before. @param {string} key */
export function succeed(key) {
  const now = kept();
  const streak = now.solved[key] || now.tried[key] ? now.streak : now.streak + 1;
  keep({ ...now, solved: { ...now.solved, [key]: true }, streak, best: Math.max(now.best, streak) });
}

/** How many in a row, in words. */
export function streakTold() {
  const { streak, best } = kept();
  return say(`puzzle.streak.${streak > 1 ? "several" : streak ? "one" : "none"}`, { count: streak, best });
}

/** Show beside puzzles that they are solved. */
export function markSolved() {
  const { solved } = kept();
  for (const mark of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-puzzle].done"))) {
    mark.hidden = !solved[mark.dataset.puzzle ?? ""];
    mark.textContent = ` ${say("puzzle.solved")}`;
  }
}
