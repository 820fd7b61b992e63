// What several pages share: asking the server, and forms that post JSON and then go where the answer says.

import { countDown } from "./waiting.js";

const SAME = 304; // the status that says that nothing has changed

/**
 * Ask the server for something; a refusal becomes an Error whose message is the server's own sentence.
 * @param {string} url
 * @param {object} [data] posted as JSON if given
 * @param {string} [offline] what to say when no answer comes
 * @returns {Promise<any>}
 */
export async function ask(url, data, offline = "") {
  const request = data === undefined
    ? undefined
    : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(data) };
  return (await answered(url, request, offline)).body;
}

/**
 * Ask the server for something that has a tag by which it is known; no body if it still has the tag that is known.
 * @param {string} url
 * @param {string} known
 * @param {string} offline what to say when no answer comes
 * @returns {Promise<{body: any, tag: string}>}
 */
export async function askAgain(url, known, offline) {
  const { answer, body } = await answered(url, { headers: known ? { "If-None-Match": known } : {} }, offline);
  return { body, tag: answer.headers.get("ETag") ?? "" };
}

/** What the server says instead, and for how long to wait. @param {any} body @param {string} offline */
function refusal(body, offline) {
  const error = /** @type {Error & {wait?: number}} */ (new Error(body?.error?.message ?? offline));
  if (body?.error?.code === "limits.rate") error.wait = body.error.retry_after;
  return error;
}

/** @param {string} url @param {RequestInit | undefined} request @param {string} offline */
async function answered(url, request, offline) {
  let answer;
  let body;
  try {
    answer = await fetch(url, request);
    body = answer.status === SAME ? null : await answer.json();
  } catch {
    throw new Error(offline);
  }
  if (!answer.ok && answer.status !== SAME) throw refusal(body, offline);
  return { answer, body };
}

/**
 * Run a form's action once at a time, and show in the form why it was refused.
 * @param {HTMLFormElement} form
 * @param {(offline: string) => Promise<void>} action
 */
export function handle(form, action) {
  const refusal = /** @type {HTMLElement} */ (form.querySelector(".refusal"));
  const button = /** @type {HTMLButtonElement} */ (form.querySelector("button:not([type])"));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (button.disabled) return;
    refusal.textContent = "";
    button.disabled = true;
    try {
      await action(refusal.dataset.offline ?? "");
    } catch (error) {
      const { message, wait } = /** @type {Error & {wait?: number}} */ (error);
      refusal.textContent = message;
      const left = document.createElement("span");
      left.className = "wait";
      left.ariaHidden = "true";
      refusal.append(left);
      countDown(wait, (text) => (left.textContent = text), () => (button.disabled = false));
      return;
    }
    button.disabled = false;
  });
}

/** The name under which this person last sat down. */
export function rememberedName() {
  try {
    return localStorage.getItem("name") ?? "";
  } catch {
    return "";
  }
}

/** @param {string} name */
export function rememberName(name) {
  try {
    if (name) localStorage.setItem("name", name);
  } catch {
    // A browser that keeps nothing forgets the name too.
  }
}

for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form[data-post]"))) {
  const field = /** @type {HTMLInputElement | null} */ (form.querySelector("[name=name]"));
  if (field && !field.value) field.value = rememberedName();
  handle(form, async (offline) => {
    const data = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value).trim()]));
    rememberName(data.name ?? "");
    const { url } = await ask(form.dataset.post ?? "", data, offline);
    location.assign(url);
  });
}

// A page that the browser brings back from its memory may be out of date.
addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});
