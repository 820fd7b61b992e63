// @ts-check
/** The workshop: a board that the server changes, checks and draws, touch by touch, and bots try. It knows no game. */

import { Bench } from "./bench.js";
import { choose, chosen, count } from "./game.js";
import { Palette } from "./palette.js";
import { addressOf, copy, valueOf } from "./sharing.js";
import { byId, html } from "./table/dom.js";
import { loadArt } from "./table/scene.js";
import { capital, loadWords, say } from "./table/words.js";
import { Trial } from "./trial.js";

/** @typedef {import("../declared").Board} Board */

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

/** @extends {Bench<Board>} */
class Workshop extends Bench {
  /** @param {HTMLElement} root */
  constructor(root) {
    const game = root.dataset.game ?? "";
    super(root, "/api/workshop", "board", (listener) => new Kinds(byId("palette"), game, [], listener));
    this.trial = new Trial(() => ({ game: this.game, seats: count(), options: chosen() }), this.offline);
  }

  /** Fetch what the page needs, and begin with the board of the address, or with the usual one. */
  async begin() {
    const [art] = await Promise.all([loadArt(this.game), loadWords()]);
    this.scene.furnish(art);
    this.furnish(() => {});
    const given = valueOf("board");
    if (given !== null && (await this.ask(() => ({ board: given })))) return;
    await this.ask(() => ({}));
    if (location.search.includes("board=")) this.tell(say("workshop.bad_link"));
  }

  /** Make the buttons and the keys work. @param {() => void} turn */
  furnish(turn) {
    super.furnish(turn);
    byId("start").addEventListener("click", () => this.ask(() => ({})));
    byId("copy-link").addEventListener("click", () => copy("link", "copy-link"));
  }

  /** Another board, chosen in the form. @param {Element} field */
  varied(field) {
    const option = this.shown?.option ?? "";
    this.trial.forget();
    if (field.closest("[data-option]")?.getAttribute("data-option") !== option) return;
    const wanted = chosen();
    this.ask(() => (option in wanted ? { board: wanted[option] } : {}));
  }

  /** @param {Board} drawn */
  show(drawn) {
    this.reveal(drawn, say("workshop.sound"));
    this.enable("try", drawn.fault === null);
    choose(count(), { ...chosen(), [drawn.option]: drawn.board });
    this.trial.forget();
    /** @type {HTMLInputElement} */ (byId("link")).value = addressOf("board", JSON.stringify(drawn.board));
  }
}

new Workshop(byId("workshop")).begin();
