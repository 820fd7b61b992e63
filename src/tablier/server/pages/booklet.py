"""The rules of a game as a page shows them: its README, rendered from Markdown, with diagrams of positions."""

import re
from dataclasses import dataclass
from functools import cache
from html import escape

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
def booklet(game: str, language: str, ready: bool) -> Booklet:
    """The rules of a game in a language; if it is not ready, its diagrams wait."""
    tokens = parsed(ANCHOR.sub("", load(game).box.rules(language)))
    tokens = illustrated(tokens, game, language, ready)
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


def illustrated(tokens: list[Token], game: str, language: str, ready: bool) -> list[Token]:
    """The same, with a figure in place of each paragraph that is nothing but a diagram."""
    found: list[Token] = []
    for token in tokens:
        picture = diagram_in(token)
        if picture is not None:
            found[-1:] = [
                figure(game, str(picture.attrs["src"]).removeprefix(DIAGRAM), picture.content, language, ready)
            ]
        elif not (found and found[-1].type == "html_block" and token.type == "paragraph_close"):
            found.append(token)
    return found


def diagram_in(token: Token) -> Token | None:
    """The diagram that is all there is in the text of a paragraph, if it is so."""
    inside = token.children or []
    is_alone = token.type == "inline" and len(inside) == 1 and inside[0].type == "image"
    return inside[0] if is_alone and str(inside[0].attrs.get("src", "")).startswith(DIAGRAM) else None


def figure(game: str, name: str, caption: str, language: str, ready: bool) -> Token:
    """A diagram with its caption, which also says what is to be seen."""
    address = f"/games/{game}/{DIAGRAM_FILE.format(name=name)}?language={language}"
    waiting = "" if ready else f' hidden data-waiting="{game}"'
    words = escape(caption)
    picture = f'<img loading="lazy" {"src" if ready else "data-src"}="{address}" alt="{words}">'
    return Token("html_block", "", 0, content=FIGURE.format(waiting=waiting, picture=picture, words=words))


DIAGRAM = "diagram:"
DIAGRAM_FILE = "diagram-{name}.svg"
FIGURE = (
    '<figure class="diagram"{waiting}><div class="preview">{picture}</div><figcaption>{words}</figcaption></figure>\n'
)


def is_further(tokens: list[Token], at: int) -> bool:
    """Whether reference begins here: at a heading of the first rank that speaks of notation or options."""
    opening = tokens[at].type == "heading_open" and tokens[at].tag == f"h{FIRST_HEADING}"
    return opening and FURTHER.search(tokens[at + 1].content) is not None


def written(tokens: list[Token]) -> str:
    """Tokens as HTML, in which what is wide can be scrolled, by keyboard too."""
    html = NO_HEADINGS.sub("", MARKDOWN.renderer.render(tokens, MARKDOWN.options, {}))
    html = html.replace("<table>", '<div class="scroll" tabindex="0"><table>').replace("</table>", "</table></div>")
    return html.replace("<pre>", '<pre tabindex="0">')
