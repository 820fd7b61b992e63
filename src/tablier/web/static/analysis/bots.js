// @ts-check
/** What bots think of the position that is shown: their best lines and everybody's chances, growing while one looks. */

import { byId, html } from "../table/dom.js";
import { Hints } from "../table/hints.js";
import { capital, say } from "../table/words.js";

/** @typedef {import("../../declared").BestLine} BestLine */
/** @typedef {import("../../declared").BestLines} BestLines */
/** @typedef {import("../../declared").LegalMove} LegalMove */
/** @typedef {import("../../declared").Explored} Explored */
/** @typedef {{seats: string[], wish: () => object, play: (move: string) => void}} Desk */

const PAUSE = 350; // milliseconds of looking before bots are asked
const KEPT = "analysis-lines"; // under this name it is kept how many lines are wanted

/** The best moves on the board, each with the line that follows. */
class Suggestions extends Hints {
  /** @param {import("../table/scene.js").Scene} scene @param {(move: string) => void} play */
  constructor(scene, play) {
    super(scene, () => {});
    this.play = play;
    /** @type {Map<string, BestLine>} */ this.lines = new Map();
    /** @type {{seat: number, title: string}[]} */ this.seats = [];
  }

  /** @param {import("../table/hints.js").Found} found @param {number} place */
  line(found, place) {
    const { move, chance } = found;
    const item = super.line(found, place);
    const percent = Math.round(100 * chance);
    const text = say("hint.line", { move: capital(move.label), chance: say("hint.percent", { number: percent }) });
    const played = html("button", { type: "button", class: "button bare", onclick: () => this.play(move.move) }, text);
    for (const kind of ["focus", "pointerenter"]) played.addEventListener(kind, () => this.scene.foresee(move.ghost));
    const told = this.lines.get(move.move);
    const shared = told && this.seats.length > 2 ? this.bar(told, { seats: this.seats }) : null;
    item.replaceChildren(...[played, shared, html("span", { class: "rest" }, (told?.line ?? []).slice(1).join(" "))].filter((part) => part !== null));
    return item;
  }

  closing() {
    return html("span", { hidden: "" });
  }
}

export class Bots {
  /** @param {import("../table/scene.js").Scene} scene @param {Desk} desk */
  constructor(scene, desk) {
    this.desk = desk;
    this.suggestions = new Suggestions(scene, desk.play);
    this.select = /** @type {HTMLSelectElement} */ (byId("lines"));
    /** @type {AbortController|null} */ this.running = null;
    /** @type {Explored|null} */ this.now = null;
    /** @type {ReturnType<typeof setTimeout>|undefined} */ this.timer = undefined;
    this.select.value = remembered() ?? "0";
    this.select.addEventListener("change", () => {
      remember(this.select.value);
      this.look(this.now);
    });
    document.addEventListener("visibilitychange", () => this.look(this.now));
    this.pressed = false; // whether a line is being pressed: until it is let go, it stays where it is
    byId("hints").addEventListener("pointerdown", () => (this.pressed = true));
    for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, () => setTimeout(() => (this.pressed = false)));
  }

  /** Switch it on or off. */
  toggle() {
    this.select.value = this.select.value === "0" ? "3" : "0";
    this.select.dispatchEvent(new Event("change"));
  }

  /** Another position is shown: what was found about the last one is gone. @param {Explored|null} now */
  look(now) {
    this.now = now;
    this.stop();
    this.suggestions.clear();
    this.tell("");
    const wanted = this.select.value !== "0" && !document.hidden && now !== null;
    if (wanted && now.moves.length) this.timer = setTimeout(() => this.ask(), PAUSE);
    else if (wanted) this.tell(say(now.over ? "analysis.over" : "analysis.no_choice"));
  }

  stop() {
    clearTimeout(this.timer);
    this.running?.abort();
    this.running = null;
  }

  /** Ask, and show what is found for as long as it lasts. */
  async ask() {
    const running = (this.running = new AbortController());
    this.tell(say("analysis.thinking"));
    try {
      await follow({ ...this.desk.wish(), count: Number(this.select.value) }, running.signal, (found) => this.show(found, running));
    } catch (error) {
      if (!running.signal.aborted) this.tell(/** @type {Error} */ (error).message || say("action.failed"));
    }
  }

  /** @param {BestLines} found @param {AbortController} running */
  show(found, running) {
    const { now } = this;
    if (!now || running !== this.running || this.pressed) return;
    const seats = this.desk.seats.map((title, seat) => ({ seat, title }));
    const moves = found.lines.map(({ move, chance }) => ({ move, chance }));
    const held = /** @type {HTMLElement|null} */ (document.activeElement?.closest("#hints li"));
    const place = held ? [...(held.parentElement?.children ?? [])].indexOf(held) : -1;
    this.suggestions.lines = new Map(found.lines.map((line) => [line.move, line]));
    this.suggestions.seats = seats;
    const standing = /** @type {any} */ ({ number: 0, moves: now.moves, seats });
    this.suggestions.show({ type: "hint", number: 0, chances: found.chances, moves }, standing);
    /** @type {HTMLElement|null} */ (byId("hints").querySelectorAll("li .button")[place] ?? null)?.focus();
    const percent = (/** @type {number} */ chance) => say("hint.percent", { number: Math.round(100 * chance) });
    byId("values").replaceChildren(...seats.map(({ seat, title }) => html("li", {}, `${title} ${percent(found.chances[seat])}`)));
    this.tell(say("analysis.simulations", { count: found.simulations }));
  }

  /** @param {string} text */
  tell(text) {
    byId("thought").textContent = text;
    if (!this.suggestions.shown) byId("values").replaceChildren();
  }
}

/** Hear all that is found. @param {object} wish @param {AbortSignal} signal @param {(found: BestLines) => void} hear */
async function follow(wish, signal, hear) {
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch("/api/analysis/lines", { method: "POST", headers, body: JSON.stringify(wish), signal });
  if (!answer.ok || !answer.body) throw new Error((await answer.json())?.error?.message);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    const events = (text + piece.value).split("\n\n");
    text = events.pop() ?? "";
    for (const event of events) {
      const found = JSON.parse(event.replace(/^data: /, ""));
      if (found.error) throw new Error(found.error);
      hear(found);
    }
  }
}

function remembered() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

/** @param {string} lines */
function remember(lines) {
  try {
    localStorage.setItem(KEPT, lines);
  } catch {
    // A browser that keeps nothing is asked again.
  }
}
