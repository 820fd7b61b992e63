// @ts-check
/** Dragging: a lit thing that is pressed and moved comes along, and is let go where it can be put. */

import { svg } from "./dom.js";

/** @typedef {import("./touch.js").Touch} Touch */
/** @typedef {import("../../declared").Part} Part */
/** @typedef {{id: string, x: number, y: number, pointer: number}} Press */

const FAR = 8; // pixels that a pointer moves until that is a drag

export class Drag {
  /** @param {Touch} touch */
  constructor(touch) {
    this.touch = touch;
    /** @type {Press|null} */ this.press = null;
    /** @type {SVGGraphicsElement|null} */ this.carried = null;
    /** @type {Part|undefined} */ this.shape = undefined; // of what is carried
    this.over = false; // whether a drag has just ended, so that the click after it means nothing
    const { root } = touch.scene;
    root.addEventListener("pointerdown", (event) => this.pressed(event));
    root.addEventListener("pointermove", (event) => this.moved(event));
    root.addEventListener("pointerup", (event) => this.released(event));
    root.addEventListener("pointercancel", () => this.back());
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.drop());
  }

  /** Whether something is being dragged. */
  get active() {
    return this.carried !== null;
  }

  /** Whether a drag has just ended; says so once. */
  ended() {
    const { over } = this;
    this.over = false;
    return over;
  }

  /** @param {PointerEvent} event */
  pressed(event) {
    this.over = false;
    if (!event.isPrimary || event.button !== 0 || this.active) return;
    const id = this.touch.under(event.clientX, event.clientY)?.id;
    const carries = id !== undefined && !this.touch.scene.isGround(id);
    this.press = carries ? { id, x: event.clientX, y: event.clientY, pointer: event.pointerId } : null;
  }

  /** @param {PointerEvent} event */
  moved(event) {
    const { press } = this;
    if (!press || event.pointerId !== press.pointer) return;
    const far = Math.hypot(event.clientX - press.x, event.clientY - press.y);
    if (!this.active && far >= FAR) this.lift(press);
    if (!this.active) return;
    this.carry(event);
    this.touch.near(this.touch.under(event.clientX, event.clientY));
  }

  /** Take the pressed thing along, if it can be put somewhere. @param {Press} press */
  lift({ id, pointer }) {
    const { scene, walk } = this.touch;
    const node = scene.nodes.get(id);
    if (!node || walk.ends(id) || !walk.hold(id)) return void (this.press = null);
    this.touch.waiting = null;
    this.touch.refresh(false);
    scene.root.setPointerCapture(pointer);
    const one = this.oneOf(id);
    const look = one ? scene.drawn(one) : node;
    this.shape = one ?? scene.parts.get(id);
    const body = /** @type {SVGGraphicsElement} */ (look.firstElementChild?.cloneNode(true) ?? svg("g"));
    this.carried = svg("g", { class: `carried ${look.getAttribute("class") ?? ""}`, "aria-hidden": "true" }, body);
    scene.layers.targets.append(this.carried);
  }

  /** What comes out of a heap that stays where it is: what its moves would bring in its colour. @param {string} id */
  oneOf(id) {
    const { scene, walk } = this.touch;
    const part = scene.parts.get(id);
    const [ghost] = walk.beginning().map((move) => move.ghost);
    if (!part || !ghost || ghost.some(({ symbol }) => symbol === part.symbol)) return null;
    return ghost.find(({ seat, symbol }) => symbol && seat !== undefined && seat === part.seat) ?? null;
  }

  /** Let the thing follow the pointer. @param {PointerEvent} event */
  carry({ clientX, clientY }) {
    const { scene } = this.touch;
    const { x, y } = scene.at(clientX, clientY);
    const [turn, scale] = [this.shape?.turn ?? 0, this.shape?.scale ?? 1];
    this.carried?.setAttribute("transform", `translate(${x} ${y}) rotate(${turn}) scale(${scale})`);
  }

  /** Let go: where it can be put, that is touched; elsewhere it goes back. @param {PointerEvent} event */
  released(event) {
    if (!this.active) return void (this.press = null);
    const found = this.touch.under(event.clientX, event.clientY);
    this.over = true;
    setTimeout(() => (this.over = false)); // a finger's drag is followed by no click
    this.drop();
    if (found) this.touch.touch(found.id, false);
    else this.touch.dropped(event);
  }

  /** The browser has taken the pointer away. */
  back() {
    const { active } = this;
    this.drop();
    if (active) this.touch.back();
  }

  /** Carry nothing any more. */
  drop() {
    this.carried?.remove();
    this.carried = this.press = null;
  }
}
