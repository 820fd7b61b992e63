// @ts-check
/** The line to the lobby: what is told of it, as long as the page is open; it opens itself again. */

import { language } from "../table/words.js";

const FIRST_WAIT = 500; // milliseconds
const LONGEST_WAIT = 15000;
const FINAL = new Set([1008, 4000]); // closing codes that say that trying again is of no use

/** @typedef {import("../../declared").LobbyNow} LobbyNow */

/** Be told of the lobby. @param {(now: LobbyNow) => void} heard @param {(lost: boolean) => void} [lost] */
export function listen(heard, lost = () => {}) {
  let failures = 0;
  const open = () => {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/lobby/live?language=${language}`);
    socket.addEventListener("message", (event) => {
      const message = JSON.parse(event.data);
      if (message.type === "refused") return;
      failures = 0;
      lost(false);
      heard(message);
    });
    socket.addEventListener("close", (event) => {
      if (FINAL.has(event.code)) return;
      lost(true);
      const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** failures) * (0.75 + Math.random() / 2);
      failures += 1;
      setTimeout(open, wait);
    });
  };
  open();
}
