// @ts-check
/** The sheet with the log and the chat: beside the board, or on a phone in a drawer, which counts what is unread. */

import { knock } from "./attention.js";
import { byId, html } from "./dom.js";
import { atEnd } from "./panels.js";
import { say } from "./words.js";

let waiting = 0; // what was said and has not been seen

/** Make the buttons of the drawer work. */
export function furnishDrawer() {
  byId("last").addEventListener("click", () => openDrawer(true));
  byId("drawer").addEventListener("click", () => openDrawer(!isDrawn()));
  byId("undraw").addEventListener("click", () => openDrawer(false));
  document.addEventListener("keydown", (event) => event.key === "Escape" && openDrawer(false));
  addEventListener("resize", () => !isAway() && read());
}

/** Whether the drawer is open. */
function isDrawn() {
  return document.body.classList.contains("drawn");
}

/** Whether the sheet is out of sight. */
function isAway() {
  return byId("side").getClientRects().length === 0;
}

/** @param {boolean} open */
export function openDrawer(open) {
  document.body.classList.toggle("drawn", open);
  byId("drawer").setAttribute("aria-expanded", String(open));
  if (!open) return;
  atEnd(byId("log"));
  read();
}

/** Open the drawer, where there is one, and go to something in it. @param {string} id */
export function turnTo(id) {
  openDrawer(true);
  byId(id).focus();
}

/** Somebody else has said something: it is heard, and counted where it cannot be seen. */
export function unread() {
  knock(640, 0.15);
  if (!isAway()) return;
  waiting += 1;
  show();
}

/** All has been read. */
function read() {
  if (!waiting) return;
  waiting = 0;
  show();
}

/** Write the number on the button that opens the drawer. */
function show() {
  const text = say(waiting === 1 ? "chat.unread" : "chat.unread_many", { count: waiting });
  const badge = html("span", { class: "badge", "aria-hidden": "true" }, String(waiting));
  const aloud = html("span", { class: "unseen" }, ` (${text})`);
  byId("drawer").replaceChildren(say("action.log_short"), ...(waiting ? [badge, aloud] : []));
}
