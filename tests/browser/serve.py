"""A server process for browser tests: bots answer at once. ``python serve.py FOLDER PORT GAME ...``"""

import asyncio
import sys
from pathlib import Path

import uvicorn

from tablier.server.net.serving import configured, listening
from tablier.server.operation.settings import Settings


def main(data: str, port: str, *games: str) -> None:
    """Serve until killed; the first line printed is the port."""
    listener = listening("127.0.0.1", int(port))
    print(listener.getsockname()[1], flush=True)
    server = uvicorn.Server(configured(Settings(Path(data), workers=1, pace=0, games=games)))
    asyncio.run(server.serve([listener]))


if __name__ == "__main__":
    main(*sys.argv[1:])
