"""The names of the contract as kernels see them: for the type checker, and a clear error if a kernel was not bound."""

from typing import Any, NoReturn

from tablier.core.records import Array


def unbound(*_: Any) -> NoReturn:
    """Stands in for a rule until a kernel is bound to a game."""
    raise TypeError("a generic kernel runs only after compile.bind(kernel, game)")


def start(options: Any, state: Any) -> None:
    unbound()


def actor(options: Any, state: Any) -> int:
    unbound()


def legal_moves(options: Any, state: Any, moves: Array) -> int:
    unbound()


def weights(options: Any, state: Any, out: Array) -> None:
    unbound()


def apply(options: Any, state: Any, move: int) -> None:
    unbound()


def returns(options: Any, state: Any, out: Array) -> int:
    unbound()


def conceal(options: Any, state: Any, seat: int) -> None:
    unbound()


def redeal(options: Any, state: Any, seat: int, rng: Array) -> None:
    unbound()


def observe(options: Any, state: Any, seat: int, planes: Array) -> None:
    unbound()
