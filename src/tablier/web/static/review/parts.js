// @ts-check
/** What a review tells beside the board: luck and skill of every seat, turning points, mistakes, and what could be believed. */

import { html, short, svg } from "../table/dom.js";
import { capital, say } from "../table/words.js";
import { percent } from "./graph.js";

/** @typedef {import("../../declared").GameReview} GameReview */
/** @typedef {import("../../declared").ReviewedMove} ReviewedMove */
/** @typedef {import("../../declared").SeatLedger} SeatLedger */
/** @typedef {{review: GameReview, yours: number[], name: (actor: number|"chance") => string, disc: (actor: number|"chance") => Node,
 *   go: (number: number) => void}} Told what all parts are made from */

const SIGNS = { slip: "?!", mistake: "?", blunder: "??", missed: "✗" };
const BAR = { height: 13, row: 21, room: 118 };
const MINUS = "−";

/** A change of chances in points, with its sign. @param {number} change */
export function signed(change) {
  const points = Math.round(100 * change);
  return points > 0 ? `+${points}` : points ? `${MINUS}${-points}` : "0";
}

/** How a decision is judged. @param {GameReview} review @param {NonNullable<ReviewedMove["kind"]>} kind */
export function badge(review, kind) {
  return html("span", { class: `judgement ${kind}` }, html("b", { "aria-hidden": "true" }, SIGNS[kind]), ` ${review.called.kinds[kind]}`);
}

// Luck and skill

/** The seats, each with its accuracy and what its chances are made of. @param {Told} told */
export function seats(told) {
  return told.review.ledgers.map((own) =>
    html(
      "article",
      { class: "ledger" },
      html("h3", {}, told.disc(own.seat), html("span", { class: "name" }, told.name(own.seat)), accuracy(own)),
      html("p", {}, sentence(told, own)),
      counted(told, own),
      waterfall(told, own),
    ),
  );
}

/** @param {SeatLedger} own */
function accuracy(own) {
  if (own.accuracy === null) return null;
  return html("span", { class: "accuracy" }, percent(own.accuracy), html("small", {}, ` ${say("review.accuracy")}`));
}

/** Luck and skill in a sentence; to whoever sat there as to themselves. @param {Told} told @param {SeatLedger} own */
function sentence({ yours }, own) {
  if (!yours.includes(own.seat) || yours.length > 1) return own.told;
  const [luck, given] = [Math.round(100 * own.luck), Math.max(0, Math.round(-100 * own.own))];
  const key = luck ? (luck >= 0 ? "lucky" : "unlucky") : given ? "skill" : "nothing";
  return say(`review.you.${key}`, { points: Math.abs(luck), given });
}

/** How many mistakes of each kind. @param {Told} told @param {SeatLedger} own */
function counted({ review }, own) {
  const kinds = /** @type {(keyof typeof SIGNS)[]} */ (Object.keys(SIGNS)).filter((kind) => own.judged[kind]);
  if (!kinds.length) return null;
  const items = kinds.map((kind) => html("li", {}, html("strong", {}, `${own.judged[kind]} × `), badge(review, kind)));
  return html("ul", { class: "plain counts" }, ...items);
}

/** What a seat began with, each part on the end of the one before, and what it came to. @param {Told} told @param {SeatLedger} own */
function waterfall({ review, name }, own) {
  const { parts } = review.called;
  let reached = own.start;
  const pieces = [{ label: parts.start, begin: 0, end: own.start, look: "whole", value: percent(own.start) }];
  for (const part of /** @type {const} */ (["luck", "own", "others", "settled"])) {
    if (!own[part] && part !== "own") continue;
    const end = reached + own[part];
    pieces.push({ label: parts[part], begin: reached, end, look: own[part] >= 0 ? "gain" : "loss", value: signed(own[part]) });
    reached = end;
  }
  pieces.push({ label: parts.end, begin: 0, end: own.end, look: "whole", value: percent(own.end) });
  const ends = pieces.flatMap(({ begin, end }) => [begin, end]);
  const [low, high] = [Math.min(0, ...ends), Math.max(1, ...ends)];
  const rows = pieces.flatMap((piece, row) => bar(piece, row, low, (270 - BAR.room - 48) / (high - low)));
  const label = `${say("review.made_of", { seat: name(own.seat) })} ${pieces.map(({ label, value }) => `${label} ${value}`).join(", ")}`;
  return svg("svg", { class: "waterfall", viewBox: `0 0 270 ${BAR.row * pieces.length}`, role: "img", "aria-label": label }, ...rows);
}

/** @param {{label: string, begin: number, end: number, look: string, value: string}} piece @param {number} row @param {number} low
 * @param {number} scale */
function bar({ label, begin, end, look, value }, row, low, scale) {
  const [left, right] = [begin, end].sort((one, other) => one - other).map((share) => BAR.room + (share - low) * scale);
  const middle = BAR.row * (row + 0.5);
  const place = { x: short(left), y: middle - BAR.height / 2, width: short(Math.max(1.5, right - left)), height: BAR.height, rx: 2 };
  return [
    svg("text", { x: 0, y: middle, "dominant-baseline": "central" }, label),
    svg("rect", { class: look, ...place }),
    svg("text", { class: "value", x: short(right + 6), y: middle, "dominant-baseline": "central" }, value),
  ];
}

// Moves

/** The moves that have changed most. @param {Told} told */
export function turningPoints(told) {
  const found = told.review.turning_points.map((number) => told.review.moves[number - 1]);
  return list(told, found, (move) => change(told, move));
}

/** All decisions that gave something away. @param {Told} told */
export function mistakes(told) {
  const found = told.review.moves.filter((move) => move.kind);
  return list(told, found, (move) => html("span", { class: "cost" }, signed(-move.loss)));
}

/** @param {Told} told @param {ReviewedMove[]} moves @param {(move: ReviewedMove) => Node} value */
function list(told, moves, value) {
  if (!moves.length) return html("p", { class: "quiet" }, say("review.nothing"));
  return html("ol", { class: "plain moves" }, ...moves.map((move) => entry(told, move, value(move))));
}

/** A move that leads to itself. @param {Told} told @param {ReviewedMove} move @param {Node} value */
function entry(told, move, value) {
  const { review, name, disc, go } = told;
  const title = html("span", { class: "made" }, disc(move.actor), html("strong", {}, `${move.number}. ${move.move}`), value);
  const kind = move.kind ? html("span", { class: "kind" }, badge(review, move.kind)) : null;
  const who = html("span", { class: "unseen" }, name(move.actor));
  const said = html("span", { class: "why" }, move.told ?? move.reason ?? "");
  return html("li", { "data-move": move.number }, html("button", { type: "button", onclick: () => go(move.number) }, title, who, kind, said));
}

/** The chances of whom a move concerned most, before and after it. @param {Told} told @param {ReviewedMove} move */
function change({ review, name }, { before, after }) {
  const size = (/** @type {number} */ seat) => Math.abs((after[seat] ?? 0) - (before[seat] ?? 0));
  const known = review.ledgers.map(({ seat }) => seat).filter((seat) => after[seat] !== null);
  const most = known.reduce((one, other) => (size(other) > size(one) ? other : one), known[0]);
  return html("span", { class: "change" }, `${name(most)} ${percent(before[most])} → ${percent(after[most])}`);
}

// Beliefs

/** What each seat could believe before a move. @param {Told} told @param {number} number of moves that were made */
export function beliefs({ review, name, disc }, number) {
  const { moves } = review;
  const known = moves[Math.min(number, moves.length - 1)]?.beliefs ?? {};
  return Object.entries(known).map(([seat, things]) =>
    html(
      "section",
      { class: "believer" },
      html("h4", {}, disc(Number(seat)), name(Number(seat))),
      html("dl", {}, ...things.flatMap(({ about, shares }) => [html("dt", {}, capital(about)), html("dd", {}, ...shared(shares))])),
    ),
  );
}

/** Shares, what is likeliest first. @param {Record<string, number>} shares */
function shared(shares) {
  return Object.entries(shares)
    .filter(([, share]) => share > 0)
    .sort(([, one], [, other]) => other - one)
    .map(([name, share]) => {
      const filled = html("span", { class: "filled", "aria-hidden": "true" });
      filled.style.width = `${100 * share}%`;
      return html("span", { class: "held" }, filled, html("span", {}, `${name} `, html("b", {}, percent(share))));
    });
}
