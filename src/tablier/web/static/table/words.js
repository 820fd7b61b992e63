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

/** A text with a capital at its beginning. @param {string} text */
export function capital(text) {
  return text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
}
