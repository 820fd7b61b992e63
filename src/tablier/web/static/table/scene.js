// @ts-check
/** The picture: parts by their ids, in layers, drawn with the symbols of the game's art. */

import { short, svg } from "./dom.js";

/** @typedef {import("./types.js").Part} Part */
/** @typedef {import("./types.js").Picture} Picture */
/** @typedef {import("./types.js").Box} Box */

const LAYERS = /** @type {const} */ (["still", "marks", "parts", "chosen", "ghosts", "targets"]);
const TEXTS_ACROSS = 40; // a text of scale 1 is so many times smaller than the picture is wide

/** The symbols and patterns of a game. @param {string} game */
export async function loadArt(game) {
  const answer = await fetch(`/games/${game}/art.svg`);
  if (!answer.ok) return [];
  const art = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
  return [...art.documentElement.children].map((node) => document.importNode(node, true));
}

/** Where a part stands, as an attribute. @param {Part} part */
export function placed(part) {
  const turned = part.turn ? ` rotate(${short(part.turn)})` : "";
  const scaled = (part.scale ?? 1) === 1 ? "" : ` scale(${part.scale})`;
  return `translate(${short(part.x ?? 0)} ${short(part.y ?? 0)})${turned}${scaled}`;
}

export class Scene {
  /** @param {SVGSVGElement} root @param {string} game */
  constructor(root, game) {
    this.root = root;
    this.game = game;
    /** @type {Map<string, Part>} */ this.parts = new Map();
    /** @type {Map<string, SVGGraphicsElement>} */ this.nodes = new Map();
    this.width = this.height = 1;
    this.layers = /** @type {Record<typeof LAYERS[number], SVGGraphicsElement>} */ (
      Object.fromEntries(LAYERS.map((name) => [name, svg("g", { class: `layer-${name}` })]))
    );
    this.defs = svg("defs");
    root.replaceChildren(this.defs, ...Object.values(this.layers));
  }

  /** @param {Node[]} art */
  furnish(art) {
    this.defs.replaceChildren(...art);
  }

  /** Draw everything anew; nothing of what was drawn before stays. @param {Picture} picture */
  show(picture) {
    this.width = picture.width;
    this.height = picture.height;
    this.root.setAttribute("viewBox", `0 0 ${short(picture.width)} ${short(picture.height)}`);
    this.root.style.setProperty("--ratio", String(picture.width / picture.height));
    this.root.setAttribute("font-size", short(picture.width / TEXTS_ACROSS));
    this.root.setAttribute("aria-label", picture.label);
    this.parts.clear();
    this.nodes.clear();
    for (const layer of Object.values(this.layers)) layer.replaceChildren();
    for (const part of picture.still) this.add(part, this.layers.still);
    for (const part of picture.parts) this.add(part, this.layers.parts);
  }

  /** @param {Part} part @param {SVGGraphicsElement} layer */
  add(part, layer) {
    const node = this.drawn(part);
    this.parts.set(part.id, part);
    this.nodes.set(part.id, node);
    layer.append(node);
    return node;
  }

  /** One part as SVG: a group that stands at its place, in it a body that effects may move. @param {Part} part */
  drawn(part) {
    const node = svg("g", { "data-id": part.id }, svg("g", { class: "body" }));
    this.dress(node, part);
    return node;
  }

  /** Make a group look like its part. @param {SVGGraphicsElement} node @param {Part} part */
  dress(node, part) {
    node.setAttribute("transform", placed(part));
    node.setAttribute("class", part.style ?? "");
    const symbol = part.symbol ? svg("use", { href: `#${this.game}-${part.symbol}` }) : null;
    const text = part.text ? svg("text", {}, part.text) : null;
    /** @type {Element} */ (node.firstChild).replaceChildren(...[symbol, text].filter((child) => child !== null));
    if (part.label) {
      node.setAttribute("role", "img");
      node.setAttribute("aria-label", part.label);
    } else {
      node.removeAttribute("role");
      node.removeAttribute("aria-label");
    }
  }

  /** Draw a part that came or changed. @param {Part} part */
  put(part) {
    const node = this.nodes.get(part.id);
    if (!node) return this.add(part, this.layers.parts);
    this.parts.set(part.id, part);
    this.dress(node, part);
    return node;
  }

  /** Forget a part; its group stays until somebody removes it. @param {string} id */
  forget(id) {
    const node = this.nodes.get(id);
    this.nodes.delete(id);
    this.parts.delete(id);
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

  /** A point of the window in units of the picture. @param {number} x @param {number} y */
  point(x, y) {
    const matrix = this.root.getScreenCTM();
    return matrix ? new DOMPoint(x, y).matrixTransform(matrix.inverse()) : new DOMPoint(0, 0);
  }

  /** Show which things the last move touched. @param {string[]} ids */
  mark(ids) {
    const found = ids.map((id) => this.box(id)).filter((box) => box !== null);
    const boxes = found.filter((box) => !found.some((other) => other !== box && holds(other, box)));
    this.layers.marks.replaceChildren(...boxes.map((box) => framed(box, "last", 0)));
  }

  /** Show how a move would look. @param {Part[]} parts */
  foresee(parts) {
    this.layers.ghosts.replaceChildren(
      ...parts.map((part) => {
        const node = this.drawn(part);
        node.setAttribute("aria-hidden", "true");
        return node;
      }),
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

/** Whether a box lies within a larger one. @param {Box} outer @param {Box} inner */
function holds(outer, inner) {
  const [right, bottom] = [inner.x + inner.width, inner.y + inner.height];
  const within = outer.x <= inner.x && outer.y <= inner.y;
  return within && outer.x + outer.width >= right && outer.y + outer.height >= bottom;
}

/** A rounded frame around a box. @param {Box} box @param {string} look @param {number} room */
export function framed(box, look, room) {
  return svg("rect", {
    class: look,
    x: short(box.x - room),
    y: short(box.y - room),
    width: short(box.width + 2 * room),
    height: short(box.height + 2 * room),
    rx: short(Math.min(box.width, box.height) / 6 + room),
  });
}
