// @ts-check
/** What a table means beyond itself: the ratings of those who keep a name, and the tournament that it belongs to. */

import { ask } from "../room.js";
import { byId, html } from "./dom.js";
import { say } from "./words.js";

/** @typedef {import("../../declared").TableRatings} TableRatings */
/** @typedef {import("../../declared").SeatRating} SeatRating */

const LATER = 1500; // milliseconds after the end, when the game is counted

/** The ratings at a table, which are looked up when it is opened, when its seats change and when it is over. */
export class Standings {
  /** @param {string} table */
  constructor(table) {
    this.table = table;
    /** @type {TableRatings | null} */ this.known = null;
    this.asked = "";
  }

  /** Show what is known, and ask anew if who sits there has changed, or it is over; never where nobody from elsewhere plays.
   * @param {import("../../declared").Standing} now */
  show(now) {
    this.paint();
    const state = JSON.stringify([now.seats.map((seat) => seat.name), now.outcome !== null]);
    if (state === this.asked || now.seats.every((seat) => seat.kind !== "link")) return;
    this.asked = state;
    setTimeout(() => this.look(), now.outcome === null || this.known === null ? 0 : LATER);
  }

  /** Ask, and show. */
  async look() {
    try {
      this.known = /** @type {TableRatings} */ (await ask(`/api/tables/${this.table}/ratings`));
      this.paint();
    } catch {
      // A table is played as well without.
    }
  }

  /** Write ratings beside names, and what the table counts for under its own. */
  paint() {
    const { known } = this;
    if (!known) return;
    for (const seat of known.seats) {
      const about = document.querySelector(`#players > [data-seat="${seat.seat}"] .about`);
      about?.querySelector(".strength")?.remove();
      about?.prepend(strength(seat));
    }
    if (!known.tournament && !known.rated) return;
    const line = document.querySelector("#standing") ?? html("p", { id: "standing" });
    const link = known.tournament ? html("a", { href: known.tournament.url }, known.tournament.name) : null;
    const counts = known.rated ? html("span", {}, known.why || say("rating.rated")) : null;
    line.replaceChildren(.../** @type {Node[]} */ ([link, counts].filter(Boolean)));
    if (!line.isConnected) byId("name").after(line);
  }
}

/** A rating as it stands beside a name. @param {SeatRating} seat */
function strength(seat) {
  const figures = `${seat.rating}${seat.provisional ? "?" : ""} ± ${seat.deviation}`;
  const change = seat.change ? html("b", { class: seat.change > 0 ? "up" : "down" }, ` ${seat.change > 0 ? "+" : "−"}${Math.abs(seat.change)}`) : null;
  const title = seat.provisional ? say("rating.provisional") : say("rating.meaning");
  return html("a", { class: "strength", href: seat.url, title }, figures, change);
}
