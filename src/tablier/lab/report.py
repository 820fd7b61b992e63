"""A report: the games of a study, played or kept, as a page and as JSON beside it."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tablier.core.errors import BadText
from tablier.lab import page
from tablier.lab.findings import FORMAT, findings
from tablier.lab.keeping import KeptRow
from tablier.lab.sections import Commentary, Speaker
from tablier.lab.study import Study


@dataclass(frozen=True)
class Files:
    """Where a report lies: its page, its JSON, and the games that it is made of."""

    page: Path

    @property
    def data(self) -> Path:
        """The findings."""
        return self.page.with_suffix(".json")

    @property
    def games(self) -> Path:
        """The games, kept as they end."""
        return self.page.with_suffix(".games.jsonl")


def default_files(study: Study) -> Files:
    """A report's files in the present folder, if nobody says otherwise."""
    return Files(Path(f"{study.game}-{study.seats}-report.html"))


def write(study: Study, rows: Iterable[KeptRow], files: Files, language: str) -> dict[str, Any]:
    """Write the page and the findings; returns those as they are read from the file."""
    files.page.parent.mkdir(parents=True, exist_ok=True)
    files.data.write_text(json.dumps(findings(study, list(rows)), ensure_ascii=False) + "\n", encoding="utf-8")
    data = read(files.data)
    files.page.write_text(page.report(Commentary(data, Speaker(language))), encoding="utf-8")
    return data


def read(file: Path) -> dict[str, Any]:
    """The findings of a report."""
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        data = None
    if not isinstance(data, dict) or data.get("format") != FORMAT or "samples" not in data:
        raise BadText("lab.no_report", file=str(file))
    return data
