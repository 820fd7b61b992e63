"""The contract: what a game is. Everything else in Tablier is generic over what is declared here.

A game is a folder with a module ``rules`` and a ``words.toml``, put together as one ``Game`` (``core/game.py``). Its
modules ``options``, ``notation``, ``view``, ``terminal``, ``advice``, ``editing`` and ``tensors`` may be left out, each
as a whole or in parts. The protocols below say what each module holds, and what is *not* promised. What is marked
``optional`` a module may leave out: its last sentence says what happens then, and ``core/defaults`` supplies it, so
that whoever uses a game finds everything in it. Much of that follows from what the fields of the record and the moves
are declared to be (``core/kit``). Notation, view, terminal and editing stand in ``core/presentation.py``; what stands
on the box (``box.toml``, ``cover.svg``, ``README.md``) is described in ``core/box.py``.

Rules run compiled and as plain Python from one source, on a CPU and on a GPU. So they allocate nothing, raise nothing,
do not recurse, hold no strings, and widen what they read from small fields (``int(state.turn) + 1``) before they
calculate with it.

Plain Python that looks at positions (``notation``, ``view``, ``terminal``, ``editing``) may be given frozen records,
which are quick to read and cannot be written: their ``copy()`` is a record that can be.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from tablier.core.records import Array, Record, i8, i32, u8

if TYPE_CHECKING:  # every kernel depends on this module, and none on those below
    from tablier.core.kit.moves import Moves
    from tablier.core.options import Option

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
    """What every options record holds: ``seats``, their number."""

    seats: int = i8()


class BaseState(Record):
    """What every state record holds. A zeroed record is no position of any game: ``start`` or ``place`` fills it.

    ``turns`` completed; ``turn``, the seat whose turn it is; ``reason``, RUNNING or 1 + the place in REASONS of why it
    ended; ``winners``, one bit for each seat that shares the win. ``win`` and ``draw`` of the kit write the last two.
    """

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
    def State(self) -> type[BaseState]:  # noqa: N802
        """The record that says how a game stands."""

    @property
    def REASONS(self) -> tuple[str, ...]:  # noqa: N802
        """Why a game can end, in single words; the game's words for them are ``reason.WORD``."""

    @property
    @optional
    def MOVES(self) -> Moves | None:  # noqa: N802
        """What moves are made of. Left out: the game has a notation and a view of its own."""

    @property
    @optional
    def MOST_MOVES(self) -> int:  # noqa: N802
        """No position of any variant has more legal moves than this. Left out: as many as MOVES has codes."""

    @optional
    def start(self, options: Any, state: Any) -> None:
        """Put a record, whatever it holds, at the start of a game. Left out: the table is empty, seat 0 begins."""

    @optional_without(HAS_CHANCE)
    def actor(self, options: Any, state: Any) -> int:
        """The seat that decides now, CHANCE, or NOBODY when the game is over.

        Left out: the seat whose ``turn`` it is, NOBODY once there is a ``reason``.
        """

    @optional
    def legal_moves(self, options: Any, state: Any, moves: Array) -> int:
        """Fill in the codes of the legal moves, ascending, each once, and return how many.

        Never 0 unless the game is over: where nothing is legal, ``apply`` has already passed the turn on. For the seat
        to move the answer is the same on the record concealed for that seat. ``moves`` has room for MOST_MOVES; what
        lies beyond the returned number may have been overwritten. Left out: all codes of MOVES for which the rule
        ``is_legal(options, state, move)``, which must then stand beside it, is true.
        """

    @optional_without(HAS_CHANCE)
    def weights(self, options: Any, state: Any, out: Array) -> None:
        """At CHANCE, one positive whole number for each legal move, in the same order. Not called otherwise.

        Left out: nothing is left to chance.
        """

    def apply(self, options: Any, state: Any, move: int) -> None:
        """Make a move in place. Only legal moves may be given; for others nothing is promised."""

    @optional
    def follow(self, options: Any, state: Any) -> None:
        """Fill in the fields that follow from the rest, such as men that are counted on the board.

        Asked when a position was set up or read; moves keep them true by themselves. Left out: none do.
        """

    @optional
    def returns(self, options: Any, state: Any, out: Array) -> int:
        """Fill in a score per seat and return the reason. While the game runs: zeros and RUNNING.

        Left out: the ``winners`` of the record split 1 evenly, and its ``reason`` is the reason.
        """

    @optional_without(HIDDEN)
    def conceal(self, options: Any, state: Any, seat: int) -> None:
        """Erase what ``seat`` (or SPECTATOR) cannot know: states it cannot tell apart become the same bytes.

        EVERYONE erases nothing, and nothing is erased once the game is over. A concealed record can be looked at,
        written, listed and redealt, but not played on by ``apply``. Left out: what fields of dice and cards are
        declared to hide.
        """

    @optional_without(HIDDEN)
    def redeal(self, options: Any, state: Any, seat: int, rng: Array) -> None:
        """Fill a record concealed for ``seat`` in again, evenly among all that agree with what that seat has seen.

        Left out: hidden dice are thrown again, and hidden cards drawn from those that are nowhere to be seen.
        """


class Tensors(Protocol):
    """``tensors.py``: what a learner sees. Rules do not import it, so no bot depends on it."""

    @property
    @optional
    def PLANES(self) -> tuple[int, int, int]:  # noqa: N802
        """The shape of the tensor a learner sees: planes, rows, columns, the same for all variants.

        Left out: a plane for each kind of piece of each seat, and one for every other number of the record.
        """

    @property
    @optional
    def PLANE_NAMES(self) -> tuple[str, ...]:  # noqa: N802
        """What each plane holds, in a few words of English, as ``docs/observations.md`` lists them.

        Left out: the names of the fields; of planes of one's own, their numbers.
        """

    @property
    @optional
    def ACTIONS(self) -> int:  # noqa: N802
        """All codes of moves are below this number. Left out: as many as MOVES has, or 32768."""

    @optional
    def observe(self, options: Any, state: Any, seat: int, planes: Array) -> None:
        """Fill in the tensor (float32, whatever it held) from a record concealed for ``seat``, seen from that seat.

        Left out: the fields of the record, the seat's own first.
        """


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
    def SEAT_EFFORT(self) -> Mapping[int, float]:  # noqa: N802
        """Of these, what part with so many seats, where a game takes longer with more. Left out: all of them."""

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

    @property
    @optional
    def FEATURES(self) -> int:  # noqa: N802
        """How many features there are for ``features`` to choose from. Left out: as many as a tensor has numbers."""

    @property
    @optional
    def NETWORK_PLAN(self) -> Mapping[str, float]:  # noqa: N802
        """Other numbers for the search, beside those of PLAN, where a network judges positions. Left out: none."""

    @optional
    def favour(self, options: Any, state: Any, moves: Array, count: int, careful: bool, out: Array) -> None:
        """How good each of the seat's legal moves looks: a positive whole number, in proportion.

        Playouts draw by these numbers, the tree tries the highest first. ``careful``: it is for the tree, and may take
        longer. The record has nothing concealed, but what the seat cannot know must not be used. Left out: all moves
        look the same.
        """

    @optional
    def striking(self, options: Any, state: Any, moves: Array, count: int, last: int, out: Array) -> None:
        """How much each of the seat's legal moves strikes the eye, from 0 to 100: low levels overlook what does not.

        ``out`` already holds how good each looks at a glance, from 0 for the worst to 50 for the best. ``last`` is the
        last move that another seat was seen to make, or UNSEEN. What the seat cannot know must not be used. Left out:
        what looks good strikes the eye.
        """

    @optional
    def evaluate(self, options: Any, state: Any, out: Array) -> None:
        """A cheap guess of the scores, per seat, adding up to 1. Left out: all seats have the same prospects."""

    @optional
    def features(self, options: Any, state: Any, seat: int, places: Array, amounts: Array) -> int:
        """What a network sees: the numbers of the features that a position has for a seat, and how much of each.

        The record is concealed for that seat. Numbers are below FEATURES; one may come several times, its amounts add
        up. Both arrays have room for FEATURES of them. Returns how many. Left out: all numbers of the tensor but 0.
        """

    @optional
    def forced_win(self, options: Any, states: Any, moves: Array, budget: int) -> int:
        """The first move of a win that the seat to move can force, or -1 if none was found within so many positions.

        ``states[0]`` is the position; the other records, and the rows of ``moves``, one for each, are room to work in.
        Left out: none is found.
        """

    @optional
    def seen(self, options: Any, state: Any, move: int, seat: int) -> int:
        """The code under which ``seat`` sees a legal move that it does not make: equal for moves it cannot tell apart.

        In a position, either all moves are made openly, and are their own codes, or none. Left out: moves of kinds that
        MOVES calls secret look like the first one, and all others are made openly.
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
    @optional
    def Options(self) -> type[BaseOptions]:  # noqa: N802
        """The record. Left out: it holds the number of seats alone."""

    @property
    @optional
    def TABLE(self) -> tuple[Option, ...]:  # noqa: N802
        """What can be chosen. Left out: nothing."""

    @optional
    def fill(self, record: Any, values: Mapping[str, Any]) -> None:
        """Write checked option values, one for each row of the table, into a zeroed record whose seats are set.

        Left out: each into the field of its name, a word as its place among the option's values.
        """
