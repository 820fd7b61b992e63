"""Setting up positions: drafts that are changed, drawn and checked touch by touch. Nothing is kept."""

from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Request, Response
from pydantic import Field
from starlette.concurrency import run_in_threadpool

from tablier.core import editing
from tablier.core.editing import Draft
from tablier.core.errors import Error
from tablier.core.tools import Tool
from tablier.core.words import Word, word
from tablier.server.api import messages
from tablier.server.api.archive import as_json
from tablier.server.authority.refusals import Refused
from tablier.server.declaration.shape import MOST_SEATS, Shape
from tablier.server.entrance import visitors
from tablier.server.entrance.gate import Gate
from tablier.server.telling.parts import rounded, scene_data

PLACE = "at"  # the argument of a fault that is a place in the JSON of a position
STATUS = "status"  # the part of a picture that says what is going on

ShortText = Annotated[str, Field(max_length=60)]


class Edit(Shape):
    """A draft, and what is to be done with it: first other seats and options, then a tool used on a target."""

    game: ShortText
    seats: Annotated[int, Field(ge=1, le=MOST_SEATS)] | None = None
    options: messages.PlainData | None = None
    position: messages.PlainData | None = None
    tool: ShortText | None = None
    target: ShortText = ""


def router(gate: Gate) -> APIRouter:
    """What the page of the editor asks for, as a route."""
    routes = APIRouter()

    async def edit(request: Request, wish: Edit) -> Response:
        """A draft after a touch: how it looks, what is wrong with it, and what can be done with it."""
        gate.admit(request, "edits")
        gate.shelf.refuse_unprepared(wish.game)
        return as_json(await run_in_threadpool(edited, wish, visitors.language(request)))

    routes.add_api_route("/api/editor", edit, methods=["POST"])
    return routes


def edited(wish: Edit, language: str) -> dict[str, Any]:
    """What is answered."""
    if wish.position is None:
        draft = editing.begun(wish.game, wish.seats, wish.options)
    else:
        if wish.position.get("game", wish.game) != wish.game:
            raise Refused("server.editor.game", 422)
        draft = editing.drafted(wish.position)
        if wish.seats is not None or wish.options is not None:
            given = draft.engine.options if wish.options is None else wish.options
            draft = draft.varied(wish.seats or draft.engine.seats, given)
    if wish.tool is not None:
        draft = draft.edited(wish.tool, wish.target)
    return draft_data(draft, language)


def draft_data(draft: Draft, language: str) -> dict[str, Any]:
    """A draft as it is sent; the tools share lists of what can be touched with them."""
    scene, targets = draft.scene(), Targets()
    tools = [tool_data(tool, targets.number(draft.targets(tool.key)), language) for tool in draft.tools.values()]
    names = editing.spoken(scene, targets.all())
    status = next((part.text for part in scene.parts if part.id == STATUS), "")
    return {
        "position": draft.position,
        "seats": draft.engine.seats,
        "scene": scene_data(scene, language),
        "tools": tools,
        "targets": targets.lists,
        "names": {name: ", ".join(part.say(language) for part in words) for name, words in names.items()},
        "fault": plain(draft.fault).say(language) if draft.fault else None,
        "status": status if isinstance(status, str) else status.say(language),
    }


def plain(fault: Error) -> Word:
    """A fault for whoever looks at the board; one that names a place in the JSON says that it speaks of that."""
    return word("server.editor.json", detail=fault.word) if PLACE in fault.word.args else fault.word


class Targets:
    """Lists of parts that can be touched, each once."""

    def __init__(self) -> None:
        self.lists: list[list[str]] = []

    def number(self, parts: Sequence[str]) -> int:
        """The number of a list."""
        if list(parts) not in self.lists:
            self.lists.append(list(parts))
        return self.lists.index(list(parts))

    def all(self) -> list[str]:
        """All parts that can be touched in any way."""
        return list(dict.fromkeys(part for parts in self.lists for part in parts))


def tool_data(tool: Tool, targets: int, language: str) -> dict[str, Any]:
    """A tool as it is sent."""
    return {
        "key": tool.key,
        "label": tool.label.say(language),
        "symbol": tool.symbol,
        "style": tool.style,
        "turn": rounded(tool.turn),
        "group": tool.group,
        "seat": tool.seat,
        "at_once": tool.at_once,
        "chosen": tool.chosen,
        "targets": targets,
    }
