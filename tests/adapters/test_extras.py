"""Adapters are imported when they are wanted, and say what to install where their library is not there."""

import subprocess
import sys
from pathlib import Path

import pytest

import tablier.adapters
from tests.house.test_house import imported

LIBRARIES = {"pettingzoo": "pettingzoo", "gymnasium": "gymnasium", "openspiel": "pyspiel"}
WITHOUT = """
import sys
sys.modules["{module}"] = None
import tablier
try:
    import tablier.adapters.{adapter}
except tablier.NotNow as error:
    print(error.key, error.say("en"), error.say("fr"), sep="|")
"""
LIGHT = """
import sys
import tablier
tablier.batch, tablier.Match, tablier.Bot
print([name for name in sys.modules if name.startswith(("tablier.adapters", "pettingzoo", "gymnasium", "pyspiel"))])
"""


ROOM = Path(tablier.adapters.__file__).parent
BELOW = {"core", "bots", "research", "pictures", "adapters"}


def printed(program: str) -> str:
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return done.stdout.strip()


@pytest.mark.parametrize("adapter", LIBRARIES)
def test_without_its_library_an_adapter_names_the_extra(adapter: str) -> None:
    key, english, french = printed(WITHOUT.format(adapter=adapter, module=LIBRARIES[adapter])).split("|")
    assert key == "core.adapter.extra"
    for sentence in (english, french):
        assert LIBRARIES[adapter] in sentence
        assert f'pip install "tablier[{adapter}]"' in sentence


@pytest.mark.parametrize("path", sorted(ROOM.glob("*.py")), ids=lambda path: path.stem)
def test_an_adapter_imports_only_what_lies_below_it(path: Path) -> None:
    ours = {module.split(".")[1] for module in imported(path) if module.startswith("tablier.")}
    assert ours <= BELOW


def test_nothing_else_imports_an_adapter_or_its_library() -> None:
    assert printed(LIGHT) == "[]"
