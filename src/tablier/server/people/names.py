"""Names that are kept: one of a kind, whatever its accents and look-alikes, and nobody's who works here."""

from __future__ import annotations

import re
import unicodedata

from tablier.server.authority.limits import NAME_LENGTH, clean
from tablier.server.authority.refusals import Refused

LOOKS_LIKE = str.maketrans(
    {
        **dict(zip("авекмнорстухіјѕԁԛԝзб", "abekmhopctyxijsdqw36", strict=True)),
        **dict(zip("αβγδεικνορτυχω", "abydeikvoptuxw", strict=True)),
        **dict(zip("ıℓ|!013457@$", "lllloleastas", strict=True)),
        "i": "l", "ł": "l", "ø": "o", "đ": "d", "ħ": "h", "æ": "ae", "œ": "oe", "ß": "ss", "þ": "th", "ŧ": "t",
    }
)  # fmt: skip
"""Letters and digits that look like a Latin letter, as that letter."""
OURS = {
    "tablier", "server", "serveur", "operator", "operateur", "admin", "administrator", "administrateur", "moderator",
    "moderateur", "moderation", "system", "systeme", "somebody", "quelqu un", "anonymous", "anonyme", "spectator",
    "spectateur", "host", "staff", "support",
}  # fmt: skip
BOTS = re.compile(r"\b(bots?|robots?|level \w|niveau \w)\b")
LETTER = re.compile(r"[a-z0-9]|[^\x00-\x7f]")


def bare(name: str) -> str:
    """A name in small letters without accents, its words apart."""
    apart = unicodedata.normalize("NFKD", name.casefold())
    letters = "".join(letter for letter in apart if not unicodedata.combining(letter))
    return " ".join(re.sub(r"[\W_]+", " ", letters).split())


def skeleton(name: str) -> str:
    """What is the same of all names that look like this one; empty if nothing can be read in it."""
    return re.sub(r"[\W_]+", "", bare(name.casefold().translate(LOOKS_LIKE)).translate(LOOKS_LIKE))


OUR_SKELETONS = {skeleton(name) for name in OURS}


def proper(name: str) -> str:
    """A name as it can be kept; refused if there is nothing to read in it, or if it is one of ours."""
    name = clean(name, NAME_LENGTH)
    if not LETTER.search(skeleton(name)):
        raise Refused("server.you.no_name", 422)
    if is_ours(name) or BOTS.search(bare(name)):
        raise Refused("server.you.reserved", 422)
    return name


def is_ours(name: str) -> bool:
    """Whether somebody of that name seems to be the house itself."""
    return skeleton(name) in OUR_SKELETONS
