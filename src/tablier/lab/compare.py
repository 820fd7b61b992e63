"""Two studies side by side: what differs by more than chance would explain."""

from collections.abc import Iterator, Sequence
from html import escape
from typing import Any, NamedTuple

from tablier.core.errors import BadOption
from tablier.core.words import Word, seat_word, word
from tablier.lab import page
from tablier.lab.arena import mean
from tablier.lab.sections import Commentary, Findings, Speaker, setting
from tablier.lab.statistics import fisher, holm, mann_whitney

SIGNIFICANT = 0.05
COUNTED = ("turns", "decisions", "minutes", "branching", "leads", "known", "kings")
"""What is counted in every game, by its name among the samples."""


class Comparison(NamedTuple):
    """One measure in both studies, and how likely such a difference is if there is none, corrected for all of them."""

    name: Word
    first: float
    second: float
    is_share: bool
    chance: float

    @property
    def differs(self) -> bool:
        """Whether it is more than chance."""
        return self.chance < SIGNIFICANT


def compared(first: Findings, second: Findings) -> list[Comparison]:
    """All measures that both studies have."""
    games = [data["study"]["game"] for data in (first, second)]
    if games[0] != games[1]:
        raise BadOption("lab.two_games", first=games[0], second=games[1])
    found = [*shares(games[0], first["samples"], second["samples"]), *counts(first["samples"], second["samples"])]
    return [row._replace(chance=chance) for row, chance in zip(found, holm([row.chance for row in found]), strict=True)]


def shares(game: str, first: dict[str, Any], second: dict[str, Any]) -> Iterator[Comparison]:
    """Shares of games: won alone by each seat, drawn, and ended for each reason."""
    if len(first["scores"][0]) == len(second["scores"][0]):
        for seat in range(len(first["scores"][0])):
            won = [[scores[seat] == 1 for scores in samples["scores"]] for samples in (first, second)]
            yield of_shares(word("lab.compare.wins", seat=seat_word(game, seat)), *won)
    drawn = [[max(scores) < 1 for scores in samples["scores"]] for samples in (first, second)]
    yield of_shares(word("lab.compare.draws"), *drawn)
    for reason in dict.fromkeys([*first["reason"], *second["reason"]]):
        ended = [[other == reason for other in samples["reason"]] for samples in (first, second)]
        yield of_shares(word("lab.compare.reason", reason=Word(f"{game}.reason.{reason}")), *ended)


def of_shares(name: Word, first: Sequence[bool], second: Sequence[bool]) -> Comparison:
    """A share in both studies, by Fisher's exact test."""
    chance = fisher((sum(first), len(first)), (sum(second), len(second)))
    return Comparison(name, mean(list(map(float, first))), mean(list(map(float, second))), True, chance)


def counts(first: dict[str, Any], second: dict[str, Any]) -> Iterator[Comparison]:
    """What is counted in every game, by the Mann–Whitney test."""
    for name in COUNTED:
        one, other = ([value for value in samples[name] if value is not None] for samples in (first, second))
        if any(one) or any(other):
            yield Comparison(word(f"lab.compare.{name}"), mean(one), mean(other), False, mann_whitney(one, other))


def verdict(rows: Sequence[Comparison], speaker: Speaker) -> str:
    """What differs, in a sentence."""
    names = [row.name for row in rows if row.differs]
    if not names:
        return speaker.say("lab.compare.same")
    return speaker.say("lab.compare.differ", count=len(names), of=len(rows), names=names)


def cells(row: Comparison, speaker: Speaker) -> list[str]:
    """A comparison as a row of a table."""
    values = row.first, row.second
    spelt = [speaker.percent(value, 1) if row.is_share else speaker.number(value, 2) for value in values]
    chance = "< " + speaker.number(0.001, 3) if row.chance < 0.001 else speaker.number(row.chance, 3)
    differs = speaker.say("lab.compare.differs") if row.differs else ""
    return [row.name.say(speaker.language), *spelt, chance, differs]


def head(speaker: Speaker) -> list[str]:
    """The heads of the table."""
    return [speaker.say("lab.compare.measure"), "A", "B", speaker.say("lab.compare.p"), ""]


def method(rows: Sequence[Comparison], speaker: Speaker) -> str:
    """Which tests were made."""
    return speaker.say("lab.compare.method", of=len(rows), level=speaker.number(SIGNIFICANT, 2))


def written(first: Findings, second: Findings, rows: Sequence[Comparison], speaker: Speaker) -> str:
    """The page of a comparison."""
    settings = [setting(Commentary(data, speaker)) for data in (first, second)]
    table = page.table(head(speaker), [cells(row, speaker) for row in rows], [row.differs for row in rows])
    title = speaker.say("lab.compare.title", game=Word(f"{first['study']['game']}.name"))
    parts = [*(f"<p><b>{name}</b>: {escape(told)}</p>" for name, told in zip("AB", settings, strict=True))]
    parts += [f"<p>{escape(verdict(rows, speaker))}</p>", table]
    parts.append(f'<p class="quiet">{escape(method(rows, speaker))}</p>')
    return page.document(speaker.language, title, parts)
