// @ts-check
/** The picture: parts by their ids, in layers, drawn with the symbols of the game's art. */

import { short, svg } from "./dom.js";
import { chosenLayout, isOnBoard, laid, layoutsOf, nextTurn, rememberTurn, rememberedTurn } from "./layout.js";
import { placed } from "./looks.js";
import { drawnMarks, drawnNumbers } from "./marks.js";

/** @typedef {import("../../declared").Part} Part */
/** @typedef {import("../../declared").Picture} Picture */
/** @typedef {import("./boxes.js").Box} Box */
/** @typedef {import("./marks.js").Happening} Happening */
/** @typedef {import("../../declared").Layout} Layout */

const LAYERS = /** @type {const} */ (["still", "marks", "parts", "numbers", "chosen", "ghosts", "hints", "targets"]);
const TEXTS_ACROSS = 40; // a text of scale 1 is so many times smaller than the picture is wide
const LINE = "status"; // the part that says what is going on: it stands beside the picture, as a line of the page
const narrow = matchMedia("(max-width: 44rem)");
const SMALLEST_TEXT = { narrow: 12, wide: 14 }; // pixels

/** The symbols and patterns of a game. @param {string} game */
export async function loadArt(game) {
  const answer = await fetch(`/games/${game}/art.svg`);
  if (!answer.ok) return [];
  const art = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
  return [...art.documentElement.children].map((node) => document.importNode(node, true));
}

export class Scene {
  /** @param {SVGSVGElement} root @param {string} game @param {HTMLElement} line where the picture's line of text goes */
  constructor(root, game, line) {
    this.root = root;
    this.game = game;
    this.line = line;
    /** @type {Map<string, Part>} */ this.told = new Map(); // as they were sent
    /** @type {Map<string, Part>} */ this.parts = new Map(); // as they are laid out; those that are left out are missing
    /** @type {Map<string, SVGGraphicsElement>} */ this.nodes = new Map();
    /** @type {Happening[]} */ this.marked = [];
    /** @type {SVGGraphicsElement|undefined} */ this.pointed = undefined;
    /** @type {Layout[]} */ this.layouts = [];
    /** @type {Layout|null} */ this.layout = null;
    this.turn = rememberedTurn(game);
    this.width = 1;
    this.letter = 1; // the size of a text of scale 1
    this.pixels = 1; // of the screen, for a unit of the picture
    this.rearranged = () => {}; // called when everything has got another place
    this.layers = /** @type {Record<typeof LAYERS[number], SVGGraphicsElement>} */ (
      Object.fromEntries(LAYERS.map((name) => [name, svg("g", { class: `layer-${name}` })]))
    );
    this.defs = svg("defs");
    root.replaceChildren(this.defs, ...Object.values(this.layers));
    new ResizeObserver(() => this.fit()).observe(this.room);
  }

  /** @param {Node[]} art */
  furnish(art) {
    this.defs.replaceChildren(...art);
  }

  /** What the picture may fill. */
  get room() {
    return /** @type {HTMLElement} */ (this.root.closest(".play") ?? this.root);
  }

  /** Draw everything anew; nothing of what was drawn before stays. @param {Picture} picture */
  show(picture) {
    for (const layer of Object.values(this.layers)) layer.replaceChildren();
    for (const kept of [this.told, this.parts, this.nodes]) kept.clear();
    this.layouts = layoutsOf(picture);
    this.layout = null;
    this.letter = picture.width / TEXTS_ACROSS;
    this.root.setAttribute("aria-label", picture.label);
    this.line.textContent = "";
    this.fit();
    for (const part of picture.still) this.add(part, this.layers.still);
    for (const part of picture.parts) this.add(part, this.layers.parts);
    this.mark([]);
  }

  /** Choose the arrangement that fits, and make texts large enough to be read. */
  fit() {
    if (!this.layouts.length) return;
    const { width, height } = this.space();
    const layout = chosenLayout(this.layouts, this.turn, width, height);
    const pixels = Math.min(width / layout.width, height / layout.height);
    if (layout === this.layout && pixels === this.pixels) return;
    this.layout = layout;
    this.pixels = pixels;
    this.width = layout.width;
    this.root.setAttribute("viewBox", `0 0 ${short(layout.width)} ${short(layout.height)}`);
    this.root.style.setProperty("--ratio", String(layout.width / layout.height));
    this.root.setAttribute("font-size", short(this.letter));
    for (const part of this.told.values()) this.place(part);
    this.mark(this.marked);
    this.rearranged();
  }

  /** The room that is left beside or below the words. */
  space() {
    const { clientWidth: width, clientHeight: height } = this.room;
    const words = this.room.querySelector(".above");
    const beside = words !== null && getComputedStyle(words).position === "absolute";
    if (beside) return { width: width - words.clientWidth, height };
    return { width, height: height - (words?.clientHeight ?? 0) };
  }

  /** Whether the board can be turned. */
  get turnable() {
    return new Set(this.layouts.map((layout) => layout.turn)).size > 1;
  }

  /** Turn the board, if it can be, and remember it. */
  turnBoard() {
    if (!this.turnable) return;
    this.turn = nextTurn(this.layouts, this.turn);
    rememberTurn(this.game, this.turn);
    this.fit();
  }

  /** Where a part goes; null if the arrangement leaves it out. @param {Part} part */
  laid(part) {
    return this.layout ? laid(this.layout, part) : part;
  }

  /** @param {Part} part @param {SVGGraphicsElement} layer */
  add(part, layer) {
    const node = svg("g", { "data-id": part.id }, svg("g", { class: "body" }));
    this.nodes.set(part.id, node);
    layer.append(node);
    this.place(part);
    return node;
  }

  /** Draw a part that has its group. @param {Part} part */
  place(part) {
    const node = this.nodes.get(part.id);
    const here = part.id === LINE ? null : this.laid(part);
    if (part.id === LINE) this.line.textContent = part.text ?? "";
    this.told.set(part.id, part);
    if (here) this.parts.set(part.id, here);
    else this.parts.delete(part.id);
    node?.toggleAttribute("data-out", !here);
    if (here && node) this.dress(node, here);
    else node?.firstElementChild?.replaceChildren();
  }

  /** A part that is not there yet. @param {Part} part */
  drawn(part) {
    const node = svg("g", { "aria-hidden": "true" }, svg("g", { class: "body" }));
    this.dress(node, part);
    return node;
  }

  /** Make a group look like its part. @param {SVGGraphicsElement} node @param {Part} part */
  dress(node, part) {
    node.setAttribute("transform", placed(part));
    node.setAttribute("class", part.style ?? "");
    const symbol = part.symbol ? svg("use", { href: `#${this.game}-${part.symbol}` }) : null;
    const text = part.text ? svg("text", { "font-size": this.textSize(part.scale ?? 1) }, part.text) : null;
    /** @type {Element} */ (node.firstChild).replaceChildren(...[symbol, text].filter((child) => child !== null));
    if (part.label) {
      node.setAttribute("role", "img");
      node.setAttribute("aria-label", part.label);
    } else {
      node.removeAttribute("role");
      node.removeAttribute("aria-label");
    }
  }

  /** The size of a text that would be too small to be read; null if it would not. @param {number} scale */
  textSize(scale) {
    const least = narrow.matches ? SMALLEST_TEXT.narrow : SMALLEST_TEXT.wide;
    const shown = this.letter * scale * this.pixels;
    return shown < least ? short((this.letter * least) / shown) : null;
  }

  /** Draw a part that came or changed. @param {Part} part */
  put(part) {
    const node = this.nodes.get(part.id);
    if (!node) return this.add(part, this.layers.parts);
    this.place(part);
    return node;
  }

  /** Forget a part; its group stays until somebody removes it. @param {string} id */
  forget(id) {
    const node = this.nodes.get(id);
    for (const kept of [this.told, this.parts, this.nodes]) kept.delete(id);
    return node;
  }

  /** Put the parts into drawing order. @param {string[]} order */
  arrange(order) {
    for (const id of order) {
      const node = this.nodes.get(id);
      if (node) this.layers.parts.append(node);
    }
  }

  /** The rectangle, along the picture's edges, that a part fills. @param {string} id @returns {Box|null} */
  box(id) {
    const [node, part] = [this.nodes.get(id), this.parts.get(id)];
    if (!node || !part) return null;
    const inner = /** @type {SVGGraphicsElement} */ (node.firstChild).getBBox();
    const turn = ((part.turn ?? 0) * Math.PI) / 180;
    const scale = part.scale ?? 1;
    const corners = [0, 1, 2, 3].map((number) => {
      const x = (inner.x + (number % 2) * inner.width) * scale;
      const y = (inner.y + (number >> 1) * inner.height) * scale;
      return [x * Math.cos(turn) - y * Math.sin(turn), x * Math.sin(turn) + y * Math.cos(turn)];
    });
    const [left, top] = [0, 1].map((axis) => Math.min(...corners.map((corner) => corner[axis])));
    const [right, bottom] = [0, 1].map((axis) => Math.max(...corners.map((corner) => corner[axis])));
    return { x: (part.x ?? 0) + left, y: (part.y ?? 0) + top, width: right - left, height: bottom - top };
  }

  /** How many units of the picture one pixel of the screen is. */
  get unit() {
    return 1 / (this.root.getScreenCTM()?.a || 1);
  }

  /** Show what a part that is pointed at tells about itself. @param {string|null} id */
  point(id) {
    const node = id === null ? undefined : this.nodes.get(id);
    if (node === this.pointed) return;
    this.pointed?.removeAttribute("data-pointed");
    node?.setAttribute("data-pointed", "");
    this.pointed = node;
  }

  /** A point of the window in units of the picture. @param {number} x @param {number} y */
  at(x, y) {
    const matrix = this.root.getScreenCTM();
    return matrix ? new DOMPoint(x, y).matrixTransform(matrix.inverse()) : new DOMPoint(0, 0);
  }

  /** Whether a part stands on the board, rather than beside it. @param {string} id */
  onBoard(id) {
    const part = this.told.get(id);
    return part !== undefined && this.stands(part);
  }

  /** Whether the place of a part is on the board. @param {Part} part */
  stands(part) {
    return this.layout !== null && isOnBoard(this.layout, part);
  }

  /** Show where things happened, one after the other. @param {Happening[]} happenings */
  mark(happenings) {
    this.marked = happenings;
    this.layers.marks.replaceChildren(...drawnMarks(this, happenings));
    this.layers.numbers.replaceChildren(...drawnNumbers(this, happenings));
  }

  /** The window's rectangle of one in the picture. @param {Box} box @returns {Box} */
  onScreen(box) {
    const matrix = this.root.getScreenCTM();
    if (!matrix) return box;
    const { x, y } = new DOMPoint(box.x, box.y).matrixTransform(matrix);
    return { x, y, width: box.width * matrix.a, height: box.height * matrix.d };
  }

  /** Whether a part never changes: the ground on which things stand. @param {string} id */
  isGround(id) {
    return this.nodes.get(id)?.parentNode === this.layers.still;
  }

  /** Show how a move would look. @param {Part[]} parts */
  foresee(parts) {
    this.layers.ghosts.replaceChildren(
      ...parts.map((part) => this.laid(part)).filter((part) => part !== null).map((part) => this.drawn(part)),
    );
  }

  /** The labels of all that is named, from the top left to the bottom right. */
  spoken() {
    const named = [...this.parts.values()].filter((part) => part.label);
    const moving = named.filter((part) => this.nodes.get(part.id)?.parentNode === this.layers.parts);
    return (moving.length ? moving : named)
      .sort((one, other) => (one.y ?? 0) - (other.y ?? 0) || (one.x ?? 0) - (other.x ?? 0))
      .map((part) => String(part.label));
  }
}
