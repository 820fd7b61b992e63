"""A bot of anybody's, for every game of a Tablier server: python bot.py http://localhost:8000/seat/TOKEN"""

import hashlib
import json
import random
import secrets
import sys
import time
import urllib.error
import urllib.request

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

server, token = sys.argv[1].split("/seat/")
visitor = f"visitor={secrets.token_urlsafe(16)}"  # who we are: 22 characters that nobody can guess
headers = {"Cookie": visitor, "Content-Type": "application/json"}
salt = secrets.token_hex(16)  # our part in the dice
noted = {}  # what everybody was bound to before we showed it


def claim():
    """Take the seat; who is told to come later comes later. The id of the table."""
    request = urllib.request.Request(f"{server}/api/seats/{token}/claim", b'{"name": "Pascal"}', headers)
    while True:
        try:
            return json.load(urllib.request.urlopen(request))["url"].removeprefix("/t/")
        except urllib.error.HTTPError as error:
            if error.code not in (429, 503):
                sys.exit(json.load(error)["error"]["message"])
            time.sleep(float(error.headers["Retry-After"] or 1))


def answer(now, mine):
    """What is due: the hash of our salt, our salt once every seat has given its hash, a move, or nothing."""
    if mine in now["waiting"] and now["dice"]["hashes"][mine] is None:
        return {"type": "seal", "seat": mine, "hash": hashlib.sha256(salt.encode()).hexdigest()}
    if mine in now["waiting"]:
        noted.update(noted or {name: now["dice"][name] for name in ("commitment", "hashes")})
        return {"type": "salt", "seat": mine, "salt": salt}
    move = random.choice(now["moves"])["move"] if now["moves"] else None  # here a better bot would think
    return {"type": "move", "number": now["number"], "move": move} if move else None


address, now, refused = f"{server.replace('http', 'ws', 1)}/api/tables/{claim()}/live?number=", None, ""
while now is None or now["to_move"] is not None:
    try:
        with connect(f"{address}{now['number'] if now else ''}", additional_headers=headers, max_size=None) as socket:
            while now is None or now["to_move"] is not None:
                message = json.loads(socket.recv())
                if message["type"] == "table":
                    mine, answered = message["yours"][0], None
                if message["type"] in ("table", "now"):
                    now = message.get("now", message)
                elif message["type"] == "refused":
                    time.sleep(message.get("retry_after") or 0)  # too fast: later once more
                    refused, answered = message["message"], None if "retry_after" in message else answered
                if now and answered != (now["number"], now["waiting"]) and (due := answer(now, mine)):
                    answered = now["number"], now["waiting"]
                    socket.send(json.dumps(due))
    except (OSError, WebSocketException) as error:
        if (code := error.rcvd.code if getattr(error, "rcvd", None) else 0) in (1008, 4000):  # for good
            sys.exit(refused)
        time.sleep(30 if code == 4507 else 1)  # lost, or too much at once: come back; later if the disk is full

print(now["status"])
if noted and (dice := now["dice"])["seed"]:
    told = [hashlib.sha256(dice["seed"].encode()).hexdigest(), dice["hashes"], dice["salts"][mine]]
    if told != [noted["commitment"], noted["hashes"], salt]:
        sys.exit("The dice are not those that were promised.")
