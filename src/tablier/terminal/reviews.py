"""Reviews at a terminal: looked for with a bar, and told in a table and in sentences."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from rich import box
from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

from tablier.core.errors import BadOption, NotNow
from tablier.core.match import Match, Saved
from tablier.core.words import word
from tablier.reviewing.page import line, what
from tablier.reviewing.passages import KINDS, Ledger, Passage
from tablier.reviewing.review import Review, review
from tablier.reviewing.sentences import sentence
from tablier.reviewing.speaking import Voice
from tablier.terminal.reading import reached, saved_text

HEIGHTS = "▁▂▃▄▅▆▇█"
WIDEST = 60  # columns of a curve


class ReviewWish(NamedTuple):
    """How a game is to be reviewed."""

    level: int | None
    simulations: int | None
    seat: int | None
    seed: int


def opened(file: Path) -> tuple[Saved, Match]:
    """A saved game, and the match as far as it can be replayed."""
    saved = Match.read(saved_text(file))
    return saved, reached(saved, None)


def reviewed(match: Match, wish: ReviewWish, console: Console, language: str) -> Review:
    """The review, with a bar that shows how far it is."""
    with Progress(console=console) as bar:
        task = bar.add_task(word("review.searching").say(language), total=None)
        return review(
            match,
            level=wish.level,
            simulations=wish.simulations,
            seat=wish.seat,
            seed=wish.seed,
            progress=lambda done, total: bar.update(task, completed=done, total=total),
        )


def write(output: Path, content: str) -> None:
    """Write a page, or say why not."""
    if output.suffix.lower() not in (".html", ".htm"):
        raise BadOption("review.page", file=str(output))
    try:
        output.write_text(content, encoding="utf-8")
    except OSError as error:
        raise NotNow("terminal.not_written", file=str(output), detail=error.strerror or str(error)) from None


def tell(found: Review, output: Path | None, language: str) -> None:
    """Print what matters most."""
    console, speaker = Console(highlight=False), Voice(language)
    console.print(Text(speaker.say("title", game=word(f"{found.match.game}.name")), style="bold"))
    for text in curves(found, speaker):
        console.print(text, soft_wrap=True)
    console.print(sums(found, speaker))
    for passage in told_of(found):
        for text in sentences(found, passage, speaker):
            console.print(text, soft_wrap=True)
    if output is not None:
        console.print(Text(word("terminal.written", file=str(output)).say(language), style="green"), soft_wrap=True)


def told_of(found: Review) -> list[Passage]:
    """The turning points and the mistakes, in the order of the game."""
    every = {passage.number: passage for passage in (*found.turning_points, *found.mistakes)}
    return [every[number] for number in sorted(every)]


def curves(found: Review, speaker: Voice) -> Iterator[Text]:
    """The chances of each seat as a row of bars."""
    named = {own.seat: found.name(own.seat).say(speaker.language) for own in found.ledgers}
    widest = max(map(len, named.values()), default=0)
    for seat, name in named.items():
        chances = [chance or 0.0 for chance in (found.start[seat], *(each.after[seat] for each in found.passages))]
        yield Text(f"{name:<{widest}}  {curve(chances)}")


def curve(chances: Sequence[float]) -> str:
    """A row of bars, each as high as a chance; in a long game some are left out."""
    columns = min(WIDEST, len(chances))
    last = max(1, columns - 1)
    shown = [chances[round(column * (len(chances) - 1) / last)] for column in range(columns)]
    return "".join(HEIGHTS[min(len(HEIGHTS) - 1, int(chance * len(HEIGHTS)))] for chance in shown)


def sums(found: Review, speaker: Voice) -> Table:
    """Luck and skill of every seat."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    heads = [speaker.say("column.who"), *(speaker.say(f"part.{key}") for key in ("start", "luck", "own", "others"))]
    for head in [*heads, speaker.say("part.end"), speaker.say("column.accuracy"), speaker.say("mistakes")]:
        table.add_column(head, justify="left" if head == heads[0] else "right")
    for own in found.ledgers:
        table.add_row(*cells(found, own, speaker))
    return table


def cells(found: Review, own: Ledger, speaker: Voice) -> list[str]:
    """The row of one seat."""
    parts = [speaker.signed(part) for part in (own.luck, own.own, own.others)]
    judged = str(sum(own.judged[kind] for kind in KINDS[1:]))
    ends = speaker.percent(own.start), speaker.percent(own.end)
    return [found.name(own.seat).say(speaker.language), ends[0], *parts, ends[1], speaker.percent(own.accuracy), judged]


def sentences(found: Review, passage: Passage, speaker: Voice) -> Iterator[Text]:
    """What there is to say about a move."""
    judged = f"  ({speaker.say(f'kind.{passage.kind}')})" if passage.kind else ""
    yield Text.assemble((what(found, passage, speaker), "bold"), judged)
    yield Text(f"    {sentence(found, passage, speaker)}")
    if passage.kind and len(passage.line) > 1:
        yield Text(f"    {speaker.say('better')} {line(passage)}", style="dim")
