// @ts-check
/** Conditional moves: moves are tried on the board that nobody has made, and what one would answer is left with the server. */

import { button, byId, html } from "./dom.js";
import { announce, showStatus } from "./panels.js";
import { say } from "./words.js";

/** @typedef {import("../../declared").Standing} Standing */
/** @typedef {import("../../declared").SupposedMessage} SupposedMessage */
/** @typedef {(message: import("../../declared").Command) => void} Send */
/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./touch.js").Touch} Touch */

export class Ahead {
  /** @param {Scene} scene @param {Touch} touch @param {Send} send @param {() => void} settle shows how the table really stands */
  constructor(scene, touch, send, settle) {
    this.scene = scene;
    this.touch = touch;
    this.send = send;
    this.showTable = settle;
    /** @type {import("../../declared").Picture|null} */ this.picture = null; // of the table as it really is
    this.active = false;
    /** @type {Standing|null} */ this.now = null;
    /** @type {string[]} */ this.moves = [];
  }

  /** What there is to press to begin. @param {Standing} now @returns {HTMLElement[]} */
  buttons(now) {
    return now.may.conditions ? [button(say("ahead.begin"), () => this.begin(now))] : [];
  }

  /** Show the rows that are left with the server, each to be withdrawn. @param {Standing} now */
  settle(now) {
    this.now = now;
    const rows = now.conditions ?? [];
    if (rows.length) byId("offers").append(this.kept(now, rows));
  }

  /** @param {Standing} now @param {string[][]} rows */
  kept(now, rows) {
    const without = (/** @type {number} */ place) => rows.filter((_, other) => other !== place);
    const items = rows.map((row, place) =>
      html("li", {}, html("span", {}, row.join(" → ")), button(say("ahead.withdraw"), () => this.leave(now.number, without(place)), "small")),
    );
    return html("div", { class: "ahead card" }, html("p", {}, say("ahead.kept")), html("ol", { class: "plain" }, ...items));
  }

  /** @param {number} number @param {string[][]} lines */
  leave(number, lines) {
    this.send({ type: "conditions", number, lines });
  }

  /** @param {Standing} now */
  begin(now) {
    this.active = true;
    this.now = now;
    this.moves = [];
    byId("actions").replaceChildren();
    this.ask();
  }

  ask() {
    if (this.now) this.send({ type: "suppose", number: this.now.number, moves: this.moves });
  }

  /** A move was tried. @param {string} move */
  choose(move) {
    this.moves = [...this.moves, move];
    this.ask();
  }

  back() {
    if (!this.moves.length) return this.stop();
    this.moves = this.moves.slice(0, -1);
    this.ask();
  }

  /** Leave all that was tried with the server. */
  keep() {
    const { now, moves } = this;
    if (now) this.leave(now.number, [...(now.conditions ?? []), moves]);
    this.stop();
  }

  /** Show the table as it is; nothing is asked for that, so that nobody notices. */
  stop() {
    this.restore();
    this.showTable();
  }

  /** Forget what was tried. */
  restore() {
    this.active = false;
    this.touch.offer([]);
    if (this.picture) this.scene.show(this.picture);
    this.picture = null;
  }

  /** Whether something that is told leaves what is tried as it is; otherwise that is forgotten. @param {import("../../declared").Told} message */
  goesOn(message) {
    if (!this.active || message.type === "why" || message.type === "hint") return false;
    if (message.type === "now" && this.now?.number === message.number) return true;
    this.restore();
    return false;
  }

  /** What cannot be supposed is not: one move less. */
  refused() {
    this.moves = this.moves.slice(0, -1);
    if (!this.moves.length) this.stop();
  }

  /** How it would stand. @param {SupposedMessage} message */
  heard(message) {
    if (!this.active || !this.now || message.supposed.length !== this.moves.length) return;
    if (!this.moves.length) this.picture = message.scene;
    const { seats } = this.now;
    const mine = (/** @type {number|null} */ seat) => seat !== null && seats[seat].yours;
    const answered = this.moves.length > 0 && !mine(message.to_move);
    this.scene.show(message.scene);
    this.touch.offer(message.moves);
    showStatus(message.status);
    announce([...message.rows.slice(-1), message.status]);
    const buttons = [
      answered ? button(say("ahead.keep"), () => this.keep(), "main") : null,
      button(say(this.moves.length ? "ahead.back" : "action.cancel"), () => this.back()),
      this.moves.length ? button(say("ahead.stop"), () => this.stop()) : null,
    ];
    const rows = message.rows.map((row) => html("li", {}, row));
    byId("offers").replaceChildren(
      html("div", { class: "ahead card trying" }, html("p", {}, say("ahead.title")), html("ol", { class: "plain" }, ...rows), html("div", { class: "row" }, ...buttons)),
    );
  }
}
