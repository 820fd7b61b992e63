// @ts-check
/** Dialogs: one at a time, closed by Escape, by a touch outside or by a button. */

import { button, byId, html } from "./dom.js";
import { say } from "./words.js";

/** @typedef {{text: string, look?: string, then?: () => void}} Choice */

/** Open the dialog with a title, something in it, and buttons that close it.
 * @param {string} title @param {Node[]} content @param {Choice[]} choices */
export function showDialog(title, content, choices) {
  const dialog = /** @type {HTMLDialogElement} */ (byId("dialog"));
  if (dialog.open) dialog.close("");
  dialog.returnValue = "";
  const buttons = choices.map(({ text, look, then }, number) =>
    button(
      text,
      () => {
        dialog.close(String(number));
        then?.();
      },
      look ?? "",
    ),
  );
  const heading = html("h2", { id: "dialog-title" }, title);
  dialog.replaceChildren(heading, ...content, html("div", { class: "row" }, ...buttons));
  dialog.showModal();
  buttons[0]?.focus();
  dialog.scrollTop = 0;
  return dialog;
}

/** Ask a question; true if the answer is yes. @param {string} question @param {string} yes
 * @returns {Promise<boolean>} */
export function ask(question, yes) {
  const dialog = showDialog(question, [], [{ text: say("action.cancel") }, { text: yes, look: "main" }]);
  return new Promise((answered) => {
    dialog.addEventListener("close", () => answered(dialog.returnValue === "1"), { once: true });
  });
}

/** Close the dialog by a touch on what lies around it. */
export function closeOutside() {
  const dialog = /** @type {HTMLDialogElement} */ (byId("dialog"));
  dialog.addEventListener("click", (event) => {
    if (event.target !== dialog) return;
    const box = dialog.getBoundingClientRect();
    const inside = event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top;
    if (!inside || event.clientY > box.bottom) dialog.close("");
  });
}

/** The rules, taken from the game's own page; where that fails, the page itself.
 * @param {string} game @param {string} name */
export async function showRules(game, name) {
  const address = `/games/${game}`;
  const booklet = await rulesOf(address);
  if (!booklet) return void window.open(address, "_blank", "noopener");
  showDialog(name, [html("div", { class: "booklet", tabindex: "0" }, ...booklet)], [{ text: say("action.close") }]);
}

/** @param {string} address @returns {Promise<Node[]|null>} */
async function rulesOf(address) {
  try {
    const answer = await fetch(address);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const found = page.querySelector(".booklet");
    return answer.ok && found ? [...found.childNodes].map((node) => document.importNode(node, true)) : null;
  } catch {
    return null;
  }
}
