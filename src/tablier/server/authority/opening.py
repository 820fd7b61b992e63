"""Where the match of a table begins, with all that its record says from the beginning."""

import datetime

from tablier.core.match import Match
from tablier.server.authority import clocks
from tablier.server.authority.events import Setup


def begun(setup: Setup) -> Match:
    """The match of a table before its first move."""
    if setup.start is None:
        match = Match(setup.game, len(setup.places), setup.options, setup.seed)
    else:
        match = Match.from_position(setup.start, setup.seed)
    match.commitment = setup.commitment or None
    if setup.clock is not None:
        match.clock = clocks.described(setup.clock)
    match.date = datetime.datetime.fromtimestamp(setup.made, datetime.UTC).date().isoformat()
    return match
