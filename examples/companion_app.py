"""A minimal companion app: a game without a deal that waits for the cards on a real table.

Run it with ``python examples/companion_app.py``. A random generator replaces the
user who enters the cards. The program also lists the options of the player to move,
with the reasons why some are illegal.
"""

from __future__ import annotations

from random import Random

from wonders_duel import CardRevealed, Game, State


def main() -> None:
    """Play a game without a deal to the end."""
    table = Random(3)
    game = Game.from_state(State.start())
    revealed = 0
    while not game.is_over:
        if game.chance is not None:
            outcome = game.chance.sample(table)  # a real app would ask the user
            game.resolve(outcome)
            revealed += 1
            if isinstance(outcome, CardRevealed) and revealed % 10 == 0:
                print(f"The table: slot {outcome.slot} is {outcome.building}")
            continue
        options = game.options()  # the buttons; illegal ones have reasons
        if len(game.history) == 8:
            print(f"Buttons of the first card:\n{options.at(options[0].slot or 0)}")
        legal = [option.move for option in options if option.is_legal]
        game.play(legal[int(table.random() * len(legal))])
    print(f"{len(game.history)} moves, {revealed} chance outcomes entered")
    print(game.result)

    # After a wrong entry: take back the last move with the outcomes that followed it.
    move = game.undo()
    print(f"Taken back: {move}; player {game.mover} is to move")


if __name__ == "__main__":
    main()
