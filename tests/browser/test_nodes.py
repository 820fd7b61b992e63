"""Two browsers at two nodes of one site: they play at one table, and go on when its owner is gone."""

from collections.abc import Callable
from typing import cast

from tests.browser.house import Server
from tests.browser.people import Person
from tests.server.nodes import NodeHouse, until
from tests.server.postgres import cluster as cluster
from tests.server.postgres import database as database

Meet = Callable[..., Person]


def test_two_browsers_at_two_nodes_play_one_game(meet: Meet, database: str) -> None:
    with NodeHouse(database, pace=0.0) as other:
        with NodeHouse(database, pace=0.0) as one:
            ann, bob = (meet(at=cast(Server, house)) for house in (one, other))
            table, link = laid(ann)
            bob.go(link)
            bob.page.locator("form button").click()
            bob.page.wait_for_url(f"**/t/{table}")
            for person, moves in ((ann, 1), (bob, 2), (ann, 3)):
                touched(person)
                for each in (ann, bob):
                    each.awaits(moves)
            assert table in one.hub.open_tables
            ann.forgiven = bob.forgiven = ("WebSocket",)
        until(lambda: table in other.hub.open_tables)
        touched(bob)
        bob.awaits(4)
        assert len(bob.log()) >= 4


def laid(person: Person) -> tuple[str, str]:
    """A table that somebody makes and looks at, and the link to its other seat."""
    person.go("/games/samliam")
    made = person.page.evaluate(
        """async () => (await fetch("/api/tables", {method: "POST", headers: {"content-type": "application/json"},
        body: JSON.stringify({game: "samliam", seats: [{kind: "me"}, {kind: "link"}]})})).json()"""
    )
    person.go(str(made["url"]))
    return str(made["table"]), str(made["seats"][1]["link"])


def touched(person: Person) -> None:
    """Somebody makes the first move that is offered to them."""
    person.asked()
    person.move()
