// @ts-check
/** Looking for others to play with: the form, the wait, and the table that is found. */

import { ask, handle, rememberedName, rememberName } from "../room.js";
import { button, byId, html } from "../table/dom.js";
import { say } from "../table/words.js";

const SECOND = 1000; // milliseconds
const MOMENT = 1500; // in which somebody sees that they are led to a table
const FLAG = "waiting"; // kept as long as somebody waits, so that other pages go on listening

/** @typedef {import("../../declared").LobbyNow} LobbyNow */
/** @typedef {import("../../declared").SearchWish} SearchWish */
/** @typedef {import("../../declared").SearchStanding} SearchStanding */

const form = /** @type {HTMLFormElement} */ (byId("seek-form"));
const place = byId("waiting");
const name = /** @type {HTMLInputElement} */ (form.querySelector("[name=name]"));
let shown = "";
let led = false;

/** What stands in the form under a name. @param {string} field */
function chosen(field) {
  return new FormData(form).getAll(field).map(String);
}

/** The wish that the form says. @returns {SearchWish} */
function wish() {
  return {
    games: chosen("game"),
    seats: chosen("seats").map(Number),
    clocks: /** @type {SearchWish["clocks"]} */ (chosen("clock")),
    minutes: Number(chosen("minutes")[0]),
    rated: chosen("rated").length > 0,
    name: name.value.trim(),
  };
}

/** Note in this browser whether somebody waits. @param {boolean} waits */
export function flag(waits) {
  try {
    if (waits) localStorage.setItem(FLAG, "yes");
    else localStorage.removeItem(FLAG);
  } catch {
    // A browser that keeps nothing is told on this page alone.
  }
}

/** Show how the search stands. @param {LobbyNow} now */
export function showSearch(now) {
  const { search, found } = now;
  flag(search?.state === "waiting");
  form.hidden = search !== null;
  place.hidden = search === null;
  const wanted = JSON.stringify([search, found, now.looking]);
  if (wanted === shown) return;
  shown = wanted;
  if (search === null) place.replaceChildren();
  else if (found) place.replaceChildren(...arrived(found.url));
  else if (search.state === "late") place.replaceChildren(...late(search));
  else place.replaceChildren(...waiting(search, now.looking));
}

/** @param {SearchStanding} search @param {number} looking */
function waiting(search, looking) {
  const key = looking === 0 ? "lobby.alone" : looking === 1 ? "lobby.looking_one" : "lobby.looking";
  return [
    html("p", { class: "status" }, html("span", { class: "dots", "aria-hidden": "true" }, html("i"), html("i"), html("i")), say("lobby.waiting")),
    html("p", { class: "quiet small", "data-until": search.until, "aria-live": "off" }, left(search.until)),
    html("p", { class: "quiet small" }, say(key, { count: looking })),
    html("p", { class: "small" }, say("lobby.meanwhile")),
    html("div", { class: "row" }, bot(search), button(say("lobby.stop"), stop)),
  ];
}

/** A game against a bot, on which one goes on waiting. @param {SearchStanding} search */
function bot(search) {
  return html("form", { method: "post", action: `/play/${search.games[0]}` }, html("button", { class: "button main" }, say("lobby.bot")));
}

/** @param {SearchStanding} search */
function late(search) {
  return [
    html("p", { class: "status" }, say("lobby.late")),
    html("div", { class: "row" }, button(say("lobby.again"), stop, "main"), bot(search)),
  ];
}

/** @param {string} url */
function arrived(url) {
  if (!led && document.visibilityState === "visible") setTimeout(() => go(url), MOMENT);
  led = true;
  const link = html("button", { type: "button", class: "button main wide", onclick: () => go(url) }, say("lobby.go"));
  setTimeout(() => link.focus());
  return [html("p", { class: "status" }, say("lobby.found")), link];
}

/** Go to the table, and look for nobody any more. @param {string} url */
export async function go(url) {
  flag(false);
  await ask("/api/lobby/leave", {}).catch(() => null);
  location.assign(url);
}

/** How long somebody still waits. @param {number} until in seconds since 1970 */
function left(until) {
  const seconds = Math.max(0, Math.round(until - Date.now() / SECOND));
  return say("lobby.left", { time: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}` });
}

/** Look for nobody any more. */
async function stop() {
  flag(false);
  showSearch(await ask("/api/lobby/leave", {}, say("action.failed")));
}

/** Offer how many may play only where one of the chosen games is for so many, and keep one of these chosen. */
function offerCounts() {
  const counts = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll("[name=seats]")]);
  const games = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll("[name=game]:checked")]);
  if (!games.length) return; // the answer says that a game is to be chosen
  const possible = new Set(games.flatMap((game) => (game.dataset.seats ?? "").split(" ")));
  for (const count of counts) {
    count.disabled = !possible.has(count.value);
    if (count.disabled) count.checked = false;
  }
  const offered = counts.filter((count) => !count.disabled);
  if (offered[0] && !offered.some((count) => count.checked)) offered[0].checked = true;
}

if (!byId("seek").dataset.one) {
  form.addEventListener("change", offerCounts);
  offerCounts();
}

handle(form, async (offline) => {
  rememberName(name.value.trim());
  showSearch(await ask("/api/lobby/search", wish(), offline));
  place.scrollIntoView({ block: "center" });
});
name.value = rememberedName();
/** @type {HTMLButtonElement} */ (form.querySelector("button:not([type])")).disabled = false; // before, nobody would hear it

setInterval(() => {
  const line = /** @type {HTMLElement | null} */ (place.querySelector("[data-until]"));
  if (line) line.textContent = left(Number(line.dataset.until));
}, SECOND);
