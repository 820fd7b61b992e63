"""Frozen records show what they hold and nothing else: whoever writes is refused, whoever copies may write."""

import copy
import pickle
from typing import Any

import numpy as np
import pytest

from tablier.core import records
from tablier.core.records import Array, FrozenRecord, Record, i8, u8, u64


class Trial(Record):
    """Numbers and an array."""

    turn: int = i8()
    mask: int = u64()
    cells: Array = u8(2, 3)


def trial() -> Any:
    states = records.new(Trial)
    states[0].turn, states[0].mask = -3, 1 << 60
    states[0].cells[1] = (4, 5, 6)
    return states


def test_it_reads_as_the_record_does() -> None:
    states = trial()
    assert isinstance(records.frozen(states), FrozenRecord)
    frozen = records.frozen(states)
    assert (frozen.turn, frozen.mask, frozen.cells.tolist()) == (-3, 1 << 60, [[0, 0, 0], [4, 5, 6]])
    assert (frozen["turn"], frozen["cells"].tolist()) == (-3, [[0, 0, 0], [4, 5, 6]])
    assert frozen.tobytes() == states.tobytes()


def set_attribute(record: Any) -> None:
    record.turn = 1


def set_new_attribute(record: Any) -> None:
    record.other = 1


def delete(record: Any) -> None:
    del record.turn


def set_item(record: Any) -> None:
    record["turn"] = 1


def set_first(record: Any) -> None:
    record[0] = 1


def set_field(record: Any) -> None:
    record.setfield(1, np.int8, 0)


def set_element(record: Any) -> None:
    record.cells[0, 0] = 1


def set_element_of_item(record: Any) -> None:
    record["cells"][0, 0] = 1


def add_to_array(record: Any) -> None:
    cells = record.cells
    cells += 1


def unlock(record: Any) -> None:
    record.cells.flags.writeable = True


WAYS = [
    set_attribute, set_new_attribute, delete, set_item, set_first, set_field, set_element, set_element_of_item,
    add_to_array, unlock,
]  # fmt: skip


@pytest.mark.parametrize("write", WAYS)
def test_writing_is_refused_and_changes_nothing(write: Any) -> None:
    states = trial()
    frozen = records.frozen(states)
    with pytest.raises((TypeError, ValueError)):
        write(frozen)
    assert frozen.tobytes() == states.tobytes()
    assert (frozen.turn, frozen.cells.tolist()) == (-3, [[0, 0, 0], [4, 5, 6]])


def test_a_copy_is_an_ordinary_record_of_its_own() -> None:
    states = trial()
    frozen = records.frozen(states)
    other = frozen.copy()
    assert type(other) is np.record
    assert other.dtype == states.dtype
    other.turn, other.cells[0, 0] = 7, 9
    assert (int(other.turn), other.cells.tolist()) == (7, [[9, 0, 0], [4, 5, 6]])
    assert (frozen.turn, frozen.cells.tolist()) == (-3, [[0, 0, 0], [4, 5, 6]])
    assert frozen.tobytes() == states.tobytes()


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda record: pickle.loads(pickle.dumps(record))])
def test_what_cannot_be_written_need_not_be_doubled(again: Any) -> None:
    frozen = records.frozen(trial())
    assert again(frozen) == frozen
    assert again([frozen])[0].cells.tolist() == frozen.cells.tolist()
    with pytest.raises(TypeError):
        again(frozen).turn = 1


def test_it_stays_as_it_was_when_the_record_goes_on() -> None:
    states = trial()
    frozen = records.frozen(states)
    states[0].turn = 5
    assert frozen.turn == -3
    assert records.frozen(states).turn == 5
    assert records.frozen(states) != frozen
    assert records.frozen(trial()) == frozen
    assert hash(records.frozen(trial())) == hash(frozen)


@pytest.mark.parametrize("name", ["content", "layout", "copy", "shape"])
def test_a_field_cannot_have_the_name_of_something_that_records_have(name: str) -> None:
    with pytest.raises(TypeError, match=name):
        records.layout(type("Wrong", (Record,), {name: i8()}))
