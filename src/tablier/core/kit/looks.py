"""How a game of the kit looks: its set of pieces, its palette, and whether a seat has the board before it turned round.

GAME = Game(key="dames", seats=(2,), rules=rules, looks=Looks("discs", "felt", facing=True))
"""

from dataclasses import dataclass

SETS = {"discs": "disc", "stones": "stone", "pawns": "pawn", "cubes": "cube", "rings": "ring"}
"""Sets of pieces, and the symbol of each."""
USUAL = {"square": "discs", "hexagon": "stones", "point": "stones", "space": "pawns"}
"""The set that a game has which chooses none, by the shape of its cells."""

Colours = tuple[str, str]
"""A colour in the light and in the dark."""
COMMON: dict[str, Colours] = {
    "paper": ("#f6f1e7", "#1f1c1a"), "ink": ("#2b2622", "#efe6d8"), "quiet": ("#6d6258", "#b5aa9b"),
    "raised": ("#fffaf0", "#35302b"), "outline": ("#a5967d", "#857a6d"), "now": ("#b5432e", "#ee8a72"),
    "rim": ("#2b2622", "#efe6d8"), "die": ("#fffdf7", "#f3ead9"),
}  # fmt: skip
"""Colours that all palettes share."""
PALETTES: dict[str, dict[str, Colours]] = {
    "wood": {
        "frame": ("#b98a5c", "#3b2a1d"), "a": ("#f3e4c6", "#6d5843"), "b": ("#e2c99f", "#5b4735"),
        "line": ("#7b5a36", "#a88a68"), "name": ("#2f2114", "#dccbb3"), "back": ("#8f5a3c", "#7a4b31"),
    },
    "felt": {
        "frame": ("#6d967f", "#1d3028"), "a": ("#deeadf", "#46604f"), "b": ("#c8dccb", "#3a5244"),
        "line": ("#3f6452", "#8fb09f"), "name": ("#14271e", "#cfe0d5"), "back": ("#33604b", "#33604b"),
    },
    "slate": {
        "frame": ("#98a1ae", "#23272d"), "a": ("#eceef2", "#525862"), "b": ("#d7dce3", "#444a54"),
        "line": ("#555e6b", "#98a1ae"), "name": ("#1d2228", "#d5dae2"), "back": ("#47566b", "#47566b"),
    },
    "paper": {
        "frame": ("#e3d8c0", "#2b2723"), "a": ("#fffdf6", "#5a5148"), "b": ("#f4ecd9", "#4b433b"),
        "line": ("#6d6258", "#a99e90"), "name": ("#3a332c", "#d9cebb"), "back": ("#7b6a86", "#6b5a76"),
    },
}  # fmt: skip
"""The palettes to choose from: the frame of the board, its two kinds of cells, lines, names, and the backs of cards."""
STYLE = """
.kit-frame{fill:%(frame)s}.kit-a{fill:%(a)s}.kit-b{fill:%(b)s}.kit-ground{fill:%(a)s}
.kit-edge{stroke:%(line)s;stroke-width:1.3;stroke-linejoin:round}.kit-dot{fill:%(line)s}
.kit-way{fill:none;stroke:%(line)s;stroke-width:4;stroke-linecap:round;stroke-linejoin:round}
.kit-shade{fill:#000;fill-opacity:.2}.kit-rim{stroke:%(rim)s;stroke-width:1.7;stroke-linejoin:round}
.kit-block{fill:#8c8275;stroke:%(rim)s;stroke-width:1.7}.kit-neutral{color:#8c8275;fill:none}
.kit-pointer{fill:none;stroke:%(now)s;stroke-width:3.4;stroke-linecap:round;stroke-linejoin:round}
.kit-die,.kit-card{fill:%(die)s;stroke:#2b2622;stroke-width:1.4}.kit-pip{fill:#2b2622}
.kit-back{fill:%(back)s;stroke:#2b2622;stroke-width:1.4}.kit-back-line{stroke:#fbf6ea}.kit-back-dot{fill:#fbf6ea}
.kit-panel{fill:%(raised)s;stroke:%(outline)s;stroke-width:1.2}.kit-now{fill:%(raised)s;stroke:%(now)s;stroke-width:3}
.kit-button{fill:%(raised)s;stroke:%(outline)s;stroke-width:1.6}
.kit-letter{fill:#2b2622;font-weight:700}.kit-red{fill:#b5432e}
.kit-start text{text-anchor:start}.kit-end text{text-anchor:end}.kit-bold text{font-weight:650}
.kit-told{pointer-events:none}
.kit-halo text{paint-order:stroke;stroke:%(a)s;stroke-width:7px;stroke-linejoin:round}
.kit-name text,svg.scene .kit-name text{fill:%(name)s}
svg.scene{background:%(page)s;%(variables)s}
svg.scene text{fill:%(ink)s}svg.scene .quiet text{fill:%(quiet)s}
svg.scene text.kit-letter{fill:#2b2622}svg.scene text.kit-red{fill:#b5432e}
"""


@dataclass(frozen=True)
class Looks:
    """How a game looks that leaves its pictures to the kit.

    ``pieces`` is a set of SETS, by default one that goes with the board; ``palette`` one of PALETTES. ``facing``: the
    players sit opposite each other, so the last seat of two has the board turned round.
    """

    pieces: str = ""
    palette: str = "wood"
    facing: bool = False

    def __post_init__(self) -> None:
        if self.pieces not in ("", *SETS):
            raise ValueError(f"pieces: {self.pieces!r} is no set; there are {', '.join(SETS)}")
        if self.palette not in PALETTES:
            raise ValueError(f"palette: {self.palette!r} is none; there are {', '.join(PALETTES)}")

    def symbol(self, shape: str) -> str:
        """The symbol of a piece on cells of a shape."""
        return SETS[self.pieces or USUAL[shape]]

    def style(self) -> str:
        """The style sheet of the kit's art in these colours; pages may be dark, pictures by themselves are light."""
        known = COMMON | PALETTES[self.palette]
        page = f"light-dark({','.join(known['paper'])})"
        variables = ";".join(f"--kit-{name}:light-dark({','.join(pair)})" for name, pair in known.items())
        roles = {name: f"var(--kit-{name},{light})" for name, (light, _) in known.items()}
        return STYLE % (roles | {"page": page, "variables": variables})
