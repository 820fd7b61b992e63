// @ts-check
/** Where a recorded game comes from: a table of this server, or a text that somebody has. */

import { ask, askAgain } from "../room.js";
import { noted } from "../table/salts.js";
import { say } from "../table/words.js";

/** @typedef {import("../../declared").ReplayedGame} ReplayedGame */
/** @typedef {import("../../declared").Verdict} Verdict */
/** @typedef {import("../table/salts.js").Note} Note */
/** @typedef {{load: (side: string|null) => Promise<ReplayedGame>, news: ((side: string|null) => Promise<ReplayedGame|null>)|null,
 *   text: () => Promise<string>, address: string, check: () => Promise<Verdict>, note: () => Note|null, file: string|null}} Source what can be
 *   asked (for news where there may be some: null if nothing has happened), the address of the page, and that of the file to save */

/** @param {string} table @returns {Source} */
export function ofTable(table) {
  const file = `/api/tables/${table}/text`;
  let known = ""; // the tag of what was told last
  /** @param {string|null} side @param {string} tag */
  const told = async (side, tag) => {
    const query = side === null ? "" : `?as=${encodeURIComponent(side)}`;
    const answer = await askAgain(`/api/tables/${table}/replay${query}`, tag, say("action.failed"));
    known = answer.tag;
    return answer.body;
  };
  return {
    load: (side) => told(side, ""),
    news: (side) => told(side, known),
    text: async () => {
      const answer = await fetch(file);
      if (!answer.ok) throw new Error((await answer.json()).error.message);
      return answer.text();
    },
    check: () => ask(`/api/tables/${table}/verify`, undefined, say("action.failed")),
    note: () => noted(table),
    address: `/t/${table}/replay`,
    file,
  };
}

/** @param {string} text @returns {Source} */
export function ofText(text) {
  return {
    load: (side) => ask("/api/replays", side === null ? { text } : { text, as: side }, say("action.failed")),
    news: null,
    text: async () => text,
    check: () => ask("/api/verify", { text }, say("action.failed")),
    note: () => null,
    address: "/replay",
    file: null,
  };
}
