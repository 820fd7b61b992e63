"""Asking for a line at the terminal, with completion by Tab where the terminal can."""

from collections.abc import Sequence

try:
    import readline
except ImportError:  # Windows
    readline = None  # type: ignore[assignment]


def ask(prompt: str, words: Sequence[str]) -> str | None:
    """A typed line without spaces around it, or None at the end of input; Tab completes to one of the words."""
    if readline is not None:
        readline.set_completer(completer(words))
        readline.set_completer_delims("")
        readline.parse_and_bind("tab: complete")
    try:
        return input(prompt).strip()
    except (EOFError, KeyboardInterrupt):
        print()
        return None


class completer:  # noqa: N801
    """Gives the words that begin with what was typed, one by one, as readline asks for them."""

    def __init__(self, words: Sequence[str]) -> None:
        self.words = words

    def __call__(self, typed: str, number: int) -> str | None:
        fitting = [word for word in self.words if word.startswith(typed)]
        return fitting[number] if number < len(fitting) else None
