// @ts-check
/** Pictures of a replay to keep and to pass on: a diagram of the position that is shown, and a film of the game. */

import { byId, html } from "../table/dom.js";
import { notice } from "../table/panels.js";
import { say } from "../table/words.js";

/** @typedef {import("./page.js").Page} Page */

const WIDTH = 1200; // pixels of a diagram
const MOST = 150; // moves of a film
const SOME = [10, 30]; // of the last moves

/** Make the buttons work, once. @param {Page} page */
export function offerPictures(page) {
  const place = /** @type {HTMLElement} */ (byId("picturing"));
  place.hidden = !page.game.scene;
  const { number } = page.game;
  const lengths = [...SOME.filter((most) => most < number), Math.min(number, MOST)];
  const text = (/** @type {number} */ most) => say(most === number ? "picturing.whole" : "picturing.last", { count: most });
  const select = /** @type {HTMLSelectElement} */ (byId("film-moves"));
  const chosen = select.value;
  select.replaceChildren(...lengths.map((most) => html("option", { value: most }, text(most))));
  select.value = [...select.options].some(({ value }) => value === chosen) ? chosen : String(lengths.at(-1));
  byId("copy-diagram").onclick = () => attempt(() => copyDiagram(page));
  byId("save-svg").onclick = () => attempt(async () => save(new Blob([await diagram(page)], { type: "image/svg+xml" }), name(page, "svg")));
  byId("save-png").onclick = () => attempt(async () => save(await pixels(await diagram(page)), name(page, "png")));
  byId("film").onclick = () => film(page);
}

/** Do something, or say why not. @param {() => Promise<unknown>} action */
async function attempt(action) {
  try {
    await action();
  } catch (error) {
    notice(/** @type {Error} */ (error).message);
  }
}

/** @param {Page} page @param {string} kind */
function name(page, kind) {
  return `${page.game.game}-${page.deck.number}.${kind}`;
}

/** What the server makes of a game. @param {string} url @param {Page} page @param {object} more */
async function made(url, page, more) {
  const body = JSON.stringify({ text: await page.source.text(), as: page.game.as, number: page.deck.number, ...more });
  const answer = await fetch(url, { method: "POST", headers: { "Content-Type": "application/json" }, body });
  if (!answer.ok) throw new Error((await answer.json()).error.message);
  return answer;
}

/** The position that is shown, as SVG. @param {Page} page */
async function diagram(page) {
  return (await made("/api/diagrams", page, {})).text();
}

/** A drawing as pixels. @param {string} svg @returns {Promise<Blob>} */
async function pixels(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = /** @type {HTMLCanvasElement} */ (html("canvas"));
  canvas.width = WIDTH;
  canvas.height = Math.round((WIDTH * image.naturalHeight) / image.naturalWidth);
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, failed) => {
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error(say("action.failed")))), "image/png");
  });
}

/** Put the diagram where it can be pasted. @param {Page} page */
async function copyDiagram(page) {
  const picture = diagram(page).then(pixels); // asked for at once, as long as the browser knows that somebody has pressed
  await navigator.clipboard.write([new ClipboardItem({ "image/png": picture })]);
  notice(say("picturing.copied"));
}

/** @param {Blob} blob @param {string} name */
function save(blob, name) {
  const url = URL.createObjectURL(blob);
  html("a", { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}

/** Have a film made, which takes a while. @param {Page} page */
async function film(page) {
  const start = /** @type {HTMLButtonElement} */ (byId("film"));
  const kind = /** @type {HTMLSelectElement} */ (byId("film-kind")).value;
  const moves = Number(/** @type {HTMLSelectElement} */ (byId("film-moves")).value);
  start.disabled = true;
  byId("filming").replaceChildren(html("progress", { "aria-label": say("picturing.busy") }), say("picturing.busy"));
  try {
    const most = Math.max(1, Math.min(MOST, moves + 1));
    const answer = await made("/api/films", page, { number: page.game.number, most, kind });
    save(await answer.blob(), `${page.game.game}.${kind}`);
    byId("filming").textContent = say("picturing.done");
  } catch (error) {
    byId("filming").textContent = /** @type {Error} */ (error).message;
  }
  start.disabled = false;
}
