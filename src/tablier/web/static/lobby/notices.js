// @ts-check
/** The settings of notices: this browser told or not, the addresses of feeds. */

import { ask } from "../room.js";
import { byId } from "../table/dom.js";
import { loadWords, say } from "../table/words.js";

/** @typedef {import("../../declared").NoticeStanding} NoticeStanding */

const offline = byId("notices").dataset.offline ?? "";
const able = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** The worker that shows notices. */
async function worker() {
  await navigator.serviceWorker.register("/worker.js", { scope: "/", type: "module" });
  return navigator.serviceWorker.ready;
}

/** The subscription of this browser, if it has one. */
async function subscribed() {
  const registration = able ? await navigator.serviceWorker.getRegistration("/") : undefined;
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** The server's key as browsers want it. @param {string} text */
function bytes(text) {
  const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}

/** Why this browser cannot be told; empty if it can. @param {NoticeStanding} now */
function fault(now) {
  if (now.push === null) return say("notices.server");
  if (!window.isSecureContext) return say("notices.insecure");
  if (!able) return say("notices.unable");
  return Notification.permission === "denied" ? say("notices.denied") : "";
}

/** Show how things stand. @param {NoticeStanding} now */
async function show(now) {
  const why = fault(now);
  const on = !why && (await subscribed()) !== null && now.browsers > 0;
  byId("push-state").textContent = why || say(on ? "notices.is_on" : "notices.is_off");
  byId("push-on").hidden = Boolean(why) || on;
  byId("push-off").hidden = !on;
  byId("feeds").hidden = now.feeds === null;
  byId("feeds-make").hidden = now.feeds !== null;
  for (const id of ["feeds-renew", "feeds-revoke"]) byId(id).hidden = now.feeds === null;
  for (const kind of /** @type {("atom"|"calendar")[]} */ (["atom", "calendar"])) {
    const field = /** @type {HTMLInputElement} */ (byId(`feed-${kind}`));
    field.value = now.feeds ? new URL(now.feeds[kind], location.href).href : "";
  }
}

/** Have this browser told: asks for leave, so only ever after a touch. */
async function turnOn() {
  const now = /** @type {NoticeStanding} */ (await ask("/api/notices", undefined, offline));
  if ((await Notification.requestPermission()) !== "granted") return show(now);
  const registration = await worker();
  const options = { userVisibleOnly: true, applicationServerKey: bytes(now.push ?? "") };
  const made = await registration.pushManager.subscribe(options).catch(() => {
    throw new Error(say("notices.failed"));
  });
  const { endpoint, keys } = made.toJSON();
  return show(await ask("/api/notices/subscribe", { endpoint, p256dh: keys?.p256dh, auth: keys?.auth }, offline));
}

/** Have it told no more. */
async function turnOff() {
  const old = await subscribed();
  await old?.unsubscribe();
  return show(await ask("/api/notices/unsubscribe", { endpoint: old?.endpoint ?? "-" }, offline));
}

/** What a button does; a refusal is shown beside it. @param {string} id @param {string} refusal @param {() => Promise<unknown>} action */
function does(id, refusal, action) {
  const pressed = /** @type {HTMLButtonElement} */ (byId(id));
  pressed.addEventListener("click", async () => {
    byId(refusal).textContent = "";
    pressed.disabled = true;
    try {
      await action();
    } catch (error) {
      byId(refusal).textContent = /** @type {Error} */ (error).message;
    } finally {
      pressed.disabled = false;
    }
  });
}

await loadWords();
does("push-on", "push-refusal", turnOn);
does("push-off", "push-refusal", turnOff);
for (const id of ["feeds-make", "feeds-renew"]) does(id, "feeds-refusal", async () => show(await ask("/api/notices/feeds", {}, offline)));
does("feeds-revoke", "feeds-refusal", async () => show(await ask("/api/notices/feeds/revoke", {}, offline)));
for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("#feeds input"))) {
  field.addEventListener("focus", () => field.select());
}
await show(await ask("/api/notices", undefined, offline));
