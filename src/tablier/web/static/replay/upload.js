// @ts-check
/** A saved game that somebody brings: pasted, chosen or dropped; then it is shown. */

import { handle } from "../room.js";
import { button, byId, html } from "../table/dom.js";
import { fillWords, loadWords, say } from "../table/words.js";
import { Page } from "./page.js";
import { gamesIn } from "./several.js";
import { ofText } from "./sources.js";

const KEPT = "replay"; // under this name the text is kept until the window is closed

const SAVED = /^\uFEFF?tablier:/m; // in every saved game

const form = /** @type {HTMLFormElement} */ (byId("bring"));
const field = /** @type {HTMLTextAreaElement} */ (byId("text"));
const file = /** @type {HTMLInputElement} */ (byId("file"));

/** Take the text of a file. @param {File|undefined} chosen */
async function take(chosen) {
  if (!chosen) return;
  if (chosen.size > Number(form.dataset.most)) return refuse(say("upload.large"));
  field.value = await chosen.text();
  form.requestSubmit();
}

/** @param {string} sentence */
function refuse(sentence) {
  /** @type {HTMLElement} */ (form.querySelector(".refusal")).textContent = sentence;
}

/** Show a game from its start. @param {string} text */
async function begin(text) {
  await show(text, 0, null);
  history.pushState(null, "", "/replay?move=0");
}

/** Show a game in place of the form. @param {string} text @param {number} number @param {string|null} side */
async function show(text, number, side) {
  const source = ofText(text);
  const game = await source.load(side);
  keep(text);
  if (game.scene) await dress(game.game);
  document.body.className = "at-table at-replay";
  const main = byId("main");
  main.className = "";
  main.replaceChildren(/** @type {HTMLTemplateElement} */ (byId("stage")).content.cloneNode(true));
  return new Page(source, game).open(number);
}

/** Fetch how a game looks, from which the discs of its seats are taken. @param {string} game */
function dress(game) {
  return new Promise((done) => {
    document.head.append(html("link", { rel: "stylesheet", href: `/games/${game}/art.css`, onload: done, onerror: done }));
  });
}

/** @param {string} text */
function keep(text) {
  try {
    sessionStorage.setItem(KEPT, text);
  } catch {
    // A browser that keeps nothing asks for the game again.
  }
}

/** The game that this window shows, after the page is loaded again. */
function kept() {
  try {
    return sessionStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

/** Make the form work, with a place on which files can be dropped. */
function furnish() {
  file.addEventListener("click", () => (file.value = "")); // the same file may have changed meanwhile
  file.addEventListener("change", () => take(file.files?.[0]));
  for (const name of ["dragenter", "dragover"]) form.addEventListener(name, (event) => over(event, true));
  for (const name of ["dragleave", "drop"]) form.addEventListener(name, (event) => over(event, false));
  form.addEventListener("drop", (event) => take(event.dataTransfer?.files[0]));
  handle(form, async () => {
    if (!field.value.trim()) throw new Error(say("upload.empty"));
    if (!SAVED.test(field.value)) throw new Error(say("upload.other"));
    const games = gamesIn(field.value);
    if (games.length === 1) return begin(field.value);
    const choices = games.map(({ name, text }) => button(name, () => begin(text).catch((error) => refuse(error.message))));
    byId("several").replaceChildren(html("p", {}, say("upload.several")), ...choices);
  });
  addEventListener("popstate", () => location.reload());
  /** @type {HTMLButtonElement} */ (form.querySelector("button")).disabled = false;
}

/** @param {Event} event @param {boolean} on */
function over(event, on) {
  event.preventDefault();
  form.classList.toggle("over", on);
}

async function start() {
  await loadWords();
  fillWords();
  furnish();
  const query = new URLSearchParams(location.search);
  const text = query.has("move") ? kept() : null;
  if (text) await show(text, Number(query.get("move")), query.get("as")).catch((error) => refuse(error.message));
}

start();
