// @ts-check
/** Who one is: a name that is kept, passkeys, devices, codes, and leaving. */

import { ask, handle, rememberName } from "./room.js";

const page = /** @type {HTMLElement} */ (document.getElementById("you"));
const offline = page.dataset.offline ?? "";

/** @template {HTMLElement} T @param {string} selector @returns {T[]} */
const all = (selector) => /** @type {T[]} */ ([...document.querySelectorAll(selector)]);

/** Go on where the server says; a code is shown first, once. @param {{url?: string, code?: string}} answer */
function goOn({ url, code }) {
  if (!code) return location.assign(url ?? location.href);
  const card = /** @type {HTMLElement} */ (document.getElementById("code"));
  /** @type {HTMLElement} */ (document.getElementById("code-text")).textContent = code;
  /** @type {HTMLAnchorElement} */ (card.querySelector("[data-noted]")).href = url ?? "/you";
  card.hidden = false;
  for (const rest of all("[data-rest]")) rest.hidden = true;
  card.focus();
  card.scrollIntoView({ block: "center" });
}

/** What a form sends. @param {HTMLFormElement} form @returns {Record<string, string|boolean>} */
function filled(form) {
  if ("sure" in form.dataset) return { sure: /** @type {HTMLInputElement} */ (form.elements.namedItem("sure")).checked };
  if (form.dataset.you === "/you/leave") return { others: "others" in form.dataset };
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value).trim()]));
}

for (const form of /** @type {HTMLFormElement[]} */ (all("form[data-you]"))) {
  handle(form, async () => {
    const data = filled(form);
    const answer = await ask(form.dataset.you ?? "", data, offline);
    if ("remember" in form.dataset) rememberName(String(data.name ?? ""));
    goOn(answer);
  });
}

// Passkeys: bytes travel as letters.

/** @param {string} text */
function bytes(text) {
  const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}

/** @param {ArrayBuffer|null|undefined} data */
function letters(data) {
  if (!data) return null;
  const text = btoa(String.fromCharCode(...new Uint8Array(data)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {any} options */
const wanted = (options) => ({
  ...options,
  challenge: bytes(options.challenge),
  ...(options.user ? { user: { ...options.user, id: bytes(options.user.id) } } : {}),
  excludeCredentials: known(options.excludeCredentials),
  allowCredentials: known(options.allowCredentials),
});

/** @param {any[]|undefined} credentials */
const known = (credentials) => (credentials ?? []).map((one) => ({ ...one, id: bytes(one.id) }));

/** What a browser has made or signed, as it travels. @param {any} made */
function told(made) {
  const names = ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"];
  const parts = names.filter((name) => name in made.response).map((name) => [name, letters(made.response[name])]);
  return { id: made.id, rawId: letters(made.rawId), type: made.type, response: Object.fromEntries(parts) };
}

const WAYS = {
  /** @param {any} options */
  create: (options) => navigator.credentials.create({ publicKey: wanted(options) }),
  /** @param {any} options */
  enter: (options) => navigator.credentials.get({ publicKey: wanted(options) }),
};
const ADDRESSES = { create: "/you/passkeys", enter: "/you/enter" };

for (const form of /** @type {HTMLFormElement[]} */ (all("form[data-passkey]"))) {
  const way = form.dataset.passkey === "create" ? "create" : "enter";
  handle(form, async () => {
    const options = await ask(`${ADDRESSES[way]}/options`, {}, offline);
    const made = await WAYS[way](options).catch(() => null);
    if (!made) throw new Error(page.dataset.aborted);
    goOn(await ask(ADDRESSES[way], { credential: told(made) }, offline));
  });
}

if (!("PublicKeyCredential" in window)) {
  for (const none of all("[data-passkeys], form[data-passkey]")) none.hidden = true;
}

// A link for another device.

for (const form of /** @type {HTMLFormElement[]} */ (all("form[data-link]"))) {
  handle(form, async () => {
    const { link, picture } = await ask(form.dataset.link ?? "", {}, offline);
    const shown = /** @type {HTMLElement} */ (document.getElementById("link"));
    /** @type {HTMLImageElement} */ (shown.querySelector("img")).src = picture;
    /** @type {HTMLInputElement} */ (shown.querySelector("input")).value = location.origin + link;
    shown.hidden = false;
    shown.focus();
  });
}

for (const button of /** @type {HTMLButtonElement[]} */ (all("[data-copy]"))) {
  button.addEventListener("click", async () => {
    const source = /** @type {HTMLElement} */ (document.getElementById(button.dataset.copy ?? ""));
    const text = source instanceof HTMLInputElement ? source.value : (source.textContent ?? "");
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = button.dataset.copied ?? "";
    } catch {
      if (source instanceof HTMLInputElement) source.select();
      else getSelection()?.selectAllChildren(source);
    }
  });
}
