"""What a game says and shows beside its rules: words, art, box, lessons and diagrams."""

from __future__ import annotations

import re
import string
import tomllib
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields as fields_of
from functools import partial
from pathlib import Path
from typing import Any

from tablier.authors.faults import Fault, message, raised, shortened
from tablier.authors.sources import text_line
from tablier.core.box import Box, Preset
from tablier.core.diagrams import FILE as DIAGRAMS
from tablier.core.diagrams import Diagram
from tablier.core.engine import Engine
from tablier.core.errors import Error
from tablier.core.game import Game
from tablier.core.kit.equipment import Deck
from tablier.core.kit.moves import Among, Range
from tablier.core.kit.telling import PLACES
from tablier.core.lessons import FILE as LESSONS
from tablier.core.lessons import Exercise, Lesson
from tablier.core.records import fields
from tablier.core.words import COMMON, LANGUAGES, catalogue, flattened, is_said

WORDS, ART, BOX = "words.toml", "art.svg", "box.toml"
INTRO, THEME = r"intro\.\d+", r"theme\.\w+"
KEY_TEXT = re.compile(r'"((?:[\w-]|\{[^"{}]*\})+(?:\.(?:[\w-]|\{[^"{}]*\})+)*)"')
FILLED = re.compile(r"\{[^{}]*\}")
ALWAYS = ("name", "tagline", "author")
"""What every game has words for."""


def tables(path: Path, folder: Path, found: list[Fault]) -> dict[str, Any]:
    """What a file of tables holds; nothing, and a fault, if it cannot be read."""
    if not path.is_file():
        return {}
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        said = message(error)
        line = said.partition("at line ")[2].partition(",")[0]
        found.append(Fault("toml", shortened(path, folder), int(line) if line.isdigit() else 0, {"error": said}))
        return {}


# Words


def word_faults(key: str, folder: Path) -> Iterator[Fault]:
    """Words that are missing in a language, or say something else there; without running anything."""
    path = folder / WORDS
    if not path.is_file():
        yield Fault("words.file", shortened(path, folder))
        return
    found: list[Fault] = []
    data = tables(path, folder, found)
    yield from found
    if found:
        return
    try:
        said = flattened(key, data)
    except AttributeError:  # a text stands where a table is needed
        yield Fault("words.shape", shortened(path, folder))
        return
    for full, texts in said.items():
        if full != key:
            yield from text_faults(full.partition(".")[2], texts, path, folder)


def text_faults(name: str, texts: dict[str, str], path: Path, folder: Path) -> Iterator[Fault]:
    """What is wrong with one text."""
    place = shortened(path, folder), text_line(path, f"[{name}]", f"{name} =", f"{name.rpartition('.')[2]} =")
    for language in LANGUAGES:
        if not texts.get(language, "").strip():
            yield Fault("words.language", *place, {"word": name, "language": language})
    for language in sorted(set(texts) - set(LANGUAGES)):
        yield Fault("words.stranger", *place, {"word": name, "language": language})
    try:
        named = [placeholders(texts.get(language, "")) for language in LANGUAGES]
    except ValueError as error:
        yield Fault("words.braces", *place, {"word": name, "error": str(error)})
        return
    if all(texts.get(language) for language in LANGUAGES) and named[0] != named[1]:
        yield Fault("words.arguments", *place, {"word": name, "arguments": sorted(named[0] ^ named[1])})


def placeholders(text: str) -> set[str]:
    """The arguments that a text names."""
    return {field for _, field, _, _ in string.Formatter().parse(text) if field}


def unused_words(game: Game) -> Iterator[Fault]:
    """Words that nothing says: neither what the game declares nor its own sources."""
    path = game.folder / WORDS
    told, written = declared_words(game), written_words(game)
    for full in catalogue(game.key):
        name = full.partition(".")[2]
        if not (is_common(name) or told.match(name) or any(text.match(name) or text.match(full) for text in written)):
            signs = f"[{name}]", f"{name} =", f"{name.rpartition('.')[2]} ="
            yield Fault("remark.unused", shortened(path, game.folder), text_line(path, *signs), {"word": name})


def written_words(game: Game) -> list[re.Pattern[str]]:
    """The words that stand in a game's own sources; whatever is filled in there may be anything."""
    sources = [path.read_text(encoding="utf-8") for path in sorted(game.folder.rglob("*.py"))]
    found = {text for source in sources for text in KEY_TEXT.findall(source) if not text.startswith("{")}
    return [re.compile(r".+".join(map(re.escape, FILLED.split(text))) + r"\Z") for text in found]


def is_common(name: str) -> bool:
    """Whether a word has a common text, so that all games say it."""
    return COMMON + name in catalogue("core")


def declared_words(game: Game) -> re.Pattern[str]:
    """The words that are said by the names of what a game declares."""
    kinds = game.moves.all if game.moves else []
    parts = [part for kind in kinds for part in kind.parts]
    things = [f"{part.key}.{name}" for part in parts if isinstance(part, Among) for name in part.names]
    cards = [f"card.{name}" for part in parts if isinstance(part, Deck) for name in part.names]
    pieces = [kind for field in game.boards.values() for kind in (*field.kinds, *field.neutral)]
    groups: dict[str, Iterable[Any]] = {
        "seat": range(max(game.seats)), "field": fields(game.state), "reason": game.rules.REASONS, "piece": pieces,
        "move": [kind.name for kind in kinds], "kind": [kind.name for kind in kinds], "option": game.table,
        "ask": [part.key for part in parts if isinstance(part, Among | Range)], "mechanism": game.box.mechanisms,
        "preset": [preset.key for preset in game.box.presets],
    }  # fmt: skip
    known = [*ALWAYS, *things, *cards, *(f"{group}.{name}" for group, names in groups.items() for name in names)]
    known += [f"ask.{kind.name}.{place}" for kind in kinds for place in PLACES[: len(kind.parts)]]
    values = [rf"value\.{re.escape(name)}\..+" for name in game.table]
    return re.compile(rf"(?:{'|'.join([*map(re.escape, known), *values, INTRO, THEME])})\Z")


def missing_words(game: Game) -> Iterator[Fault]:
    """Words that every game is asked for."""
    wanted = [*ALWAYS, *(f"seat.{seat}" for seat in range(max(game.seats)))]
    wanted += [f"reason.{reason}" for reason in game.rules.REASONS]
    for option in game.options.TABLE:
        tried = [*option.values, *option.examples, *([] if option.most is None else [0, 1])]
        named = [option.words, *(option.named(value) for value in tried)]
        wanted += [each.key.partition(".")[2] for each in named]
    wanted += [f"mechanism.{name}" for name in game.box.mechanisms] + [f"preset.{p.key}" for p in game.box.presets]
    for name in dict.fromkeys(wanted):
        if not is_said(f"{game.key}.{name}"):
            yield missing_word(game, name)


def missing_word(game: Game, name: str) -> Fault:
    """A word that is said nowhere."""
    return Fault("words.missing", shortened(game.folder / WORDS, game.folder), 0, {"word": name})


# Art


def art_faults(key: str, folder: Path) -> Iterator[Fault]:
    """Art that cannot be read, and symbols whose ids do not begin with the game's key."""
    path = folder / ART
    if not path.is_file():
        return
    try:
        root = ElementTree.fromstring(path.read_text(encoding="utf-8"))
    except (ElementTree.ParseError, UnicodeDecodeError) as error:
        line = error.position[0] if isinstance(error, ElementTree.ParseError) else 0
        yield Fault("art.unreadable", shortened(path, folder), line, {"error": message(error)})
        return
    for node in root.iter():
        name = node.get("id", "")
        if name and not name.startswith(f"{key}-"):
            yield Fault("art.id", shortened(path, folder), line_with(path, f'id="{name}"'), {"id": name, "key": key})


def line_with(path: Path, sign: str) -> int:
    """The first line of a text file in which something stands; 0 if it does nowhere."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return next((number for number, line in enumerate(lines, 1) if sign in line), 0)


# Box, lessons, diagrams


def box_faults(game: Game) -> Iterator[Fault]:
    """A box that cannot be read, or says what no box says; presets that cannot be played."""
    path = game.folder / BOX
    found: list[Fault] = []
    data = tables(path, game.folder, found)
    yield from found
    known = {field.name for field in fields_of(Box)} - {"game", "folder"}
    for name in data.keys() - known:
        yield Fault(
            "box.key", shortened(path, game.folder), text_line(path, name), {"key": name, "known": sorted(known)}
        )
    for name in ("minutes", "age", "year"):
        if name in data and type(data[name]) is not int:
            yield Fault("box.whole", shortened(path, game.folder), text_line(path, name), {"key": name})
    for preset in data.get("presets", ()):
        line = line_with(path, f'"{preset.get("key", "")}"')
        yield from tried(game, path, line, partial(played_preset, game, preset))


def played_preset(game: Game, preset: dict[str, Any]) -> None:
    """Set a table as a preset has it."""
    read = Preset(game.key, **preset)
    Engine(game, read.seats, read.options)


def tried(game: Game, path: Path, line: int, attempt: Callable[[], object]) -> Iterator[Fault]:
    """Try something that a file describes; a refusal is said as such."""
    try:
        attempt()
    except Error as error:
        yield Fault("file", shortened(path, game.folder), line, {"error": error.word})
    except Exception as error:
        found = raised(error, game.folder, "file")
        yield found if found.path else Fault("file", shortened(path, game.folder), line, found.args)


def lesson_faults(game: Game) -> Iterator[Fault]:
    """A lesson that cannot be read, and steps of it that cannot be played."""
    path = game.folder / LESSONS
    found: list[Fault] = []
    data = tables(path, game.folder, found)
    yield from found
    if not data:
        return
    lines = [n for n, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1) if "[[steps]]" in line]
    for number, line in enumerate(lines):
        yield from tried(game, path, line, partial(played_step, game, data, number))


def played_step(game: Game, data: dict[str, Any], number: int) -> None:
    """Play one step of a lesson with each of its answers; its texts are in both languages."""
    rest = {name: value for name, value in data.items() if name != "steps"}
    lesson = Lesson(game.key, tuple(Exercise(**step) for step in data["steps"]), **rest)
    step = lesson.steps[number]
    for texts in (step.say, step.right, step.wrong, *step.tries.values()):
        if texts and set(texts) != set(LANGUAGES):
            raise ValueError(f"fr, en: {dict(texts)}")
    for answer in step.answers:
        lesson.after(number, answer)
    lesson.match(number).svg("everyone") if has_picture(game) else lesson.match(number)


def diagram_faults(game: Game) -> Iterator[Fault]:
    """Diagrams that cannot be read or drawn."""
    path = game.folder / DIAGRAMS
    found: list[Fault] = []
    data = tables(path, game.folder, found)
    yield from found
    for name, values in data.items():
        yield from tried(game, path, text_line(path, f"[{name}]"), partial(drawn_diagram, game, values))


def drawn_diagram(game: Game, values: dict[str, Any]) -> None:
    """Draw one diagram."""
    Diagram(game.key, **values).scene()


def has_picture(game: Game) -> bool:
    """Whether a game draws its picture itself."""
    return hasattr(game.modules.get("view"), "scene")
