// @ts-check
/** Where a recorded game comes from: a table of this server, or a text that somebody has. */

import { ask } from "../room.js";
import { say } from "../table/words.js";

/** @typedef {import("../table/types.js").Replay} Replay */
/** @typedef {import("../table/checking.js").Found} Found */
/** @typedef {{load: (side: string|null) => Promise<Replay>, text: () => Promise<string>, address: string,
 *   check: () => Promise<Found>, file: string|null}} Source what can be asked, the address of the page, and that of the file to save */

/** @param {string} table @returns {Source} */
export function ofTable(table) {
  const file = `/api/tables/${table}/text`;
  return {
    load: (side) => ask(`/api/tables/${table}/replay${side === null ? "" : `?as=${encodeURIComponent(side)}`}`, undefined, say("action.failed")),
    text: async () => {
      const answer = await fetch(file);
      if (!answer.ok) throw new Error((await answer.json()).error.message);
      return answer.text();
    },
    check: () => ask(`/api/tables/${table}/verify`, undefined, say("action.failed")),
    address: `/t/${table}/replay`,
    file,
  };
}

/** @param {string} text @returns {Source} */
export function ofText(text) {
  return {
    load: (side) => ask("/api/replays", side === null ? { text } : { text, as: side }, say("action.failed")),
    text: async () => text,
    check: () => ask("/api/verify", { text }, say("action.failed")),
    address: "/replay",
    file: null,
  };
}
