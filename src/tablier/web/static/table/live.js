// @ts-check
/** The line to the server: it opens itself again, and says from which move on it has to catch up. */

import { Salts } from "./salts.js";
import { language } from "./words.js";

const FIRST_WAIT = 400; // milliseconds
const LONGEST_WAIT = 15000;
const LATER = new Set(["salt.given", "salt.early", "seal.late", "seal.often"]); // another window or device of the same player was quicker
const FINAL = new Set([1008, 4000]); // closing codes that say that trying again is of no use
const FULL = 4507; // the closing code of a server that can keep nothing
const FULL_WAIT = 20000;

/** @typedef {import("../../declared").Told} Told */
/** @typedef {import("../../declared").Command} Command */
/** @typedef {{message: (message: Told) => void, lost: (full: boolean) => void, opened: () => void, gone: () => void}} Listener */

export class Live {
  /** @param {string} table @param {() => number|null} made @param {Listener} listener */
  constructor(table, made, listener) {
    this.table = table;
    this.made = made;
    this.listener = listener;
    this.failures = 0;
    this.fresh = true; // nothing was heard over this line yet
    this.salts = new Salts(table);
    /** @type {Set<string>} */ this.given = new Set(); // what was sent for the dice over this line
    /** @type {import("../../declared").Standing|null} */ this.now = null;
    /** @type {WebSocket|null} */ this.socket = null;
    /** @type {ReturnType<typeof setTimeout>|undefined} */ this.timer = undefined;
    window.addEventListener("online", () => this.retry());
    document.addEventListener("visibilitychange", () => !document.hidden && this.retry());
  }

  /** Open the line. */
  open() {
    clearTimeout(this.timer);
    this.given.clear();
    this.fresh = true;
    const number = this.made();
    const query = new URLSearchParams({ language, ...(number === null ? {} : { number: String(number) }) });
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.table}/live?${query}`);
    this.socket = socket;
    socket.addEventListener("open", () => this.listener.opened());
    socket.addEventListener("message", (event) => this.heard(socket, event));
    socket.addEventListener("close", (event) => socket === this.socket && this.closed(event));
  }

  /** @param {WebSocket} socket @param {MessageEvent} event */
  heard(socket, event) {
    if (socket !== this.socket) return;
    this.failures = 0;
    const message = /** @type {Told} */ (JSON.parse(event.data));
    if (message.type === "refused") {
      if (LATER.has(message.code)) return;
      if (message.retry_after !== undefined && this.now?.waiting.length) this.seasonLater(message.retry_after);
    }
    if (message.type === "table") this.season(message.now);
    if (message.type === "now") this.season(message);
    this.listener.message(message);
  }

  /** Do this browser's part for the dice, each thing once over a line. @param {import("../../declared").Standing} now */
  season(now) {
    this.now = now;
    for (const message of this.salts.due(now, this.fresh)) {
      const text = JSON.stringify(message);
      if (!this.given.has(text) && this.send(message)) this.given.add(text);
    }
    this.fresh = false;
  }

  /** Do so again a little later, because it was too much at once. @param {number} seconds */
  seasonLater(seconds) {
    setTimeout(() => {
      this.given.clear();
      if (this.now) this.season(this.now);
    }, 1000 * seconds);
  }

  /** @param {CloseEvent} event */
  closed(event) {
    this.socket = null;
    if (FINAL.has(event.code)) return this.listener.gone();
    const full = event.code === FULL;
    this.listener.lost(full);
    const usual = full ? FULL_WAIT : Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.failures);
    const wait = usual * (0.75 + Math.random() / 2);
    this.failures += 1;
    this.timer = setTimeout(() => this.open(), wait);
  }

  /** Try at once if the line is down. */
  retry() {
    if (!this.socket) this.open();
  }

  /** Begin anew, from the whole table. */
  renew() {
    const old = this.socket;
    this.socket = null;
    old?.close();
    this.open();
  }

  /** Say something; false if the line is down. @param {Command} message */
  send(message) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }
}
