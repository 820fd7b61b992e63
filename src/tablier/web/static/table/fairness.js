// @ts-check
/** Whether the dice of a game are right, worked out in this browser: the server's own opinion is only the second one. */

import { say } from "./words.js";

/** @typedef {import("./salts.js").Note} Note */
/** @typedef {import("../../declared").DiceRecord} DiceRecord */
/** @typedef {import("../../declared").Chance} Chance */
/** @typedef {import("../../declared").Verdict} Verdict what the server answers */
/** @typedef {{right: boolean|null, sentence: string, by?: "own"|"server"}} Found null if it cannot be known */
/** @typedef {(seat: number) => string} Named */

const SPAN = 2n ** 256n;
const SALT_DIGITS = 32;

/** What this browser finds, and what the server says. @param {Verdict} verdict @param {Note|null} note @param {Named} named
 * @returns {Promise<Found[]>} */
export async function findings(verdict, note, named) {
  const server = { by: /** @type {const} */ ("server"), right: verdict.right, sentence: say("dice.server", { sentence: verdict.sentence }) };
  const own = verdict.record && (await ownFinding(verdict.record, verdict.chances, note, named));
  return own ? [{ by: "own", ...own }, server] : [server];
}

/** @param {DiceRecord} record @param {Chance[]} chances @param {Note|null} note @param {Named} named @returns {Promise<Found>} */
async function ownFinding(record, chances, note, named) {
  if (!globalThis.crypto?.subtle) return { right: null, sentence: say("dice.own.insecure") };
  const wrong = differing(record, note, named) ?? (await broken(record, named)) ?? (await misdrawn(record, chances));
  if (wrong) return { right: false, sentence: wrong };
  const replaced = record.given_by.includes("replaced") ? ` ${say("dice.own.replaced")}` : "";
  const right = chances.length || note ? true : null;
  return { right, sentence: say(note ? "dice.own.right" : "dice.own.unnoted", { draws: chances.length }) + replaced };
}

/** What differs from what this browser noted before it showed its salts. @param {DiceRecord} record @param {Note|null} note
 * @param {Named} named @returns {string|null} */
function differing(record, note, named) {
  if (!note) return null;
  if (record.commitment !== note.commitment) return say("dice.own.commitment");
  const seat = note.hashes.findIndex((hash, place) => hash !== record.hashes[place]);
  if (seat >= 0) return say("dice.own.hash", { name: named(seat) });
  const mine = Object.keys(note.salts).find((place) => note.salts[place] !== record.salts[Number(place)]);
  return mine === undefined ? null : say("dice.own.mine", { name: named(Number(mine)) });
}

/** Which promise the record itself does not keep. @param {DiceRecord} record @param {Named} named @returns {Promise<string|null>} */
async function broken(record, named) {
  if (record.commitment !== null && (await sha256(record.seed)) !== record.commitment) return say("dice.own.seed");
  for (const [seat, hash] of record.hashes.entries()) {
    const salt = record.salts[seat];
    const spare = record.given_by[seat] === "replaced";
    const due = spare ? hex(await hmac(record.seed, `salt.${seat}`)).slice(0, SALT_DIGITS) : salt;
    if (salt !== due || (!spare && hash !== null && (await sha256(salt)) !== hash)) return say("dice.own.salt", { name: named(seat) });
  }
  return null;
}

/** The first die or card that is not the one that is drawn. @param {DiceRecord} record @param {Chance[]} chances
 * @returns {Promise<string|null>} */
async function misdrawn({ seed, salts }, chances) {
  for (const { number, moves, weights, made } of chances) {
    const due = moves[await drawn(seed, salts, number, weights)];
    if (due !== made) return say("dice.own.draw", { number: number + 1, found: made, due });
  }
  return null;
}

/** The place of the chance move that is drawn as move ``number``.
 * @param {string} seed @param {string[]} salts @param {number} number @param {number[]} weights */
async function drawn(seed, salts, number, weights) {
  const sum = BigInt(weights.reduce((all, weight) => all + weight, 0));
  const limit = SPAN - (SPAN % sum);
  let value = limit;
  for (let attempt = 0; value >= limit; attempt++) {
    value = BigInt(`0x${hex(await hmac(seed, [...salts, number, attempt].join(".")))}`);
  }
  let rest = Number(value % sum);
  return weights.findIndex((weight) => (rest -= weight) < 0);
}

/** @param {string} text */
const bytes = (text) => new TextEncoder().encode(text);

/** @param {ArrayBuffer} buffer */
const hex = (buffer) => Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} text */
async function sha256(text) {
  return hex(await crypto.subtle.digest("SHA-256", bytes(text)));
}

/** @param {string} key @param {string} message */
async function hmac(key, message) {
  const hash = { name: "HMAC", hash: "SHA-256" };
  const imported = await crypto.subtle.importKey("raw", bytes(key), hash, false, ["sign"]);
  return crypto.subtle.sign("HMAC", imported, bytes(message));
}
