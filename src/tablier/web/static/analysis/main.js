// @ts-check
/** The analysis board: from any position of a game that one has, everything can be tried, kept, and passed on. */

import { ask } from "../room.js";
import { ask as askYesNo, closeOutside } from "../table/dialogs.js";
import { button, byId, html } from "../table/dom.js";
import { announce, copyLink, notice } from "../table/panels.js";
import { fillWords, loadWords, say } from "../table/words.js";
import { asked, dress } from "./asked.js";
import { Board } from "./board.js";
import { Bots } from "./bots.js";
import { Branches } from "./branches.js";
import { bring } from "./bringing.js";
import { forget, keep, kept, keptOf, linkTo } from "./keeping.js";
import { Tree, pathOf } from "./tree.js";

/** @typedef {import("../../declared").TriedTree} TriedTree */
/** @typedef {import("../../declared").Explored} Explored */
/** @typedef {import("./keeping.js").Base} Base */
/** @typedef {import("./tree.js").Ply} Ply */

class Page {
  /** @param {Base} base @param {TriedTree} told */
  constructor(base, told) {
    this.base = base;
    this.told = told;
    this.tree = Tree.of(told);
    /** @type {Ply} */ this.here = this.tree.start;
    this.going = 0; // the number of the last wish to see something
    this.board = new Board(told.game, (moves) => this.wish(moves), (move) => this.attempt(move));
    this.branches = new Branches((ply) => this.go(ply));
    const desk = { seats: told.seats, wish: () => this.wish(this.board.moves), play: (/** @type {string} */ move) => void this.attempt(move) };
    this.bots = new Bots(this.board.scene, desk);
  }

  /** A position as the server is told of it: after so many moves of what was brought, and others. @param {string[]} moves */
  wish(moves) {
    const { moves: played } = this.told;
    const differs = moves.findIndex((move, place) => move !== played[place]);
    const number = differs === -1 ? moves.length : differs;
    return { ...this.base, number: Math.min(number, played.length), moves: moves.slice(number) };
  }

  /** @param {Ply} [at] */
  async open(at) {
    byId("explore").hidden = false;
    byId("bring").hidden = true;
    byId("name").textContent = this.told.name;
    byId("secrets").hidden = !this.told.hidden;
    document.title = `${say("analysis.title")} – ${this.told.name} · Tablier`;
    await dress(this.told.game);
    await this.board.furnish(() => this.comment.focus());
    this.furnish();
    await this.go(at ?? this.tree.start);
  }

  /** Make the buttons and the keys work. */
  furnish() {
    /** @type {Record<string, () => void>} */
    const actions = {
      first: () => this.go(this.tree.start),
      back: () => this.here.before && this.go(this.here.before),
      forward: () => this.here.following[0] && this.go(this.here.following[0]),
      finish: () => this.go(this.last()),
      promote: () => this.change(() => this.tree.promote(this.here)),
      remove: () => this.remove(),
      turn: () => this.board.scene.turnBoard(),
      save: () => this.save(),
      link: () => this.share(),
      another: () => location.assign("/analysis"),
    };
    for (const [id, action] of Object.entries(actions)) byId(id).addEventListener("click", action);
    this.comment.addEventListener("input", () => this.say());
    this.comment.addEventListener("change", () => this.branches.show(this.tree, this.here));
    document.addEventListener("keydown", (event) => this.key(event, actions));
    closeOutside();
  }

  get comment() {
    return /** @type {HTMLTextAreaElement} */ (byId("comment"));
  }

  /** The last move of the line that is shown. */
  last() {
    let ply = this.here;
    while (ply.following[0]) ply = ply.following[0];
    return ply;
  }

  /** Arrows walk through the tree, letters do what they name. @param {KeyboardEvent} event @param {Record<string, () => void>} actions */
  key(event, actions) {
    const target = /** @type {Element} */ (event.target);
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.closest("input, textarea, select") || document.querySelector("dialog[open]")) return;
    const { ArrowLeft, ArrowRight, Home, End, Delete, p } = {
      ArrowLeft: actions.back, ArrowRight: actions.forward, Home: actions.first, End: actions.finish,
      Delete: actions.remove, p: actions.promote,
    };
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowLeft, ArrowRight, Home, End, Delete, p,
      ArrowUp: () => this.beside(-1),
      ArrowDown: () => this.beside(1),
      d: () => this.board.now?.to_move === "chance" && this.draw(),
      e: () => this.bots.toggle(),
    };
    const action = keys[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  /** Another move in the place of the one that is shown. @param {number} by */
  beside(by) {
    const others = this.here.before?.following ?? [];
    const other = others[others.indexOf(this.here) + by];
    if (other) this.go(other);
  }

  // Going

  /** Make a move from here on; one that nobody answers to is taken away again. @param {string} move */
  async attempt(move) {
    const { here, tree } = this;
    const isNew = !here.following.some((ply) => ply.move === move);
    const ply = tree.add(here, move);
    if (!(await this.go(ply)) && isNew) tree.remove(ply);
  }

  /** Show the position after a move; false if that could not be done. @param {Ply} ply */
  async go(ply) {
    const wish = ++this.going;
    const moves = pathOf(ply).map(({ move }) => move);
    try {
      const told = await this.board.position(moves);
      if (wish === this.going) await this.arrive(ply, moves, told);
      return true;
    } catch (error) {
      notice(/** @type {Error} */ (error).message);
      if (wish === this.going && this.board.now) this.board.touch.offer(this.board.now.moves);
      return false;
    }
  }

  /** @param {Ply} ply @param {string[]} moves @param {Explored} told */
  async arrive(ply, moves, told) {
    this.here = ply;
    this.bots.look(null);
    this.tell(told);
    this.keep();
    await this.board.show(moves, told);
    if (this.here !== ply) return;
    this.bots.look(told);
    announce([...(told.happened?.lines ?? []), told.status]);
  }

  /** Draw a die or a card. */
  async draw() {
    const wish = ++this.going;
    const { here, board } = this;
    try {
      const told = await board.position(board.moves, true);
      if (wish !== this.going || told.move === null) return;
      await this.arrive(this.tree.add(here, told.move), [...board.moves, told.move], told);
    } catch (error) {
      notice(/** @type {Error} */ (error).message);
    }
  }

  // Telling

  /** Say what stands here, and what can be done. @param {Explored} told */
  tell(told) {
    this.branches.show(this.tree, this.here);
    this.comment.value = this.here.comment;
    const start = this.here === this.tree.start;
    byId("story").textContent = told.happened ? told.happened.lines.join(" ") : say("analysis.start_line");
    for (const id of ["first", "back"]) disable(id, start);
    for (const id of ["forward", "finish"]) disable(id, !this.here.following.length);
    disable("promote", !this.tree.aside(this.here));
    disable("remove", start);
    this.tellChances(told);
  }

  /** Offer dice and cards: by hand, or drawn. @param {Explored} told */
  tellChances(told) {
    const place = byId("chances");
    place.hidden = !told.chances.length;
    if (place.hidden) return place.replaceChildren();
    const drawn = button(say("analysis.draw"), () => this.draw(), "main");
    const rows = told.chances.map(({ move, label }) => button(label, () => this.attempt(move)));
    place.replaceChildren(html("h2", {}, say("analysis.chances")), html("div", { class: "row" }, drawn, ...rows));
  }

  // Changing

  /** @param {() => void} change */
  change(change) {
    change();
    this.branches.show(this.tree, this.here);
    if (this.board.now) this.tell(this.board.now);
    this.keep();
  }

  /** Take the move away that is shown, with all that follows; of several it is asked. */
  async remove() {
    const { here, tree } = this;
    if (!here.before) return;
    if (here.following.length && !(await askYesNo(say("analysis.remove_sure"), say("analysis.remove")))) return;
    const { before } = here;
    tree.remove(here);
    await this.go(before);
  }

  say() {
    this.here.comment = this.comment.value.trim();
    this.keep();
  }

  // Keeping and passing on

  keep() {
    const { base, told, tree, here } = this;
    const done = keep({ base, name: told.name, ...tree.rows(), at: tree.numberOf(here), when: Date.now() });
    byId("kept").textContent = say(done ? "analysis.kept" : "analysis.not_kept");
  }

  /** All of it as a saved game. @returns {Promise<string>} */
  async text() {
    const { comment, plies } = this.tree.rows();
    return (await ask("/api/analysis/text", { ...this.base, comment, plies }, say("action.failed"))).text;
  }

  async save() {
    try {
      const url = URL.createObjectURL(new Blob([await this.text()], { type: "text/plain" }));
      html("a", { href: url, download: `${this.told.game}.txt` }).click();
      URL.revokeObjectURL(url);
    } catch (error) {
      notice(/** @type {Error} */ (error).message);
    }
  }

  async share() {
    try {
      const link = await linkTo(await this.text());
      if (link) await copyLink(link);
      else notice(say("analysis.long_link"));
    } catch (error) {
      notice(/** @type {Error} */ (error).message);
    }
  }
}

/** Make a button do nothing without taking the focus from it. @param {string} id @param {boolean} off */
function disable(id, off) {
  byId(id).setAttribute("aria-disabled", String(off));
}

/** Open what somebody has brought, with what they have tried of it before. @param {Base} base @param {number|null} number of the move to begin with */
export async function explore(base, number = null) {
  const told = /** @type {TriedTree} */ (await ask("/api/analysis/tree", base, say("action.failed")));
  const before = keptOf(base);
  const page = new Page(base, told);
  if (before) page.tree = Tree.of(before);
  const at = before && number === null ? page.tree.plies[before.at] : main(page.tree)[number ?? 0];
  await page.open(at);
}

/** The main line, its start included. @param {Tree} tree */
function main(tree) {
  const line = [tree.start];
  for (let ply = tree.start; ply !== tree.end && ply.following[0]; line.push(ply)) ply = ply.following[0];
  return line;
}

async function start() {
  await loadWords();
  fillWords();
  bring(kept(), (base) => explore(base), forget);
  const number = new URLSearchParams(location.search).get("move");
  try {
    const base = await asked();
    if (base) await explore(base, number === null ? null : Number(number));
    else byId("bring").hidden = false;
  } catch (error) {
    byId("bring").hidden = false;
    byId("refusal").textContent = /** @type {Error} */ (error).message;
  }
}

start();
