"""A bot from scratch: one move ahead, with exact chance, and a fair match against random play.

Run it with ``python examples/greedy_bot.py``. A bot needs one method, ``choose``.
This one tries every move, goes through the cards that could be turned up after it,
and takes the move after which it expects to stand best. What "best" is stands in
``worth``: change the numbers there, and see whether the match goes better.
"""

from __future__ import annotations

from math import sqrt
from statistics import mean, stdev

from wonders_duel import Age, Colour, Deal, Game, Move, Player, State
from wonders_duel.bots import Bot, RandomBot

DEALS = 30
"""Each is played twice, with the seats changed."""


class LookAheadBot:
    """Takes the move with the best prospect."""

    def choose(self, state: State) -> Move:
        """Choose one of the legal moves."""
        player = state.mover
        return max(state.legal_moves, key=lambda move: prospect(state.apply(move), player))


def prospect(state: State, player: Player) -> float:
    """Return the mean worth of a position over all chance outcomes."""
    chance = state.chance
    if chance is None or chance.count > 500:  # the deal of an age: far too many
        return worth(state, player)
    return sum(
        float(probability) * prospect(state.resolve(outcome), player)
        for outcome, probability in chance.outcomes()
    )


def worth(state: State, player: Player) -> float:
    """Say in points how much better a position is for a player than for the opponent."""
    if state.result is not None:
        return 2000.0 * state.result.share(player) - 1000.0
    return side(state, player) - side(state, player.opponent)


def side(state: State, player: Player) -> float:
    """Count the points of one player, and what will become points."""
    city = state.cities[player]
    steps = max(0, state.pawn if player is Player.ONE else -state.pawn)
    producers = city.count(Colour.BROWN) + city.count(Colour.GREY)
    early = 3 - (state.age or Age.I)  # what produces pays back while there is time
    return (
        state.totals[player]
        + 0.1 * city.coins
        + 1.5 * early * producers
        + 0.1 * steps**2  # the nearer the capital, the more a step is worth
        + 0.5 * len(city.symbols) ** 2  # six of them win
    )


def match(bot: Bot, other: Bot, deals: int) -> tuple[float, float]:
    """Play every deal from both seats, and give the share won and its standard error.

    Both games of a deal are one measurement: what one bot owes to the cards, the
    other gets in the second game. A shared victory counts half.
    """
    shares = []
    for seed in range(deals):
        deal = Deal.random(seed)
        first = Game.from_deal(deal).play_out(bot, other)
        second = Game.from_deal(deal).play_out(other, bot)
        shares.append((first.share(Player.ONE) + second.share(Player.TWO)) / 2)
    return mean(shares), stdev(shares) / sqrt(deals)


def main() -> None:
    """Play the match and print how it went."""
    share, error = match(LookAheadBot(), RandomBot(seed=1), DEALS)
    print(f"{DEALS} deals, each from both seats, against random play:")
    print(f"won {share:.1%}, plus or minus {1.96 * error:.1%} (95 % confidence)")
    assert share - 1.96 * error > 0.5  # better than random beyond doubt


if __name__ == "__main__":
    main()
