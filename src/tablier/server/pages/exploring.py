"""The page of the analysis board."""

from fastapi import APIRouter, Request, Response

from tablier.core.registry import load
from tablier.server.authority.limits import TEXT_LENGTH
from tablier.server.entrance import visitors
from tablier.server.pages.routes import Pages


def router(pages: Pages) -> APIRouter:
    """The page, as a route."""
    routes = APIRouter(include_in_schema=False)

    def analysis(request: Request) -> Response:
        """A board on which everything can be tried; what is put on it stays in the browser."""
        language = visitors.language(request)
        editable = [pages.lid(key, language) for key in pages.games() if load(key).editing is not None]
        return pages.page(request, "analysis.html", boxes=editable, most=TEXT_LENGTH)

    routes.add_api_route("/analysis", analysis, methods=["GET", "HEAD"], response_class=Response)
    return routes
