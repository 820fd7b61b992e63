"""Mutants: the examples with one thing wrong, and whether the check, or what their authors test, notices.

``python -m tests.authors.mutants`` tries them all and prints who was caught by what.
"""

# ruff: noqa: E501  # texts of sources, as they stand there

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from tablier.authors.looking import COMPILED, PLAIN, looked_at
from tests import EXAMPLE
from tests.authors.packages import announced

SECONDS = 40


class Mutant(NamedTuple):
    """A game in which a text of one of its files is another one."""

    game: str
    name: str
    old: str
    new: str
    file: str = "rules.py"


MUTANTS = [
    Mutant("heap", "one more may be taken", "min(int(state.stones), MOST_MOVES)", "min(int(state.stones), 4)"),
    Mutant("heap", "one too few is taken", "state.stones -= move", "state.stones -= max(1, move - 1)"),
    Mutant("heap", "the last stone loses", "win(state, int(state.turn)", "win(state, 1 - int(state.turn)"),
    Mutant("heap", "it never ends", "if state.stones == 0:", "if state.stones == 99:"),
    Mutant("heap", "nothing can be taken", "moves[number] = number + 1", "moves[number] = number"),
    Mutant("heap", "the turn stays", "state.turn = state.turns % options.seats", "state.turn = 0"),
    Mutant("heap", "the start keeps what was there", "    state.stones = options.stones", "    state.stones = state.stones"),
    Mutant("heap", "moves are written alike", "return str(move)", "return str(move % 2)", "notation.py"),
    Mutant("heap", "positions lose a stone", 'int(state.stones)}', 'int(state.stones) - 1}', "notation.py"),
    Mutant("heap", "touches are one off", "int(state.stones) - move}", "int(state.stones) - move + 1}", "view.py"),
    Mutant("heap", "all stones have one id", 'f"stone.{number}"', 'f"stone.{number // 2}"', "view.py"),
    Mutant("heap", "a symbol is not there", '"stone", GAP', '"pebble", GAP', "view.py"),
    Mutant("heap", "a word is missing", "[story.took]", "[story.taken]", "words.toml"),
    Mutant("heap", "a language is missing", 'en = "Who takes the last stone wins."\n', "", "words.toml"),
    Mutant("heap", "an argument is forgotten", 'en = "{seat} took stones: {number}."', 'en = "{seat}."', "words.toml"),
    Mutant("heap", "a tensor keeps what was there", "planes[0, 0, 0] =", "planes[0, 0, 0] +=", "tensors.py"),
    Mutant("four", "three are enough", "FOUR = 4", "FOUR = 3"),
    Mutant("four", "discs hang in the air", " and (move < WIDTH or state.cells[move - WIDTH] != 0)", ""),
    Mutant("four", "one diagonal is forgotten", "for direction in range(4):", "for direction in range(3):"),
    Mutant("four", "five are needed", " + 1 >= FOUR", " >= FOUR"),
    Mutant("four", "a full board is no end", "and state.turns == CELLS", "and state.turns == CELLS + 1"),
    Mutant("four", "it ends a disc early", "and state.turns == CELLS", "and state.turns == CELLS - 1"),
    Mutant("four", "the turn stays", "    next_turn(options, state)", "    state.turns += 1"),
    Mutant("four", "the other one wins", "win(state, int(state.turn), LINE)", "win(state, 1 - int(state.turn), LINE)"),
    Mutant("four", "discs belong to the wrong seat", "= int(state.turn) + 1", "= int(state.turn)"),
    Mutant("four", "too few moves are promised", "FOUR = 4", "FOUR = 4\nMOST_MOVES = 6"),
    Mutant("four", "a line reaches beyond the board", "while here >= 0 and", "while"),
    Mutant("four", "a list is made", "count, here = 0,", "taken = [cell]\n    count, here = 0,"),
    Mutant("four", "a rule is misspelt", "def apply(", "def aply("),
    Mutant("four", "a reason has no word", 'REASONS = ("line", "full")', 'REASONS = ("quad", "full")'),
    Mutant("liars", "rolls are not secret", 'secret=("roll",)', "secret=()"),
    Mutant("liars", "dice are not secret", 'shown_by="open")', "secret=False)"),
    Mutant("liars", "dice are never shown", ', shown_by="open")', ")"),
    Mutant("liars", "weights are zero", "out[face] = 1", "out[face] = 0"),
    Mutant("liars", "a weight is missing", "out[face] = 1", "out[0] = 1"),
    Mutant("liars", "a bid comes twice", "    if state.count:\n        moves", "    if count > 0:\n        moves[count] = moves[count - 1]\n        count += 1\n    if state.count:\n        moves"),
    Mutant("liars", "a bid that is right is wrong", "if found < state.count:", "if found <= state.count:"),
    Mutant("liars", "who doubts always loses", "if found < state.count:", "if found < 0:"),
    Mutant("liars", "bids need not rise", "if number > state.count or face > state.face:", "if True:"),
    Mutant("liars", "one die more may be bid", "total(options, state) + 1):", "total(options, state) + 2):"),
    Mutant("liars", "who is out still plays", "    while state.left[seat] == 0:\n        seat = (seat + 1)", "    while state.left[seat] == 9:\n        seat = (seat + 1)"),
    Mutant("liars", "a sum gives dice away", "    first: int", "    told: int = counter(30_000, shown=False)\n    first: int"),
    Mutant("liars", "chance is not declared", ", has_chance=True", "", "__init__.py"),
    Mutant("liars", "a word is missing", "[kind.doubt]", "[kind.dout]", "words.toml"),
    Mutant("leaps", "a blocked seat does not lose", "if not can_jump(state, 1 - seat):", "if state.turns > 99:"),
    Mutant("leaps", "a blocked seat wins", "win(state, seat, BLOCKED)", "win(state, 1 - seat, BLOCKED)"),
    Mutant("leaps", "one stone too few is taken", "        state.cells[cell] = 0\n    state.cells[target]", "        state.cells[cell] = state.cells[cell]\n    state.cells[target]"),
    Mutant("leaps", "what is jumped over stays", "        cell = STEP[cell, direction]\n", "        cell = STEP[STEP[cell, direction], direction]\n"),
    Mutant("leaps", "one jump only", "            here = landing(state, here, direction, seat)\n", "            here = -1\n"),
    Mutant("leaps", "one jumps over nothing", "state.cells[over] != 2 - seat", "state.cells[over] == 9"),
    Mutant("leaps", "one lands on stones", "and state.cells[target] == 0 else", "else"),
    Mutant("leaps", "the stone stays behind", "    state.cells[cell] = 0\n    while", "    while"),
    Mutant("leaps", "codes do not ascend", "for target in range(CELLS):", "for target in range(CELLS - 1, -1, -1):"),
]  # fmt: skip
LEAK = (
    "    state.cups[state.turn, state.rolled] = face\n",
    "    state.cups[state.turn, state.rolled] = face\n    state.told += face\n",
)
"""A mutant that needs a second change."""


def written(mutant: Mutant, where: Path) -> None:
    """Write a mutant."""
    package = where / mutant.game
    shutil.copytree(EXAMPLE / mutant.game, package, ignore=shutil.ignore_patterns("__pycache__"))
    path = package / mutant.file
    text = path.read_text(encoding="utf-8")
    assert mutant.old in text, mutant.name
    text = text.replace(mutant.old, mutant.new)
    path.write_text(text.replace(*LEAK) if "told:" in text else text, encoding="utf-8")


def caught(mutant: Mutant, where: Path) -> str:
    """By what a mutant is caught: a sentence of the check, the author's own tests, or nothing."""
    written(mutant, where)
    with announced(where, mutant.game):
        for phase in (PLAIN, COMPILED):
            found = looked_at(phase, [mutant.game])[mutant.game]
            if found:
                return found[0].say()
            if phase == PLAIN and own_tests_fail(mutant.game, where):
                return "the author’s own tests"
    return ""


def own_tests_fail(game: str, where: Path) -> bool:
    """Whether the tests that an author would write of the rules find something."""
    path = os.pathsep.join([str(where), *filter(None, sys.path)])
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": path}
    command = [sys.executable, "-m", "tests.authors.own", game]
    try:
        done = subprocess.run(command, env=environment, capture_output=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:  # they come to no end, which an author notices
        return True
    return done.returncode != 0


def main() -> None:
    """Try them all."""
    count = 0
    for mutant in MUTANTS:
        with tempfile.TemporaryDirectory() as folder:
            by = caught(mutant, Path(folder))
        count += bool(by)
        print(f"{mutant.game}: {mutant.name}: {by or 'NOT CAUGHT'}", flush=True)
    print(f"{count} of {len(MUTANTS)}")


if __name__ == "__main__":
    main()
