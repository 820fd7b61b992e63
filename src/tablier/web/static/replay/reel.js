// @ts-check
/** A recorded game: how it looks after any number of moves, and what changes between two moments. */

/** @typedef {import("../../declared").Part} Part */
/** @typedef {import("../../declared").Picture} Picture */
/** @typedef {import("../../declared").Happened} Happened */
/** @typedef {Map<string, Part>} Parts by id, in drawing order */

export class Reel {
  /** @param {Picture} picture before the first move @param {Happened[]} moves */
  constructor(picture, moves) {
    this.picture = picture;
    this.moves = moves;
    /** @type {Parts[]} */ this.moments = [new Map(picture.parts.map((part) => [part.id, part]))];
  }

  get length() {
    return this.moves.length;
  }

  /** A number of moves that there is. @param {number} number */
  within(number) {
    return Math.max(0, Math.min(this.length, Math.trunc(number) || 0));
  }

  /** Whether another game begins with all of this one. @param {Reel} other */
  leadsTo(other) {
    const begun = [other.picture, other.moves.slice(0, this.length)];
    return JSON.stringify([this.picture, this.moves]) === JSON.stringify(begun);
  }

  /** The moving parts after so many moves. @param {number} number */
  at(number) {
    for (let made = this.moments.length; made <= number; made++) {
      this.moments.push(after(this.moments[made - 1], this.moves[made - 1]));
    }
    return this.moments[number];
  }

  /** Everything after so many moves. @param {number} number @returns {Picture} */
  pictured(number) {
    return { ...this.picture, parts: [...this.at(number).values()] };
  }

  /** The last of so many moves. @param {number} number */
  last(number) {
    return this.moves.slice(0, number).slice(-1);
  }

  /** What changes from one moment to any other, as if one move had done it. @param {number} from @param {number} to
   * @returns {Happened} */
  between(from, to) {
    if (to === from + 1) return this.moves[from];
    const [old, now] = [this.at(from), this.at(to)];
    return {
      type: "happened",
      number: to,
      who: this.last(to)[0]?.who ?? "chance",
      lines: [],
      changed: [...now.values()].filter((part) => old.get(part.id) !== part),
      gone: [...old.keys()].filter((id) => !now.has(id)),
      order: [...now.keys()],
      effects: [],
      marked: this.last(to)[0]?.marked ?? [],
    };
  }
}

/** The parts after one more move. @param {Parts} parts @param {Happened} move @returns {Parts} */
function after(parts, { changed, gone, order }) {
  const next = new Map(parts);
  for (const id of gone) next.delete(id);
  for (const part of changed) next.set(part.id, part);
  if (!order) return next;
  const known = /** @type {Part[]} */ (order.map((id) => next.get(id)).filter((part) => part !== undefined));
  return new Map(known.map((part) => [part.id, part]));
}
