"""``tablier check``: every fault that an author can make is a sentence with file and line."""

# ruff: noqa: E501  # texts of sources, as they stand there

from pathlib import Path

import pytest
from typer.testing import CliRunner

from tablier.authors import looking
from tablier.authors.faults import Fault, read
from tablier.cli import app
from tablier.core import editing, registry
from tablier.core.errors import BadOption
from tablier.core.words import LANGUAGES
from tests.authors.packages import MAIN, RULES, WORDS, announced, write

KEY = "attempt"
RULE, END = "rules.py", "    state.cells[move] = int(state.turn) + 1\n"


def line_of(sign: str, text: str = RULES) -> int:
    """The line of a text in which something stands."""
    return next(number for number, line in enumerate(text.splitlines(), 1) if sign in line)


def swapped(old: str, new: str, text: str = RULES) -> str:
    """A text in which something is otherwise."""
    assert old in text
    return text.replace(old, new)


MAIN_TEXT = MAIN.replace("{key}", KEY)
LISTING = '''

@rule
def legal_moves(options: BaseOptions, state: State, moves: Array) -> int:
    """Empty cells."""
    count = 0
    for cell in range(9):
        if state.cells[cell] == 0:
            moves[count] = CODE
            count += 1
    return count
'''
LISTED = swapped("\n\n@rule\ndef apply", LISTING + "\n\n@rule\ndef apply")
LISTED_AT = line_of("def legal_moves", LISTED) - 1
VIEW = '''"""A view."""

from tablier.core.scene import Group, Part, Scene
from tablier.core.words import word


def scene(options, state, seat):
    """A table."""
    cells = [Group(Part(f"cell.{name}", "cell")) for name in ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3")]
    return Scene("attempt", 10, 10, Group(Part("table")), cells, word("attempt.name"))
'''
VIEWED = swapped("rules=rules)", "rules=rules, view=view)", MAIN_TEXT).replace("import rules", "import rules, view")
SEEING = '''"""What a network sees."""

from tablier.kit import rule


@rule
def features(options, state, seat, places, amounts):
    """Nothing."""
    return 0
'''
ADVISED = swapped("rules=rules)", "rules=rules, advice=advice)", MAIN_TEXT).replace(
    "import rules", "import advice, rules"
)
ART = '<svg xmlns="http://www.w3.org/2000/svg"><g id="attempt-cell"/></svg>'

FAULTS: dict[str, tuple[dict[str, str], str, str, int]] = {
    "syntax": ({RULE: RULES + "\ndef ("}, "syntax", RULE, RULES.count("\n") + 2),
    "import": ({"__init__.py": "import nowhere\n"}, "import", "__init__.py", 1),
    "lacking": ({RULE: RULES[: RULES.index("\n\n@rule\ndef apply")]}, "lacking", RULE, 0),
    "misspelt": ({RULE: swapped("def apply(", "def aply(")}, "misspelt", RULE, line_of("def apply")),
    "misspelt option": ({RULE: swapped("def is_legal", "def is_leagl")}, "lacking", RULE, 0),
    "misspelt view": (
        {"view.py": VIEW.replace("def scene(", "def scenes("), "__init__.py": VIEWED}, "misspelt", "view.py", 7,
    ),
    "signature": (
        {RULE: swapped("def apply(options: BaseOptions, state: State, move: int)", "def apply(state: State, move: int)")},
        "signature", RULE, line_of("def apply") - 1,
    ),
    "no rule": ({RULE: swapped("@rule\ndef apply", "def apply")}, "no_rule", RULE, line_of("def apply") - 1),
    "field name": ({RULE: swapped("    cells:", "    copy: Array = pieces(BOARD)\n    cells:")}, "field.name", RULE, 13),
    "field kind": ({RULE: swapped("    cells:", "    left: int = 5\n    cells:")}, "field.kind", RULE, 13),
    "raises": ({RULE: swapped(END, "    if move > 99:\n        raise ValueError\n" + END)}, "unfit", RULE, 26),
    "allocates": ({RULE: swapped(END, "    taken = [move]\n" + END)}, "unfit", RULE, 25),
    "string": ({RULE: swapped(END, '    name = "x"\n' + END)}, "unfit", RULE, 25),
    "recursive": ({RULE: swapped(END, END + "    if move > 99:\n        apply(options, state, move)\n")}, "recursive", RULE, 23),
    "words": ({"words.toml": WORDS + '[reason.own]\nfr = "Fin."\n'}, "words.language", "words.toml", 11),
    "arguments": (
        {"words.toml": WORDS + '[more]\nfr = "{a}"\nen = "{b}"\n'}, "words.arguments", "words.toml", 11,
    ),
    "toml": ({"words.toml": WORDS + "[more\n"}, "toml", "words.toml", 11),
    "reason": ({RULE: swapped('("full",)', '("strange",)')}, "words.missing", "words.toml", 0),
    "art": ({"art.svg": "<svg>\n<g id='a'>"}, "art.unreadable", "art.svg", 2),
    "art id": ({"art.svg": '<svg>\n<g id="cell"/></svg>'}, "art.id", "art.svg", 2),
    "symbol": ({"view.py": VIEW, "__init__.py": VIEWED, "art.svg": ART.replace("-cell", "-x")}, "picture.symbol", "view.py", 7),
    "box": ({"box.toml": "minutes = 5\nminuts = 3\n"}, "box.key", "box.toml", 2),
    "preset": ({"box.toml": '[[presets]]\nkey = "x"\nseats = 7\n'}, "file", "box.toml", 2),
    "lesson": (
        {"lessons.toml": '[[steps]]\nsay = {en = "a", fr = "b"}\n[[steps]]\nsay = {en = "a", fr = "b"}\nanswers = ["z9"]\n'},
        "file", "lessons.toml", 3,
    ),
    "diagram": ({"diagrams.toml": '[start]\n[wrong]\nmoves = ["z9"]\n'}, "file", "diagrams.toml", 2),
    "network": ({"network.npz": "torn"}, "network", "network.npz", 0),
    "features": ({"advice.py": SEEING, "__init__.py": ADVISED}, "lacking", "advice.py", 0),
    "puzzles": ({"puzzles.json": '[{"id": "a"}]'}, "file", "puzzles.json", 0),
    "puzzle": (
        {"puzzles.json": '[\n{"id":"a","seat":0,"proof":"now","difficulty":1,"hits":[0,0,0,0],"lines":[["z9"]],"tries":{"z9":[1,""]},'
         '"position":{"game":"attempt","options":{},"turn":0,"turns":0,"cells":{}}}]'},
        "file", "puzzles.json", 2,
    ),
    "order": ({RULE: LISTED.replace("CODE", "8 - cell")}, "codes.order", RULE, LISTED_AT),
    "twice": ({RULE: LISTED.replace("CODE", "cell // 2")}, "codes.twice", RULE, LISTED_AT),
    "range": ({RULE: LISTED.replace("CODE", "cell + 40000")}, "codes.range", RULE, LISTED_AT),
    "most": ({RULE: LISTED.replace("CODE", "cell") + "\n\nMOST_MOVES = 4\n"}, "most_moves", RULE, LISTED_AT),
    "no moves": ({RULE: swapped("state.turns == 9", "state.turns == 10")}, "no_moves", RULE, 0),
    "index": ({RULE: swapped("cells[move] = int", "cells[move + 1] = int")}, "raises", RULE, 25),
    "unchanged": ({RULE: swapped(END, "    if move == 4:\n        return\n" + END)}, "unchanged", RULE, 22),
    "chance": ({"__init__.py": swapped("rules=rules", "rules=rules, has_chance=True", MAIN_TEXT)}, "lacking", RULE, 0),
    "hidden": ({"__init__.py": swapped("rules=rules", "rules=rules, hidden=True", MAIN_TEXT)}, "lacking", RULE, 0),
    "seats": ({"__init__.py": swapped("(2,)", "(2, 9)", MAIN_TEXT)}, "seats", "__init__.py", 0),
    "key": ({"__init__.py": swapped('"attempt"', '"another"', MAIN_TEXT)}, "key", "__init__.py", 0),
    "hangs": ({"__init__.py": MAIN_TEXT + "\nwhile True: pass\n"}, "hangs", "__init__.py", 8),
    "crashes": ({"__init__.py": MAIN_TEXT + "\nimport os\nos.abort()\n"}, "crashes", "__init__.py", 9),
}  # fmt: skip
"""What is otherwise in a package, the fault that is found, its file and line."""


PACKAGES = {name: f"{KEY}{number}" for number, name in enumerate(FAULTS)}
"""A package of its own for each fault, all of which are looked at together."""
ENDLESS = "hangs"


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Fault]]:
    """What is found in each package."""
    where = tmp_path_factory.mktemp("faults")
    for name, key in PACKAGES.items():
        write(where, key, {file: text.replace(KEY, key) for file, text in FAULTS[name][0].items()})
    with announced(where, *PACKAGES.values()), pytest.MonkeyPatch.context() as patch:
        found = looking.looked_at(looking.PLAIN, [key for name, key in PACKAGES.items() if name != ENDLESS])
        patch.setitem(looking.SECONDS, looking.PLAIN, 3)
        found |= looking.looked_at(looking.PLAIN, [PACKAGES[ENDLESS]])
    assert not any(str(where) in fault.say() for faults in found.values() for fault in faults)
    return {name: found[key] for name, key in PACKAGES.items()}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_named_with_its_file_and_line(name: str, told: dict[str, list[Fault]]) -> None:
    _, key, file, line = FAULTS[name]
    found = told[name]
    named = f"{PACKAGES[name]}/{file}" if line or file != RULE or key == "lacking" else found[0].path
    assert (key, named, line) in [(fault.key, fault.path, fault.line) for fault in found], [
        fault.say() for fault in found
    ]
    for fault in found:
        assert all(fault.say(language) for language in LANGUAGES)
        assert read(fault.data()).say("fr") == fault.say("fr")


def test_a_game_that_is_right_passes_as_plain_python_and_compiled(tmp_path: Path) -> None:
    write(tmp_path, KEY)
    with announced(tmp_path, KEY):
        assert looking.check(KEY) == []
        done = CliRunner().invoke(app, ["check", KEY, "--quick", "--language", "fr"])
    assert (done.exit_code, done.output) == (0, "attempt\u00a0: rien à redire.\n")


def test_rules_that_compile_otherwise_are_named(tmp_path: Path) -> None:
    narrow = swapped(
        "    state.cells[move] = int(state.turn) + 1\n",
        "    state.cells[move] = (state.turn - 120 + move * 40) // 300 + 1\n",
    )
    write(tmp_path, KEY, {RULE: narrow})
    with announced(tmp_path, KEY):
        plain = looking.looked_at(looking.PLAIN, [KEY])[KEY]
        found = looking.looked_at(looking.COMPILED, [KEY])[KEY]
    assert plain or [fault.key for fault in found] == ["compiled.differs"]


RARE = swapped("MOVES = Moves(place=(BOARD,))", "MOVES = Moves(place=(BOARD,), clear=(BOARD,), never=())")
RARE = swapped(
    "    return state.cells[move] == 0\n",
    """    if move < 9:
        return state.cells[move] == 0
    return move < 18 and state.turns == 7 and state.cells[move - 9] == 1
""",
    RARE,
)
RARE = swapped(
    END,
    """    if move >= 9:
        state.cells[move - 9 + (move == 17)] = 0
        next_turn(options, state)
        draw(options, state, 1)
        return
    state.cells[move] = int(state.turn) + 1
""",
    RARE,
)
"""Eight moves in, stones can be taken off, which ends the game; the last cell is one too far."""


def test_a_move_that_random_games_rarely_make_is_made_on_purpose(tmp_path: Path) -> None:
    write(tmp_path, KEY, {RULE: RARE})
    with announced(tmp_path, KEY):
        found = looking.check(KEY)
    assert [(fault.key, fault.line) for fault in found] == [("raises", line_of("(move == 17)", RARE))]


def test_kinds_and_lines_to_which_no_game_comes_are_remarks_and_no_faults(tmp_path: Path) -> None:
    late = RARE.replace(" + (move == 17)", "") + "    if state.turns == 50:\n        draw(options, state, 1)\n"
    write(tmp_path, KEY, {RULE: late})
    with announced(tmp_path, KEY):
        done = CliRunner().invoke(app, ["check", KEY, "--language", "en"])
    assert done.exit_code == 0, done.output
    assert f"attempt/rules.py:{line_of('MOVES =')}: No move of the kind never was made in" in done.output
    assert f"attempt/rules.py:{line_of('state.turns == 50', late) + 1}: In apply, no game of the check" in done.output


def test_a_word_that_nobody_says_is_named_with_its_line(tmp_path: Path) -> None:
    write(
        tmp_path,
        KEY,
        {"words.toml": WORDS + '[move.palce]\nfr = "poser"\nen = "place"\n[reason.full]\nfr = "plein"\nen = "full"\n'},
    )
    with announced(tmp_path, KEY):
        found = looking.looked_at(looking.QUICK, [KEY])[KEY]
    assert [(fault.key, fault.line, fault.args["word"]) for fault in found] == [("remark.unused", 11, "move.palce")]


FOLLOWING = swapped("    cells:", "    men: Array = counter(9, seats=2, follows=True)\n    cells:").replace(
    "Squares, draw", "Squares, counter, draw"
)
FOLLOWING += """

@rule
def follow(options: BaseOptions, state: State) -> None:
    \"\"\"Count.\"\"\"
    state.men[0] = state.men[1] = 0
    for cell in range(9):
        if state.cells[cell] > 0:
            state.men[state.cells[cell] - 1] += 1
"""


def test_what_is_said_to_follow_must_be_kept_true_by_moves(tmp_path: Path) -> None:
    write(tmp_path, KEY, {RULE: FOLLOWING})
    with announced(tmp_path, KEY):
        found = looking.looked_at(looking.PLAIN, [KEY])[KEY]
    assert [(fault.key, fault.args["field"]) for fault in found] == [("follow", "men")]


def test_what_follows_is_filled_in_where_a_position_is_set_up(tmp_path: Path) -> None:
    write(tmp_path, KEY, {RULE: FOLLOWING.replace(END, "    state.men[int(state.turn)] += 1\n" + END)})
    with announced(tmp_path, KEY):
        assert looking.check(KEY) == []
        draft = editing.begun(KEY)
        assert not [tool for tool in draft.tools if tool.startswith("men")]
        draft = draft.edited("cells.stone.1", "cell.b2").edited("cells.stone.1", "cell.a1").edited("erase", "cell.b2")
    assert draft.position["men"] == [0, 1]


def test_the_command_says_what_is_wrong_and_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for other in registry.foreign():  # examples that other tests have announced
        monkeypatch.delitem(registry.SOURCES, other)
    write(tmp_path, KEY, {"words.toml": WORDS.replace('en = "Try"\n', "")})
    with announced(tmp_path, KEY):
        done = CliRunner().invoke(app, ["check", "--language", "en"])
    assert done.exit_code == 1
    assert "attempt/words.toml:2: name has no text in the language “en”." in done.output


def test_an_unknown_game_cannot_be_checked() -> None:
    with pytest.raises(BadOption):
        looking.check("nowhere")
