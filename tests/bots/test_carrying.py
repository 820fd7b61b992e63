"""Trees that are kept between moves: only what has come true, only where nothing is hidden, by time alone."""

import pytest

from tablier import Bot, Match
from tablier.bots.carrying import Carried
from tablier.bots.nodes import ROOT
from tablier.bots.search import Search

SECONDS = 0.05


def thought(game: str, seats: int | None = None) -> tuple[Bot, Match, str]:
    """A bot that has just chosen a move."""
    bot, match = Bot(game, level=8, seconds=SECONDS, seed=1), Match(game, seats, seed=1)
    return bot, match, bot.choose(match)


def kept(bot: Bot) -> Carried:
    assert bot.kept is not None
    return bot.kept


def begun(bot: Bot, match: Match) -> Search:
    """A search of a position, with what the bot has kept."""
    search = bot._searches(match)[0]
    kept(bot).onto(match, [search])
    return search


@pytest.mark.parametrize(("game", "seats"), [("samliam", 2), ("sprawl", 3)])
def test_the_branch_that_has_come_true_is_the_next_tree(game: str, seats: int) -> None:
    bot, match, _ = thought(game, seats)
    before = bot.searches[0]
    _, _, _, node = max(before.children(), key=lambda child: child[1])
    replies = {child[0]: child[1:3] for child in before.children(node)}
    match.play(bot.game.notation.write(match.engine.record[0], match.state[0], before.nodes[node].move))
    search = begun(bot, match)
    assert {child[0]: child[1:3] for child in search.children()} == replies
    assert search.nodes[ROOT].visits == before.nodes[node].visits > 1


def test_what_did_not_come_true_is_forgotten() -> None:
    bot, match, _ = thought("samliam")
    tried = {child[0] for child in bot.searches[0].children()}
    match.play(next(move for move, code in match._legal.items() if code not in tried))
    assert begun(bot, match).simulations == 0
    assert begun(bot, Match("samliam", 2, {"size": 7})).simulations == 0


def test_only_those_whose_limit_is_time_keep_their_tree_and_none_with_secrets() -> None:
    for level, simulations, seconds in ((7, None, None), (None, 50, None), (8, 50, None), (1, None, SECONDS)):
        bot = Bot("minelfield", level=level, simulations=simulations, seconds=seconds, seed=1)
        bot.choose(Match("minelfield", seed=1))
        assert not bot.keeps
        assert bot.kept is None
    bot, match, _ = thought("samarra")
    assert match.engine.game.hidden
    assert bot.kept is None


def test_a_bot_thinks_on_until_it_is_wanted_no_more() -> None:
    bot, match, move = thought("samliam")
    asked = iter([True, True, True, False])
    bot.think_on(match, move, 600.0, lambda: next(asked))
    assert next(asked, None) is None
    match.play(move)
    search = begun(bot, match)
    assert kept(bot).codes == tuple(match.codes)
    assert search.nodes[ROOT].visits > 16
    reply = max(search.children(), key=lambda child: child[1])
    match.play(match.legal()[match._survey.moves.index(reply[0])])
    assert begun(bot, match).nodes[ROOT].visits == reply[1]


def test_a_game_that_ends_with_the_move_is_thought_about_no_more() -> None:
    bot, match = Bot("konane", level=8, seconds=SECONDS, seed=1), Match("konane", seed=1)
    while match.outcome is None:
        move = bot.choose(match)
        bot.think_on(match, move, SECONDS / 10)
        match.play(move)
    assert match.outcome
