"""A companion app in miniature: the game waits until it is told what the table showed.

It offers what the player to move could do, and says what speaks against the rest.

Run it with ``python examples/companion_app.py``. A generator stands in for the
person at the table who reads out the cards.
"""

from __future__ import annotations

from random import Random

from wonders_duel import CardRevealed, Game, State


def main() -> None:
    """Play a game without a deal to its end."""
    table = Random(3)
    game = Game.from_state(State.start())
    told = 0
    while not game.is_over:
        if game.chance is not None:
            outcome = game.chance.sample(table)  # an app asks the person at the table here
            game.resolve(outcome)
            told += 1
            if isinstance(outcome, CardRevealed) and told % 10 == 0:
                print(f"The table: slot {outcome.slot} is {outcome.building}")
            continue
        options = game.options()  # the buttons: those that are not legal say why
        if len(game.history) == 8:
            print(f"Buttons of the first card:\n{options.at(options[0].slot or 0)}")
        legal = [option.move for option in options if option.is_legal]
        game.play(legal[int(table.random() * len(legal))])
    print(f"{len(game.history)} moves, {told} outcomes from the table")
    print(game.result)

    # A misread card: the last move is taken back with everything that came after it.
    move = game.undo()
    print(f"Taken back: {move}; {game.mover} is to move again")


if __name__ == "__main__":
    main()
