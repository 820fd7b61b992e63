// The clock of a new table, as it is chosen in the form.

/** @typedef {import("../declared").NewClock} NewClock */

const place = document.querySelector("[data-clock]");
const kind = /** @type {HTMLSelectElement | null} */ (place?.querySelector("[data-clock-kind]"));

/** Show what belongs to the kind of clock that is chosen. */
export function arrangeClock() {
  for (const field of /** @type {NodeListOf<HTMLElement>} */ (place?.querySelectorAll("[data-clock-of]") ?? [])) {
    field.hidden = !(field.dataset.clockOf ?? "").split(" ").includes(kind?.value ?? "");
  }
}

/** @param {string} name */
function number(name) {
  const field = /** @type {HTMLInputElement | null} */ (place?.querySelector(`[data-clock-number=${name}]`));
  return Number(field?.value || "0");
}

/** The clock that is chosen, as a part of a new table; nothing without one. @returns {{clock?: NewClock}} */
export function chosenClock() {
  const chosen = kind?.value ?? "";
  if (chosen === "days") return { clock: { kind: "days", days: number("days"), holidays: number("holidays") } };
  if (chosen !== "fischer" && chosen !== "delay") return {};
  const leaving = /** @type {HTMLInputElement | null} */ (place?.querySelector("[data-clock-leavers]"));
  const leavers = leaving?.checked ? { leavers: /** @type {"bot"} */ ("bot") } : {};
  return { clock: { kind: chosen, minutes: number("minutes"), seconds: number("seconds"), ...leavers } };
}
