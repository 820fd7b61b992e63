// @ts-check
/** The position editor: a draft that the server changes, checks and draws, touch by touch. It knows no game. */

import { choose, chosen, count } from "./game.js";
import { Palette } from "./palette.js";
import { ask } from "./room.js";
import { ToolTouch, addressOf, copy, valueOf } from "./sharing.js";
import { byId } from "./table/dom.js";
import { listen } from "./table/keys.js";
import { Scene, loadArt } from "./table/scene.js";
import { capital, loadWords, say } from "./table/words.js";

/** @typedef {import("../declared").Tool} Tool */
/** @typedef {import("../declared").Picture} Picture */
/** @typedef {import("../declared").Part} Part */
/** @typedef {import("../declared").LegalMove} LegalMove */
/** @typedef {Draft["position"]} Position */
/** @typedef {import("../declared").Draft} Draft */

const KEPT = 300; // steps that can be undone
const AGAIN = 3000; // milliseconds until the server is asked again for a game that is being prepared

class Editor {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.game = root.dataset.game ?? "";
    this.offline = root.dataset.offline ?? "";
    this.form = /** @type {HTMLFormElement} */ (byId("table"));
    /** @type {Draft|null} */ this.draft = null;
    /** @type {Position[]} */ this.kept = []; // all positions that undo and redo lead to
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
    const titles = [...this.form.querySelectorAll("[data-seat] .title")].map((title) => title.textContent ?? "");
    this.palette = new Palette(byId("palette"), this.game, titles, {
      picked: () => this.light(),
      use: (tool) => this.use(tool.key, ""),
    });
  }

  /** Fetch what the page needs, and begin with the position of the address, or with the start of a game. */
  async begin() {
    const [art] = await Promise.all([loadArt(this.game), loadWords()]);
    this.scene.furnish(art);
    this.furnish();
    const given = valueOf("position");
    if (given && (await this.ask(() => ({ position: given })))) return;
    while (!(await this.ask(() => ({})))) await new Promise((resolve) => setTimeout(resolve, AGAIN));
    if (location.search.includes("position=")) this.tell(say("editor.bad_link"));
  }

  /** Make the buttons and the keys work. */
  furnish() {
    byId("undo").addEventListener("click", () => this.back(-1));
    byId("redo").addEventListener("click", () => this.back(1));
    byId("start").addEventListener("click", () => this.ask(() => ({ seats: count(), options: chosen() })));
    byId("turn").addEventListener("click", () => this.scene.turnBoard());
    byId("copy-link").addEventListener("click", () => copy("link", "copy-link"));
    byId("copy-json").addEventListener("click", () => copy("json", "copy-json"));
    byId("load-json").addEventListener("click", () => this.load());
    this.form.addEventListener("change", (event) => this.varied(/** @type {Element} */ (event.target)));
    document.addEventListener("keydown", (event) => this.key(event));
    const nothing = () => {};
    const board = () => this.tell(this.scene.spoken().map(capital).join(". "));
    listen(this.touch, { rules: nothing, log: nothing, chat: nothing, board, turn: () => this.scene.turnBoard() });
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

  /** Ask for a draft and show it, after all that was asked for before; false if it was refused.
   * @param {() => object} wish made when its turn comes @param {boolean} step whether it can be undone
   * @returns {Promise<boolean>} */
  ask(wish, step = true) {
    const asked = this.queue.then(async () => {
      try {
        const draft = /** @type {Draft} */ (await ask("/api/editor", { game: this.game, ...wish() }, this.offline));
        if (step) this.keep(draft.position);
        this.show(draft);
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
    return this.ask(() => ({ position: this.draft?.position, tool, target }));
  }

  /** Another number of seats, or other options. @param {Element} field */
  varied(field) {
    if (!field.matches("[name=count]") && !field.closest("[data-option]")) return;
    this.ask(() => ({ position: this.draft?.position, seats: count(), options: chosen() }));
  }

  /** @param {Position} position */
  keep(position) {
    if (JSON.stringify(position) === JSON.stringify(this.kept[this.place])) return;
    this.kept = [...this.kept.slice(0, this.place + 1), position].slice(-KEPT);
    this.place = this.kept.length - 1;
  }

  /** Undo or redo. @param {-1|1} step */
  async back(step) {
    const place = this.place + step;
    if (!this.kept[place]) return;
    this.place = place;
    await this.ask(() => ({ position: this.kept[place] }), false);
  }

  /** Take over what stands in the field for JSON. */
  async load() {
    const unread = byId("unread");
    unread.textContent = "";
    try {
      const position = JSON.parse(/** @type {HTMLTextAreaElement} */ (byId("json")).value);
      if (!(await this.ask(() => ({ position })))) unread.textContent = byId("fault").textContent;
    } catch (error) {
      unread.textContent = say("editor.bad_json", { detail: /** @type {Error} */ (error).message });
    }
  }

  /** @param {Draft} draft */
  show(draft) {
    this.draft = draft;
    const held = this.touch.targets.some((target) => target.node === document.activeElement);
    this.scene.show(draft.scene);
    this.palette.offer(draft.tools);
    this.light(held);
    this.tell(draft.fault ?? say("editor.sound"), draft.fault === null);
    byId("turn").hidden = !this.scene.turnable;
    this.enable("undo", this.place > 0);
    this.enable("redo", this.place < this.kept.length - 1);
    choose(draft.seats, draft.position.options);
    const text = JSON.stringify(draft.position);
    this.form.dataset.position = text;
    this.form.dataset.fault = draft.fault ?? "";
    /** @type {HTMLTextAreaElement} */ (byId("json")).value = text;
    /** @type {HTMLInputElement} */ (byId("link")).value = addressOf("position", text);
  }

  /** @param {string} id @param {boolean} able */
  enable(id, able) {
    /** @type {HTMLButtonElement} */ (byId(id)).disabled = !able;
  }

  /** Make touchable what the tool in the hand can be used on. @param {boolean} held whether the keyboard is there */
  light(held = false) {
    const tool = this.palette.tool;
    const places = (tool && this.draft?.targets[tool.targets]) ?? [];
    this.touch.offer(places.map((id) => this.step(id, tool)));
    if (held) this.touch.focusNear();
  }

  /** What a touch would do, as a move of one step. @param {string} id @param {Tool|undefined} tool @returns {LegalMove} */
  step(id, tool) {
    const { x, y } = this.scene.told.get(id) ?? {};
    const ghost = { id: "ghost.tool", symbol: tool?.symbol, x, y, turn: tool?.turn, style: `turns ${tool?.style ?? ""}` };
    return { move: id, path: [id], label: this.draft?.names[id] ?? id, ghost: tool?.symbol ? [ghost] : [], asks: [] };
  }

  /** Say something in the place where faults are named. @param {string} text @param {boolean} good */
  tell(text, good = false) {
    const fault = byId("fault");
    fault.classList.toggle("sound", good);
    if (fault.textContent !== text) fault.textContent = text;
  }
}

new Editor(byId("editor")).begin();
