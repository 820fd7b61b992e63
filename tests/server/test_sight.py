"""What is told move by move gives the same picture as what is told at once, and the same moves to choose from."""

import random

import pytest

from tablier.core.registry import load
from tablier.core.scene import Group, Part
from tablier.games import GAMES
from tablier.server.authority import checks, takebacks
from tablier.server.authority.events import SeatPlan, Setup
from tablier.server.authority.refusals import Refused
from tablier.server.authority.table import Table
from tablier.server.telling import Message, Teller, Viewer
from tablier.server.telling.cache import KEPT, Cache
from tablier.server.telling.parts import Redrawing, alike
from tablier.server.telling.writing import read, written

MOVES = 60


def drawn(parts: dict[str, Message], told: Message) -> dict[str, Message]:
    """A picture with a change made to it, as a page makes it."""
    parts = {name: part for name, part in parts.items() if name not in told["gone"]}
    parts |= {part["id"]: part for part in told["changed"]}
    return {name: parts[name] for name in told["order"] or parts}


def parts_of(told: Message) -> dict[str, Message]:
    return {part["id"]: part for part in told["scene"]["parts"]}


def sent(message: Message) -> Message:
    """A message as it arrives."""
    return read(written(message))


def begun(game: str, seats: int) -> Table:
    """A table with a person on every seat."""
    places = tuple(SeatPlan("link", owners=(f"visitor{seat}",)) for seat in range(seats))
    table = Table(Setup("table", game, {}, 7, places, made=1.0))
    table.become(checks.opening(table, 1.0).table)
    return table


@pytest.mark.parametrize("game", GAMES)
def test_changes_add_up_to_the_picture_from_every_side(game: str) -> None:
    rng, seats = random.Random(game), load(game).seats[0]
    table = begun(game, seats)
    teller = Teller(table)
    viewers = [Viewer(name, language) for name in ("visitor0", "visitor1", "nobody") for language in ("en", "fr")]
    pictures = [parts_of(sent(teller.everything(viewer, 1.0))) for viewer in viewers]
    while not table.over and table.number < MOVES:
        seat, before = table.deciding, table.number
        command = {"type": "move", "number": before, "move": rng.choice(table.match.legal())}
        table.become(checks.decide(table, f"visitor{seat}", command, 2.0).table)
        if table.over and table.hidden:
            break  # nothing is hidden any more, so everything is told anew
        for number, viewer in enumerate(viewers):
            for message in teller.happened(viewer, range(before + 1, table.number + 1)):
                pictures[number] = drawn(pictures[number], read(message))
            told = sent(teller.everything(viewer, 2.0))
            assert list(pictures[number].items()) == list(parts_of(told).items())
            if told["now"]["moves"]:
                assert [move["move"] for move in told["now"]["moves"]] == table.match.legal()
    assert table.number > 1


# What is kept


@pytest.mark.parametrize("game", GAMES)
def test_what_is_kept_is_told_as_it_would_be_worked_out_anew(game: str) -> None:
    """Whoever was told of it before, from wherever, and whatever has happened since."""
    rng, seats = random.Random(game), load(game).seats[0]
    table = begun(game, seats)
    teller = Teller(table)
    viewers = [Viewer(name, language) for name in ("visitor0", "visitor1", "nobody") for language in ("en", "fr")]
    for step in range(30):
        if table.over:
            break
        happen(table, f"visitor{table.deciding}", {"type": "move", "number": table.number}, rng)
        disturb(table, teller, step, rng)
        rng.shuffle(viewers)
        for viewer in viewers:
            anew = Teller(table, teller.online)
            first = max(1, table.number - 3)
            for number in range(first, table.number + 1):
                assert teller.happened(viewer, [number]) == anew.happened(viewer, [number])
            assert teller.now(viewer, 2.0) == anew.now(viewer, 2.0)
            assert sent(teller.everything(viewer, 2.0)) == sent(anew.everything(viewer, 2.0))


def happen(table: Table, visitor: str, command: Message, rng: random.Random) -> None:
    if command["type"] == "move":
        command["move"] = rng.choice(table.match.legal())
    table.become(checks.decide(table, visitor, command, 2.0).table)


def disturb(table: Table, teller: Teller, step: int, rng: random.Random) -> None:
    """Let something happen besides a move: somebody comes or goes, has another name, or takes a move back."""
    if step % 5 == 1:
        teller.online = frozenset(rng.sample(("visitor0", "visitor1", "nobody"), rng.randrange(4)))
    if step % 5 == 2:
        happen(table, "visitor1", {"type": "name", "name": f"Bob {step}"}, rng)
    last = table.actors[-1]
    if step % 5 == 3 and last >= 0 and not table.over and takebacks.target(table, f"visitor{last}")[1] == "":
        happen(table, f"visitor{last}", {"type": "takeback"}, rng)
        for seat in range(len(table.seats)):
            if table.offer is not None and seat != last:
                happen(table, f"visitor{seat}", {"type": "answer", "offer": "takeback", "yes": True}, rng)


@pytest.mark.parametrize("game", [game for game in GAMES if not load(game).hidden])
def test_viewers_whose_pictures_have_the_same_groups_are_sent_the_same_message(game: str) -> None:
    table = begun(game, load(game).seats[0])
    teller = Teller(table)
    for step in range(6):
        happen(table, f"visitor{table.deciding}", {"type": "move", "number": table.number}, random.Random(step))
        one, other = (teller.happened(Viewer(f"visitor{seat}", "en"), [table.number])[0] for seat in (0, 1))
        assert one is other


@pytest.mark.parametrize("game", [game for game in GAMES if load(game).hidden])
def test_nothing_kept_for_some_eyes_is_found_by_others(game: str) -> None:
    table = begun(game, load(game).seats[0])
    teller = Teller(table)
    for step in range(6):
        happen(table, f"visitor{table.deciding}", {"type": "move", "number": table.number}, random.Random(step))
        found = []
        for name in ("visitor0", "visitor1", "nobody"):
            witness = teller.witness(Viewer(name, "en"))
            teller.happened(Viewer(name, "en"), [table.number])
            found.append({key for key in {**teller.cache.recent, **teller.cache.older} if witness.known in key})
        assert all(found)
        assert not found[0] & found[1] | found[0] & found[2] | found[1] & found[2]


def test_only_so_much_is_kept_and_what_was_looked_at_last() -> None:
    cache = Cache()
    often: list[object] = cache.once(("often",), list)
    for number in range(3 * KEPT):
        assert cache.once(("thing", number), str, number) == str(number)
        assert cache.once(("often",), list) is often
    assert KEPT <= len(cache.recent) + len(cache.older) <= 2 * KEPT


def test_a_group_made_anew_with_equal_parts_has_not_changed() -> None:
    stone, other, moved = Part("stone", x=1.0), Part("other"), Part("other", x=2.0)
    change = Redrawing([Group(stone), Group(other)], [Group(stone), Group(moved)])
    assert [group.names for group in change.came] == [("other",)]
    assert (change.gone, change.order) == ([], None)
    assert alike([Group(stone)], [Group(stone)])
    assert not alike([Group(other)], [Group(moved)])


def test_what_comes_and_goes_behind_groups_that_stay_is_told_with_the_whole_order() -> None:
    front, stone, last = (Group(Part(name)) for name in ("front", "stone", "last"))
    came, gone = Redrawing([front, last], [front, stone, last]), Redrawing([front, stone, last], [front, last])
    assert (came.came, came.gone, came.order) == ([stone], [], ["front", "stone", "last"])
    assert (gone.came, gone.gone, gone.order) == ([], ["stone"], None)
    turned, same = Redrawing([front, stone, last], [front, last, stone]), Redrawing([front, last], [front, last])
    assert (turned.came, turned.gone, turned.order) == ([], [], ["front", "last", "stone"])
    assert (same.came, same.gone, same.order) == ([], [], None)


@pytest.mark.parametrize("game", GAMES)
def test_whatever_a_client_asks_about_gets_a_reason_or_a_refusal(game: str) -> None:
    """Also about parts that nobody can point at, and about what is not there."""
    rng, seats = random.Random(game), load(game).seats[0]
    table = begun(game, seats)
    while not table.over and table.number < 12:
        command = {"type": "move", "number": table.number, "move": rng.choice(table.match.legal())}
        table.become(checks.decide(table, f"visitor{table.deciding}", command, 2.0).table)
    teller, viewer = Teller(table), Viewer(f"visitor{table.deciding}", "fr")
    told = sent(teller.everything(viewer, 1.0))
    ids = [part["id"] for part in (*told["scene"]["still"], *told["scene"]["parts"])]
    first = rng.choice(table.match.legal())
    begins = [[], [next(move["path"][0] for move in told["now"]["moves"] if move["move"] == first)], ["nothing"]]
    reasons = 0
    for part in (*ids, "nothing", "cell.z99", ""):
        for start in begins:
            try:
                answer = teller.why(viewer, table.number, start, part)
            except Refused as refusal:
                assert refusal.status == 422
            else:
                assert answer["text"].strip()
                reasons += 1
    assert reasons
