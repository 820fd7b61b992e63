// @ts-check
/** The button that has every die and card of a game drawn again, and what was found. */

import { button, html } from "./dom.js";

/** @typedef {import("./fairness.js").Found} Found */

/** @param {string} text on the button @param {() => Promise<Found[]>} check @param {string} look of the button */
export function checking(text, check, look = "") {
  const place = html("div", { role: "status" });
  const start = /** @type {HTMLButtonElement} */ (button(text, () => go(), look));
  const go = async () => {
    start.disabled = true;
    try {
      tell(place, await check());
    } catch (error) {
      tell(place, [{ right: null, sentence: /** @type {Error} */ (error).message }]);
    } finally {
      start.disabled = false;
      place.scrollIntoView({ block: "nearest" });
    }
  };
  return [html("div", { class: "row" }, start), place];
}

/** @param {HTMLElement} place @param {Found[]} findings */
function tell(place, findings) {
  place.replaceChildren(
    ...findings.map(({ right, sentence, by }) => html("p", { class: "found", "data-right": String(right), "data-by": by }, sentence)),
  );
}
