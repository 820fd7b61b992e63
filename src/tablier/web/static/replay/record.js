// @ts-check
/** Beside the board of a replay: who played, what happened, and what is written about the game. */

import { figures } from "../table/clock.js";
import { byId, html } from "../table/dom.js";
import { disc } from "../table/panels.js";
import { say } from "../table/words.js";

/** @typedef {import("../../declared").ReplayedGame} ReplayedGame */
/** @typedef {import("../../declared").Happened} Happened */
/** @typedef {import("../table/scene.js").Scene} Scene */
/** @typedef {number|"chance"|null} Who */

const SLOW = 86400; // seconds: such a clock is written in days

/** The discs of the seats, each taken from a moment at which its seat has something on the table. */
export class Discs {
  constructor() {
    /** @type {Map<number, Element>} */ this.found = new Map();
  }

  /** Look for those that are missing. @param {Scene} scene @param {number} seats */
  gather(scene, seats) {
    for (let seat = 0; seat < seats; seat++) {
      if (this.found.has(seat)) continue;
      const drawn = disc(scene, seat);
      if (!drawn.querySelector(".nobody")) this.found.set(seat, drawn);
    }
  }

  /** @param {Scene} scene @param {Who} who */
  of(scene, who) {
    const known = typeof who === "number" ? this.found.get(who) : undefined;
    return known ? known.cloneNode(true) : disc(scene, null);
  }
}

/** The players; where there is little room, those who share a name are known by their titles. @param {Scene} scene @param {Discs} discs @param {ReplayedGame} game */
export function showPlayers(scene, discs, game) {
  const names = game.seats.map(({ name }) => name);
  const shared = (/** @type {string} */ name) => names.indexOf(name) !== names.lastIndexOf(name);
  const players = game.seats.map(({ seat, name, title }) =>
    html(
      "li",
      { class: `player ${shared(name) ? "bot" : "person"}`, "data-seat": seat },
      discs.of(scene, seat),
      html(
        "span",
        { class: "who" },
        html("strong", {}, name),
        name === title ? null : html("span", { class: "about" }, html("span", { class: "title" }, title)),
      ),
    ),
  );
  byId("players").replaceChildren(...players);
}

/** Show what the clocks showed after so many moves, of a game that was played with one. @param {ReplayedGame} game @param {number} number */
export function showClocks({ clocks }, number) {
  const shown = clocks?.[number] ?? [];
  for (const item of /** @type {NodeListOf<HTMLElement>} */ (byId("players").querySelectorAll(":scope > li"))) {
    const left = shown[Number(item.dataset.seat)] ?? null;
    item.querySelector(".clock")?.remove();
    if (left !== null) item.append(html("span", { class: left >= SLOW ? "clock slow" : "clock" }, figures(left)));
  }
}

/** Show who moves next. @param {Who} who */
export function showTurn(who) {
  for (const item of byId("players").children) {
    const turn = /** @type {HTMLElement} */ (item).dataset.seat === String(who);
    item.classList.toggle("turn", turn);
    item.toggleAttribute("aria-current", turn);
  }
}

/** The log: each entry leads to its move; what can no longer be replayed stands there as it was written.
 * @param {Scene} scene @param {Discs} discs @param {ReplayedGame} game @param {(number: number) => void} go */
export function showLog(scene, discs, game, go) {
  const list = byId("log");
  list.replaceChildren();
  if (game.scene) list.append(written(discs.of(scene, null), { number: 0, lines: [say("replay.start")] }, go));
  lengthenLog(scene, discs, game, go, 0);
  list.onkeydown = walk;
  list.tabIndex = game.scene ? -1 : 0;
}

/** Write on after so many moves; what stands there stays as it is.
 * @param {Scene} scene @param {Discs} discs @param {ReplayedGame} game @param {(number: number) => void} go @param {number} number */
export function lengthenLog(scene, discs, game, go, number) {
  const told = game.moves.slice(number).filter((move) => move.lines.length);
  const last = game.result ? [html("li", { class: "result" }, game.result)] : [];
  byId("log").append(...told.map((move) => written(discs.of(scene, move.who), move, go)), ...last, ...unplayed(game));
}

/** @param {Node} mark @param {{number: number, lines: string[]}} entry @param {(number: number) => void} go */
function written(mark, { number, lines }, go) {
  const words = html("span", {}, ...lines.map((line) => html("span", { class: "line" }, line)));
  const entry = html("button", { type: "button", tabindex: "-1", onclick: () => go(number) }, mark, words);
  return html("li", { "data-number": number }, entry);
}

/** The moves that today's rules do not allow, in notation. @param {ReplayedGame} game */
function unplayed({ fault, written: moves, number }) {
  if (!fault) return [];
  const rest = moves.slice(number).map((move, index) => html("li", { class: "unplayed" }, `${number + index + 1}. ${move}`));
  return rest.length ? [html("li", { class: "unplayed" }, say("replay.unplayed")), ...rest] : [];
}

/** Up and down walk from entry to entry. @param {KeyboardEvent} event */
function walk(event) {
  const here = /** @type {Element} */ (event.target).closest("li");
  const next = event.key === "ArrowDown" ? here?.nextElementSibling : event.key === "ArrowUp" ? here?.previousElementSibling : null;
  const entry = next?.querySelector("button");
  if (!entry) return;
  event.preventDefault();
  entry.focus();
  entry.click();
}

/** Mark the entry of the move that is shown, and keep it in view. @param {number} number */
export function showEntry(number) {
  const items = /** @type {HTMLElement[]} */ ([...byId("log").querySelectorAll("li[data-number]")]);
  const current = items.filter((item) => Number(item.dataset.number) <= number).at(-1);
  const focused = byId("log").contains(document.activeElement);
  for (const item of items) {
    const entry = /** @type {HTMLButtonElement} */ (item.firstElementChild);
    entry.tabIndex = item === current ? 0 : -1;
    entry.toggleAttribute("aria-current", item === current);
    if (item === current && focused) entry.focus({ preventScroll: true });
  }
  if (current) reveal(current);
}

/** Scroll the log, and nothing else, until an entry can be seen. @param {HTMLElement} item */
export function reveal(item) {
  const list = byId("log");
  const [outer, inner] = [list.getBoundingClientRect(), item.getBoundingClientRect()];
  if (inner.top < outer.top) list.scrollTop += inner.top - outer.top;
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
}

/** What is written about the game, in words. @param {Record<string, string>} heads */
export function showHeads(heads) {
  const lines = Object.entries(heads).flatMap(([name, value]) => [html("dt", {}, name), html("dd", {}, value)]);
  byId("heads").replaceChildren(...lines);
  byId("about").hidden = !lines.length;
}

/** What is wrong with the game, or may be. @param {ReplayedGame} game */
export function showFault({ fault, doubts = [], number, scene }) {
  const place = byId("fault");
  place.hidden = fault === null && !doubts.length;
  const title = scene ? say("replay.until", { number }) : say("replay.never");
  const wrong = fault === null ? [] : [html("h2", {}, title), html("p", {}, fault)];
  place.replaceChildren(...wrong, ...doubts.map((doubt) => html("p", {}, doubt)));
}
