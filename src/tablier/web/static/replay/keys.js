// @ts-check
/** The keyboard of a replay: arrows step, Home and End jump, the space bar plays, letters do what they name. */

/** @typedef {import("./deck.js").Deck} Deck */

/** Listen to the keyboard. @param {Deck} deck @param {Record<string, () => void>} shortcuts */
export function listen(deck, shortcuts) {
  /** @type {Record<string, () => void>} */
  const keys = {
    ArrowLeft: () => deck.step(-1),
    ArrowRight: () => deck.step(1),
    Home: () => deck.go(0),
    End: () => deck.go(deck.length),
    " ": () => deck.toggle(),
    ...shortcuts,
  };
  document.addEventListener("keydown", (event) => {
    const action = keys[event.key];
    if (!action || event.ctrlKey || event.metaKey || event.altKey || isTaken(event)) return;
    event.preventDefault();
    action();
  });
}

/** Whether a key already means something where it is pressed. @param {KeyboardEvent} event */
function isTaken(event) {
  const target = /** @type {Element} */ (event.target);
  if (document.querySelector("dialog[open]")) return true;
  if (event.key === " ") return target.closest("button, a, summary, select, textarea") !== null;
  return target.closest("select, textarea, input:not([type=range])") !== null;
}
