// @ts-check
/** The texts of this page, in the language of the page. */

/** @type {Record<string, string>} */
let texts = {};

export const language = document.documentElement.lang === "fr" ? "fr" : "en";

/** Fetch the texts; until then, keys stand for them. */
export async function loadWords() {
  const answer = await fetch(`/static/words/${language}.json`);
  if (answer.ok) texts = await answer.json();
}

/** A text by its key, with its arguments filled in.
 * @param {string} key @param {Record<string, string|number>} values */
export function say(key, values = {}) {
  const text = texts[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/** Put texts where the page has room for them: as the text of an element, or as the attribute that it names. */
export function fillWords() {
  for (const node of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-say]"))) {
    const text = say(node.dataset.say ?? "");
    if (node instanceof HTMLInputElement) node.placeholder = text;
    else node.textContent = text;
  }
  for (const node of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-name-it]"))) {
    node.setAttribute("aria-label", say(node.dataset.nameIt ?? ""));
    node.title = say(node.dataset.nameIt ?? "");
  }
}

/** A text with a capital at its beginning. @param {string} text */
export function capital(text) {
  return text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
}
