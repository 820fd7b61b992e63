// @ts-check
/** Ways from a replay to other pages, which begin at the move that is shown. */

import { byId } from "../table/dom.js";

/** @typedef {import("./page.js").Page} Page */

/** Show the way to the analysis board, once nothing of the game is hidden any more. @param {Page} page */
export function showPassages(page) {
  const link = /** @type {HTMLAnchorElement} */ (byId("analyse"));
  const { game, source } = page;
  const open = game.result !== null || (source.file === null && game.views.some((view) => view.as === "everyone"));
  link.hidden = !game.scene || game.fault !== null || !open;
  link.onclick = () => {
    const query = new URLSearchParams(source.file ? { table: source.address.split("/")[2] } : { brought: "" });
    query.set("move", String(page.deck.number));
    link.href = `/analysis?${query}`;
  };
}
