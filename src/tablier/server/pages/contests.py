"""The pages of ratings and of tournaments, together."""

from fastapi import APIRouter

from tablier.server.pages import rankings, tourneys
from tablier.server.pages.routes import Pages
from tablier.server.ratings.book import Ratings
from tablier.server.tournaments.running import Tournaments


def router(shown: Pages, ratings: Ratings, tournaments: Tournaments) -> APIRouter:
    """All of them, as routes."""
    routes = APIRouter(include_in_schema=False)
    routes.include_router(rankings.router(shown, ratings))
    routes.include_router(tourneys.router(shown, tournaments))
    return routes
