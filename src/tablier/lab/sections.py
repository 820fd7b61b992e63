"""Sections of a report: each a title, one sentence made from the numbers, a plot, and the numbers as a table."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from tablier.core.registry import load
from tablier.core.words import Word, seat_word, word
from tablier.lab import findings as found
from tablier.lab.plots import Bar, bars, columns, curve, histogram

Findings = dict[str, Any]
MOST_EVENTS = 12  # that are drawn; the table has all of them
REMARKABLE = 0.02  # a share of games that should not be so


class Chapter(NamedTuple):
    """One part of a page."""

    title: str
    sentence: str
    plot: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True)
class Speaker:
    """Says numbers in a language."""

    language: str

    def say(self, key: str, **args: Any) -> str:
        """A text of the laboratory."""
        return word(key, **args).say(self.language)

    def number(self, value: float, digits: int = 1) -> str:
        """A number, rounded."""
        text = f"{value:.{digits}f}".rstrip("0").rstrip(".") if digits else f"{value:.0f}"
        return text.replace(".", ",") if self.language == "fr" else text

    def percent(self, value: float, digits: int = 0) -> str:
        """A share as so many of a hundred."""
        return f"{self.number(100 * value, digits)}\u202f%"

    def shares(self, data: dict[str, float]) -> dict[str, str]:
        """A share and its interval, as arguments of a text."""
        return {name: self.percent(data[name]) for name in ("share", "low", "high")}

    def interval(self, data: dict[str, float]) -> str:
        """An interval."""
        return f"{self.number(100 * data['low'], 0)}–{self.percent(data['high'])}"

    def columns(self, *names: str) -> list[str]:
        """The heads of a table."""
        return [self.say(f"lab.column.{name}") for name in names]


@dataclass(frozen=True)
class Commentary:
    """Reads findings aloud in a language, section by section."""

    data: Findings
    speaker: Speaker

    @cached_property
    def game(self) -> str:
        """The key of the game."""
        return str(self.data["study"]["game"])

    def seat(self, seat: int) -> str:
        """The name of a seat."""
        return seat_word(self.game, seat).say(self.speaker.language)

    def sections(self) -> list[Chapter]:
        """All of them, in order."""
        return [
            self.seats(), self.length(), self.branching(), self.ends(), self.leads(), self.known(), self.skill(),
            self.luck(), self.used(), self.first_turn(), self.kingmaking(),
        ]  # fmt: skip

    def share_bar(self, label: str, data: dict[str, float]) -> Bar:
        """A share as a bar."""
        return Bar(label, data["share"], data["low"], data["high"], self.speaker.percent(data["share"]))

    def share_row(self, label: str, data: dict[str, float]) -> list[str]:
        """A share as a row of a table."""
        told = self.speaker.percent(data["share"], 1), self.speaker.interval(data)
        return [label, *told, self.speaker.number(data["games"], 0)]

    def shares(self, title: str, sentence: str, rows: dict[str, Any], fair: float | None = None) -> Chapter:
        """A section of shares, as bars."""
        plot = bars([self.share_bar(label, data) for label, data in rows.items()], sentence, fair)
        table = [self.share_row(label, data) for label, data in rows.items()]
        return Chapter(title, sentence, plot, self.speaker.columns("what", "share", "interval", "games"), table)

    def seats(self) -> Chapter:
        """Who wins."""
        say, seats, fair = self.speaker.say, self.data["seats"], 1 / len(self.data["seats"])
        away = max(range(len(seats)), key=lambda seat: unfairness(seats[seat], fair))
        told = {"fair": self.speaker.percent(fair)}
        if unfairness(seats[away], fair) > 0:
            sentence = say("lab.seats.unfair", seat=self.seat(away), **told, **self.speaker.shares(seats[away]))
        else:
            sentence = say("lab.seats.fair", **told)
        rows = {self.seat(number): data for number, data in enumerate(seats)}
        return self.shares(say("lab.seats.title"), sentence, rows, fair)

    def length(self) -> Chapter:
        """How long it takes."""
        say, number, data = self.speaker.say, self.speaker.number, self.data["length"]
        sentence = say(
            "lab.length.sentence",
            turns=number(data["turns"]["median"], 0), decisions=number(data["decisions"]["median"], 0),
            minutes=number(data["minutes"]["median"], 0), low=number(data["minutes"]["low"], 0),
            high=number(data["minutes"]["high"], 0), handling=number(found.HANDLING), doubling=number(found.DOUBLING),
            rolling=number(found.ROLLING),
        )  # fmt: skip
        rows = [
            [say(f"lab.length.{name}"), number(row["mean"]), number(row["median"]),
             f"{number(row['low'])}–{number(row['high'])}"] for name, row in data.items()
        ]  # fmt: skip
        plot = histogram(self.data["samples"]["turns"], sentence, say("lab.length.turns"))
        return Chapter(
            say("lab.length.title"), sentence, plot, self.speaker.columns("what", "mean", "median", "middle"), rows
        )

    def branching(self) -> Chapter:
        """How much there is to choose from."""
        say, number, data = self.speaker.say, self.speaker.number, self.data["branching"]
        sentence = say("lab.branching.sentence", mean=number(data["mean"]), most=number(data["most"], 0))
        axes = say("lab.branching.axis"), say("lab.branching.moves")
        plot = curve([(x, middle, low, high) for x, low, middle, high in data["curve"]], sentence, axes)
        rows = [
            [number(x, 0), number(middle), f"{number(low)}–{number(high)}"] for x, low, middle, high in data["curve"]
        ]
        return Chapter(say("lab.branching.title"), sentence, plot, [axes[0], axes[1], "50\u202f%"], rows)

    def ends(self) -> Chapter:
        """How it ends."""
        say, reasons = self.speaker.say, self.data["reasons"]
        usual = max(reasons, key=lambda reason: reasons[reason]["share"])
        told = {name: self.speaker.percent(self.data[name]["share"], 1) for name in ("draws", "nets")}
        share = self.speaker.percent(reasons[usual]["share"])
        sentence = say("lab.ends.sentence", reason=self.sentence(usual), share=share, **told)
        rows = {self.reason(reason): data for reason, data in reasons.items()}
        return self.shares(say("lab.ends.title"), sentence, rows)

    def reason(self, reason: str) -> str:
        """A reason of ending."""
        return Word(f"{self.game}.reason.{reason}").say(self.speaker.language)

    def sentence(self, reason: str) -> str:
        """A reason of ending, with a full stop."""
        return self.reason(reason).rstrip(".") + "."

    def leads(self) -> Chapter:
        """Lead changes."""
        say, data = self.speaker.say, self.data["leads"]
        counts = {int(count): games for count, games in data["counts"].items()}
        never = self.speaker.percent(counts.get(0, 0) / max(1, self.data["games"]))
        told = {"mean": self.speaker.number(data["mean"]), "lead": self.speaker.number(100 * found.LEAD, 0)}
        sentence = say("lab.leads.sentence", never=never, **told)
        rows = [(str(count), counts.get(count, 0)) for count in range(max(counts, default=0) + 1)]
        head = [say("lab.leads.axis"), *self.speaker.columns("games")]
        table = [[count, str(games)] for count, games in rows]
        return Chapter(say("lab.leads.title"), sentence, columns(rows, sentence, head[0]), head, table)

    def known(self) -> Chapter:
        """When the winner is known."""
        say, percent, data = self.speaker.say, self.speaker.percent, self.data["known"]
        sentence = say("lab.known.sentence", known=percent(found.KNOWN), median=percent(data["median"]))
        axes = say("lab.known.axis"), say("lab.known.share")
        plot = curve([(x, y, y, y) for x, y in data["curve"]], sentence, axes, percent=True)
        table = [[percent(x), percent(y)] for x, y in data["curve"]]
        return Chapter(say("lab.known.title"), sentence, plot, axes, table)

    def skill(self) -> Chapter:
        """How much skill matters."""
        say, rows = self.speaker.say, self.data["skill"]
        if not rows:
            return Chapter(say("lab.skill.title"), say("lab.skill.none"), "", [], [])
        last, even = rows[-1], rows[-1]["even"]
        told = {"times": last["times"], "even": self.speaker.percent(even), **self.speaker.shares(last)}
        sentence = say("lab.skill.sentence", **told)
        axes = say("lab.skill.axis"), say("lab.skill.share")
        points = [(1.0, even, even, even), *((row["times"], row["share"], row["low"], row["high"]) for row in rows)]
        table = [self.share_row(f"{row['times']} ×", row) for row in rows]
        head = [axes[0], *self.speaker.columns("share", "interval", "games")]
        return Chapter(say("lab.skill.title"), sentence, curve(points, sentence, axes, True, even), head, table)

    def luck(self) -> Chapter:
        """How much luck matters."""
        say, data = self.speaker.say, self.data["luck"]
        if data is None:
            return Chapter(say("lab.luck.title"), say("lab.luck.none"), "", [], [])
        rest = data | {"share": 1 - data["share"], "low": 1 - data["high"], "high": 1 - data["low"]}
        rows = {say("lab.luck.chance"): data, say("lab.luck.decisions"): rest}
        return self.shares(say("lab.luck.title"), say("lab.luck.sentence", **self.speaker.shares(data)), rows)

    def used(self) -> Chapter:
        """What happened at all."""
        say, number, games = self.speaker.say, self.speaker.number, max(1, self.data["games"])
        used, unused, language = self.data["used"], self.data["unused"], self.speaker.language
        most = number(used[0]["times"] / games) if used else "0"
        sentence = say("lab.used.sentence", used=len(used), times=most, unused=len(unused))
        plot = bars([self.share_bar(row[language], row) for row in used[:MOST_EVENTS]], sentence)
        rows = [[row[language], number(row["times"] / games, 2), self.speaker.percent(row["share"])] for row in used]
        rows += [[row[language], say("lab.used.never"), ""] for row in unused]
        head = [say("lab.used.event"), say("lab.used.times"), *self.speaker.columns("share")]
        return Chapter(say("lab.used.title"), sentence, plot, head, rows)

    def first_turn(self) -> Chapter:
        """First-turn disasters."""
        say, percent, data = self.speaker.say, self.speaker.percent, self.data["first_turn"]
        worst = max(range(len(data)), key=lambda seat: data[seat]["decided"]["share"])
        told = {"seat": self.seat(worst), "share": percent(data[worst]["decided"]["share"])}
        lost = percent(max(row["lost"]["share"] for row in data))
        sentence = say("lab.first_turn.sentence", decided=percent(found.DECIDED), lost=lost, **told)
        names = {"decided": say("lab.first_turn.decided"), "lost": say("lab.first_turn.lost")}
        rows = {f"{self.seat(n)}, {names[kind]}": row[kind] for n, row in enumerate(data) for kind in names}
        return self.shares(say("lab.first_turn.title"), sentence, rows)

    def kingmaking(self) -> Chapter:
        """Kingmaking."""
        say, data = self.speaker.say, self.data["kingmaking"]
        if data is None:
            return Chapter(say("lab.kingmaking.title"), say("lab.kingmaking.none"), "", [], [])
        told = {"hopeless": self.speaker.percent(found.HOPELESS), "swing": self.speaker.number(100 * found.SWING, 0)}
        sentence = say("lab.kingmaking.sentence", **told, **self.speaker.shares(data))
        return self.shares(say("lab.kingmaking.title"), sentence, {say("lab.kingmaking.title"): data})


def unfairness(data: dict[str, float], fair: float) -> float:
    """By how much a fair share lies outside an interval."""
    return max(data["low"] - fair, fair - data["high"], 0.0)


def remarks(commentary: Commentary) -> list[str]:
    """What an author should look at: only what the intervals show."""
    say, speaker, data = commentary.speaker.say, commentary.speaker, commentary.data
    fair = 1 / len(data["seats"])
    told = [
        say("lab.remark.seat", seat=commentary.seat(seat), fair=speaker.percent(fair), **speaker.shares(row))
        for seat, row in enumerate(data["seats"])
        if unfairness(row, fair) > 0
    ]
    notable = {"net": data["nets"], "draws": data["draws"]}
    told += [
        say(f"lab.remark.{name}", **speaker.shares(row)) for name, row in notable.items() if row["low"] > REMARKABLE
    ]
    for seat, row in enumerate(data["first_turn"]):
        if row["decided"]["low"] > REMARKABLE:
            told.append(say("lab.remark.first_turn", seat=commentary.seat(seat), **speaker.shares(row["decided"])))
    if data["skill"] and data["skill"][-1]["low"] <= fair:
        told.append(say("lab.remark.skill", times=data["skill"][-1]["times"], **speaker.shares(data["skill"][-1])))
    return told


def setting(commentary: Commentary) -> str:
    """What was played, in a sentence."""
    study = commentary.data["study"]
    game, language = load(study["game"]), commentary.speaker.language
    changed = [
        f"{option.name}: {option.named(study['options'][option.name]).say(language)}"
        for option in game.options.TABLE
        if study["options"].get(option.name) != option.default
    ]
    options = "; ".join(changed) or commentary.speaker.say("lab.usual")
    return commentary.speaker.say(
        "lab.setting", games=commentary.data["games"], level=study["level"], seats=study["seats"], options=options
    )
