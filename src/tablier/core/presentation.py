"""The contract, continued: what a game shows and how it is written. No kernel depends on this module.

As in ``core/contract.py``, what is marked ``optional`` may be left out, and its last sentence says what happens then.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from tablier.core.boards import Point
from tablier.core.contract import optional
from tablier.core.kit.boards import Board
from tablier.core.reading import Reader
from tablier.core.scene import Choice, Line, Part, Scene
from tablier.core.tools import Tool
from tablier.core.words import Word


class Notation(Protocol):
    """``notation.py``: moves and positions as text and JSON."""

    @optional
    def write(self, options: Any, state: Any, move: int) -> str:
        """The one notation of a legal move. Left out: the names of its parts."""

    @optional
    def position(self, options: Any, state: Any) -> dict[str, Any]:
        """The position's JSON without game, options, seats and outcome; of a concealed record, what it still holds.

        Left out: every field of the record by its name.
        """

    @optional
    def place(self, options: Any, state: Any, data: Reader, finished: bool) -> None:
        """Fill a zeroed record from such JSON, or raise BadPosition, naming the fault.

        ``finished``: constraints on what must be alive do not apply. Winners and reason are not this function's
        business, nor is a position in which nothing is legal. Left out: every field by its name, within its bounds.
        """

    # What a seat may keep of a game in which something is hidden. A game that writes down what its seats may know of
    # moves says all of this: its accounts are read by trying what they may stand for, in the order given here, up to a
    # limit (``core/guessing.py``). The accounts of others hold what the seat saw after each move, and are read as such.

    @optional
    def masked(self, options: Any, before: Any, move: int, now: Any, seat: int) -> str:
        """The move as ``seat`` may write it down while the game stands at the (unconcealed) record ``now``.

        Equal to ``write`` for moves that were made openly. Left out: all are, but those of secret kinds by others.
        """

    @optional
    def guesses(self, options: Any, before: Any, text: str) -> Iterable[int]:
        """The moves that such a text, which is not a legal move's notation, may stand for. Left out: none."""

    @optional
    def masked_position(self, options: Any, start: Any, now: Any, seat: int) -> dict[str, Any]:
        """The position at which a match began, as ``seat`` may write it down while the game stands at ``now``.

        Left out: as it was.
        """

    @optional
    def completions(self, position: dict[str, Any]) -> Iterable[dict[str, Any]]:
        """The positions that such JSON, which may lack what is hidden, may stand for. Left out: what it says."""

    @optional
    def knowledge(self, options: Any, state: Any) -> bytes:
        """What there is to be known in a position (not concealed), by seats and spectators together.

        If it is the same before and after a move, nobody could conclude more after it than before, so the move can be
        taken back fairly. The opposite is not promised: it may differ although nobody has learnt anything. Left out:
        in a game with secrets every move teaches something, and none can be taken back.
        """


EFFECTS = ("roll", "burst", "lift", "rise", "strike", "trace", "call")
"""What can be seen or heard to happen to a part of a picture: a die or card is thrown up; a mine goes off; a cover is
lifted; a piece is set up; a piece is struck, lost or put out of action; a line of a winning figure is drawn; something
is announced."""


class KitPicture(Protocol):
    """Where things lie in the picture that the kit draws: given to ``besides`` of a view."""

    width: float
    height: float

    def at(self, board: Board, cell: int) -> Point:
        """The middle of a cell of a board."""

    def point(self, board: Board, x: float, y: float) -> Point:
        """A place on a board or at its rim, in the measure of its ``points``: neighbours 1 apart, y upwards."""

    def text(self, size: float) -> float:
        """The ``scale`` of a part that is a text of a size; the names of cells are 13, those of seats 18."""


class Belief(NamedTuple):
    """What a seat can believe about one thing: what it may be, each with its share, from 0 to 1, adding up to 1."""

    about: Word
    shares: tuple[tuple[Word, float], ...]


class View(Protocol):
    """``view.py``: pictures, touches and words. Every record given here is already concealed for the seat."""

    @optional
    def scene(self, options: Any, state: Any, seat: int) -> Scene:
        """The picture. Left out: the board with its pieces, and what each seat has beside it."""

    @optional
    def besides(self, options: Any, state: Any, seat: int, picture: KitPicture) -> Sequence[Part]:
        """What the picture of the kit is to have besides: parts on the board and under the pieces.

        ``picture`` says where things lie in that picture. Not asked in a game with a picture of its own. Left out: no
        further parts.
        """

    @optional
    def steps(self, options: Any, state: Any, move: int) -> tuple[str, ...]:
        """The ids of the scene's parts that a person touches, in order, to make this legal move.

        The paths of all legal moves of a position differ and none is the beginning of another. Left out: what the move
        is made of, a piece rather than the cell on which it stands, after its name where that is needed.
        """

    @optional
    def story(self, options: Any, before: Any, move: int, after: Any) -> Sequence[Word]:
        """What happened, in order: the move (UNSEEN if the viewer may not know it), what it caused, the end.

        Left out: who made which move, in the words ``move.KIND`` of the game if it has them, and how it ended.
        """

    @optional
    def reasons(self, options: Any, before: Any, move: int, after: Any) -> Sequence[Word]:
        """Why the game ended by this move, in sentences, with the numbers that decided. Nothing is concealed then.

        Left out: the word for the record's reason.
        """

    @optional
    def choices(self, options: Any, state: Any, moves: Sequence[int], seat: int) -> Sequence[Choice]:
        """How each of these legal moves of the seat that decides is offered: its steps, its name, how it would look.

        ``state`` is concealed for the seat that decides; the picture is the one that ``seat`` looks at, which matters
        where the board is turned towards the viewer. What is the same object again is told in the same way, under the
        same notation. Left out: moves are called by their parts, with the piece where it would stand, as far as that
        follows from MOVES; in a game with a picture of its own, by what is touched, and nothing is shown beforehand.
        """

    @optional
    def asked(self, options: Any, state: Any) -> Sequence[Word]:
        """What is asked of the seat that decides, for which ``state`` is concealed: one short sentence or two.

        The first one says what forces the seat, if anything does ("Green threatens a square at b7: block it."), the
        last one what to choose first ("Choose a soldier."). What is asked at later steps is said by the questions of
        the choices. Left out: what the first step is, in the game's words ``ask.KIND.first`` … if it has them; in a
        game with a picture of its own, that a move is to be chosen.
        """

    @optional
    def why(self, options: Any, state: Any, begun: Sequence[str], part: str) -> Word:
        """Why a part of the picture that has a label cannot be touched next: the rule that forbids it, in a sentence.

        ``state`` is concealed for the seat that decides. ``begun`` are the parts touched before, the beginning of a
        legal move's path, or nothing. The rules are asked, never stated again. Left out: whether it is an empty cell
        or whose piece it is, and that no legal move leads there.
        """

    @optional
    def effects(self, options: Any, before: Any, move: int, after: Any) -> Sequence[tuple[str, str]]:
        """What can be seen to happen by a move, in order: kinds out of EFFECTS, each with the id of a part.

        The part belongs to the scene before the move or to the one after it. Both records are concealed for the viewer,
        and the move is UNSEEN if the viewer may not know it. Left out: dice that are thrown and pieces that are taken;
        in a game with a picture of its own, nothing but the change of it.
        """

    @optional
    def marks(self, options: Any, before: Any, move: int, after: Any) -> Sequence[str]:
        """Where a move, by a seat or by chance, was seen to happen: parts of the board, in order, from there to there.

        Best are cells, which are there before and after it; the marks have their shape. Records and move are as for
        ``effects``. Left out: the cells of the move; in a game with a picture of its own, what was touched for it.
        """

    @optional
    def remark(self, options: Any, before: Any, move: int, after: Any, better: int) -> Word | None:
        """What a review says of a decision that gave chances away: one sentence made from facts, or None.

        Both records are concealed for the seat that decided, which might have made the move ``better`` instead ("This
        left Green a square at b7 that nothing could stop."). Left out: what can be said of all games.
        """

    @optional
    def beliefs(self, options: Any, state: Any, seat: int) -> Sequence[Belief]:
        """What a seat, for which the record is concealed, can believe about what is hidden, for whoever reviews a game.

        Left out: nothing is said of it.
        """


class Terminal(Protocol):
    """``terminal.py``: the board in text, for terminals.

    A line is a list of texts with their styles: "seat0" … "seat7", "quiet", "mark", "star", "good", "bad" or "".
    """

    @property
    @optional
    def COLOURS(self) -> tuple[str, ...]:  # noqa: N802
        """The colours of the seats, in seat order, as ``#e0563f``. Left out: those of all games."""

    @optional
    def draw(self, options: Any, state: Any, seat: int) -> Sequence[Line]:
        """The position (already concealed for the seat), line by line, all of it: reserves, powers, what is pending.

        Left out: the picture in letters.
        """


class Editing(Protocol):
    """``editing.py``: how positions are set up by hand, offered as data, as moves are.

    Positions here are JSON in the format of ``notation``, with game, options and seats; they may break the rules, but
    have the right shape, and may be changed in place. ``options`` is the record. Whose turn it is, and how many turns
    were completed, is seen to for all games.
    """

    @optional
    def tools(self, options: Any, position: Mapping[str, Any]) -> Sequence[Tool]:
        """What a position can be changed with: the game's pieces, and what does not follow from the board.

        Left out: the pieces of every seat, and more or less of what is counted.
        """

    @optional
    def targets(self, options: Any, position: Mapping[str, Any], tool: str) -> Sequence[str]:
        """The ids of the scene's parts that can be touched with a tool that does not act at once, or with "erase".

        Left out: all cells; to erase, those on which something stands.
        """

    @optional
    def edit(self, options: Any, position: dict[str, Any], tool: str, target: str) -> None:
        """Use a tool, "erase" (take away what is touched, a piece at a time) or "clear" (take all off the board).

        Left out: a piece is put down, a count goes up or down.
        """

    @optional
    def tidy(self, options: Any, position: dict[str, Any]) -> None:
        """Fill in what follows from the rest, and drop what these options do not have.

        The position may have been set up under other options. The turn is one of a seat, and fits the turns. Left out:
        pieces and rows of seats that are not there are dropped, and rows that are missing are filled in.
        """

    @optional
    def sketch(self, options: Any, state: Any, data: Reader) -> None:
        """Fill a zeroed record, only to be looked at, from a position that may break the rules.

        BadPosition if that cannot be. Left out: ``place`` does it as for a finished game.
        """


class Puzzles(Protocol):
    """``puzzles.py``: what puzzles of the game are about. The puzzles themselves stand in ``puzzles.json``."""

    @optional
    def theme(self, options: Any, before: Any, move: int, after: Any) -> str:
        """What a strong move does, in a word by which puzzles are sorted; "" if it is nothing that has a name.

        Both records are concealed for the seat that decides. The game's words for a theme are ``theme.WORD``. Left out:
        nothing has a name.
        """

    @optional
    def twins(self, position: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
        """All positions in which the same is to be done but for a turn or a mirror, this one among them.

        They are only compared, so what makes no difference may be left out. ``core/likeness.py`` renames cells and
        directions. Left out: each position is like itself alone.
        """


class Workshop(Protocol):
    """``workshop.py``: how a board of one's own is drawn by hand, touch by touch. A game may be without.

    A *board* is a value of one option, as JSON: one of those that the option's own check looks at. While it is being
    drawn it may break the rules; then the option's check says what is wrong with it.
    """

    @property
    def OPTION(self) -> str:  # noqa: N802
        """The name of the option whose values are drawn."""

    def board(self, value: Any) -> Any:
        """A value in the form in which it is drawn, also one that has a name; BadOption if it cannot even be drawn.

        The value may come from anywhere: whatever passes here is drawn, and changed, without further questions.
        """

    def tools(self, board: Any) -> Sequence[Tool]:
        """What a board can be changed with: kinds of cells, and at once what needs no touch, such as its size."""

    def targets(self, board: Any, tool: str) -> Sequence[str]:
        """The ids of the scene's parts that can be touched with a tool that does not act at once."""

    def edit(self, board: Any, tool: str, target: str) -> Any:
        """The board after a tool was used on a target, or at once on none."""

    @optional
    def scene(self, board: Any) -> Scene:
        """The picture of a board that may break the rules. Left out: the start of a game, so it must not."""
