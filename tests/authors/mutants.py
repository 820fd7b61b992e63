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

import tablier
from tablier.authors.looking import COMPILED, PLAIN, looked_at
from tests import EXAMPLE
from tests.authors.packages import announced

SECONDS = 40
RARE = "remark.line"  # there are such lines in games that are right
OWN_TESTS = "the author’s own tests"


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
    Mutant("leaps", "a blocked seat does not lose", "if state.turns >= LIFTS and not can_jump(state):", "if state.turns > 99:"),
    Mutant("leaps", "a blocked seat wins", "win(state, 1 - int(state.turn), BLOCKED)", "win(state, int(state.turn), BLOCKED)"),
    Mutant("leaps", "the last stone jumped over stays", "range(source, target, stride)", "range(source, target - stride, stride)"),
    Mutant("leaps", "one jump only", "        jumps, over = jumps + 1, STEP[beyond, direction]\n", "        return 1\n"),
    Mutant("leaps", "one jumps over nothing", "owner(int(state.cells[over])) == other:", "owner(int(state.cells[over])) != 1 - other:"),
    Mutant("leaps", "one lands on stones", "if beyond == OFF or state.cells[beyond] != 0:", "if beyond == OFF:"),
    Mutant("leaps", "the stone stays behind", "range(source, target, stride)", "range(source + stride, target, stride)"),
    Mutant("leaps", "codes do not ascend", "range(reach(state, cell, direction), 0, -1)", "range(1, reach(state, cell, direction) + 1)"),
    Mutant("leaps", "any stone is lifted", "return is_opening(cell) if state.turns == 0 else is_beside_hole(state, cell)", "return True"),
    Mutant("leaps", "one corner reaches beyond the board", "state.cells[part(move, 0)] = 0", "state.cells[part(move, 0) + 8 * (part(move, 0) > 62)] = 0"),
]  # fmt: skip
LEAK = (
    "    state.cups[state.turn, state.rolled] = face\n",
    "    state.cups[state.turn, state.rolled] = face\n    state.told += face\n",
)
"""A mutant that needs a second change."""


HOUSE = {"leaps": "konane"}
"""Games of the house, under the names that their copies have here."""


def copied(game: str, package: Path) -> None:
    """Copy a game; one of the house under another name."""
    own = HOUSE.get(game)
    source = Path(tablier.__file__).parent / "games" / own if own else EXAMPLE / game
    shutil.copytree(source, package, ignore=shutil.ignore_patterns("__pycache__"))
    for path in package.iterdir() if own else ():
        text = path.read_text(encoding="utf-8").replace(f"tablier.games.{own}", game)
        path.write_text(text.replace(f'"{own}"', f'"{game}"'), encoding="utf-8")


def written(mutant: Mutant, where: Path) -> None:
    """Write a mutant."""
    package = where / mutant.game
    copied(mutant.game, package)
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
            found = [fault for fault in looked_at(phase, [mutant.game])[mutant.game] if fault.key != RARE]
            if found:
                return found[0].say()
            if phase == PLAIN and own_tests_fail(mutant.game, where):
                return OWN_TESTS
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
    found: list[str] = []
    for mutant in MUTANTS:
        with tempfile.TemporaryDirectory() as folder:
            found.append(caught(mutant, Path(folder)))
        print(f"{mutant.game}: {mutant.name}: {found[-1] or 'NOT CAUGHT'}", flush=True)
    count, by_tests = sum(map(bool, found)), found.count(OWN_TESTS)
    print(
        f"{count} of {len(MUTANTS)} are caught: {count - by_tests} by the check, {by_tests} by the author’s own tests"
    )


if __name__ == "__main__":
    main()
