// @ts-check
/** What calls somebody on any page of the lobby: turns, invitations, somebody who was found. In the page, in its title, aloud. */

import { ask } from "../room.js";
import { knock } from "../table/attention.js";
import { button, html } from "../table/dom.js";
import { say } from "../table/words.js";

/** @typedef {import("../../declared").LobbyNow} LobbyNow */
/** @typedef {import("../../declared").ListedTable} ListedTable */

const TITLE = document.title;

/** @type {LobbyNow | null} */ let before = null;

/** Show it all, and call whoever should hear. @param {LobbyNow} now */
export function showNews(now) {
  const louder = before !== null && callsLouder(before, now);
  before = now;
  document.title = title(now);
  if (louder) for (const pitch of [420, 520]) setTimeout(() => knock(pitch, 0.2), pitch - 420);
  showMine(now.mine);
  showInvitations(now);
}

/** @param {LobbyNow} old @param {LobbyNow} now */
function callsLouder(old, now) {
  const found = now.found !== null && old.found === null;
  return found || now.turns > old.turns || now.invitations.length > old.invitations.length;
}

/** @param {LobbyNow} now */
function title(now) {
  if (now.found) return `${say("lobby.found_title")} · Tablier`;
  if (now.turns) return `${say(now.turns === 1 ? "lobby.turns_one" : "lobby.turns", { count: now.turns })} · Tablier`;
  return now.invitations.length ? `${say("lobby.invited_title")} · Tablier` : TITLE;
}

/** One's own tables. @param {ListedTable[]} tables */
function showMine(tables) {
  const place = document.querySelector("#mine");
  if (!(place instanceof HTMLElement)) return;
  place.hidden = !tables.length;
  const wanted = JSON.stringify(tables);
  if (place.dataset.shown === wanted) return;
  place.dataset.shown = wanted;
  place.querySelector("ul")?.replaceChildren(...tables.map(mine));
}

/** @param {ListedTable} table */
function mine(table) {
  const state = table.over ? "lobby.over" : table.your_turn ? "lobby.your_turn" : "lobby.theirs";
  const others = table.others.length ? html("span", {}, say("lobby.with", { names: table.others.join(", ") })) : null;
  return html(
    "li",
    {},
    html(
      "a",
      { class: "card", href: table.url },
      html("img", { src: `/games/${table.game}/icon.svg`, alt: "", width: 48, height: 48 }),
      html("span", {}, html("strong", {}, table.name), html("span", { class: table.your_turn ? "turn" : null }, say(state)), others),
      html("span", { class: "arrow", "aria-hidden": "true" }, "▸"),
    ),
  );
}

/** Invitations that wait, and what became of one's own. @param {LobbyNow} now */
function showInvitations(now) {
  const place = document.querySelector("#news");
  if (!(place instanceof HTMLElement)) return;
  const wanted = JSON.stringify([now.invitations, now.sent]);
  if (place.dataset.shown === wanted) return;
  place.dataset.shown = wanted;
  place.replaceChildren(...now.invitations.map(received), ...now.sent.map(sent));
}

/** @param {import("../../declared").ReceivedInvitation} invitation */
function received(invitation) {
  const others = invitation.others.join(", ");
  const key = others ? "lobby.invitation_with" : "lobby.invitation";
  const refusal = html("p", { class: "refusal", role: "alert" });
  const answer = (/** @type {string} */ how) => answered(invitation.token, how, refusal);
  return html(
    "div",
    { class: "card letter" },
    html("img", { src: `/games/${invitation.game}/icon.svg`, alt: "", width: 48, height: 48 }),
    html("p", {}, say(key, { name: invitation.by, game: invitation.name, others }), refusal),
    html("div", { class: "row" }, button(say("lobby.come"), () => answer("come"), "main"), button(say("lobby.decline"), () => answer("decline"))),
  );
}

/** @param {string} token @param {string} how @param {HTMLElement} refusal */
async function answered(token, how, refusal) {
  try {
    const { url } = await ask(`/api/invitations/${token}/answer`, { answer: how }, say("action.failed"));
    if (how === "come") location.assign(url);
    else refusal.closest(".letter")?.remove();
  } catch (error) {
    refusal.textContent = /** @type {Error} */ (error).message;
  }
}

/** @param {import("../../declared").SentInvitation} invitation */
function sent(invitation) {
  const keys = new Map([[true, "lobby.comes"], [false, "lobby.declined"], [null, "lobby.unanswered"]]);
  const people = invitation.people.map((one) => say(keys.get(one.answer) ?? "", { name: one.name }));
  return html(
    "div",
    { class: "card letter sent" },
    html("img", { src: `/games/${invitation.game}/icon.svg`, alt: "", width: 48, height: 48 }),
    html("p", {}, html("strong", {}, say("lobby.sent", { game: invitation.name })), html("span", { class: "quiet" }, people.join(" · "))),
    html("div", { class: "row" }, html("a", { class: "button", href: invitation.url }, say("lobby.return"))),
  );
}

