"""The checks of games, with their frequencies; new checks are added here.

A check of a state is called with the state, the move played in it and the deal; a check of a game
with the finished game. Each raises any exception if something is wrong.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

import attrs

from tests.property.invariants import (
    check_forms,
    check_fused,
    check_meaning,
    check_moves,
    check_plans,
    check_state,
)
from tests.property.ledger import coins_after
from tests.property.playing_on import Tally, try_out
from tests.property.reference import Reference
from tests.property.table import Table
from tests.property.translation import setup_of, words
from tools.digest import describe
from wonders_duel import Deal, Game, Move, Player, Record, Rules, State
from wonders_duel.events import events_between
from wonders_duel.testing.mirror import mirrored, mirrored_move

__all__ = ["GAME_CHECKS", "STATE_CHECKS", "GameCheck", "Played", "StateCheck"]


@attrs.frozen
class StateCheck:
    """A check of states.

    Attributes:
        name: its name in the report.
        share: the share of states that are checked, from 0 to 1.
        run: makes the check.
    """

    name: str
    share: float
    run: Callable[[State, Move, Deal], None]


@attrs.frozen
class Played:
    """A finished game.

    Attributes:
        deal: the chance outcomes.
        rules: the rule options.
        first_player: the player who began.
        steps: each state with a decision, and the move.
        end: the last state.
    """

    deal: Deal
    rules: Rules
    first_player: Player
    steps: tuple[tuple[State, Move], ...]
    end: State


@attrs.frozen
class GameCheck:
    """A check of a whole game.

    Attributes:
        name: its name in the report.
        share: the share of games that are checked, from 0 to 1.
        run: makes the check.
    """

    name: str
    share: float
    run: Callable[[Played], None]


def check_text(state: State, _: Move, __: Deal) -> None:
    """A state survives a round trip as text, and the text is the same."""
    line = state.to_text()
    again = State.from_text(line)
    assert again == state
    assert again.to_text() == line


def check_untouched(state: State, _: Move, deal: Deal) -> None:
    """No move changes its state or gives an equal one."""
    before = describe(state)
    for one in state.legal_moves:
        assert state.apply(one) != state
        state.play(one, deal)
    assert describe(state) == before


def check_redealt(state: State, move: Move, deal: Deal) -> None:
    """A consistent deal of a state fits it and can be played on."""
    assert deal.conflicts(state) == ()
    rng = Random(hash(state) ^ move.index)
    other = Deal.consistent_with(state, rng)
    assert other.conflicts(state) == ()
    after = state.play(move, other)
    while moves := after.legal_moves:
        after = after.play(moves[int(rng.random() * len(moves))], other)
    check_state(after)


def check_mirror(state: State, move: Move, deal: Deal) -> None:
    """With exchanged seats the same move has the mirrored effect."""
    after = state.apply(move)
    assert mirrored(mirrored(state)) == state
    assert mirrored(after) == mirrored(state).apply(mirrored_move(move))
    if after.chance is not None:
        outcome = deal.outcome(after)
        assert mirrored(after.resolve(outcome)) == mirrored(after).resolve(outcome)


def check_coins(state: State, move: Move, _: Deal) -> None:
    """Every coin is accounted for by the tables of facts."""
    after = state.apply(move)
    assert [city.coins for city in after.cities] == coins_after(state, move, after)


def check_events(state: State, move: Move, deal: Deal) -> None:
    """The events of a move account for every change on the table."""
    after = state.play(move, deal)
    table = Table(state)
    for event in events_between(state, move, after):
        table.happen(event)
    assert vars(table) == vars(Table(after))


def check_playing_on(state: State, move: Move, _: Deal) -> None:
    """Mutated states that are accepted as positions are playable to the end."""
    rng = Random(f"{move} in {state.to_text()}")
    tally = Tally()
    while tally.tried < MADE:
        try_out(rng, tally, state)


STATE_CHECKS: tuple[StateCheck, ...] = (
    StateCheck("what holds in every state", 1.0, lambda state, _, __: check_state(state)),
    StateCheck("numbers that follow", 1.0, lambda state, _, __: check_meaning(state)),
    StateCheck("prices and plans", 0.2, lambda state, _, __: check_plans(state)),
    StateCheck("apply, resolve and play; chance", 1.0, check_fused),
    StateCheck("every move of the codec", 0.0025, lambda state, _, __: check_moves(state)),
    StateCheck("text", 0.1, check_text),
    StateCheck("every form", 0.02, lambda state, _, __: check_forms(state)),
    StateCheck("the state stays as it is", 0.02, check_untouched),
    StateCheck("another deal", 0.01, check_redealt),
    StateCheck("the mirror", 0.05, check_mirror),
    StateCheck("every coin", 0.2, check_coins),
    StateCheck("every event", 0.05, check_events),
    StateCheck("positions made of it, played on", 0.0005, check_playing_on),
)
"""The checks of states, with their shares."""


def _replayed(played: Played) -> Game:
    game = Game.from_deal(played.deal, first_player=played.first_player, rules=played.rules)
    for state, move in played.steps:
        assert game.state == state
        game.play(move)
    assert game.state == played.end
    return game


def check_record(played: Played) -> None:
    """The record of a game survives both forms and replays to the same end."""
    record = _replayed(played).record()
    assert Record.from_text(record.to_text()) == record
    assert Record.from_json(record.to_json()) == record
    assert record.check() == played.end
    public = record.without_deal()
    assert public.deal is None
    assert Record.from_text(public.to_text()).check() == played.end


def check_undo(played: Played) -> None:
    """A game can be undone move by move and played again."""
    game = _replayed(played)
    for state, move in reversed(played.steps):
        assert game.undo() is move
        assert game.state == state
    for _, move in played.steps:
        game.play(move)
    assert game.state == played.end


def check_reference(played: Played) -> None:
    """The reference engine has the same moves, coins, pawn and points all game long."""
    rules = played.rules
    plain = Reference(
        setup_of(played.deal),
        first_player=int(played.first_player),
        centre_pawn_start=str(rules.centre_pawn_start),
        pair_token=str(rules.pair_token),
        reveal_timing=str(rules.reveal_timing),
        wonder_setup=str(rules.wonder_setup),
    )
    for state, move in played.steps:
        assert plain.mover == state.player
        assert plain.pawn == state.pawn
        assert set(plain.legal()) == {words(one) for one in state.legal_moves}
        assert [city.coins for city in plain.cities] == [city.coins for city in state.cities]
        plain.play(words(move))
    result = played.end.result
    assert result is not None
    assert plain.result is not None
    assert plain.result.victory == str(result.victory)
    assert plain.result.winner == (None if result.winner is None else int(result.winner))
    assert plain.result.by_blue == result.by_blue


GAME_CHECKS: tuple[GameCheck, ...] = (
    GameCheck("record", 0.03, check_record),
    GameCheck("undo", 0.03, check_undo),
    GameCheck("reference engine", 0.02, check_reference),
)
"""The checks of whole games, with their shares."""

MADE: Final = 4
"""The number of positions made from a state."""
LONGEST: Final = 90
"""The most decisions of a game."""
