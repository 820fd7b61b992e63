// A bot of anybody's, for every game of a Tablier server: node bot.js http://localhost:8000/seat/TOKEN
// (Node 20 and 21 need the flag --experimental-websocket before the file's name.)

const { createHash } = require("node:crypto");

const [server, token] = process.argv[2].split("/seat/");
const random = (bytes) => Buffer.from(crypto.getRandomValues(new Uint8Array(bytes)));
const sha256 = (text) => createHash("sha256").update(text).digest("hex");
const sleep = (seconds) => new Promise((done) => setTimeout(done, 1000 * seconds));
const headers = { Cookie: `visitor=${random(16).toString("base64url")}` }; // who we are: nobody can guess it
const salt = random(16).toString("hex"); // our part in the dice
let [noted, now, mine, answered, refused] = [null, null, null, null, ""]; // noted: what all were bound to before we showed it

// Take the seat; who is told to come later comes later.
async function claim() {
  const request = { method: "POST", body: '{"name": "Blaise"}', headers: { ...headers, "Content-Type": "application/json" } };
  const answer = await fetch(`${server}/api/seats/${token}/claim`, request);
  const told = await answer.json();
  if (answer.ok) return told.url.replace("/t/", "");
  if (![429, 503].includes(answer.status)) throw new Error(told.error.message);
  await sleep(told.error.retry_after ?? 1);
  return claim();
}

// What is due: the hash of our salt, our salt once every seat has given its hash, a move, or nothing.
function due({ waiting, dice, moves, number }) {
  if (waiting.includes(mine) && dice.hashes[mine] === null) return { type: "seal", seat: mine, hash: sha256(salt) };
  if (waiting.includes(mine)) {
    noted ??= { commitment: dice.commitment, hashes: dice.hashes };
    return { type: "salt", seat: mine, salt };
  }
  const choice = moves[Math.floor(Math.random() * moves.length)]; // here a better bot would think
  return choice && { type: "move", number, move: choice.move };
}

async function heard(socket, message) {
  if (message.type === "table") [mine, answered] = [message.yours[0], null];
  if (message.type === "table" || message.type === "now") now = message.now ?? message;
  if (message.type === "refused") refused = message.message;
  if ("retry_after" in message) {
    await sleep(message.retry_after); // too fast: later once more
    answered = null;
  }
  if (!now || now.to_move === null) return now && socket.close();
  const [point, wish] = [`${now.number} ${now.waiting}`, due(now)];
  if (answered === point || !wish || socket.readyState !== WebSocket.OPEN) return;
  answered = point;
  socket.send(JSON.stringify(wish));
}

function play(table) {
  const address = `${server.replace("http", "ws")}/api/tables/${table}/live?number=${now?.number ?? ""}`;
  const socket = new WebSocket(address, { headers });
  socket.onmessage = ({ data }) => heard(socket, JSON.parse(data));
  socket.onclose = async ({ code }) => {
    if (now?.to_move === null) return end(now);
    if (code === 1008 || code === 4000) throw new Error(refused); // for good
    await sleep(code === 4507 ? 30 : 1); // lost, or too much at once: come back; later if the disk is full
    play(table);
  };
}

function end({ status, dice }) {
  console.log(status);
  if (!noted || !dice.seed) return;
  const kept = sha256(dice.seed) === noted.commitment && String(dice.hashes) === String(noted.hashes);
  if (!kept || dice.salts[mine] !== salt) throw new Error("The dice are not those that were promised.");
}

claim().then(play);
