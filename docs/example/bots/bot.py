"""A bot of anybody's, for every game of a Tablier server: python bot.py http://localhost:8000/seat/TOKEN"""

import json
import random
import secrets
import sys
import time
import urllib.request

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

server, token = sys.argv[1].split("/seat/")
visitor = f"visitor={secrets.token_urlsafe(16)}"  # who we are: 22 characters that nobody can guess
headers = {"Cookie": visitor, "Content-Type": "application/json"}
claim = urllib.request.Request(f"{server}/api/seats/{token}/claim", b'{"name": "Pascal"}', headers)
table = json.load(urllib.request.urlopen(claim))["url"].removeprefix("/t/")
address, status = f"{server.replace('http', 'ws', 1)}/api/tables/{table}/live", None

while status is None:
    try:
        with connect(address, additional_headers=headers, max_size=None) as socket:
            while status is None:
                message = json.loads(socket.recv())
                if message["type"] == "table":
                    mine, answered = message["yours"], None
                if message["type"] in ("table", "now"):
                    now = message.get("now", message)
                    for seat in set(now["waiting"]) & set(mine):
                        socket.send(json.dumps({"type": "salt", "seat": seat, "salt": secrets.token_hex(16)}))
                    if now["moves"] and now["number"] != answered:
                        answered = now["number"]
                        move = random.choice(now["moves"])["move"]  # here a better bot would think
                        socket.send(json.dumps({"type": "move", "number": answered, "move": move}))
                    if now["to_move"] is None:
                        status = now["status"]
    except (ConnectionClosed, OSError) as lost:  # come back, but later if the server's disk is full
        time.sleep(30 if "4507" in str(lost) else 1)

print(status)
