// @ts-check
/** The workshop: a board that the server changes, checks and draws, touch by touch, and bots try. It knows no game. */

import { choose, chosen, count } from "./game.js";
import { Palette } from "./palette.js";
import { ask } from "./room.js";
import { ToolTouch, addressOf, copy, valueOf } from "./sharing.js";
import { byId, html } from "./table/dom.js";
import { listen } from "./table/keys.js";
import { Scene, loadArt } from "./table/scene.js";
import { capital, loadWords, say } from "./table/words.js";
import { Trial } from "./trial.js";

/** @typedef {import("../declared").Tool} Tool */
/** @typedef {import("../declared").Board} Board */
/** @typedef {import("../declared").LegalMove} LegalMove */

const KEPT = 300; // steps that can be undone

/** Kinds of cells, and the sizes of the board; nobody's turn. */
class Kinds extends Palette {
  turns() {
    return /** @type {any} */ (null);
  }

  counts() {
    const tools = this.tools.filter((tool) => tool.at_once);
    const buttons = tools.map((tool) => html(
      "button", { type: "button", class: "pill", "data-key": tool.key, onclick: () => this.listener.use(tool) },
      capital(tool.label),
    ));
    return html("div", { class: "pills", role: "group", "aria-label": say("workshop.size") }, ...buttons);
  }
}

class Workshop {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.game = root.dataset.game ?? "";
    this.offline = root.dataset.offline ?? "";
    this.form = /** @type {HTMLFormElement} */ (byId("table"));
    /** @type {Board|null} */ this.drawn = null;
    /** @type {unknown[]} */ this.kept = []; // all boards that undo and redo lead to
    this.place = -1; // the one that is shown
    /** @type {Promise<unknown>} */ this.queue = Promise.resolve();
    this.scene = new Scene(/** @type {any} */ (byId("board")), this.game, byId("line"));
    this.touch = new ToolTouch(this.scene, {
      send: (move) => this.use(this.palette.key, move.move),
      hint: () => {},
      refuse: (text) => this.tell(text),
      idle: () => say("editor.not_here"),
      skip: () => false,
    });
    this.palette = new Kinds(byId("palette"), this.game, [], {
      picked: () => this.light(),
      use: (tool) => this.use(tool.key, ""),
    });
    this.trial = new Trial(() => ({ game: this.game, seats: count(), options: chosen() }), this.offline);
  }

  /** Fetch what the page needs, and begin with the board of the address, or with the usual one. */
  async begin() {
    const [art] = await Promise.all([loadArt(this.game), loadWords()]);
    this.scene.furnish(art);
    this.furnish();
    const given = valueOf("board");
    if (given !== null && (await this.ask(() => ({ board: given })))) return;
    await this.ask(() => ({}));
    if (location.search.includes("board=")) this.tell(say("workshop.bad_link"));
  }

  /** Make the buttons and the keys work. */
  furnish() {
    byId("undo").addEventListener("click", () => this.back(-1));
    byId("redo").addEventListener("click", () => this.back(1));
    byId("start").addEventListener("click", () => this.ask(() => ({})));
    byId("copy-link").addEventListener("click", () => copy("link", "copy-link"));
    this.form.addEventListener("change", (event) => this.varied(/** @type {Element} */ (event.target)));
    document.addEventListener("keydown", (event) => this.key(event));
    const nothing = () => {};
    const board = () => this.tell(this.scene.spoken().map(capital).join(". "));
    listen(this.touch, { rules: nothing, log: nothing, chat: nothing, board, turn: nothing });
  }

  /** Digits take tools, and the usual keys undo and redo. @param {KeyboardEvent} event */
  key(event) {
    if (/** @type {Element} */ (event.target).closest("input, textarea, select")) return;
    const wants = event.ctrlKey || event.metaKey ? event.key.toLowerCase() : "";
    if (wants === "y" || (wants === "z" && event.shiftKey)) this.back(1);
    else if (wants === "z") this.back(-1);
    else if (!wants && /^[1-9]$/.test(event.key)) this.palette.take(Number(event.key) - 1);
    else return;
    event.preventDefault();
  }

  /** Ask for a board and show it, after all that was asked for before; false if it was refused.
   * @param {() => object} wish made when its turn comes @param {boolean} step whether it can be undone
   * @returns {Promise<boolean>} */
  ask(wish, step = true) {
    const asked = this.queue.then(async () => {
      try {
        const drawn = /** @type {Board} */ (await ask("/api/workshop", { game: this.game, ...wish() }, this.offline));
        if (step) this.keep(drawn.board);
        this.show(drawn);
        return true;
      } catch (error) {
        this.tell(/** @type {Error} */ (error).message);
        this.light();
        return false;
      }
    });
    this.queue = asked;
    return asked;
  }

  /** Use a tool. @param {string} tool @param {string} target */
  use(tool, target) {
    return this.ask(() => ({ board: this.drawn?.board, tool, target }));
  }

  /** Another board, chosen in the form. @param {Element} field */
  varied(field) {
    const option = this.drawn?.option ?? "";
    this.trial.forget();
    if (field.closest("[data-option]")?.getAttribute("data-option") !== option) return;
    const wanted = chosen();
    this.ask(() => (option in wanted ? { board: wanted[option] } : {}));
  }

  /** @param {unknown} board */
  keep(board) {
    if (JSON.stringify(board) === JSON.stringify(this.kept[this.place])) return;
    this.kept = [...this.kept.slice(0, this.place + 1), board].slice(-KEPT);
    this.place = this.kept.length - 1;
  }

  /** Undo or redo. @param {-1|1} step */
  async back(step) {
    const place = this.place + step;
    if (!this.kept[place]) return;
    this.place = place;
    await this.ask(() => ({ board: this.kept[place] }), false);
  }

  /** @param {Board} drawn */
  show(drawn) {
    this.drawn = drawn;
    const held = this.touch.targets.some((target) => target.node === document.activeElement);
    this.scene.show(drawn.scene);
    this.palette.offer(drawn.tools);
    this.light(held);
    this.tell(drawn.fault ?? say("workshop.sound"), drawn.fault === null);
    this.enable("undo", this.place > 0);
    this.enable("redo", this.place < this.kept.length - 1);
    this.enable("try", drawn.fault === null);
    choose(count(), { ...chosen(), [drawn.option]: drawn.board });
    this.form.dataset.fault = drawn.fault ?? "";
    this.trial.forget();
    /** @type {HTMLInputElement} */ (byId("link")).value = addressOf("board", JSON.stringify(drawn.board));
  }

  /** @param {string} id @param {boolean} able */
  enable(id, able) {
    /** @type {HTMLButtonElement} */ (byId(id)).disabled = !able;
  }

  /** Make touchable what the tool in the hand can be used on. @param {boolean} held whether the keyboard is there */
  light(held = false) {
    const tool = this.palette.tool;
    const places = (tool && this.drawn?.targets[tool.targets]) ?? [];
    this.touch.offer(places.map((id) => this.step(id, tool)));
    if (held) this.touch.focusNear();
  }

  /** What a touch would do, as a move of one step. @param {string} id @param {Tool|undefined} tool @returns {LegalMove} */
  step(id, tool) {
    const { x, y } = this.scene.told.get(id) ?? {};
    const ghost = { id: "ghost.tool", symbol: tool?.symbol, x, y, turn: tool?.turn, style: `turns ${tool?.style ?? ""}` };
    return { move: id, path: [id], label: this.drawn?.names[id] ?? id, ghost: tool?.symbol ? [ghost] : [], asks: [] };
  }

  /** Say something in the place where faults are named. @param {string} text @param {boolean} good */
  tell(text, good = false) {
    const fault = byId("fault");
    fault.classList.toggle("sound", good);
    if (fault.textContent !== text) fault.textContent = text;
  }
}

new Workshop(byId("workshop")).begin();
