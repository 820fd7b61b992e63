"""The names of the contract as kernels see them: for the type checker, and a clear error if a kernel was not bound."""

from typing import Any, NoReturn

from tablier.core.compile import stand_in
from tablier.core.records import Array


def unbound(*_: Any) -> NoReturn:
    """Stands in for a rule until a kernel is bound to a game."""
    raise TypeError("a generic kernel runs only after compile.bind(kernel, game)")


@stand_in
def start(options: Any, state: Any) -> None:
    unbound()


@stand_in
def actor(options: Any, state: Any) -> int:
    unbound()


@stand_in
def legal_moves(options: Any, state: Any, moves: Array) -> int:
    unbound()


@stand_in
def weights(options: Any, state: Any, out: Array) -> None:
    unbound()


@stand_in
def apply(options: Any, state: Any, move: int) -> None:
    unbound()


@stand_in
def returns(options: Any, state: Any, out: Array) -> int:
    unbound()


@stand_in
def conceal(options: Any, state: Any, seat: int) -> None:
    unbound()


@stand_in
def redeal(options: Any, state: Any, seat: int, rng: Array) -> None:
    unbound()


@stand_in
def observe(options: Any, state: Any, seat: int, planes: Array) -> None:
    unbound()


@stand_in
def favour(options: Any, state: Any, moves: Array, count: int, careful: bool, out: Array) -> None:
    unbound()


@stand_in
def evaluate(options: Any, state: Any, out: Array) -> None:
    unbound()


@stand_in
def features(options: Any, state: Any, seat: int, places: Array, amounts: Array) -> int:
    unbound()


@stand_in
def forced_win(options: Any, states: Any, moves: Array, budget: int) -> int:
    unbound()


@stand_in
def striking(options: Any, state: Any, moves: Array, count: int, last: int, out: Array) -> None:
    unbound()


@stand_in
def seen(options: Any, state: Any, move: int, seat: int) -> int:
    unbound()


@stand_in
def secret(options: Any, state: Any, seat: int) -> int:
    unbound()
