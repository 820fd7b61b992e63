"""Options of Heap."""

from collections.abc import Mapping
from typing import Any

from tablier.core.contract import BaseOptions
from tablier.core.options import OURS, Option
from tablier.core.records import i8


class Options(BaseOptions):
    """How many stones there are."""

    stones: int = i8()


TABLE = (Option("heap", "stones", (12, 7), OURS),)


def fill(record: Any, values: Mapping[str, Any]) -> None:
    """Write the options into a record."""
    record.stones = values["stones"]
