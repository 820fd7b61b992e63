"""The declaration as types for the browser's modules, which import them in their comments."""

import json
from collections.abc import Iterator
from typing import Any

from tablier.server.api import analysis, editor, films, lessons, meeting, messages, notices, puzzles, workshop
from tablier.server.api.reference.document import REFERENCE, Data, declared, members, schemas_of
from tablier.server.declaration import tables

HEAD = "// What the server says and what it is told, made by `make declarations`: changes here would be lost."
BODIES = (
    messages.NewTable, messages.Claim, messages.Text, messages.ReplayText, messages.BetterInText, editor.Edit,
    workshop.Drawing, workshop.TrialWish, lessons.LessonWhy, messages.NewTournament, meeting.SearchWish,
    meeting.SitDown, meeting.InviteWish, meeting.InvitationAnswer, notices.NewSubscription, notices.OldSubscription,
    analysis.Exploration, analysis.ExploreWish, analysis.WhyWish, analysis.LinesWish, analysis.TreeWish,
    films.DiagramWish, films.FilmWish, puzzles.PuzzlePlace, puzzles.PuzzleTry, puzzles.PuzzleWhy,
)  # fmt: skip
UNIONS = {"Told": tables.Told, "Command": messages.Command}
INDENT = "  "
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
ANYTHING = "any"


def script() -> str:
    """All shapes as TypeScript: those that are sent, those that are answered, and what is one of several."""
    schemas = schemas_of([*declared(), *members(messages.Command), *BODIES])
    shapes = [interface(name, schema) for name, schema in schemas.items()]
    unions = [f"export type {name} = {' | '.join(named(union))};\n" for name, union in UNIONS.items()]
    return "\n".join([HEAD + "\n", *shapes, *unions])


def named(union: Any) -> list[str]:
    """The names of the shapes of a union."""
    return [model.__name__ for model in members(union)]


def interface(name: str, schema: Data) -> str:
    """One shape."""
    return "\n".join([f"/** {schema['description']} */", f"export interface {name} {{", *fields(schema), "}\n"])


def fields(schema: Data) -> Iterator[str]:
    """The names in a shape, each with its type; a question mark stands after those that may be left out."""
    required = schema.get("required", [])
    for name, inner in schema["properties"].items():
        if "description" in inner:
            yield f"{INDENT}/** {inner['description']} */"
        yield f"{INDENT}{name}{'' if name in required else '?'}: {typed(inner)};"


def typed(schema: Data) -> str:
    """A schema as a type."""
    if "$ref" in schema:
        return str(schema["$ref"]).removeprefix(REFERENCE.format(model=""))
    if "enum" in schema or "const" in schema:
        return " | ".join(map(json.dumps, schema.get("enum", [schema.get("const")])))
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(map(typed, schema["anyOf"])))
    if "prefixItems" in schema:
        return f"[{', '.join(map(typed, schema['prefixItems']))}]"
    kind = schema.get("type")
    if kind == "array":
        inner = typed(schema["items"])
        return f"({inner})[]" if "|" in inner and not inner.startswith("[") else f"{inner}[]"
    if kind == "object":
        values = schema.get("additionalProperties", {})
        return f"Record<string, {typed(values) if isinstance(values, dict) else ANYTHING}>"
    return PLAIN.get(str(kind), ANYTHING)
