// @ts-check
/** Where something is set up by hand, touch by touch: what the editor of positions and the workshop of boards share. */

import { ask } from "./room.js";
import { ToolTouch } from "./sharing.js";
import { byId } from "./table/dom.js";
import { listen } from "./table/keys.js";
import { Scene } from "./table/scene.js";
import { capital, say } from "./table/words.js";

/** @typedef {import("../declared").Tool} Tool */
/** @typedef {import("../declared").LegalMove} LegalMove */
/** @typedef {import("../declared").Draft} Draft */
/** @typedef {import("../declared").Board} Board */
/** @typedef {import("./palette.js").Palette} Palette */

const KEPT = 300; // steps that can be undone

/** @template {Draft|Board} Shown */
export class Bench {
  /** @param {HTMLElement} root @param {string} url which is asked @param {"position"|"board"} field what is set up
   * @param {(listener: any) => Palette} palette */
  constructor(root, url, field, palette) {
    this.url = url;
    this.field = field;
    this.game = root.dataset.game ?? "";
    this.offline = root.dataset.offline ?? "";
    this.form = /** @type {HTMLFormElement} */ (byId("table"));
    /** @type {Shown|null} */ this.shown = null;
    /** @type {unknown[]} */ this.kept = []; // all that undo and redo lead to
    this.place = -1; // what is shown of these
    /** @type {Promise<unknown>} */ this.queue = Promise.resolve();
    this.scene = new Scene(/** @type {any} */ (byId("board")), this.game, byId("line"));
    this.touch = new ToolTouch(this.scene, {
      send: (move) => this.use(this.palette.key, move.move),
      hint: () => {},
      refuse: (text) => this.tell(text),
      idle: () => say("editor.not_here"),
      skip: () => false,
    });
    this.palette = palette({
      picked: () => this.light(),
      use: (/** @type {Tool} */ tool) => this.use(tool.key, ""),
    });
  }

  /** What is set up. @returns {unknown} */
  get value() {
    return /** @type {any} */ (this.shown)?.[this.field];
  }

  /** Make the buttons and the keys work that both have. @param {() => void} turn turns the board */
  furnish(turn) {
    byId("undo").addEventListener("click", () => this.back(-1));
    byId("redo").addEventListener("click", () => this.back(1));
    this.form.addEventListener("change", (event) => this.varied(/** @type {Element} */ (event.target)));
    document.addEventListener("keydown", (event) => this.key(event));
    const nothing = () => {};
    const board = () => this.tell(this.scene.spoken().map(capital).join(". "));
    listen(this.touch, { rules: nothing, log: nothing, chat: nothing, board, turn });
  }

  /** Something was chosen in the form. @param {Element} _field */
  varied(_field) {}

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

  /** Ask for something and show it, after all that was asked for before; false if it was refused.
   * @param {() => object} wish made when its turn comes @param {boolean} step whether it can be undone
   * @returns {Promise<boolean>} */
  ask(wish, step = true) {
    const asked = this.queue.then(async () => {
      try {
        const shown = await ask(this.url, { game: this.game, ...wish() }, this.offline);
        if (step) this.keep(shown[this.field]);
        this.show(/** @type {any} */ (shown));
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
    return this.ask(() => ({ [this.field]: this.value, tool, target }));
  }

  /** @param {unknown} value */
  keep(value) {
    if (JSON.stringify(value) === JSON.stringify(this.kept[this.place])) return;
    this.kept = [...this.kept.slice(0, this.place + 1), value].slice(-KEPT);
    this.place = this.kept.length - 1;
  }

  /** Undo or redo. @param {-1|1} step */
  async back(step) {
    const place = this.place + step;
    if (!this.kept[place]) return;
    this.place = place;
    await this.ask(() => ({ [this.field]: this.kept[place] }), false);
  }

  /** Show what was answered, and whether it is sound. @param {Shown} shown @param {string} sound said if it is */
  reveal(shown, sound) {
    this.shown = shown;
    const held = this.touch.targets.some((target) => target.node === document.activeElement);
    this.scene.show(shown.scene);
    this.palette.offer(shown.tools);
    this.light(held);
    this.tell(shown.fault ?? sound, shown.fault === null);
    this.enable("undo", this.place > 0);
    this.enable("redo", this.place < this.kept.length - 1);
    this.form.dataset.fault = shown.fault ?? "";
  }

  /** @param {Shown} shown */
  show(shown) {
    this.reveal(shown, "");
  }

  /** @param {string} id @param {boolean} able */
  enable(id, able) {
    /** @type {HTMLButtonElement} */ (byId(id)).disabled = !able;
  }

  /** Make touchable what the tool in the hand can be used on. @param {boolean} held whether the keyboard is there */
  light(held = false) {
    const tool = this.palette.tool;
    const places = (tool && this.shown?.targets[tool.targets]) ?? [];
    this.touch.offer(places.map((id) => this.step(id, tool)));
    if (held) this.touch.focusNear();
  }

  /** What a touch would do, as a move of one step. @param {string} id @param {Tool|undefined} tool @returns {LegalMove} */
  step(id, tool) {
    const { x, y } = this.scene.told.get(id) ?? {};
    const ghost = { id: "ghost.tool", symbol: tool?.symbol, x, y, turn: tool?.turn, style: `turns ${tool?.style ?? ""}` };
    return { move: id, path: [id], label: this.shown?.names[id] ?? id, ghost: tool?.symbol ? [ghost] : [], asks: [] };
  }

  /** Say something in the place where faults are named. @param {string} text @param {boolean} good */
  tell(text, good = false) {
    const fault = byId("fault");
    fault.classList.toggle("sound", good);
    if (fault.textContent !== text) fault.textContent = text;
  }
}
