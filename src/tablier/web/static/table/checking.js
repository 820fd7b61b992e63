// @ts-check
/** The button that has every die and card of a game drawn again, and what was found. */

import { button, html } from "./dom.js";

/** @typedef {{ok: boolean|null, sentence: string}} Found what was found; null if it cannot be known */

/** @param {string} text on the button @param {() => Promise<Found>} check @param {string} look of the button */
export function checking(text, check, look = "") {
  const found = html("p", { class: "found", role: "status" });
  const start = /** @type {HTMLButtonElement} */ (button(text, () => go(), look));
  const go = async () => {
    start.disabled = true;
    try {
      tell(found, await check());
    } catch (error) {
      tell(found, { ok: null, sentence: /** @type {Error} */ (error).message });
    } finally {
      start.disabled = false;
      found.scrollIntoView({ block: "nearest" });
    }
  };
  return [html("div", { class: "row" }, start), found];
}

/** @param {HTMLElement} place @param {Found} found */
function tell(place, { ok, sentence }) {
  place.dataset.ok = String(ok);
  place.textContent = sentence;
}
