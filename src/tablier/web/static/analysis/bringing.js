// @ts-check
/** Where an analysis begins: a saved game that somebody brings, or what they explored before. */

import { handle } from "../room.js";
import { button, byId, html } from "../table/dom.js";
import { language, say } from "../table/words.js";
import { gamesIn } from "../replay/several.js";

/** @typedef {import("./keeping.js").Base} Base */
/** @typedef {import("./keeping.js").Kept} Kept */

/** Make the form work. @param {Kept[]} kept @param {(base: Base) => Promise<void>} open @param {(base: Base) => void} forget */
export function bring(kept, open, forget) {
  const form = /** @type {HTMLFormElement} */ (byId("bring-form"));
  const field = /** @type {HTMLTextAreaElement} */ (byId("text"));
  const file = /** @type {HTMLInputElement} */ (byId("file"));
  const take = async (/** @type {File|undefined} */ chosen) => {
    if (!chosen) return;
    field.value = await chosen.text();
    form.requestSubmit();
  };
  file.addEventListener("change", () => take(file.files?.[0]));
  for (const name of ["dragover", "drop"]) form.addEventListener(name, (event) => event.preventDefault());
  form.addEventListener("drop", (event) => take(event.dataTransfer?.files[0]));
  handle(form, async () => {
    if (!field.value.trim()) throw new Error(say("upload.empty"));
    const games = gamesIn(field.value);
    if (games.length === 1) return open({ text: field.value });
    byId("several").replaceChildren(html("p", {}, say("upload.several")), ...games.map(({ name, text }) => button(name, () => pick(open, { text }))));
  });
  showKept(kept, open, forget);
}

/** Open what was chosen, or say why not. @param {(base: Base) => Promise<void>} open @param {Base} base */
async function pick(open, base) {
  try {
    await open(base);
  } catch (error) {
    byId("refusal").textContent = /** @type {Error} */ (error).message;
  }
}

/** What was explored before. @param {Kept[]} kept @param {(base: Base) => Promise<void>} open @param {(base: Base) => void} forget */
function showKept(kept, open, forget) {
  byId("before").hidden = !kept.length;
  const when = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
  const items = kept.map((one) => {
    const text = say("analysis.before", { name: one.name, count: one.plies.length, when: when.format(one.when) });
    const item = html("li", {}, button(text, () => pick(open, one.base), "bare"));
    const gone = button("×", () => (forget(one.base), item.remove()), "close");
    gone.setAttribute("aria-label", say("analysis.forget"));
    item.append(gone);
    return item;
  });
  byId("before-list").replaceChildren(...items);
}
