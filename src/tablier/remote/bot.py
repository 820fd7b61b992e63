"""One of our bots at a seat of a server elsewhere: it knows what the seat knows, as on the server itself."""

from collections.abc import Callable

from tablier.core.match import Match
from tablier.remote.promises import Message
from tablier.remote.sitting import Sitting
from tablier.server.bots.worker import choose

SECONDS = 10.0  # as long as a bot of a server may take

Told = Callable[[str], object]


def play(sitting: Sitting, level: int, told: Told) -> str:
    """Play at a seat until the game is over; ``told`` hears how things stand. Returns the last word on it."""
    answered: int | None = None  # the number of the move that was made last
    status = ""
    for message in sitting.messages():
        if message["type"] == "table" or "retry_after" in message:
            answered = None
        now = sitting.now
        if not now or (message["type"] not in ("table", "now") and "retry_after" not in message):
            continue
        if now["status"] != status:
            status = now["status"]
            told(status)
        if now["to_move"] is None:
            break
        if now["number"] != answered and decides(sitting, now):
            answered = answer(sitting, now, level)
    if sitting.broken is not None:
        told(sitting.broken.say(sitting.server.language))
    return status


def decides(sitting: Sitting, now: Message) -> bool:
    """Whether it is our turn."""
    return bool(now["moves"]) and now["to_move"] in sitting.mine


def answer(sitting: Sitting, now: Message, level: int) -> int | None:
    """Make a move, thought over on the seat's own account; None if the game has gone on or back meanwhile."""
    text = sitting.server.text(sitting.table, str(now["to_move"]))
    match = Match.from_text(text)
    if len(match.moves) != now["number"] or match.actor != now["to_move"]:
        return None
    sitting.send(type="move", number=now["number"], move=choose(text, level, 1.0, SECONDS))
    return int(now["number"])
