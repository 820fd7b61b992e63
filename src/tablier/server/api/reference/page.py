"""The description as a page: every operation with what is sent, answered and refused, in words and as a sketch."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.responses import JSONResponse

from tablier.server.api.reference.document import REFERENCE, SOCKETS, Data, document, said
from tablier.server.entrance import visitors
from tablier.server.pages.routes import Pages

INDENT = "  "
SWITCHED = "101"  # the status with which a socket is opened
REFUSED = 400  # statuses from here on are refusals
WORDS = ("sends", "answers", "refuses", "parameters", "guide", "saved", "openapi")


def router(pages: Pages) -> APIRouter:
    """The document and the page."""
    routes = APIRouter(include_in_schema=False)

    @routes.get("/openapi.json")
    async def openapi(request: Request) -> Response:
        return JSONResponse(described(request.app))

    @routes.get("/api")
    async def reference(request: Request) -> Response:
        language = visitors.language(request)
        told = described(request.app, language)
        return pages.page(
            request,
            "api.html",
            heading=said("heading", language),
            summary=told["info"]["summary"],
            paragraphs=told["info"]["description"].split("\n\n"),
            words={name: said(f"page.{name}", language) for name in WORDS},
            entries=[*entries(told), *sockets(told)],
        )

    return routes


@cache
def described(application: FastAPI, language: str = "en") -> Data:
    """The description, worked out once: that takes a tenth of a second."""
    return document(application, language)


@dataclass(frozen=True)
class Section:
    """One operation as it is shown."""

    name: str
    method: str
    path: str
    sentence: str
    parameters: list[str]
    sends: str
    status: str
    answer: str
    shape: str
    refusals: list[tuple[str, str]]


def entries(told: Data) -> Iterator[Section]:
    """All operations, in the order of their routes."""
    schemas = told["components"]["schemas"]
    for path, operations in told["paths"].items():
        for method, found in operations.items():
            (status, good), *others = found["responses"].items()
            yield Section(
                found["operationId"],
                method.upper(),
                path,
                found["summary"],
                [f"{entry['name']} ({entry['in']})" for entry in found.get("parameters", [])],
                body(found.get("requestBody"), schemas),
                status,
                good["description"],
                body(good, schemas),
                [(other, refusal["description"]) for other, refusal in others if int(other) >= REFUSED],
            )


def sockets(told: Data) -> Iterator[Section]:
    """The sockets: what is sent over them, and what is told."""
    schemas = told["components"]["schemas"]
    for path, found in told[SOCKETS].items():
        sends, tells = (sketch(found[way], schemas) for way in ("sends", "tells"))
        summary, description = found["summary"], found["description"]
        yield Section(found["operationId"], "WEBSOCKET", path, summary, [], sends, SWITCHED, description, tells, [])


def body(told: Data | None, schemas: Data) -> str:
    """What is sent or answered, as a sketch; empty if it is nothing or plain text."""
    kind = (told or {}).get("content", {}).get("application/json")
    return sketch(kind["schema"], schemas) if kind else ""


def sketch(schema: Data, schemas: Data, depth: int = 0) -> str:
    """A schema as people write down the shape of some JSON; what may be left out has a question mark."""
    if "$ref" in schema:
        return sketch(schemas[schema["$ref"].removeprefix(REFERENCE.format(model=""))], schemas, depth)
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(sketch(choice, schemas, depth) for choice in schema["anyOf"]))
    if "enum" in schema or "const" in schema:
        return " | ".join(map(json.dumps, schema.get("enum", [schema.get("const")])))
    if "oneOf" in schema:
        return "\n".join(sketch(choice, schemas, depth) for choice in schema["oneOf"])
    if "prefixItems" in schema:
        return f"[{', '.join(sketch(item, schemas, depth) for item in schema['prefixItems'])}]"
    if schema.get("type") == "array":
        return f"[{sketch(schema.get('items', {}), schemas, depth)}, …]"
    if schema.get("properties"):
        return sketched(schema, schemas, depth)
    return str(schema.get("type", "any"))


def sketched(schema: Data, schemas: Data, depth: int) -> str:
    """An object, one line for each of its names."""
    required: list[Any] = schema.get("required", [])
    lines = [
        f"{INDENT * (depth + 1)}{name}{'' if name in required else '?'}: {sketch(inner, schemas, depth + 1)}"
        for name, inner in schema["properties"].items()
    ]
    return "\n".join(["{", *lines, INDENT * depth + "}"])
