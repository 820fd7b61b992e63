"""Positions of Samarra as drawings.

Rows from the top, as seat 0 sees them: ``S``, ``M``, ``D`` are the Servant, Merchant and Death of seat 0 (Baghdad,
below), ``s``, ``m``, ``d`` those of seat 1, ``.`` any other cell. Tents are numbered in the order of the cells, dead
pieces last.
"""

from typing import Any

from tablier import Match


def drawn_position(drawing: str, **given: Any) -> dict[str, Any]:
    """The JSON of a drawing.

    Given may be turn, turns, actions; ``dead`` and ``revealed``, letters as in drawings; ``revealers``, seats whose
    reveal is used; ``killers``, those whose kill is used, by default those whose enemy has a dead piece; and options.
    """
    rows = [row.split() for row in drawing.split("\n") if row.strip()]
    cells = {
        sign: "abcdefgh"[column] + str(len(rows) - row)
        for row, line in reversed(list(enumerate(rows)))
        for column, sign in enumerate(line)
        if sign.upper() in "SMD"
    }
    turn = given.pop("turn", 0)
    turns, actions = given.pop("turns", turn + 2), given.pop("actions", 2)
    dead, revealed = given.pop("dead", ""), given.pop("revealed", "")
    killers = given.pop("killers", {seat for seat in range(2) if any(sign in dead for sign in ("smd", "SMD")[seat])})
    revealers = given.pop("revealers", ())
    shown = set(revealed) | {"Dd"[seat] for seat in killers} | {"Mm"[seat] for seat in revealers}
    return {
        "game": "samarra",
        "options": given,
        "turn": turn,
        "actions": actions,
        "turns": turns,
        "pieces": [piece for seat in range(2) for piece in pieces(seat, cells, dead, shown)],
        "kill": [seat not in killers for seat in range(2)],
        "reveal": [seat not in revealers for seat in range(2)],
    }


def pieces(seat: int, cells: dict[str, str], dead: str, revealed: set[str]) -> list[dict[str, Any]]:
    """A seat's pieces by tent."""
    signs = [sign for sign in cells if sign.islower() == bool(seat)] + [s for s in dead if s.islower() == bool(seat)]
    return [
        {
            "seat": seat,
            "character": sign.upper(),
            "tent": tent,
            "cell": None if sign in dead else cells[sign],
            "revealed": sign in revealed,
        }
        for tent, sign in enumerate(signs)
    ]


def drawn(drawing: str, **given: Any) -> Match:
    """A match that begins at a drawing."""
    return Match.from_position(drawn_position(drawing, **given))


def opened(first: str = "S@b1 M@c1 D@d1", second: str = "S@b5 M@c5 D@d5", **options: Any) -> Match:
    """A match after both set-ups."""
    return played(Match("samarra", options=options), first, second)


def played(match: Match, *moves: str) -> Match:
    """The match after some moves."""
    for move in moves:
        match.play(move)
    return match


def piece(match: Match, sign: str, seat: Any = "everyone") -> dict[str, Any]:
    """A piece by its letter in drawings, as a seat sees it."""
    wanted = int(sign.islower()), sign.upper()
    tents = {(p["seat"], p["character"]): p["tent"] for p in match.position()["pieces"]}
    found: list[dict[str, Any]] = [
        p for p in match.view(seat)["pieces"] if (p["seat"], p["tent"]) == (wanted[0], tents[wanted])
    ]
    return found[0]


def cell(match: Match, sign: str) -> Any:
    """Where a piece stands, None if it is dead."""
    return piece(match, sign)["cell"]


def ended(match: Match) -> tuple[int | None, str]:
    """Who won, None for a draw, and why."""
    assert match.outcome is not None
    scores = match.outcome.scores
    return (None if scores == (0.5, 0.5) else scores.index(1.0)), match.outcome.reason


def possible(match: Match, seat: int | None) -> set[str]:
    """What an observer takes for possible: assignments of the enemy's tents, for a spectator pairs like "SMD/DMS"."""
    letters = [a + b + c for a in "SMD" for b in "SMD" for c in "SMD" if len({a, b, c}) == len("SMD")]
    mask = int(match.state[0].possible)
    pairs = [(letters[n // 6], letters[n % 6]) for n in range(36) if mask >> n & 1]
    if seat is None:
        return {"/".join(pair) for pair in pairs}
    own = "".join(p["character"] for p in match.position()["pieces"] if p["seat"] == seat)
    return {pair[1 - seat] for pair in pairs if pair[seat] == own}
