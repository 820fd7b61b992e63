"""Starting a server: its folder is its own."""

from pathlib import Path

import pytest

from tablier.server.authority.refusals import Refused
from tablier.server.operation.holding import held


def test_a_folder_is_for_one_server_at_a_time(tmp_path: Path) -> None:
    hold = held(tmp_path / "data")
    with pytest.raises(Refused, match="Another server already uses"):
        held(tmp_path / "data")
    hold.close()
    held(tmp_path / "data").close()


def test_a_folder_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(Refused, match=str(tmp_path / "file")):
        held(tmp_path / "file")
    with pytest.raises(Refused, match="Cannot use the folder"):
        held(tmp_path / "file" / "data")
