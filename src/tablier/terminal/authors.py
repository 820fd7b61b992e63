"""For authors: which games there are, and what is wrong with them, in sentences."""

import json

from rich.console import Console

from tablier.authors.faults import serious
from tablier.authors.looking import check, set_broken_aside
from tablier.core import registry
from tablier.core.registry import keys, load
from tablier.core.words import word


def listed(as_json: bool, language: str) -> None:
    """Print the games, their seats and options; broken ones of other packages last, or beside what is printed."""
    set_broken_aside()
    if as_json:
        rows = [{"game": key, "seats": list(load(key).seats), "options": choices(key)} for key in keys()]
        print(json.dumps(rows))
    else:
        for key in keys():
            print_game(key)
    console = Console(stderr=as_json)
    for key, faults in registry.ASIDE.items():
        console.print(f"{word('authors.aside').say(language)} {key}", style="red", markup=False, highlight=False)
        for fault in faults:
            console.print(f"  {fault.say(language)}", markup=False, highlight=False, soft_wrap=True)


def choices(key: str) -> dict[str, str]:
    """The options of a game, each with what can be chosen."""
    return {option.name: option.choices for option in load(key).options.TABLE}


def print_game(key: str) -> None:
    """One game with its options."""
    game, console = load(key), Console()
    console.print(f"[bold]{game.key}[/bold]  {'/'.join(map(str, game.seats))} seats", highlight=False)
    for option in game.options.TABLE:
        console.print(f"  {option.name} = [cyan]{option.choices}[/cyan]", highlight=False)
        console.print(f"      {option.sentence}", style="dim", highlight=False)
        for value in option.values if isinstance(option.default, str) else ():
            console.print(f"      {value}: {option.named(value).say()}", style="dim", highlight=False)


def checked(game: str | None, quick: bool, language: str) -> int:
    """Print what is wrong with a game, or with all of other packages; the exit status."""
    wanted = registry.foreign() if game is None else [game]
    if not wanted:
        print(word("authors.check.none").say(language))
    return max([report(key, quick, language) for key in wanted], default=0)


def report(key: str, quick: bool, language: str) -> int:
    """Print what is wrong with one game, then what is worth knowing; the exit status."""
    found = check(key, quick)
    faults, remarks = serious(found), [fault for fault in found if fault.is_remark]
    told = word("authors.check.bad", game=key, count=len(faults)) if faults else word("authors.check.good", game=key)
    print(told.say(language), flush=True)
    for fault in faults:
        print(f"  {fault.say(language)}", flush=True)
    if remarks:
        print(word("authors.check.remarks").say(language), flush=True)
    for remark in remarks:
        print(f"  {remark.say(language)}", flush=True)
    return 1 if faults else 0
