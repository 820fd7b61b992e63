"""The rules of a game as a page shows them: its README, rendered from Markdown."""

import re
from dataclasses import dataclass
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token

from tablier.core.registry import load

LOWEST_HEADING = 6
FIRST_HEADING = 3  # the page itself has the two above
FURTHER = re.compile(r"\b(options?|notation)\b", re.IGNORECASE)
"""The heading with which reference begins, after what one needs to play."""
ANCHOR = re.compile(r"^\W*(\[[^]]*\]\(#[^)]*\)\W*)+$", re.MULTILINE)
"""A line of links within the README, which has nothing to link to on a page."""


NO_HEADINGS = re.compile(r"<thead>\s*<tr>\s*(<th></th>\s*)+</tr>\s*</thead>")
"""The head of a table whose columns have no names, which Markdown cannot leave out."""


@dataclass(frozen=True)
class Booklet:
    """The rules in HTML: what one needs to play, and what comes after."""

    rules: str
    further: str


@cache
def booklet(game: str, language: str) -> Booklet:
    """The rules of a game in a language."""
    tokens = parsed(ANCHOR.sub("", load(game).box.rules(language)))
    cut = next((at for at in range(len(tokens)) if is_further(tokens, at)), len(tokens))
    return Booklet(written(tokens[:cut]), written(tokens[cut:]))


MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


def parsed(text: str, first_heading: int = FIRST_HEADING) -> list[Token]:
    """Markdown as tokens, its headings below those of the page, without styles in attributes."""
    tokens = MARKDOWN.parse(text)
    levels = [int(token.tag[1:]) for token in tokens if token.type == "heading_open"]
    shift = first_heading - min(levels, default=first_heading)
    for token in tokens:
        token.attrs.pop("style", None)
        if token.type.startswith("heading_"):
            token.tag = f"h{min(int(token.tag[1:]) + shift, LOWEST_HEADING)}"
    return tokens


def is_further(tokens: list[Token], at: int) -> bool:
    """Whether reference begins here: at a heading of the first rank that speaks of notation or options."""
    opening = tokens[at].type == "heading_open" and tokens[at].tag == f"h{FIRST_HEADING}"
    return opening and FURTHER.search(tokens[at + 1].content) is not None


def written(tokens: list[Token]) -> str:
    """Tokens as HTML, in which what is wide can be scrolled, by keyboard too."""
    html = NO_HEADINGS.sub("", MARKDOWN.renderer.render(tokens, MARKDOWN.options, {}))
    html = html.replace("<table>", '<div class="scroll" tabindex="0"><table>').replace("</table>", "</table></div>")
    return html.replace("<pre>", '<pre tabindex="0">')
