"""Who we are at a server elsewhere."""

from pathlib import Path

from tablier.remote.client import Server, identity, last_step, origin
from tablier.server.operation.settings import default_data


def visitor(address: str, seat: str | None, language: str, data: Path | None) -> Server:
    """A server, as the visitor that we are there: somebody else at each seat that was taken by a link."""
    folder, purpose = data or default_data(), f"seat {last_step(seat)}" if seat else origin(address)
    server = Server(address, identity(folder, purpose), language)
    server.folder = folder
    return server
