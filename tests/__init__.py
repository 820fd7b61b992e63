"""The tests. The documentation's example is a game like any other here, so the contract is tested on it too."""

import sys
from pathlib import Path

from tablier.core.registry import announce

EXAMPLE = Path(__file__).parent.parent / "docs" / "example"

sys.path.append(str(EXAMPLE))
announce({"heap": "heap"})
