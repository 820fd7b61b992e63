// @ts-check
/** Touching the board: what can be touched is lit, touches walk down the paths, the end of a path is a move. */

import { short, svg } from "./dom.js";
import { framed } from "./scene.js";
import { setting } from "./settings.js";
import { Walk } from "./walk.js";
import { capital, say } from "./words.js";

/** @typedef {import("../../declared").LegalMove} LegalMove */
/** @typedef {import("./scene.js").Box} Box */
/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {{id: string, node: SVGGraphicsElement, box: Box}} Target */
/** @typedef {{send: (move: LegalMove) => void, hint: (text: string|null, move: LegalMove|null) => void,
 *   refuse: (text: string) => void, idle: () => string|null, skip: () => boolean,
 *   why?: (begun: string[], part: string) => void}} Listener */

const SMALLEST = 28; // pixels: nothing that can be touched is smaller
const DOT = 4.5; // pixels
const MANY = 30; // so many lit places are lit more quietly

export class Touch {
  /** @param {Scene} scene @param {Listener} listener */
  constructor(scene, listener) {
    this.scene = scene;
    this.listener = listener;
    this.walk = new Walk([]);
    /** @type {Target[]} */ this.targets = [];
    /** @type {LegalMove|null} */ this.waiting = null; // a move that waits for its confirmation
    this.byKey = false; // whether the last touch came from the keyboard
    /** @type {Box|null} */ this.last = null; // what was touched last
    const root = scene.root;
    root.addEventListener("click", (event) => this.clicked(event));
    root.addEventListener("pointermove", (event) => this.hovered(event));
    root.addEventListener("pointerleave", () => this.left());
    root.parentElement?.addEventListener("focusin", (event) => this.focused(event)); // a listening SVG takes the focus
    scene.rearranged = () => this.rearranged();
  }

  /** The moves that can be made from now on; none while it is somebody else's turn. @param {LegalMove[]} moves */
  offer(moves) {
    this.walk = new Walk(moves);
    this.waiting = null;
    this.refresh(this.byKey && moves.length > 0 && document.activeElement === document.body);
  }

  /** Everything has got another place. */
  rearranged() {
    this.scene.foresee(this.waiting?.ghost ?? []);
    this.light();
  }

  /** Draw what is lit and say what is expected. @param {boolean} follow whether the keyboard goes along */
  refresh(follow) {
    const held = follow || this.scene.layers.targets.contains(document.activeElement);
    this.scene.foresee(this.waiting?.ghost ?? []);
    this.light();
    if (held) this.focusNear();
    this.listener.hint(this.hint(), this.waiting);
  }

  /** What the player is told in the middle of a path. */
  hint() {
    if (this.waiting) return say("touch.confirm", { move: capital(this.waiting.label) });
    return this.walk.question();
  }

  /** @param {string} id */
  name(id) {
    return this.scene.parts.get(id)?.label || this.scene.parts.get(id)?.text || id;
  }

  /** Light up what can be touched next. */
  light() {
    const focus = this.targets.find((target) => target.node === document.activeElement)?.id;
    const unit = this.scene.unit;
    const ids = this.waiting ? [] : [...this.walk.choices().keys()];
    this.targets = ids
      .map((id) => this.target(id, unit))
      .filter((target) => target !== null)
      .sort((one, other) => middle(one.box).y - middle(other.box).y || middle(one.box).x - middle(other.box).x);
    this.scene.root.classList.toggle("many", ids.length > MANY);
    this.scene.layers.targets.replaceChildren(...this.targets.map((target) => target.node));
    this.rove(this.targets.find((target) => target.id === focus) ?? this.targets[0], focus !== undefined);
    const chosen = this.walk.chosen.map((id) => this.scene.box(id)).filter((box) => box !== null);
    this.scene.layers.chosen.replaceChildren(...chosen.map((box) => framed(box, "chosen", unit)));
  }

  /** One lit place. @param {string} id @param {number} unit @returns {Target|null} */
  target(id, unit) {
    const found = this.scene.box(id);
    if (!found) return null;
    const box = grown(found, SMALLEST * unit);
    const { x, y } = middle(box);
    const ground = this.scene.nodes.get(id)?.parentNode === this.scene.layers.still;
    const sign = ground
      ? svg("circle", { class: "dot", cx: short(x), cy: short(y), r: short(DOT * unit) })
      : framed(found, "ring", 2 * unit);
    const label = this.walk.ends(id)?.label || this.name(id);
    const node = svg(
      "g",
      { class: "target", role: "button", tabindex: "-1", "aria-label": capital(label), "data-target": id },
      framed(box, "reach", 0),
      sign,
    );
    return { id, node, box };
  }

  /** Make one target the one that Tab finds. @param {Target|undefined} chosen @param {boolean} focus */
  rove(chosen, focus) {
    for (const target of this.targets) target.node.setAttribute("tabindex", target === chosen ? "0" : "-1");
    if (focus) chosen?.node.focus();
  }

  /** Move the keyboard to the lit place nearest to the last touched one. */
  focusNear() {
    const last = this.last;
    if (!last) return this.rove(this.targets[0], true);
    const far = (/** @type {Target} */ target) => distance(middle(target.box), middle(last));
    this.rove([...this.targets].sort((one, other) => far(one) - far(other))[0], true);
  }

  /** What lies under a point of the window, the nearest first. @param {number} x @param {number} y */
  under(x, y) {
    const point = this.scene.at(x, y);
    const far = (/** @type {Target} */ target) => distance(middle(target.box), point);
    return this.targets.filter(({ box }) => holds(box, point)).sort((one, other) => far(one) - far(other))[0] ?? null;
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    if (this.listener.skip()) return;
    const spoken = event.detail === 0 ? /** @type {Element} */ (event.target).closest("[data-target]") : null;
    const id = spoken?.getAttribute("data-target") ?? this.under(event.clientX, event.clientY)?.id;
    if (id) this.touch(id, spoken !== null);
    else this.elsewhere(event);
  }

  /** Touch something that is lit. @param {string} id @param {boolean} byKey */
  touch(id, byKey) {
    if (!this.walk.step(id)) return;
    this.byKey = byKey;
    this.last = this.scene.box(id);
    this.proceed(byKey);
  }

  /** Go on from what has been touched: the move is made, or what comes next is lit. @param {boolean} byKey */
  proceed(byKey) {
    const move = this.walk.finished;
    if (move && setting("confirm")) this.waiting = move;
    else if (move) return this.send(move);
    this.refresh(byKey);
  }

  /** @param {LegalMove} move */
  send(move) {
    this.offer([]);
    this.listener.send(move);
  }

  /** Send the move that waits. */
  confirm() {
    if (this.waiting) this.send(this.waiting);
  }

  /** Go back one step; false if there is nothing to go back from. */
  back() {
    this.waiting = null;
    const last = this.walk.chosen[this.walk.chosen.length - 1];
    if (!this.walk.back()) return false;
    const held = document.activeElement?.closest("#board, #confirm") !== null;
    this.refresh(false);
    const from = this.targets.find((target) => target.id === last);
    if (held && from) this.rove(from, true);
    return true;
  }

  /** A touch beside what is lit: another beginning, a step back, or a reason why nothing happens.
   * @param {MouseEvent} event */
  elsewhere(event) {
    const ids = this.partsAt(event.clientX, event.clientY);
    this.waiting = null;
    if (ids.some((id) => this.walk.instead(id))) return this.proceed(false);
    const idle = this.listener.idle();
    if (idle !== null) return this.listener.refuse(idle);
    const named = ids.find((id) => this.scene.parts.get(id)?.label);
    if (named && this.listener.why) this.listener.why(this.walk.chosen, named);
    else if (!this.back()) this.listener.refuse(say("touch.not_here"));
  }

  /** The ids of the parts under a point of the window, front to back. @param {number} x @param {number} y */
  partsAt(x, y) {
    const found = document.elementsFromPoint(x, y).map((node) => node.closest("[data-id]")?.getAttribute("data-id"));
    return [...new Set(found.filter((id) => typeof id === "string"))];
  }

  /** @param {PointerEvent} event */
  hovered(event) {
    if (event.pointerType !== "mouse" || this.waiting) return;
    const target = this.under(event.clientX, event.clientY);
    this.scene.root.classList.toggle("over", target !== null);
    this.scene.point(this.partsAt(event.clientX, event.clientY)[0] ?? target?.id ?? null);
    for (const other of this.targets) other.node.classList.toggle("near", other === target);
    this.foresee(target?.id);
  }

  /** The pointer has gone elsewhere. */
  left() {
    this.scene.foresee(this.waiting?.ghost ?? []);
    this.scene.point(null);
  }

  /** @param {FocusEvent} event */
  focused(event) {
    const id = /** @type {Element} */ (event.target).getAttribute("data-target");
    if (!id || !(/** @type {Element} */ (event.target).matches(":focus-visible"))) return;
    this.foresee(id);
    this.scene.point(id);
  }

  /** Show how the move that ends here would look. @param {string|undefined} id */
  foresee(id) {
    this.scene.foresee((id && this.walk.ends(id)?.ghost) || []);
  }
}

/** @param {Box} box */
export function middle(box) {
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** @param {{x: number, y: number}} one @param {{x: number, y: number}} other */
function distance(one, other) {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

/** @param {Box} box @param {{x: number, y: number}} point */
function holds(box, point) {
  return point.x >= box.x && point.x <= box.x + box.width && point.y >= box.y && point.y <= box.y + box.height;
}

/** A box that is large enough to be touched. @param {Box} box @param {number} least @returns {Box} */
function grown(box, least) {
  const [width, height] = [Math.max(box.width, least), Math.max(box.height, least)];
  return { x: box.x - (width - box.width) / 2, y: box.y - (height - box.height) / 2, width, height };
}
