// @ts-check
/** Several saved games in one text: each but the first begins with its format after an empty line. */

const NEXT = /\r?\n[ \t]*\r?\n(?=tablier:)/;
const HEAD = (/** @type {string} */ name) => new RegExp(`^${name}:[ \\t]*(.*?)[ \\t]*$`, "m");

/** The games of a text, each with what it is called. @param {string} text @returns {{name: string, text: string}[]} */
export function gamesIn(text) {
  return text.split(NEXT).map((game, place) => {
    const told = ["game", "date", "result"].map((name) => HEAD(name).exec(game)?.[1]).filter((value) => value);
    return { name: `${place + 1}. ${[...told, ...namesIn(game)].join(" · ")}`, text: `${game}\n` };
  });
}

/** @param {string} game */
function namesIn(game) {
  try {
    return [JSON.parse(HEAD("names").exec(game)?.[1] ?? "[]").join(" – ")].filter((names) => names);
  } catch {
    return [];
  }
}
