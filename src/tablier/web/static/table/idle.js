// @ts-check
/** Why nothing on the board can be touched. */

import { say } from "./words.js";

/** @typedef {import("../../declared").Standing} Standing */

/** Why nothing can be touched; null if something can. @param {Standing|null} now @param {boolean} sending */
export function idle(now, sending) {
  if (!now) return say("status.connecting");
  if (sending) return say("touch.sending");
  if (now.outcome) return say("touch.over");
  if (now.to_move === null || now.waiting.length) return now.status;
  if (now.curtain !== null) return say("touch.curtain");
  if (now.moves.length) return null;
  if (!now.seats.some((seat) => seat.yours)) return say("touch.watch");
  if (typeof now.to_move !== "number") return say("touch.wait_chance");
  return say("touch.wait", { name: now.seats[now.to_move].name });
}
