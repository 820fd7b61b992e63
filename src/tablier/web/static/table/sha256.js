// @ts-check
/** SHA-256 of a plain text, for promising a salt: at once, and also where a page without https has no crypto.subtle. */

const ROUNDS = 64;
const BLOCK = 64; // bytes
const LENGTH_AT = 56; // where in the last block the length of the text stands

/** The first so many prime numbers. @param {number} count */
function primes(count) {
  /** @type {number[]} */ const found = [];
  for (let number = 2; found.length < count; number++) {
    if (found.every((prime) => number % prime)) found.push(number);
  }
  return found;
}

/** The first 32 bits of the fractional part. @param {number} root */
const fraction = (root) => ((root % 1) * 2 ** 32) | 0;
const CONSTANTS = primes(ROUNDS).map((prime) => fraction(Math.cbrt(prime)));
const START = primes(8).map((prime) => fraction(Math.sqrt(prime)));

/** @param {number} word @param {number} bits */
const turned = (word, bits) => (word >>> bits) | (word << (32 - bits));

/** The text with a one, zeros and its length behind it, in whole blocks. @param {string} text */
function padded(text) {
  const bytes = new TextEncoder().encode(text);
  const blocks = Math.ceil((bytes.length + 1 + BLOCK - LENGTH_AT) / BLOCK);
  const view = new DataView(new ArrayBuffer(blocks * BLOCK));
  bytes.forEach((byte, place) => view.setUint8(place, byte));
  view.setUint8(bytes.length, 0x80);
  view.setUint32(blocks * BLOCK - 4, bytes.length * 8);
  return view;
}

/** The words of a block, and those that follow from them. @param {DataView} view @param {number} offset */
function schedule(view, offset) {
  const words = Array.from({ length: 16 }, (_, place) => view.getInt32(offset + 4 * place));
  for (let place = 16; place < ROUNDS; place++) {
    const [early, late] = [words[place - 15], words[place - 2]];
    const first = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const second = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words.push((words[place - 16] + first + words[place - 7] + second) | 0);
  }
  return words;
}

/** The state after one more block. @param {number[]} state @param {number[]} words */
function mixed(state, words) {
  let [a, b, c, d, e, f, g, h] = state;
  words.forEach((word, round) => {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const first = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + choice + CONSTANTS[round] + word;
    const second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + majority;
    [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
  });
  return [a, b, c, d, e, f, g, h].map((word, place) => (word + state[place]) | 0);
}

/** The SHA-256 of a text, in hexadecimal digits. @param {string} text */
export function sha256(text) {
  const view = padded(text);
  let state = START;
  for (let offset = 0; offset < view.byteLength; offset += BLOCK) state = mixed(state, schedule(view, offset));
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}
