"""The interface as an OpenAPI document: the routes' own shapes, with what they answer and how they refuse."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from types import ModuleType
from typing import Any, get_args

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel, TypeAdapter
from pydantic.json_schema import models_json_schema

from tablier.core.words import word
from tablier.server.api import messages
from tablier.server.declaration import (
    analysis,
    answers,
    competition,
    meeting,
    persons,
    pictures,
    puzzling,
    reviews,
    tables,
)

REFERENCE = "#/components/schemas/{model}"
DECLARED = (pictures, answers, analysis, reviews, persons, competition, tables, meeting, puzzling)
SOCKETS = "x-websockets"  # what the standard has no word for
LIVE = "/api/tables/{table}/live"
LATER = (429, 503, 507)
SAME = 304
UNUSED = ("HTTPValidationError", "ValidationError")  # refusals have one shape
TEXT = "text/plain"
READ = (403, 404, 422, 429, 503)
BROUGHT = (403, 404, 413, 422, 429, 503)
CHANGED = (403, 404, 409, 410, 413, 422, 429, 503, 507)
REVIEWED = (403, 404, 409, 410, 422, 429, 503)
BROUGHT_TO_TABLE = (*BROUGHT, 410)
PARAMETERS = {
    "game": {"pattern": "^[a-z][a-z0-9_]{0,59}$"},
    "table": {"pattern": "^[A-Za-z0-9_-]{16}$"},
    "token": {"pattern": "^[A-Za-z0-9_-]{22}$"},
    "division": {"pattern": "^[a-z][a-z0-9_]{0,59}[.][2-8][.](none|fast|slow|mail)$"},
    "person": {"pattern": "^[0-9a-f]{18}$"},
    "tournament": {"pattern": "^[A-Za-z0-9_-]{16}$"},
    "key": {"pattern": "^[0-9a-f]{64}$"},
    "as": {"pattern": "^(everyone|spectator|[0-7])$"},
}
"""What the parts of addresses look like."""

Data = dict[str, Any]


@dataclass(frozen=True)
class Operation:
    """What can be asked for: its name, what is answered (a shape, or None for text), and the statuses of refusals."""

    name: str
    answer: Any
    refusals: Sequence[int] = ()
    status: int = 200
    known: bool = False  # whether it has an ETag, and is not told again to whoever knows it


OPERATIONS = {
    ("get", "/health"): Operation("health", answers.Health),
    ("get", "/api/games"): Operation("games", list[answers.Game]),
    ("get", "/api/games/{game}"): Operation("game", answers.GameWithOptions, (404,)),
    ("get", "/api/tables"): Operation("tables", list[answers.MyTable]),
    ("post", "/api/tables"): Operation("make", answers.MadeTable, (*BROUGHT, 507), 201),
    ("get", "/api/you"): Operation("you", persons.You),
    ("get", "/api/you/games"): Operation("my_games", persons.MyGames, (422,)),
    ("get", "/api/you/statistics"): Operation("statistics", list[persons.GameStatistics]),
    ("get", "/api/you/data"): Operation("data", persons.TakenAlong, (403, 429)),
    ("post", "/api/tables/{table}/reports"): Operation("report", persons.ReportKept, BROUGHT_TO_TABLE, 201),
    ("post", "/api/seats/{token}/claim"): Operation("claim", answers.Url, CHANGED),
    ("post", "/api/tables/{table}/device"): Operation("device", answers.Link, CHANGED),
    ("post", "/api/devices/{token}"): Operation("add_device", answers.Url, CHANGED),
    ("post", "/api/tables/{table}/rematch"): Operation("rematch", answers.Url, CHANGED),
    ("get", "/api/tables/{table}/text"): Operation("text", None, READ),
    ("get", "/api/tables/{table}/replay"): Operation("replay", answers.ReplayedGame, READ, known=True),
    ("post", "/api/replays"): Operation("replay_text", answers.ReplayedGame, BROUGHT),
    ("get", "/api/tables/{table}/review"): Operation("review", reviews.ReviewStanding, REVIEWED),
    ("post", "/api/tables/{table}/review"): Operation("begin_review", reviews.ReviewStanding, (*REVIEWED, 507)),
    ("delete", "/api/tables/{table}/review"): Operation("leave_review", reviews.ReviewStanding, (*REVIEWED, 507)),
    ("get", "/api/tables/{table}/review/{number}"): Operation("better", reviews.BetterLine, REVIEWED),
    ("post", "/api/reviews"): Operation("review_text", reviews.ReviewStanding, (*BROUGHT, 409, 507)),
    ("post", "/api/reviews/better"): Operation("better_in_text", reviews.BetterLine, (*BROUGHT, 409)),
    ("get", "/api/reviews/{key}"): Operation("text_review", reviews.ReviewStanding, (403, 422, 429, 503)),
    ("delete", "/api/reviews/{key}"): Operation("leave_text", reviews.ReviewStanding, (403, 422, 429, 503, 507)),
    ("get", "/api/tables/{table}/verify"): Operation("verify", answers.Verdict, READ),
    ("post", "/api/verify"): Operation("verify_text", answers.Verdict, BROUGHT),
    ("post", "/api/editor"): Operation("edit", answers.Draft, BROUGHT),
    ("post", "/api/workshop"): Operation("draw", answers.Board, BROUGHT),
    ("get", "/api/games/{game}/lesson"): Operation("lesson", answers.Lesson, READ),
    ("post", "/api/games/{game}/lesson/why"): Operation("lesson_why", answers.Reason, BROUGHT),
    ("get", "/api/puzzles"): Operation("puzzles", list[puzzling.ListedPuzzle], (422, 429, 503)),
    ("get", "/api/puzzles/today"): Operation("puzzle_of_today", puzzling.ListedPuzzle, (404, 429, 503)),
    ("get", "/api/games/{game}/puzzles/{puzzle}"): Operation("puzzle", puzzling.PuzzleToSolve, READ),
    ("post", "/api/games/{game}/puzzles/{puzzle}/try"): Operation("try_puzzle", puzzling.PuzzleStanding, BROUGHT),
    ("post", "/api/games/{game}/puzzles/{puzzle}/hint"): Operation("puzzle_hint", puzzling.PuzzleHint, BROUGHT),
    ("post", "/api/games/{game}/puzzles/{puzzle}/solution"): Operation(
        "puzzle_solution", puzzling.PuzzleStanding, BROUGHT
    ),
    ("post", "/api/games/{game}/puzzles/{puzzle}/why"): Operation("puzzle_why", answers.Reason, BROUGHT),
    ("get", "/api/lobby"): Operation("lobby", meeting.LobbyNow, (429, 503), known=True),
    ("get", "/api/lobby/groups"): Operation("groups", list[meeting.FellowGroup], (429, 503)),
    ("post", "/api/lobby/search"): Operation("search", meeting.LobbyNow, (*BROUGHT, 507)),
    ("post", "/api/lobby/leave"): Operation("stop_search", meeting.LobbyNow, (403, 429, 503, 507)),
    ("post", "/api/tables/{table}/sit"): Operation("sit", answers.Url, CHANGED),
    ("post", "/api/tables/{table}/withdraw"): Operation("withdraw", answers.Url, CHANGED),
    ("post", "/api/tables/{table}/invite"): Operation("invite", answers.Url, CHANGED),
    ("post", "/api/invitations/{token}/answer"): Operation("answer_invitation", answers.Url, CHANGED),
    ("get", "/api/notices"): Operation("notices", meeting.NoticeStanding, (429, 503)),
    ("post", "/api/notices/subscribe"): Operation("subscribe", meeting.NoticeStanding, (*BROUGHT, 507)),
    ("post", "/api/notices/unsubscribe"): Operation("unsubscribe", meeting.NoticeStanding, (*BROUGHT, 507)),
    ("post", "/api/notices/seen"): Operation("seen", meeting.NoticeStanding, (403, 429, 503, 507)),
    ("post", "/api/notices/feeds"): Operation("make_feeds", meeting.NoticeStanding, (403, 429, 503, 507)),
    ("post", "/api/notices/feeds/revoke"): Operation("revoke_feeds", meeting.NoticeStanding, (403, 429, 503, 507)),
    ("get", "/api/tables/{table}/ratings"): Operation("table_ratings", competition.TableRatings, (404, 410, 429, 503)),
    ("get", "/api/rating"): Operation("my_rating", competition.MyRating),
    ("get", "/api/ratings"): Operation("divisions", list[competition.RatedDivision]),
    ("get", "/api/ratings/{division}"): Operation("leaders", competition.Leaderboard, (404,)),
    ("get", "/api/rated/{person}"): Operation("person_ratings", competition.PersonRatings, (404,)),
    ("get", "/api/tournaments"): Operation("tournaments", list[competition.TournamentSummary]),
    ("post", "/api/tournaments"): Operation("make_tournament", answers.Url, CHANGED, 201),
    ("get", "/api/tournaments/{tournament}"): Operation("tournament", competition.TournamentTold, (404,)),
    ("post", "/api/tournaments/{tournament}/join"): Operation("join", answers.Url, CHANGED),
    ("post", "/api/tournaments/{tournament}/expel"): Operation("expel", answers.Url, CHANGED),
    ("post", "/api/tournaments/{tournament}/leave"): Operation("leave", answers.Url, CHANGED),
    ("post", "/api/tournaments/{tournament}/start"): Operation("start", answers.Url, CHANGED),
    ("post", "/api/tournaments/{tournament}/cancel"): Operation("cancel", answers.Url, CHANGED),
}
"""Every operation that is described, by method and path; a test finds those that are missing."""


def document(application: FastAPI, language: str = "en") -> Data:
    """The whole interface."""
    made = raw(application)
    made["info"] |= {"summary": said("summary", language), "description": said("description", language).strip()}
    made["paths"] = {
        path: {method: completed(found, OPERATIONS[method, path], language) for method, found in operations.items()}
        for path, operations in made["paths"].items()
        if all((method, path) in OPERATIONS for method in operations)
    }
    schemas = made["components"]["schemas"]
    made["components"]["schemas"] = {name: schemas[name] for name in schemas if name not in UNUSED} | shapes()
    made[SOCKETS] = {LIVE: live(language)}
    return made


def live(language: str) -> Data:
    """The socket of a table: what it is for, what is sent, and what is told."""
    return {
        "operationId": "live",
        "summary": said("operation.live", language),
        "description": said("answer.live", language),
        "sends": one_of(messages.Command),
        "tells": one_of(tables.Told),
    }


def one_of(union: Any) -> Data:
    """Shapes that are told apart by their type, by their names."""
    return {"oneOf": [{"$ref": REFERENCE.format(model=model.__name__)} for model in members(union)]}


def members(union: Any) -> tuple[type[BaseModel], ...]:
    """The shapes of a union that has a discriminator."""
    found: tuple[type[BaseModel], ...] = get_args(get_args(union)[0])
    return found


def raw(application: FastAPI) -> Data:
    """The routes as they describe themselves."""
    return get_openapi(title="Tablier", version=version("tablier"), routes=application.routes)


def undescribed(application: FastAPI) -> list[str]:
    """Paths of the interface that nobody has described."""
    paths = raw(application)["paths"]
    found = [(path, method) for path in paths for method in paths[path] if path.startswith("/api/")]
    return [f"{method} {path}" for path, method in found if (method, path) not in OPERATIONS]


def shapes() -> dict[str, Data]:
    """All shapes that are declared for answers and for sockets, by name."""
    models = [*declared(), *members(messages.Command)]
    return schemas_of(models)


def declared() -> Iterator[type[BaseModel]]:
    """The shapes of all that the server sends."""
    for module in DECLARED:
        yield from (shape for shape in vars(module).values() if is_shape_of(module, shape))


def is_shape_of(module: ModuleType, value: Any) -> bool:
    """Whether something is a shape that a module declares."""
    return is_shape(value) and value.__module__ == module.__name__


def is_shape(value: Any) -> bool:
    """Whether something is a shape."""
    return isinstance(value, type) and issubclass(value, BaseModel)


def schemas_of(models: Sequence[type[BaseModel]]) -> dict[str, Data]:
    """The schemas of shapes and of all they are made of, by name."""
    _, made = models_json_schema([(model, "serialization") for model in models], ref_template=REFERENCE)
    return dict(sorted(made["$defs"].items()))


def completed(found: Data, operation: Operation, language: str) -> Data:
    """An operation with what it is for, what it answers and how it refuses."""
    kept = {name: value for name, value in found.items() if name in ("parameters", "requestBody")}
    for parameter in kept.get("parameters", []):
        parameter["schema"] |= PARAMETERS.get(parameter["name"], {})
    responses = {str(operation.status): answered(operation, language)}
    if operation.known:
        responses[str(SAME)] = {"description": said(f"status.{SAME}", language)}
    responses |= {str(status): refused(status, language) for status in operation.refusals}
    summary = said(f"operation.{operation.name}", language)
    return {"operationId": operation.name, "summary": summary, **kept, "responses": responses}


def answered(operation: Operation, language: str) -> Data:
    """What is answered when all is well."""
    content = {TEXT: {"schema": {"type": "string"}}}
    if operation.answer is not None:
        content = {"application/json": {"schema": schema(operation.answer)}}
    return {"description": said(f"answer.{operation.name}", language), "content": content}


def schema(shape: Any) -> Data:
    """The schema of an answer: a shape by its name, or a list of them."""
    made = TypeAdapter(shape).json_schema(ref_template=REFERENCE, mode="serialization")
    return {"$ref": REFERENCE.format(model=shape.__name__)} if is_shape(shape) else without_definitions(made)


def without_definitions(made: Data) -> Data:
    """A schema whose definitions stand elsewhere."""
    return {name: value for name, value in made.items() if name != "$defs"}


def refused(status: int, language: str) -> Data:
    """How something is refused; what may be asked for again says when."""
    told: Data = {
        "description": said(f"status.{status}", language),
        "content": {"application/json": {"schema": {"$ref": REFERENCE.format(model="Refusal")}}},
    }
    if status in LATER:
        wait = {"schema": {"type": "integer", "minimum": 1}, "description": said("seconds", language)}
        told["headers"] = {"Retry-After": wait}
    return told


def said(key: str, language: str) -> str:
    """A text of the description."""
    return word(f"reference.{key}").say(language)
