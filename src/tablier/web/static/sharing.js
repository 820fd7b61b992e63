// @ts-check
/** What all that is set up by hand has in common: touching with tools, and links that hold what was set up. */

import { byId } from "./table/dom.js";
import { Touch } from "./table/touch.js";

/** Touching the board with a tool: every touch does something at once. */
export class ToolTouch extends Touch {
  /** @param {string} id @param {boolean} byKey */
  touch(id, byKey) {
    const move = this.walk.ends(id);
    if (!move) return;
    this.byKey = byKey;
    this.last = this.scene.box(id);
    this.listener.send(move);
  }
}

/** A link to this page with a value in it. @param {string} name @param {string} text */
export function addressOf(name, text) {
  const letters = String.fromCharCode(...new TextEncoder().encode(text));
  const safe = btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return `${location.origin}${location.pathname}?${name}=${safe}`;
}

/** The value that this page's address holds, if it has one. @param {string} name @returns {any} */
export function valueOf(name) {
  const text = new URLSearchParams(location.search).get(name);
  if (!text) return null;
  try {
    const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(letters, (letter) => letter.charCodeAt(0))));
  } catch {
    return null;
  }
}

/** Copy what stands in a field; where that cannot be, it is selected. @param {string} id @param {string} button */
export async function copy(id, button) {
  const field = /** @type {HTMLInputElement} */ (byId(id));
  try {
    await navigator.clipboard.writeText(field.value);
    byId(button).textContent = byId(button).dataset.copied ?? "";
  } catch {
    field.select();
  }
}
