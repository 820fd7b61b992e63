// @ts-check
/** What a thing in the picture is: its name appears where one rests with the pointer, the keyboard or a finger. */

import { tip } from "./bubble.js";
import { capital } from "./words.js";

/** @typedef {import("./touch.js").Touch} Touch */

const REST = 700; // milliseconds
const PRESSED = 500; // milliseconds
const STILL = 8; // pixels that a finger may move

export class Tips {
  /** @param {Touch} touch */
  constructor(touch) {
    this.touch = touch;
    this.told = false; // whether the finger that is down has been told a name, so that it touches nothing
    /** @type {PointerEvent|null} */ this.from = null;
    /** @type {ReturnType<typeof setTimeout>|undefined} */ this.timer = undefined;
    const { root } = touch.scene;
    root.addEventListener("pointermove", (event) => this.moved(event));
    root.addEventListener("pointerdown", (event) => this.pressed(event), { capture: true });
    for (const kind of ["pointerup", "pointercancel"]) root.addEventListener(kind, () => this.rest());
    root.addEventListener("pointerleave", (event) => this.left(event));
    root.addEventListener("click", (event) => this.clicked(event), { capture: true });
    root.addEventListener("contextmenu", (event) => this.told && event.preventDefault());
    root.parentElement?.addEventListener("focusin", (event) => this.focused(/** @type {Element} */ (event.target)));
  }

  /** Wait no longer. */
  rest() {
    clearTimeout(this.timer);
  }

  /** @param {PointerEvent} event */
  moved(event) {
    const { from } = this;
    if (event.pointerType === "mouse") {
      if (from && Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) <= 1) return;
      this.from = event;
      tip.hide();
      this.rest();
      if (!event.buttons) this.timer = setTimeout(() => this.tell(this.at(event)), REST);
    } else if (from && Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) > STILL) this.rest();
  }

  /** The pointer has gone elsewhere; a finger that is lifted has not. @param {PointerEvent} event */
  left(event) {
    this.rest();
    if (event.pointerType === "mouse") tip.hide();
  }

  /** @param {PointerEvent} event */
  pressed(event) {
    this.rest();
    this.told = false;
    this.from = event;
    if (event.pointerType === "touch") this.timer = setTimeout(() => (this.told = this.tell(this.at(event))), PRESSED);
  }

  /** A finger that was told a name does nothing else. @param {MouseEvent} event */
  clicked(event) {
    if (!this.told) return;
    this.told = false;
    event.stopImmediatePropagation();
  }

  /** @param {Element} node */
  focused(node) {
    const id = node.getAttribute("data-target") ?? node.getAttribute("data-look");
    this.rest();
    if (id && node.matches(":focus-visible")) this.timer = setTimeout(() => this.tell(id), REST);
  }

  /** The named thing under a pointer. @param {PointerEvent} event */
  at({ clientX, clientY }) {
    const { touch } = this;
    return touch.partsAt(clientX, clientY).find((id) => touch.scene.parts.get(id)?.label);
  }

  /** Show what something is; false if it has no name. @param {string|undefined} id */
  tell(id) {
    const { scene, targets, drag } = this.touch;
    const box = id === undefined ? null : scene.box(id);
    const label = scene.parts.get(id ?? "")?.label;
    if (!box || !label || drag.active) return false;
    tip.show(capital(label), scene.onScreen(box), targets.map((target) => scene.onScreen(target.box)));
    return true;
  }
}
