// @ts-check
/** A board tried by bots: what they find out is shown as it comes, for a minute or until somebody stops it. */

import { byId, html } from "./table/dom.js";
import { say } from "./table/words.js";

/** @typedef {import("../declared").BoardBalance} BoardBalance */
/** @typedef {import("../declared").SeatShare} SeatShare */

const percent = (/** @type {number} */ share) => Math.round(100 * share);

export class Trial {
  /** @param {() => object} wish what is to be tried @param {string} offline what is said when no answer comes */
  constructor(wish, offline) {
    this.wish = wish;
    this.offline = offline;
    /** @type {AbortController|null} */ this.running = null;
    byId("try").addEventListener("click", () => this.run());
    byId("stop").addEventListener("click", () => this.stop());
  }

  /** Try the board that is drawn. */
  async run() {
    this.forget();
    const running = (this.running = new AbortController());
    this.show(true);
    try {
      await this.follow(running.signal);
    } catch (error) {
      if (!running.signal.aborted) byId("untried").textContent = /** @type {Error} */ (error).message || this.offline;
    }
    if (this.running === running) this.stop();
  }

  /** @param {AbortSignal} signal */
  async follow(signal) {
    const headers = { "Content-Type": "application/json" };
    const body = JSON.stringify(this.wish());
    const answer = await fetch("/api/workshop/trial", { method: "POST", headers, body, signal });
    if (!answer.ok || !answer.body) throw new Error((await answer.json())?.error?.message);
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      const events = (text + piece.value).split("\n\n");
      text = events.pop() ?? "";
      for (const event of events) this.hear(JSON.parse(event.replace(/^data: /, "")));
    }
  }

  /** @param {BoardBalance & {error?: string}} found */
  hear(found) {
    if (found.error) throw new Error(found.error);
    /** @type {HTMLProgressElement} */ (byId("progress")).value = found.progress;
    byId("shares").replaceChildren(...found.seats.map((seat) => share(seat, found.seats.length)));
    const [verdict, ...rest] = found.sentences;
    byId("findings").textContent = rest.join(" ");
    this.verdict = verdict;
  }

  /** End the trial; what was found stays. */
  stop() {
    this.running?.abort();
    this.running = null;
    byId("finding").textContent = this.verdict ?? "";
    this.show(false);
  }

  /** Drop what was found: it was about another board. */
  forget() {
    this.verdict = "";
    this.stop();
    byId("shares").replaceChildren();
    for (const id of ["findings", "finding", "untried"]) byId(id).textContent = "";
  }

  /** @param {boolean} running */
  show(running) {
    const held = [byId("try"), byId("stop")].includes(/** @type {any} */ (document.activeElement));
    byId("try").hidden = running;
    byId("stop").hidden = !running;
    byId("progress").hidden = !running;
    if (running) /** @type {HTMLProgressElement} */ (byId("progress")).value = 0;
    if (held) byId(running ? "stop" : "try").focus();
  }
}

/** A seat's part of the points as a bar, with a line for where the truth lies. @param {SeatShare} seat @param {number} seats */
function share(seat, seats) {
  const { share, low, high, title } = seat;
  const args = { seat: title, share: percent(share), low: percent(low), high: percent(high) };
  const bar = html("meter", { min: "0", max: "1", value: String(share), "aria-hidden": "true" });
  const line = html("span", { class: "truth", "aria-hidden": "true" });
  line.style.left = `${100 * low}%`;
  line.style.width = `${100 * (high - low)}%`;
  const fair = html("span", { class: "fair", "aria-hidden": "true" });
  fair.style.left = `${100 / seats}%`;
  return html("li", {}, html("p", {}, say("workshop.share", args)), html("div", { class: "bar-of" }, bar, line, fair));
}
