"""Positions of Minelfield as drawings.

Rows from the top, as seat 0 sees them: ``C`` and ``S`` are the commander and the soldiers of seat 0, ``c`` and ``s``
those of seat 1, ``.`` an empty cell, ``+`` an empty green star, ``*`` an empty red star.
"""

from typing import Any

from tablier import Match

KINDS = {"c": "commander", "s": "soldier"}
BOARD_BY_ROWS = {9: "classic", 7: "small"}
STARS = {
    "classic": (["a3", "i3"], ["d4", "d5", "e4", "e5", "e6", "f4", "f5"]),
    "small": (["a2", "g3"], ["d3", "d4", "d5"]),
    "calm": (["a3", "i3"], []),
}


def drawn_position(drawing: str, **given: Any) -> dict[str, Any]:
    """The JSON of a drawing. Given may be turn, scatter ("c3 ne"), lives by seat, and options."""
    rows = [row.split() for row in drawing.split("\n") if row.strip()]
    turn, turns = given.pop("turn", 0), given.pop("turns", None)
    scatter, lives = given.pop("scatter", None), given.pop("lives_left", (given.get("lives", 1),) * 2)
    pieces = []
    for letter, row in zip("abcdefghijk", reversed(rows), strict=False):
        for number, sign in enumerate(row, 1):
            if sign.lower() in KINDS:
                seat = 0 if sign.isupper() else 1
                piece = {"seat": seat, "kind": KINDS[sign.lower()], "cell": f"{letter}{number}"}
                pieces.append(piece | ({"lives": lives[seat]} if piece["kind"] == "commander" else {}))
    cell, _, direction = (scatter or "").partition(" ")
    return {
        "game": "minelfield",
        "options": {"board": BOARD_BY_ROWS.get(len(rows))} | given,
        "turn": turn,
        "turns": turn if turns is None else turns,
        "pieces": pieces,
        "scatter": {"cell": cell, "direction": direction} if scatter else None,
    }


def drawn(drawing: str, **given: Any) -> Match:
    """A match that begins at a drawing."""
    return Match.from_position(drawn_position(drawing, **given))


def drawing(match: Match) -> str:
    """The drawing of a match, to be compared with ``plain(...)``."""
    position = match.position()
    board = position["options"]["board"]
    green, red = STARS[board] if isinstance(board, str) else (board["green"], board["red"])
    side = board["side"] if isinstance(board, dict) else 4 if board == "small" else 5
    signs = dict.fromkeys(red, "*") | dict.fromkeys(green, "+")
    for piece in position["pieces"]:
        sign = piece["kind"][0]
        signs[piece["cell"]] = sign.upper() if piece["seat"] == 0 else sign
    lines = []
    for row in reversed(range(2 * side - 1)):
        length = 2 * side - 1 - abs(row - side + 1)
        lines.append(" ".join(signs.get(f"{'abcdefghijk'[row]}{k}", ".") for k in range(1, length + 1)))
    return "\n".join(lines)


def plain(drawing: str) -> str:
    """A drawing without its indentation."""
    return "\n".join(" ".join(row.split()) for row in drawing.split("\n") if row.strip())
