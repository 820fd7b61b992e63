// @ts-check
/** Who talks: players choose whom they read, and whether spectators may write. */

import { ask } from "../room.js";
import { named } from "./actions.js";
import { showDialog } from "./dialogs.js";
import { button, byId, html } from "./dom.js";
import { notice } from "./panels.js";
import { say } from "./words.js";

/** @typedef {import("../../declared").Standing} Standing */
/** @typedef {import("../../declared").Said} Said */
/** @typedef {(message: import("../../declared").Command) => void} Send */
/** @typedef {{name: string, heard: boolean, whom: Record<string, number>}} Person */

/** @type {Set<number>} the numbers of the spectators of whom something was read */
let spectators = new Set();
let latest = ""; // what was written last here
const UNSAID = new Set(["limits.rate", "ban.talk"]); // refusals after which it has not been said

/** Take note of who has said something. @param {Said[]} said @param {boolean} anew whether that is all there is */
export function meet(said, anew = false) {
  if (anew) spectators = new Set();
  for (const { spectator } of said) if (spectator !== null) spectators.add(spectator);
}

/** Make the field to write in work. @param {(text: string) => boolean} send says whether it was sent */
export function furnishTalk(send) {
  byId("talk").addEventListener("submit", (event) => {
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ (byId("say"));
    const text = field.value.trim();
    if (text && send(text)) [latest, field.value] = [text, ""];
    else if (text) notice(say("status.lost"));
  });
}

/** What was not said is not lost: it stands in the field again. @param {string} code why it was not */
export function unsaid(code) {
  const field = /** @type {HTMLInputElement} */ (byId("say"));
  if (UNSAID.has(code) && !field.value) field.value = latest;
  latest = "";
}

/** The field to write in, and the button for players. @param {Standing} now @param {Send} send */
export function showTalk(now, send) {
  const plays = now.seats.some((seat) => seat.yours);
  const shut = !plays && !now.talk.open;
  const field = /** @type {HTMLInputElement} */ (byId("say"));
  byId("people").hidden = !plays;
  byId("people").onclick = () => showPeople(now, send);
  field.disabled = shut;
  field.placeholder = say(shut ? "chat.closed" : "chat.place");
}

/** Everybody else who talks or could, players first. @param {Standing} now @returns {Person[]} */
function people(now) {
  const { muted } = now.talk;
  const players = now.seats.filter((seat) => seat.kind !== "bot" && !seat.yours && !seat.link);
  const numbers = [...new Set([...spectators, ...muted.spectators])].sort((one, other) => one - other);
  return [
    ...players.map((seat) => ({ name: named(seat), heard: !muted.seats.includes(seat.seat), whom: { seat: seat.seat } })),
    ...numbers.map((number) => ({
      name: say("chat.spectator", { number }),
      heard: !muted.spectators.includes(number),
      whom: { spectator: number },
    })),
  ];
}

/** Let a player choose. @param {Standing} now @param {Send} send */
function showPeople(now, send) {
  const rows = people(now).map(({ name, heard, whom }) =>
    html(
      "div",
      { class: "person" },
      choice(say("chat.hear", { name }), heard, (yes) => send({ type: "mute", ...whom, yes: !yes })),
      button(say("report.button"), () => report(name, whom), "bare"),
    ),
  );
  const nobody = rows.length ? null : html("p", { class: "quiet" }, say("chat.nobody"));
  const open = choice(say("chat.spectators_may"), now.talk.open, (yes) => send({ type: "open_chat", yes }));
  const content = [nobody, ...rows, open].filter((item) => item !== null);
  showDialog(say("chat.people_title"), content, [{ text: say("action.close") }]);
}

/** Let operators know of somebody. @param {string} name @param {Record<string, number>} whom */
function report(name, whom) {
  const text = /** @type {HTMLTextAreaElement} */ (html("textarea", { maxlength: "300", rows: "3" }));
  const things = ["said", ...("seat" in whom ? ["name"] : [])];
  const radios = things.map((thing, number) => {
    const radio = html("input", { type: "radio", name: "thing", value: thing, checked: number === 0 });
    return html("label", { class: "check" }, radio, say(`report.${thing}`));
  });
  const content = [
    html("p", { class: "quiet" }, say("report.sentence")),
    html("fieldset", {}, ...radios),
    html("label", {}, say("report.why"), text),
  ];
  const form = html("div", { class: "report" }, ...content);
  const chosen = () => /** @type {HTMLInputElement} */ (form.querySelector("input:checked")).value;
  const then = () => void reported({ ...whom, thing: chosen(), text: text.value.trim() });
  showDialog(say("report.title", { name }), [form], [{ text: say("action.cancel") }, { text: say("report.send"), look: "main", then }]);
}

/** Send a report, and say what became of it. @param {object} wish */
async function reported(wish) {
  try {
    await ask(`/api/tables/${byId("main").dataset.table}/reports`, wish, say("status.lost"));
    notice(say("report.done"));
  } catch (error) {
    const { message, wait } = /** @type {Error & {wait?: number}} */ (error);
    notice(message, wait);
  }
}

/** A box to be ticked, with what it means. @param {string} text @param {boolean} checked @param {(yes: boolean) => void} then */
function choice(text, checked, then) {
  const box = /** @type {HTMLInputElement} */ (html("input", { type: "checkbox", checked }));
  box.addEventListener("change", () => then(box.checked));
  return html("label", { class: "check" }, box, text);
}
