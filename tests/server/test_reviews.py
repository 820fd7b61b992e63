"""Reviews on the server: of games that are over and of no others, worked out apart, kept for all, and left at will."""

import asyncio
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tablier import Match, review
from tablier.core.contract import EVERYONE
from tablier.reviewing import stages
from tablier.server.app import create
from tablier.server.authority.events import Event, SeatPlan, Setup
from tablier.server.authority.summaries import summary
from tablier.server.authority.table import Table
from tablier.server.bots.pool import Bots, ReviewStage
from tablier.server.bots.process import Failed, Worker
from tablier.server.declaration.reviews import BetterLine, ReviewStanding
from tablier.server.entrance import rates
from tablier.server.operation.settings import Settings
from tablier.server.reviews.running import BEGUN, KEPT, Reviews
from tablier.server.store.protocol import Document
from tests.reviewing.kit import played, recorded
from tests.server.kit import NOW, TestClient

SIMULATIONS = 8
NAME = "review-of-a-game"  # of a table: 16 characters
OK = 200
ANN, BOB = "ann".ljust(22, "-"), "bob".ljust(22, "-")


class Thinkers(Bots):
    """Bots that look at portions here and now, with little effort, as soon as they are let."""

    def __init__(self) -> None:
        super().__init__(1, 10.0)
        self.asked: list[str] = []
        self.let = True
        self.kills = 0

    async def review(self, asked: ReviewStage) -> Any:
        self.asked.append(asked.stage)
        while asked.stage == stages.LOOK and not self.let:
            await asyncio.sleep(0)
        if asked.stage == stages.LOOK and self.kills:
            self.kills -= 1
            raise Failed("the process has ended")
        found = stages.done(asked.stage, asked.given)
        if asked.stage == stages.PLAN:
            found["effort"] = (SIMULATIONS, 0)
        return found


class House:
    """A server with tables in its store, and people who ask it."""

    def __init__(self, client: TestClient, bots: Thinkers) -> None:
        self.client, self.bots = client, bots
        self.reviews: Reviews = client.app.state.living.reviews  # type: ignore[attr-defined]
        self.store = self.reviews.store

    def keep(self, match: Match, *more: Event, name: str = NAME) -> str:
        """A table at which a match was played; the address of its review."""
        places = tuple(SeatPlan("here", name=f"P{seat}") for seat in range(match.seats))
        setup = Setup(name, match.game, match.options, 1, places, made=NOW)
        events = [*(Event("move", NOW, None, move) for move in match.moves), *more]
        self.store.create(setup, events, summary(Table(setup, events))).result()
        return f"/api/tables/{name}/review"

    def ask(self, method: str, path: str, visitor: str = ANN, language: str = "en", **body: Any) -> Any:
        """What is answered."""
        self.client.cookies.clear()
        headers = {"cookie": f"visitor={visitor}; language={language}"}
        answer = self.client.request(method, path, headers=headers, json=body or None)
        if answer.status_code == OK and "/replay" not in path:
            shape = BetterLine if "scene" in answer.json() else ReviewStanding
            shape.model_validate_json(answer.text)  # it is as declared
        return answer.json()

    def until(self, path: str, state: str) -> Any:
        """How a review stands as soon as it stands like that."""
        while (found := self.ask("GET", path))["state"] != state:
            assert found["state"] == "running", found
        return found


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    bots = Thinkers()
    application = create(Settings(tmp_path, prepare=False, limited=False), bots)
    with TestClient(application, base_url="http://testserver") as client:
        yield House(client, bots)


def whole(game: str = "samarra") -> Match:
    """A game that has ended by its rules, or by resigning."""
    return played(game)


def resigned(seat: int = 0) -> Event:
    return Event("resign", NOW, seat)


def refusal(answer: Any) -> str:
    return str(answer["error"]["code"])


def test_a_review_is_worked_out_when_it_is_asked_for_and_kept_for_all(house: House) -> None:
    path = house.keep(recorded("unblocked"))
    assert house.ask("GET", path)["state"] == "none"
    assert house.ask("POST", path)["state"] in ("running", "kept")
    told = house.until(path, "kept")["review"]
    asked = len(house.bots.asked)
    assert told == review(recorded("unblocked"), simulations=SIMULATIONS).data("en") | {"simulations": SIMULATIONS}
    assert (told["moves"][19]["kind"], told["moves"][19]["better"][:2]) == ("blunder", "d3")
    french = house.ask("POST", path, BOB, "fr")
    assert french["state"] == "kept"
    assert french["review"]["moves"][19]["told"].startswith("Cela a laissé à Rouge")
    assert len(house.bots.asked) == asked


def test_nothing_is_told_of_a_game_that_runs(house: House) -> None:
    for number, match in enumerate((recorded("unblocked").at(6), whole().at(6))):
        path = house.keep(match, name=f"running-table--{number}")
        for method in ("GET", "POST", "DELETE"):
            assert refusal(house.ask(method, path)) == "review.running"
        assert refusal(house.ask("GET", f"{path}/3")) == "review.running"
    text = whole().at(6)
    assert refusal(house.ask("POST", "/api/reviews", text=text.text("everyone"))) == "review.running"
    assert house.bots.asked == []


def test_what_a_seat_may_keep_of_a_running_game_is_reviewed_for_it_alone(house: House) -> None:
    text = whole().at(8).text(1)
    key = house.ask("POST", "/api/reviews", text=text)["key"]
    told = house.until(f"/api/reviews/{key}", "kept")["review"]
    assert [own["seat"] for own in told["ledgers"]] == [1]
    assert all(move["after"][0] is None and "0" not in move["beliefs"] for move in told["moves"])


def test_a_game_given_up_and_one_that_nobody_played(house: House) -> None:
    given_up = house.keep(whole().at(8), resigned())
    house.ask("POST", given_up)
    told = house.until(given_up, "kept")["review"]
    assert (told["end"], [own["seat"] for own in told["ledgers"]]) == ([0.0, 1.0], [0, 1])
    abandoned = house.keep(whole().at(6), Event("abandoned", NOW), name="abandoned-table-")
    house.ask("POST", abandoned)
    assert house.until(abandoned, "kept")["review"]["ledgers"]
    nobody = house.keep(whole().at(0), resigned(), name="untouched-table-")
    assert refusal(house.ask("POST", nobody)) == "review.empty"
    assert refusal(house.ask("GET", "/api/tables/nobodys-table---/review")) == "table.unknown"


def test_it_is_left_by_whoever_has_asked_and_ends_with_the_last_of_them(house: House) -> None:
    path = house.keep(recorded("unblocked"))
    house.bots.let = False
    house.ask("POST", path)
    running = house.ask("POST", path, BOB)
    assert (running["state"], running["asked"], running["positions"] in (0, 22)) == ("running", True, True)
    assert house.ask("GET", path, "eve".ljust(22, "-"))["asked"] is False
    assert house.ask("DELETE", path, "eve".ljust(22, "-"))["state"] == "running"
    left = house.ask("DELETE", path)
    assert (left["state"], left["asked"]) == ("running", False)
    assert house.ask("DELETE", path, BOB)["state"] == "none"
    assert house.store.document(KEPT, NAME).result().text is None
    house.bots.let = True
    house.ask("POST", path)
    assert house.until(path, "kept")["review"]


def test_a_process_that_was_killed_is_asked_again_and_one_that_always_fails_leaves_nothing(house: House) -> None:
    path = house.keep(recorded("rim"))
    house.bots.kills = 2
    house.ask("POST", path)
    assert house.until(path, "kept")["review"]
    other = house.keep(recorded("unblocked"), name="another-table---")
    house.bots.kills = 1000
    house.ask("POST", other)
    failed = house.until(other, "none")
    assert "came to nothing" in failed["fault"]
    assert house.store.document(BEGUN, "another-table---").result().text is None
    house.bots.kills = 0
    house.ask("POST", other)
    assert house.until(other, "kept")["fault"] is None


def test_what_a_server_that_died_had_begun_is_begun_anew(house: House) -> None:
    path = house.keep(recorded("rim"))
    told = {"run": "of-a-dead-server", "stamp": "", "by": [], "looked": 3, "positions": 11}
    house.store.keep([Document(BEGUN, NAME).saying(told)]).result()
    assert house.ask("GET", path)["state"] == "none"
    house.ask("POST", path)
    assert house.until(path, "kept")["review"]
    assert house.store.document(BEGUN, NAME).result().text is None


def test_among_several_servers_a_note_of_another_one_counts_until_it_is_old(house: House) -> None:
    path, now = house.keep(recorded("rim")), house.reviews.clock()
    house.reviews.alone = False
    told = {"run": "of-another-server", "stamp": "", "by": [], "looked": 3, "positions": 11}
    note = Document(BEGUN, NAME, moment=now)
    house.store.keep([note.saying(told)]).result()
    assert [house.ask("POST", path)[name] for name in ("state", "looked", "positions", "asked")] == [
        "running", 3, 11, True
    ]  # fmt: skip
    assert house.bots.asked == []
    stale = house.store.document(BEGUN, NAME).result()
    house.store.keep([stale.saying(stale.data, moment=now - 60)]).result()
    house.ask("POST", path)
    assert house.until(path, "kept")["review"]


def test_who_asks_for_too_many_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rates, "REVIEWS", rates.Rate(1, 1 / 120))
    monkeypatch.setattr(rates, "GLANCES", rates.Rate(1e6, 1e6))
    with TestClient(create(Settings(tmp_path, prepare=False), Thinkers()), base_url="http://testserver") as client:
        house = House(client, client.app.state.living.hub.bots)  # type: ignore[attr-defined]
        first, second = house.keep(recorded("rim")), house.keep(recorded("missed"), name="another-table---")
        house.ask("POST", first)
        refused = house.ask("POST", second)["error"]
        assert (refused["code"], refused["retry_after"] > 60) == ("limits.rate", True)
        assert "many reviews of games" in refused["message"]
        assert "minutes" in refused["message"]
        house.until(first, "kept")
        assert house.ask("POST", first)["state"] == "kept"  # what is there already counts for nothing
        assert house.ask("POST", second, BOB)["state"] in ("running", "kept")


def test_the_better_line_is_drawn_move_by_move(house: House) -> None:
    path = house.keep(recorded("unblocked"))
    assert refusal(house.ask("GET", f"{path}/20")) == "review.none"
    house.ask("POST", path)
    told = house.until(path, "kept")["review"]["moves"]
    branch = house.ask("GET", f"{path}/20")
    assert branch["line"][0] == told[19]["better"]
    assert branch["line"] == told[19]["line"][: len(branch["line"])]
    assert [move["number"] for move in branch["moves"]] == list(range(1, len(branch["line"]) + 1))
    assert (branch["number"], branch["actor"], branch["imagined"]) == (19, 1, False)
    assert "cell.d3" in branch["marked"]
    same = next(move["number"] for move in told if not move["better"])
    assert refusal(house.ask("GET", f"{path}/{same}")) == "review.best"
    text = recorded("unblocked").text("everyone")
    key = house.ask("POST", "/api/reviews", text=text)["key"]
    house.until(f"/api/reviews/{key}", "kept")
    brought = house.ask("POST", "/api/reviews/better", text=text, number=20)
    assert [brought[name] for name in ("line", "number")] == [branch["line"], 19]


def test_a_better_line_in_a_game_with_secrets_is_drawn_as_its_maker_knew_it(house: House) -> None:
    """Two games that whoever decided could not tell apart have the same picture before the better move."""
    match = whole()
    path = house.keep(match, *([resigned(1)] if match.ending else []))
    house.ask("POST", path)
    told = house.until(path, "kept")["review"]["moves"]
    number = next(move["number"] for move in told if move["better"])
    branch, seat = house.ask("GET", f"{path}/{number}"), told[number - 1]["actor"]
    own = house.ask("GET", f"/api/tables/{NAME}/replay?as={seat}")
    parts = {part["id"]: part for part in own["scene"]["parts"]}
    for happened in own["moves"][: number - 1]:
        parts |= {part["id"]: part for part in happened["changed"]}
        parts = {name: part for name, part in parts.items() if name not in happened["gone"]}
    assert branch["imagined"]
    assert {part["id"]: part.get("symbol") for part in branch["scene"]["parts"]} == {
        name: part.get("symbol") for name, part in parts.items()
    }


def test_a_review_that_is_no_longer_that_of_the_game_is_worked_out_again(house: House) -> None:
    path = house.keep(recorded("rim"))
    told = {"stamp": "0 0 0", "told": {"en": "{}", "fr": "{}"}}
    house.store.keep([Document(KEPT, NAME).saying(told)]).result()
    assert house.ask("GET", path)["state"] == "none"
    house.ask("POST", path)
    assert house.until(path, "kept")["review"]["moves"]


def test_a_review_goes_with_its_table(house: House) -> None:
    path = house.keep(recorded("rim"))
    house.ask("POST", path)
    house.until(path, "kept")
    house.store.forget([NAME]).result()
    assert house.store.document(KEPT, NAME).result().text is None
    assert house.store.counted(KEPT, "table").result() == 0


def in_process(bots: Bots, work: Callable[[Bots], Any]) -> Any:
    """Something done with real processes, which are ended afterwards."""

    async def run() -> Any:
        try:
            return await work(bots)
        finally:
            await bots.close()

    return asyncio.run(run())


def test_portions_are_looked_at_in_a_process_of_their_own_that_is_replaced_when_it_dies() -> None:
    match = recorded("missed")
    given = {"text": match.text("everyone"), "spent": (SIMULATIONS, 0), "portion": (EVERYONE, 50, 52)}
    asked = ReviewStage(match.game, stages.LOOK, given)

    async def work(bots: Bots) -> Any:
        workers: list[Worker] = bots.patient.workers
        bots.steps[match.game] = []  # it need not be compiled for so little
        first = asyncio.create_task(bots.review(asked))
        while not (started := [worker.process for worker in workers if worker.process]):
            await asyncio.sleep(0)
        started[0].kill()
        with pytest.raises(Failed):
            await first
        found = await bots.review(asked)
        assert all(each.process is None for each in bots.workers)  # which are for whoever plays
        return found

    assert in_process(Bots(1, 10.0), work) == json.loads(json.dumps(stages.done(stages.LOOK, given)))
