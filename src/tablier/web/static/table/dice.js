// @ts-check
/** The dice: what was promised before the game, what everybody added, and whether it was kept. */

import { ask } from "../room.js";
import { named } from "./actions.js";
import { checking } from "./checking.js";
import { showDialog } from "./dialogs.js";
import { html } from "./dom.js";
import { findings } from "./fairness.js";
import { noted } from "./salts.js";
import { say } from "./words.js";

/** @typedef {import("../../declared").Standing} Standing */
/** @typedef {import("../../declared").Dice} Dice */

const HOW = "/dice"; // where it is told how to check the dice oneself

/** Tell about the dice of a table. @param {string} table @param {Standing} now */
export function showDice(table, now) {
  const content = now.dice ? told(now, now.dice) : [html("p", {}, say("dice.old"))];
  const how = html("p", {}, html("a", { href: HOW }, say("dice.how")));
  const verdict = () => ask(`/api/tables/${table}/verify`, undefined, say("action.failed"));
  const check = async () => findings(await verdict(), noted(table), (seat) => named(now.seats[seat]));
  showDialog(say("dice.title"), [...content, ...checking(say("dice.check"), check, "main"), how], [{ text: say("action.close") }]);
}

/** The promise, the hashes, the salts and the seed. @param {Standing} now @param {Dice} dice */
function told(now, { commitment, hashes, salts, given_by, seed }) {
  const rows = [
    ...fact(say("dice.commitment"), commitment),
    ...now.seats.flatMap((seat) => fact(say("dice.hash", { name: named(seat) }), hashes[seat.seat], say("dice.awaited"))),
    ...now.seats.flatMap((seat) => fact(salted(seat, given_by), salts[seat.seat], say("dice.awaited"))),
    ...fact(say("dice.seed"), seed, say("dice.secret")),
  ];
  return [html("p", {}, say("dice.promise")), html("dl", { class: "dice" }, ...rows)];
}

/** Whose salt it is, and whether it is the server's. @param {import("../../declared").Seat} seat @param {Dice["given_by"]} givers */
function salted(seat, givers) {
  const giver = givers[seat.seat];
  return say(giver === "server" || giver === "replaced" ? `dice.salt_by.${giver}` : "dice.salt", { name: named(seat) });
}

/** @param {string} name @param {string|null|undefined} value @param {string} missing what stands there without it */
function fact(name, value, missing = "") {
  const shown = value ? html("code", {}, value) : html("span", { class: "quiet" }, missing);
  return [html("dt", {}, name), html("dd", {}, shown)];
}
