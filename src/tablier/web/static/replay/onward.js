// @ts-check
/** Playing on from a moment of a recorded game. */

import { ask, rememberedName } from "../room.js";
import { showDialog } from "../table/dialogs.js";
import { button, byId, html } from "../table/dom.js";
import { say } from "../table/words.js";

/** @typedef {import("../../declared").ReplayedGame} ReplayedGame */

/** Ask how to play on. @param {ReplayedGame} game @param {number} number of moves that stay
 * @param {() => Promise<string>} text of the game */
export function playOn(game, number, text) {
  const next = game.moves.slice(number).find((move) => typeof move.who === "number")?.who;
  const seats = game.seats.map(({ seat, name, title }) =>
    html("option", { value: seat, selected: seat === next ? "" : null }, name === title ? name : `${title} (${name})`),
  );
  const mine = /** @type {HTMLSelectElement} */ (html("select", {}, ...seats));
  const others = /** @type {HTMLSelectElement} */ (html("select", {}));
  others.append(/** @type {HTMLTemplateElement} */ (byId("others")).content.cloneNode(true));
  const refusal = html("p", { class: "refusal", role: "alert" });
  const go = /** @type {HTMLButtonElement} */ (button(say("onward.play"), () => start(), "main"));
  const start = async () => {
    go.disabled = true;
    refusal.textContent = "";
    try {
      const from = { text: await text(), number };
      const { url } = await ask("/api/tables", { seats: seated(game, Number(mine.value), others.value), from }, say("action.failed"));
      location.assign(url);
    } catch (error) {
      refusal.textContent = /** @type {Error} */ (error).message;
      go.disabled = false;
    }
  };
  const content = [
    html("p", {}, say("onward.sentence", { number })),
    html("label", {}, html("span", {}, say("onward.seat")), mine),
    html("label", {}, html("span", {}, say("onward.others")), others),
    game.views.length > 1 ? html("p", { class: "small quiet" }, say("onward.hidden")) : null,
    refusal,
    go,
  ];
  showDialog(say("replay.onward"), content.filter((item) => item !== null), [{ text: say("action.cancel") }]);
  go.focus();
}

/** The seats as the server wants them. @param {ReplayedGame} game @param {number} mine
 * @param {string} others a level, or a kind of seat */
function seated(game, mine, others) {
  const level = Number(others);
  const name = rememberedName();
  return game.seats.map(({ seat }) => {
    if (seat === mine) return { kind: "me", ...(name ? { name } : {}) };
    return level ? { kind: "bot", level } : { kind: others };
  });
}
