"""Knots: objects that hold each other, which libraries leave behind, are untied, so that their memory is free at once.

Garbage is looked for seldom (``sweeping``), and what lived longer and is still tied would stay for an hour.
"""

from asyncio import BaseTransport

READER = "_read_ready_cb"  # asyncio's transports hold a method of their own under this name


def untie_transport(transport: BaseTransport) -> None:
    """Let go of a transport that was closed."""
    getattr(transport, "__dict__", {}).pop(READER, None)


def untie_error(error: object) -> None:
    """Forget where an error came from, once it was answered: a function that names it is among the places."""
    while isinstance(error, BaseException):
        before = error.__cause__ or error.__context__
        error.__cause__ = error.__context__ = error.__traceback__ = None
        error = before
