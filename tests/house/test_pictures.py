"""Pictures of saved games as files: of the right kind, size and number of frames, and not blank."""

import io
import sys
from pathlib import Path

import pytest
from PIL import Image

from tablier import Match, NotNow, pictures
from tablier.games import GAMES
from tests.house.test_show import FAIR, OLDER, account, recorded, tablier

assert account  # a fixture

MANY = 40  # colours that no blank picture has


def colours(picture: Image.Image) -> int:
    """How many colours a picture has."""
    return len(picture.convert("RGB").getcolors(1 << 24) or [])


@pytest.fixture
def game(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    file = tmp_path / "game.txt"
    file.write_text(recorded(request.param)[0], encoding="utf-8")
    return file


each_game = pytest.mark.parametrize("game", GAMES, indirect=True)


@each_game
def test_an_svg_is_the_picture_of_the_match(game: Path, tmp_path: Path) -> None:
    match = Match.from_text(game.read_text(encoding="utf-8"))
    output = tmp_path / "board.svg"
    for arguments, svg in [
        ((), match.svg("everyone", "en")),
        (("--language", "fr"), match.svg("everyone", "fr")),
        (("--move", 5), match.at(5).svg("everyone", "en")),
        (("--move", 5, "--seat", 1), match.at(5).svg(1, "en")),
        (("--move", 5, "--seat", "spectator"), match.at(5).svg(None, "en")),
    ]:
        done = tablier("picture", game, "-o", output, *arguments)
        assert done.exit_code == 0, done.output
        assert output.read_text(encoding="utf-8") == svg


@each_game
def test_a_png_has_the_width_that_was_asked_for_and_the_shape_of_the_picture(game: Path, tmp_path: Path) -> None:
    output = tmp_path / "board.png"
    assert tablier("picture", game, "-o", output, "--width", 320, "--move", 8).exit_code == 0
    match = Match.from_text(game.read_text(encoding="utf-8")).at(8)
    scene = match.engine.game.view.scene(match.engine.record[0], match.state[0], -2)
    with Image.open(output) as picture:
        assert picture.format == "PNG"
        assert picture.width == 320
        assert abs(picture.height - 320 * scene.height / scene.width) <= 1
        assert colours(picture) > MANY


@pytest.mark.parametrize("kind", ["webp", "gif"])
def test_a_film_has_a_frame_for_every_move_and_holds_the_last(kind: str, tmp_path: Path) -> None:
    output = tmp_path / f"game.{kind}"
    done = tablier("picture", FAIR, "--animate", "--pace", 0.2, "--width", 120, "--move", 8, "-o", output)
    assert done.exit_code == 0, done.output
    with Image.open(output) as film:
        assert film.format == kind.upper()
        assert getattr(film, "n_frames") == 9
        assert film.width == 120
        times = []
        for number in range(getattr(film, "n_frames")):
            film.seek(number)
            assert colours(film) > MANY
            times.append(film.info["duration"])
        assert times == [200] * 8 + [600]
        assert film.info["loop"] == 0


def test_the_frames_of_a_film_are_the_pictures_of_its_moves() -> None:
    match = Match.from_text(FAIR.read_text(encoding="utf-8")).at(4)
    shown = list(pictures.frames(match, 0, "fr", 200))
    assert len(shown) == 5
    for number, frame in enumerate(shown):
        still = Image.open(io.BytesIO(pictures.png(match.at(number).svg(0, "fr"), 200))).convert("RGB")
        assert frame.tobytes() == still.tobytes()
    assert len({frame.tobytes() for frame in shown}) == 5
    with Image.open(io.BytesIO(pictures.film(shown, "webp"))) as film:
        film.seek(3)
        assert film.convert("RGB").tobytes() == shown[3].tobytes()


def test_texts_are_drawn() -> None:
    text = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 20"><text y="15" font-family="{}">Tablier</text></svg>'
    )
    blank = pictures.png(text.replace("Tablier", "").format("serif"), 90)
    assert pictures.has_fonts()
    for family in ("system-ui,sans-serif", "ui-serif,Georgia,serif"):
        assert pictures.png(text.format(family), 90) != blank


def test_what_shows_only_when_pointed_at_is_not_drawn() -> None:
    plain = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><style>.a{{display:{}}}</style>{}</svg>'
    shape = '<rect class="a" width="9" height="9"/>'
    hidden = pictures.png(plain.format("var(--aim,none)", shape), 50)
    assert hidden == pictures.png(plain.format("none", shape), 50)
    assert hidden != pictures.png(plain.format("inline", shape), 50)


def test_an_account_is_drawn_as_its_seat_sees_it(account: Path, tmp_path: Path) -> None:
    output = tmp_path / "board.svg"
    assert tablier("picture", account, "-o", output).exit_code == 0
    match = Match.from_text(account.read_text(encoding="utf-8"))
    assert output.read_text(encoding="utf-8") == match.svg(1)
    assert tablier("picture", account, "-o", output, "--seat", 0).exit_code == 2


def test_an_older_game_is_drawn_as_far_as_it_goes_and_the_fault_is_told(tmp_path: Path) -> None:
    output = tmp_path / "board.svg"
    done = tablier("picture", OLDER, "-o", output)
    saved = Match.read(OLDER.read_text(encoding="utf-8"))
    assert done.exit_code == 0
    assert str(saved.fault) in done.stderr
    assert saved.match is not None
    assert output.read_text(encoding="utf-8") == saved.match.svg("everyone")


@pytest.mark.parametrize(
    "arguments",
    [
        ("-o", "board.bmp"),
        ("-o", "board"),
        ("-o", "board.webp"),
        ("-o", "board.png", "--animate"),
        ("-o", "board.svg", "--move", "999"),
        ("-o", "board.svg", "--seat", "9"),
        ("-o", "nowhere/board.svg"),
        ("-o", "board.png", "--width", "0"),
        ("-o", "board.gif", "--animate", "--pace", "0"),
        (),
    ],
    ids=" ".join,
)
def test_bad_usage_is_a_sentence_and_status_two(
    arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = tablier("picture", FAIR, *arguments)
    assert done.exit_code == 2
    assert done.stderr.strip()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("module", ["resvg_py", "PIL"])
def test_without_the_extra_a_sentence_says_how_to_get_it(
    module: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.split(".")[0] == module]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, module, None)
    output = tmp_path / "game.gif"
    done = tablier("picture", FAIR, "--animate", "--move", 1, "--width", 60, "-o", output)
    assert done.exit_code == 2
    assert 'pip install "tablier[pictures]"' in done.stderr
    assert module in done.stderr
    assert not output.exists()
    with pytest.raises(NotNow):
        list(pictures.frames(Match("samliam"), None, "en", 60))
    svg = tablier("picture", FAIR, "-o", tmp_path / "board.svg")
    assert svg.exit_code == 0
