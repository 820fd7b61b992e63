// @ts-check
/** What this browser remembers. Where nothing can be kept, the defaults hold. */

const coarse = matchMedia("(pointer: coarse)").matches;
const reduced = matchMedia("(prefers-reduced-motion: reduce)");
const DEFAULTS = { confirm: false, sound: !coarse, notify: false, evaluation: false };

/** @typedef {keyof typeof DEFAULTS} Setting */

/** @param {Setting} name */
export function setting(name) {
  const kept = recall(`setting.${name}`);
  return kept === null ? DEFAULTS[name] : kept === "yes";
}

/** @param {Setting} name @param {boolean} value */
export function set(name, value) {
  remember(`setting.${name}`, value ? "yes" : "no");
}

/** @typedef {"off"|"fast"|"normal"|"slow"} Speed */
/** @type {readonly Speed[]} */ export const SPEEDS = ["off", "fast", "normal", "slow"];

/** How fast things move; not at all where the system asks for little motion and nothing else was chosen here. */
export function speed() {
  const usual = reduced.matches ? "off" : "normal";
  return SPEEDS.find((known) => known === recall("setting.speed")) ?? usual;
}

/** @param {string} value */
export function setSpeed(value) {
  remember("setting.speed", value);
}

/** Whether something is met for the first time; afterwards it no longer is. @param {string} name */
export function first(name) {
  const known = recall(`seen.${name}`) !== null;
  remember(`seen.${name}`, "yes");
  return !known;
}

/** What is kept under a key. @param {string} key */
export function recall(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** The keys that begin in a certain way. @param {string} prefix */
export function keysOf(prefix) {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

/** Keep something no longer. @param {string} key */
export function drop(key) {
  localStorage.removeItem(key);
}

/** Keep something. @param {string} key @param {string} value */
export function remember(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // A browser that keeps nothing asks again next time.
  }
}
