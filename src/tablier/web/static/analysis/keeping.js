// @ts-check
/** What is explored, kept in this browser and passed on: nothing is lost, and a link holds all of it if it is short. */

/** @typedef {import("./tree.js").Ply} Ply */
/** @typedef {{text?: string, position?: Record<string, any>}} Base what somebody has brought: a saved game, or a position
 * @typedef {{base: Base, name: string, comment: string, plies: import("../../declared").TriedMove[], end: number|null, at: number, when: number}} Kept */

const KEPT = "analyses"; // under this name they are kept
const MOST_KEPT = 8;
const LONGEST_LINK = 6000; // characters
const PART = "notebook="; // of an address that holds a saved game; it stays in the browser

/** All that was explored here, the latest first. @returns {Kept[]} */
export function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "[]");
  } catch {
    return [];
  }
}

/** What is the same when the same thing is brought again. @param {Base} base */
export function nameOf(base) {
  return JSON.stringify(base.text ?? base.position);
}

/** @param {Base} base @returns {Kept|undefined} */
export function keptOf(base) {
  return kept().find((one) => nameOf(one.base) === nameOf(base));
}

/** Keep what was tried; the oldest make room. False if this browser keeps nothing. @param {Kept} one */
export function keep(one) {
  const others = kept().filter((other) => nameOf(other.base) !== nameOf(one.base));
  for (let most = MOST_KEPT - 1; most >= 0; most--) {
    try {
      localStorage.setItem(KEPT, JSON.stringify([one, ...others.slice(0, most)]));
      return true;
    } catch {
      // There is no room for so many.
    }
  }
  return false;
}

/** Forget what was tried. @param {Base} base */
export function forget(base) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(kept().filter((one) => nameOf(one.base) !== nameOf(base))));
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}

/** Bytes through a stream that makes them shorter, or longer again. @param {Uint8Array} bytes @param {ReadableWritablePair<any, any>} stream */
async function through(bytes, stream) {
  const piped = new Blob([/** @type {any} */ (bytes)]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(piped).arrayBuffer());
}

/** A link that holds a saved game; null if it would be too long. @param {string} text @returns {Promise<string|null>} */
export async function linkTo(text) {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  const link = `${location.origin}/analysis#${PART}${letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
  return link.length <= LONGEST_LINK ? link : null;
}

/** The saved game that the address holds; null if it holds none, an empty text if it cannot be read. @returns {Promise<string|null>} */
export async function linked() {
  const part = location.hash.slice(1);
  if (!part.startsWith(PART)) return null;
  try {
    const letters = atob(part.slice(PART.length).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    return new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
  } catch {
    return "";
  }
}
