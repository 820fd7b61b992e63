// @ts-check
/** What just happened: all moves since one's own last one are marked, and can be shown again one by one. */

import { announce, lightEntry } from "./panels.js";
import { say } from "./words.js";

/** @typedef {import("../../declared").Entry} Entry */
/** @typedef {import("../../declared").Happened} Happened */
/** @typedef {import("../../declared").Standing} Standing */
/** @typedef {import("./scene.js").Scene} Scene */

export class Again {
  /** @param {Scene} scene @param {(text: string|null) => void} tell says what is shown; null when that is over */
  constructor(scene, tell) {
    this.scene = scene;
    this.tell = tell;
    /** @type {(Entry|Happened)[]} */ this.log = [];
    /** @type {Standing|null} */ this.now = null;
    /** @type {Entry|Happened|null} */ this.lit = null; // the one that is shown alone
  }

  /** Everything that happened so far. @param {Entry[]} log */
  begin(log) {
    this.log = [...log];
    this.lit = null;
  }

  /** One more thing that happened. @param {Happened} event */
  add(event) {
    this.log.push(event);
    this.rest();
  }

  /** How things stand now, which says whose moves are one's own. @param {Standing} now */
  settle(now) {
    this.now = now;
    if (!this.lit) this.rest();
  }

  /** The moves since one's last own one; that one if there is none, and the last one for those who only watch. */
  get recent() {
    const last = this.log.findLastIndex(({ who, marked }) => marked.length > 0 && this.isOwn(who)); // a note is no move
    const since = this.log.slice(last + 1).filter(({ marked }) => marked.length);
    const found = this.watches ? since.slice(-1) : since;
    return found.length || last < 0 ? found : [this.log[last]];
  }

  /** Whether one has made a move. */
  get moved() {
    return this.log.some(({ who }) => typeof who === "number" && this.now?.seats[who]?.yours);
  }

  /** Whether no seat is one's own. */
  get watches() {
    return !this.now?.seats.some((seat) => seat.yours);
  }

  /** Whether a move is one's own: at a screen that several share, that of the one who decides. @param {Entry["who"]} who */
  isOwn(who) {
    const seats = this.now?.seats ?? [];
    const decides = this.now && typeof this.now.to_move === "number" ? seats[this.now.to_move] : undefined;
    return typeof who === "number" && (decides?.yours ? who === decides.seat : seats[who]?.yours === true);
  }

  /** Show the next one alone; after the last one all of them. */
  step() {
    const { recent } = this;
    const next = recent[this.lit ? recent.indexOf(this.lit) + 1 : 0];
    if (next) this.show(next, say("again.step", { number: recent.indexOf(next) + 1, count: recent.length, move: told(next) }));
    else this.rest();
  }

  /** Show where one thing of the log happened, or no longer. @param {Entry|Happened} entry */
  light(entry) {
    if (this.lit === entry) this.rest();
    else this.show(entry, told(entry));
  }

  /** @param {Entry|Happened} entry @param {string} text */
  show(entry, text) {
    this.lit = entry;
    this.scene.mark([this.owned(entry)]);
    lightEntry(entry);
    this.tell(text);
    announce([text]);
  }

  /** Mark all that has just happened. */
  rest() {
    if (this.lit) {
      this.lit = null;
      lightEntry(null);
      this.tell(null);
    }
    this.scene.mark(this.recent.map((entry) => this.owned(entry)));
  }

  /** What chance did has the colour of whoever's move it followed. @param {Entry|Happened} entry */
  owned({ number, who, marked }) {
    const before = this.log.findLast((other) => typeof other.who === "number" && other.marked.length > 0 && other.number <= number);
    return { marked, who: who === "chance" ? (before?.who ?? who) : who };
  }
}

/** What happened, in words. @param {Entry|Happened} entry */
function told(entry) {
  return entry.lines.join(" ");
}
