"""Our part in the dice of a table: the salts of our seats, what was noted before they were shown, and the comparison.

Salts and notes outlive the program where there is a folder for them: who has lost a salt gives up a proof.
"""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tablier import private
from tablier.core import dice
from tablier.core.sealing import REPLACED
from tablier.core.words import Word, word

SALT_BYTES = 16
PLAIN = re.compile(r"[\w-]+", re.ASCII)

Message = dict[str, Any]


class Promises:
    """What was promised at one table, by us and by the others."""

    def __init__(self, table: str, folder: Path | None = None) -> None:
        self.file = folder / "promises" / f"{table}.json" if folder is not None and PLAIN.fullmatch(table) else None
        kept = json.loads(self.file.read_text(encoding="utf-8")) if self.file is not None and self.file.exists() else {}
        self.salts: dict[str, str] = kept.get("salts", {})  # by their hashes
        self.drawn: dict[int, str] = {}  # the hash of the salt that was drawn for each seat
        self.noted: Message | None = kept.get("noted")  # what was published when we showed a salt

    def due(self, now: Message, mine: Sequence[int], fresh: bool) -> Iterator[Message]:
        """What is to be sent for our seats: the hash of a salt, then, once all hashes are there, the salt.

        Over a fresh line a hash that somebody else has sent for our seat is replaced while that is possible.
        """
        if not now["waiting"]:
            return
        hashes, early = now["dice"]["hashes"], now["dice"]["hashes"][now["waiting"][0]] is None
        for seat in (seat for seat in mine if now["dice"]["salts"][seat] is None):
            promised = hashes[seat]
            if early and (promised is None or (fresh and promised not in self.salts)):
                yield {"type": "seal", "seat": seat, "hash": self._promised(seat)}
            elif not early and seat in now["waiting"]:
                yield self._shown(seat, promised, now["dice"])

    def _shown(self, seat: int, promised: str, told: Message) -> Message:
        """The salt of a seat; what everybody is bound to is noted first."""
        if promised not in self.salts:
            return {"type": "lost", "seat": seat}
        self._note(told)
        return {"type": "salt", "seat": seat, "salt": self.salts[promised]}

    def _promised(self, seat: int) -> str:
        """The hash of a salt for a seat, which is drawn once and kept."""
        if seat not in self.drawn:
            salt = secrets.token_hex(SALT_BYTES)
            self.drawn[seat] = dice.hash_of(salt)
            self.salts[self.drawn[seat]] = salt
            self._keep()
        return self.drawn[seat]

    def _note(self, told: Message) -> None:
        """Note what everybody is bound to; only once, for what is told later proves nothing."""
        if self.noted is None:
            self.noted = {name: told[name] for name in ("commitment", "hashes")}
            self._keep()

    def _keep(self) -> None:
        """Write it down, for us alone."""
        if self.file is None:
            return
        private.make_folder(self.file.parent)
        private.make_file(self.file)
        self.file.write_text(json.dumps({"salts": self.salts, "noted": self.noted}), encoding="utf-8")

    def broken(self, told: Message | None) -> Word | None:
        """What is not as it was promised, when the seed of a game that is over has been told."""
        if self.noted is None or told is None or not told["seed"]:
            return None
        if told["commitment"] != self.noted["commitment"] or dice.commitment(told["seed"]) != told["commitment"]:
            return word("remote.broken.seed")
        if told["hashes"] != self.noted["hashes"]:
            return word("remote.broken.hashes")
        for seat, (salt, promised) in enumerate(zip(told["salts"], told["hashes"], strict=True)):
            spare = told["given_by"][seat] == REPLACED and promised not in self.salts
            due = dice.spare_salt(told["seed"], seat) if spare else self.salts.get(promised, salt)
            if salt != due or not (spare or dice.hash_of(salt) == promised):
                return word("remote.broken.salt", seat=seat)
        return None
