// @ts-check
/** The palette of the position editor: whose pieces, which tool, whose turn, and everything else that can be set. */

import { html, svg } from "./table/dom.js";
import { capital, say } from "./table/words.js";

/** @typedef {import("../declared").Tool} Tool */
/** @typedef {{key: string, text: string, chosen: boolean, choose: () => void, tool?: Tool}} Choice */

const ROOM = 1.12; // of an icon's frame against the largest icon
const LEAST = 0.6; // of the largest icon's frame has the smallest
const FORWARD = ["ArrowRight", "ArrowDown"];
const BACKWARD = ["ArrowLeft", "ArrowUp"];

export class Palette {
  /** @param {HTMLElement} root @param {string} game @param {string[]} titles of the seats
   * @param {{picked: () => void, use: (tool: Tool) => void}} listener */
  constructor(root, game, titles, listener) {
    this.root = root;
    this.game = game;
    this.titles = titles;
    this.listener = listener;
    /** @type {Tool[]} */ this.tools = [];
    this.seat = 0;
    this.key = "";
  }

  /** The tools that are to be had now. @param {Tool[]} tools */
  offer(tools) {
    this.tools = tools;
    if (!tools.some((tool) => tool.seat === this.seat)) this.seat = 0;
    if (!this.shown.some((tool) => tool.key === this.key)) this.key = this.shown[0]?.key ?? "";
    this.draw();
  }

  /** The tools to be used on the board, of the seat that is shown. */
  get shown() {
    return this.tools.filter((tool) => !tool.at_once && (tool.seat ?? this.seat) === this.seat);
  }

  /** The tool in the hand. @returns {Tool|undefined} */
  get tool() {
    return this.shown.find((tool) => tool.key === this.key);
  }

  /** Take a tool by its number, counted from 0. @param {number} number */
  take(number) {
    const tool = this.shown[number];
    if (tool) this.pick(tool.key);
  }

  /** Take a tool. @param {string} key */
  pick(key) {
    this.key = key;
    this.draw();
    this.listener.picked();
  }

  /** Show the pieces of another seat, and take the one like that in the hand. @param {number} seat */
  turnTo(seat) {
    const place = this.shown.findIndex((tool) => tool.key === this.key);
    this.seat = seat;
    this.pick(this.shown[place]?.key ?? this.shown[0]?.key ?? "");
  }

  /** Draw everything; the keyboard stays where it was. */
  draw() {
    const held = document.activeElement?.getAttribute("data-key");
    const here = this.root.contains(document.activeElement);
    const named = html("p", { class: "in-hand", "aria-hidden": "true" }, capital(this.tool?.label ?? ""));
    this.root.replaceChildren(
      ...[this.seats(), this.tiles(), named, this.turns(), this.counts()].filter((part) => part !== null),
    );
    frame([...this.root.querySelectorAll("svg")]);
    if (!here || !held) return;
    const again = /** @type {HTMLElement|null} */ (this.root.querySelector(`[data-key="${CSS.escape(held)}"]`));
    again?.focus({ preventScroll: true });
  }

  /** Whose pieces are shown. */
  seats() {
    const seats = [...new Set(this.tools.map((tool) => tool.seat))].filter((seat) => seat !== null);
    const choices = seats.map((seat) => ({
      key: `seat.${seat}`,
      text: this.titles[seat] ?? String(seat + 1),
      chosen: seat === this.seat,
      choose: () => this.turnTo(seat),
    }));
    return choices.length ? radios(say("editor.pieces"), choices, "pills", "pill") : null;
  }

  /** The tools for the board. */
  tiles() {
    const choices = this.shown.map((tool) => ({
      key: tool.key,
      text: tool.label,
      chosen: tool.key === this.key,
      choose: () => this.pick(tool.key),
      tool,
    }));
    return radios(say("editor.tool"), choices, "tiles", "tile", this.game);
  }

  /** Whose turn it is. */
  turns() {
    const choices = this.tools.filter((tool) => tool.group === "turn").map((tool) => this.choice(tool));
    return radios(say("editor.turns"), choices, "pills", "pill");
  }

  /** @param {Tool} tool @returns {Choice} */
  choice(tool) {
    return { key: tool.key, text: tool.label, chosen: tool.chosen === true, choose: () => this.listener.use(tool) };
  }

  /** What else can be set at once. */
  counts() {
    const tools = this.tools.filter((tool) => tool.group === "counts" && (tool.seat ?? this.seat) === this.seat);
    const buttons = tools.map((tool) =>
      html(
        "button",
        {
          type: "button",
          class: "pill",
          "data-key": tool.key,
          "aria-pressed": tool.chosen === null ? null : String(tool.chosen),
          onclick: () => this.listener.use(tool),
        },
        capital(tool.label),
      ),
    );
    return html("details", { open: this.root.querySelector("details")?.open ? "" : null },
      html("summary", { "data-key": "counts" }, say("editor.counts")), html("div", { class: "pills" }, ...buttons));
  }
}

/** Things of which one is chosen; arrows go from one to the next.
 * @param {string} label @param {Choice[]} choices @param {string} look @param {string} each @param {string} game */
function radios(label, choices, look, each, game = "") {
  const group = html("div", { class: look, role: "radiogroup", "aria-label": label });
  const reached = Math.max(0, choices.findIndex((choice) => choice.chosen));
  choices.forEach((choice, number) => {
    const drawn = choice.tool?.symbol ? icon(choice.tool, game) : null;
    const button = html(
      "button",
      {
        type: "button", role: "radio", class: drawn || each !== "tile" ? each : `${each} words`, "data-key": choice.key,
        "aria-checked": String(choice.chosen), tabindex: number === reached ? "0" : "-1",
        "aria-label": drawn ? capital(choice.text) : null, title: drawn ? capital(choice.text) : null,
        onclick: choice.choose, onkeydown: (/** @type {KeyboardEvent} */ event) => walk(event, choices, number, group),
      },
      drawn ?? capital(choice.text),
    );
    group.append(button);
  });
  return group;
}

/** Go to the next choice, and choose it. @param {KeyboardEvent} event @param {Choice[]} choices @param {number} number
 * @param {HTMLElement} group */
function walk(event, choices, number, group) {
  const step = FORWARD.includes(event.key) ? 1 : BACKWARD.includes(event.key) ? -1 : 0;
  if (!step) return;
  event.preventDefault();
  const next = (number + step + choices.length) % choices.length;
  /** @type {HTMLElement} */ (group.children[next]).focus();
  choices[next].choose();
}

/** A tool's picture. @param {Tool} tool @param {string} game */
function icon(tool, game) {
  const turned = tool.turn ? `rotate(${tool.turn})` : null;
  const drawing = svg("g", { class: tool.style, transform: turned }, svg("use", { href: `#${game}-${tool.symbol}` }));
  return svg("svg", { "aria-hidden": "true" }, svg("g", {}, drawing));
}

/** Give all icons frames in which larger things look larger. @param {SVGSVGElement[]} icons */
function frame(icons) {
  const boxes = icons.map((icon) => /** @type {SVGGraphicsElement} */ (icon.firstElementChild).getBBox());
  const most = Math.max(...boxes.map((box) => Math.max(box.width, box.height)));
  icons.forEach((icon, number) => {
    const { x, y, width, height } = boxes[number];
    const side = ROOM * Math.max(width, height, LEAST * most);
    icon.setAttribute("viewBox", `${x + (width - side) / 2} ${y + (height - side) / 2} ${side} ${side}`);
  });
}
