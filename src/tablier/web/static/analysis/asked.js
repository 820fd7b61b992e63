// @ts-check
/** What the address of an analysis speaks of, and how the game looks of which it is. */

import { valueOf } from "../sharing.js";
import { html } from "../table/dom.js";
import { linked } from "./keeping.js";

/** @typedef {import("./keeping.js").Base} Base */

const BROUGHT = "replay"; // under this name the page of saved games keeps what somebody has brought

/** Fetch how a game looks; what the page says of it goes before. @param {string} game */
export function dress(game) {
  return new Promise((done) => {
    const style = html("link", { rel: "stylesheet", href: `/games/${game}/art.css`, onload: done, onerror: done });
    document.head.querySelector("link[rel=stylesheet]")?.before(style);
  });
}

/** What the address speaks of: a table, a position, a whole notebook, or what was brought to another page. @returns {Promise<Base|null>} */
export async function asked() {
  const query = new URLSearchParams(location.search);
  const text = await linked();
  if (text !== null) return { text };
  const position = valueOf("position");
  if (position) return { position };
  if (query.has("brought")) return { text: sessionStorage.getItem(BROUGHT) ?? "" };
  const table = query.get("table");
  if (!table) return null;
  const answer = await fetch(`/api/tables/${encodeURIComponent(table)}/text`);
  if (!answer.ok) throw new Error((await answer.json()).error.message);
  return { text: await answer.text() };
}
