// @ts-check
/**
 * What the server says and what it is told, as types.
 *
 * @typedef {{id: string, symbol?: string, x?: number, y?: number, down?: number, turn?: number, scale?: number, style?: string, seat?: number,
 *   text?: string, label?: string}} Part
 * @typedef {{move: string, path: string[], label: string, ghost?: Part[]}} Move
 * @typedef {{seat: number, name: string, title: string, kind: "me"|"here"|"link"|"bot", level?: number|null,
 *   yours: boolean, online: boolean, thinking: boolean, handed: boolean, resigned: boolean,
 *   link?: string}} Seat
 * @typedef {{takeback: boolean, draw: boolean, resign: boolean, rematch: boolean, hand_over: number[],
 *   take_seat_back: number[]}} May
 * @typedef {{kind: "takeback"|"draw", by: number}} Offer
 * @typedef {{scores: number[], reason: string, sentence: string}} Outcome
 * @typedef {{number: number, to_move: number|"chance"|null, moves: Move[], status: string, seats: Seat[], may: May,
 *   offers: Offer[], outcome: Outcome|null, curtain: number|null, rematch?: string|null, waiting: number[],
 *   talk: {open: boolean, muted: {seats: number[], spectators: number[]}},
 *   dice: {commitment: string, hashes: (string|null)[], salts: (string|null)[],
 *   given_by: ("player"|"server"|"replaced"|null)[], seed: string|null}|null}} Now
 * @typedef {{number: number, who: number|"chance"|null, lines: string[]}} Entry
 * @typedef {{seat: number|null, spectator: number|null, name: string, text: string, at: string|number}} Chat
 * @typedef {[number, number, number, number, number, number, number, boolean]} Area
 * @typedef {{width: number, height: number, turn: number, areas: Area[]}} Layout
 * @typedef {{width: number, height: number, label: string, layouts?: Layout[], still: Part[], parts: Part[]}} Picture
 * @typedef {{type: "table", table: string, game: string, name: string, seats: Seat[], yours: number[],
 *   viewpoint: number|null, number: number, scene: Picture, marked: string[], variant: string[], log: Entry[], chat: Chat[], intro: string[],
 *   now: Now}} TableMessage
 * @typedef {{kind: string, part: string}} Effect
 * @typedef {{type: "happened", number: number, who: number|"chance", lines: string[], changed: Part[], gone: string[],
 *   order: string[]|null, effects: Effect[], marked: string[]}} Happened
 * @typedef {{source: "table"|"text", table: string|null, url: string|null, game: string, name: string,
 *   seats: {seat: number, name: string, title: string}[], views: {as: string, label: string}[], as: string|null,
 *   number: number, scene: Picture|null, moves: Happened[], written: string[], heads: Record<string, string>,
 *   result: string|null, fault: string|null}} Replay
 * @typedef {{x: number, y: number, width: number, height: number}} Box
 */
export {};
