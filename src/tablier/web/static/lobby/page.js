// @ts-check
/** The lobby: open tables, the search for others, groups to be invited again, all as it changes. */

import { ask, rememberedName } from "../room.js";
import { button, byId, html } from "../table/dom.js";
import { loadWords, say } from "../table/words.js";
import { listen } from "./line.js";
import { showNews } from "./news.js";
import { showSearch } from "./seek.js";

/** @typedef {import("../../declared").OfferedTable} OfferedTable */
/** @typedef {import("../../declared").OfferedSeat} OfferedSeat */
/** @typedef {import("../../declared").FellowGroup} FellowGroup */
/** @typedef {import("../../declared").NewClock} NewClock */

/** @type {Record<string, NewClock>} the clocks that can be asked for, as a new table has them */
const CLOCKS = {
  quick: { kind: "fischer", minutes: 5, seconds: 3 },
  calm: { kind: "fischer", minutes: 15, seconds: 10 },
  days: { kind: "days", days: 3, holidays: 14 },
};
const open = byId("open");
const offline = open.dataset.offline ?? "";

/** Show the open tables. @param {OfferedTable[]} tables */
function showTables(tables) {
  byId("nobody").hidden = tables.length > 0;
  const wanted = JSON.stringify(tables);
  if (open.dataset.shown === wanted) return;
  open.dataset.shown = wanted;
  const focused = document.activeElement?.closest("[data-table]")?.getAttribute("data-table");
  open.replaceChildren(...tables.map(offer));
  if (focused) /** @type {HTMLElement | null} */ (open.querySelector(`[data-table="${focused}"] .button`))?.focus();
}

/** @param {OfferedTable} table */
function offer(table) {
  const refusal = html("p", { class: "refusal", role: "alert" });
  const all = table.seats.length;
  const free = say(table.free === 1 ? "lobby.free" : "lobby.free_many", { free: table.free, all });
  const facts = [table.variant.join(", ") || say("lobby.usual"), table.clock || say("lobby.no_clock"), ...(table.rated ? [say("lobby.rated")] : [])];
  return html(
    "li",
    { class: "card offer-table", "data-table": table.table },
    html("img", { src: `/games/${table.game}/icon.svg`, alt: "", width: 56, height: 56 }),
    html(
      "div",
      { class: "about" },
      html("strong", {}, table.name),
      html("p", { class: "facts quiet small" }, ...facts.map((fact) => html("span", {}, fact))),
      html("ul", { class: "plain chairs", "aria-label": free }, ...table.seats.map(chair)),
      html("p", { class: "quiet small" }, `${free} · ${table.level}`),
      refusal,
    ),
    html("div", { class: "row" }, ...doors(table, refusal)),
  );
}

/** @param {OfferedSeat} seat */
function chair(seat) {
  const text = seat.kind === "free" ? say("lobby.free_seat") : seat.name;
  return html("li", { class: `chair ${seat.kind}`, title: seat.title }, text);
}

/** What can be done with a table. @param {OfferedTable} table @param {HTMLElement} refusal */
function doors(table, refusal) {
  const away = button(say("lobby.withdraw"), () => attempt(refusal, () => ask(`/api/tables/${table.table}/withdraw`, {}, offline)));
  if (table.yours) return [html("a", { class: "button", href: table.url }, say("lobby.return")), table.withdraw ? away : null].filter((item) => item !== null);
  const sit = button(say("lobby.sit"), () => attempt(refusal, () => sitDown(table)), "main");
  sit.append(html("span", { class: "unseen" }, ` ${table.name}`));
  return [sit];
}

/** @param {OfferedTable} table */
async function sitDown(table) {
  const { url } = await ask(`/api/tables/${table.table}/sit`, { name: rememberedName() }, offline);
  location.assign(url);
}

/** @param {HTMLElement} refusal @param {() => Promise<unknown>} action */
async function attempt(refusal, action) {
  refusal.textContent = "";
  try {
    await action();
  } catch (error) {
    refusal.textContent = /** @type {Error} */ (error).message;
  }
}

/** The groups with which one has played. */
async function showGroups() {
  const groups = /** @type {FellowGroup[]} */ (await ask("/api/lobby/groups").catch(() => []));
  byId("groups").hidden = !groups.length;
  byId("groups").querySelector("[data-list]")?.replaceChildren(...groups.map(group));
}

/** @param {FellowGroup} found */
function group(found) {
  const refusal = html("p", { class: "refusal", role: "alert" });
  const names = found.people.map((one) => one.name).join(", ");
  const games = choice("games", say("lobby.invite_game"), (option) => found.games.includes(option.value));
  const clocks = choice("clocks", say("lobby.invite_clock"), () => true);
  if (found.games.includes(found.game)) games.value = found.game;
  const invite = async () => {
    const clock = clocks.value ? { clock: CLOCKS[clocks.value] } : {};
    const data = { game: games.value, name: rememberedName(), ...clock };
    const { url } = await ask(`/api/tables/${found.table}/invite`, data, offline);
    location.assign(url);
  };
  return html(
    "li",
    { class: "card fellows" },
    html("strong", {}, names),
    html("div", { class: "row" }, games, clocks, button(say("lobby.invite"), () => attempt(refusal, invite), "main")),
    refusal,
  );
}

/** A choice of what a template of the page offers. @param {string} id @param {string} label
 * @param {(option: HTMLOptionElement) => boolean} wanted @returns {HTMLSelectElement} */
function choice(id, label, wanted) {
  const template = /** @type {HTMLTemplateElement} */ (byId(id));
  const options = [.../** @type {NodeListOf<HTMLOptionElement>} */ (template.content.querySelectorAll("option"))];
  const copies = options.filter(wanted).map((option) => document.importNode(option, true));
  return /** @type {HTMLSelectElement} */ (html("select", { "aria-label": label }, ...copies));
}

await loadWords();
listen(
  (now) => {
    showNews(now);
    showSearch(now);
    showTables(now.tables);
  },
  (lost) => document.body.classList.toggle("lost", lost),
);
showGroups();
