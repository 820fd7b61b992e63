// @ts-check
/** The tree of moves beside the board: each move leads to its position, variations stand one step further in. */

import { byId, html } from "../table/dom.js";
import { say } from "../table/words.js";

/** @typedef {import("./tree.js").Tree} Tree */
/** @typedef {import("./tree.js").Ply} Ply */

export class Branches {
  /** @param {(ply: Ply) => void} go */
  constructor(go) {
    this.go = go;
    /** @type {Map<Ply, HTMLElement>} */ this.buttons = new Map();
  }

  /** Draw the tree anew. @param {Tree} tree @param {Ply} here */
  show(tree, here) {
    const held = byId("tree").contains(document.activeElement);
    this.buttons.clear();
    const start = this.move(tree.start, say("analysis.start"), 0);
    byId("tree").replaceChildren(html("li", { class: "line" }, start, ...said(tree.start)), ...this.line(tree, tree.start, 1));
    this.mark(here);
    if (held) this.buttons.get(here)?.focus({ preventScroll: true });
  }

  /** What follows from a move: its main line, and beside each move what else was tried.
   * @param {Tree} tree @param {Ply} from @param {number} number @param {HTMLElement[]} begun what the first row begins with */
  line(tree, from, number, begun = []) {
    /** @type {HTMLElement[]} */ const rows = [];
    let row = html("li", { class: "line" }, ...begun);
    for (let ply = /** @type {Ply} */ (from); ply.following.length; number++) {
      const aside = ply === tree.end;
      const main = aside ? null : ply.following[0];
      const others = aside ? ply.following : ply.following.slice(1);
      if (main) row.append(this.move(main, main.move, number), ...said(main));
      if (others.length) {
        if (row.childElementCount) rows.push(row);
        rows.push(...others.map((other) => this.variation(tree, other, number)));
        row = html("li", { class: "line" });
      }
      if (!main) break;
      ply = main;
    }
    if (row.childElementCount) rows.push(row);
    return rows;
  }

  /** @param {Tree} tree @param {Ply} ply @param {number} number */
  variation(tree, ply, number) {
    const rows = this.line(tree, ply, number + 1, [this.move(ply, ply.move, number), ...said(ply)]);
    return html("li", {}, html("ol", { class: "plain variation", "aria-label": say("analysis.variation") }, ...rows));
  }

  /** @param {Ply} ply @param {string} text @param {number} number */
  move(ply, text, number) {
    const shown = html("button", { type: "button", class: "ply", tabindex: "-1", onclick: () => this.go(ply) }, text);
    if (number) shown.prepend(html("span", { class: "number" }, `${number}.`), " ");
    this.buttons.set(ply, shown);
    return shown;
  }

  /** Mark the move that is shown, and keep it in view. @param {Ply} here */
  mark(here) {
    for (const [ply, shown] of this.buttons) {
      shown.tabIndex = ply === here ? 0 : -1;
      shown.toggleAttribute("aria-current", ply === here);
      if (ply === here) shown.setAttribute("aria-current", "true");
    }
    const shown = this.buttons.get(here);
    const list = byId("tree");
    if (!shown) return;
    const [outer, inner] = [list.getBoundingClientRect(), shown.getBoundingClientRect()];
    if (inner.top < outer.top) list.scrollTop += inner.top - outer.top;
    else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
  }
}

/** @param {Ply} ply */
function said(ply) {
  return ply.comment ? [html("span", { class: "said-of" }, ply.comment)] : [];
}
