// @ts-check
/** A game that still runs: as long as somebody looks at its replay, the page asks whether anything has happened. */

/** @typedef {import("./page.js").Page} Page */

const PAUSE = 4000; // milliseconds between two questions
const LONGEST_PAUSE = 60000; // where no answer comes

/** Let a page grow with its game. @param {Page} page */
export function watch(page) {
  const { news } = page.source;
  let pause = PAUSE;
  /** @type {ReturnType<typeof setTimeout>|undefined} */ let timer = undefined;

  const look = async () => {
    if (!news || !page.running) return;
    clearTimeout(timer);
    try {
      const game = document.hidden ? null : await news(page.game.as);
      pause = PAUSE;
      if (game) await page.grow(game);
    } catch {
      pause = Math.min(2 * pause, LONGEST_PAUSE);
    }
    clearTimeout(timer);
    timer = setTimeout(look, pause);
  };
  document.addEventListener("visibilitychange", () => document.hidden || look());
  timer = setTimeout(look, pause);
}
