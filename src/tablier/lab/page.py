"""A page of the laboratory: one HTML file with everything in it, for phones and nights too."""

from collections.abc import Iterable, Sequence
from html import escape

from tablier.core.words import Word
from tablier.lab.sections import Chapter, Commentary, remarks, setting

STYLE = """
:root { color-scheme: light dark; --paper: #fbf8f2; --ink: #2b2622; --quiet: #6d6258; --accent: #b5432e;
  --soft: #b5432e33; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #1d1a17; --ink: #efe8de; --quiet: #a99d90; --accent: #f0886f; --soft: #f0886f44; }
}
body { margin: 0 auto; max-width: 44rem; padding: 1rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; }
h1 { line-height: 1.2; } h2 { margin: 2.5rem 0 0.25rem; } .quiet, summary { color: var(--quiet); }
svg { width: 100%; max-width: 36rem; height: auto; display: block; margin: 0.5rem 0; }
svg text { fill: var(--ink); font: 13px system-ui, sans-serif; } svg .axis { fill: var(--quiet); }
.bar { fill: var(--accent); } .band { fill: var(--soft); }
.line { fill: none; stroke: var(--accent); stroke-width: 2.5; }
.interval { fill: none; stroke: var(--ink); stroke-width: 1.5; } .grid { stroke: var(--quiet); stroke-opacity: 0.3; }
.fair { stroke: var(--quiet); stroke-dasharray: 5 5; }
.wide { overflow-x: auto; } table { border-collapse: collapse; width: 100%; }
th, td { text-align: start; padding: 0.25rem 0.6rem 0.25rem 0; border-bottom: 1px solid var(--soft);
  vertical-align: top; }
.differs td { font-weight: 600; }
"""


def report(commentary: Commentary) -> str:
    """The page of one study."""
    say, game = commentary.speaker.say, Word(f"{commentary.game}.name")
    told = remarks(commentary)
    parts = [f"<p>{escape(setting(commentary))}</p>"]
    if told:
        parts.append(f"<ul>{''.join(f'<li>{escape(remark)}</li>' for remark in told)}</ul>")
    parts += [section(part, say("lab.numbers")) for part in commentary.sections()]
    method = say("lab.method", simulations=commentary.data["study"]["simulations"])
    parts.append(f'<p class="quiet">{escape(method)}</p>')
    return document(commentary.speaker.language, say("lab.title", game=game), parts)


def section(part: Chapter, numbers: str) -> str:
    """One section: its sentence under its plot, and the table behind it."""
    made = f"<section><h2>{escape(part.title)}</h2>{part.plot}<p>{escape(part.sentence)}</p>"
    if part.rows:
        made += f"<details><summary>{escape(numbers)}</summary>{table(part.head, part.rows)}</details>"
    return made + "</section>"


def table(head: Sequence[str], rows: Iterable[Sequence[str]], marked: Sequence[bool] = ()) -> str:
    """A table; some rows may be marked."""
    titles = "".join(f'<th scope="col">{escape(name)}</th>' for name in head)
    lines = "".join(
        f"{row_start(number < len(marked) and marked[number])}{''.join(map(cell, row))}</tr>"
        for number, row in enumerate(rows)
    )
    return f'<div class="wide"><table><thead><tr>{titles}</tr></thead><tbody>{lines}</tbody></table></div>'


def cell(text: str) -> str:
    """One cell."""
    return f"<td>{escape(text)}</td>"


def row_start(marked: bool) -> str:
    """The beginning of a row."""
    return '<tr class="differs">' if marked else "<tr>"


def document(language: str, title: str, parts: Iterable[str]) -> str:
    """A whole page that asks nothing of anybody else."""
    return (
        f'<!DOCTYPE html>\n<html lang="{language}"><head><meta charset="utf-8"/>'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>\n<body><main><h1>{escape(title)}</h1>\n"
        f"{chr(10).join(parts)}\n</main></body></html>\n"
    )
