// @ts-check
/** What was tried from a position: a tree of moves with comments. It knows no rules. */

/** @typedef {import("../../declared").TriedTree} TriedTree */
/** @typedef {import("../../declared").TriedMove} TriedMove */
/** @typedef {{move: string, comment: string, before: Ply|null, following: Ply[]}} Ply a move; the start has none */

/** @param {string} move @param {Ply|null} before @returns {Ply} */
const ply = (move, before) => ({ move, comment: "", before, following: [] });

export class Tree {
  constructor() {
    this.start = ply("", null);
    /** @type {Ply|null} */ this.end = null; // after which people gave up: what follows is aside
  }

  /** @param {{comment: string, plies: TriedMove[], end?: number|null}} told @returns {Tree} */
  static of(told) {
    const tree = new Tree();
    const plies = [tree.start];
    tree.start.comment = told.comment;
    for (const { before, move, comment = "" } of told.plies) {
      const next = tree.add(plies[before] ?? tree.start, move);
      next.comment = comment;
      plies.push(next);
    }
    tree.end = told.end === null || told.end === undefined ? null : (plies[told.end] ?? null);
    return tree;
  }

  /** All moves, each after the one that it follows. @returns {Ply[]} */
  get plies() {
    /** @type {Ply[]} */ const found = [];
    const left = [this.start];
    for (let next = left.pop(); next; next = left.pop()) {
      found.push(next);
      left.push(...[...next.following].reverse());
    }
    return found;
  }

  /** The tree as it is sent and kept. */
  rows() {
    const plies = this.plies;
    const numbers = new Map(plies.map((each, number) => [each, number]));
    const rows = plies.slice(1).map(({ before, move, comment }) => ({ before: numbers.get(before ?? this.start) ?? 0, move, comment }));
    return { comment: this.start.comment, plies: rows, end: this.end ? (numbers.get(this.end) ?? null) : null };
  }

  /** The number by which a move is kept. @param {Ply} one */
  numberOf(one) {
    return this.plies.indexOf(one);
  }

  /** Another move after one; if it is there already, that one. @param {Ply} before @param {string} move */
  add(before, move) {
    const known = before.following.find((each) => each.move === move);
    if (known) return known;
    const next = ply(move, before);
    before.following.push(next);
    return next;
  }

  /** Take a move away with all that follows. @param {Ply} one */
  remove(one) {
    if (!one.before) return;
    one.before.following = one.before.following.filter((each) => each !== one);
    if (this.end && !leadsBack(this.end, this.start)) this.end = null;
  }

  /** The move that would come first if the line of another were promoted; null if it comes first already. @param {Ply} one */
  aside(one) {
    for (let each = one; each.before; each = each.before) {
      if (each.before.following[0] !== each) return each;
    }
    return null;
  }

  /** Let the line of a move come first where it branches off. @param {Ply} one */
  promote(one) {
    const aside = this.aside(one);
    if (!aside?.before) return;
    aside.before.following = [aside, ...aside.before.following.filter((each) => each !== aside)];
  }
}

/** Whether a move still hangs on a start. @param {Ply} one @param {Ply} start */
function leadsBack(one, start) {
  let each = one;
  while (each.before?.following.includes(each)) each = each.before;
  return each === start;
}

/** The moves that lead to one, it included. @param {Ply} one @returns {Ply[]} */
export function pathOf(one) {
  /** @type {Ply[]} */ const path = [];
  for (let each = one; each.before; each = each.before) path.unshift(each);
  return path;
}
