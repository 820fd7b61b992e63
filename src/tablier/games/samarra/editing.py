"""Setting up positions of Samarra: tents with their characters, lifted or not, powers and actions."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from tablier.core.errors import BadPosition
from tablier.core.reading import Reader, read_turns
from tablier.core.tools import CELL, CLEAR, COUNTS, ERASE, MARKS, Position, Tool
from tablier.core.words import word
from tablier.games.samarra.board import ROCK, numbers
from tablier.games.samarra.options import GAME, Options, seat_word
from tablier.games.samarra.positions import ALL_PIECES, put_pieces, read_piece
from tablier.games.samarra.state import (
    ALL_PAIRS,
    CHARACTERS,
    FIRST_TURN,
    FULL_TURN,
    OFF,
    PLAY,
    SEAT_0_SETS_UP,
    SEAT_1_SETS_UP,
    TENTS,
    UNKNOWN,
    State,
)
from tablier.games.samarra.story import tent_word
from tablier.games.samarra.view import COLOURS, EMBLEMS, FIGURES

PieceData = dict[str, Any]
TENT, LIFT, REVEAL, ACTIONS = "tent", "lift", "reveal", "actions"


def tools(options: Options, position: Mapping[str, Any]) -> Iterator[Tool]:
    """Every tent with every character, for both seats; lifting; the Merchant's power; the actions left."""
    for seat, tent, character in product(range(2), range(TENTS), range(TENTS)):
        told = {"seat": seat_word(seat), "tent": tent_word(tent), "character": word(f"samarra.character.{character}")}
        symbol = f"tent-{EMBLEMS[tent]}-{FIGURES[character]}"
        key = f"{TENT}.{seat}.{tent}.{CHARACTERS[character]}"
        yield Tool(key, word("samarra.scene.secret", **told), symbol, COLOURS[seat], seat=seat)
    yield Tool(LIFT, word("samarra.tool.lift"), f"open-{EMBLEMS[0]}-{FIGURES[1]}", COLOURS[1], group=MARKS)
    for seat in range(2):
        left = position["reveal"][seat]
        symbol, label = REVEAL if left else f"{REVEAL}-used", word("samarra.scene.reveal_left", seat=seat_word(seat))
        yield Tool(f"{REVEAL}.{seat}", label, symbol, COLOURS[seat], group=COUNTS, at_once=True, chosen=left)
    for number in range(FIRST_TURN, FULL_TURN + 1):
        label, chosen = word("samarra.tool.actions", number=number), position["actions"] == number
        yield Tool(f"{ACTIONS}.{number}", label, group=COUNTS, at_once=True, chosen=chosen)


def targets(options: Options, position: Mapping[str, Any], tool: str) -> list[str]:
    """Every cell that is no rock; for what needs a piece, the cells that hold one, and to be lifted also the dead."""
    if tool not in (ERASE, LIFT):
        return [CELL + cell for cell in cells(options)]
    standing = [CELL + piece["cell"] for piece in position["pieces"] if piece["cell"]]
    dead = [f"piece.{piece['seat']}.{piece['tent']}" for piece in position["pieces"] if not piece["cell"]]
    return standing + (dead if tool == LIFT else [])


def cells(options: Options) -> list[str]:
    """The cells on which a tent can stand."""
    known = numbers(int(options.width), int(options.height))
    return [name for name, cell in known.items() if options.board[cell] != ord(ROCK)]


def edit(options: Options, position: Position, tool: str, target: str) -> None:
    """Put a tent on a cell, take one away, lift it or lower it; give and take a power, or an action."""
    (kind, *details), cell = tool.split("."), target.removeprefix(CELL)
    if kind == TENT:
        seat, tent, character = details
        put(position, {"seat": int(seat), "character": character, "tent": int(tent), "cell": cell, "revealed": False})
    elif kind == LIFT:
        for piece in position["pieces"]:
            piece["revealed"] ^= target in (CELL + str(piece["cell"]), f"piece.{piece['seat']}.{piece['tent']}")
    elif kind == REVEAL:
        position["reveal"][int(details[0])] ^= True
    elif kind == ACTIONS:
        position["actions"] = int(details[0])
    else:
        position["pieces"] = [piece for piece in position["pieces"] if kind != CLEAR and piece["cell"] != cell]


def put(position: Position, new: PieceData) -> None:
    """Put a tent down; what stood there goes, and so does what has this tent or this character."""
    position["pieces"] = [piece for piece in position["pieces"] if not gives_way(piece, new)] + [new]


def gives_way(piece: PieceData, new: PieceData) -> bool:
    """Whether a piece goes when another comes."""
    alike = piece["tent"] == new["tent"] or piece["character"] == new["character"]
    return bool(piece["cell"] == new["cell"] or (piece["seat"] == new["seat"] and alike))


def tidy(options: Options, position: Position) -> None:
    """Who is missing on a board that is otherwise full is dead, by the enemy's Death; set-ups have their own turns."""
    known = cells(options)
    lifted = {(piece["seat"], piece["tent"]) for piece in position["pieces"] if piece["revealed"]}
    pieces = [piece for piece in position["pieces"] if piece["cell"] in known]
    counts = [sum(piece["seat"] == seat for piece in pieces) for seat in range(2)]
    missing = [seat for seat in range(2) if min(counts) >= TENTS - 1 and counts[seat] < TENTS]
    position["pieces"] = pieces + [dead(pieces, seat, lifted) for seat in missing]
    position["kill"] = [1 - seat not in missing for seat in range(2)]
    if counts in ([0, 0], [TENTS, 0]):
        position.update(turn=int(counts[0] > 0), turns=0, actions=FIRST_TURN, reveal=[True, True])
    elif position["turns"] == 0 and position["actions"] != FIRST_TURN:
        position["turns"] = 2


def dead(pieces: list[PieceData], seat: int, lifted: set[tuple[int, int]]) -> PieceData:
    """The one of a seat's pieces that is not on the board."""
    own = [piece for piece in pieces if piece["seat"] == seat]
    tent = next(tent for tent in range(TENTS) if all(piece["tent"] != tent for piece in own))
    character = next(letter for letter in CHARACTERS if all(piece["character"] != letter for piece in own))
    return {"seat": seat, "character": character, "tent": tent, "cell": None, "revealed": (seat, tent) in lifted}


def sketch(options: Options, state: State, data: Reader) -> None:
    """Fill a record with the pieces that there are; until there are all, it looks like a set-up."""
    data.keys("turn", "actions", "turns", "pieces", "kill", "reveal")
    state.kill_used[:] = [not left for left in data.flags("kill", 2)]
    state.reveal_used[:] = [not left for left in data.flags("reveal", 2)]
    state.cells[:], state.characters[:], state.possible = OFF, UNKNOWN, ALL_PAIRS
    state.turn, state.turns = read_turns(data, GAME, 2, finished=True)
    state.actions = data.whole("actions", 0, FULL_TURN)
    pieces = [read_piece(options, piece) for piece in data.objects("pieces")]
    if len({piece[:2] for piece in pieces}) < len(pieces):
        raise BadPosition("samarra.position.tents")
    put_pieces(state, pieces)
    state.stage = PLAY if len(pieces) == ALL_PIECES else SEAT_1_SETS_UP if state.turn else SEAT_0_SETS_UP
