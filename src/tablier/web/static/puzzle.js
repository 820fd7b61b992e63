// @ts-check
/** A puzzle: a position in which moves are to be found; the server says what is right. It knows no game. */

import { fail, kept, streakTold, succeed } from "./puzzled.js";
import { ask } from "./room.js";
import { showConfirmation } from "./table/actions.js";
import { byId, html } from "./table/dom.js";
import { listen } from "./table/keys.js";
import { Motion } from "./table/motion.js";
import { Scene, loadArt } from "./table/scene.js";
import { Tips } from "./table/tips.js";
import { Touch } from "./table/touch.js";
import { capital, loadWords, say } from "./table/words.js";

/** @typedef {import("../declared").PuzzleToSolve} PuzzleToSolve */
/** @typedef {import("../declared").PuzzleStanding} PuzzleStanding */
/** @typedef {import("../declared").ListedPuzzle} ListedPuzzle */
/** @typedef {import("../declared").LegalMove} LegalMove */

const AGAIN = 3000; // milliseconds until the server is asked again for a game that is being prepared

class Riddle {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.game = root.dataset.game ?? "";
    this.key = root.dataset.puzzle ?? "";
    this.offline = root.dataset.offline ?? "";
    this.url = `/api/games/${this.key.replace("/", "/puzzles/")}`;
    /** @type {string[]} */ this.made = []; // the right moves so far
    /** @type {LegalMove[]} */ this.moves = [];
    this.asked = "";
    this.done = false;
    this.busy = false; // whether the server is asked, or something is seen to happen
    this.scene = new Scene(/** @type {any} */ (byId("board")), this.game, byId("line"));
    this.motion = new Motion(this.scene);
    this.touch = new Touch(this.scene, {
      send: (move) => this.tried(move),
      hint: (text, move) => this.hint(text, move),
      refuse: (text) => this.answer(text, "wrong"),
      idle: () => (this.done ? say("puzzle.done") : null),
      skip: () => this.motion.skip(),
      why: (begun, part) => this.why(begun, part),
    });
    new Tips(this.touch);
  }

  /** Fetch what the page needs, and show the position. */
  async begin() {
    const [art] = await Promise.all([loadArt(this.game), loadWords()]);
    this.scene.furnish(art);
    this.tellStreak();
    while (!(await this.fetch())) await new Promise((resolve) => setTimeout(resolve, AGAIN));
    byId("hint").addEventListener("click", () => this.help());
    byId("solution").addEventListener("click", () => this.showSolution());
    const nothing = () => {};
    const board = () => this.answer(this.scene.spoken().map(capital).join(". "), "");
    listen(this.touch, { rules: nothing, log: nothing, chat: nothing, board, turn: () => this.scene.turnBoard() });
    this.findNext();
  }

  /** Whether the puzzle has arrived; if not, it is said why. */
  async fetch() {
    try {
      this.show(/** @type {PuzzleToSolve} */ (await ask(this.url, undefined, this.offline)));
      return true;
    } catch (error) {
      const { message } = /** @type {Error} */ (error);
      this.answer(message === this.offline ? message : say("puzzle.preparing"), "");
      return false;
    }
  }

  /** Show the position. @param {PuzzleToSolve} puzzle */
  show({ scene, goal, length, moves, asked }) {
    this.scene.show(scene);
    byId("goal").textContent = goal;
    byId("length").textContent = length;
    this.answer("", "");
    this.offer(moves, asked);
    for (const id of ["hint", "solution"]) /** @type {HTMLButtonElement} */ (byId(id)).disabled = false;
  }

  /** @param {LegalMove[]} moves @param {string} asked */
  offer(moves, asked) {
    [this.moves, this.asked] = [moves, asked];
    this.touch.offer(moves);
    this.hint(null);
  }

  /** @param {string|null} text @param {LegalMove|null} move that waits for its confirmation */
  hint(text, move = null) {
    byId("status").textContent = text ?? (this.done ? "" : this.asked);
    showConfirmation(move, () => this.touch.confirm(), () => this.touch.back());
  }

  /** Say how it went. @param {string} text @param {""|"right"|"wrong"} look */
  answer(text, look) {
    byId("answer").textContent = text;
    byId("answer").className = `answer ${look}`;
  }

  /** How many in a row. */
  tellStreak() {
    byId("streak").textContent = streakTold();
  }

  /** Ask something at the present point; a refusal is said. @param {string} what @param {object} more */
  async asking(what, more = {}) {
    if (this.busy || this.done) return null;
    this.busy = true;
    try {
      return await ask(`${this.url}/${what}`, { made: this.made, ...more }, this.offline);
    } catch (error) {
      this.answer(/** @type {Error} */ (error).message, "wrong");
      return null;
    } finally {
      this.busy = false;
    }
  }

  /** A move was made. @param {LegalMove} move */
  async tried({ move }) {
    /** @type {PuzzleStanding|null} */ const found = await this.asking("try", { move });
    if (!found) return this.offer(this.moves, this.asked);
    if (found.verdict === "wrong") {
      fail(this.key);
      this.tellStreak();
      this.answer(say("puzzle.wrong", { text: found.text }), "wrong");
      return this.offer(found.moves, found.asked);
    }
    if (found.verdict === "solved") succeed(this.key);
    await this.goOn(found);
  }

  /** Show what has happened, and what is to be found next. @param {PuzzleStanding} found */
  async goOn(found) {
    this.made = found.made;
    this.done = found.verdict === "solved";
    this.touch.offer([]);
    this.hint("");
    this.answer(found.text, "right");
    this.tellStreak();
    if (this.done) this.close(found.explained);
    for (const event of found.happened) await this.motion.play(event);
    this.motion.hurry = false;
    if (!this.done) this.offer(found.moves, found.asked);
  }

  /** The puzzle is solved: say why, and lead on. @param {string[]} sentences */
  close(sentences) {
    const explained = byId("explained");
    explained.replaceChildren(...sentences.map((sentence) => html("p", {}, sentence)));
    explained.hidden = false;
    byId("hint").hidden = byId("solution").hidden = true;
    byId("next").hidden = false;
    byId("next").focus({ preventScroll: true });
  }

  /** Point out where to look. */
  async help() {
    const found = await this.asking("hint");
    if (!found) return;
    fail(this.key);
    this.tellStreak();
    this.answer(found.text, "");
    this.scene.mark([{ who: null, marked: found.marked, alike: true }]);
  }

  /** Show the rest of the answer. */
  async showSolution() {
    /** @type {PuzzleStanding|null} */ const found = await this.asking("solution");
    if (!found) return;
    fail(this.key);
    await this.goOn(found);
  }

  /** @param {string[]} begun @param {string} part */
  async why(begun, part) {
    const found = await this.asking("why", { begun, part });
    if (found && !this.done) this.answer(found.text, "wrong");
  }

  /** Let the link to the next puzzle lead to one that is not solved yet, of those that were chosen. */
  async findNext() {
    const chosen = new URLSearchParams(location.search);
    const asked = new URLSearchParams({ game: this.game });
    for (const name of ["theme", "difficulty"]) if (chosen.get(name)) asked.set(name, chosen.get(name) ?? "");
    try {
      /** @type {ListedPuzzle[]} */ const all = await ask(`/api/puzzles?${asked}`, undefined, this.offline);
      const place = all.findIndex(({ url }) => url.endsWith(this.key));
      const others = [...all.slice(place + 1), ...all.slice(0, Math.max(place, 0))];
      const { solved } = kept();
      const next = others.find(({ game, id }) => !solved[`${game}/${id}`]) ?? others[0];
      if (next) /** @type {HTMLAnchorElement} */ (byId("next")).href = next.url + location.search;
    } catch {
      // The link then leads to the list.
    }
  }
}

new Riddle(byId("puzzle")).begin();
