// @ts-check
/** Where a review is asked for: at a table that is over, or with a saved game that somebody has brought. */

import { ask } from "../room.js";
import { say } from "../table/words.js";

/** @typedef {import("../../declared").ReviewStanding} ReviewStanding */
/** @typedef {import("../../declared").BetterLine} BetterLine */
/** @typedef {import("../replay/page.js").Page} Page */
/** @typedef {{known: () => Promise<ReviewStanding|null>, begin: () => Promise<ReviewStanding>, look: () => Promise<ReviewStanding>,
 *   leave: () => Promise<ReviewStanding>, better: (number: number) => Promise<BetterLine>}} Desk what can be asked of the server;
 *   ``known``: what there is before anybody asks */

/** @param {Page} page @returns {Desk} */
export function deskOf(page) {
  return page.game.table === null ? ofText(page) : ofTable(`/api/tables/${page.game.table}/review`);
}

/** @param {string} address @returns {Desk} */
function ofTable(address) {
  const look = () => asked(address);
  return {
    known: look,
    begin: () => asked(address, {}),
    look,
    leave: () => left(address),
    better: (number) => asked(`${address}/${number}`),
  };
}

/** @param {Page} page @returns {Desk} */
function ofText(page) {
  let address = "";
  return {
    known: async () => null,
    begin: async () => {
      const found = await asked("/api/reviews", { text: await page.source.text() });
      address = `/api/reviews/${found.key}`;
      return found;
    },
    look: () => asked(address),
    leave: () => left(address),
    better: async (number) => asked("/api/reviews/better", { text: await page.source.text(), number }),
  };
}

/** @param {string} address @param {object} [data] */
function asked(address, data) {
  return ask(address, data, say("action.failed"));
}

/** Want to know no more. @param {string} address @returns {Promise<ReviewStanding>} */
async function left(address) {
  const answer = await fetch(address, { method: "DELETE" }).catch(() => null);
  const body = await answer?.json().catch(() => null);
  if (!answer?.ok) throw new Error(body?.error?.message ?? say("action.failed"));
  return body;
}
