"""Notebooks: games with variations and comments. What is written is read again as it was, and rules are kept."""

import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import tablier
from tablier import BadText, Error, IllegalMove, Match, Notebook, NotNow
from tablier.core import sheet
from tablier.core.notebook import Ply, together, variation
from tablier.games import GAMES
from tests.contract.kit import ALL_CASES, random_match
from tests.house.test_saved import HIDDEN, WHOLE, played
from tests.house.test_show import tablier as command

examples = settings(max_examples=20, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
DOCUMENT = Path(__file__).parents[2] / "docs" / "saved-games.md"
STRANGE = ["( } {", "{", "(", ")", "(+", "{}", "ligne\n\nligne", " é « » \u2028 ", "a }", "tablier: 1", "\r\n x \r"]
each_game = pytest.mark.parametrize("game", GAMES)


def grown(match: Match, rng: random.Random, moves: int) -> Notebook:
    """A notebook with random variations and comments anywhere."""
    notebook = Notebook(match)
    plies = list(notebook.start.everything())
    for _ in range(moves):
        ply = rng.choice(plies)
        legal = notebook.legal(ply)
        if legal:
            plies.append(notebook.add(ply, rng.choice(legal)))
        notebook.comment(rng.choice(plies), rng.choice(STRANGE))
    return notebook


def some_notebook(game: str, seed: int) -> Notebook:
    """A random notebook of a random variant; sometimes of a game that people gave up."""
    rng = random.Random(seed)
    match = random_match(rng.choice([case for case in ALL_CASES if case.game == game]), seed % 50)
    match = match.at(rng.randrange(min(12, len(match.moves)) + 1))
    if rng.random() < 0.5 and not match.outcome:
        match.end([1.0, *[0.0] * (match.seats - 1)], "resigned")
    return grown(match, rng, rng.randrange(12))


def tree(ply: Ply) -> list[object]:
    """All that a notebook says, as lists."""
    return [ply.move, ply.comment, ply.state.tobytes(), *map(tree, ply.following)]


@each_game
@examples
@given(seed=st.integers(0, 10**6))
def test_what_is_written_is_read_again_as_it_was(game: str, seed: int) -> None:
    notebook = some_notebook(game, seed)
    again = Notebook.from_text(notebook.text())
    assert tree(again.start) == tree(notebook.start)
    assert again.text() == notebook.text()
    assert Match.from_text(notebook.text()).moves == [ply.move for ply in notebook.main]


@each_game
@examples
@given(seed=st.integers(0, 10**6))
def test_promoting_and_deleting_keep_a_notebook_whole(game: str, seed: int) -> None:
    notebook, rng = some_notebook(game, seed), random.Random(seed)
    for _ in range(4):
        ply = rng.choice(list(notebook.start.everything()))
        try:
            rng.choice([notebook.promote, notebook.delete])(ply)
        except NotNow:
            assert ply is notebook.start or all(each.before and each.before.following[0] is each for each in ply.path)
        assert notebook.count == len(list(notebook.start.everything())) - 1
        text = notebook.text()
        assert Notebook.from_text(text).text() == text


@each_game
@examples
@given(seed=st.integers(0, 10**6), pick=st.randoms(), junk=st.sampled_from([*STRANGE, "", "x", "note: 1"]))
def test_a_changed_study_is_read_or_refused_in_a_sentence(game: str, seed: int, pick: random.Random, junk: str) -> None:
    rows = some_notebook(game, seed).text().splitlines()
    row = pick.randrange(len(rows))
    rows[row : row + pick.randrange(2)] = pick.choice([[], [junk], [rows[row][:3] + junk], [pick.choice(rows)]])
    try:
        notebook = Notebook.from_text("\n".join(rows))
    except Error as error:
        assert error.say("en")
        assert error.say("fr")
        return
    assert Notebook.from_text(notebook.text()).text() == notebook.text()


# By the rules


def test_every_move_of_a_variation_is_checked_and_a_fault_names_line_and_move() -> None:
    notebook = Notebook(Match.from_text(WHOLE))
    notebook.add(notebook.start, next(move for move in notebook.legal(notebook.start) if move != notebook.main[0].move))
    rows = notebook.text().splitlines()
    line = rows.index("(") + 2
    rows.insert(line - 1, "  z9-z8")
    with pytest.raises(BadText) as caught:
        Notebook.from_text("\n".join(rows))
    for language, words in (("en", ("Line", "variation", "z9-z8")), ("fr", ("Ligne", "variante", "z9-z8"))):
        assert all(word in caught.value.say(language) for word in (*words, str(line)))
    assert Match.from_text("\n".join(rows)).text() == WHOLE, "others go by the main line"
    with pytest.raises(IllegalMove):
        notebook.add(notebook.main[0], "z9-z8")


def test_chance_in_a_variation_is_chosen_by_hand() -> None:
    match = Match("minelfield", seed=4)
    match.play(match.legal()[0])
    match.roll()
    notebook = Notebook(match)
    moved = notebook.main[0]
    for roll in notebook.legal(moved):
        notebook.add(moved, roll)
    assert sorted(ply.move for ply in moved.following) == sorted(f"*{number}" for number in range(1, 7))
    assert Notebook.from_text(notebook.text()).text() == notebook.text()


@pytest.mark.parametrize("game", HIDDEN)
def test_a_variation_knows_everything_and_no_notebook_is_made_of_an_account(game: str) -> None:
    match = played(game, 6)
    notebook = Notebook(match)
    ply = notebook.add(
        notebook.main[1], next(move for move in notebook.legal(notebook.main[1]) if move != notebook.main[2].move)
    )
    assert notebook.at(ply).knower == "everyone"
    with pytest.raises(NotNow):
        Notebook(Match.from_text(match.text(0)))


def test_a_game_that_people_gave_up_goes_on_in_variations_only() -> None:
    match = played("konane", 5)
    match.end((1, 0), "resigned")
    notebook = Notebook(match)
    ply = notebook.add(notebook.main[-1], notebook.legal(notebook.main[-1])[0])
    assert notebook.at(notebook.main[-1]).outcome == match.outcome
    assert notebook.at(ply).outcome is None
    assert ply not in notebook.main
    again = Notebook.from_text(notebook.text())
    assert again.text() == notebook.text()
    assert "\n(+\n" in notebook.text()
    assert Match.from_text(notebook.text()).outcome == match.outcome
    assert "result: 1 0 resigned" in notebook.text()


def test_what_a_promoted_variation_makes_untrue_is_written_no_more() -> None:
    match = played("konane", 5)
    match.hints, match.times, match.left = (1, 4), (1.0,) * 5, (9.0,) * 5
    match.clock = {"kind": "fischer", "minutes": 5.0, "seconds": 3.0}
    match.end((1, 0), "resigned")
    notebook = Notebook(match)
    forked = next(ply for ply in notebook.main[1:] if len(notebook.legal(ply)) > 1 and ply.following)
    notebook.promote(
        notebook.add(forked, next(move for move in notebook.legal(forked) if move != forked.following[0].move))
    )
    saved = Match.read(notebook.text())
    assert saved.result == "*"
    assert saved.headers["hints"] == "[1]"
    assert saved.match is not None
    assert saved.match.times == (1.0,) * len(forked.path)
    notebook.promote(forked.following[1])
    assert Match.from_text(notebook.text()).text() == match.text()
    with pytest.raises(NotNow):
        notebook.promote(notebook.main[0])


def test_a_move_that_was_deleted_is_part_of_nothing() -> None:
    notebook = Notebook(played("konane", 3))
    gone = notebook.main[1]
    notebook.delete(gone)
    for change in (
        notebook.promote,
        notebook.delete,
        lambda ply: notebook.add(ply, "a1"),
        lambda ply: notebook.comment(ply, "x"),
    ):
        with pytest.raises(NotNow):
            change(gone)
    assert [ply.move for ply in notebook.main] == [notebook.match.moves[0]]


# Texts

VARIED = "\n".join([*WHOLE.split("\n\n")[0].splitlines(), "", "a3-b3", "{ said }", "*3"])
BROKEN = [
    ("(", "core.text.open"),
    ("(\n*4", "core.text.open"),
    (")", "core.text.close"),
    ("(\n)", "core.text.hollow"),
    ("(\n(\na3-b3\n)\n)", "core.text.instead"),
    ("{ no end", "core.text.comment"),
]
OVERDONE = [
    ("{ " + "x" * (sheet.LONGEST_COMMENT + 1) + " }", "core.text.wide"),
    ("{}\n" * sheet.MOST_ROWS, "core.text.rows"),
    ("(+\n" + "a3-b3\n" * sheet.MOST_MOVES + ")", "core.text.many"),
]


@pytest.mark.parametrize(("rows", "key"), [*BROKEN, *OVERDONE], ids=range(len(BROKEN) + len(OVERDONE)))
def test_brackets_that_do_not_fit_are_named_with_their_line(rows: str, key: str) -> None:
    for text in (f"{VARIED}\n{rows}\n", f"{VARIED}\n(+\ni3-h3\n{rows}\n)\n"):
        with pytest.raises(BadText) as caught:
            Notebook.from_text(text)
        assert caught.value.key.startswith("core.text.")
        assert "ine " in caught.value.say("en")
        assert "igne " in caught.value.say("fr")
    with pytest.raises(BadText) as caught:
        Match.from_text(f"{VARIED}\n{rows}\n")
    assert caught.value.key == key


@pytest.mark.parametrize("rows", [rows for rows, _ in BROKEN], ids=range(len(BROKEN)))
def test_whatever_is_wrong_with_brackets_the_game_before_them_is_shown(rows: str) -> None:
    saved = Match.read(f"{VARIED}\n{rows}\n")
    assert saved.match is not None
    assert saved.match.moves == ["a3-b3", "*3"]
    assert saved.fault is not None


def test_a_variation_before_the_first_move_goes_on_from_there() -> None:
    rows = WHOLE.replace("\n\n", "\n\n(+\na3-a4\n)\n", 1)
    notebook = Notebook.from_text(rows)
    assert {ply.move for ply in notebook.start.following} == {"a3-b3", "a3-a4"}
    with pytest.raises(BadText, match="none"):
        Notebook.from_text(rows.replace("(+", "("))


def test_deeply_nested_variations_are_read_and_written() -> None:
    notebook = Notebook(Match("samliam", seed=1))
    ply = notebook.start
    while legal := notebook.legal(ply)[:2]:
        *_, ply = [notebook.add(ply, move) for move in legal]
    assert notebook.text().count("\n" + sheet.OPEN) + notebook.text().count(" (\n") > 30
    assert Notebook.from_text(notebook.text()).text() == notebook.text()
    assert variation(notebook, notebook.start.following[1])


def test_headers_of_others_are_kept_and_written_again() -> None:
    text = WHOLE.replace("result:", "event: Coupe d’hiver\nround: \nresult:", 1).replace("round: \n", "round:\n")
    match = Match.from_text(text)
    assert match.extras == {"event": "Coupe d’hiver", "round": ""}
    written = match.text()
    assert "event: Coupe d’hiver\n" in written
    assert Match.from_text(written).text() == written
    assert Notebook.from_text(written).text() == written
    assert "event: Coupe d’hiver\n" in match.at(2).text()


def test_several_games_stand_in_one_text(tmp_path: Path) -> None:
    notebooks = [some_notebook(game, 5) for game in GAMES]
    text = together(notebooks)
    assert [notebook.text() for notebook in Notebook.several(text)] == [notebook.text() for notebook in notebooks]
    assert together(Notebook.several(text)) == text
    with pytest.raises(BadText) as caught:
        Match.from_text(together([Notebook(Match.from_text(WHOLE))] * 2))
    assert caught.value.key == "core.text.second"
    with pytest.raises(BadText):
        Notebook.several(f"{WHOLE}\n" * (sheet.MOST_GAMES + 1))
    (tmp_path / "games.txt").write_text(text, encoding="utf-8")
    done = command("show", f"{tmp_path}/games.txt#2")
    assert f"game: {notebooks[1].match.game}" in done.stdout
    assert f"games.txt holds {len(GAMES)} games" in command("show", tmp_path / "games.txt").stderr.replace("\n", "")
    assert command("verify", f"{tmp_path}/games.txt#99").exit_code == 2


# At the terminal


def test_comments_and_variations_are_shown_to_whoever_may_see_everything(tmp_path: Path) -> None:
    match = played("samarra", 6)
    notebook = Notebook(match)
    other = notebook.add(
        notebook.main[1], next(move for move in notebook.legal(notebook.main[1]) if move != notebook.main[2].move)
    )
    notebook.comment(notebook.main[1], "the hiding is over")
    notebook.comment(other, "daring")
    (tmp_path / "game.txt").write_text(notebook.text(), encoding="utf-8")
    whole = command("show", tmp_path / "game.txt").stdout
    assert "the hiding is over" in whole
    assert f"Variation: {other.move} {{ daring }}" in whole
    there = command("show", tmp_path / "game.txt", "--move", 2).stdout
    assert "the hiding is over" in there
    assert "daring" in there
    assert "daring" not in command("show", tmp_path / "game.txt", "--move", 3).stdout
    assert "daring" not in command("show", tmp_path / "game.txt", "--seat", 0).stdout
    for arguments in (("verify",), ("picture", "-o", tmp_path / "a.svg")):
        assert "Line" not in command(arguments[0], tmp_path / "game.txt", *arguments[1:]).output


def test_the_documentation_tells_of_all_of_it() -> None:
    document = DOCUMENT.read_text(encoding="utf-8")
    for most in (sheet.MOST_ROWS, sheet.LONGEST_COMMENT, sheet.MOST_GAMES):
        assert f"{most:,}" in document
    example = document.split("```\ntablier: 1\n")[2].split("```")[0]
    notebook = Notebook.from_text("tablier: 1\n" + example)
    assert notebook.text() == "tablier: 1\n" + example
    assert tablier.Notebook is Notebook
