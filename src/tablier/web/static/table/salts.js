// @ts-check
/**
 * This browser's part in the dice of a table: it promises a salt for each seat of its own by a hash, and shows it once
 * every seat is bound by one. What it keeps is shared by all windows; each salt has a place of its own, so that two
 * windows that open at the same moment lose none.
 */

import { drop, keysOf, recall, remember } from "./settings.js";
import { sha256 } from "./sha256.js";

/** @typedef {import("../../declared").Standing} Standing */
/** @typedef {import("../../declared").Dice} Dice */
/** @typedef {import("../../declared").Command} Command */
/** @typedef {{at: number, commitment: string, hashes: (string|null)[], salts: Record<string, string>}} Note what everybody was
 *   bound to when this browser showed its salts, and those */

const SALT_BYTES = 16;
const KEPT = 180 * 24 * 3600 * 1000; // milliseconds
const SALT = "dice.salt";
const NOTE = "dice.note";

/** @type {Map<string, string>} */ const memory = new Map(); // for a browser that keeps nothing

/** @param {string} key @param {object} value */
function keep(key, value) {
  memory.set(key, JSON.stringify(value));
  remember(key, JSON.stringify(value));
}

/** @param {string} key @returns {any} */
function kept(key) {
  return JSON.parse(recall(key) ?? memory.get(key) ?? "null");
}

/** What was noted at a table. @param {string} table @returns {Note|null} */
export function noted(table) {
  return kept(`${NOTE}.${table}`);
}

/** Forget what belongs to games of long ago. */
export function forgetOld() {
  for (const key of [...keysOf(`${SALT}.`), ...keysOf(`${NOTE}.`)]) {
    if (kept(key).at < Date.now() - KEPT) drop(key);
  }
}

export class Salts {
  /** @param {string} table */
  constructor(table) {
    this.table = table;
  }

  /** What is to be sent as things stand. On a fresh line a hash of another device of ours is replaced while it can be.
   * @param {Standing} now @param {boolean} fresh @returns {Command[]} */
  due(now, fresh) {
    const { dice, waiting } = now;
    if (!dice || !waiting.length) return [];
    const early = dice.hashes[waiting[0]] === null;
    const mine = now.seats.filter((seat) => seat.yours && dice.salts[seat.seat] === null).map((seat) => seat.seat);
    if (!early) return mine.flatMap((seat) => this.shown(seat, dice));
    return mine
      .filter((seat) => dice.hashes[seat] === null || (fresh && this.salt(seat, dice) === null))
      .map((seat) => ({ type: "seal", seat, hash: this.promise(seat) }));
  }

  /** The seats of ours that cannot go on because their salts are not here. @param {Standing} now */
  lost({ dice, waiting, seats }) {
    if (!dice) return [];
    return waiting.filter((seat) => seats[seat].yours && dice.hashes[seat] !== null && this.salt(seat, dice) === null);
  }

  /** Show a salt, if it is here; what everybody is bound to is noted first. @param {number} seat @param {Dice} dice
   * @returns {Command[]} */
  shown(seat, dice) {
    const salt = this.salt(seat, dice);
    if (salt === null) return [];
    const { commitment, hashes } = dice;
    const note = noted(this.table) ?? { at: Date.now(), commitment, hashes, salts: {} };
    keep(`${NOTE}.${this.table}`, { ...note, salts: { ...note.salts, [seat]: salt } });
    return [{ type: "salt", seat, salt }];
  }

  /** The salt that was promised for a seat, if it is here. @param {number} seat @param {Dice} dice @returns {string|null} */
  salt(seat, dice) {
    return kept(`${this.place(seat)}${dice.hashes[seat]}`)?.salt ?? null;
  }

  /** The hash of a salt for a seat; one that this browser has drawn already stays. @param {number} seat */
  promise(seat) {
    const place = this.place(seat);
    const known = [...keysOf(place), ...[...memory.keys()].filter((key) => key.startsWith(place))];
    if (known.length) return known[0].slice(place.length);
    const bytes = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
    const salt = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    keep(place + sha256(salt), { salt, at: Date.now() });
    return sha256(salt);
  }

  /** Where the salts of a seat are kept. @param {number} seat */
  place(seat) {
    return `${SALT}.${this.table}.${seat}.`;
  }
}
