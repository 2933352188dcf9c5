"""A bot from scratch: one move ahead, with exact chance, and a fair match against random play.

Run it with ``python examples/greedy_bot.py``. A bot needs one method, ``choose``.
This one tries every move, averages over the cards that the move could reveal, and
picks the move with the highest expected evaluation. To improve the bot, change the
numbers in ``evaluate`` and ``side_value``, and see whether it wins more games.
"""

from __future__ import annotations

from math import sqrt
from statistics import mean, stdev

from wonders_duel import Age, Colour, Deal, Game, Move, Player, State
from wonders_duel.bots import Bot, RandomBot

DEALS = 30
"""The number of deals; each is played twice, with the seats swapped."""


class LookAheadBot:
    """Picks the move with the highest expected evaluation."""

    def choose(self, state: State) -> Move:
        """Return one of the legal moves."""
        player = state.mover
        return max(state.legal_moves, key=lambda move: expected_value(state.apply(move), player))


def expected_value(state: State, player: Player) -> float:
    """Return the expected evaluation of a state over all chance outcomes."""
    chance = state.chance
    if chance is None or chance.count > 500:  # the deal of an age: too many outcomes
        return evaluate(state, player)
    return sum(
        float(probability) * expected_value(state.resolve(outcome), player)
        for outcome, probability in chance.outcomes()
    )


def evaluate(state: State, player: Player) -> float:
    """Return how much better a state is for a player than for the opponent, in points."""
    if state.result is not None:
        return 2000.0 * state.result.share(player) - 1000.0
    return side_value(state, player) - side_value(state, player.opponent)


def side_value(state: State, player: Player) -> float:
    """Return the points of one player, including an estimate of future points."""
    city = state.cities[player]
    steps = max(0, state.pawn if player is Player.ONE else -state.pawn)
    producers = city.count(Colour.BROWN) + city.count(Colour.GREY)
    ages_left = 3 - (state.age or Age.I)  # production pays off only if there is time
    return (
        state.totals[player]
        + 0.1 * city.coins
        + 1.5 * ages_left * producers
        + 0.1 * steps**2  # each step is worth more than the last
        + 0.5 * len(city.symbols) ** 2  # six different symbols win
    )


def match(bot: Bot, other: Bot, deals: int) -> tuple[float, float]:
    """Play every deal from both seats, and return the share won and its standard error.

    The two games of a deal are one measurement: whatever advantage the cards give
    one bot, the other gets in the second game. A shared victory counts as half a win.
    """
    shares = []
    for seed in range(deals):
        deal = Deal.random(seed)
        first = Game.from_deal(deal).play_out(bot, other)
        second = Game.from_deal(deal).play_out(other, bot)
        shares.append((first.share(Player.ONE) + second.share(Player.TWO)) / 2)
    return mean(shares), stdev(shares) / sqrt(deals)


def main() -> None:
    """Play the match and print the result."""
    share, error = match(LookAheadBot(), RandomBot(seed=1), DEALS)
    print(f"{DEALS} deals, each from both seats, against random play:")
    print(f"won {share:.1%}, plus or minus {1.96 * error:.1%} (95 % confidence)")
    assert share - 1.96 * error > 0.5  # significantly better than random


if __name__ == "__main__":
    main()
