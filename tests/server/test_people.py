"""People who keep a name, on both stores."""

import asyncio
from pathlib import Path

from tablier.server.entrance import rates
from tablier.server.people.persons import People
from tablier.server.store.sqlite import SqliteStore
from tests.server.residents import town


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


def test_codes_cannot_be_tried_without_end(tmp_path: Path) -> None:
    with town(tmp_path, limited=True) as strict:
        for tried in range(int(rates.ADDRESS_TRIES.burst) + 1):
            eve = strict.browser()
            eve.cookie = f"{tried:022}"  # a new visitor each time, from one address
            answer = strict.client.post("/you/recover", json={"code": f"{tried}"}, headers=eve._headers)
        assert answer.status_code == 429
        told = answer.json()["error"]
        assert told["message"].startswith("Too many attempts to sign in: wait ")
        assert told["retry_after"] > 1
        assert answer.headers["retry-after"]
