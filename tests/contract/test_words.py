"""Every value that an option can have, every seat and every end of a game is called something, in both languages."""

from typing import Any

import pytest

from tablier.core.options import Option
from tablier.core.registry import load
from tablier.core.words import LANGUAGES, word
from tests.contract.kit import GAMES

OPTIONS = [option for key in GAMES for option in load(key).options.TABLE]
each_option = pytest.mark.parametrize("option", OPTIONS, ids=lambda option: f"{option.game}-{option.name}")


def tried(option: Option) -> list[Any]:
    """All values to choose from, those of one's own, and numbers up to the most."""
    numbers = [] if option.most is None else [0, 1, option.most]
    return [*option.values, *option.examples, *numbers]


@each_option
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_value_has_a_name(option: Option, language: str) -> None:
    for value in tried(option):
        assert option.named(value).say(language)


@each_option
def test_different_values_to_choose_from_have_different_names(option: Option) -> None:
    for language in LANGUAGES:
        names = [option.named(value).say(language) for value in option.values]
        assert len(set(names)) == len(names)


@each_option
def test_a_name_does_not_repeat_how_the_value_is_typed(option: Option) -> None:
    for value in option.values:
        if isinstance(value, str):
            assert option.named(value).say("fr") != value


@pytest.mark.parametrize("option", [option for option in OPTIONS if option.own], ids=lambda option: option.game)
def test_a_value_of_one_s_own_has_a_name(option: Option) -> None:
    assert option.named("a value of one’s own").key.endswith(".own")
    assert option.named("a value of one’s own").say("fr")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_seats_and_reasons_are_said_by_themselves(game: str, language: str) -> None:
    known = load(game)
    for name in (
        *(f"seat.{seat}" for seat in range(max(known.seats))),
        *(f"reason.{key}" for key in known.rules.REASONS),
    ):
        assert word(f"{game}.{name}").say(language)
