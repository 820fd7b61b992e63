"""What a page says about a game: the facts on its box, its options as fields, the seats around its table."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tablier.bots.levels import LEVELS
from tablier.core.game import Game
from tablier.core.options import Option
from tablier.core.registry import load
from tablier.core.words import seat_word, word


@dataclass(frozen=True)
class Fact:
    """Something short on a box, and what it means."""

    text: str
    meaning: str


@dataclass(frozen=True)
class Lid:
    """A box as a page shows it."""

    key: str
    name: str
    tagline: str
    url: str
    ready: bool
    seats: tuple[int, ...]
    facts: tuple[Fact, ...]
    author: str
    mechanisms: tuple[str, ...]


def lid(game: str, language: str, ready: bool) -> Lid:
    """A box in a language."""
    loaded = load(game)
    name, tagline = (word(f"{game}.{key}").say(language) for key in ("name", "tagline"))
    mechanisms = tuple(mechanism.say(language) for mechanism in loaded.box.mechanism_words)
    about = tuple(facts(loaded, language)), author(loaded, language), mechanisms
    return Lid(game, name, tagline, f"/games/{game}", ready, loaded.seats, *about)


def facts(game: Game, language: str) -> list[Fact]:
    """Players, minutes and age, as far as they are known."""
    box = game.box
    known = {"players": span(game.seats), "minutes": box.minutes, "age": box.age}
    return [fact(key, value, key in box.estimates, language) for key, value in known.items() if value is not None]


def fact(key: str, value: int | str, estimated: bool, language: str) -> Fact:
    """One of them; an estimate of ours is marked as such."""
    text, meaning = word(f"pages.fact.{key}", **{key: value}), word(f"pages.fact.{key}_meaning")
    if estimated:
        text, meaning = word(f"pages.fact.{key}_about", **{key: value}), word("pages.fact.estimated", what=meaning)
    return Fact(text.say(language), meaning.say(language))


def author(game: Game, language: str) -> str:
    """Who made a game and when."""
    name = word(f"{game.key}.author").say(language)
    return f"{name}, {game.box.year}" if game.box.year is not None else name


def estimates(game: Game, language: str) -> str:
    """Which of the facts are ours and not the author's, in a sentence; nothing if none is."""
    named = [word(f"pages.fact.estimate.{key}") for key in game.box.estimates]
    return word("pages.fact.estimates", what=named).say(language) if named else ""


def span(numbers: Sequence[int]) -> str:
    """Whole numbers, those in a row as from – to."""
    if len(numbers) > 1 and list(numbers) == list(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]}–{numbers[-1]}"
    return ", ".join(map(str, numbers))


# The shelf


@dataclass(frozen=True)
class Filter:
    """A choice of boxes by number of players."""

    text: str
    url: str
    chosen: bool


def filters(games: Sequence[str], players: int | None, everything: str) -> list[Filter]:
    """All boxes, and the numbers of players; numbers for which there are the same games are one choice."""
    groups: dict[tuple[str, ...], list[int]] = {}
    for number in sorted({seats for key in games for seats in load(key).seats}):
        groups.setdefault(tuple(key for key in games if number in load(key).seats), []).append(number)
    found = [Filter(span(group), f"/?players={group[0]}", players in group) for group in groups.values()]
    return [Filter(everything, "/", not any(choice.chosen for choice in found)), *found]


def in_order(games: Sequence[str]) -> list[str]:
    """Games as they stand on the shelf: those for few and those that are quick first."""
    return sorted(games, key=lambda key: (load(key).seats[0], load(key).box.minutes or 0, key))


def fitting(games: Sequence[str], players: int | None) -> Sequence[str]:
    """The games for a number of players; all if there is none for it."""
    return [key for key in games if players in load(key).seats] or games


# The form


@dataclass(frozen=True)
class Value:
    """One value of an option."""

    json: str
    text: str
    seats: tuple[int, ...]  # only with these; with all if empty


@dataclass(frozen=True)
class OptionField:
    """An option as a field of a form."""

    name: str
    kind: str  # switch, number or choice
    sentence: str
    default: Any
    default_json: str
    most: int | None
    values: tuple[Value, ...]
    own: bool
    example: str


def fields(game: Game, language: str) -> list[OptionField]:
    """The options of a game as fields."""
    return [field(option, language) for option in game.options.TABLE]


def field(option: Option, language: str) -> OptionField:
    """One option as a field."""
    kind = "number" if option.most is not None else "switch" if isinstance(option.default, bool) else "choice"
    values = tuple(
        Value(json.dumps(known), named(option, known, language), option.seats.get(known, ())) for known in option.values
    )
    example = next((typed(known) for known in option.examples), "")
    sentence, default = option.words.say(language), json.dumps(option.default)
    return OptionField(
        option.name, kind, sentence, option.default, default, option.most, values, option.own is not None, example
    )


def named(option: Option, value: Any, language: str) -> str:
    """A value in words, as it begins a line."""
    text = option.named(value).say(language)
    return text[:1].upper() + text[1:]


def typed(value: Any) -> str:
    """A value of one's own as a person types it."""
    return value if isinstance(value, str) else json.dumps(value)


@dataclass(frozen=True)
class ReadyMade:
    """A ready-made table."""

    text: str
    seats: int
    options: str  # JSON


def presets(game: Game, language: str) -> list[ReadyMade]:
    """The ready-made tables of a box."""
    return [
        ReadyMade(preset.words.say(language), preset.seats, json.dumps(dict(preset.options), separators=(",", ":")))
        for preset in game.box.presets
    ]


def titles(game: Game, language: str) -> list[str]:
    """What the game calls its seats, all there can be."""
    return [seat_word(game.key, seat).say(language) for seat in range(max(game.seats))]


def levels(language: str) -> dict[int, str]:
    """The levels of bots by number and name."""
    return {level: word(f"pages.level.{level}").say(language) for level in LEVELS}
