"""The command ``tablier``, also as ``python -m tablier``. Where a package is missing it says what to install."""

import sys
from collections.abc import Sequence

from tablier import __version__
from tablier.core.words import Word, environment_language, word

FROM_EXTRAS = {
    "PIL", "cryptography", "distributed", "fastapi", "gymnasium", "h11", "jinja2", "markdown_it", "openskill",
    "orjson", "pettingzoo", "psycopg", "pydantic", "pydantic_core", "pyspiel", "pywebpush", "resvg_py", "rich", "segno",
    "starlette", "typer", "uvicorn", "webauthn", "websockets",
}  # fmt: skip
"""Modules that a plain installation does not have."""
EXTRAS = {
    "": "server",
    "serve": "server",
    "worker": "server",
    "backup": "server",
    "move-store": "server",
    "moderate": "server",
    "picture": "terminal,pictures",
}
"""What a command needs."""
USUAL = "terminal"


def main() -> None:
    """Run a command; if its packages are not there, a sentence says how to get them, and the exit status is 1."""
    try:
        from tablier.cli import main as run

        run()
    except ModuleNotFoundError as error:
        module = (error.name or "").partition(".")[0]
        if module not in FROM_EXTRAS:
            raise
        without(module, sys.argv[1:])


def without(module: str, arguments: Sequence[str]) -> None:
    """Do what can be done without a module: tell the version, or what to install."""
    if list(arguments) == ["--version"]:
        print(__version__)
        return
    print(advised(module, arguments).say(environment_language()), file=sys.stderr)
    sys.exit(1)


def advised(module: str, arguments: Sequence[str]) -> Word:
    """What to install for a command."""
    command = next((argument for argument in arguments if not argument.startswith("-")), "")
    called = f"tablier {command}".rstrip()
    return word("core.extra", command=called, module=module, extra=EXTRAS.get(command, USUAL))


if __name__ == "__main__":
    main()
