// A bot of anybody's, for every game of a Tablier server: node bot.js http://localhost:8000/seat/TOKEN
// (Node 20 and 21 need the flag --experimental-websocket before the file's name.)

const [server, token] = process.argv[2].split("/seat/");
const random = (bytes) => Buffer.from(crypto.getRandomValues(new Uint8Array(bytes)));
const headers = { Cookie: `visitor=${random(16).toString("base64url")}` }; // who we are: nobody can guess it

async function claim() {
  const body = JSON.stringify({ name: "Blaise" });
  const request = { method: "POST", body, headers: { ...headers, "Content-Type": "application/json" } };
  const answer = await (await fetch(`${server}/api/seats/${token}/claim`, request)).json();
  if (answer.error) throw new Error(answer.error.message);
  return answer.url.replace("/t/", "");
}

function play(table) {
  const socket = new WebSocket(`${server.replace("http", "ws")}/api/tables/${table}/live`, { headers });
  const send = (message) => socket.send(JSON.stringify(message));
  let mine = [], answered = null, over = false;
  const pause = { 4507: 30000 }; // milliseconds, if the server's disk is full
  socket.onclose = ({ code }) => over || code === 4000 || setTimeout(() => play(table), pause[code] ?? 1000);
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if (message.type === "table") [mine, answered] = [message.yours, null];
    if (message.type !== "table" && message.type !== "now") return;
    const now = message.now ?? message;
    if (now.to_move === null) {
      over = true;
      console.log(now.status);
      return socket.close();
    }
    for (const seat of now.waiting) if (mine.includes(seat)) send({ type: "salt", seat, salt: random(16).toString("hex") });
    if (!now.moves.length || now.number === answered) return;
    answered = now.number;
    const { move } = now.moves[Math.floor(Math.random() * now.moves.length)]; // here a better bot would think
    send({ type: "move", number: answered, move });
  };
}

claim().then(play);
