"""Games as a program plays them: the facade, its history, and its results."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from typing import assert_type

from wonders_duel import (
    Catalogue,
    Chance,
    ChanceOutcome,
    Deal,
    Game,
    Move,
    Participant,
    PaymentPlan,
    Player,
    Reason,
    Record,
    Resignation,
    Result,
    Rules,
    Score,
    State,
    Step,
    Tags,
    WonderSetup,
)
from wonders_duel.bots import GreedyBot, RandomBot
from wonders_duel.events import Event

# Seeds and rules can be given in each documented form.
Game()
Game(7)
Game("a word", first_player="two")
Game(b"bytes", first_player=1, rules={"wonder_setup": "first-game"})
Game(seed=7, rules=Rules(wonder_setup=WonderSetup.FIRST_GAME), first_player=Player.TWO)

game = Game(seed=7)
assert_type(game.state, State)
assert_type(game.initial_state, State)
assert_type(game.deal, Deal | None)
assert_type(game.legal_moves, tuple[Move, ...])
assert_type(game.to_move, Player | None)
assert_type(game.mover, Player)
assert_type(game.chance, Chance | None)
assert_type(game.is_over, bool)
assert_type(game.resigned, Player | None)
assert_type(game.setup, tuple[ChanceOutcome, ...])
assert_type(game.history, tuple[Step, ...])

move = game.legal_moves[0]
assert_type(game.play(move), State)
assert_type(game.play("discard tavern", comment="for coins", clock=90_000), State)
assert_type(game.why_not(move), tuple[Reason, ...])
assert_type(game.why_not("build baths"), tuple[Reason, ...])
assert_type(game.payment(move), PaymentPlan | None)
assert_type(game.undo(), Move)
assert_type(game.undo(over_reveals=False), Move)
assert_type(game.undo_outcome(), ChanceOutcome)
assert_type(game.score(), Score)
assert_type(game.totals, tuple[int, int])

result = game.play_out(GreedyBot(seed=1), RandomBot(seed="two"))
assert_type(result, Result)
assert_type(result.winner, Player | None)
assert_type(result.totals, tuple[int, int])
if result.winner is not None:
    assert_type(result.winner.opponent, Player)
assert_type(result.share(Player.ONE), float)
# An unfinished game has no result, and a game can end with a resignation.
assert_type(game.result, Result | Resignation | None)
assert_type(game.share("two"), float)

for step in game.history:
    assert_type(step, Step)
    assert_type(step.move, Move)
    assert_type(step.player, Player)
    assert_type(step.before, State)
    assert_type(step.outcomes, tuple[ChanceOutcome, ...])
    assert_type(step.clock, int | None)
    assert_type(step.catalogue, Catalogue)
    assert_type(step.events, tuple[Event, ...])

game.players = ["first", Participant("second", {"level": "3"})]
assert_type(game.players, tuple[Participant, Participant])
game.tags = {"event": "a friendly game"}
assert_type(game.tags, Tags)
assert_type(game.tags["event"], str)
game.annotate(0, comment="the first move")
game.resign("one")
game.resume()

assert_type(game.record(public=True), Record)
game.save("game.txt")
game.save(Path("game.txt"))
with os.scandir("games") as entries:
    for entry in entries:
        Game.load(entry).save(entry)
        game.record().save(entry)


class TimedGame(Game):
    """A subclass, which its class methods return."""


assert_type(TimedGame.load("game.txt"), TimedGame)
assert_type(TimedGame.from_deal(Deal.random(Random(1))), TimedGame)
assert_type(TimedGame.from_state(game.state, rng=Random(1)), TimedGame)
assert_type(TimedGame.from_record(game.record()), TimedGame)
