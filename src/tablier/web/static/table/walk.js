// @ts-check
/** Walking down the paths of the legal moves. It knows no rules: what can be touched next is what the paths say. */

/** @typedef {import("../../declared").LegalMove} LegalMove */

export class Walk {
  /** @param {LegalMove[]} moves */
  constructor(moves) {
    this.moves = moves;
    /** @type {string[]} */ this.chosen = [];
    /** @type {Set<number>} */ this.given = new Set(); // steps that were the only ones and took themselves
  }

  /** The moves that begin with some touches. @param {string[]} begun */
  beginning(begun) {
    return this.moves.filter((move) => begins(move, begun));
  }

  /** What can be touched next, each with the moves it leads to. @param {string[]} begun */
  choices(begun = this.chosen) {
    /** @type {Map<string, LegalMove[]>} */ const next = new Map();
    for (const move of this.beginning(begun)) {
      for (const id of following(move, begun)) next.set(id, [...(next.get(id) ?? []), move]);
    }
    return next;
  }

  /** What is asked in the middle of a path; null at its beginning, where the server says it. @returns {string|null} */
  question() {
    if (!this.chosen.length) return null;
    for (const move of this.beginning(this.chosen)) {
      const [id] = following(move, this.chosen);
      if (id !== undefined) return move.asks[move.path.indexOf(id)] ?? null;
    }
    return null;
  }

  /** The move that is complete if this is touched next. @param {string} id @returns {LegalMove|null} */
  ends(id) {
    const moves = this.choices().get(id) ?? [];
    return moves.length === 1 && moves[0].path.length === this.chosen.length + 1 ? moves[0] : null;
  }

  /** The move whose path has been walked to its end. @returns {LegalMove|null} */
  get finished() {
    const moves = this.beginning(this.chosen);
    return moves.length === 1 && moves[0].path.length === this.chosen.length ? moves[0] : null;
  }

  /** Touch something; false if it cannot be touched now. @param {string} id */
  step(id) {
    if (!this.choices().has(id)) return false;
    this.chosen.push(id);
    this.takeGiven();
    return true;
  }

  /** Take steps that leave no choice, the last one of a move too. */
  takeGiven() {
    for (let next = [...this.choices()]; next.length === 1; next = [...this.choices()]) {
      const [[id]] = next;
      this.given.add(this.chosen.length);
      this.chosen.push(id);
    }
  }

  /** Go back to the last choice; false at the beginning. */
  back() {
    if (!this.chosen.length) return false;
    while (this.given.delete(this.chosen.length - 1)) this.chosen.pop();
    this.chosen.pop();
    return true;
  }

  /** Go back to where this could be touched, and touch it; false if it never could. @param {string} id */
  instead(id) {
    for (let length = this.chosen.length - 1; length >= 0; length--) {
      if (this.chosen[length] === id || !this.choices(this.chosen.slice(0, length)).has(id)) continue;
      this.chosen.length = length;
      this.given = new Set([...this.given].filter((step) => step < length));
      return this.step(id);
    }
    return false;
  }
}

/** Whether a move begins with some touches; the first ones of a path may come in any order.
 * @param {LegalMove} move @param {string[]} begun */
function begins({ path, free = 1 }, begun) {
  if (begun.length > path.length) return false;
  const early = path.slice(0, free);
  return begun.every((id, step) => (step < free ? early.includes(id) && begun.indexOf(id) === step : path[step] === id));
}

/** What can follow in a move that begins so. @param {LegalMove} move @param {string[]} begun */
function following({ path, free = 1 }, begun) {
  if (begun.length >= free) return path.slice(begun.length, begun.length + 1);
  return path.slice(0, free).filter((id) => !begun.includes(id));
}
