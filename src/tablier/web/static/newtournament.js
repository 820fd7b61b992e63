// The form for a new tournament.

import { ask, handle } from "./room.js";
import { arrangeClock, chosenClock } from "./timing.js";

/** @typedef {import("../declared").NewTournament} NewTournament */

const BOT_LEVEL = 2; // of bots that fill up
const MOST = 64;
const form = /** @type {HTMLFormElement} */ (document.querySelector("#tournament"));

/** @param {string} name @returns {any} */
const field = (name) => form.elements.namedItem(name);
/** @returns {string} */
const kind = () => field("kind").value;

/** Show what belongs to what is chosen. */
function arrange() {
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-for]"))) one.hidden = !(one.dataset.for ?? "").split(" ").includes(kind());
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-when]"))) one.hidden = one.dataset.when !== field("when").value;
  arrangeGames();
  arrangeSeats();
  arrangeVariants();
  arrangeClock();
}

/** Only games that can be played so; leagues only of games for three and more. */
function arrangeGames() {
  const select = /** @type {HTMLSelectElement} */ (field("game"));
  for (const one of select.options) one.disabled = !numbers(one).some((count) => (kind() === "league") === count > 2);
  if (select.selectedOptions[0]?.disabled) select.selectedIndex = [...select.options].findIndex((one) => !one.disabled);
}

/** How many the seats of a choice can be. @param {HTMLOptionElement} choice */
function numbers(choice) {
  return (choice.dataset.seats ?? "").split(" ").map(Number);
}

/** Only so many seats at a table as the game has. */
function arrangeSeats() {
  const select = /** @type {HTMLSelectElement} */ (field("seats"));
  const known = numbers(field("game").selectedOptions[0]);
  for (const one of select.options) one.disabled = !known.includes(Number(one.value));
  if (select.selectedOptions[0]?.disabled) select.selectedIndex = Math.max(0, [...select.options].findIndex((one) => !one.disabled));
}

/** Only the variants of the game for so many. */
function arrangeVariants() {
  const select = /** @type {HTMLSelectElement} */ (field("variant"));
  for (const one of select.options) {
    one.hidden = one.disabled = Boolean(one.dataset.game) && (one.dataset.game !== field("game").value || Number(one.dataset.seats) !== seats());
  }
  if (select.selectedOptions[0]?.disabled) select.selectedIndex = 0;
}

/** How many sit at a table. */
function seats() {
  return kind() === "league" ? Number(field("seats").value) : 2;
}

/** The moment that is chosen, in seconds; nothing if it begins once it is full. */
function moment() {
  if (field("when").value !== "at" || !field("at").value) return {};
  return { at: new Date(field("at").value).getTime() / 1000 };
}

handle(form, async (offline) => {
  const full = field("when").value === "full";
  const rounds = Number(field(kind() === "robin" ? "legs" : "rounds").value);
  /** @type {NewTournament} */ const wanted = {
    name: field("name").value.trim(),
    game: field("game").value,
    options: JSON.parse(field("variant").value),
    seats: seats(),
    kind: /** @type {any} */ (kind()),
    rounds,
    most: full ? Number(field("most").value) : MOST,
    listed: field("listed").checked,
    rated: field("rated").checked && (seats() === 2 || Boolean(form.dataset.many)),
    bots: field("fill").checked ? BOT_LEVEL : 0,
    clock: /** @type {any} */ (chosenClock().clock),
    ...moment(),
  };
  const { url } = await ask("/api/tournaments", wanted, offline);
  if (field("join").checked) await ask(`/api${url}/join`, {}, offline);
  location.assign(url);
});

form.addEventListener("change", arrange);
arrange();
