// @ts-check
/** The review of a game on the page of its replay: asked for, waited for, and shown move by move. */

import { announce, notice } from "../table/panels.js";
import { button, byId, html } from "../table/dom.js";
import { say } from "../table/words.js";
import { Branch } from "./branch.js";
import { deskOf } from "./desk.js";
import { Graph } from "./graph.js";
import { badge, beliefs, mistakes, seats, signed, turningPoints } from "./parts.js";

/** @typedef {import("../../declared").ReviewStanding} ReviewStanding */
/** @typedef {import("../../declared").GameReview} GameReview */
/** @typedef {import("../../declared").ReviewedMove} ReviewedMove */
/** @typedef {import("../replay/page.js").Page} Page */

const PAUSE = 500; // milliseconds between two looks at how far it is
const NAMED = 3; // moves of the better line that stand on its button
const TABS = /** @type {const} */ (["log", "review"]);

/** Let a game be reviewed on its page. @param {Page} page */
export function reviewing(page) {
  const reviewed = new Reviewed(page);
  page.followers.push(() => reviewed.follow());
  reviewed.follow();
}

class Reviewed {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.desk = deskOf(page);
    this.graph = new Graph((number) => this.go(number));
    this.branch = new Branch(page, () => this.follow());
    /** @type {GameReview|null} */ this.review = null;
    /** @type {number[]} */ this.yours = [];
    this.offered = false;
    this.side = page.game.as;
    /** @type {ReturnType<typeof setTimeout>|undefined} */ this.timer = undefined;
    for (const name of TABS) {
      byId(`tab-${name}`).addEventListener("click", () => this.turnTo(name));
      byId(`tab-${name}`).addEventListener("keydown", (event) => this.walk(event));
    }
    byId("review-ask").addEventListener("click", () => this.ask());
    byId("review-begin").addEventListener("click", () => this.begin());
    byId("review-stop").addEventListener("click", () => this.stop());
  }

  /** Whether the game may be reviewed at all: one that is over, or a saved one. */
  get reviewable() {
    const { game } = this.page;
    return game.scene !== null && game.fault === null && game.number > 0 && (game.result !== null || game.table === null);
  }

  /** Follow what the page shows. */
  follow() {
    if (this.reviewable && !this.offered) this.offer();
    if (this.page.game.as !== this.side) this.see();
    if (!this.review || this.branch.open) return;
    this.graph.at(this.page.deck.number);
    this.tellMoment();
    this.tellBeliefs();
    this.light();
  }

  /** The game is looked at from another side, and drawn anew. */
  see() {
    this.side = this.page.game.as;
    if (this.branch.open) this.branch.close();
  }

  /** @param {number} number */
  async go(number) {
    if (this.branch.open) await this.branch.leave();
    this.page.goTo(number);
  }

  // Asked for

  /** Offer a review, or show the one that is there. */
  async offer() {
    this.offered = true;
    byId("review-ask").hidden = byId("tabs").hidden = false;
    try {
      const known = await this.desk.known();
      if (known && known.state !== "none") this.hear(known);
    } catch {
      // Whoever asks for it is told why there is none.
    }
  }

  /** Show the review, or begin it if there is none yet. */
  ask() {
    this.page.openDrawer(true);
    this.turnTo("review");
    if (!this.review && !byId("review-begin").hidden) this.begin();
    (this.review ? byId("tab-review") : byId("review-stop")).focus();
  }

  async begin() {
    byId("review-refused").textContent = "";
    this.showWaiting(true, 0, 0);
    await this.attempt(this.desk.begin);
  }

  async stop() {
    clearTimeout(this.timer);
    await this.attempt(this.desk.leave);
    if (!this.review) byId("review-begin").focus();
  }

  /** @param {() => Promise<ReviewStanding>} asked */
  async attempt(asked) {
    try {
      this.hear(await asked());
    } catch (error) {
      this.showWaiting(false, 0, 0);
      byId("review-refused").textContent = /** @type {Error} */ (error).message;
    }
  }

  /** Take in how it stands; as long as it is worked out, ask again. @param {ReviewStanding} standing */
  hear({ state, looked, positions, fault, review, yours }) {
    clearTimeout(this.timer);
    if (review) return this.show(review, yours);
    this.showWaiting(state === "running", looked, positions);
    byId("review-refused").textContent = fault ?? "";
    if (state === "running") this.timer = setTimeout(() => this.attempt(this.desk.look), PAUSE);
  }

  /** @param {boolean} waiting @param {number} looked @param {number} positions */
  showWaiting(waiting, looked, positions) {
    byId("review-begin").hidden = waiting;
    byId("review-waiting").hidden = !waiting;
    const bar = /** @type {HTMLProgressElement} */ (byId("review-progress"));
    if (positions) {
      bar.max = positions;
      bar.value = looked;
    } else bar.removeAttribute("value");
    byId("review-looked").textContent = positions ? say("review.looked", { looked, positions }) : say("review.planned");
  }

  // Shown

  /** @param {GameReview} review @param {number[]} yours */
  show(review, yours) {
    this.review = review;
    this.yours = yours;
    byId("review-none").hidden = true;
    byId("review-found").hidden = byId("chances").hidden = false;
    byId("review-ask").textContent = say("review.see");
    document.body.classList.add("reviewed");
    const told = this.told(review);
    byId("review-seats").replaceChildren(...seats(told));
    byId("review-turning").replaceChildren(turningPoints(told));
    byId("review-mistakes").replaceChildren(mistakes(told));
    byId("review-method").textContent = say("review.method", { simulations: review.simulations });
    this.graph.show(review, review.ledgers.map(({ seat }) => this.curve(review, seat)));
    this.turnTo("review");
    announce([say("review.there")]);
    this.follow();
  }

  /** @param {GameReview} review */
  told(review) {
    const { page, yours } = this;
    const name = (/** @type {number|"chance"} */ who) => (who === "chance" ? say("review.chance") : this.name(who));
    const disc = (/** @type {number|"chance"} */ who) => page.discs.of(page.scene, who);
    return { review, yours, name, disc, go: (/** @type {number} */ number) => this.go(number) };
  }

  /** What a seat is called: by its title if several players share a name. @param {number} seat */
  name(seat) {
    const { seats: players } = this.page.game;
    const { name, title } = players[seat];
    return players.filter((player) => player.name === name).length > 1 ? title : name;
  }

  /** @param {GameReview} review @param {number} seat */
  curve({ start, end, moves }, seat) {
    const after = moves.map((move) => move.after[seat]);
    after[after.length - 1] = end[seat]; // what the table decided counts
    const look = this.page.discs.found.get(seat)?.querySelector("g")?.getAttribute("class") ?? `seat${seat}`;
    return { seat, look, name: this.name(seat), chances: [start[seat], ...after] };
  }

  /** What there is to say of the move that was made last, and what would have been better. */
  tellMoment() {
    const { review, page } = this;
    const move = review?.moves[page.deck.number - 1];
    byId("moment").replaceChildren(...(review && move ? this.moment(review, move) : [html("p", { class: "quiet" }, say("review.touch"))]));
  }

  /** @param {GameReview} review @param {ReviewedMove} move */
  moment(review, move) {
    const said = move.told ?? move.reason;
    const change = this.changes(review, move);
    const head = html("p", {}, move.kind ? badge(review, move.kind) : null, said ? ` ${said}` : html("span", { class: "quiet" }, change));
    if (!move.kind || !move.better) return [head];
    const line = (move.line.length ? move.line : [move.better]).slice(0, NAMED).join(" ");
    return [head, button(say("review.better", { line }), () => this.enter(move.number), "main small")];
  }

  /** What a move did to everybody's chances. @param {GameReview} review @param {ReviewedMove} move */
  changes({ ledgers }, { before, after }) {
    const known = ledgers.filter(({ seat }) => before[seat] !== null && after[seat] !== null);
    const told = known.map(({ seat }) => `${this.name(seat)} ${signed(Number(after[seat]) - Number(before[seat]))}`);
    return told.join(" · ");
  }

  /** Show on the board what would have been better. @param {number} number */
  async enter(number) {
    try {
      await this.branch.enter(await this.desk.better(number));
    } catch (error) {
      notice(/** @type {Error} */ (error).message);
    }
  }

  /** What could be believed where the game stands, if anything is hidden. */
  tellBeliefs() {
    const { review, page } = this;
    const found = review ? beliefs(this.told(review), page.deck.number) : [];
    byId("review-believed").hidden = !found.length;
    byId("review-beliefs").replaceChildren(...found);
  }

  /** Mark in the lists the move that is shown. */
  light() {
    for (const item of /** @type {NodeListOf<HTMLElement>} */ (byId("review").querySelectorAll("[data-move]"))) {
      item.firstElementChild?.toggleAttribute("aria-current", Number(item.dataset.move) === this.page.deck.number);
    }
  }

  // Tabs

  /** @param {typeof TABS[number]} chosen */
  turnTo(chosen) {
    document.body.classList.toggle("reviewing", chosen === "review");
    for (const name of TABS) {
      byId(`tab-${name}`).setAttribute("aria-selected", String(name === chosen));
      byId(`tab-${name}`).tabIndex = name === chosen ? 0 : -1;
    }
    byId("log").hidden = chosen === "review";
    byId("review").hidden = chosen !== "review";
  }

  /** Arrows go from tab to tab. @param {KeyboardEvent} event */
  walk(event) {
    if (!["ArrowLeft", "ArrowRight"].includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    const next = TABS[byId("review").hidden ? 1 : 0];
    this.turnTo(next);
    byId(`tab-${next}`).focus();
  }
}
