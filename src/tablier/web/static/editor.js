// @ts-check
/** The position editor: a draft that the server changes, checks and draws, touch by touch. It knows no game. */

import { Bench } from "./bench.js";
import { choose, chosen, count } from "./game.js";
import { Palette } from "./palette.js";
import { addressOf, copy, valueOf } from "./sharing.js";
import { byId } from "./table/dom.js";
import { loadArt } from "./table/scene.js";
import { loadWords, say } from "./table/words.js";

/** @typedef {import("../declared").Draft} Draft */

const AGAIN = 3000; // milliseconds until the server is asked again for a game that is being prepared

/** @extends {Bench<Draft>} */
class Editor extends Bench {
  /** @param {HTMLElement} root */
  constructor(root) {
    const titles = [...byId("table").querySelectorAll("[data-seat] .title")].map((title) => title.textContent ?? "");
    const game = root.dataset.game ?? "";
    super(root, "/api/editor", "position", (listener) => new Palette(byId("palette"), game, titles, listener));
  }

  /** Fetch what the page needs, and begin with the position of the address, or with the start of a game. */
  async begin() {
    const [art] = await Promise.all([loadArt(this.game), loadWords()]);
    this.scene.furnish(art);
    this.furnish(() => this.scene.turnBoard());
    const given = valueOf("position");
    if (given && (await this.ask(() => ({ position: given })))) return;
    while (!(await this.ask(() => ({})))) await new Promise((resolve) => setTimeout(resolve, AGAIN));
    if (location.search.includes("position=")) this.tell(say("editor.bad_link"));
  }

  /** Make the buttons and the keys work. @param {() => void} turn */
  furnish(turn) {
    super.furnish(turn);
    byId("start").addEventListener("click", () => this.ask(() => ({ seats: count(), options: chosen() })));
    byId("turn").addEventListener("click", turn);
    byId("copy-link").addEventListener("click", () => copy("link", "copy-link"));
    byId("copy-json").addEventListener("click", () => copy("json", "copy-json"));
    byId("load-json").addEventListener("click", () => this.load());
  }

  /** Another number of seats, or other options. @param {Element} field */
  varied(field) {
    if (!field.matches("[name=count]") && !field.closest("[data-option]")) return;
    this.ask(() => ({ position: this.value, seats: count(), options: chosen() }));
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
    this.reveal(draft, say("editor.sound"));
    byId("turn").hidden = !this.scene.turnable;
    choose(draft.seats, draft.position.options);
    const text = JSON.stringify(draft.position);
    this.form.dataset.position = text;
    /** @type {HTMLTextAreaElement} */ (byId("json")).value = text;
    const link = addressOf("position", text);
    /** @type {HTMLInputElement} */ (byId("link")).value = link;
    const analyse = /** @type {HTMLAnchorElement} */ (byId("analyse"));
    analyse.hidden = draft.fault !== null;
    analyse.href = `/analysis${new URL(link).search}`;
  }
}

new Editor(byId("editor")).begin();
