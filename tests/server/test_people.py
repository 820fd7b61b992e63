"""People who keep a name, on both stores."""

import asyncio
from pathlib import Path

from tablier.server.people.persons import People
from tablier.server.store.sqlite import SqliteStore


def test_a_visitor_may_keep_a_name_and_change_it(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.sqlite")
    people = People(store)

    async def kept() -> None:
        assert await people.person("ann") is None
        first = await people.keep("ann", " Ann ", 5.0)
        assert (first.id, first.name, first.made, first.rated) == ("ann", "Ann", 5.0, True)
        await people.keep("ann", "Anna", 9.0)
        found = await people.person("ann")
        assert found is not None
        assert (found.name, found.made) == ("Anna", 5.0)

    asyncio.run(kept())
    store.close()
