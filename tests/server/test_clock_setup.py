"""A clock is asked for with a new table, or refused in words; and a bot's table with a clock plays on."""

from pathlib import Path
from typing import Any

import pytest

from tablier.server.authority.events import DAYS, FISCHER, ClockPlan
from tests.server.kit import unhurried
from tests.server.test_live import BOT, ME, Player, QuickBots, live, make

GOOD: list[tuple[dict[str, Any], ClockPlan]] = [
    ({"kind": "fischer", "minutes": 5, "seconds": 3}, ClockPlan(FISCHER, 300.0, 3.0)),
    ({"kind": "delay", "minutes": 0.5, "seconds": 0, "leavers": "bot"}, ClockPlan("delay", 30.0, leavers="bot")),
    ({"kind": "days", "days": 2}, ClockPlan(DAYS, 172_800.0)),
]
BAD: list[tuple[dict[str, Any], str]] = [
    ({"kind": "fischer", "minutes": 5}, "seconds"),
    ({"kind": "fischer", "minutes": 5, "seconds": 3, "days": 1}, "days"),
    ({"kind": "days", "minutes": 5, "seconds": 3}, "days"),
    ({"kind": "fischer", "minutes": 0, "seconds": 3}, "more than 0"),
    ({"kind": "fischer", "minutes": 181, "seconds": 3}, "180"),
    ({"kind": "hourglass", "minutes": 1, "seconds": 3}, "fischer"),
]


def test_a_table_is_made_with_a_clock_or_refused_in_words(tmp_path: Path) -> None:
    with unhurried(tmp_path, QuickBots(1, 1.0)) as client:
        for clock, plan in GOOD:
            made = make(client, "samliam", ME, BOT, clock=clock)
            here = client.app.state.hub.open_tables[made["table"]]  # type: ignore[attr-defined]
            assert here.table.setup.clock == plan
        for clock, why in BAD:
            answer = client.post("/api/tables", json={"game": "samliam", "seats": [ME, BOT], "clock": clock})
            assert answer.status_code == 422, clock
            assert why in answer.json()["error"]["message"], clock


@pytest.mark.parametrize("game", ["samliam", "samarra", "minelfield"])
def test_against_a_bot_only_the_persons_clock_is_told(tmp_path: Path, game: str) -> None:
    with unhurried(tmp_path, QuickBots(1, 1.0)) as client:
        table = make(client, game, ME, BOT, clock=GOOD[0][0])["table"]
        with live(client, table) as socket:
            player = Player(socket)
            player.play(3)
            clock = player.now.get("clock") or player.messages[-1].get("clock")
        assert clock
        assert clock["left"][1] is None
        assert clock["left"][0] > 280
