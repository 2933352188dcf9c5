"""The shortest useful program: a game between two bots, and its result.

Run it with ``python examples/play_to_the_end.py``. The bots choose moves until
the game is over; the cards that are revealed come from the game's deal.
"""

from wonders_duel import Game
from wonders_duel.bots import GreedyBot, RandomBot

game = Game(seed=2015)  # leave out the seed to get a different game each time
bots = (GreedyBot(seed=1), RandomBot(seed=2))
while game.to_move is not None:
    move = bots[game.to_move].choose(game.state)
    print(f"{len(game.history) + 1}. Player {game.to_move}: {move}")
    game.play(move)

print(game.score())
print(game.result)
