"""Write what follows from the declaration: the description of the interface, and the types of the browser's modules.

``python -m tablier.server.describe DESCRIPTION TYPES``
"""

import json
import sys
import tempfile
from pathlib import Path

from tablier.server.api.reference.browser import script
from tablier.server.api.reference.document import document
from tablier.server.app import create
from tablier.server.operation.settings import Settings


def main(description: str, types: str) -> None:
    """Write both files."""
    Path(description).write_text(described(), encoding="utf-8")
    Path(types).write_text(script(), encoding="utf-8")


def described() -> str:
    """The document of a server with nothing in it."""
    with tempfile.TemporaryDirectory() as data:
        application = create(Settings(Path(data)))
        text = json.dumps(document(application), indent=1, ensure_ascii=False)
        application.state.hub.store.close()
    return text + "\n"


if __name__ == "__main__":
    main(*sys.argv[1:])
