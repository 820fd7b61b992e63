"""The contract: what a game is. Everything else in Tablier is generic over what is declared here.

A game is a folder with the modules ``options``, ``rules``, ``notation``, ``view`` and ``terminal``, a ``words.toml``
and an ``art.svg``, put together as one ``Game`` (``core/game.py``); ``advice``, ``editing`` and ``tensors`` may be left
out. The protocols below say what each module holds, and what is *not* promised. What is marked ``optional`` a module
may leave out: its last sentence says what happens then, and ``core/defaults`` supplies it, so that whoever uses a game
finds everything in it. What stands on its box (``box.toml``, ``cover.svg``, ``README.md``) is described in
``core/box.py``.

Rules run compiled and as plain Python from one source, on a CPU and on a GPU. So they allocate nothing, raise nothing,
do not recurse, hold no strings, and widen what they read from small fields (``int(state.turn) + 1``) before they
calculate with it.

Plain Python that looks at positions (``notation``, ``view``, ``terminal``, ``editing``) may be given frozen records,
which are quick to read and cannot be written: their ``copy()`` is a record that can be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from tablier.core.records import Array, Record, i8, i32, u8

if TYPE_CHECKING:  # every kernel depends on this module, and none on those below
    from tablier.core.editing import Tool
    from tablier.core.options import Option
    from tablier.core.reading import Reader
    from tablier.core.scene import Choice, Line, Scene
    from tablier.core.words import Word

CHANCE = -1
"""The actor when dice or cards decide."""
NOBODY = -2
"""The actor when the game is over."""

SPECTATOR = -1
"""The viewpoint of somebody without a seat."""
EVERYONE = -2
"""The viewpoint from which nothing is hidden."""

UNSEEN = -1
"""In a story: a move that the viewer may not see."""

RUNNING = 0
"""The reason of a game that goes on; a game's own reasons count from 1."""

Declared = TypeVar("Declared", bound=Callable[..., Any])
ALWAYS = "always"
HIDDEN, HAS_CHANCE = "hidden", "has_chance"
"""Facts that a game declares: whether its seats know different things, and whether dice or cards decide anything."""


def optional(function: Declared) -> Declared:
    """Mark what a module may leave out."""
    return optional_without(ALWAYS)(function)


def optional_without(fact: str) -> Callable[[Declared], Declared]:
    """Mark what a module may leave out, unless the game declares a fact."""

    def marked(function: Declared) -> Declared:
        function.__optional__ = fact  # type: ignore[attr-defined]
        return function

    return marked


class BaseOptions(Record):
    """What every options record holds."""

    seats: int = i8()


class BaseState(Record):
    """What every state record holds. A zeroed record is no position of any game: ``start`` or ``place`` fills it."""

    turns: int = i32()  # turns completed
    turn: int = i8()  # the seat whose turn it is, which need not be the one that decides now
    reason: int = i8()  # RUNNING, or 1 + the index in REASONS of why it ended
    winners: int = u8()  # one bit per seat; the winners share 1 evenly, and in a draw all seats win


class Rules(Protocol):
    """``rules.py``: functions over records, compiled by ``@rule``, in the order start, play, end.

    ``state`` and ``options`` are single records. Move codes are whole numbers from 0 to 32767 whose meaning is the
    game's own; a code means the same throughout one game, so it can be kept and replayed.
    """

    @property
    def State(self) -> type[BaseState]: ...  # noqa: N802
    @property
    def REASONS(self) -> tuple[str, ...]: ...  # noqa: N802
    @property
    def MOST_MOVES(self) -> int:  # noqa: N802
        """No position of any variant has more legal moves than this."""

    def start(self, options: Any, state: Any) -> None:
        """Put a record, whatever it holds, at the start of a game."""

    def actor(self, options: Any, state: Any) -> int:
        """The seat that decides now, CHANCE, or NOBODY when the game is over."""

    def legal_moves(self, options: Any, state: Any, moves: Array) -> int:
        """Fill in the codes of the legal moves, ascending, each once, and return how many.

        Never 0 unless the game is over: where nothing is legal, ``apply`` has already passed the turn on. For the seat
        to move the answer is the same on the record concealed for that seat. ``moves`` has room for MOST_MOVES; what
        lies beyond the returned number may have been overwritten.
        """

    @optional_without(HAS_CHANCE)
    def weights(self, options: Any, state: Any, out: Array) -> None:
        """At CHANCE, one positive whole number for each legal move, in the same order. Not called otherwise.

        Left out: nothing is left to chance.
        """

    def apply(self, options: Any, state: Any, move: int) -> None:
        """Make a move in place. Only legal moves may be given; for others nothing is promised."""

    @optional
    def returns(self, options: Any, state: Any, out: Array) -> int:
        """Fill in a score per seat and return the reason. While the game runs: zeros and RUNNING.

        Left out: the ``winners`` of the record split 1 evenly, and its ``reason`` is the reason.
        """

    @optional_without(HIDDEN)
    def conceal(self, options: Any, state: Any, seat: int) -> None:
        """Erase what ``seat`` (or SPECTATOR) cannot know: states it cannot tell apart become the same bytes.

        EVERYONE erases nothing, and nothing is erased once the game is over. A concealed record can be looked at,
        written, listed and redealt, but not played on by ``apply``. Left out: nothing is hidden.
        """

    @optional_without(HIDDEN)
    def redeal(self, options: Any, state: Any, seat: int, rng: Array) -> None:
        """Fill a record concealed for ``seat`` in again, evenly among all that agree with what that seat has seen.

        Left out: there is nothing to be filled in.
        """


class Tensors(Protocol):
    """``tensors.py``, if a game has one: what a learner sees. Rules do not import it, so no bot depends on it."""

    @property
    def PLANES(self) -> tuple[int, int, int]:  # noqa: N802
        """The shape of the tensor a learner sees: planes, rows, columns, the same for all variants."""

    def observe(self, options: Any, state: Any, seat: int, planes: Array) -> None:
        """Fill in the tensor (float32, whatever it held) from a record concealed for ``seat``, seen from that seat."""


class Advice(Protocol):
    """``advice.py``, if a game has one: what makes bots strong in it, compiled like rules."""

    @property
    @optional
    def PLAN(self) -> Mapping[str, float]:  # noqa: N802
        """Other numbers for the search than ``tablier.bots.search.STRONG``. Left out: those."""

    @property
    @optional
    def EFFORT(self) -> float:  # noqa: N802
        """How many times the usual simulations the levels need. Left out: once."""

    @property
    @optional
    def ENOUGH(self) -> int | None:  # noqa: N802
        """After how many simulations the highest level has thought enough. Left out: when its time is over."""

    @property
    @optional
    def CALIBRATION(self) -> tuple[float, float]:  # noqa: N802
        """A power and a shift that make chances to win of what a search finds. Left out: it finds chances to win.

        ``python -m tablier.lab.calibration`` fits them.
        """

    @optional
    def favour(self, options: Any, state: Any, moves: Array, count: int, careful: bool, out: Array) -> None:
        """How good each of the seat's legal moves looks: a positive whole number, in proportion.

        Playouts draw by these numbers, the tree tries the highest first. ``careful``: it is for the tree, and may take
        longer. The record has nothing concealed, but what the seat cannot know must not be used. Left out: all moves
        look the same.
        """

    @optional
    def evaluate(self, options: Any, state: Any, out: Array) -> None:
        """A cheap guess of the scores, per seat, adding up to 1. Left out: all seats have the same prospects."""

    @optional
    def forced_win(self, options: Any, states: Any, moves: Array, budget: int) -> int:
        """The first move of a win that the seat to move can force, or -1 if none was found within so many positions.

        ``states[0]`` is the position; the other records, and the rows of ``moves``, one for each, are room to work in.
        Left out: none is found.
        """

    @optional
    def seen(self, options: Any, state: Any, move: int, seat: int) -> int:
        """The code under which ``seat`` sees a legal move of another seat: equal for moves it cannot tell apart.

        In a position, either all moves are made openly, and are their own codes, or none. Left out: all moves are.
        """

    @optional
    def secret(self, options: Any, state: Any, seat: int) -> int:
        """A number, not negative, for what ``seat`` knows and others do not; -1 if there is nothing of the kind.

        In the thoughts of another seat it then decides by what it knows, and not by guessing like everybody else. Left
        out: there is nothing of the kind.
        """


class Options(Protocol):
    """``options.py``: the table of options, and how they become a record."""

    @property
    def Options(self) -> type[BaseOptions]: ...  # noqa: N802
    @property
    def TABLE(self) -> tuple[Option, ...]: ...  # noqa: N802

    def fill(self, record: Any, values: Mapping[str, Any]) -> None:
        """Write checked option values, one for each row of the table, into a zeroed record whose seats are set."""


class Notation(Protocol):
    """``notation.py``: moves and positions as text and JSON."""

    def write(self, options: Any, state: Any, move: int) -> str:
        """The one notation of a legal move."""

    def position(self, options: Any, state: Any) -> dict[str, Any]:
        """The position's JSON without game, options, seats and outcome; of a concealed record, what it still holds."""

    def place(self, options: Any, state: Any, data: Reader, finished: bool) -> None:
        """Fill a zeroed record from such JSON, or raise BadPosition, naming the fault.

        ``finished``: constraints on what must be alive do not apply. Winners and reason are not this function's
        business, nor is a position in which nothing is legal.
        """

    # What a seat may keep of a game in which something is hidden. Such an account is read by trying what it may stand
    # for, in the order given here, up to a limit (``core/guessing.py``).

    @optional_without(HIDDEN)
    def masked(self, options: Any, before: Any, move: int, now: Any, seat: int) -> str:
        """The move as ``seat`` may write it down while the game stands at the (unconcealed) record ``now``.

        Equal to ``write`` for moves that were made openly. Left out: all moves are.
        """

    @optional_without(HIDDEN)
    def guesses(self, options: Any, before: Any, text: str) -> Iterable[int]:
        """The moves that such a text, which is not a legal move's notation, may stand for. Left out: none."""

    @optional_without(HIDDEN)
    def masked_position(self, options: Any, start: Any, now: Any, seat: int) -> dict[str, Any]:
        """The position at which a match began, as ``seat`` may write it down while the game stands at ``now``.

        Left out: as it was.
        """

    @optional_without(HIDDEN)
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


class View(Protocol):
    """``view.py``: pictures, touches and words. Every record given here is already concealed for the seat."""

    def scene(self, options: Any, state: Any, seat: int) -> Scene:
        """The picture."""

    def steps(self, options: Any, state: Any, move: int) -> tuple[str, ...]:
        """The ids of the scene's parts that a person touches, in order, to make this legal move.

        The paths of all legal moves of a position differ and none is the beginning of another.
        """

    def story(self, options: Any, before: Any, move: int, after: Any) -> Sequence[Word]:
        """What happened, in order: the move (UNSEEN if the viewer may not know it), what it caused, the end."""

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
        same notation. Left out: moves are called by the parts that are touched, and nothing is shown beforehand.
        """

    @optional
    def asked(self, options: Any, state: Any) -> Sequence[Word]:
        """What is asked of the seat that decides, for which ``state`` is concealed: one short sentence or two.

        The first one says what forces the seat, if anything does ("Green threatens a square at b7: block it."), the
        last one what to choose first ("Choose a soldier."). What is asked at later steps is said by the questions of
        the choices. Left out: that a move is to be chosen.
        """

    @optional
    def why(self, options: Any, state: Any, begun: Sequence[str], part: str) -> Word:
        """Why a part of the picture that has a label cannot be touched next: the rule that forbids it, in a sentence.

        ``state`` is concealed for the seat that decides. ``begun`` are the parts touched before, the beginning of a
        legal move's path, or nothing. The rules are asked, never stated again. Left out: that it cannot be touched.
        """

    @optional
    def effects(self, options: Any, before: Any, move: int, after: Any) -> Sequence[tuple[str, str]]:
        """What can be seen to happen by a move, in order: kinds out of EFFECTS, each with the id of a part.

        The part belongs to the scene before the move or to the one after it. Both records are concealed for the viewer,
        and the move is UNSEEN if the viewer may not know it. Left out: nothing but the change of the picture.
        """

    @optional
    def marks(self, options: Any, before: Any, move: int, after: Any) -> Sequence[str]:
        """Where a move, by a seat or by chance, was seen to happen: parts of the board, in order, from there to there.

        Best are cells, which are there before and after it; the marks have their shape. Records and move are as for
        ``effects``. Left out: what was touched for it.
        """


class Terminal(Protocol):
    """``terminal.py``: the board in text, for terminals.

    A line is a list of texts with their styles: "seat0" … "seat7", "quiet", "mark", "star", "good", "bad" or "".
    """

    @property
    @optional
    def COLOURS(self) -> tuple[str, ...]:  # noqa: N802
        """The colours of the seats, in seat order, as ``#e0563f``. Left out: those of all games."""

    def draw(self, options: Any, state: Any, seat: int) -> Sequence[Line]:
        """The position (already concealed for the seat), line by line, all of it: reserves, powers, what is pending."""


class Editing(Protocol):
    """``editing.py``, if a game has one: how positions are set up by hand, offered as data, as moves are.

    Positions here are JSON in the format of ``notation``, with game, options and seats; they may break the rules, but
    have the right shape, and may be changed in place. ``options`` is the record. Whose turn it is, and how many turns
    were completed, is seen to for all games.
    """

    def tools(self, options: Any, position: Mapping[str, Any]) -> Sequence[Tool]:
        """What a position can be changed with: the game's pieces, and what does not follow from the board."""

    def targets(self, options: Any, position: Mapping[str, Any], tool: str) -> Sequence[str]:
        """The ids of the scene's parts that can be touched with a tool that does not act at once, or with "erase"."""

    def edit(self, options: Any, position: dict[str, Any], tool: str, target: str) -> None:
        """Use a tool, "erase" (take away what is touched, a piece at a time) or "clear" (take all off the board)."""

    def tidy(self, options: Any, position: dict[str, Any]) -> None:
        """Fill in what follows from the rest, and drop what these options do not have.

        The position may have been set up under other options. The turn is one of a seat, and fits the turns.
        """

    @optional
    def sketch(self, options: Any, state: Any, data: Reader) -> None:
        """Fill a zeroed record, only to be looked at, from a position that may break the rules.

        BadPosition if that cannot be. Left out: ``place`` does it as for a finished game.
        """
