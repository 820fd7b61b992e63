// @ts-check
/** Beside the board: who plays, what happened, what is said. */

import { countDown } from "../waiting.js";
import { button, byId, html, svg } from "./dom.js";
import { lookOf } from "./looks.js";
import { capital, say } from "./words.js";

/** @typedef {import("../../declared").Seat} Seat */
/** @typedef {import("../../declared").Standing} Standing */
/** @typedef {import("../../declared").Entry} Entry */
/** @typedef {import("../../declared").Said} Said */
/** @typedef {import("./scene.js").Scene} Scene */

const NEAR_END = 60; // pixels: a list that is scrolled down so far stays at its end
const LONGEST_NOTICE = 30000; // milliseconds
const NOTICED = 4500; // milliseconds
const LISTENED = 12; // lines that stay for those who listen

/** A disc in the colour and with the mark of a seat. @param {Scene} scene @param {number|"chance"|null} seat */
export function disc(scene, seat) {
  const found = typeof seat === "number" ? lookOf(scene, seat) : null;
  const mark = found?.marked ? svg("circle", { r: 9 }) : null;
  const body = found
    ? svg("g", { class: found.look }, svg("circle", { r: 9, fill: "currentColor" }), mark)
    : svg("circle", { r: 4, class: "nobody" });
  return svg("svg", { class: "disc", viewBox: "-11 -11 22 22", "aria-hidden": "true" }, body);
}

/** What is told about a seat under its name, besides its title. @param {Seat} seat */
function facts(seat) {
  const told = [];
  if (seat.handed) told.push(say("seats.handed"));
  else if (seat.kind === "bot" && seat.level) told.push(say("seats.bot", { level: seat.level }));
  if (seat.link) told.push(say("seats.free"));
  else if (seat.resigned) told.push(say("seats.resigned"));
  else if (seat.flagged) told.push(say("seats.flagged"));
  else if (seat.kind !== "bot" && !seat.yours && !seat.online) told.push(say("seats.offline"));
  const fresh = told.filter((fact) => fact.toLowerCase() !== seat.name.toLowerCase());
  return fresh.map((fact) => html("span", {}, fact));
}

/** The players. @param {Scene} scene @param {Standing} now @param {(message: import("../../declared").Command) => void} send */
export function showSeats(scene, now, send) {
  byId("players").replaceChildren(...now.seats.map((seat) => player(scene, now, seat, send)));
}

/** @param {Scene} scene @param {Standing} now @param {Seat} seat @param {(message: import("../../declared").Command) => void} send */
function player(scene, now, seat, send) {
  const turn = now.to_move === seat.seat;
  const you = seat.yours && seat.name.toLowerCase() !== say("seats.you") ? html("span", { class: "you" }, say("seats.you")) : null;
  const won = now.outcome !== null && now.outcome.scores[seat.seat] > 0;
  const title = seat.name === seat.title ? null : html("span", { class: "title" }, seat.title);
  const kind = seat.kind === "bot" ? "bot" : "person";
  const vote = now.clock?.votes?.find((one) => one.seat === seat.seat);
  const state = seat.thinking ? say("seats.thinking") : turn ? say("seats.to_move") : "";
  return html(
    "li",
    { class: `player ${kind}${turn ? " turn" : ""}${won ? " won" : ""}${seat.yours ? " yours" : ""}`, "data-seat": seat.seat, "aria-current": turn ? "true" : null },
    disc(scene, seat.seat),
    html(
      "span",
      { class: "who" },
      html("strong", {}, seat.name),
      html("span", { class: "about" }, title, ...facts(seat)),
    ),
    you,
    seat.thinking ? html("span", { class: "dots", "aria-hidden": "true" }, html("i"), html("i"), html("i")) : null,
    state ? html("span", { class: "unseen" }, state) : null,
    seat.link ? button(say("seats.invite"), () => copyLink(String(seat.link)), "small") : null,
    vote ? html("span", { class: "votes" }, say("seats.votes", { yes: vote.yes, needed: vote.needed })) : null,
    now.may.hand_over.includes(seat.seat)
      ? button(say("seats.hand_over"), () => send({ type: "hand_over", seat: seat.seat }), "small")
      : null,
    now.may.swap?.includes(seat.seat) && !now.offers.length
      ? button(say("seats.swap"), () => send({ type: "swap", seat: seat.seat }), "small")
      : null,
    now.may.take_seat_back.includes(seat.seat)
      ? button(say("seats.take_back"), () => send({ type: "take_seat_back", seat: seat.seat }), "small")
      : null,
  );
}

/** Say above the board what is asked, or what goes on; where that is long, it takes the room of the line below it.
 * @param {string} text */
export function showStatus(text) {
  const says = /** @type {HTMLElement} */ (byId("status").parentElement);
  byId("status").textContent = text;
  says.classList.remove("long", "longer");
  for (const look of ["long", "longer"]) {
    if (says.offsetHeight > (says.parentElement?.clientHeight ?? 0)) says.classList.add(look);
  }
}

/** Show whose move is being seen. @param {number|"chance"} who */
export function showMover(who) {
  if (who === "chance") return;
  for (const item of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#players > li"))) {
    const moves = item.dataset.seat === String(who);
    item.classList.toggle("turn", moves);
    item.toggleAttribute("aria-current", moves);
    if (moves) item.setAttribute("aria-current", "true");
    item.querySelector(".dots")?.remove();
  }
}

/** Put a link of this site where it can be pasted. @param {string} link */
export async function copyLink(link) {
  const address = new URL(link, location.href).href;
  try {
    await navigator.clipboard.writeText(address);
    notice(say("action.copied"));
  } catch {
    notice(address);
  }
}

/** @type {WeakMap<object, HTMLElement>} the items of what stands in the log */
const items = new WeakMap();

/** The whole log. @param {Scene} scene @param {Entry[]} entries @param {(entry: Entry) => void} light */
export function showLog(scene, entries, light) {
  const list = byId("log");
  const told = entries.filter((entry) => entry.lines.length);
  list.replaceChildren(...told.map((entry) => written(scene, entry, light)));
  showLast(told[told.length - 1]?.lines ?? []);
  atEnd(list);
}

/** Light an entry of the log, or none. @param {object|null} entry */
export function lightEntry(entry) {
  const item = entry ? items.get(entry) : undefined;
  for (const old of byId("log").querySelectorAll(".lit")) pressed(old, false);
  if (!item) return;
  pressed(item, true);
  item.scrollIntoView({ block: "nearest" });
}

/** @param {Element} item @param {boolean} lit */
function pressed(item, lit) {
  item.classList.toggle("lit", lit);
  item.querySelector("button")?.setAttribute("aria-pressed", String(lit));
}

/** By which rules is played. @param {string[]} options that are not as usual, in words */
export function showVariant(options) {
  byId("variant").textContent = options.length ? say("log.variant", { options: options.join(", ") }) : say("log.variant_none");
}

/** @template {Entry|import("../../declared").Happened} T @param {Scene} scene @param {T} entry @param {(entry: T) => void} light */
export function appendLog(scene, entry, light) {
  if (!entry.lines.length) return;
  keepEnd(byId("log"), written(scene, entry, light));
  showLast(entry.lines);
}

/** What happened last, for screens on which the log is out of sight. @param {string[]} lines */
function showLast(lines) {
  byId("last").textContent = lines[lines.length - 1] ?? "";
}

/** What happened, as a button if that can be seen on the board.
 * @template {Entry|import("../../declared").Happened} T @param {Scene} scene @param {T} entry @param {(entry: T) => void} light */
function written(scene, entry, light) {
  const lines = entry.lines.map((line) => html("span", { class: "line" }, line));
  const seen = { type: "button", class: "happening", "aria-pressed": "false", onclick: () => light(entry) };
  const body = entry.marked.length ? html("button", seen, ...lines) : html("span", {}, ...lines);
  const item = html("li", { "data-number": entry.number }, disc(scene, entry.who), body);
  items.set(entry, item);
  return item;
}

/** All that was said. @param {Scene} scene @param {Said[]} said */
export function showChat(scene, said) {
  const list = byId("said");
  list.replaceChildren(...said.map((chat) => spoken(scene, chat)));
  atEnd(list);
}

/** @param {Scene} scene @param {Said} chat */
export function appendChat(scene, chat) {
  keepEnd(byId("said"), spoken(scene, chat));
}

/** @param {Scene} scene @param {Said} chat */
function spoken(scene, chat) {
  return html("li", {}, disc(scene, chat.seat), html("span", {}, html("strong", {}, chat.name), ` ${chat.text}`));
}

/** Add to a list, which stays at its end if it was there. @param {HTMLElement} list @param {Node} item */
function keepEnd(list, item) {
  const near = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR_END;
  list.append(item);
  if (near) atEnd(list);
}

/** Keep both lists at their ends when the room for them changes. */
export function keepEnds() {
  const watch = new ResizeObserver((changes) => changes.forEach(({ target }) => atEnd(/** @type {any} */ (target))));
  for (const id of ["log", "said"]) watch.observe(byId(id));
}

/** @param {HTMLElement} list */
export function atEnd(list) {
  list.scrollTop = list.scrollHeight;
}

/** Say something aloud to those who listen to the page. @param {string[]} lines */
export function announce(lines) {
  const region = byId("aloud");
  region.append(...lines.filter((line) => line).map((line) => html("p", {}, capital(line))));
  while (region.childElementCount > Math.max(LISTENED, lines.length)) region.firstElementChild?.remove();
}

/** Show a short notice above all else, which goes away by itself, and say it aloud.
 * @param {string} text @param {number} [wait] seconds that are counted down beside it */
export function notice(text, wait = 0) {
  const place = byId("notice");
  unnotice();
  const left = html("span", { class: "wait", "aria-hidden": "true" });
  place.replaceChildren(html("span", {}, text, left));
  place.showPopover();
  announce([text]);
  const shown = Math.min(LONGEST_NOTICE, Math.max(NOTICED, wait * 1000));
  const end = countDown(wait, (seconds) => (left.textContent = seconds));
  fading = setTimeout(() => (end(), unnotice()), shown);
}

/** Take the notice away. */
export function unnotice() {
  clearTimeout(fading);
  byId("notice").hidePopover();
  byId("notice").replaceChildren();
}

/** @type {ReturnType<typeof setTimeout>|undefined} */
let fading;
