// @ts-check
/** The buttons and the keys of the table page. */

import { closeOutside, showRules } from "./dialogs.js";
import { showDice } from "./dice.js";
import { byId } from "./dom.js";
import { furnishDrawer, turnTo } from "./drawer.js";
import { listen } from "./keys.js";
import * as panels from "./panels.js";
import { furnishTalk } from "./talking.js";

/** Make the buttons and the keys work. @param {import("./main.js").Page} page */
export function furnish(page) {
  const rules = () => showRules(page.game, page.name);
  byId("rules").addEventListener("click", rules);
  byId("settings").addEventListener("click", () => page.preferences());
  byId("turn").addEventListener("click", () => page.scene.turnBoard());
  byId("dice").addEventListener("click", () => page.now && showDice(page.table, page.now));
  byId("again").addEventListener("click", () => page.again.step());
  furnishTalk((text) => page.live.send({ type: "chat", text }));
  furnishDrawer();
  closeOutside();
  panels.keepEnds();
  listen(page.touch, {
    rules,
    board: () => panels.announce([page.status(), byId("line").textContent ?? "", ...page.scene.spoken()]),
    log: () => turnTo("log"),
    chat: () => turnTo("say"),
    turn: () => page.scene.turnBoard(),
    again: () => page.again.step(),
  });
}
