"""Positions can be set up by hand: every one that a game comes to, by tools that never break, faults being named."""

import copy
import itertools
import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from tablier import Match
from tablier.core import editing, tools
from tablier.core.editing import Draft
from tablier.core.errors import Error
from tablier.core.registry import load
from tablier.core.words import LANGUAGES, catalogue
from tests.contract.kit import ALL_CASES, GAMES, Case, at_move, cases, random_match, sampled

GOALS = 1  # positions of a game that are set up anew, besides the first and the last
TOUCHES = 40  # with tools at random
LONGEST = 50  # moves of a random game
MOST_EDITS = 600
EDITABLE = [key for key in GAMES if load(key).editing]
REFUSING = [key for key in EDITABLE if any(name.startswith(f"{key}.position.") for name in catalogue(key))]
"""Games that have words of their own for what is wrong with a position."""

# How far a position is from another


def atoms(value: Any, context: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The smallest things that a position says, each with where it says it; the order in lists does not matter."""
    if isinstance(value, list):
        for item in value:
            yield from atoms(item, context)
    elif isinstance(value, dict):
        plain = tuple((key, item) for key, item in value.items() if not isinstance(item, list | dict))
        nested = [(key, item) for key, item in value.items() if isinstance(item, list | dict)]
        for key, item in nested:
            yield from atoms(item, (*context, *plain, key))
        if not nested:
            yield (*context, *plain)
            yield from ((*context, ("cell", value.get("cell")), pair) for pair in plain)
    else:
        yield (*context, value)


def apart(one: Any, other: Any) -> int:
    """How much has to be changed between two values of a position."""
    if type(one) is int and type(other) is int:
        return abs(one - other)
    if isinstance(one, dict) and isinstance(other, dict):
        return sum(apart(one.get(key), other.get(key)) for key in {*one, *other})
    if is_counts(one) and is_counts(other) and len(one) == len(other):
        return sum(map(apart, one, other))
    left, right = Counter(atoms(one)), Counter(atoms(other))
    return ((left - right) + (right - left)).total()


def is_counts(value: Any) -> bool:
    """Whether something is a list in which each seat or thing has its place."""
    return isinstance(value, list) and not any(isinstance(item, dict | str) for item in value)


def things(position: dict[str, Any]) -> dict[str, Any]:
    """What lies on the board."""
    lists = {
        key: value for key, value in position.items() if isinstance(value, list) and not (value and is_counts(value))
    }
    return {key: [item for item in value if not lacks_place(item)] for key, value in lists.items()}


def whose_turn(position: dict[str, Any]) -> dict[str, Any]:
    """Whose turn it is, and what lies on the board."""
    return {"turn": position["turn"]} | things(position)


def lacks_place(item: Any) -> bool:
    """Whether something is not on the board."""
    return isinstance(item, dict) and None in item.values()


def differing_cells(one: dict[str, Any], other: dict[str, Any]) -> set[str]:
    """All that is named in what differs."""
    left, right = Counter(atoms(one)), Counter(atoms(other))
    return {name for atom in (left - right) + (right - left) for part in atom for name in named(part)}


def named(part: Any) -> Iterator[str]:
    """The texts in a part of an atom; of a text that ends with a cell, the cell too."""
    for text in part if isinstance(part, tuple) else (part,):
        if isinstance(text, str):
            yield from (text, text[-2:])


# Reaching it


def set_up(draft: Draft, goal: dict[str, Any]) -> Draft:
    """Take away what does not belong there, then use tools that bring the draft nearer: pieces, turn, all the rest."""
    for target in draft.targets(tools.ERASE):
        if target.split(".", 1)[1] in differing_cells(things(draft.position), things(goal)):
            while target in draft.targets(tools.ERASE):
                draft = draft.edited(tools.ERASE, target)
    for measure in (things, whose_turn, dict):
        for _ in range(MOST_EDITS):
            better = nearer(draft, goal, measure)
            if better is None:
                break
            draft = draft.edited(*better)
    return draft


def nearer(draft: Draft, goal: dict[str, Any], measure: Any) -> tuple[str, str] | None:
    """The part to touch and the tool that bring a draft nearest to a position; the first part that can be of use."""
    far = apart(measure(draft.position), measure(goal))
    cells = differing_cells(measure(draft.position), measure(goal))
    found = [candidate for candidate in candidates(draft, cells) if far and (candidate[0] or measure is not things)]
    for _, group in itertools.groupby(found, lambda candidate: candidate[0]):
        after = {(tool, target): apart(measure(draft.changed(tool, target)), measure(goal)) for target, tool in group}
        best = min(after, key=lambda used: after[used])
        if after[best] < far:
            return best
    return None


def candidates(draft: Draft, cells: set[str]) -> list[tuple[str, str]]:
    """What can be touched and may help, place by place, with the tools for it."""
    found = []
    for tool in draft.tools.values():
        targets = [""] if tool.at_once else draft.targets(tool.key)
        wanted = (not target or target.split(".", 1)[1] in cells or target.startswith("piece.") for target in targets)
        found += [(target, tool.key) for target, is_wanted in zip(targets, wanted, strict=True) if is_wanted]
    return sorted(found)


def goals(case: Case, seed: int) -> list[Match]:
    """Some positions of a random game that runs."""
    match = random_match(case, seed, LONGEST)
    moments = (at_move(match, number) for number in sampled(match, random.Random(seed), GOALS))
    return [moment for moment in moments if moment.outcome is None]


def some_goals(case: Case, seed: int) -> list[Match]:
    """All of these in the usual variant; in others the last one, which has most to be set up."""
    found = goals(case, seed)
    return found if case == cases(case.game)[0] else found[-1:]


def in_first_rounds(position: dict[str, Any], seats: int) -> dict[str, Any]:
    """The same position, but in the second round, so that it takes no hundred touches to get there."""
    turns = position["turns"]
    return position | {"turns": turns if turns < seats else seats + turns % seats}


@pytest.mark.parametrize("case", [case for case in ALL_CASES if case.game in EDITABLE], ids=str)
def test_every_position_of_a_random_game_can_be_set_up_from_an_empty_board_and_played_on(case: Case) -> None:
    empty = editing.begun(case.game, case.seats, dict(case.options)).edited(tools.CLEAR)
    for moment in some_goals(case, 3):
        goal = in_first_rounds(moment.position(), case.seats)
        draft = set_up(empty, goal)
        assert draft.position == goal
        assert draft.fault is None
        assert Match.from_position(draft.position).legal()


@pytest.mark.parametrize("key", EDITABLE)
def test_a_position_can_be_set_up_from_another_one(key: str) -> None:
    case = cases(key)[0]
    moments = goals(case, 5)
    for one, other in zip(moments, moments[1:] + moments[:1], strict=True):
        goal = in_first_rounds(other.position(), case.seats)
        assert set_up(editing.drafted(in_first_rounds(one.position(), case.seats)), goal).position == goal


# Touching at random


def touched(draft: Draft, rng: random.Random) -> tuple[Draft, Error | None]:
    """A draft after some tool was used somewhere, or what was said against it."""
    tool = rng.choice([*draft.tools.values()])
    targets = [""] if tool.at_once else draft.targets(tool.key)
    if not targets or tool.key == tools.CLEAR:
        return draft, None
    try:
        return draft.edited(tool.key, rng.choice(targets)), None
    except Error as error:
        return draft, error


def wandered(case: Case, seed: int) -> Iterator[tuple[Draft, Error | None]]:
    """Drafts one after the other, as somebody makes them who touches everything."""
    rng = random.Random(seed)
    draft = editing.begun(case.game, case.seats, dict(case.options))
    for _ in range(TOUCHES):
        draft, error = touched(draft, rng)
        yield draft, error


@pytest.mark.parametrize("case", [case for case in ALL_CASES if case.game in EDITABLE], ids=str)
def test_tools_never_break_and_whatever_is_wrong_is_named(case: Case) -> None:
    faults = set()
    for draft, error in wandered(case, 1):
        for fault in filter(None, (draft.fault, error)):
            assert "at" not in fault.word.args, "whoever uses tools has seen no JSON"
            assert len({fault.say(language) for language in LANGUAGES}) == len(LANGUAGES)
            assert all(is_plain(fault.say(language)) for language in LANGUAGES), fault.say()
            faults.add(fault.key)
        if draft.fault is None:
            assert Match.from_position(draft.position).legal()
        again = editing.drafted(json.dumps(draft.position))
        assert again.position == draft.position
        assert (again.fault and again.fault.key) == (draft.fault and draft.fault.key)
    assert faults or case.game not in REFUSING


def is_plain(sentence: str) -> bool:
    """Whether a sentence begins like one, and speaks of players and of no field of a position."""
    return sentence[0].isupper() and not re.search(r"\b(seat|place) \d|\b[a-z]+[._][a-z]+\b|\(\w+\)", sentence, re.I)


def fields(value: Any) -> set[str]:
    """All names of fields in a position."""
    if isinstance(value, list):
        return {name for item in value for name in fields(item)}
    if isinstance(value, dict):
        return {name for key, item in value.items() for name in (key, *fields(item))}
    return set()


@pytest.mark.parametrize("key", REFUSING)
def test_no_sentence_about_positions_names_a_field(key: str) -> None:
    """A field that a sentence in French names can only be meant as one, unless it is a word of the game."""
    positions = [moment.position() for case in cases(key)[:3] for moment in goals(case, 3)]
    known = {name for position in positions for name in fields(position | {"options": None})}
    told_of = {name: texts for name, texts in catalogue(key).items() if name.startswith(f"{key}.position.")}
    known -= {word for name, texts in catalogue(key).items() if name not in told_of for word in texts["fr"].split()}
    assert told_of
    for name, told in told_of.items():
        filled_in = {language: re.sub(r"\{\w+\}", "Noir", text) for language, text in told.items()}
        assert not {*re.findall(r"\w+", filled_in["fr"])} & known, name
        assert all(map(is_plain, filled_in.values())), name


@pytest.mark.parametrize("key", EDITABLE)
def test_every_draft_is_drawn_and_all_that_can_be_touched_is_in_the_picture_and_has_a_name(key: str) -> None:
    art = load(key).art
    for draft, _ in wandered(cases(key)[-1], 2):
        picture = draft.scene()
        ids = [part.id for part in picture.parts]
        assert len(ids) == len(set(ids))
        symbols = {part.symbol for part in picture.parts} | {tool.symbol for tool in draft.tools.values()}
        assert [symbol for symbol in symbols - {""} if f'id="{key}-{symbol}"' not in art] == []
        for tool in draft.tools.values():
            targets = draft.targets(tool.key)
            assert set(targets) <= set(ids)
            assert all(tool.label.say(language) for language in LANGUAGES)
        names = editing.spoken(picture, draft.targets(next(iter(draft.tools))))
        assert len({tuple(word.say("fr") for word in words) for words in names.values()}) == len(names)
        keys = [tool.key for tool in draft.editing.tools(draft.options, draft.position)]
        assert len(keys) == len(set(keys))


@pytest.mark.parametrize("key", EDITABLE)
def test_a_draft_goes_along_with_other_options_and_seats(key: str) -> None:
    rng, known = random.Random(key), cases(key)
    for case in rng.sample(known, min(3, len(known))):
        for draft, _ in wandered(case, 4):
            other = rng.choice(known)
            varied = draft.varied(other.seats, dict(other.options))
            assert varied.engine.seats == other.seats
            assert varied.engine.options == other.match(1).options
            assert varied.scene().parts


@pytest.mark.parametrize("key", EDITABLE)
def test_what_is_not_even_a_draft_is_refused_in_words(key: str) -> None:
    rng, refused = random.Random(key), 0
    position = goals(cases(key)[0], 3)[-1].position()
    for _ in range(300):
        try:
            editing.drafted(spoilt(position, rng)).scene()
        except Error as error:
            refused += bool(error.say("fr"))
    assert refused > 100


def spoilt(position: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """A position in which something was broken."""
    broken = copy.deepcopy(position)
    holder: Any = broken
    while True:
        keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
        if not keys:
            return broken
        key = rng.choice(keys)
        if isinstance(holder[key], dict | list) and rng.random() < 0.8:
            holder = holder[key]
            continue
        if isinstance(holder, dict) and rng.random() < 0.3:
            del holder[key]
        else:
            holder[key] = rng.choice([None, -1, 2**40, True, 0.5, "", "z99", [], {}, [[]], {"cell": "a1"}])
        return broken
