// @ts-check
/** For authors: the page shows itself anew after every edit, and what is wrong with the newest one. */

const PAUSE = 250; // milliseconds between two questions
const script = /** @type {HTMLElement} */ (document.querySelector("script[data-news]"));
const table = document.querySelector("main[data-table]")?.getAttribute("data-table") ?? "";
const address = `${script.dataset.news}?${new URLSearchParams({ table })}`;

/** @typedef {{file: string, line: number, name: string, lines: {number: number, text: string, here: boolean}[]}} Frame */
/** @typedef {{game: string, message: string, frames: Frame[]}} Fault */
/** @typedef {{generation: number, title: string, old: string, faults: Fault[], stopped: string}} News */

const panel = document.createElement("div");
panel.className = "developing";
panel.hidden = true;
document.body.append(panel);
let shown = "";

/** Ask for news, again and again; a server that is being replaced answers a little later. */
async function listen() {
  try {
    const answer = await fetch(address, { cache: "no-store" });
    if (answer.ok) hear(/** @type {News} */ (await answer.json()));
  } catch {
    // The next answer comes from the next generation.
  }
  setTimeout(listen, PAUSE);
}

/** @param {News} news */
function hear(news) {
  if (String(news.generation) !== script.dataset.generation) return location.reload();
  const text = JSON.stringify([news.faults, news.stopped, news.old]);
  if (text === shown) return;
  shown = text;
  panel.hidden = !news.faults.length && !news.stopped;
  panel.replaceChildren(...(news.stopped ? [made("p", "stopped", news.stopped, "status")] : []));
  if (news.faults.length) panel.append(faulty(news));
}

/** @param {News} news */
function faulty(news) {
  const box = document.createElement("details");
  box.open = true;
  box.append(made("summary", "", news.title));
  const inside = made("div", "faults", "", "alert");
  inside.tabIndex = 0;
  inside.append(...news.faults.flatMap(told));
  if (news.old) inside.append(made("p", "", news.old));
  box.append(inside);
  return box;
}

/** @param {Fault} fault */
function told(fault) {
  const message = fault.game ? `${fault.game}: ${fault.message}` : fault.message;
  return [made("p", "message", message), ...fault.frames.flatMap(place)];
}

/** @param {Frame} frame */
function place(frame) {
  const name = frame.name && !frame.name.startsWith("<") ? `, ${frame.name}` : "";
  const lines = document.createElement("pre");
  for (const line of frame.lines) {
    lines.append(made("span", line.here ? "here" : "", `${String(line.number).padStart(4)}  ${line.text}\n`));
  }
  return [made("p", "place", `${frame.file}:${frame.line}${name}`), lines];
}

/** @param {string} kind @param {string} name @param {string} text @param {string} [role] */
function made(kind, name, text, role) {
  const node = document.createElement(kind);
  if (name) node.className = name;
  if (role) node.setAttribute("role", role);
  node.textContent = text;
  return node;
}

listen();
