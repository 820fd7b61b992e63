"""What is asked in Samarra, why something cannot be touched, and where a move happened: on positions that are known."""

import random
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import product
from typing import Any

import pytest

from tablier import Match
from tablier.core.contract import SPECTATOR, UNSEEN
from tablier.core.records import frozen
from tablier.core.scene import Choice
from tablier.core.words import catalogue
from tests.contract.kit import Case, at_move, cases, random_match, sampled
from tests.games.samarra.boards import drawn, opened, played

SKIRMISH = """
    . . s . .
    . . . . .
    . d M . .
    . . D m .
    . S . . .
"""
CORNER = """
    . s m d .
    . . . . .
    . . . . .
    . . . . M
    . D . S .
"""
ROUND = ("b5-a5", "a5-a4", "b2-b3", "b3-a3", "a4-a5", "a5-b5", "a3-b3", "b3-b2")  # to where it began, in four turns


class Looking:
    """A position as the seat that decides sees it."""

    def __init__(self, match: Match) -> None:
        assert isinstance(match.actor, int)
        engine, self.view = match.engine, match.engine.game.view
        self.options, self.seat = engine.frozen_options, match.actor
        self.state = frozen(engine.concealed(match.state, self.seat))
        self.moves = engine.survey(match.state).moves
        self.choices: Sequence[Choice] = self.view.choices(self.options, self.state, self.moves, self.seat)

    def asked(self, language: str = "en") -> str:
        return " ".join(sentence.say(language) for sentence in self.view.asked(self.options, self.state))

    def why(self, *touches: str) -> Any:
        return self.view.why(self.options, self.state, touches[:-1], touches[-1])

    def question(self, *path: str) -> str:
        return next(choice.questions[-1].say() for choice in self.choices if tuple(choice.path) == path)


POSITIONS: dict[str, Callable[[], Match]] = {
    "set-up": lambda: Match("samarra"),
    "opening": opened,
    "skirmish": lambda: drawn(SKIRMISH, passing=True),
    "revealed": lambda: played(drawn(SKIRMISH), "c3?b3"),
    "killed": lambda: played(drawn(SKIRMISH), "c2xd2"),
    "in the open": lambda: drawn(SKIRMISH, revealed="d"),
    "Merchant lost": lambda: drawn(SKIRMISH.replace("M", "."), dead="M"),
    "Death lost": lambda: drawn(SKIRMISH.replace("D", "."), dead="D"),
    "crowded": lambda: drawn("D S M m d s", board="BBBSSS"),
    "rocks": lambda: opened("S@a1 M@c1 D@d1", "S@a3 M@b3 D@d3", board="SS.S/.##./B.BB"),
    "there and back": lambda: played(opened(no_repetition=True), "b1-b2", "d5-d4"),
    "into a corner": lambda: played(drawn(CORNER, no_repetition=True), "d1-e1"),
    "third time": lambda: played(opened(no_repetition=True), "b1-b2", *ROUND, *ROUND[:-1]),
    "third time, passing": lambda: played(
        opened(no_repetition=True, passing=True), "b1-b2", *ROUND, *ROUND[:-1], "pass", "pass", "pass", "b3-b2"
    ),
}

REASONS = """
    set-up: town.1 = town
    set-up: sand = scenery
    set-up: power.0.kill = later
    set-up: cell.c3 = outside
    set-up: cell.c5 = outside
    set-up: cell.c1 = figure_first
    set-up: figure.0 figure.1 = place_first
    set-up: figure.0 cell.b1 figure.0 = hidden_here
    set-up: figure.0 cell.b1 figure.1 cell.b1 = hidden_here
    opening: town.0 = town
    opening: cell.c4 = piece_first
    opening: piece.1.0 = theirs
    opening: power.0.reveal = nobody_reveal
    opening: power.0.kill = nobody_kill
    opening: piece.0.0 piece.0.1 = own
    skirmish: moon = scenery
    skirmish: piece.1.2 = theirs
    skirmish: piece.1.1 = use_reveal
    skirmish: cell.b3 = use_reveal
    skirmish: piece.1.0 = use_kill
    skirmish: cell.b1 = touch_piece
    skirmish: power.0.reveal = use_reveal
    skirmish: power.0.kill = use_kill
    skirmish: power.1.kill = their_power
    skirmish: piece.0.0 cell.b3 = servant
    skirmish: piece.0.0 cell.c2 = own
    skirmish: piece.0.2 cell.d4 = diagonal
    skirmish: piece.0.2 cell.e5 = far
    skirmish: piece.0.2 cell.c4 = touch_cell
    skirmish: piece.0.2 cell.b3 = touch_target
    skirmish: piece.0.2 piece.1.2 = out_of_reach
    skirmish: piece.0.1 piece.1.1 = out_of_reach
    skirmish: piece.0.1 button.pass = chosen
    revealed: piece.0.2 piece.1.1 = reveal_spent
    revealed: power.0.reveal = reveal_spent
    killed: piece.0.1 piece.1.1 = kill_spent
    killed: power.0.kill = kill_spent
    killed: piece.1.0 = dead
    in the open: piece.0.2 piece.1.1 = open
    in the open: power.0.reveal = nobody_reveal
    Merchant lost: power.0.reveal = reveal_dead
    Death lost: power.0.kill = kill_dead
    crowded: piece.0.1 = stuck
    rocks: cell.b2 = rock
    rocks: piece.0.1 cell.c2 = rock
    there and back: piece.1.2 cell.d5 = began
    into a corner: piece.0.1 = stuck_repeating
    third time: piece.0.0 cell.b2 = ended_twice
    third time, passing: button.pass = ended_twice
"""
TABLE = [(name.strip(), rest) for name, _, rest in (line.partition(":") for line in REASONS.strip().splitlines())]


@cache
def looking(position: str) -> Looking:
    return Looking(POSITIONS[position]())


@pytest.mark.parametrize(("position", "line"), TABLE)
def test_each_touch_in_vain_has_the_reason_of_its_rule(position: str, line: str) -> None:
    touches, reason = line.split(" = ")
    assert looking(position).why(*touches.split()).key == f"samarra.why.{reason}"


def test_every_reason_there_is_occurs_above() -> None:
    known = {key.removeprefix("samarra.why.") for key in catalogue("samarra") if key.startswith("samarra.why.")}
    assert {line.split(" = ")[1] for _, line in TABLE} == known


def test_reasons_name_cells_and_characters() -> None:
    here = looking("in the open")
    assert here.why("piece.0.2", "piece.1.1").say() == (
        "There is nothing to reveal on b3: Death stands there in the open already."
    )
    assert here.why("power.0.reveal").say("fr") == (
        "À côté de votre Marchand, en c3, il n’y a aucune tente adverse encore fermée à révéler."
    )
    assert looking("killed").why("piece.1.0").say() == (
        "White has lost this piece: the tent with the disc is out of the game."
    )


@pytest.mark.parametrize("case", cases("samarra"), ids=str)
def test_a_touch_is_called_allowed_just_if_it_is_in_the_list_of_moves(case: Case) -> None:
    match = random_match(case, 3)
    for number in sampled(match, random.Random(3), 6):
        here = at_move(match, number)
        if here.actor is not None and number >= 2:
            assert set(called_allowed(Looking(here))) == set(paths(Looking(here)))


def paths(here: Looking) -> Iterator[tuple[str, ...]]:
    """What is touched for an action, of a piece and a cell."""
    for choice in here.choices:
        if len(choice.path) == 2:
            yield choice.path[0], choice.path[1]


def called_allowed(here: Looking) -> Iterator[tuple[str, ...]]:
    """All twos of a piece that can act and a cell or another piece that are not refused."""
    scene = here.view.scene(here.options, here.state, here.seat)
    named = [part.id for part in scene.parts if part.id.startswith(("cell", "piece"))]
    for piece, part in product({path[0] for path in paths(here)}, named):
        kind = "touch_cell" if part.startswith("cell") else "touch_target"
        if part != piece and here.why(piece, part).key == f"samarra.why.{kind}":
            yield piece, part


def test_the_actions_left_and_the_powers_at_hand_are_said() -> None:
    assert looking("opening").asked() == "The very first turn has only one action. Choose one of your pieces."
    assert looking("skirmish").asked() == (
        "You have two actions left. Your Merchant can reveal a tent, and your Death can kill. "
        "Choose one of your pieces, or pass."
    )
    assert looking("revealed").asked("fr") == (
        "Il vous reste une action. Votre Mort peut tuer. Choisissez une de vos pièces."
    )
    assert looking("set-up").asked() == (
        "Secretly hide your three characters in Baghdad, your town. Choose a character to hide."
    )


def test_where_a_piece_goes_is_asked_with_what_else_it_can_do() -> None:
    here = looking("skirmish")
    assert here.question("piece.0.0", "cell.a1") == "Where does the Servant go?"
    assert here.question("piece.0.2", "cell.c4") == "Where does the Merchant go, or which tent does he reveal?"
    assert here.question("piece.0.1", "piece.1.0") == "Whom does Death kill?"
    assert looking("revealed").question("piece.0.2", "cell.c4") == "Where does the Merchant go?"


def test_a_set_up_is_offered_by_twos_with_a_ghost_for_each_character() -> None:
    here = looking("set-up")
    assert all(choice.pairs for choice in here.choices)
    ghosts = {(part.id, part.x): part for choice in here.choices for part in choice.ghost}
    assert len(ghosts) == len(set(ghosts.values())) == 9
    assert [question.say() for question in here.choices[0].questions[2:4]] == [
        "Choose a character to hide.",
        "On which cell does the Merchant hide?",
    ]


def marks(match: Match, viewpoint: int, code: int | None = None) -> Any:
    """Where the last move happened, as it is seen from somewhere."""
    engine = match.engine
    before, after = (frozen(engine.concealed(state, viewpoint)) for state in match.history[-2:])
    return engine.game.view.marks(engine.frozen_options, before, match.codes[-1] if code is None else code, after)


def test_a_move_is_marked_where_it_began_and_where_it_went() -> None:
    assert marks(played(drawn(SKIRMISH), "c3-c4"), 1) == ["cell.c3", "cell.c4"]
    assert marks(played(drawn(SKIRMISH), "c3?b3"), SPECTATOR) == ["cell.c3", "cell.b3"]
    assert list(marks(played(drawn(SKIRMISH, passing=True), "pass"), 1)) == ["button.pass"]


def test_a_death_that_struck_by_herself_is_marked_too() -> None:
    match = drawn(
        """
        . . m d .
        . S . . .
        . . . . .
        . . . s .
        . M D . .
        """,
        automatic_death=True,
    )
    assert marks(played(match, "b4-b5"), 0) == ["cell.b4", "cell.b5", "cell.d5"]


def test_a_set_up_that_is_not_seen_is_marked_by_its_town_alone() -> None:
    first = played(Match("samarra", options={"board": "SSSS/..../BBBB"}), "S@a1 M@c1 D@d1")
    assert marks(first, 0) == ["cell.a1", "cell.c1", "cell.d1"]
    assert marks(first, 1, UNSEEN) == ["cell.a1", "cell.b1", "cell.c1", "cell.d1"]
    assert marks(played(first, "S@d3 M@c3 D@b3"), 0, UNSEEN) == ["cell.b3", "cell.c3", "cell.d3"]
