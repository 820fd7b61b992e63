// @ts-check
/** The board on which everything can be tried: touches make moves of any seat, and the server says how it looks then. */

import { ask } from "../room.js";
import { showConfirmation } from "../table/actions.js";
import { byId } from "../table/dom.js";
import { listen } from "../table/keys.js";
import { Motion } from "../table/motion.js";
import { announce, notice } from "../table/panels.js";
import { Scene, loadArt } from "../table/scene.js";
import { Tips } from "../table/tips.js";
import { Touch } from "../table/touch.js";
import { capital, say } from "../table/words.js";

/** @typedef {import("../../declared").Explored} Explored */
/** @typedef {import("../../declared").LegalMove} LegalMove */

const KEPT = 200; // positions that are remembered

export class Board {
  /** @param {string} game @param {(moves: string[]) => object} wish what is sent for a position
   * @param {(move: string) => void} tried is called with every move that is made */
  constructor(game, wish, tried) {
    this.game = game;
    this.wish = wish;
    /** @type {Map<string, Explored>} */ this.known = new Map();
    /** @type {Explored|null} */ this.now = null;
    /** @type {string[]} */ this.moves = [];
    this.scene = new Scene(/** @type {any} */ (byId("board")), game, byId("line"));
    this.motion = new Motion(this.scene);
    this.touch = new Touch(this.scene, {
      send: (move) => tried(move.move),
      hint: (text, move) => this.hint(text, move),
      refuse: (text) => notice(text),
      idle: () => (this.now?.moves.length ? null : (this.now?.status ?? "")),
      skip: () => this.motion.skip(),
      why: (begun, part) => this.why(begun, part),
    });
    new Tips(this.touch);
  }

  /** Fetch how the game looks, and listen to the keyboard. @param {() => void} chat goes to where something is said */
  async furnish(chat) {
    this.scene.furnish(await loadArt(this.game));
    const nothing = () => {};
    const board = () => announce([this.now?.status ?? "", ...this.scene.spoken().map(capital)]);
    listen(this.touch, { rules: nothing, log: nothing, chat, board, turn: () => this.scene.turnBoard() });
  }

  /** The position after some moves, asked for once. @param {string[]} moves @param {boolean} draw @returns {Promise<Explored>} */
  async position(moves, draw = false) {
    const key = JSON.stringify(moves);
    const found = draw ? undefined : this.known.get(key);
    if (found) return found;
    const told = await ask("/api/analysis", { ...this.wish(moves), ...(draw ? { draw } : {}) }, say("action.failed"));
    if (this.known.size >= KEPT) this.known.clear();
    this.known.set(draw ? JSON.stringify([...moves, told.move]) : key, told);
    return told;
  }

  /** Show the position after some moves; one move more is seen to happen. @param {string[]} moves @param {Explored} told */
  async show(moves, told) {
    const onward = this.now !== null && moves.length === this.moves.length + 1 && this.moves.every((move, place) => move === moves[place]);
    const before = this.now;
    this.now = told;
    this.moves = moves;
    this.motion.skip();
    if (onward && told.happened) await this.motion.play(told.happened);
    this.motion.hurry = false;
    if (this.now !== told) return;
    if (!onward || before?.viewpoint !== told.viewpoint) this.scene.show(told.scene);
    this.scene.mark(told.happened ? [told.happened] : []);
    this.touch.offer(told.moves);
    this.hint(null);
    byId("turn").hidden = !this.scene.turnable;
  }

  /** @param {string|null} text @param {LegalMove|null} move that waits for its confirmation */
  hint(text, move = null) {
    byId("status").textContent = text ?? [this.now?.status, this.now?.asked].filter((part) => part).join(" ");
    showConfirmation(move, () => this.touch.confirm(), () => this.touch.back());
  }

  /** @param {string[]} begun @param {string} part */
  async why(begun, part) {
    try {
      const { text } = await ask("/api/analysis/why", { ...this.wish(this.moves), begun, part }, say("action.failed"));
      notice(text);
    } catch (error) {
      notice(/** @type {Error} */ (error).message);
    }
  }
}
