// @ts-check
/** Touching the board: what can be touched is lit, touches walk down the paths, the end of a path is a move. */

import { distance, framed, holds, middle } from "./boxes.js";
import { Drag } from "./drag.js";
import { fan } from "./fan.js";
import { setting } from "./settings.js";
import { target } from "./targets.js";
import { Walk } from "./walk.js";
import { capital, say } from "./words.js";

/** @typedef {import("../../declared").LegalMove} LegalMove */
/** @typedef {import("./boxes.js").Box} Box */
/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./targets.js").Target} Target */
/** @typedef {{send: (move: LegalMove) => void, hint: (text: string|null, move: LegalMove|null) => void,
 *   refuse: (text: string) => void, idle: () => string|null, skip: () => boolean,
 *   why?: (begun: string[], part: string) => void}} Listener */

const MANY = 30; // so many lit places are lit more quietly
const USED = "#board, #log, #said, button, a, input, select, textarea, label, summary, dialog"; // a touch there means something else

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
    /** @type {Box|null} */ this.spot = null; // where in the window something was touched that cannot be
    this.drag = new Drag(this);
    const root = scene.root;
    root.addEventListener("click", (event) => this.clicked(event));
    root.addEventListener("pointermove", (event) => this.hovered(event));
    root.addEventListener("pointerleave", () => this.left());
    root.parentElement?.addEventListener("focusin", (event) => this.focused(event)); // a listening SVG takes the focus
    document.addEventListener("click", (event) => this.beside(event));
    scene.rearranged = () => this.rearranged();
  }

  /** The moves that can be made from now on; none while it is somebody else's turn. @param {LegalMove[]} moves */
  offer(moves) {
    this.drag.drop();
    this.walk = new Walk(moves);
    this.waiting = null;
    this.refresh(this.byKey && moves.length > 0 && document.activeElement === document.body);
  }

  /** Everything has got another place. */
  rearranged() {
    this.foresee();
    this.light();
  }

  /** Draw what is lit and say what is expected. @param {boolean} follow whether the keyboard goes along */
  refresh(follow) {
    const held = follow || this.scene.layers.targets.contains(document.activeElement);
    this.foresee();
    this.light();
    if (held) this.focusNear();
    this.hintAgain();
  }

  /** Say again what is expected. */
  hintAgain() {
    this.listener.hint(this.hint(), this.waiting);
  }

  /** What the player is told in the middle of a path. */
  hint() {
    if (!this.waiting) return this.walk.question();
    const touched = this.walk.chosen.map((id) => this.name(id)).join(", ");
    return say("touch.confirm", { move: capital(this.walk.hushed ? touched : this.waiting.label) });
  }

  /** @param {string} id */
  name(id) {
    return this.scene.parts.get(id)?.label || this.scene.parts.get(id)?.text || id;
  }

  /** What touching something does, or else what it is. @param {string} id */
  label(id) {
    return (!this.walk.hushed && this.walk.ends(id)?.label) || this.name(id);
  }

  /** Light up what can be touched next. */
  light() {
    const focus = this.targets.find(({ node }) => node === document.activeElement)?.id;
    const [ids, settled] = [this.waiting ? [] : [...this.walk.choices().keys()], new Set(this.walk.settled)];
    const lit = [...ids, ...settled].map((id) => target(this.scene, id, this.label(id), settled.has(id)));
    const offered = this.waiting ? [] : fan(this.scene, this.walk, (id) => this.label(id));
    this.targets = [...lit.filter((found) => found !== null), ...offered].sort(byPlace);
    this.scene.root.classList.toggle("many", ids.length > MANY);
    this.scene.layers.targets.replaceChildren(...this.targets.map(({ node }) => node));
    for (const { node } of offered) this.scene.layers.targets.append(node); // above all else
    this.rove(this.targets.find(({ id }) => id === focus) ?? this.targets[0], focus !== undefined);
    this.frame(settled);
  }

  /** Frame what has been touched. @param {Set<string>} settled what is framed otherwise */
  frame(settled) {
    const boxes = this.walk.chosen.filter((id) => !settled.has(id)).map((id) => this.scene.box(id));
    const frames = boxes.filter((box) => box !== null).map((box) => framed(box, "chosen", this.scene.unit));
    this.scene.layers.chosen.replaceChildren(...frames);
  }

  /** Make one target the one that Tab finds. @param {Target|undefined} chosen @param {boolean} focus */
  rove(chosen, focus) {
    for (const found of this.targets) found.node.setAttribute("tabindex", found === chosen ? "0" : "-1");
    if (focus) chosen?.node.focus();
  }

  /** Move the keyboard to the lit place nearest to the last touched one. */
  focusNear() {
    const last = this.last;
    const fresh = this.targets.filter(({ node }) => !node.classList.contains("settled"));
    const far = (/** @type {Target} */ { box }) => (last ? distance(middle(box), middle(last)) : 0);
    this.rove(fresh.sort((one, other) => far(one) - far(other))[0] ?? this.targets[0], !this.waiting);
  }

  /** What lies under a point of the window: of the fan, or else the nearest. @param {number} x @param {number} y */
  under(x, y) {
    const point = this.scene.at(x, y);
    const front = (/** @type {Target} */ { node }) => (node.classList.contains("fan") ? this.scene.width : 0);
    const far = (/** @type {Target} */ found) => distance(middle(found.box), point) - front(found);
    return this.targets.filter(({ box }) => holds(box, point)).sort((one, other) => far(one) - far(other))[0] ?? null;
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    if (this.drag.ended() || this.listener.skip()) return;
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
    this.waiting = null;
    if (move && (setting("confirm") || this.walk.pairs)) this.waiting = move;
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
    const from = this.targets.find(({ id }) => id === last);
    if (held && from) this.rove(from, true);
    return true;
  }

  /** A touch beside what is lit: another beginning, a step back, or a reason why nothing happens.
   * @param {MouseEvent} event */
  elsewhere({ clientX, clientY }) {
    const ids = this.partsAt(clientX, clientY);
    this.spot = { x: clientX, y: clientY, width: 0, height: 0 };
    if (ids.includes(this.walk.chosen.at(-1) ?? "")) return void this.back();
    if (ids.some((id) => this.walk.instead(id))) return this.proceed(false);
    this.wonder(ids.find((id) => this.scene.parts.get(id)?.label));
  }

  /** Something was dropped where it cannot be: it goes back, and it is said why. @param {MouseEvent} event */
  dropped({ clientX, clientY }) {
    const ids = this.partsAt(clientX, clientY).filter((id) => this.scene.parts.get(id)?.label);
    this.spot = { x: clientX, y: clientY, width: 0, height: 0 };
    if (ids.length && !ids.includes(this.walk.chosen.at(-1) ?? "")) this.listener.why?.([...this.walk.chosen], ids[0]);
    this.back();
  }

  /** Ask why something cannot be touched; what has no name is only the way back. @param {string|undefined} id */
  wonder(id) {
    const idle = this.listener.idle();
    if (idle !== null) this.listener.refuse(idle);
    else if (id !== undefined && this.listener.why) this.listener.why(this.walk.chosen, id);
    else if (!this.back()) this.listener.refuse(say("touch.not_here"));
  }

  /** A touch outside the board, on nothing that can be used, is a step back. @param {Event} event */
  beside(event) {
    const used = event.composedPath().some((node) => node instanceof Element && node.matches(USED));
    if (!used) this.back();
  }

  /** The ids of the parts under a point of the window, front to back. @param {number} x @param {number} y */
  partsAt(x, y) {
    const found = document.elementsFromPoint(x, y).map((node) => node.closest("[data-id]")?.getAttribute("data-id"));
    return [...new Set(found.filter((id) => typeof id === "string"))];
  }

  /** @param {PointerEvent} event */
  hovered(event) {
    if (event.pointerType !== "mouse" || this.waiting || this.drag.active) return;
    const found = this.under(event.clientX, event.clientY);
    this.scene.root.classList.toggle("over", found !== null);
    this.scene.point(this.partsAt(event.clientX, event.clientY)[0] ?? found?.id ?? null);
    this.near(found);
  }

  /** Show that something is pointed at, and what it would lead to. @param {Target|null} found */
  near(found) {
    for (const other of this.targets) other.node.classList.toggle("near", other === found);
    this.foresee(found?.id);
  }

  /** The pointer has gone elsewhere. */
  left() {
    this.near(null);
    this.scene.point(null);
  }

  /** @param {FocusEvent} event */
  focused(event) {
    const id = /** @type {Element} */ (event.target).getAttribute("data-target");
    if (!id || !(/** @type {Element} */ (event.target).matches(":focus-visible"))) return;
    this.foresee(id);
    this.scene.point(id);
  }

  /** Show what is sure to be seen after what has been touched, and after this if one is given. @param {string} [id] */
  foresee(id) {
    const next = id === undefined || this.waiting || this.walk.settled.includes(id) ? undefined : id;
    this.scene.foresee(this.waiting?.ghost ?? this.walk.ghost(next));
  }
}

/** From the top left to the bottom right. @param {Target} one @param {Target} other */
function byPlace(one, other) {
  return middle(one.box).y - middle(other.box).y || middle(one.box).x - middle(other.box).x;
}
