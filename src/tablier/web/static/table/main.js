// @ts-check
/** The table page: keeps what the server said, and shows it in order. */

import { Ahead } from "./ahead.js";
import * as actions from "./actions.js";
import { Again } from "./again.js";
import { announceTurn, call, knock } from "./attention.js";
import { reason } from "./bubble.js";
import { Clocks, holidayButtons } from "./clock.js";
import { showRules } from "./dialogs.js";
import { byId } from "./dom.js";
import { openDrawer, unread } from "./drawer.js";
import { furnish } from "./furnishing.js";
import { Hints } from "./hints.js";
import { idle } from "./idle.js";
import { Live } from "./live.js";
import { Motion } from "./motion.js";
import * as panels from "./panels.js";
import { showPreferences } from "./preferences.js";
import { Standings } from "./standing.js";
import { forgetOld } from "./salts.js";
import { Scene, loadArt } from "./scene.js";
import { meet, showTalk, unsaid } from "./talking.js";
import { Tips } from "./tips.js";
import { Touch } from "./touch.js";
import { fillWords, loadWords, say } from "./words.js";

/**
 * @typedef {import("../../declared").Told} Told @typedef {import("../../declared").TableMessage} TableMessage
 * @typedef {import("../../declared").Happened} Happened
 * @typedef {import("../../declared").Standing} Standing @typedef {import("../../declared").LegalMove} LegalMove
 * @typedef {Exclude<Told, {type: "refused"|"chat"|"why"|"hint"|"supposed"}>} Shown what is shown one after the other
 */

export class Page {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.table = root.dataset.table ?? "";
    this.game = root.dataset.game ?? "";
    this.name = root.dataset.name ?? "";
    /** @type {Standing|null} */ this.now = null;
    /** @type {string[]} */ this.intro = [];
    /** @type {number|null} */ this.received = null; // moves that have arrived
    /** @type {Shown[]} */ this.queue = [];
    this.busy = this.sending = false;
    this.offered = false; // whether the moves of this moment are lit
    this.scene = new Scene(/** @type {any} */ (byId("board")), this.game, byId("line"));
    this.motion = new Motion(this.scene);
    this.touch = new Touch(this.scene, {
      send: (move) => this.move(move),
      hint: (text, move) => this.hint(text, move),
      refuse: (text) => this.explain(text),
      idle: () => idle(this.now, this.sending),
      why: (begun, part) => this.now && !this.ahead.active && this.send({ type: "why", number: this.now.number, begun, part }),
      skip: () => this.motion.skip(),
    });
    this.again = new Again(this.scene, (text) => this.retell(text));
    this.motion.marking = (event) => this.again.add(event);
    new Tips(this.touch);
    this.live = new Live(this.table, () => this.received, {
      message: (message) => this.heard(message),
      opened: () => this.opened(),
      lost: (full) => this.lost(full),
      gone: () => this.gone(),
    });
    this.send = (/** @type {import("../../declared").Command} */ message) => {
      if (!this.live.send(message)) panels.notice(say("status.lost"));
    };
    this.hints = new Hints(this.scene, this.send);
    this.clocks = new Clocks();
    this.standings = new Standings(this.table);
    this.ahead = new Ahead(this.scene, this.touch, this.send, () => this.now && this.settle(this.now));
  }

  /** Fetch what the page needs, then open the line. */
  async start() {
    const [art] = await Promise.all([loadArt(this.game), loadWords()]);
    this.scene.furnish(art);
    fillWords();
    forgetOld();
    byId("log").dataset.empty = say("log.empty");
    furnish(this);
    panels.showStatus(say("status.connecting"));
    this.live.open();
  }

  preferences() {
    const own = this.now?.seats.find((seat) => seat.yours);
    showPreferences(this.table, own ? own.name : null, this.send);
  }

  // What the server says

  /** @param {Told} message */
  heard(message) {
    if (message.type === "refused") return this.refused(message.message, message);
    if (message.type === "chat") return this.chatted(message);
    if (message.type === "why") return this.explain(message.text, message.part);
    if (message.type === "supposed") return this.ahead.heard(message);
    if (this.ahead.goesOn(message)) {
      if (message.type === "now") this.now = message;
      return;
    }
    if (message.type === "hint") return this.hints.show(message, this.now);
    if (message.type === "table") {
      this.queue = [];
      this.motion.skip();
      this.received = message.number;
    } else if (message.type === "happened") {
      if (message.number <= (this.received ?? 0)) return;
      if (message.number !== (this.received ?? 0) + 1) return this.renew();
      this.received = message.number;
    } else if (message.type !== "now") return;
    this.queue.push(message);
    this.drain();
  }

  /** Something is missing: have everything sent again. */
  renew() {
    this.received = null;
    this.live.renew();
  }

  /** Show what has arrived, one thing after the other. */
  async drain() {
    if (this.busy) return;
    this.busy = true;
    while (this.queue.length) {
      const message = /** @type {Shown} */ (this.queue.shift());
      if (message.type === "table") this.everything(message);
      else if (message.type === "happened") await this.happened(message);
      else this.settle(message);
    }
    this.busy = this.motion.hurry = false;
  }

  /** @param {TableMessage} message */
  everything(message) {
    this.name = message.name || this.name;
    byId("aloud").replaceChildren();
    panels.unnotice();
    this.touch.offer([]);
    this.scene.show(message.scene);
    this.again.begin(message.log);
    byId("turn").hidden = !this.scene.turnable;
    byId("dice").hidden = !message.dice;
    panels.showLog(this.scene, message.log, (entry) => this.recall(entry));
    panels.showVariant(message.variant);
    panels.showChat(this.scene, message.chat);
    meet(message.chat, true);
    this.offered = false;
    this.intro = message.intro;
    const behind = message.now.number !== message.number; // the moves in between follow
    this.settle(behind ? { ...message.now, moves: [], asked: "", to_move: "chance", outcome: null, status: this.name } : message.now);
  }

  /** Tell newcomers what it is about, once nothing of ours has to come first. @param {Standing} now */
  introduce(now) {
    const preparing = now.waiting.some((seat) => now.seats[seat]?.yours);
    if (now.outcome || now.curtain !== null || preparing) return;
    actions.introduce(this.game, this.name, this.intro, this.again.watches, () => showRules(this.game, this.name));
  }

  /** @param {Happened} message */
  async happened(message) {
    this.offered = false;
    this.touch.offer([]);
    if (message.lines.length) panels.showStatus(message.lines.join(" "));
    panels.showMover(message.who);
    panels.appendLog(this.scene, message, (entry) => this.recall(entry));
    panels.announce(message.lines);
    knock(message.who === "chance" ? 520 : 300, 0.22);
    await this.motion.play(message);
  }

  /** @param {Standing} now */
  settle(now) {
    const begins = now.moves.length > 0 && !this.offered;
    this.now = now;
    this.offered = now.moves.length > 0;
    this.sending = this.sending && !begins && this.offered;
    panels.showSeats(this.scene, now, this.send);
    this.clocks.settle(now);
    this.standings.show(now);
    this.again.settle(now);
    byId("again").hidden = !this.again.recent.length;
    byId("watching").hidden = !this.again.watches;
    actions.showActions(now, this.send, this.again.moved, [
      ...this.hints.buttons(now), ...this.ahead.buttons(now), ...holidayButtons(now, this.send),
    ]);
    this.hints.settle(now);
    actions.showOffers(now, this.send);
    this.ahead.settle(now);
    actions.missSalts(now, this.live.salts.lost(now), this.send);
    actions.showEnd(now, this.table);
    actions.showCurtain(now, this.send);
    showTalk(now, this.send);
    document.body.classList.toggle("curtained", now.curtain !== null);
    call(now.moves.length > 0, this.name);
    if (begins || !now.moves.length) this.touch.offer(now.moves);
    if (begins) this.begin(now);
    else if (now.outcome) panels.announce([now.outcome.sentence]);
    this.introduce(now);
  }

  /** It is this player's turn. @param {Standing} now */
  begin(now) {
    announceTurn(this.name, now.status);
    const count = this.touch.targets.length;
    const places = say(count === 1 ? "touch.place" : "touch.places", { count });
    panels.announce([now.status, now.asked, byId("line").textContent ?? "", places]);
  }

  /** @param {import("../../declared").Said} chat */
  chatted(chat) {
    panels.appendChat(this.scene, chat);
    meet([chat]);
    if (chat.seat === null || !this.now?.seats[chat.seat]?.yours) unread();
    panels.announce([say("chat.said", { name: chat.name, text: chat.text })]);
  }

  /** Say why nothing happens, next to where that was tried. @param {string} text @param {string} [part] */
  explain(text, part) {
    const box = part === undefined ? null : this.scene.box(part);
    const about = box ? this.scene.onScreen(box) : this.touch.spot;
    if (!about) return panels.notice(text);
    reason.show(text, about, this.touch.targets.map((target) => this.scene.onScreen(target.box)));
  }

  /** Show on the board where something of the log happened. @param {import("../../declared").Entry|Happened} entry */
  recall(entry) {
    openDrawer(false);
    this.again.light(entry);
  }

  /** Say what is shown again; null when that is over. @param {string|null} text */
  retell(text) {
    if (text === null) this.touch.hintAgain();
    else panels.showStatus(text);
  }

  /** @param {string} text @param {import("../../declared").RefusedMessage} [why] */
  refused(text, why) {
    panels.notice(text, why?.code === "limits.rate" ? why.retry_after : 0);
    if (why) unsaid(why.code);
    if (this.ahead.active) return this.ahead.refused();
    if (!this.sending || !this.now) return;
    this.sending = false;
    this.touch.offer(this.now.moves);
  }

  opened() {
    document.body.classList.remove("lost");
    panels.showStatus(this.status());
  }

  /** The line is down; what can be done is said again once it is back. @param {boolean} full whether the server's disk is */
  lost(full) {
    document.body.classList.add("lost");
    this.sending = this.offered = false;
    this.touch.offer([]);
    panels.showStatus(say(full ? "status.full" : "status.lost"));
  }

  /** The server wants no more of this line. */
  gone() {
    document.body.classList.add("lost");
    panels.showStatus(say("status.gone"));
  }

  // What the player does

  /** @param {LegalMove} move */
  move(move) {
    if (this.ahead.active) return this.ahead.choose(move.move);
    if (!this.now) return;
    this.sending = this.live.send({ type: "move", number: this.now.number, move: move.move });
    if (this.sending) panels.showStatus(say("status.sending"));
    else this.refused(say("status.lost"));
  }

  /** @param {string|null} text @param {LegalMove|null} move that waits for its confirmation */
  hint(text, move) {
    if (this.again.lit) this.again.rest();
    if (text !== null) panels.announce([text]);
    panels.showStatus(text ?? (this.now?.moves.length ? this.now.asked || this.now.status : this.status()));
    actions.showConfirmation(move, () => this.touch.confirm(), () => this.touch.back());
  }

  status() {
    return this.now ? this.now.status : say("status.connecting");
  }
}

new Page(byId("main")).start();
