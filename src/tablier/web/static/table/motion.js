// @ts-check
/** Motion: what happened is seen to happen, one event after the other, and a touch skips it. */

import { svg } from "./dom.js";
import { EFFECTS } from "./effects.js";
import { speed } from "./settings.js";

/** @typedef {import("../../declared").Part} Part */
/** @typedef {import("../../declared").Happened} Happened */
/** @typedef {import("../../declared").Effect} Effect */
/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {{node: SVGGraphicsElement, from: Part, to: Part}} Glide */

const GLIDE = { duration: 250, easing: "cubic-bezier(.2,.7,.3,1)" };
const FADE = { duration: 180, easing: "ease-out" };
const STAGGER = 140; // milliseconds between the beginnings of effects of one kind
const EARLY = new Set(["roll"]); // kinds that are seen before anything moves
const MADE = new Set(["burst", "rise", "trace", "call", "lift"]); // kinds that show how something comes to look so
const MEANWHILE = "rise"; // is seen while things move
const RATES = { off: 0, fast: 2, normal: 1, slow: 0.45 }; // how fast things move

/** Where a part stands, as CSS. @param {Part} part @param {number} turn */
function standing(part, turn) {
  return `translate(${part.x ?? 0}px, ${part.y ?? 0}px) rotate(${turn}deg) scale(${part.scale ?? 1})`;
}

export class Motion {
  /** @param {Scene} scene */
  constructor(scene) {
    this.scene = scene;
    this.hurry = false;
    this.marking = (/** @type {Happened} */ event) => scene.mark([event]); // shows where it happened
    /** @type {Set<Animation>} */ this.running = new Set();
  }

  /** Whether states change without travel. */
  get still() {
    return this.hurry || !RATES[speed()] || document.hidden;
  }

  /** End what is moving at once. @returns {boolean} whether something was */
  skip() {
    if (!this.running.size) return false;
    this.hurry = true;
    for (const animation of this.running) animation.finish();
    return true;
  }

  /** Make an event visible; resolves when it has been seen. @param {Happened} event */
  async play(event) {
    const scene = this.scene;
    scene.foresee([]);
    await this.effects(event.effects.filter((effect) => EARLY.has(effect.kind)));
    const late = event.effects.filter((effect) => !EARLY.has(effect.kind));
    const struck = new Set(late.map((effect) => effect.part));
    const old = this.looks(struck);
    const { layouts } = scene;
    const [first, last] = this.parted(event);
    const { glides, come, leave } = this.apply(first);
    for (const { kind, part } of late) if (MADE.has(kind)) this.veil(part, old.get(part) ?? null);
    const going = [...leave].filter(([id]) => !struck.has(id)).map(([, node]) => this.fade(node));
    const meanwhile = this.effects(late.filter(({ kind }) => kind === MEANWHILE), old, leave);
    const moved = [...glides.map((glide) => this.glide(glide)), ...come.map((node) => this.appear(node))];
    await Promise.all([...moved, ...going, meanwhile]);
    if (scene.layouts !== layouts) return; // meanwhile, another picture is shown
    this.marking(event);
    await this.effects(late.filter(({ kind }) => kind !== MEANWHILE), old, leave);
    for (const node of leave.values()) node.remove();
    if (scene.layouts === layouts) this.finish(last);
  }

  /** What changes on the board, and then what changes only beside it: who is to move is shown there, and until the move
   * has been seen that is whoever makes it. @param {Happened} event @returns {[Happened, Happened]} */
  parted(event) {
    const { scene } = this;
    const origins = this.origins(event);
    const moving = new Set([...origins.keys(), ...origins.values(), ...event.effects.map(({ part }) => part)]);
    const beside = (/** @type {string} */ id, /** @type {Part|undefined} */ to) =>
      !moving.has(id) && !scene.onBoard(id) && (to === undefined || !scene.stands(to));
    const [changed, gone] = [event.changed.filter((part) => beside(part.id, part)), event.gone.filter((id) => beside(id, undefined))];
    const rest = { changed: event.changed.filter((part) => !changed.includes(part)), gone: event.gone.filter((id) => !gone.includes(id)) };
    return [{ ...event, ...rest }, { ...event, changed, gone }];
  }

  /** Draw a change at once. @param {Happened} event */
  finish(event) {
    for (const part of event.changed) this.scene.put(part);
    for (const id of event.gone) this.scene.forget(id)?.remove();
    if (event.order) this.scene.arrange(event.order);
  }

  /** Let a part look as it did, or not be there yet, until its effect begins.
   * @param {string} id @param {SVGGraphicsElement|null} old */
  veil(id, old) {
    const node = this.scene.nodes.get(id);
    if (!node || this.still) return;
    node.firstElementChild?.setAttribute("visibility", "hidden");
    if (old) node.append(old);
  }

  /** Copies of how things look before a change, for effects that show it. @param {Set<string>} ids */
  looks(ids) {
    /** @type {Map<string, SVGGraphicsElement>} */
    const copies = new Map();
    for (const id of ids) {
      const body = this.scene.nodes.get(id)?.firstChild;
      if (body) copies.set(id, /** @type {SVGGraphicsElement} */ (body.cloneNode(true)));
    }
    return copies;
  }

  /** Draw the change; says what travels, what is new and what has to go. @param {Happened} event */
  apply(event) {
    const scene = this.scene;
    /** @type {Glide[]} */ const glides = [];
    /** @type {SVGGraphicsElement[]} */ const come = [];
    const made = new Set(event.effects.filter(({ kind }) => MADE.has(kind)).map(({ part }) => part));
    const origins = this.origins(event);
    for (const part of event.changed) {
      const from = scene.parts.get(part.id) ?? scene.parts.get(origins.get(part.id) ?? "");
      const node = scene.put(part);
      const to = scene.parts.get(part.id);
      if (!to || made.has(part.id)) continue;
      if (!from) come.push(node);
      else if (travels(from, to)) glides.push({ node, from, to });
    }
    /** @type {Map<string, SVGGraphicsElement>} */ const leave = new Map();
    const replaced = new Set(origins.values());
    for (const id of event.gone) {
      const node = scene.forget(id);
      if (node && replaced.has(id)) node.remove();
      else if (node) leave.set(id, node);
    }
    if (event.order) scene.arrange(event.order);
    return { glides, come, leave };
  }

  /** A part that goes while its like comes has only moved: the old id of each such new one, the nearest first.
   * @param {Happened} event */
  origins(event) {
    const named = new Set(event.effects.map(({ part }) => part));
    const going = event.gone.filter((id) => !named.has(id)).map((id) => this.scene.told.get(id));
    const coming = event.changed.filter(({ id }) => !named.has(id) && !this.scene.told.has(id));
    const pairs = coming.flatMap((to) => going.filter((from) => from && alike(from, to)).map((from) => ({ from, to })));
    /** @type {Map<string, string>} */ const found = new Map();
    const taken = new Set();
    for (const { from, to } of pairs.sort((one, two) => far(one) - far(two))) {
      if (!from || found.has(to.id) || taken.has(from.id)) continue;
      found.set(to.id, from.id);
      taken.add(from.id);
    }
    return found;
  }

  /** @param {Glide} glide */
  glide({ node, from, to }) {
    const [start, end] = [from.turn ?? 0, to.turn ?? 0];
    const nearest = start + ((((end - start) % 360) + 540) % 360) - 180;
    return this.animate(node, [{ transform: standing(from, start) }, { transform: standing(to, nearest) }], GLIDE);
  }

  /** @param {SVGGraphicsElement} node */
  appear(node) {
    return this.animate(node, [{ opacity: 0 }, { opacity: 1 }], FADE);
  }

  /** @param {SVGGraphicsElement} node */
  async fade(node) {
    await this.animate(node, [{ opacity: 1 }, { opacity: 0 }], FADE);
    node.remove();
  }

  /** Effects of one kind overlap, different kinds follow each other.
   * @param {Effect[]} effects @param {Map<string, SVGGraphicsElement>} old @param {Map<string, SVGGraphicsElement>} left */
  async effects(effects, old = new Map(), left = new Map()) {
    for (const kind of new Set(effects.map((effect) => effect.kind))) {
      const same = effects.filter((effect) => effect.kind === kind);
      await Promise.all(same.map((effect, number) => this.effect(effect, number * STAGGER, old, left)));
    }
  }

  /** @param {Effect} effect @param {number} delay @param {Map<string, SVGGraphicsElement>} old
   * @param {Map<string, SVGGraphicsElement>} left */
  async effect({ kind, part }, delay, old, left) {
    const node = this.scene.nodes.get(part) ?? left.get(part);
    const make = EFFECTS[kind];
    node?.firstElementChild?.removeAttribute("visibility");
    old.get(part)?.remove();
    if (!node || !make || this.still) return;
    const body = /** @type {SVGGraphicsElement} */ (node.firstChild);
    const layers = make(body, old.get(part) ?? null, this.scene.width);
    const extra = svg("g", { class: "effect", "aria-hidden": "true" });
    for (const layer of layers) if (layer.node !== body) extra.append(layer.node);
    node.append(extra);
    await Promise.all(
      layers.map(({ node: moving, frames, duration, easing }) =>
        this.animate(moving, frames, { duration, delay, easing: easing ?? "ease-out", fill: "backwards" }),
      ),
    );
    extra.remove();
  }

  /** @param {Element} node @param {Keyframe[]} frames @param {KeyframeAnimationOptions} timing */
  async animate(node, frames, timing) {
    if (this.still) return;
    const animation = node.animate(frames, timing);
    animation.playbackRate = RATES[speed()];
    this.running.add(animation);
    try {
      await animation.finished;
    } catch {
      // Cancelled: what it led to is already drawn.
    } finally {
      this.running.delete(animation);
    }
  }
}

/** Whether two parts look the same. @param {Part} one @param {Part} other */
function alike(one, other) {
  return one.symbol !== undefined && one.symbol === other.symbol && one.style === other.style;
}

/** @param {{from: Part|undefined, to: Part}} pair */
function far({ from, to }) {
  return Math.hypot((from?.x ?? 0) - (to.x ?? 0), (from?.y ?? 0) - (to.y ?? 0));
}

/** Whether a change is one of place. @param {Part} from @param {Part} to */
function travels(from, to) {
  const place = (/** @type {Part} */ part) => [part.x ?? 0, part.y ?? 0, part.turn ?? 0, part.scale ?? 1].join();
  return place(from) !== place(to);
}
