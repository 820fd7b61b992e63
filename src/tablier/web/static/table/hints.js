// @ts-check
/** Hints: the best moves drawn on the board with their chances, and a bar that shows who is ahead. */

import { button, byId, html, short, svg } from "./dom.js";
import { lookOf } from "./looks.js";
import { setting } from "./settings.js";
import { capital, say } from "./words.js";

/** @typedef {import("../../declared").HintMessage} HintMessage */
/** @typedef {import("../../declared").LegalMove} LegalMove */
/** @typedef {import("../../declared").Standing} Standing */
/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {{move: LegalMove, chance: number}} Found */

const BADGE = { width: 40, height: 20, letter: 13 }; // pixels

export class Hints {
  /** @param {Scene} scene @param {(message: import("../../declared").Command) => void} send */
  constructor(scene, send) {
    this.scene = scene;
    this.send = send;
    /** @type {HintMessage|null} */ this.shown = null;
    this.asked = -1; // the number of moves at which one was asked for
    /** @type {Found[]} */ this.found = [];
    const before = scene.rearranged;
    scene.rearranged = () => {
      before();
      this.draw();
    };
  }

  /** What there is to press for a hint, here and now. @param {Standing} now @returns {HTMLElement[]} */
  buttons(now) {
    if (now.may.hints) return [button(say("hint.allow"), () => this.send({ type: "hints" }))];
    if (!now.may.hint || !now.moves.length) return [];
    return [button(say("hint.button"), () => this.ask(now))];
  }

  /** @param {Standing} now */
  ask(now) {
    this.asked = now.number;
    this.send({ type: "hint", number: now.number });
    byId("hints").replaceChildren(html("p", { class: "quiet" }, say("hint.thinking")), this.closing());
  }

  /** Another moment has come: what was shown is gone, and if a bar is wanted it is asked for. @param {Standing} now */
  settle(now) {
    if (this.shown?.number !== now.number) this.clear();
    const bar = setting("evaluation") && now.may.hint && now.moves.length > 0;
    if (bar && this.asked !== now.number) this.ask(now);
  }

  clear() {
    this.shown = null;
    this.found = [];
    byId("hints").replaceChildren();
    this.draw();
  }

  /** What takes the hint away, where it covers other buttons. */
  closing() {
    const close = button("×", () => this.clear(), "close");
    close.setAttribute("aria-label", say("action.close"));
    return close;
  }

  /** @param {HintMessage} hint @param {Standing|null} now */
  show(hint, now) {
    if (!now || hint.number !== now.number) return;
    this.shown = hint;
    this.found = hint.moves.flatMap(({ move, chance }) => {
      const known = now.moves.find((one) => one.move === move);
      return known ? [{ move: known, chance }] : [];
    });
    const lines = this.found.map((found, place) => this.line(found, place));
    byId("hints").replaceChildren(this.bar(hint, now), html("ol", { class: "plain suggestions" }, ...lines), this.closing());
    this.draw();
  }

  /** One move in words, which is shown alone where it is pointed at. @param {Found} found @param {number} place */
  line({ move, chance }, place) {
    const text = say("hint.line", { move: capital(move.label), chance: percent(chance) });
    const shown = button(text, () => this.scene.foresee(move.ghost), "bare");
    shown.addEventListener("focus", () => this.scene.foresee(move.ghost));
    return html("li", { class: `place${place}` }, shown);
  }

  /** Draw the moves on the board, the best one above the others, and above all of them their chances. */
  draw() {
    const ghosts = this.found.map(({ move }, place) => {
      const parts = move.ghost.map((part) => this.scene.laid(part)).filter((part) => part !== null);
      return svg("g", { class: `suggestion place${place}` }, ...parts.map((part) => this.scene.drawn(part)));
    });
    const badges = this.found.map((_, place) => this.badge(place)).filter((badge) => badge !== null);
    this.scene.layers.hints.replaceChildren(...ghosts.reverse(), ...badges);
  }

  /** The chance of a move, where the move ends; those that end in the same place stand one below the other.
   * @param {number} place */
  badge(place) {
    const ends = this.found.map(({ move }) => move.path.findLast((id) => this.scene.onBoard(id)) ?? "");
    const box = this.scene.box(ends[place]);
    if (!box) return null;
    const above = ends.slice(0, place).filter((end) => end === ends[place]).length;
    const { unit } = this.scene;
    const at = { x: box.x + box.width / 2, y: box.y + box.height - (BADGE.height / 2 - above * BADGE.height) * unit };
    return svg(
      "g",
      { class: `chance place${place}`, transform: `translate(${short(at.x)} ${short(at.y)}) scale(${unit})` },
      svg("rect", { x: -BADGE.width / 2, y: -BADGE.height / 2, width: BADGE.width, height: BADGE.height, rx: BADGE.height / 2 }),
      svg("text", { "font-size": BADGE.letter }, percent(this.found[place].chance)),
    );
  }

  /** The chances of all seats, as a bar in their colours.
   * @param {{chances: number[]}} hint @param {{seats: {seat: number, title: string}[]}} now */
  bar(hint, now) {
    const words = now.seats.map((seat) => `${seat.title} ${percent(hint.chances[seat.seat])}`).join(", ");
    const shares = now.seats.map((seat) => {
      const share = html("i", { class: lookOf(this.scene, seat.seat)?.look ?? "" });
      share.style.flexGrow = String(hint.chances[seat.seat]);
      return share;
    });
    return html("div", { class: "chances", role: "img", "aria-label": say("hint.chances", { chances: words }), title: words }, ...shares);
  }
}

/** @param {number} chance */
function percent(chance) {
  return say("hint.percent", { number: Math.round(100 * chance) });
}
