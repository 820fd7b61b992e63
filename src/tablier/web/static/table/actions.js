// @ts-check
/** What a player can do besides moving: take back, draw, resign, answer; and the end, the curtain, the first words. */

import { button, byId, html } from "./dom.js";
import { ask, showDialog } from "./dialogs.js";
import { notice } from "./panels.js";
import { first } from "./settings.js";
import { capital, say } from "./words.js";

/** @typedef {import("../../declared").Standing} Standing */
/** @typedef {import("../../declared").Seat} Seat */
/** @typedef {import("../../declared").Offer} Offer */
/** @typedef {import("../../declared").LegalMove} LegalMove */
/** @typedef {(message: import("../../declared").Command) => void} Send */

const OTHER_DEVICE = 2000; // milliseconds that another device may take to show a salt

/** The seat of this visitor that decides, or else its first one. @param {Standing} now */
function mine(now) {
  const own = now.seats.filter((seat) => seat.yours && !seat.resigned && !seat.flagged).map((seat) => seat.seat);
  return typeof now.to_move === "number" && own.includes(now.to_move) ? now.to_move : own[0];
}

/** The buttons that can be pressed now. @param {Standing} now @param {Send} send @param {boolean} moved whether there
 * is a move of one's own; where it cannot be taken back, it is said why @param {HTMLElement[]} more */
export function showActions(now, send, moved, more) {
  const { may } = now;
  const back = button(say("action.takeback"), () => (may.takeback ? send({ type: "takeback" }) : notice(may.no_takeback)));
  if (!may.takeback) back.setAttribute("aria-disabled", "true");
  back.title = may.no_takeback;
  byId("actions").replaceChildren(
    ...[
      ...more,
      may.takeback || (moved && may.no_takeback) ? back : null,
      may.withdraw ? button(say("action.withdraw"), () => send({ type: "withdraw" })) : null,
      may.draw ? button(say("action.draw"), () => send({ type: "draw" })) : null,
      may.resign ? button(say("action.resign"), () => resign(now, send)) : null,
    ].filter((item) => item !== null),
  );
}

/** @param {Standing} now @param {Send} send */
async function resign(now, send) {
  if (await ask(say("action.resign_sure"), say("action.resign"))) send({ type: "resign", seat: mine(now) });
}

/** Offers that stand, with answers for those who are asked. @param {Standing} now @param {Send} send */
export function showOffers(now, send) {
  byId("offers").replaceChildren(...now.offers.map((offer) => offered(now, offer, send)));
}

/** @param {Standing} now @param {Offer} offer @param {Send} send */
function offered(now, offer, send) {
  const by = now.seats[offer.by];
  const others = now.seats.some((seat) => seat.yours && seat.seat !== offer.by);
  if (offer.other !== undefined && !by.yours && !now.seats[offer.other ?? 0].yours) {
    return html("p", { class: "offer card" }, say("offer.swap_others", { name: by.name }));
  }
  if (by.yours || !others) {
    const text = by.yours ? say("offer.yours") : say(`offer.${offer.kind}`, { name: by.name });
    return html("p", { class: "offer card" }, text);
  }
  const answer = (/** @type {boolean} */ yes) => send({ type: "answer", offer: offer.kind, yes });
  return html(
    "div",
    { class: "offer card" },
    html("p", {}, say(`offer.${offer.kind}`, { name: by.name })),
    button(say("action.yes"), () => answer(true), "main"),
    button(say("action.no"), () => answer(false)),
  );
}

/** @type {ReturnType<typeof setTimeout>|undefined} */ let missing = undefined;

/** Offer to go on without salts that are not here, unless another device of this player shows them at once.
 * @param {Standing} now @param {number[]} seats @param {Send} send */
export function missSalts(now, seats, send) {
  clearTimeout(missing);
  if (seats.length) missing = setTimeout(() => showLost(now, seats, send), OTHER_DEVICE);
}

/** Seats of one's own whose promised salt is not in this browser: the way to go on without. @param {Standing} now
 * @param {number[]} seats @param {Send} send */
function showLost(now, seats, send) {
  const cards = seats.map((seat) =>
    html(
      "div",
      { class: "offer card" },
      html("p", {}, say("dice.lost", { name: named(now.seats[seat]) })),
      button(say("dice.without"), () => send({ type: "lost", seat })),
    ),
  );
  byId("offers").append(...cards);
}

/** A move that waits for its confirmation. @param {LegalMove|null} move @param {() => void} yes @param {() => void} no */
export function showConfirmation(move, yes, no) {
  const sure = move ? button(say("action.confirm"), yes, "main") : null;
  byId("confirm").replaceChildren(...(sure ? [sure, button(say("action.cancel"), no)] : []));
  sure?.focus();
}

/** The end of the game, or of a table that cannot go on. @param {Standing} now @param {string} table */
export function showEnd(now, table) {
  const place = byId("end");
  const { outcome } = now;
  place.hidden = now.to_move !== null;
  const sentence = outcome?.sentence ?? now.status;
  const shown = `${sentence} ${now.rematch}`;
  if (place.hidden || place.dataset.shown === shown) return;
  place.dataset.shown = shown;
  place.replaceChildren(
    html("h2", {}, say(outcome ? "end.title" : "end.closed")),
    told(sentence, now.status),
    html(
      "div",
      { class: "row" },
      again(now, table),
      html("a", { class: "button", href: `/t/${table}/replay` }, say("action.replay")),
      html("a", { class: "button", href: "/" }, say("action.shelf")),
    ),
  );
}

/** Who won, and why; where there is little room the former stands above the board, and the latter is scrolled.
 * @param {string} sentence @param {string} verdict */
function told(sentence, verdict) {
  if (!sentence.startsWith(verdict)) return html("p", {}, sentence);
  const why = sentence.slice(verdict.length);
  return html("p", why ? { tabindex: 0 } : {}, html("span", { class: "verdict" }, verdict), why);
}

/** The way to another game with the same players. @param {Standing} now @param {string} table */
function again(now, table) {
  if (now.rematch) return html("a", { class: "button main", href: now.rematch }, say("action.rematch"));
  return now.may.rematch ? button(say("action.rematch"), () => rematch(table), "main") : null;
}

/** @param {string} table */
async function rematch(table) {
  const answer = await post(`/api/tables/${table}/rematch`);
  if (answer) location.assign(answer.url);
}

/** Ask the server for something; a refusal is shown. @param {string} address @returns {Promise<any>} */
export async function post(address) {
  try {
    const answer = await fetch(address, { method: "POST", headers: { "content-type": "application/json" }, body: "{}" });
    const data = await answer.json();
    if (answer.ok) return data;
    notice(data.error?.message ?? say("action.failed"));
  } catch {
    notice(say("action.failed"));
  }
  return null;
}

/** The curtain between two players at one screen. @param {Standing} now @param {Send} send */
export function showCurtain(now, send) {
  const place = byId("curtain");
  const seat = now.curtain === null ? null : now.seats[now.curtain];
  const was = !place.hidden;
  place.hidden = seat === null;
  if (!seat) return;
  const lift = button(say("curtain.lift"), () => send({ type: "ready", seat: seat.seat }), "main");
  place.replaceChildren(
    html("h2", {}, say("curtain.title")),
    html("p", {}, say("curtain.text", { name: named(seat) })),
    lift,
  );
  if (!was) lift.focus();
}

/** A seat by its name and title. @param {Seat} seat */
export function named(seat) {
  return seat.name === seat.title ? seat.name : `${seat.name} (${seat.title})`;
}

/** The first words on a game, the first time it is met. @param {string} game @param {string} name
 * @param {string[]} sentences @param {boolean} watches whether for somebody who only watches @param {() => void} rules */
export function introduce(game, name, sentences, watches, rules) {
  if (!sentences.length || !first(`intro.${game}`)) return;
  const list = html("ol", { class: "intro" }, ...sentences.map((sentence) => html("li", {}, capital(sentence))));
  const welcome = watches ? [html("p", {}, say("intro.welcome"))] : [];
  const { lesson } = byId("main").dataset;
  showDialog(name, [...welcome, list], [
    { text: say(watches ? "intro.watch" : "intro.go"), look: "main" },
    ...(lesson ? [{ text: say("intro.learn"), then: () => location.assign(lesson) }] : []),
    { text: say("intro.more"), then: rules },
  ]);
}
