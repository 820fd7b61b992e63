"""Every mutant of the examples is caught, by the check or by what its author tests."""

from pathlib import Path

import pytest

from tests.authors.mutants import MUTANTS, Mutant, caught
from tests.authors.own import OWN


@pytest.mark.slow
@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: f"{mutant.game}-{mutant.name}".replace(" ", "_"))
def test_a_mutant_is_caught(mutant: Mutant, tmp_path: Path) -> None:
    assert caught(mutant, tmp_path)


def test_there_are_mutants_of_every_example() -> None:
    assert {mutant.game for mutant in MUTANTS} == set(OWN)
