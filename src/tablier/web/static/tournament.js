// A tournament as it goes on: the page is looked at again every few seconds, and what has changed is replaced.

import { ask } from "./room.js";
import { writeMoments } from "./moments.js";

const PAUSE = 2500; // milliseconds between two looks
const SELDOM = 15_000; // the same once it is over
const SAME = 304;

const sure = /** @type {HTMLDialogElement} */ (document.querySelector("#sure"));
const title = document.title;
const live = () => /** @type {HTMLElement} */ (document.querySelector("#live"));
const isOver = () => ["over", "cancelled"].includes(live().dataset.state ?? "");

/** How somebody has arranged what is replaced: where it is scrolled to, what is open. */
function arrangement() {
  const scrolls = /** @type {NodeListOf<HTMLElement>} */ (live().querySelectorAll("[data-scroll]"));
  const details = live().querySelectorAll("details");
  const focus = document.activeElement instanceof HTMLElement && live().contains(document.activeElement) ? document.activeElement : null;
  return {
    scrolled: new Map([...scrolls].map((one) => [one.dataset.scroll, one.scrollLeft])),
    open: new Map([...details].map((one) => [one.id, one.open])),
    focus: focus && (focus.id ? `#${focus.id}` : focus.dataset.scroll ? `[data-scroll="${focus.dataset.scroll}"]` : focus.dataset.deed ? `[data-deed="${focus.dataset.deed}"]` : ""),
  };
}

/** Show a newer state of the tournament. @param {string} text of the whole page */
function show(text) {
  const fresh = new DOMParser().parseFromString(text, "text/html").querySelector("#live");
  if (!fresh) return;
  const before = arrangement();
  live().replaceWith(document.adoptNode(fresh));
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (live().querySelectorAll("[data-scroll]"))) {
    one.scrollLeft = before.scrolled.get(one.dataset.scroll) ?? 0;
  }
  for (const one of live().querySelectorAll("details")) one.open = before.open.get(one.id) ?? one.open;
  if (before.focus) /** @type {HTMLElement | null} */ (live().querySelector(before.focus))?.focus();
  furnish();
}

/** Fill in what only this browser knows. */
function furnish() {
  writeMoments(live());
  const address = live().querySelector("#address");
  if (address) address.textContent = location.href;
  document.title = live().querySelector("#sit") ? `● ${title}` : title;
}

/** Look once. */
async function look() {
  const headers = { Accept: "text/html", "If-None-Match": live().dataset.tag ?? "" };
  try {
    const answer = await fetch(location.pathname, { headers, cache: "no-store" });
    if (answer.ok && answer.status !== SAME) show(await answer.text());
  } catch {
    // The server may be starting again; the next look will tell.
  }
}

/** Look now and then, as long as somebody sees the page. */
async function keepLooking() {
  if (!document.hidden) await look();
  setTimeout(keepLooking, isOver() ? SELDOM : PAUSE);
}

/** Ask whether somebody is sure. @param {string} question */
function asked(question) {
  /** @type {HTMLElement} */ (sure.querySelector("#sure-text")).textContent = question;
  sure.returnValue = "";
  sure.showModal();
  return new Promise((resolve) => sure.addEventListener("close", () => resolve(sure.returnValue === "yes"), { once: true }));
}

/** Do what a button is for. @param {HTMLButtonElement} button */
async function act(button) {
  const { deed, entrant, sure: question } = button.dataset;
  if (question && !(await asked(question))) return;
  const refusal = /** @type {HTMLElement} */ (live().querySelector(".refusal"));
  button.disabled = true;
  try {
    await ask(`/api${location.pathname}/${deed}`, entrant === undefined ? {} : { entrant: Number(entrant) }, refusal.dataset.offline);
    await look();
  } catch (error) {
    refusal.textContent = /** @type {Error} */ (error).message;
  } finally {
    button.disabled = false;
  }
}

document.addEventListener("click", (event) => {
  const button = /** @type {Element} */ (event.target).closest("[data-deed]");
  if (button instanceof HTMLButtonElement && !button.disabled) act(button);
});
document.addEventListener("visibilitychange", () => document.hidden || look());
furnish();
setTimeout(keepLooking, PAUSE);
