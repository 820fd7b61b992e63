// @ts-check
/** Walking down the paths of the legal moves. It knows no rules: what can be touched next is what the paths say. */

/** @typedef {import("../../declared").LegalMove} LegalMove */
/** @typedef {import("../../declared").Part} Part */

export class Walk {
  /** @param {LegalMove[]} moves */
  constructor(moves) {
    this.moves = moves;
    this.pairs = moves.some((move) => move.pairs); // things are put in places, in any order, until that is confirmed
    /** @type {string[]} */ this.chosen = [];
    /** @type {Set<number>} */ this.given = new Set(); // steps that were the only ones and took themselves
  }

  /** The moves that begin with some touches. @param {string[]} begun */
  beginning(begun = this.chosen) {
    return this.moves.filter((move) => begins(move, begun));
  }

  /** What can be touched next, each with the moves it leads to. @param {string[]} begun */
  choices(begun = this.chosen) {
    /** @type {Map<string, LegalMove[]>} */ const next = new Map();
    for (const move of this.beginning(begun)) {
      for (const id of following(move, begun)) {
        const moves = next.get(id);
        if (moves) moves.push(move);
        else next.set(id, [move]);
      }
    }
    return next;
  }

  /** What is asked in the middle of a path; null at its beginning, where the server says it. @returns {string|null} */
  question() {
    if (!this.chosen.length) return null;
    for (const move of this.beginning()) {
      const [id] = following(move, this.chosen);
      if (id !== undefined) return move.asks[move.path.indexOf(id)] ?? null;
    }
    return null;
  }

  /** The move that is complete if this is touched next. @param {string} id @returns {LegalMove|null} */
  ends(id) {
    const moves = this.choices().get(id) ?? [];
    return moves.length === 1 && moves[0].path.length === walked(moves[0], this.chosen).length + 1 ? moves[0] : null;
  }

  /** Whether something was touched that changes nothing for some moves: then no name of a move may tell for which. */
  get hushed() {
    return this.moves.some(({ idle }) => idle && idle === this.chosen[0]);
  }

  /** What is sure to be seen after all that was touched, and this too if one is given. @param {string} [id] @returns {Part[]} */
  ghost(id) {
    if (id !== undefined) return shared(this.choices().get(id) ?? []);
    return this.chosen.length ? shared(this.beginning()) : [];
  }

  /** The move whose path has been walked to its end. @returns {LegalMove|null} */
  get finished() {
    const moves = this.beginning();
    return moves.length === 1 && moves[0].path.length === walked(moves[0], this.chosen).length ? moves[0] : null;
  }

  /** What has been put somewhere and can be taken up again: things and places. */
  get settled() {
    return this.pairs ? this.chosen.slice(0, this.chosen.length - (this.chosen.length % 2)) : [];
  }

  /** Touch something; false if it cannot be touched now. @param {string} id */
  step(id) {
    if (this.settled.includes(id)) return this.takeUp(id);
    if (!this.hold(id)) return false;
    this.takeGiven();
    return true;
  }

  /** Touch something and nothing more, even if only one thing can follow. @param {string} id */
  hold(id) {
    if (this.settled.includes(id)) return this.takeUp(id);
    if (!this.choices().has(id)) return false;
    this.chosen.push(id);
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

  /** Take a thing from its place again; one that is in the hand goes there instead, if it may. @param {string} id */
  takeUp(id) {
    const rest = this.twos().filter((two, number) => !two.includes(id) && !this.given.has(2 * number));
    const [thing] = this.twos().find((two) => two.includes(id)) ?? [id];
    const hand = this.chosen.length % 2 ? this.chosen.slice(-1) : [];
    const swapped = [...rest.flat(), ...hand, id];
    const swaps = hand.length > 0 && id !== thing && this.choices(swapped.slice(0, -1)).has(id);
    this.chosen = swaps ? swapped : rest.flat();
    this.given.clear();
    if (this.choices().has(thing)) this.chosen.push(thing);
    if (swaps) this.takeGiven();
    return true;
  }

  /** The things that were put somewhere, each with its place. */
  twos() {
    const { settled } = this;
    return settled.filter((_, step) => step % 2 === 0).map((thing, number) => [thing, settled[2 * number + 1]]);
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
      return this.hold(id); // a change of mind makes no move by itself
    }
    return false;
  }
}

/** The parts of the ghosts that some moves have in common. @param {LegalMove[]} moves @returns {Part[]} */
function shared([first, ...others]) {
  if (!first) return [];
  const sets = others.map((move) => new Set(move.ghost.map((part) => JSON.stringify(part))));
  return first.ghost.filter((part) => sets.every((set) => set.has(JSON.stringify(part))));
}

/** Whether a move begins with some touches; the first ones of a path may come in any order, and so may pairs.
 * @param {LegalMove} move @param {string[]} begun @returns {boolean} */
function begins(move, begun) {
  const steps = walked(move, begun);
  return steps.length < begun.length ? begins({ ...move, free: 1, idle: "" }, steps) : follows(move, begun);
}

/** The touches that are steps of a move: without the one before all else that changes nothing.
 * @param {LegalMove} move @param {string[]} begun */
function walked({ idle }, begun) {
  return idle && begun[0] === idle ? begun.slice(1) : begun;
}

/** The same where all touches are steps. @param {LegalMove} move @param {string[]} begun */
function follows({ path, free = 1, pairs }, begun) {
  if (begun.length > path.length) return false;
  if (pairs) return begun.every((id, step) => begun.indexOf(id) === step && fits(path, begun, step));
  const early = path.slice(0, free);
  return begun.every((id, step) => (step < free ? early.includes(id) && begun.indexOf(id) === step : path[step] === id));
}

/** Whether a touch is that of a thing of a path, or of the place of the thing before. @param {string[]} path
 * @param {string[]} begun @param {number} step */
function fits(path, begun, step) {
  if (step % 2 === 0) return path.indexOf(begun[step]) % 2 === 0;
  return path[path.indexOf(begun[step - 1]) + 1] === begun[step];
}

/** What can follow in a move that begins so. @param {LegalMove} move @param {string[]} begun */
function following(move, begun) {
  const steps = walked(move, begun);
  if (steps.length < begun.length) return after({ ...move, free: 1 }, steps);
  return move.idle && !begun.length ? [...after(move, begun), move.idle] : after(move, begun);
}

/** The same where all touches are steps. @param {LegalMove} move @param {string[]} begun */
function after({ path, free = 1, pairs }, begun) {
  if (pairs && begun.length % 2) return [path[path.indexOf(begun[begun.length - 1]) + 1]];
  if (pairs) return path.filter((id, step) => step % 2 === 0 && !begun.includes(id));
  if (begun.length >= free) return path.slice(begun.length, begun.length + 1);
  return path.slice(0, free).filter((id) => !begun.includes(id));
}
