"""Limits: how much, how many and how long, so that nobody can use the server up."""

import re
import unicodedata

from tablier.server.authority.refusals import Refused

DAY = 86_400.0
MESSAGE_BYTES = 16_384
BODY_BYTES = 16_384
TEXT_BYTES = 262_144  # where a saved game may be sent
TEXT_LENGTH = 200_000
TEXT_LINES = 6_000
SIDE_LENGTH = 16
NAME_LENGTH = 24
CHAT_LENGTH = 300
MOVE_LENGTH = 120
CHAT_KEPT = 100  # messages of players that a table keeps; older ones make room
SPECTATOR_CHAT_KEPT = 50  # messages of spectators, so that they never push out what players say
MOST_SEALS = 16  # hashes that one seat may send, one after the other
MOST_TABLES = 200  # running ones of one visitor
MOST_HISTORY = 20_000  # events of one table, after which nobody moves any more
MOST_DEVICES = 12  # visitors who share a seat
DEVICE_LINKS = 50  # the latest ones of a visitor at a table can be used
SOCKETS_PER_VISITOR = 24
SPECTATORS_PER_ADDRESS = 400  # sockets at all tables together
SPECTATORS_PER_TABLE = 200
NEIGHBOURS_PER_TABLE = 40  # spectators of one address at a table
FULL_SECONDS = 30.0  # after which there may be room again
CONNECTIONS_PER_NETWORK = 600  # of all kinds
DEVICE_SECONDS = 3_600.0  # a link for a second device is good for so long
GONE_AFTER = 10.0  # seconds without a connection, after which somebody counts as gone
GONE_SEVERAL, GONE_ALONE = 60.0, 120.0  # seconds after which several others, or one alone, may decide about a seat
GONE_FOR_GOOD = 180.0  # seconds after which a bot takes it by itself, where that was chosen
MOST_MINUTES, MOST_SECONDS, MOST_DAYS, MOST_HOLIDAYS = 180, 180, 30, 60  # of a clock
MOST_LINES, LONGEST_LINE = 40, 24  # conditional moves of a seat, and moves in one row of them
LOBBY_PER_VISITOR, LOBBY_PER_ADDRESS = 12, 200  # pages that are told of the lobby
MOST_SUBSCRIPTIONS = 12  # browsers of one visitor that are sent notices
MOST_INVITATIONS = 30  # that wait for the answer of one visitor
MOST_EVENTS = {
    "back": 200, "offer": 400, "name": 100, "mute": 200, "open_chat": 100, "hand_over": 100, "hint": 2_000,
    "holiday": 100, "conditions": 400, "left": 300, "vote": 100, "swap": 100,
}  # fmt: skip
"""How often a seat may do at one table what could be done for ever."""


def clean(text: str, most: int) -> str:
    """A text that somebody typed, on one line, without what cannot be seen; refused if it is too long."""
    visible = "".join(" " if character.isspace() else character for character in text)
    visible = "".join(c for c in visible if unicodedata.category(c) not in ("Cc", "Cs", "Co", "Cn") and c not in BIDI)
    visible = re.sub(r" +", " ", unicodedata.normalize("NFC", visible)).strip()
    if len(visible) > most:
        raise Refused("server.limits.long", 422, most=most)
    return visible


BIDI = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""Marks that turn the direction of all text that follows them."""
