"""Salts are promised before they are shown: whoever comes last, and even knows the seed, can no longer choose one."""

import json
from dataclasses import replace
from typing import Any

import pytest

from tablier.core import dice
from tablier.server.api import messages
from tablier.server.authority import checks, fair, limits, making
from tablier.server.authority.events import Event, SeatPlan, Setup
from tablier.server.authority.limits import DAY
from tablier.server.authority.refusals import Refused
from tablier.server.authority.summaries import summary
from tablier.server.authority.table import Table
from tests.server.kit import NOW, do, random_moves, salt_of
from tests.server.test_authority import refusal
from tests.server.test_fair import DICE, HASH, MANY, OPEN, SALT, SEED, played_out, promise, sealed, season, show

TRIES = 200


def dice_of(salts: list[str], count: int = 6) -> list[int]:
    """What a table would draw first."""
    return [dice.number_below(dice.key_of(SEED), number, 6, salts) for number in range(1, 2 * count, 2)]


def test_who_runs_the_server_and_sits_last_cannot_try_salts_until_the_dice_please() -> None:
    """Knowing the seed, they are bound before they know the other salt; afterwards nothing else is taken."""
    here = sealed(DICE, "me", "link")
    promise(here, 0)
    assert here.dice
    assert here.dice["salts"] == [None, None], "only a hash is known when the last one has to choose"
    promise(here, 1)
    show(here, 0)
    salts = [f"{number:032x}" for number in range(TRIES)]
    better = max(salts, key=lambda salt: dice_of([salt_of(0), salt]))
    assert dice_of([salt_of(0), better]) != dice_of([salt_of(0), salt_of(1)])
    assert refusal(do, here, "bob", "salt", seat=1, salt=better) == "salt.other"
    assert refusal(do, here, "bob", "seal", seat=1, hash=dice.hash_of(better)) == "seal.late"
    show(here, 1)
    assert here.match.salts == (salt_of(0), salt_of(1))


def test_no_salt_is_shown_before_every_seat_is_bound() -> None:
    here = sealed(MANY, "me", "link", "link")
    for seat, visitor in enumerate(("ann", "bob", "cid")):
        assert refusal(do, here, visitor, "salt", seat=seat, salt=salt_of(seat)) == "salt.early"
        promise(here, seat)
    assert list(here.waiting) == [0, 1, 2]
    show(here, 2, 0)
    assert here.waiting == (1,)


def test_the_same_hash_or_salt_again_does_nothing() -> None:
    here = sealed(OPEN, "me", "link")
    assert len(promise(here, 0)) == 1
    assert promise(here, 0) == []
    promise(here, 1)
    assert promise(here, 0) == []
    assert len(show(here, 0)) == 1
    assert show(here, 0) == []
    show(here, 1)
    assert (show(here, 0), promise(here, 0)) == ([], [])


def test_another_hash_is_taken_until_all_are_there_and_not_for_ever() -> None:
    here = sealed(OPEN, "me", "link")
    assert refusal(do, here, "ann", "lost", seat=0) == "lost.early"
    for number in range(limits.MOST_SEALS - 1):
        do(here, "ann", "seal", seat=0, hash=f"{number:064x}")
    do(here, "ann", "seal", seat=0, hash=HASH)
    assert refusal(do, here, "ann", "seal", seat=0, hash="f" * 64) == "seal.often"
    promise(here, 1)
    assert refusal(do, here, "ann", "salt", seat=0, salt=salt_of(0)) == "salt.other"
    do(here, "ann", "salt", seat=0, salt=SALT)
    show(here, 1)
    assert here.match.sealing
    assert here.match.sealing.binds


@pytest.mark.parametrize("how", ["lost", "hand_over"])
def test_a_promised_salt_that_never_comes_is_replaced_and_marked(how: str) -> None:
    here = sealed(DICE, "me", "link")
    promise(here, 0, 1)
    show(here, 0)
    if how == "lost":
        do(here, "bob", "lost", seat=1)
    else:
        assert refusal(do, here, "ann", "hand_over", seat=1) == "seat.not_idle"
        do(here, "ann", "hand_over", now=NOW + 3 * DAY, seat=1)
    assert here.match.salts == (salt_of(0), dice.spare_salt(SEED, 1))
    assert here.dice
    assert here.dice["given_by"] == ["player", "replaced"]
    assert here.dice["hashes"][1] == dice.hash_of(salt_of(1)), "what was promised stays to be seen"
    report = fair.of_table(played_out(here), "en")
    assert (report["right"], report["key"]) == (True, "core.dice.replaced")
    assert "nothing shows that nobody chose them" in report["sentence"]
    forged = here.match.text().replace(dice.spare_salt(SEED, 1), SALT)
    assert fair.of_text(forged, "en")["key"] == "core.dice.broken"


@pytest.mark.parametrize(("promised", "giver"), [((), "server"), ((2,), "replaced")])
def test_who_gives_up_before_the_game_begins_does_not_hold_it_up(promised: tuple[int, ...], giver: str) -> None:
    here = sealed(MANY, "me", "link", "link")
    promise(here, *promised)
    do(here, "cid", "resign", seat=2)
    promise(here, 0, 1)
    show(here, 0, 1)
    assert not here.waiting
    assert here.match.sealing
    assert here.match.sealing.given_by == ("player", "player", giver)


def test_who_promised_and_showed_what_and_when_stands_in_the_saved_game() -> None:
    here = sealed(MANY, "me", "bot", "link")
    promise(here, 2, 0)
    show(here, 0, 2)
    random_moves(here, 4, 1)
    do(here, "ann", "resign", seat=0)
    sealing = here.match.sealing
    assert sealing
    assert sealing.given_by == ("player", "server", "player")
    assert sealing.order == (("salt", 1), ("hash", 2), ("hash", 0), ("salt", 0), ("salt", 2))
    assert "sealing: {" in here.match.text()
    assert type(here.match).from_text(here.match.text()).sealing == sealing


def test_whose_salt_is_waited_for_finds_that_in_the_list_of_tables() -> None:
    here = sealed(OPEN, "me", "link")
    promise(here, 0)
    assert summary(here).deciding is None
    promise(here, 1)
    show(here, 1)
    assert summary(here).deciding == 0


# Tables of before


def older(*events: Event) -> Table:
    """A table of a server that knew no hashes."""
    setup = making.arranged(DICE, [making.Wish("me"), making.Wish("link")], {}, "ann", NOW)
    places = tuple(replace(place, owners=(name,)) for place, name in zip(setup.places, ("ann", "bob"), strict=True))
    return Table(replace(setup, seed=SEED, commitment=dice.commitment(SEED), places=places), events)


def salted(seat: int) -> Event:
    return Event("salt", NOW, seat, text=salt_of(seat))


def test_an_older_table_with_all_its_salts_goes_on_and_is_not_praised_for_hashes() -> None:
    here = older(salted(0), salted(1))
    assert not here.waiting
    assert here.dice
    assert (here.dice["hashes"], here.dice["given_by"]) == ([None, None], ["player", "player"])
    report = fair.of_table(played_out(here), "en")
    assert (report["right"], report["key"]) == (True, "core.dice.unsealed")


def test_an_older_table_that_waits_for_a_salt_takes_a_hash_and_then_the_salt() -> None:
    here = older(salted(0))
    assert here.waiting == (1,)
    assert refusal(do, here, "bob", "salt", seat=1, salt=salt_of(1)) == "salt.early"
    season(here)
    assert not here.waiting
    assert fair.of_table(played_out(here), "en")["key"] == "core.dice.unsealed"


def test_an_older_table_whose_seat_was_handed_over_knows_whose_salt_that_was() -> None:
    here = older(salted(0), Event("salt", NOW, 1, text=dice.spare_salt(SEED, 1)))
    assert here.dice
    assert here.dice["given_by"] == ["player", "server"]


def test_a_table_of_bots_alone_is_marked() -> None:
    setup = Setup("t", DICE, {}, SEED, tuple(SeatPlan("bot", 1, salt=salt_of(n)) for n in range(2)), made=NOW)
    here = Table(replace(setup, commitment=dice.commitment(SEED)))
    for event in checks.opening(here, NOW).events:
        here.apply(event)
    report = fair.of_table(played_out(here), "fr")
    assert (report["right"], report["key"]) == (True, "core.dice.server_only")
    assert "rien ne montre que personne ne les a choisis" in report["sentence"]


@pytest.mark.parametrize("hashed", ["", "0" * 63, "0" * 65, "G" * 64, "A" * 64, 64 * "é", 10**63, None])
def test_a_malformed_hash_is_refused(hashed: Any) -> None:
    with pytest.raises(Refused) as found:
        messages.read(json.dumps({"type": "seal", "seat": 0, "hash": hashed}))
    assert found.value.key == "server.request.malformed"
