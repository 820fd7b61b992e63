"""A review as one HTML page with everything in it, for phones and nights too; or a part of one, for notebooks."""

import base64
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path

from tablier.core.words import word
from tablier.reviewing.drawings import Curve, Numbered, graph, legend, waterfall
from tablier.reviewing.passages import Ledger, Passage
from tablier.reviewing.reviewed import Reviewed
from tablier.reviewing.sentences import name, sentence, summed_up
from tablier.reviewing.speaking import Voice

STYLE = Path(__file__).parent / "page.css"
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#f0e442", "#4d4d4d")
LONGEST_LINE = 8  # moves


def document(review: Reviewed, language: str) -> str:
    """A whole page that asks nothing of anybody else."""
    title = escape(heading(review, Voice(language)))
    return (
        f'<!DOCTYPE html>\n<html lang="{language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        f"<title>{title}</title><style>{GROUND}</style></head>\n<body>{fragment(review, language)}</body></html>\n"
    )


GROUND = (
    "body { margin: 0; background: #f6f1e7; } @media (prefers-color-scheme: dark) { body { background: #1c1a19; } }"
)


def fragment(review: Reviewed, language: str) -> str:
    """The same as a part of another page."""
    speaker = Voice(language)
    parts = "\n".join(part for part in sections(review, speaker) if part)
    style = STYLE.read_text(encoding="utf-8")
    return f'<main class="tablier-review" lang="{language}"><style>{style}</style>\n{parts}\n</main>'


def heading(review: Reviewed, speaker: Voice) -> str:
    """What the page is called."""
    return speaker.say("title", game=word(f"{review.match.game}.name"))


def sections(review: Reviewed, speaker: Voice) -> Iterator[str]:
    """The page from top to bottom."""
    yield f"<header><h1>{escape(heading(review, speaker))}</h1>{setting(review, speaker)}</header>"
    if review.passages:
        yield chances(review, speaker)
        yield section(speaker.say("parts"), f'<div class="seats">{joined(seats(review, speaker))}</div>')
        yield section(speaker.say("turning"), joined(turning_points(review, speaker)) or nothing(speaker))
        yield section(speaker.say("mistakes"), mistakes(review, speaker) or nothing(speaker))
        yield details(speaker.say("all"), moves(review, speaker))
        yield details(speaker.say("beliefs"), beliefs(review, speaker))
    yield f'<p class="quiet">{escape(speaker.say("method", simulations=review.effort.simulations))}</p>'


def joined(parts: Iterable[str]) -> str:
    """Parts one after the other."""
    return "\n".join(parts)


def section(title: str, content: str) -> str:
    """A part of the page under its title."""
    return f"<section><h2>{escape(title)}</h2>\n{content}</section>"


def details(title: str, content: str) -> str:
    """What is only shown when it is asked for; nothing, if there is nothing."""
    return f"<details><summary>{escape(title)}</summary>{content}</details>" if content else ""


def nothing(speaker: Voice) -> str:
    """Said where there is nothing to say."""
    return f'<p class="quiet">{escape(speaker.say("nothing"))}</p>'


def setting(review: Reviewed, speaker: Voice) -> str:
    """How long the game was and how it ended."""
    told = speaker.say("setting", moves=len(review.passages), date=review.match.date)
    log = review.match.log(review.match.knower, speaker.language) if review.match.outcome else []
    ending = f"<p>{escape(log[-1])}</p>" if log else ""
    return f'<p class="quiet">{escape(told)}</p>{ending}'


# Chances


def colour(review: Reviewed, seat: int) -> str:
    """The colour of a seat: the game's own, or that of all games."""
    own = review.match.engine.game.terminal.COLOURS
    return own[seat] if seat < len(own) else COLOURS[seat]


def chances(review: Reviewed, speaker: Voice) -> str:
    """The graph of everybody's chances."""
    told = [review.start, *(passage.after for passage in review.passages[:-1]), review.end]
    lines = [
        Curve(own.seat, name(review, own.seat, speaker), colour(review, own.seat), [each[own.seat] for each in told])
        for own in review.ledgers
    ]
    marks = [
        Numbered(passage.number + 1, place, what(review, passage, speaker))
        for place, passage in enumerate(review.turning_points, 1)
    ]
    drawn = graph(lines, marks, speaker.say("graph", names=[line.name for line in lines]))
    return section(speaker.say("chances"), f'<div class="card graph">{drawn}{legend(lines)}</div>')


def what(review: Reviewed, passage: Passage, speaker: Voice) -> str:
    """A move by its number and whoever made it."""
    who = name(review, passage.actor, speaker)
    return speaker.say("move", number=passage.number + 1, who=who, move=passage.move)


def seats(review: Reviewed, speaker: Voice) -> Iterator[str]:
    """What each seat's chances were made of."""
    for own in review.ledgers:
        called = name(review, own.seat, speaker)
        accuracy = "" if own.accuracy is None else f'<span class="accuracy">{accurate(own, speaker)}</span>'
        dot = f'<span class="dot" style="background:{colour(review, own.seat)}"></span>'
        drawn = waterfall(own, speaker, speaker.say("made_of", seat=called))
        yield (
            f'<article class="card"><h3>{dot}{escape(called)}{accuracy}</h3>'
            f"<p>{escape(summed_up(review, own, speaker))}</p>{drawn}</article>"
        )


def accurate(own: Ledger, speaker: Voice) -> str:
    """How accurate a seat was."""
    return f"{escape(speaker.percent(own.accuracy))} <small>{escape(speaker.say('accuracy'))}</small>"


# Turning points


def turning_points(review: Reviewed, speaker: Voice) -> Iterator[str]:
    """Each turning point with its picture."""
    for place, passage in enumerate(review.turning_points, 1):
        svg = base64.b64encode(review.picture(passage.number, speaker.language).encode("utf-8")).decode("ascii")
        shown = speaker.say("picture", number=passage.number + 1)
        yield (
            f'<article class="card point"><img src="data:image/svg+xml;base64,{svg}" alt="{escape(shown, quote=True)}">'
            f"<div><h3>{place}. {escape(what(review, passage, speaker))}</h3>"
            f"{joined(told(review, passage, speaker))}{before_and_after(review, passage, speaker)}</div></article>"
        )


def told(review: Reviewed, passage: Passage, speaker: Voice) -> Iterator[str]:
    """What there is to say about a move."""
    if passage.kind:
        yield f'<p><span class="badge">{escape(speaker.say(f"kind.{passage.kind}"))}</span></p>'
    yield f'<p class="said">{escape(sentence(review, passage, speaker))}</p>'
    if passage.kind and passage.better:
        yield f'<p>{escape(speaker.say("better"))} <span class="line">{escape(line(passage))}</span></p>'


def line(passage: Passage) -> str:
    """The better move and what was to follow."""
    moves = passage.line or (passage.better,)
    return " ".join(moves[:LONGEST_LINE])


def before_and_after(review: Reviewed, passage: Passage, speaker: Voice) -> str:
    """Everybody's chances before and after a move."""
    rows = [
        [name(review, own.seat, speaker), f"{speaker.percent(passage.before[own.seat])} → "
         f"{speaker.percent(passage.after[own.seat])}"]
        for own in review.ledgers
    ]  # fmt: skip
    body = "".join(f'<tr><th scope="row">{escape(who)}</th><td>{escape(change)}</td></tr>' for who, change in rows)
    return (
        f'<table class="small"><caption class="quiet">{escape(speaker.say("column.chances"))}</caption>{body}</table>'
    )


# Tables


def mistakes(review: Reviewed, speaker: Voice) -> str:
    """All decisions that gave something away."""
    heads = [speaker.say(f"column.{key}") for key in ("number", "who", "move", "judged", "loss", "why")]
    rows = [
        [
            str(passage.number + 1), name(review, passage.actor, speaker), passage.move,
            speaker.say(f"kind.{passage.kind}"), str(round(100 * passage.loss)),
            passage.reason.say(speaker.language) if passage.reason else "",
        ]
        for passage in review.mistakes
    ]  # fmt: skip
    return table(heads, rows) if rows else ""


def moves(review: Reviewed, speaker: Voice) -> str:
    """All moves with everybody's chances after them."""
    known = [own.seat for own in review.ledgers]
    heads = [speaker.say(f"column.{key}") for key in ("number", "who", "move")]
    heads += [name(review, seat, speaker) for seat in known] + [speaker.say("column.better")]
    rows = [["0", "", "", *(speaker.percent(review.start[seat]) for seat in known), ""]]
    for passage in review.passages:
        after = [speaker.percent(passage.after[seat]) for seat in known]
        told = [str(passage.number + 1), name(review, passage.actor, speaker), passage.move]
        rows.append([*told, *after, passage.better if passage.kind else ""])
    return table(heads, rows)


def beliefs(review: Reviewed, speaker: Voice) -> str:
    """What each seat could believe, whenever that had changed."""
    last: dict[int, str] = {}
    rows = []
    for passage in review.passages:
        for seat, held in passage.beliefs.items():
            said = " · ".join(speaker.belief(belief) for belief in held)
            if last.get(seat) != said:
                rows.append([str(passage.number + 1), name(review, seat, speaker), said])
            last[seat] = said
    return table([speaker.say(f"column.{key}") for key in ("number", "who", "belief")], rows) if rows else ""


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table that may be wider than the page."""
    top = "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
    lines = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>\n" for row in rows)
    return f'<div class="wide" tabindex="0"><table><thead><tr>{top}</tr></thead><tbody>{lines}</tbody></table></div>'
