// @ts-check
/** The list of puzzles, and the puzzle of the day on the shelf: what is solved is marked. */

import { kept, markSolved, streakTold } from "./puzzled.js";
import { loadWords, say } from "./table/words.js";

/** Tell how many are solved of each game. */
function count() {
  const { solved } = kept();
  for (const node of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-puzzles]"))) {
    const keys = (node.dataset.puzzles ?? "").split(" ");
    node.textContent = say("puzzle.count", { count: keys.filter((key) => solved[key]).length, all: keys.length });
  }
}

loadWords().then(() => {
  markSolved();
  count();
  const streak = document.getElementById("streak");
  if (streak) streak.textContent = streakTold();
});
