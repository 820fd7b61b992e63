// @ts-check
/** Effects by kind: what moves, and how. Bodies are moved in their own units, around their own place. */

import { svg } from "./dom.js";

/** @typedef {{node: SVGGraphicsElement, frames: Keyframe[], duration: number, easing?: string}} Layer */
/** @typedef {(body: SVGGraphicsElement, old: SVGGraphicsElement|null, width: number) => Layer[]} Effect */

const SPRING = "cubic-bezier(.3,1.5,.5,1)";

/** @type {Record<string, Effect>} */
export const EFFECTS = {
  roll: (body) => [{ node: body, duration: 560, frames: tumble() }],
  burst: (body, _, width) => [
    { node: ring(width / 9, "effect-burst"), duration: 480, frames: spread(0.15, 1) },
    { node: ring(width / 14, "effect-ember"), duration: 380, frames: spread(0.1, 1) },
    { node: body, duration: 320, frames: shaken(width / 200) },
  ],
  lift: (body, old, width) => [
    { node: old ?? svg("g"), duration: 560, frames: raised(width / 12), easing: "cubic-bezier(.5,0,.3,1)" },
    { node: body, duration: 560, frames: [{ opacity: 0 }, { opacity: 0, offset: 0.25 }, { opacity: 1 }] },
  ],
  rise: (body) => [
    { node: body, duration: 320, easing: SPRING, frames: [grown(0.4, 0), grown(1, 1)] },
  ],
  strike: (body, _, width) => [
    { node: body, duration: 420, frames: [...shaken(width / 160), { opacity: 0.35, transform: "none" }] },
  ],
  trace: (body) => [
    { node: body, duration: 300, frames: [{ transform: "scale(0, 1)" }, { transform: "scale(1, 1)" }] },
  ],
  call: (body) => [
    { node: body, duration: 600, frames: [grown(0.5, 0), { ...grown(1.12, 1), offset: 0.4 }, grown(1, 1)] },
  ],
};

/** A die that turns over and comes to rest. */
function tumble() {
  const turns = [0, -40, 95, 190, 280, 350, 360];
  return turns.map((turn, number) => ({
    transform: `rotate(${turn}deg) scale(${number === 0 || number === turns.length - 1 ? 1 : 1.25})`,
  }));
}

/** @param {number} from @param {number} to */
function spread(from, to) {
  return [
    { transform: `scale(${from})`, opacity: 1 },
    { transform: `scale(${to})`, opacity: 0 },
  ];
}

/** @param {number} far */
function shaken(far) {
  return [0, 1, -1, 0.6, -0.4, 0].map((part) => ({ transform: `translate(${part * far}px, 0)` }));
}

/** @param {number} far */
function raised(far) {
  return [
    { transform: "none", opacity: 1 },
    { transform: `translate(0, ${-far / 2}px) rotate(-4deg)`, opacity: 1, offset: 0.5 },
    { transform: `translate(${far / 5}px, ${-far}px) rotate(10deg)`, opacity: 0 },
  ];
}

/** @param {number} scale @param {number} opacity */
function grown(scale, opacity) {
  return { transform: `scale(${scale})`, opacity };
}

/** @param {number} radius @param {string} look */
function ring(radius, look) {
  return svg("circle", { r: radius, class: look });
}
