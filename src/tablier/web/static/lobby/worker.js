// @ts-check
/** What a browser runs to show notices while no page is open. It keeps nothing and fetches nothing else. */

const worker = /** @type {any} */ (self);

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener("push", (/** @type {any} */ event) => {
  const told = event.data ? event.data.json() : {};
  const shown = { body: told.body, tag: told.tag, lang: told.language, icon: "/static/table/icon-turn.svg", data: { url: told.url } };
  event.waitUntil(worker.registration.showNotification(told.title ?? "Tablier", shown));
});

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(open(new URL(event.notification.data?.url ?? "/", worker.location.origin).href));
});

/** Go there in a window that is open, or in a new one. @param {string} url */
async function open(url) {
  const windows = await worker.clients.matchAll({ type: "window" });
  const found = windows.find((/** @type {any} */ one) => "navigate" in one);
  if (!found) return worker.clients.openWindow(url);
  await found.focus();
  return found.navigate(url);
}

worker.addEventListener("pushsubscriptionchange", (/** @type {any} */ event) => {
  const options = event.oldSubscription?.options;
  if (options) event.waitUntil(renew(options));
});

/** Subscribe anew where a service has given up the old subscription. @param {any} options */
async function renew(options) {
  const made = (await worker.registration.pushManager.subscribe(options)).toJSON();
  const data = { endpoint: made.endpoint, p256dh: made.keys.p256dh, auth: made.keys.auth };
  await fetch("/api/notices/subscribe", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(data) });
}
