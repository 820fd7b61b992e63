// @ts-check
/** The clocks beside the seats: the server says what is left and whose clock runs, and the page counts down. */

import { knock } from "./attention.js";
import { button, byId, html } from "./dom.js";
import { announce } from "./panels.js";
import { say } from "./words.js";

/** @typedef {import("../../declared").Clock} Clock */
/** @typedef {import("../../declared").Standing} Standing */
/** @typedef {(message: import("../../declared").Command) => void} Send */

const WARNINGS = [30, 10]; // seconds left at which whoever is to move is told, once a turn
const TENTHS = 10; // seconds below which tenths are shown
const MINUTE = 60;
const HOUR = 3600;
const DAY = 86400;
const LOW = { 30: "low", 10: "last" };

/** Seconds as a clock shows them. @param {number} seconds */
export function figures(seconds) {
  if (seconds >= DAY) return say("clock.days", { days: Math.floor(seconds / DAY), hours: Math.floor((seconds % DAY) / HOUR) });
  if (seconds < TENTHS) return (Math.floor(seconds * 10) / 10).toFixed(1);
  const whole = Math.floor(seconds);
  const rest = [Math.floor((whole % HOUR) / MINUTE), whole % MINUTE];
  const parts = whole >= HOUR ? [Math.floor(whole / HOUR), ...rest] : rest;
  return parts.map((part, place) => (place ? String(part).padStart(2, "0") : String(part))).join(":");
}

/** The same in words, for those who listen. @param {number} seconds */
function spoken(seconds) {
  if (seconds >= DAY) return say("clock.spoken_days", { days: Math.floor(seconds / DAY), hours: Math.floor((seconds % DAY) / HOUR) });
  return say("clock.spoken", { minutes: Math.floor(seconds / MINUTE), seconds: Math.floor(seconds % MINUTE) });
}

export class Clocks {
  constructor() {
    /** @type {Clock|null} */ this.told = null;
    this.at = 0; // when that was told, in milliseconds of this page
    this.own = false; // whether the clock that runs is that of this player
    /** @type {Set<number>} */ this.warned = new Set();
    /** @type {ReturnType<typeof setTimeout>|undefined} */ this.timer = undefined;
    document.addEventListener("visibilitychange", () => this.draw());
  }

  /** Show what was told just now. @param {Standing} now */
  settle(now) {
    const { clock } = now;
    const passed = clock?.running !== this.told?.running;
    this.told = clock ?? null;
    this.at = performance.now();
    if (!clock) return clearTimeout(this.timer);
    const running = clock.running === null ? null : now.seats[clock.running];
    this.own = running?.yours ?? false;
    if (passed) this.warned = new Set(WARNINGS.filter((limit) => this.left(clock.running ?? 0) < limit));
    for (const { seat } of now.seats) this.furnish(clock, seat);
    this.draw();
  }

  /** Put a clock beside a seat that has one. @param {Clock} clock @param {number} seat */
  furnish(clock, seat) {
    const place = byId("players").querySelector(`[data-seat="${seat}"]`);
    if (!place || clock.left[seat] === null) return;
    const resting = clock.resting?.includes(seat) ? html("span", { class: "resting" }, say("clock.resting")) : null;
    const face = html("span", { class: clock.kind === "days" ? "clock slow" : "clock", role: "timer", "aria-live": "off" }, html("span", { class: "figures", "aria-hidden": "true" }));
    place.querySelector(".who")?.after(face);
    if (resting) place.querySelector(".about")?.append(resting);
  }

  /** What a seat has left now. @param {number} seat */
  left(seat) {
    const { told } = this;
    const last = told?.left[seat] ?? 0;
    if (!told || told.running !== seat || told.resting?.includes(seat)) return last;
    const passed = (performance.now() - this.at) / 1000;
    return Math.max(0, last - Math.max(0, passed - (told.delay ?? 0)));
  }

  /** Write all clocks, and do so again when the one that runs shows something else. */
  draw() {
    clearTimeout(this.timer);
    const { told } = this;
    if (!told) return;
    told.left.forEach((left, seat) => left !== null && this.write(seat));
    if (told.running === null) return;
    const left = this.left(told.running);
    this.warn(left);
    if (left > 0 && !document.hidden) this.timer = setTimeout(() => this.draw(), pause(left));
  }

  /** @param {number} seat */
  write(seat) {
    const face = byId("players").querySelector(`[data-seat="${seat}"] .clock`);
    const [shown] = face?.children ?? [];
    if (!face || !shown) return;
    const left = this.left(seat);
    const text = figures(left);
    const runs = this.told?.running === seat;
    face.classList.toggle("running", runs);
    for (const limit of /** @type {(30|10)[]} */ (WARNINGS)) face.classList.toggle(LOW[limit], left < limit && this.told?.kind !== "days");
    if (shown.textContent === text) return;
    shown.textContent = text;
    face.setAttribute("aria-label", spoken(left));
  }

  /** Tell whoever is to move that there is little time left, aloud and where sounds are on with a knock. @param {number} left */
  warn(left) {
    if (!this.own || this.told?.kind === "days") return;
    const due = WARNINGS.filter((limit) => left < limit && !this.warned.has(limit));
    if (!due.length) return;
    due.forEach((limit) => this.warned.add(limit));
    const seconds = Math.min(...due);
    announce([say("clock.warning", { seconds })]);
    knock(seconds === TENTHS ? 700 : 560, 0.3);
  }
}

/** Milliseconds until a clock shows something else. @param {number} left */
function pause(left) {
  const step = left < TENTHS ? 0.1 : 1;
  const over = left % step;
  return Math.max(20, (over || step) * 1000 + 5);
}

/** What there is to press for a holiday. @param {Standing} now @param {Send} send @returns {HTMLElement[]} */
export function holidayButtons(now, send) {
  const { clock } = now;
  const mine = now.seats.filter((seat) => seat.yours && !seat.resigned).map((seat) => seat.seat);
  if (!clock?.holidays?.length || now.to_move === null || !mine.length) return [];
  if (mine.some((seat) => clock.resting?.includes(seat))) {
    return [button(say("clock.return"), () => send({ type: "holiday", yes: false }))];
  }
  const days = Math.floor(Math.max(...mine.map((seat) => clock.holidays?.[seat] ?? 0)) / DAY);
  return days ? [button(say("clock.holiday", { days }), () => send({ type: "holiday", yes: true }))] : [];
}
