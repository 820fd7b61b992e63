// @ts-check
/** What would have been better, on the board: a branch of the game that one steps through and comes back from. */

import { Deck } from "../replay/deck.js";
import { Reel } from "../replay/reel.js";
import { announce } from "../table/panels.js";
import { byId, html } from "../table/dom.js";
import { say } from "../table/words.js";

/** @typedef {import("../../declared").BetterLine} BetterLine */
/** @typedef {import("../replay/page.js").Page} Page */

export class Branch {
  /** @param {Page} page @param {() => void} ended is called when the game itself is shown again */
  constructor(page, ended) {
    this.page = page;
    this.ended = ended;
    /** @type {BetterLine|null} */ this.line = null;
    this.deck = new Deck(page.scene, () => this.tell());
    const ways = { "branch-back": () => this.step(-1), "branch-forward": () => this.step(1), "branch-leave": () => this.leave() };
    for (const [id, way] of Object.entries(ways)) byId(id).addEventListener("click", way);
    document.addEventListener("keydown", (event) => this.press(event), true);
  }

  get open() {
    return this.line !== null;
  }

  /** Show a line from its first move on. @param {BetterLine} line */
  async enter(line) {
    this.page.deck.halt();
    await this.page.deck.done;
    this.line = line;
    document.body.classList.add("branching");
    byId("branch").hidden = false;
    byId("branch-imagined").hidden = !line.imagined;
    byId("branch-line").replaceChildren(...line.line.map((move, index) => this.stepTo(move, index + 1)));
    await this.deck.load(new Reel(line.scene, line.moves), 0);
    byId("branch-forward").focus();
    await this.step(1);
  }

  /** A move of the line, which leads to the position after it. @param {string} move @param {number} number */
  stepTo(move, number) {
    return html("li", {}, html("button", { type: "button", class: "button bare", onclick: () => this.deck.go(number) }, move));
  }

  /** @param {number} moves */
  step(moves) {
    return this.deck.step(moves);
  }

  /** Back to the game, at the move at which it was left. */
  async leave() {
    if (!this.line) return;
    const { deck } = this.page;
    this.close();
    this.deck.motion.skip();
    await this.deck.done;
    deck.fresh = true;
    this.ended();
    await deck.go(deck.number);
  }

  /** End it; what is drawn is somebody else's matter. */
  close() {
    this.line = null;
    this.deck.halt();
    document.body.classList.remove("branching");
    byId("branch").hidden = true;
    this.page.tell();
  }

  /** Say where in the line one stands. */
  tell() {
    const { line, deck } = this;
    if (!line) return;
    const told = line.moves.slice(0, deck.number).filter((move) => move.lines.length).at(-1);
    const status = deck.number && told ? told.lines.join(" ") : say("review.before", { number: line.number + 1 });
    byId("status").textContent = status;
    byId("status").classList.remove("result");
    announce([status]);
    [...byId("branch-line").children].forEach((item, index) => {
      item.firstElementChild?.toggleAttribute("aria-current", index + 1 === deck.number);
    });
    byId("branch-back").setAttribute("aria-disabled", String(deck.number === 0));
    byId("branch-forward").setAttribute("aria-disabled", String(deck.number === deck.length));
    Promise.resolve()
      .then(() => deck.done)
      .then(() => this.mark());
  }

  /** Point out what the better move is about, before it is made. */
  mark() {
    const { line, deck } = this;
    if (line && deck.number === 0) this.page.scene.mark([{ marked: line.marked, who: null, alike: true }]);
  }

  /** The keys of the replay, as long as the branch is shown. @param {KeyboardEvent} event */
  press(event) {
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowLeft: () => this.step(-1),
      ArrowRight: () => this.step(1),
      Home: () => this.deck.go(0),
      End: () => this.deck.go(this.deck.length),
      Escape: () => this.leave(),
    };
    const action = keys[event.key];
    if (!this.open || !action || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector("dialog[open]") || /** @type {Element} */ (event.target).closest("select, textarea, input")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    action();
  }
}
