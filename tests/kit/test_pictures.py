"""Pictures that follow from fields and moves: what lies where, what is touched, and nothing that must stay hidden."""

import itertools
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from types import ModuleType

import pytest

from tablier import Game, Looks, Match
from tablier.core.contract import EVERYONE, SPECTATOR
from tablier.core.kit import looks, symbols
from tablier.core.registry import load
from tablier.core.scene import Part
from tablier.core.words import LANGUAGES
from tests.kit.tables import BOARDS, KEYS, ONE_BOARD, moments, offered, parts, picture, played, seen

each_game = pytest.mark.parametrize("key", KEYS)


@each_game
def test_every_part_has_an_id_of_its_own_and_a_symbol_that_is_drawn(key: str) -> None:
    art = load(key).art
    for match, seat in itertools.product(moments(key), (0, 1, SPECTATOR, EVERYONE)):
        found = picture(match, seat).parts
        assert len({part.id for part in found}) == len(found)
        assert [part.symbol for part in found if part.symbol and f'id="{key}-{part.symbol}"' not in art] == []
        assert all(part.label.say(language) for part in found for language in LANGUAGES if part.label)


@each_game
def test_whatever_a_symbol_uses_is_there_and_the_picture_is_an_svg_document(key: str) -> None:
    art = load(key).art
    assert set(re.findall(r'href="#([^"]+)"', art)) <= set(re.findall(r'id="([^"]+)"', art))
    for language in LANGUAGES:
        ElementTree.fromstring(played(key, 6).svg(0, language))


@each_game
def test_whoever_decides_sees_all_that_is_touched_and_no_path_begins_another(key: str) -> None:
    for match in moments(key):
        if isinstance(match.actor, int):
            known, paths = parts(match, match.actor), sorted(tuple(choice.path) for choice in offered(match))
            assert {step for path in paths for step in path} <= set(known)
            assert all(other[: len(path)] != path for path, other in itertools.pairwise(paths))


@pytest.mark.parametrize("key", ONE_BOARD)
def test_cells_stand_where_the_board_says_and_pieces_on_them(key: str) -> None:
    match = played(key, 6)
    field = match.engine.game.boards["cells"]
    found, names = parts(match, 0), field.board.names
    for cell, number in enumerate(match.state[0].cells.tolist()):
        ground = found[f"cell.{names[cell]}"]
        on_it = [part for name, part in found.items() if re.fullmatch(rf"cells\..*\.{names[cell]}", name)]
        assert [(part.x, part.y) for part in on_it] == ([(ground.x, ground.y)] if number else [])


def test_a_piece_that_moves_has_another_id_and_looks_alike_and_what_it_takes_is_gone() -> None:
    match = Match("corners", seed=1)
    for move in ("a1-a2", "b5-b4", "a2-a3", "b4-b3", "a3-a4", "b3-b2"):
        match.play(move)
    before = parts(match, 0)
    match.play("a4-a5")
    after = parts(match, 0)
    assert set(before) - set(after) == {"cells.man.0.a4", "cells.man.1.a5"}
    assert after["cells.king.0.a5"].symbol == "piece-king"
    assert after["count.captured.0"].text == "1"


def test_points_are_joined_by_the_lines_of_the_graph() -> None:
    ways = re.findall(r'class="kit-way" d="([^"]+)"', load("mill").art)
    assert len(ways) == 1
    assert ways[0].count("M") == 8
    assert ways[0].count("L") == 16


@pytest.mark.parametrize("seat", [0, 1, SPECTATOR])
def test_dice_of_others_are_question_marks_until_nothing_is_hidden(seat: int) -> None:
    match = played("cups", 0)
    shown = [part for part in picture(match, seat).parts if part.id.startswith("die.cups.")]
    assert len(shown) == 8
    hidden = {part.id.split(".")[2] for part in shown if part.symbol == "die-hidden"}
    assert hidden == {str(other) for other in range(4) if other != seat}
    everything = picture(match, EVERYONE).parts
    assert not [part for part in everything if part.symbol == "die-hidden"]


def test_what_is_drawn_for_a_seat_follows_from_what_it_knows() -> None:
    match = played("tricks", 0)
    for seat in range(3):
        own = [part for name, part in parts(match, seat).items() if name.startswith("card.")]
        assert len(own) == 3
        assert {part.id.removeprefix("card.") for part in own} == set(match.view(seat)["hands"][seat])
        assert len([name for name in parts(match, seat) if name.startswith("back.hands")]) == 6


def test_only_the_seat_that_decides_is_offered_buttons_where_something_is_hidden() -> None:
    match = played("cups", 0)
    assert match.actor == 0
    assert "kind.stop" in parts(match, 0)
    assert "kind.stop" not in parts(match, 1)
    assert "kind.rest" in parts(Match("corners", seed=1), 1)


def test_a_card_that_is_played_keeps_its_id() -> None:
    match = played("tricks", 0)
    card = offered(match)[0].path[-1]
    before = parts(match, 0)[card]
    match.play(match.legal()[0])
    after = parts(match, 0)[card]
    assert before.symbol == after.symbol
    assert (before.x, before.y) != (after.x, after.y)


def test_two_boards_stand_side_by_side_with_cells_of_their_own_and_pieces_lie_on_hills() -> None:
    match = Match("twins", seed=1)
    match.play("b2-sniper")
    match.play("b2")
    found = parts(match, 0)
    large, small = found["cell.b2"], found["cell2.b2"]
    assert large.x < small.x
    assert [found[name].x for name in ("hills.hill.b2", "two.sniper.0.b2", "one.stone.1.b2")] == [
        large.x, large.x, small.x,
    ]  # fmt: skip
    order = list(found)
    assert order.index("hills.hill.b2") < order.index("two.sniper.0.b2")


def test_cards_that_lie_nowhere_are_spread_out_for_whoever_names_one() -> None:
    found = parts(Match("twins", seed=1), 0)
    names = [name for name in found if name.startswith("card.")]
    assert len(names) == 8
    assert len({found[name].x for name in names}) == 8
    assert found["card.hA"].label.say("fr") == "as de cœur"


# Layouts


@each_game
def test_there_is_a_layout_for_wide_and_one_for_tall_screens_and_boards_can_be_turned(key: str) -> None:
    arranged = picture(played(key, 3), 0).layouts
    assert arranged[0].turn == 0
    assert arranged[1].height / arranged[1].width > arranged[0].height / arranged[0].width
    turns = {layout.turn for layout in arranged}
    assert turns == ({0} if key not in BOARDS else {0, 180} if key in ("combs", "twins") else {0, 90, 180, 270})


def test_who_sits_opposite_has_the_board_turned_round_where_the_game_says_so() -> None:
    match = Match("corners", seed=1)
    assert [picture(match, seat).layouts[0].turn for seat in (0, 1, SPECTATOR)] == [0, 180, 0]
    assert picture(Match("mill", seed=1), 1).layouts[0].turn == 0


# Looks


def test_kinds_of_pieces_are_told_apart_without_colours() -> None:
    made = symbols.made(load("corners"))
    assert len({made["piece-man"], made["piece-king"], made["piece-wall"]}) == 3
    assert symbols.signs_of(["rook", "runner", "king"]) == {"rook": "R", "runner": "Ru", "king": "K"}


def test_a_look_that_there_is_not_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(ValueError, match="discs, stones"):
        Looks("marbles")
    with pytest.raises(ValueError, match="wood, felt"):
        Looks(palette="neon")


@pytest.mark.parametrize("palette", looks.PALETTES)
def test_every_palette_has_colours_for_light_and_for_dark(palette: str) -> None:
    style = Looks(palette=palette).style()
    assert set(re.findall(r"var\(--kit-(\w+)", style)) <= set(re.findall(r"--kit-(\w+):light-dark", style))
    assert all(light != dark for light, dark in looks.PALETTES[palette].values()) or palette != "wood"


@pytest.mark.parametrize("pieces", looks.SETS)
def test_every_set_of_pieces_is_drawn(pieces: str) -> None:
    assert looks.SETS[pieces] in symbols.drawn()


def test_a_symbol_that_a_game_draws_itself_wins(tmp_path: Path) -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg"><g id="combs-piece-stone"><path d="M0 0"/></g></svg>'
    (tmp_path / "art.svg").write_text(svg)
    known = load("combs")
    assert isinstance(known.source, ModuleType)
    own = Game(key="combs", seats=(2,), rules=known.source, folder=tmp_path)
    assert own.art.count('id="combs-piece-stone"') == 1
    assert '<path d="M0 0"/>' in own.art


# Offers, reasons and marks


@pytest.mark.parametrize("key", ["combs", "corners", "mill"])
def test_the_ghost_of_a_move_is_the_piece_where_it_will_stand(key: str) -> None:
    match = played(key, 7)
    for move, choice in zip(match.legal(), offered(match), strict=True):
        after = match.copy()
        after.play(move)
        for ghost in choice.ghost:
            assert stands(ghost, parts(after, SPECTATOR)), move
    assert any(choice.ghost for choice in offered(match))


def stands(ghost: Part, found: dict[str, Part]) -> bool:
    """Whether a piece stands where its ghost was, perhaps as another kind."""
    there = [part for name, part in found.items() if name.startswith("cells.") and part.seat == ghost.seat]
    return (ghost.x, ghost.y) in {(part.x, part.y) for part in there}


@each_game
def test_every_step_is_asked_for_and_every_move_has_a_name(key: str) -> None:
    for match in moments(key):
        if isinstance(match.actor, int):
            view, options, state = seen(match, match.actor)
            assert view.asked(options, state)[0].say("fr")
            for choice in offered(match):
                assert len(choice.questions) == len(choice.path)
                assert all(question.say(language) for question in choice.questions for language in LANGUAGES)
            names = [choice.name.say("en") for choice in offered(match) if choice.name]
            assert len(set(names)) == len(match.legal())


def test_moves_of_different_kinds_with_the_same_parts_are_called_by_their_kinds() -> None:
    choice = offered(played("tricks", 0))[0]
    assert choice.name
    assert choice.name.say("en").startswith("play: ")


def test_a_touch_in_vain_is_told_why() -> None:
    match = Match("corners", seed=1)
    view, options, state = seen(match, 0)
    told = {
        part: view.why(options, state, begun, part).say("en")
        for begun, part in [
            ((), "cell.a3"), ((), "cells.man.1.a5"), ((), "cells.wall.c3"), (("cells.man.0.a1",), "cell.d4"),
            ((), "panel0"),
        ]
    }  # fmt: skip
    assert told == {
        "cell.a3": "Nothing can be done on this empty cell.",
        "cells.man.1.a5": "That piece is not yours.",
        "cells.wall.c3": "That piece belongs to nobody, and nothing can be done with it now.",
        "cell.d4": "This move cannot go there.",
        "panel0": "There is no legal move with this.",
    }


def test_a_move_marks_its_cells_and_what_it_takes_is_struck() -> None:
    match = Match("corners", seed=1)
    for move in ("a1-a2", "rest", "a2-a3", "rest", "a3-a4", "rest"):
        match.play(move)
    view, options, before = seen(match, 0)
    code = match.engine.survey(match.state).moves[match.legal().index("a4-a5")]
    match.play("a4-a5")
    after = seen(match, 0)[2]
    assert list(view.marks(options, before, code, after)) == ["cell.a4", "cell.a5"]
    assert ("strike", "cells.man.1.a5") in view.effects(options, before, code, after)


def test_dice_that_are_thrown_openly_are_seen_to_roll() -> None:
    match = Match("race", 2, seed=1)
    view, options, before = seen(match, 0)
    match.roll()
    assert list(view.effects(options, before, match.codes[-1], seen(match, 0)[2])) == [("roll", "die.thrown.0")]
