"""On the wire: whatever a seat or a spectator cannot tell apart is told to them in the same bytes."""

import pytest

from tablier.core.contract import SPECTATOR
from tablier.core.registry import load
from tablier.core.scene import parts_of
from tablier.games import GAMES
from tablier.server.api import replay
from tablier.server.authority import checks
from tablier.server.authority.events import Event, Setup
from tablier.server.authority.refusals import Refused
from tablier.server.authority.table import Table
from tablier.server.telling import Teller, Viewer
from tablier.server.telling.writing import read, written
from tests.contract.kit import Case, default
from tests.contract.test_secrets import alike, running
from tests.server.kit import NOW, PEOPLE, person, random_moves, table, told, wire

HIDDEN = [key for key in GAMES if load(key).hidden]
each_game = pytest.mark.parametrize("game", HIDDEN)


def plain(game: str) -> Case:
    return Case(game, load(game).seats[0], tuple((name, default(game, name)) for name in load(game).table))


def as_table(moves: list[str], case: Case) -> Table:
    places = tuple(person(visitor) for visitor in PEOPLE[: case.seats])
    setup = Setup("table", case.game, dict(case.options), 1, places, made=NOW)
    return Table(setup, [Event("move", NOW + number, None, move) for number, move in enumerate(moves)])


@each_game
@pytest.mark.parametrize("seed", range(3))
def test_games_that_a_viewer_cannot_tell_apart_are_told_in_the_same_bytes(game: str, seed: int) -> None:
    case, compared = plain(game), 0
    for here in running(case, seed, 4):
        for viewpoint in (SPECTATOR, *range(case.seats)):
            visitor = "eve" if viewpoint == SPECTATOR else PEOPLE[viewpoint]
            seen = wire(told(as_table(here.moves, case), visitor))
            for other in alike(here, viewpoint):
                assert wire(told(as_table(other.moves, case), visitor)) == seen
                compared += other.moves != here.moves
    assert compared


@each_game
@pytest.mark.parametrize("seed", range(3))
def test_downloads_and_replays_of_games_that_a_viewer_cannot_tell_apart_are_the_same_bytes(
    game: str, seed: int
) -> None:
    case, compared = plain(game), 0
    for here in running(case, seed, 4):
        for viewpoint in (SPECTATOR, *range(case.seats)):
            visitor = "eve" if viewpoint == SPECTATOR else PEOPLE[viewpoint]
            seen = kept(as_table(here.moves, case), visitor)
            for other in alike(here, viewpoint):
                assert kept(as_table(other.moves, case), visitor) == seen
                compared += other.moves != here.moves
    assert compared


def kept(here: Table, visitor: str) -> list[str]:
    """All that a visitor can download of a running table."""
    sides = replay.sides(here, visitor)
    assert sides[-1] == replay.OUTSIDE
    texts = [replay.text(here, visitor, "fr", side) for side in sides]
    return [*texts, *(wire([replay.of_table(here, visitor, "fr", side)]) for side in sides)]


@each_game
def test_a_running_game_is_downloaded_and_replayed_only_from_ones_own_side(game: str) -> None:
    here = table(game, person("ann"), person("bob"))
    random_moves(here, 6, 1)
    assert [replay.sides(here, visitor) for visitor in ("ann", "bob", "eve")] == [
        ["0", "spectator"], ["1", "spectator"], ["spectator"]
    ]  # fmt: skip
    for visitor, sides in {"ann": ("1", "everyone"), "bob": ("0", "everyone"), "eve": ("0", "1", "everyone")}.items():
        for side in sides:
            for asked in (replay.text, replay.of_table):
                with pytest.raises(Refused) as refused:
                    asked(here, visitor, "fr", side)
                assert (refused.value.key, refused.value.status) == ("server.replay.hidden", 403)


@each_game
def test_at_a_shared_screen_only_the_open_side_of_a_running_game_is_replayed(game: str) -> None:
    here = table(game, person("ann"), person("ann", "here"))
    random_moves(here, 6, 1)
    assert replay.sides(here, "ann") == ["spectator"]


@each_game
def test_a_shared_screen_shows_nothing_of_a_seat_until_its_curtain_is_lifted(game: str) -> None:
    here = table(game, person("ann"), person("ann", "here"))
    spectator = Viewer("eve", "en")
    for step in range(30):
        if here.over:
            break
        seat, teller = here.deciding, Teller(here)
        assert seat is not None
        behind, in_front = Viewer("ann", "en"), Viewer("ann", "en", seat)
        assert read(teller.now(behind, NOW))["curtain"] == seat
        assert read(teller.now(behind, NOW))["moves"] == []
        hidden, open_to_all = (read(written(teller.everything(viewer, NOW))) for viewer in (behind, spectator))
        assert hidden["scene"] == open_to_all["scene"]
        assert hidden["log"] == open_to_all["log"]
        assert read(teller.now(in_front, NOW))["curtain"] is None
        assert len(read(teller.now(in_front, NOW))["moves"]) == len(here.match.legal())
        random_moves(here, 1, step)


@each_game
def test_moves_go_only_to_the_seat_that_decides(game: str) -> None:
    here = table(game, person("ann"), person("bob"))
    teller = Teller(here)
    assert read(teller.now(Viewer("ann", "en"), NOW))["moves"]
    assert not read(teller.now(Viewer("bob", "en"), NOW))["moves"]
    assert not read(teller.now(Viewer("eve", "en"), NOW))["moves"]


@each_game
def test_when_it_is_over_nothing_is_hidden(game: str) -> None:
    here = table(game, person("ann"), person("bob"))
    random_moves(here, 6, 1)
    assert not here.over
    hidden = wire(told(here, "eve"))
    for event in checks.resign(here, "ann", {"seat": 0}, NOW).events:
        here.apply(event)
    shown = told(here, "eve")[0]["scene"]["parts"]
    assert wire(told(here, "eve")) != hidden
    assert shown == told(here, "ann")[0]["scene"]["parts"]
    everyone = here.match.engine.game.view.scene(here.match.engine.record[0], here.match.state[0], SPECTATOR)
    assert [part["id"] for part in shown] == [part.id for part in parts_of(everyone.groups)]
