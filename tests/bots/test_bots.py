"""Bots: the same seed gives the same move, secrets stay secret, a search can be limited, stopped and read."""

import random
import threading
import time
from typing import Any

import pytest

from tablier import BadOption, Bot, Match, NotNow
from tablier.bots.bot import spread
from tablier.bots.levels import LEVELS
from tablier.bots.nodes import NO_NODE
from tablier.bots.search import BASELINE, Search, plan, strong_plan
from tablier.core.records import Bytes
from tablier.core.registry import load
from tablier.games import GAMES
from tablier.games.samarra import advice
from tablier.games.samarra.state import ASSIGNMENTS
from tests.contract.kit import at_move, cases, random_match
from tests.contract.test_secrets import alike

each_game = pytest.mark.parametrize("game", GAMES)


def decision(game: str, seed: int) -> Match:
    """A random position in which a seat decides."""
    match = random_match(random.Random(seed).choice(cases(game)), seed)
    numbers = [n for n in range(len(match.moves)) if isinstance(at_move(match, n).actor, int)]
    return at_move(match, random.Random(seed).choice(numbers))


@each_game
def test_the_same_seed_and_simulations_give_the_same_move(game: str) -> None:
    for seed in range(4):
        match = decision(game, seed)
        one, two = (Bot(game, simulations=60, seed=7).analyse(match) for _ in range(2))
        assert one.moves == two.moves
        assert one.line == two.line
        assert one.values == two.values
        assert len({Bot(game, level=2, seed=7).choose(match) for _ in range(3)}) == 1


def test_a_game_may_ask_for_fewer_simulations_with_more_seats() -> None:
    made = {seats: Bot("samliam", level=2, seed=7).analyse(Match("samliam", seats=seats)) for seats in (2, 3, 4)}
    usual, part = LEVELS[2].simulations, load("samliam").advice.SEAT_EFFORT
    assert made[2].simulations == usual
    assert [made[seats].simulations for seats in (3, 4)] == [round(usual * part[seats]) for seats in (3, 4)]
    assert Bot("samliam", simulations=40, seed=7).analyse(Match("samliam", seats=4)).simulations == 40


@each_game
def test_a_bot_chooses_legal_moves_and_changes_nothing(game: str) -> None:
    for seed in range(6):
        match = decision(game, seed)
        before = match.text(), match.state.tobytes()
        for bot in (Bot(game, level=1), Bot(game, simulations=30, kind="uct"), Bot(game, kind="random")):
            assert bot.choose(match) in match.legal()
        assert (match.text(), match.state.tobytes()) == before


@pytest.mark.parametrize("game", [game for game in GAMES if not load(game).hidden])
def test_where_nothing_is_hidden_a_search_finds_the_same_without_listing_all_moves_anew(game: str) -> None:
    match = decision(game, 3)
    found = []
    for is_open in (0, 1):
        numbers = strong_plan(match.engine.game)
        numbers[0].open = is_open
        assert isinstance(match.actor, int)
        search = Search(match.engine, match.known(match.actor), match.actor, numbers, seed=1)
        search.run(500, None)
        found.append(sorted(search.children()))
    assert found[0] == found[1]


@each_game
def test_an_analysis_adds_up(game: str) -> None:
    match = decision(game, 1)
    found = Bot(game, simulations=200, seed=1).analyse(match)
    assert found.simulations == 200
    assert found.per_second > 0
    assert sum(found.values) == pytest.approx(1, abs=1e-3)
    assert sum(visits for _, _, visits in found.moves) == 200
    assert all(0 <= value <= 1 for _, value, _ in found.moves)
    assert [visits for *_, visits in found.moves] == sorted((visits for *_, visits in found.moves), reverse=True)
    assert {move for move, _, _ in found.moves} <= set(match.legal())
    assert found.line[0] == found.moves[0][0]


def test_a_choice_is_the_same_on_games_that_the_seat_cannot_tell_apart() -> None:
    compared = 0
    for seed in range(12):
        match = decision("samarra", seed)
        assert isinstance(match.actor, int)
        choice = Bot("samarra", simulations=80, seed=3).choose(match)
        for other in alike(match, match.actor):
            assert Bot("samarra", simulations=80, seed=3).choose(other) == choice
            compared += other.state.tobytes() != match.state.tobytes()
    assert compared > 5


def test_a_bot_plays_from_a_seats_own_account() -> None:
    match = decision("samarra", 4)
    assert isinstance(match.actor, int)
    account = Match.from_text(match.text(match.actor))
    bot = Bot("samarra", simulations=80, seed=3)
    assert bot.choose(account) == bot.choose(match)


@each_game
def test_a_search_on_several_cores_shares_the_simulations(game: str) -> None:
    found = Bot(game, simulations=100, seed=1, cores=2).analyse(decision(game, 2))
    assert found.simulations == 100


def test_a_search_can_be_stopped_at_once() -> None:
    match, bot, answers = Match("minelfield"), Bot("minelfield", seconds=600, seed=1), []
    thread = threading.Thread(target=lambda: answers.append(bot.choose(match)))
    thread.start()
    while not bot.searches or not bot.searches[0].simulations:
        time.sleep(0.001)
    bot.stop()
    thread.join(timeout=30)
    assert [answer in match.legal() for answer in answers] == [True]


@each_game
def test_every_level_takes_a_win_on_the_board(game: str) -> None:
    """Found in random games: positions before a last move that wins at once, without dice."""
    tried = 0
    for seed in range(12):
        match = random_match(cases(game)[0], seed)
        last = at_move(match, len(match.moves) - 1)
        seat = last.actor
        if not isinstance(seat, int) or game == "sprawl" or match.outcome is None or match.outcome.scores[seat] != 1:
            continue
        account = last.copy()
        account.play(Bot(game, level=1, seed=seed).choose(last))
        if game == "samarra" and account.outcome is None:
            continue  # the win was a stroke of luck, since something was hidden
        assert account.outcome is not None
        assert account.outcome.scores[seat] == 1
        tried += 1
    assert tried or game in ("sprawl", "minelfield")


@each_game
def test_a_search_that_ends_when_decided_decides_the_same(game: str) -> None:
    for seed in range(6):
        match = decision(game, seed)
        whole, decided = (Bot(game, simulations=400, seed=seed)._searches(match)[0] for _ in range(2))
        whole.run(400, None)
        decided.run(400, None, decide=True)
        most = [max(search.children(), key=lambda child: child[1])[0] for search in (whole, decided)]
        assert most[0] == most[1]
        assert decided.simulations == 400 or decided.lead() > 400 - decided.simulations


@each_game
def test_what_is_overlooked_is_not_played(game: str) -> None:
    played = set()
    for seed in range(6):
        match = decision(game, seed)
        bot = Bot(game, level=1, seed=seed)
        overlooked = bot._overlooked(match)
        assert len(overlooked) < len(match.legal())
        if bot._won(bot._searches(match)[0]) is None:
            code = match._legal[bot.choose(match)]
            assert code not in overlooked
            played.add(code)
    assert played
    assert Bot(game, level=4)._overlooked(decision(game, 1)) == []


@each_game
@pytest.mark.parametrize("calibration", [(1.0, 0.0), (2.0, -1.0), (0.5, 0.5)])
def test_values_are_chances(game: str, calibration: tuple[float, float], monkeypatch: pytest.MonkeyPatch) -> None:
    match = decision(game, 3)
    monkeypatch.setattr(match.engine.game.advice, "CALIBRATION", calibration)
    seats, bot = match.seats, Bot(game, seed=1, network=False)
    chances = bot._searches(match)[0].chances
    for share in (0.0, 0.2, 0.5, 0.9, 1.0):
        values = chances(spread(share, 0, seats))
        assert sum(values) == pytest.approx(1)
        assert values[0] == share or 0 < share < 1
    rising = [chances(spread(share / 10, 0, seats))[0] for share in range(11)]
    assert rising == sorted(rising)
    assert isinstance(match.actor, int)
    even = chances([1 / seats] * seats)[match.actor]
    assert (even > 1 / seats) == (calibration[1] > 0)


def test_wrong_bots_are_refused_in_words() -> None:
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"level": 9}, "core.bot.level"),
        ({"level": True}, "core.bot.level"),
        ({"kind": "oracle"}, "core.bot.kind"),
        ({"seconds": -1}, "core.bot.limit"),
        ({"simulations": 0}, "core.bot.limit"),
        ({"cores": "two"}, "core.bot.limit"),
    ]
    for arguments, key in wrong:
        with pytest.raises(BadOption) as caught:
            Bot("samarra", **arguments)
        assert caught.value.key == key
    with pytest.raises(BadOption):
        Bot("samarra").choose(Match("sprawl"))
    match = Match("minelfield")
    match.play("a3-b3")
    with pytest.raises(NotNow):
        Bot("minelfield").choose(match)


def test_levels_think_more_and_more() -> None:
    simulations = [LEVELS[level].simulations or 0 for level in range(1, 8)]
    assert simulations == sorted(simulations)
    assert LEVELS[8].simulations is None
    assert LEVELS[8].seconds == 3.0


def test_where_more_thinking_does_not_help_the_highest_level_stops_unless_it_is_given_time() -> None:
    highest = max(LEVELS)
    assert Bot("samarra", level=highest).level.simulations == advice.ENOUGH
    assert Bot("samarra", level=highest, seconds=1.0).level.simulations is None
    assert Bot("samliam", level=highest).level.simulations is None


def test_in_a_bot_s_thoughts_the_other_decides_by_what_it_knows() -> None:
    match = Match("samarra", seed=1)
    for _ in range(2):
        match.play(match.legal()[0])
    assert secrets_weighed(strong_plan(match.engine.game), match) == set(range(len(ASSIGNMENTS)))
    assert not secrets_weighed(plan(BASELINE), match)


def secrets_weighed(numbers: Bytes, match: Match) -> set[int]:
    """The secrets for which a search has weighed the moves of the other apart, and what it made of them."""
    search = Search(match.engine, match.known(0), 0, numbers, 1)
    search.grow(3000)
    found: set[int] = set()
    for node in search.nodes[: int(search.desk[0].used)]:
        place, weighed = int(node.apart), 0
        while place != NO_NODE:
            found.add(int(search.nodes[place].move))
            weighed += int(search.nodes[place].visits)
            place = int(search.nodes[place].following)
        assert weighed <= node.visits
    return found
