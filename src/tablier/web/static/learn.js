// @ts-check
/** A lesson: positions one after the other, at each of which something is said and a move is found. It knows no game. */

import { ask } from "./room.js";
import { showConfirmation } from "./table/actions.js";
import { byId } from "./table/dom.js";
import { listen } from "./table/keys.js";
import { Motion } from "./table/motion.js";
import { Scene, loadArt } from "./table/scene.js";
import { Tips } from "./table/tips.js";
import { Touch } from "./table/touch.js";
import { capital, loadWords, say } from "./table/words.js";

/** @typedef {import("../declared").Lesson} Lesson */
/** @typedef {import("../declared").LessonStep} LessonStep */
/** @typedef {import("../declared").LegalMove} LegalMove */

const AGAIN = 3000; // milliseconds until the server is asked again for a game that is being prepared

class Course {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.game = root.dataset.game ?? "";
    this.offline = root.dataset.offline ?? "";
    /** @type {LessonStep[]} */ this.steps = [];
    this.place = 0; // the step that is shown
    this.done = false; // whether its move has been found
    this.busy = false; // whether something is seen to happen
    this.scene = new Scene(/** @type {any} */ (byId("board")), this.game, byId("line"));
    this.motion = new Motion(this.scene);
    this.touch = new Touch(this.scene, {
      send: (move) => this.tried(move),
      hint: (text, move) => this.hint(text, move),
      refuse: (text) => this.answer(text, "wrong"),
      idle: () => (this.step.moves.length && !this.done ? null : say("learn.go_on")),
      skip: () => this.motion.skip(),
      why: (begun, part) => this.why(begun, part),
    });
    new Tips(this.touch);
  }

  get step() {
    return this.steps[this.place];
  }

  /** Fetch what the page needs, and begin at the step of the address, or with the first one. */
  async begin() {
    const [art] = await Promise.all([loadArt(this.game), loadWords()]);
    this.scene.furnish(art);
    while (!(await this.fetch())) await new Promise((resolve) => setTimeout(resolve, AGAIN));
    byId("back").addEventListener("click", () => this.go(this.place - 1));
    byId("next").addEventListener("click", () => this.go(this.place + 1));
    byId("show").addEventListener("click", () => this.showAnswer());
    addEventListener("popstate", () => this.show(this.asked()));
    const nothing = () => {};
    const board = () => this.answer(this.scene.spoken().map(capital).join(". "), "");
    listen(this.touch, { rules: nothing, log: nothing, chat: nothing, board, turn: () => this.scene.turnBoard() });
    this.show(this.asked());
  }

  /** Whether the lesson has arrived; if not, it is said why. */
  async fetch() {
    try {
      this.steps = /** @type {Lesson} */ (await ask(`/api/games/${this.game}/lesson`, undefined, this.offline)).steps;
      return true;
    } catch (error) {
      const { message } = /** @type {Error} */ (error);
      this.answer(message === this.offline ? message : say("learn.preparing"), "");
      return false;
    }
  }

  /** The step that the address names. */
  asked() {
    const number = Number(new URLSearchParams(location.search).get("step")) - 1;
    return this.steps[number] ? number : 0;
  }

  /** Go to a step, and remember the way back. @param {number} place */
  go(place) {
    if (!this.steps[place]) return;
    history.pushState(null, "", `?step=${place + 1}`);
    this.show(place);
    byId("step-title").focus({ preventScroll: true });
  }

  /** Show a step from its beginning. @param {number} place */
  show(place) {
    this.place = place;
    const { scene, marked, moves, say: words } = this.step;
    this.done = !moves.length;
    this.motion.skip();
    this.scene.show(scene);
    this.scene.mark([{ who: null, marked, alike: true }]);
    byId("step-title").textContent = say("learn.step", { number: place + 1, all: this.steps.length });
    /** @type {HTMLProgressElement} */ (byId("progress")).value = (place + 1) / this.steps.length;
    byId("words").textContent = words;
    this.answer("", "");
    this.touch.offer(moves);
    this.hint(null);
    this.furnish();
  }

  /** Show the buttons that lead on from here. */
  furnish() {
    const last = this.place === this.steps.length - 1;
    /** @type {HTMLButtonElement} */ (byId("back")).disabled = this.place === 0;
    byId("show").hidden = this.done;
    byId("next").hidden = !this.done || last;
    byId("play").hidden = !this.done || !last;
    if (this.done && !last) byId("next").focus({ preventScroll: true });
  }

  /** @param {string|null} text @param {LegalMove|null} move that waits for its confirmation */
  hint(text, move = null) {
    byId("status").textContent = text ?? (this.done ? "" : (this.step?.asked ?? ""));
    showConfirmation(move, () => this.touch.confirm(), () => this.touch.back());
  }

  /** Say how it went. @param {string} text @param {""|"right"|"wrong"} look */
  answer(text, look) {
    byId("answer").textContent = text;
    byId("answer").className = `answer ${look}`;
  }

  /** A move was made: the right one is seen to happen, after another one the learner tries again. @param {LegalMove} move */
  async tried(move) {
    const { answers, tries, wrong, right, moves } = this.step;
    if (!answers[move.move]) {
      this.touch.offer(moves);
      return this.answer(tries[move.move] ?? wrong, "wrong");
    }
    this.done = true;
    this.hint("");
    this.answer(right, "right");
    const place = this.place;
    for (const event of answers[move.move]) {
      if (this.place === place) await this.motion.play(event);
    }
    this.motion.hurry = false;
    if (this.place === place) this.furnish();
  }

  /** Make the right move for the learner. */
  showAnswer() {
    const move = this.step.moves.find(({ move }) => this.step.answers[move]);
    if (move) this.touch.send(move);
  }

  /** @param {string[]} begun @param {string} part */
  async why(begun, part) {
    const place = this.place;
    try {
      const { text } = await ask(`/api/games/${this.game}/lesson/why`, { step: place, begun, part }, this.offline);
      if (place === this.place && !this.done) this.answer(text, "wrong");
    } catch (error) {
      this.answer(/** @type {Error} */ (error).message, "wrong");
    }
  }
}

new Course(byId("lesson")).begin();
