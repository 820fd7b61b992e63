"""Write the description of the interface to a file: ``python -m tablier.server.describe FILE``."""

import json
import sys
import tempfile
from pathlib import Path

from tablier.server.api.reference.document import document
from tablier.server.app import create
from tablier.server.operation.settings import Settings


def main(file: str) -> None:
    """Write the document of a server with nothing in it."""
    with tempfile.TemporaryDirectory() as data:
        application = create(Settings(Path(data)))
        text = json.dumps(document(application), indent=1, ensure_ascii=False)
        application.state.hub.store.close()
    Path(file).write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
