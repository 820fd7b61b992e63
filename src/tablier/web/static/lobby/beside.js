// @ts-check
/** Beside a table: whoever waits for others goes on waiting here, and is told when somebody is found. */

import { knock } from "../table/attention.js";
import { button, html } from "../table/dom.js";
import { loadWords, say } from "../table/words.js";
import { listen } from "./line.js";

const FLAG = "waiting";

/** Whether something is kept in this browser. @param {string} key */
function kept(key) {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

/** Say that somebody was found, once. @param {string} url */
function tell(url) {
  if (document.querySelector("#found") || url === location.pathname) return;
  const title = document.title;
  document.title = say("lobby.found_title");
  for (const pitch of [420, 520]) setTimeout(() => knock(pitch, 0.2), pitch - 420);
  const card = html(
    "div",
    { id: "found", class: "found card", role: "alertdialog", "aria-label": say("lobby.found") },
    html("p", {}, say("lobby.found")),
    html("div", { class: "row" }, button(say("lobby.go"), () => go(url), "main"), button(say("lobby.close"), close)),
  );
  function close() {
    card.remove();
    document.title = title;
  }
  document.body.append(card);
}

/** @param {string} url */
async function go(url) {
  localStorage.removeItem(FLAG);
  await fetch("/api/lobby/leave", { method: "POST" }).catch(() => null);
  location.assign(url);
}

/** Whoever is told by notices is back: they may be told again, and what was shown is put away. */
async function comeBack() {
  const registration = await navigator.serviceWorker?.getRegistration("/");
  if (!registration || !(await registration.pushManager?.getSubscription())) return;
  await fetch("/api/notices/seen", { method: "POST" });
  for (const shown of await registration.getNotifications()) shown.close();
}

if (kept(FLAG)) {
  await loadWords();
  listen((now) => {
    if (now.found) tell(now.found.url);
    else if (now.search?.state !== "waiting") localStorage.removeItem(FLAG);
  });
}
comeBack().catch(() => null);
document.addEventListener("visibilitychange", () => !document.hidden && comeBack().catch(() => null));
