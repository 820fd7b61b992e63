// @ts-check
/** The replay of a table. */

import { byId } from "../table/dom.js";
import { notice } from "../table/panels.js";
import { loadWords, say } from "../table/words.js";
import { Page } from "./page.js";
import { ofTable } from "./sources.js";

/** The game from the side that the address asks for; from the usual one if it may not be seen from there.
 * @param {import("./sources.js").Source} source @param {string|null} side */
async function loaded(source, side) {
  try {
    return await source.load(side);
  } catch (error) {
    if (side === null) throw error;
    notice(/** @type {Error} */ (error).message);
    return source.load(null);
  }
}

async function start() {
  await loadWords();
  const source = ofTable(byId("main").dataset.table ?? "");
  const query = new URLSearchParams(location.search);
  byId("status").textContent = say("replay.loading");
  try {
    await new Page(source, await loaded(source, query.get("as"))).open(Number(query.get("move")));
  } catch (error) {
    byId("status").textContent = /** @type {Error} */ (error).message;
  }
}

start();
