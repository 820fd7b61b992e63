// @ts-check
/** Hints: the best moves drawn on the board with their chances, and a bar that shows who is ahead. */

import { button, byId, html, svg } from "./dom.js";
import { lookOf } from "./looks.js";
import { setting } from "./settings.js";
import { say } from "./words.js";

/** @typedef {import("../../declared").HintMessage} HintMessage */
/** @typedef {import("../../declared").LegalMove} LegalMove */
/** @typedef {import("../../declared").Standing} Standing */
/** @typedef {import("./scene.js").Scene} Scene */

export class Hints {
  /** @param {Scene} scene @param {(message: import("../../declared").Command) => void} send */
  constructor(scene, send) {
    this.scene = scene;
    this.send = send;
    /** @type {HintMessage|null} */ this.shown = null;
    this.asked = -1; // the number of moves at which one was asked for
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
    byId("hints").replaceChildren(html("p", { class: "quiet" }, say("hint.thinking")));
  }

  /** Another moment has come: what was shown is gone, and if a bar is wanted it is asked for. @param {Standing} now */
  settle(now) {
    if (this.shown?.number !== now.number) this.clear();
    const bar = setting("evaluation") && now.may.hint && now.moves.length > 0;
    if (bar && this.asked !== now.number) this.ask(now);
  }

  clear() {
    this.shown = null;
    byId("hints").replaceChildren();
    this.scene.layers.hints.replaceChildren();
  }

  /** @param {HintMessage} hint @param {Standing|null} now */
  show(hint, now) {
    if (!now || hint.number !== now.number) return;
    const point = (/** @type {LegalMove} */ move) => this.scene.foresee(move.ghost);
    this.shown = hint;
    const found = hint.moves.map(({ move, chance }) => ({ move: now.moves.find((one) => one.move === move), chance }));
    const lines = found.map(({ move, chance }, place) => (move ? line(move, chance, place, point) : null));
    byId("hints").replaceChildren(bar(hint, now, this.scene), html("ol", { class: "plain suggestions" }, ...lines));
    this.draw(found);
  }

  /** Draw the moves on the board, the best one first. @param {{move: LegalMove|undefined, chance: number}[]} found */
  draw(found) {
    const nodes = found.flatMap(({ move, chance }, place) => {
      const parts = (move?.ghost ?? []).map((part) => this.scene.laid(part)).filter((part) => part !== null);
      const drawn = parts.map((part) => this.scene.drawn(part));
      const [first] = parts;
      const size = this.scene.letter * 0.9;
      const text = first && svg("text", { class: "chance", x: first.x ?? 0, y: first.y ?? 0, "font-size": size }, percent(chance));
      return [svg("g", { class: `suggestion place${place}` }, ...drawn, ...(text ? [text] : []))];
    });
    this.scene.layers.hints.replaceChildren(...nodes.reverse());
  }
}

/** One move in words. @param {LegalMove} move @param {number} chance @param {number} place
 * @param {(move: LegalMove) => void} point */
function line(move, chance, place, point) {
  const text = say("hint.line", { move: move.label, chance: percent(chance) });
  return html("li", { class: `place${place}` }, button(text, () => point(move), "bare"));
}

/** The chances of all seats, as a bar in their colours. @param {HintMessage} hint @param {Standing} now @param {Scene} scene */
function bar(hint, now, scene) {
  const words = now.seats.map((seat) => `${seat.title} ${percent(hint.chances[seat.seat])}`).join(", ");
  const shares = now.seats.map((seat) => {
    const share = html("i", { class: lookOf(scene, seat.seat)?.look ?? "" });
    share.style.flexGrow = String(hint.chances[seat.seat]);
    return share;
  });
  return html("div", { class: "chances", role: "img", "aria-label": say("hint.chances", { chances: words }), title: words }, ...shares);
}

/** @param {number} chance */
function percent(chance) {
  return `${Math.round(100 * chance)} %`;
}
