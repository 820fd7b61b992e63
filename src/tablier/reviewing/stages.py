"""A review in stages, each of which any process can do: JSON goes in, JSON comes out, and the review is the same.

First it is planned, then its portions are looked at, in any order, and in the end all that was found is told.
"""

import json
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from tablier.core.match import Match
from tablier.core.words import LANGUAGES
from tablier.reviewing.estimates import Effort, Searcher, effort
from tablier.reviewing.pace import paced
from tablier.reviewing.portions import Portion, glimpsed, looked, plain, portions, work
from tablier.reviewing.review import judged
from tablier.reviewing.valuation import valued

SEED = 0
PLAN, LOOK, TELL = "plan", "look", "tell"


@lru_cache(maxsize=4)
def read(text: str) -> Match:
    """The match of an account; whoever asks has made sure that all of it may be looked at."""
    return Match.from_text(text)


def plan(text: str) -> dict[str, Any]:
    """How much is thought about each position, and in which portions that is done."""
    match = read(text)
    spent = paced(match, effort(match.engine, None, None), SEED)
    return {"effort": spent, "portions": portions(match), "positions": work(match)}


def look(text: str, spent: Sequence[int], portion: Sequence[int]) -> list[Any]:
    """What is found in a portion."""
    match = read(text)
    return plain(looked(match, Searcher(match.engine, Effort(*spent), SEED), Portion(*portion)))


def tell(text: str, spent: Sequence[int], found: Sequence[Any]) -> dict[str, str]:
    """All that is told of a game when every portion has been looked at, in each language, written already."""
    match = read(text)
    review = judged(match, Effort(*spent), valued(match, portions(match), [glimpsed(each) for each in found]))
    return {language: json.dumps(review.data(language), ensure_ascii=False) for language in LANGUAGES}


STAGES: dict[str, Callable[..., Any]] = {PLAN: plan, LOOK: look, TELL: tell}


def done(stage: str, given: dict[str, Any]) -> Any:
    """What a stage gives."""
    return STAGES[stage](**given)
