// Tic-tac-toe on a server of boardgame.io, to be measured beside ours: node tictactoe.js PORT [FOLDER]
const { Server, FlatFile } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

const game = {
  name: "tic-tac-toe",
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    take: ({ G, playerID }, cell) => {
      if (G.cells[cell] !== null) return INVALID_MOVE;
      G.cells[cell] = playerID;
    },
  },
  endIf: ({ G }) => {
    const line = LINES.find(([a, b, c]) => G.cells[a] !== null && G.cells[a] === G.cells[b] && G.cells[a] === G.cells[c]);
    if (line) return { winner: G.cells[line[0]] };
    if (!G.cells.includes(null)) return { draw: true };
  },
};

const [port, dir] = process.argv.slice(2);
const db = dir ? { db: new FlatFile({ dir }) } : {};
Server({ games: [game], origins: ["*"], ...db }).run({ port: Number(port), callback: () => console.log("ready") });
