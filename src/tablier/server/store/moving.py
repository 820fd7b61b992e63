"""For who runs a server: all tables carried from one store to another, and compared in the end."""

from __future__ import annotations

from collections.abc import Iterator
from types import TracebackType

from tablier.server.authority.refusals import Refused
from tablier.server.store.sides import Rows, StoreSide, batches, source_side, target_side

TOGETHER = 50  # tables that are carried in one transaction


class Moving:
    """Tables on their way. Each is carried whole, so that whoever was interrupted finds what is missing by its name."""

    def __init__(self, source: str, target: str) -> None:
        if source == target:
            raise Refused("server.moving.same", place=source)
        self.source = source_side(source)
        try:
            self.target: StoreSide = target_side(target)
        except BaseException:
            self.source.close()
            raise
        self.names = self.source.names()
        self.there = set(self.target.names())
        self.missing = [name for name in self.names if name not in self.there]
        self.total = len(self.missing) + len(self.names)  # steps: a table carried, a table compared
        self.documents = self.source.documents()

    def __enter__(self) -> Moving:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.target.close()
        self.source.close()

    def steps(self) -> Iterator[str]:
        """Carry what is missing and compare everything, table by table; refused if both are not the same in the end."""
        self.refuse_others()
        self.target.put_runs(self.source.runs())
        self.carry_documents()
        for names in batches(self.missing, TOGETHER):
            self.target.put(self.source.rows(names))
            yield from names
        differing = 0
        for names in batches(self.names, TOGETHER):
            differing += len(self.differing(names))
            yield from names
        differing += self.documents != self.target.documents()
        if differing or self.target.names() != self.names:
            raise Refused(
                "server.moving.differs", place=self.target.place, source=self.source.place, count=max(differing, 1)
            )

    def carry_documents(self) -> None:
        """Carry what is kept beside tables, all at once."""
        missing: Rows = {}
        for kind, *row in sorted(self.documents - self.target.documents()):
            missing.setdefault(kind, []).append(tuple(row))
        if missing:
            self.target.put(missing)

    def refuse_others(self) -> None:
        """Refuse a target in which there is anything but what was carried there before."""
        others = self.there - set(self.names)
        others |= {str(row) for row in self.target.documents() - self.documents}
        for names in batches(sorted(self.there & set(self.names)), TOGETHER):
            others |= self.differing(names)
        if others:
            raise Refused("server.moving.other", place=self.target.place, source=self.source.place)

    def differing(self, names: list[str]) -> set[str]:
        """The tables that are not the same on both sides, of these."""
        before, after = self.source.digests(names), self.target.digests(names)
        return {name for name in names if before[name] != after[name]}

    def counted(self) -> int:
        """How many events there are on the side to which they were carried."""
        return sum(len(self.target.rows(names)["events"]) for names in batches(self.names, TOGETHER))
