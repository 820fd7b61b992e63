// Setting a table: who sits where, which options, what the board looks like then, and the links to send.

import { ask, handle, rememberedName, rememberName } from "./room.js";
import { arrangeRated, chosenRated } from "./rated.js";
import { arrangeClock, chosenClock } from "./timing.js";

const PAUSE = 200; // milliseconds of rest before the picture is drawn anew
const LOCAL = ["localhost", "127.0.0.1", "[::1]"]; // names under which only this computer is reached

/** @typedef {HTMLSelectElement | HTMLInputElement | HTMLTextAreaElement} Field */
/** @typedef {import("../declared").MadeSeat} MadeSeat */
/** @typedef {import("../declared").NewTable} NewTable */

const form = /** @type {HTMLFormElement} */ (document.querySelector("#table"));
const rows = /** @type {HTMLElement[]} */ ([...form.querySelectorAll("[data-seat]")]);
const options = /** @type {HTMLElement[]} */ ([...form.querySelectorAll("[data-option]")]);
const presets = /** @type {HTMLButtonElement[]} */ ([...form.querySelectorAll("[data-preset]")]);
const preview = /** @type {HTMLImageElement | null} */ (form.querySelector("[data-preview-of]"));
const refusal = /** @type {HTMLElement} */ (form.querySelector(".refusal"));

/** @param {Element} row @param {string} name @returns {any} */
const field = (row, name) => row.querySelector(`[data-${name}]`);

// Seats

/** How many sit down. */
export function count() {
  const chosen = /** @type {HTMLInputElement} */ (form.querySelector("[name=count]:checked, [name=count][type=hidden]"));
  return Number(chosen.value);
}

/** Show what belongs to each seat's kind, and only as many seats as there are. */
function arrange() {
  rows.forEach((row, seat) => {
    row.hidden = seat >= count();
    const kind = field(row, "kind").value;
    field(row, "level").hidden = kind !== "bot";
    field(row, "name").hidden = kind === "bot";
  });
  for (const choice of form.querySelectorAll("option[data-seats]")) limit(/** @type {HTMLOptionElement} */ (choice));
}

/** Take a value that this number of seats does not have out of the choice. @param {HTMLOptionElement} choice */
function limit(choice) {
  const select = /** @type {HTMLSelectElement} */ (choice.parentElement);
  choice.disabled = !(choice.dataset.seats ?? "").split(" ").includes(String(count()));
  if (choice.disabled && choice.selected) select.selectedIndex = 0;
}

/** Whoever may come is chosen only where a seat is free. */
function arrangeStrangers() {
  const place = form.querySelector("[data-strangers]");
  if (place instanceof HTMLElement) place.hidden = !seats().some((seat) => seat.kind === "link");
}

/** Whether strangers may come, as a part of a new table. @returns {{open?: boolean}} */
function strangers() {
  return form.querySelector("[data-strangers]:not([hidden]) input:checked") ? { open: true } : {};
}

/** There is one "you": whoever was it before sits on the same screen. @param {Element} chosen */
function keepOneSelf(chosen) {
  for (const row of rows) {
    const kind = field(row, "kind");
    if (row !== chosen && kind.value === "me") kind.value = "here";
  }
}

/** The seats as the server wants them. */
function seats() {
  return rows.slice(0, count()).map((row) => {
    const kind = field(row, "kind").value;
    const name = field(row, "name").value.trim();
    if (kind === "bot") return { kind, level: Number(field(row, "level").value) };
    return name ? { kind, name } : { kind };
  });
}

// Options

/** A value as typed: JSON if it can be, else a word. @param {string} text */
function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text.trim();
  }
}

/** @param {HTMLElement} option @returns {unknown} */
function value(option) {
  const input = /** @type {HTMLInputElement} */ (option.querySelector("input, select"));
  if (option.dataset.kind === "switch") return input.checked;
  if (option.dataset.kind === "number") return read(input.value || (option.dataset.default ?? ""));
  return input.value === "" ? read(field(option, "own").value) : JSON.parse(input.value);
}

/** The options that are not as the rules have them by default. */
export function chosen() {
  const changed = options.filter((option) => JSON.stringify(value(option)) !== option.dataset.default);
  return Object.fromEntries(changed.map((option) => [option.dataset.option, value(option)]));
}

/** Set an option. @param {HTMLElement} option @param {unknown} wanted */
function put(option, wanted) {
  const input = /** @type {HTMLInputElement} */ (option.querySelector("input, select"));
  const text = JSON.stringify(wanted);
  if (option.dataset.kind === "switch") input.checked = wanted === true;
  else if (input instanceof HTMLSelectElement) {
    const known = [...input.options].some((choice) => choice.value === text);
    input.value = known ? text : "";
    if (!known) field(option, "own").value = typeof wanted === "string" ? wanted : text;
  } else input.value = text;
}

/** Fields for a value of one's own are there when they are asked for. */
function showOwn() {
  for (const option of options) {
    const own = field(option, "own");
    if (own) own.hidden = option.querySelector("select")?.value !== "";
  }
}

/** Set the form. @param {number} seats @param {Record<string, unknown>} wanted options, the others by default */
export function choose(seats, wanted) {
  const number = form.querySelector(`[name=count][value="${seats}"]`);
  if (number instanceof HTMLInputElement) number.checked = true;
  for (const option of options) {
    const name = option.dataset.option ?? "";
    put(option, name in wanted ? wanted[name] : JSON.parse(option.dataset.default ?? "null"));
  }
  refresh();
}

/** Take over a ready-made table. @param {HTMLButtonElement} preset */
function apply(preset) {
  choose(Number(preset.dataset.seats), JSON.parse(preset.dataset.options ?? "{}"));
}

/** A ready-made table is lit as long as the form says the same. */
function lightPresets() {
  const now = JSON.stringify(Object.entries(chosen()).sort());
  for (const preset of presets) {
    const same = JSON.stringify(Object.entries(JSON.parse(preset.dataset.options ?? "{}")).sort()) === now;
    preset.setAttribute("aria-pressed", String(same && Number(preset.dataset.seats) === count()));
  }
}

// The picture of the start

let timer = 0;

/** Draw the board of these options, or say what is wrong with them. */
async function draw() {
  if (!preview || preview.closest("[data-waiting]")) return;
  const query = new URLSearchParams({ seats: String(count()), options: JSON.stringify(chosen()) });
  const url = `${preview.dataset.previewOf}&${query}`;
  if (preview.getAttribute("src") === url) return;
  try {
    const answer = await fetch(url);
    const fault = answer.ok ? "" : (await answer.json())?.error?.message;
    refusal.textContent = fault ?? "";
    if (answer.ok) preview.src = url;
  } catch {
    // Without a picture one can still play.
  }
}

/** Bring the form in line with what was chosen. */
function refresh() {
  arrange();
  arrangeClock();
  arrangeStrangers();
  arrangeRated(seats().map((seat) => seat.kind));
  showOwn();
  lightPresets();
  clearTimeout(timer);
  timer = setTimeout(draw, PAUSE);
}

// The links

/** @param {MadeSeat} place @returns {DocumentFragment} */
function linkRow(place) {
  const template = /** @type {HTMLTemplateElement} */ (document.querySelector("#link-row"));
  const row = /** @type {DocumentFragment} */ (template.content.cloneNode(true));
  const url = new URL(place.link ?? "", location.href);
  const title = rows[place.seat].querySelector(".title")?.textContent ?? "";
  const input = /** @type {HTMLInputElement} */ (row.querySelector("input"));
  const button = /** @type {HTMLButtonElement} */ (row.querySelector("button"));
  /** @type {HTMLElement} */ (row.querySelector("[data-title]")).textContent = title;
  /** @type {HTMLImageElement} */ (row.querySelector("img")).src = `${url.pathname}/code.svg`;
  input.value = url.href;
  input.addEventListener("focus", () => input.select());
  button.addEventListener("click", () => copy(input, button));
  return row;
}

/** @param {HTMLInputElement} input @param {HTMLButtonElement} button */
async function copy(input, button) {
  try {
    await navigator.clipboard.writeText(input.value);
    button.textContent = button.dataset.copied ?? "";
  } catch {
    input.focus(); // selected, to be copied by hand
  }
}

/** Show the links, then let the person go to the table. @param {string} url @param {MadeSeat[]} places */
function invite(url, places) {
  const section = /** @type {HTMLElement} */ (document.querySelector("#links"));
  section.querySelector("[data-list]")?.replaceChildren(...places.map(linkRow));
  /** @type {HTMLAnchorElement} */ (section.querySelector("[data-go]")).href = url;
  const title = /** @type {HTMLElement} */ (document.querySelector("#set-up"));
  title.textContent = title.dataset.done ?? "";
  /** @type {HTMLElement} */ (section.querySelector("[data-local]")).hidden = !LOCAL.includes(location.hostname);
  form.hidden = true;
  section.hidden = false;
  section.focus();
  section.scrollIntoView({ block: "nearest" });
}

handle(form, async (offline) => {
  if (form.dataset.fault) throw new Error(form.dataset.fault); // of a position that cannot be played
  const places = seats();
  const self = places.find((seat) => seat.kind === "me");
  rememberName(self?.name ?? "");
  const random = /** @type {HTMLInputElement} */ (form.querySelector("[name=random]")).checked;
  const order = random ? "random" : "given";
  const position = form.dataset.position; // a table that begins at a position has the position's options
  const begins = position ? { from: { position: JSON.parse(position) } } : { options: chosen() };
  const more = { ...chosenClock(), ...strangers(), ...chosenRated() };
  /** @type {NewTable} */ const wanted = { game: form.dataset.game, seats: places, order, ...begins, ...more };
  /** @type {import("../declared").MadeTable} */ const made = await ask("/api/tables", wanted, offline);
  const links = made.seats.filter((place) => place.link);
  if (links.length && !wanted.open) invite(made.url, links); // an open table is found in the lobby, and has its links, too
  else location.assign(made.url);
});

form.addEventListener("change", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  const row = target.closest("[data-seat]");
  if (row && target.matches("[data-kind]") && /** @type {Field} */ (target).value === "me") keepOneSelf(row);
  refresh();
});
presets.forEach((preset) => preset.addEventListener("click", () => apply(preset)));
for (const row of rows) if (field(row, "kind").value === "me") field(row, "name").value = rememberedName();
refresh();
