"""What happens in Sam Liam, told in words."""

from functools import cache

from tablier.core.contract import RUNNING
from tablier.core.words import Word, word
from tablier.games.samliam.board import NAMES
from tablier.games.samliam.calls import call_of
from tablier.games.samliam.duty import has_voice
from tablier.games.samliam.options import STRICT, Options, seat_word
from tablier.games.samliam.positions import banned_cells
from tablier.games.samliam.rules import ANNOUNCED, LIMIT, REASONS
from tablier.games.samliam.state import FACINGS, State, decode

CALLS = ("", "song", "sam", "song_sam", "win")


def story(options: Options, before: State, move: int, after: State) -> list[Word]:
    """The lift or the placement, then what was announced or kept silent, then the end."""
    seat = int(before.turn)
    lifts, slot, _ = decode(move)
    told = [moved(seat, "lifted" if lifts else "placed", slot)]
    if not lifts:
        told += announced(options, after, seat)
    if after.reason != RUNNING:
        told.append(ending(after))
    return told


def moved(seat: int, kind: str, slot: int) -> Word:
    """A lift or a placement."""
    facing = word(f"samliam.facing.{FACINGS[slot & 3]}")
    return word(f"samliam.story.{kind}", seat=seat_word(seat), cell=NAMES[slot >> 2], facing=facing)


def called(options: Options, state: State, move: int) -> Word:
    """How a move is called before it is made."""
    return named(move, bool(has_voice(options, state)))


@cache
def named(move: int, voiced: bool) -> Word:
    """The name of a move, always the same one."""
    lifts, slot, announces = decode(move)
    told = {"cell": NAMES[slot >> 2], "facing": word(f"samliam.facing.{FACINGS[slot & 3]}")}
    if lifts:
        return word("samliam.move.lift", **told)
    if not voiced:
        return word("samliam.move.place", **told)
    return word("samliam.move.place_aloud" if announces else "samliam.move.place_quiet", **told)


def announced(options: Options, after: State, seat: int) -> list[Word]:
    """What a seat announced at the end of its turn, or that it was silent."""
    if after.reason not in (RUNNING, ANNOUNCED, LIMIT):
        return []
    banned = [NAMES[cell] for cell in banned_cells(after, seat)]
    if options.announcements == STRICT and banned:
        return [word("samliam.story.silent", seat=seat_word(seat), cells=banned)]
    call = call_of(options, after, seat)
    if call is None:
        return []
    return [word("samliam.story.called", seat=seat_word(seat), call=call_word(call.number))]


def ending(state: State) -> Word:
    """Who won and why, or that nobody did."""
    winners = int(state.winners)
    if winners & (winners - 1):
        return word("samliam.story.drawn", reason=reason_word(state))
    return word("samliam.story.won", reason=reason_word(state), seat=seat_word(winners.bit_length() - 1))


def reason_word(state: State) -> Word:
    """Why the game ended."""
    return word(f"samliam.reason.{REASONS[state.reason - 1]}")


def call_word(number: int) -> Word:
    """An announcement as it is called."""
    return word(f"samliam.call.{CALLS[number]}")
