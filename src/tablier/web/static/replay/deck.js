// @ts-check
/** What shows a recorded game: to any move at once, one move with its own motion, or all of them by itself. */

import { knock } from "../table/attention.js";
import { Motion } from "../table/motion.js";

/** @typedef {import("./reel.js").Reel} Reel */
/** @typedef {import("../table/scene.js").Scene} Scene */

const REST = 900; // milliseconds between two moves

export class Deck {
  /** @param {Scene} scene @param {(deck: Deck) => void} changed is called whenever something else is to be told */
  constructor(scene, changed) {
    this.scene = scene;
    this.changed = changed;
    this.motion = new Motion(scene);
    /** @type {Reel|null} */ this.reel = null;
    this.fresh = false; // whether the whole picture has to be drawn
    this.shown = 0; // moves that are drawn
    this.number = 0; // moves that are to be seen
    this.playing = false;
    this.busy = false;
    this.done = Promise.resolve(); // once what is drawn is what is to be seen
    /** @type {ReturnType<typeof setTimeout>|undefined} */ this.timer = undefined;
  }

  get length() {
    return this.reel?.length ?? 0;
  }

  /** Put a game in, and show it after so many moves. @param {Reel} reel @param {number} number */
  load(reel, number) {
    this.reel = reel;
    this.fresh = true;
    return this.go(number);
  }

  /** Show the game after so many moves; whatever played by itself stops. @param {number} number */
  go(number) {
    this.halt();
    return this.turn(number);
  }

  /** Go so many moves on, or back. @param {number} moves */
  step(moves) {
    return this.go(this.number + moves);
  }

  /** Play by itself, from the beginning if the end is reached; or stop doing so. */
  toggle() {
    if (this.playing) {
      this.halt();
      return this.changed(this);
    }
    this.playing = true;
    this.turn(this.number < this.length ? this.number + 1 : 0);
  }

  /** Take in a longer game, of which what is drawn is a part. @param {Reel} reel */
  lengthen(reel) {
    this.reel = reel;
  }

  /** Play by itself up to the end. */
  run() {
    this.playing = true;
    this.turn(this.number + 1);
  }

  halt() {
    this.playing = false;
    clearTimeout(this.timer);
  }

  /** @param {number} number */
  turn(number) {
    this.number = this.reel?.within(number) ?? 0;
    this.changed(this);
    if (this.busy) this.motion.skip();
    else this.done = this.work();
    return this.done;
  }

  /** Draw until what is drawn is what is to be seen. */
  async work() {
    this.busy = true;
    while (this.fresh || this.shown !== this.number) {
      if (this.fresh) this.draw();
      else await this.move();
    }
    this.busy = this.motion.hurry = false;
    this.rest();
  }

  /** Draw everything anew. */
  draw() {
    if (!this.reel) return;
    this.fresh = false;
    this.shown = this.number;
    this.scene.show(this.reel.pictured(this.shown));
    this.scene.mark(this.reel.last(this.shown));
  }

  /** Let it be seen how things change; a jump over several moves is made without travel. */
  async move() {
    const [from, to] = [this.shown, this.number];
    if (!this.reel) return;
    this.shown = to;
    this.motion.hurry = Math.abs(to - from) > 1;
    if (to === from + 1) knock(this.reel.moves[from].who === "chance" ? 520 : 300, 0.22);
    await this.motion.play(this.reel.between(from, to));
  }

  /** While it plays: a pause, then the next move. */
  rest() {
    clearTimeout(this.timer);
    if (!this.playing) return;
    if (this.number < this.length) this.timer = setTimeout(() => this.turn(this.number + 1), REST);
    else {
      this.halt();
      this.changed(this);
    }
  }
}
