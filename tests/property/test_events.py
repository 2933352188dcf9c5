"""The events of random games account for every change on the table, in the order of a turn."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Final, get_args

import attrs
import pytest

from tests.own_cards import OWN, SEEN
from tests.property.table import Table
from wonders_duel import (
    AgeDealt,
    Card,
    CardRevealed,
    Catalogue,
    City,
    Deal,
    Game,
    Phase,
    ScienceSymbol,
    Step,
    TokensDealt,
    TokensDrawn,
    WondersDealt,
    catalogue,
)
from wonders_duel.effects import Symbol
from wonders_duel.events import (
    AgeOver,
    BeginnerChosen,
    BuildingConstructed,
    BuildingDestroyed,
    BuildingDiscarded,
    BuildingRevived,
    CardChosen,
    Event,
    ExtraTurnGained,
    ExtraTurnLost,
    ExtraTurnTaken,
    Gained,
    GameEnded,
    Looted,
    Lost,
    Paid,
    PairCompleted,
    PawnMoved,
    SymbolGained,
    TokenDeclined,
    TokensReturned,
    TokenTaken,
    WonderConstructed,
    WonderDrafted,
    WonderRemoved,
    events_between,
)
from wonders_duel.testing.walks import every_rules, opening

CARD_MOVES: Final = (
    WonderDrafted,
    BuildingConstructed,
    BuildingDiscarded,
    WonderConstructed,
    TokenTaken,
    TokenDeclined,
    BuildingDestroyed,
    BuildingRevived,
    BeginnerChosen,
)
ORDER: Final[dict[type, int]] = {
    kind: place
    for place, kinds in enumerate(
        (
            (Paid,),
            (CardChosen,),
            CARD_MOVES,
            (WonderRemoved, TokensReturned),
            (Gained,),
            (Lost,),
            (PawnMoved,),
            (Looted,),
            (SymbolGained,),
            (PairCompleted,),
            (ExtraTurnGained,),
            (CardRevealed, TokensDrawn, WondersDealt),
            (ExtraTurnTaken, ExtraTurnLost),
            (AgeOver,),
            (AgeDealt, GameEnded),
        )
    )
    for kind in kinds
}
"""The position of each kind of event in a turn (R22)."""


GAMES: Final = 32


@cache
def _games(cards: Catalogue, number: int) -> tuple[Game, ...]:
    """Play random games, with every combination of rule options in turn.

    Wonders are constructed where possible, so that rare events happen.
    """
    return tuple(_played(cards, seed) for seed in range(number))


def _played(cards: Catalogue, seed: int) -> Game:
    rng = Random(seed)
    game = Game.from_state(opening(seed, cards), deal=Deal.random(rng, cards))
    while not game.is_over:
        moves = game.legal_moves
        wonders = [move for move in moves if str(move).startswith("wonder")]
        choices = wonders if wonders and seed % 3 else moves
        game.play(choices[int(rng.random() * len(choices))])
    return game


@cache
def _told(cards: Catalogue) -> list[list[tuple[Step, tuple[Event, ...]]]]:
    """Return the steps of each game, with their events, which each access would compute again."""
    return [[(step, step.events) for step in game.history] for game in _games(cards, GAMES)]


def _steps(cards: Catalogue, number: int = GAMES) -> Iterator[tuple[Step, tuple[Event, ...]]]:
    for steps in _told(cards)[:number]:
        yield from steps


BOTH: Final = pytest.mark.parametrize("cards", [catalogue, OWN], ids=["base game", "own cards"])


@BOTH
def test_events_lead_from_one_state_to_the_next(cards: Catalogue) -> None:
    """Events account for all changes of coins, pawn, cards, tokens, symbols and turns.

    One table goes through the whole game, so each change has to be in exactly one event.
    """
    for game, told in zip(_games(cards, GAMES), _told(cards), strict=True):
        table = Table(game.initial_state)
        for outcome in game.setup:
            table.happen(outcome)
        if game.state.rules.wonder_setup == "first-game":
            table = Table(game.history[0].before)  # the wonders are assigned, not dealt
        for step, events in told:
            assert vars(table) == vars(Table(step.before))
            for event in events:
                table.happen(event)
            # Only custom cards have symbols that are lost with a destroyed building.
            if any(isinstance(event, BuildingDestroyed) for event in events):
                table.symbols = Table(step.after).symbols
            assert vars(table) == vars(Table(step.after)), step


@BOTH
def test_events_are_in_the_order_of_a_turn(cards: Catalogue) -> None:
    """Events are in the order of R22, with reveals before or after a choice by the rule option."""
    for step, events in _steps(cards):
        places = [ORDER[type(event)] for event in events]
        assert places == sorted(places), events
        chosen = [event for event in events if isinstance(event, CardChosen)]
        assert len(chosen) == (step.before.phase is Phase.CHOICE)
        assert sum(isinstance(event, CARD_MOVES) for event in events) == 1


@BOTH
def test_chance_outcomes_are_among_the_events(cards: Catalogue) -> None:
    """Chance outcomes are among the events, unchanged and in order."""
    kinds = (TokensDealt, WondersDealt, AgeDealt, CardRevealed, TokensDrawn)
    for step, events in _steps(cards):
        assert tuple(one for one in events if isinstance(one, kinds)) == step.outcomes


@BOTH
def test_events_between_states_are_those_of_the_step(cards: Catalogue) -> None:
    """Events between two states read the outcome from the second, even if it is partly known."""
    for step, events in _steps(cards, 16):
        assert events_between(step.before, step.move, step.after) == events
        state = step.before.apply(step.move)
        for number, outcome in enumerate(step.outcomes):
            part = attrs.evolve(step, outcomes=step.outcomes[:number], after=state)
            assert events_between(step.before, step.move, state) == part.events
            assert part.events == events[: len(part.events)]
            assert len(part.events) < len(events)
            state = state.resolve(outcome)


@BOTH
def test_turns_and_the_end_agree_with_the_states(cards: Catalogue) -> None:
    """Extra turns, ends of ages and results agree with the states."""
    for step, events in _steps(cards):
        before, after = step.before, step.after
        kinds = {type(event) for event in events}
        goes_on = before.age is after.age is not None and before.phase is not Phase.BEGIN
        plays_again = goes_on and after.phase is Phase.TURN and after.to_move is step.player
        assert (ExtraTurnTaken in kinds) == plays_again
        ends = [event.result for event in events if isinstance(event, GameEnded)]
        assert ends == ([after.result] if after.is_over else [])
        is_counted = after.result is not None and after.result.victory == "civilian"
        is_next = before.age is not None and before.age is not after.age
        ages = [event.age for event in events if isinstance(event, AgeOver)]
        assert ages == ([before.age] if is_counted or is_next else [])


def _doubled(city: City) -> set[ScienceSymbol]:
    """Return the symbols that a city has at least twice."""
    cards: list[Card] = [*city.buildings, *city.tokens, *(one.wonder for one in city.built)]
    symbols = [one.symbol for card in cards for one in card.effects if isinstance(one, Symbol)]
    return {symbol for symbol in symbols if symbols.count(symbol) > 1}


@BOTH
def test_symbols_and_pairs_are_those_of_the_cards(cards: Catalogue) -> None:
    """New symbols and pairs are those of the cards."""
    for step, events in _steps(cards):
        city, was = step.after.cities[step.player], step.before.cities[step.player]
        new = [event.symbol for event in events if isinstance(event, SymbolGained)]
        assert set(new) == set(city.symbols) - set(was.symbols)
        pairs = [event.symbol for event in events if isinstance(event, PairCompleted)]
        assert sorted(pairs) == sorted(_doubled(city) - _doubled(was))


def test_effects_see_the_same_position_again() -> None:
    """A custom effect is called again for its event with the same state: paid, placed, not applied."""
    asked = 0
    for step, _ in _steps(OWN):
        SEEN.clear()
        step.before.apply(step.move)
        first = list(SEEN)
        SEEN.clear()
        _ = step.events
        again = list(SEEN)
        # Once by the move when it is replayed, once by the events; a custom choice is carried out
        # again for them.
        assert again == first * (3 if step.before.phase is Phase.CHOICE else 2)
        for one, two in zip(first, again[len(again) - len(first) :], strict=True):
            assert (hash(one), one.uncovered) == (hash(two), two.uncovered)
            assert [city.production for city in one.cities] == [
                city.production for city in two.cities
            ]
        asked += len(first)

    assert asked > 20


@BOTH
def test_every_event_is_a_line_of_text(cards: Catalogue) -> None:
    """Every event is a line of text that names its player, if it has one."""
    for _, events in _steps(cards):
        for event in events:
            line = str(event)
            assert line.isprintable()
            player = getattr(event, "player", None)
            named = not isinstance(event, PawnMoved | WonderRemoved)
            assert player is None or not named or f"player {player} " in line


def test_every_kind_of_event_happens_in_these_games() -> None:
    """All kinds of events happen in these games, with every combination of rule options."""
    happened: set[type[Event]] = set()
    for cards in (catalogue, OWN):
        assert len(_games(cards, GAMES)) >= 2 * len(every_rules(cards))
        happened |= {type(event) for _, events in _steps(cards) for event in events}

    assert happened == set(get_args(Event)) - {TokensDealt}
    steps = [{type(event) for event in events} for _, events in _steps(OWN)]
    assert any({Lost, Looted} <= kinds for kinds in steps)
