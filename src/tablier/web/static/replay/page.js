// @ts-check
/** The page of a replay: the board, the ways through the game, the log, and what can be done with it. */

import { checking } from "../table/checking.js";
import { closeOutside, showRules } from "../table/dialogs.js";
import { byId, html } from "../table/dom.js";
import { findings } from "../table/fairness.js";
import * as panels from "../table/panels.js";
import { Scene, loadArt } from "../table/scene.js";
import { capital, fillWords, say } from "../table/words.js";
import { Deck } from "./deck.js";
import { watch } from "./growing.js";
import { reviewing } from "../review/main.js";
import { listen } from "./keys.js";
import { playOn } from "./onward.js";
import { showPassages } from "./passing.js";
import { offerPictures } from "./picturing.js";
import * as record from "./record.js";
import { Reel } from "./reel.js";

/** @typedef {import("../../declared").ReplayedGame} ReplayedGame */
/** @typedef {import("./sources.js").Source} Source */

const FOLLOW = 200; // milliseconds of rest before the address follows

export class Page {
  /** @param {Source} source @param {ReplayedGame} game */
  constructor(source, game) {
    this.source = source;
    this.game = game;
    this.discs = new record.Discs();
    /** @type {ReturnType<typeof setTimeout>|undefined} */ this.following = undefined;
    /** @type {(() => void)[]} */ this.followers = []; // called whenever something else is shown
    this.scene = new Scene(/** @type {any} */ (byId("board")), game.game, byId("line"));
    this.deck = new Deck(this.scene, () => this.tell());
    /** @param {number} number */ this.goTo = (number) => this.deck.go(number);
    this.slider = /** @type {HTMLInputElement} */ (byId("slider"));
  }

  /** Show the game after so many moves. @param {number} number */
  async open(number) {
    fillWords();
    this.furnish();
    if (this.game.scene) this.scene.furnish(await loadArt(this.game.game));
    await this.show(this.game, number);
    watch(this);
    reviewing(this);
  }

  /** Make the buttons and the keys work. */
  furnish() {
    const deck = this.deck;
    /** @type {Record<string, () => void>} */
    const buttons = {
      first: () => deck.go(0),
      back: () => deck.step(-1),
      play: () => deck.toggle(),
      forward: () => deck.step(1),
      finish: () => deck.go(deck.length),
      turn: () => this.turnBoard(),
      link: () => panels.copyLink(this.address()),
      save: () => this.save(),
      onward: () => this.onward(),
      drawer: () => this.openDrawer(!document.body.classList.contains("drawn")),
      last: () => this.openDrawer(true),
      undraw: () => this.openDrawer(false),
    };
    for (const [id, action] of Object.entries(buttons)) byId(id).addEventListener("click", action);
    this.slider.addEventListener("input", () => deck.go(Number(this.slider.value)));
    byId("views").addEventListener("change", () => this.look());
    this.scene.root.addEventListener("click", () => deck.motion.skip());
    byId("check").replaceChildren(...checking(say("replay.check"), () => this.check()));
    new ResizeObserver(() => record.showEntry(deck.number)).observe(byId("log"));
    closeOutside();
    listen(deck, {
      t: () => this.turnBoard(),
      b: () => panels.announce([this.status(), byId("line").textContent ?? "", ...this.scene.spoken()]),
      l: () => this.turnTo(),
      "?": () => showRules(this.game.game, this.game.name),
      Escape: () => this.openDrawer(false),
    });
  }

  /** What this browser finds about the dice, and what the server says. */
  async check() {
    return findings(await this.source.check(), this.source.note(), (seat) => this.game.seats[seat].name);
  }

  turnBoard() {
    if (this.scene.turnable) this.scene.turnBoard();
  }

  /** @param {boolean} open */
  openDrawer(open) {
    document.body.classList.toggle("drawn", open);
    byId("drawer").setAttribute("aria-expanded", String(open));
    if (open) record.showEntry(this.deck.number);
  }

  /** Go to the entry of the log at which the game stands. */
  turnTo() {
    this.openDrawer(true);
    /** @type {HTMLElement|null} */ (byId("log").querySelector("[aria-current]"))?.focus();
  }

  // What is shown

  /** @param {ReplayedGame} game @param {number} number */
  async show(game, number) {
    this.game = game;
    byId("name").textContent = game.name;
    document.title = `${say("replay.title", { game: game.name })} · Tablier`;
    document.body.classList.toggle("unseen-board", !game.scene);
    if (game.scene) await this.load(new Reel(game.scene, game.moves), number);
    record.showLog(this.scene, this.discs, game, this.goTo);
    this.showFacts();
    byId("turn").hidden = !this.scene.turnable;
    byId("onward").hidden = byId("transport").hidden = !game.scene;
    byId("link").hidden = game.source !== "table";
    this.showWays();
    this.tell();
  }

  /** Take in what has happened meanwhile: who looks at the last move goes along, everybody else stays. @param {ReplayedGame} game */
  async grow(game) {
    const { deck, game: old } = this;
    if (!this.running || !game.scene || game.as !== old.as) return;
    const along = deck.number === deck.length;
    const reel = new Reel(game.scene, game.moves);
    if (!deck.reel?.leadsTo(reel)) return this.show(game, along ? game.number : deck.number);
    this.game = game;
    deck.lengthen(reel);
    record.lengthenLog(this.scene, this.discs, game, this.goTo, old.number);
    this.showFacts();
    if (JSON.stringify(game.views) !== JSON.stringify(old.views)) this.showWays();
    if (!along) this.count();
    else if (deck.number < deck.length) deck.run();
    else this.tell();
  }

  /** Whether more may happen in the game. */
  get running() {
    return this.game.result === null && this.game.fault === null;
  }

  /** Who plays, and what is written about the game. */
  showFacts() {
    record.showPlayers(this.scene, this.discs, this.game);
    record.showHeads(this.game.heads);
    record.showFault(this.game);
    this.slider.max = String(this.game.number);
    showPassages(this);
    offerPictures(this);
  }

  /** Draw the game; the looks of the seats are taken from its end and its beginning. @param {Reel} reel @param {number} number */
  async load(reel, number) {
    for (const moment of [reel.length, 0, reel.within(number)]) {
      await this.deck.load(reel, moment);
      this.discs.gather(this.scene, this.game.seats.length);
    }
  }

  /** From which sides the game can be seen, and the way back to its table. */
  showWays() {
    const { views, as: side, url } = this.game;
    const options = views.map((view) => html("option", { value: view.as, selected: view.as === side ? "" : null }, capital(view.label)));
    byId("views").replaceChildren(...options);
    byId("sight").hidden = views.length < 2;
    const table = /** @type {HTMLAnchorElement} */ (byId("table"));
    table.hidden = url === null;
    if (url !== null) table.href = url;
  }

  /** See the game from another side, at the same move. */
  async look() {
    const select = /** @type {HTMLSelectElement} */ (byId("views"));
    try {
      await this.show(await this.source.load(select.value), this.deck.number);
      panels.announce([this.status()]);
    } catch (error) {
      select.value = this.game.as ?? "";
      panels.notice(/** @type {Error} */ (error).message);
    }
  }

  /** Say at which move the game stands, and what it did. */
  tell() {
    const { deck } = this;
    this.count();
    byId("play").setAttribute("aria-label", say(deck.playing ? "replay.pause" : "replay.play"));
    byId("play").classList.toggle("playing", deck.playing);
    this.say();
    record.showEntry(deck.number);
    this.follow();
    for (const follow of this.followers) follow();
  }

  /** Say at which of how many moves the game stands. */
  count() {
    const { game } = this;
    const number = this.deck.number;
    const told = say("replay.move", { number, last: game.number });
    byId("count").textContent = told;
    this.slider.value = String(number);
    this.slider.setAttribute("aria-valuetext", told);
    this.slider.style.setProperty("--done", String(game.number ? number / game.number : 0));
    for (const id of ["first", "back"]) disable(id, number === 0);
    for (const id of ["forward", "finish"]) disable(id, number === game.number);
    record.showClocks(game, number);
    record.showTurn(number < game.number ? game.moves[number].who : null);
  }

  /** Say what the last move did, on the page and aloud. */
  say() {
    const status = this.status();
    if (byId("status").textContent === status) return;
    byId("status").textContent = status;
    byId("status").classList.toggle("result", this.ended());
    byId("last").textContent = status;
    if (document.activeElement !== this.slider) panels.announce([status]);
  }

  /** Whether the end of a game is shown that has one. */
  ended() {
    return this.deck.number === this.game.number && this.game.result !== null;
  }

  status() {
    const { deck, game } = this;
    if (!game.scene) return say("replay.never");
    if (this.ended()) return game.result ?? "";
    if (deck.number === 0) return say("replay.start");
    const told = game.moves.slice(0, deck.number).filter((move) => move.lines.length).at(-1);
    return told ? told.lines.join(" ") : say("replay.start");
  }

  // What can be done with it

  /** The address of what is shown. */
  address() {
    const query = new URLSearchParams({ move: String(this.deck.number) });
    if (this.game.views.length > 1 && this.game.as) query.set("as", this.game.as);
    return `${this.source.address}?${query}`;
  }

  /** Let the address of the page follow. */
  follow() {
    clearTimeout(this.following);
    this.following = setTimeout(() => history.replaceState(history.state, "", this.address()), FOLLOW);
  }

  /** Keep the game as a file. */
  async save() {
    const link = /** @type {HTMLAnchorElement} */ (html("a", { download: "" }));
    if (this.source.file) link.href = this.source.file;
    else {
      link.href = URL.createObjectURL(new Blob([await this.source.text()], { type: "text/plain" }));
      link.download = `${this.game.game}.txt`;
    }
    link.click();
    if (!this.source.file) URL.revokeObjectURL(link.href);
  }

  onward() {
    this.deck.go(this.deck.number);
    playOn(this.game, this.deck.number, this.source.text);
  }
}

/** Make a button do nothing without taking the focus from it. @param {string} id @param {boolean} off */
function disable(id, off) {
  byId(id).setAttribute("aria-disabled", String(off));
}
