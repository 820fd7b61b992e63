// @ts-check
/** The settings of the table: how one plays here, one's name, links to this table, the keys. */

import { post } from "./actions.js";
import { knock } from "./attention.js";
import { showDialog } from "./dialogs.js";
import { button, html } from "./dom.js";
import { SPEEDS, set, setSpeed, setting, speed } from "./settings.js";
import { copyLink, notice } from "./panels.js";
import { say } from "./words.js";

/** @typedef {import("./settings.js").Setting} Setting */
/** @typedef {(message: import("../../declared").Command) => void} Send */

const KEYS = ["arrows", "enter", "look", "escape", "again", "board", "turn", "log", "chat", "rules"];
const LONGEST_NAME = 24;

/** Open the settings. @param {string} table @param {string|null} name of this player; null for a spectator
 * @param {Send} send */
export function showPreferences(table, name, send) {
  const content = [
    checkbox("confirm"),
    checkbox("evaluation"),
    checkbox("sound", () => knock()),
    speedField(),
    "Notification" in window ? checkbox("notify", allowNotifications) : null,
    name === null ? null : nameField(name, send),
    linkField(say("settings.watch"), location.href),
    name === null ? null : deviceField(table),
    html("h3", {}, say("settings.keys")),
    html("ul", { class: "plain keys" }, ...KEYS.map((key) => html("li", {}, say(`keys.${key}`)))),
  ];
  showDialog(say("action.settings"), content.filter((item) => item !== null), [{ text: say("action.close") }]);
}

/** @param {Setting} name @param {(box: HTMLInputElement) => void} then when it is switched on */
function checkbox(name, then = () => {}) {
  const box = /** @type {HTMLInputElement} */ (html("input", { type: "checkbox" }));
  box.checked = setting(name);
  box.addEventListener("change", () => {
    set(name, box.checked);
    if (box.checked) then(box);
  });
  return html("label", { class: "check" }, box, say(`settings.${name}`));
}

/** How fast things move. */
function speedField() {
  const options = SPEEDS.map((name) => html("option", { value: name, selected: name === speed() ? "" : null }, say(`speed.${name}`)));
  const select = /** @type {HTMLSelectElement} */ (html("select", { id: "speed" }, ...options));
  select.addEventListener("change", () => setSpeed(select.value));
  return html("div", { class: "field" }, labelled(say("settings.speed"), select));
}

/** @param {HTMLInputElement} box */
async function allowNotifications(box) {
  if ((await Notification.requestPermission()) === "granted") return;
  box.checked = false;
  set("notify", false);
  notice(say("settings.notify_refused"));
}

/** @param {string} name @param {Send} send */
function nameField(name, send) {
  const input = /** @type {HTMLInputElement} */ (
    html("input", { type: "text", maxlength: LONGEST_NAME, value: name, autocomplete: "nickname" })
  );
  const rename = () => input.value.trim() && send({ type: "name", name: input.value.trim() });
  input.addEventListener("keydown", (event) => event.key === "Enter" && rename());
  return html("div", { class: "field" }, labelled(say("settings.name"), input), button(say("settings.rename"), rename));
}

/** @param {string} title @param {string} link */
function linkField(title, link) {
  const input = /** @type {HTMLInputElement} */ (html("input", { type: "text", readonly: "", value: link }));
  input.addEventListener("focus", () => input.select());
  return html("div", { class: "field" }, labelled(title, input), button(say("action.copy"), () => copyLink(link)));
}

/** @param {string} text @param {HTMLElement} input */
function labelled(text, input) {
  return html("label", {}, html("span", {}, text), input);
}

/** @param {string} table */
function deviceField(table) {
  const place = html("div", { class: "device" });
  const open = async () => {
    const answer = await post(`/api/tables/${table}/device`);
    if (!answer) return;
    const link = new URL(answer.link, location.href).href;
    place.replaceChildren(linkField(say("settings.device"), link), html("p", { class: "small" }, say("settings.device_once")));
  };
  place.append(button(say("settings.device"), open));
  return place;
}
