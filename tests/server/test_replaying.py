"""Authors' tables whose rules have changed: replayed as far as they go, and mistakes told with their lines."""

from dataclasses import replace
from pathlib import Path

import pytest

from tablier.server.authority.events import Event, SeatPlan, Setup, Stored
from tablier.server.authority.replaying import replayed
from tablier.server.authority.summaries import summary
from tablier.server.authority.table import Table
from tablier.server.net import watching
from tablier.server.net.faults import described, fault
from tablier.server.net.trying import read_files
from tablier.server.net.watching import Root
from tablier.server.store.drafts import DraftStore

SETUP = Setup("t" * 16, "heap", {}, 1, (SeatPlan("me"), SeatPlan("here")), "", "ann", 1.0)


def moves(*taken: str) -> list[Event]:
    return [Event("move", 1.0, None, move) for move in taken]


def test_a_table_stops_before_the_first_move_that_is_not_possible() -> None:
    left, stop = replayed(Stored(SETUP, moves("1", "2", "9", "1")))
    assert [event.move for event in left.events] == ["1", "2"]
    assert stop
    assert stop.say("en").startswith("Replayed under the new rules up to move 2 of 4: move 3, “9”,")
    assert replayed(Stored(SETUP, moves("1", "2"))) == (Stored(SETUP, moves("1", "2")), None)
    impossible = Stored(replace(SETUP, options={"stones": -1}), moves("1"))
    assert replayed(impossible) == (impossible, None)


def test_what_could_not_be_replayed_is_kept_until_something_else_happens(tmp_path: Path) -> None:
    store, table = DraftStore(tmp_path / "tables.sqlite"), SETUP.table
    store.create(SETUP, moves("1", "9", "1"), summary(Table(SETUP))).result()
    for _ in range(2):
        found = store.load(table).result()
        assert found
        assert [event.move for event in found.events] == ["1"]
        assert store.stops[table].made == 1
    store.append(table, 1, moves("3"), summary(Table(SETUP)), lambda error: None)
    store.forget(()).result()
    found = store.load(table).result()
    assert found
    assert [event.move for event in found.events] == ["1", "3"]
    assert table not in store.stops
    store.close()


def test_a_fault_has_the_authors_own_lines_nearest_first(tmp_path: Path) -> None:
    source = tmp_path / "mine" / "rules.py"
    source.parent.mkdir()
    source.write_text("def outer():\n    inner()\n\n\ndef inner():\n    return 1 / 0\n", encoding="utf-8")
    names: dict[str, object] = {}
    exec(compile(source.read_text(encoding="utf-8"), str(source), "exec"), names)
    with pytest.raises(ZeroDivisionError) as caught:
        names["outer"]()  # type: ignore[operator]
    told = fault("mine", caught.value, [source.parent])
    assert told["message"] == "ZeroDivisionError: division by zero"
    assert [(frame["line"], frame["name"]) for frame in told["frames"]] == [(6, "inner"), (2, "outer")]
    assert [line["text"] for line in told["frames"][0]["lines"] if line["here"]] == ["    return 1 / 0"]
    compiler = described("mine", f'TypingError: no\nFile "{source}", line 6:', [source.parent])
    assert compiler["frames"][0]["line"] == 6


def test_what_is_no_python_is_told_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "words.toml").write_text('[name]\nen = "Mine\n', encoding="utf-8")
    with pytest.raises(Exception, match=r"words\.toml") as caught:
        read_files(Root(tmp_path, deep=True))
    told = fault("mine", caught.value, [tmp_path])
    assert [(frame["file"], frame["line"]) for frame in told["frames"]] == [(str(tmp_path / "words.toml"), 2)]


def test_an_edit_is_seen_and_belongs_to_its_game(tmp_path: Path) -> None:
    for game in ("one", "two"):
        (tmp_path / game).mkdir()
        (tmp_path / game / "rules.py").write_text("a = 1\n", encoding="utf-8")
    places = {game: Root(tmp_path / game, deep=True) for game in ("one", "two")}
    before = watching.stamps(places)
    assert not watching.changed(before, watching.stamps(places))
    (tmp_path / "two" / "rules.py").write_text("a = 12\n", encoding="utf-8")
    (tmp_path / "two" / "notes.txt").write_text("of no matter", encoding="utf-8")
    files = watching.changed(before, watching.stamps(places))
    assert files == {tmp_path / "two" / "rules.py"}
    assert watching.touched(places, files) == ["two"]
