"""Who makes the next decision, also while a state waits for chance (R18, R54, R55, R76, R77)."""

from __future__ import annotations

from collections import Counter

from tests.builders import EXTENDED
from tests.own_cards import OWN
from wonders_duel import Deal, Phase, State, catalogue
from wonders_duel.seeds import generator
from wonders_duel.testing.walks import opening


def check(state: State, deal: Deal) -> bool:
    """Check one state; return whether it waits for chance."""
    if state.is_over:
        assert state.next_to_move is None
        return False
    after = state
    while after.chance is not None:
        after = after.resolve(deal.outcome(after))
    assert state.next_to_move is after.mover
    return after is not state


def test_the_next_player_is_the_one_who_moves_after_chance() -> None:
    """With every combination of rule options, the player named before chance moves after it."""
    waited: Counter[tuple[Phase, bool]] = Counter()
    for seed in range(240):
        cards = (catalogue, EXTENDED, OWN)[seed % 3]
        rng = generator("who is next", seed)
        deal = Deal.random(seed, cards)
        state = opening(seed, cards)
        while True:
            if check(state, deal):
                waited[state.phase, state.next_to_move is state.turn_of] += 1
            if state.is_over:
                break
            moves = state.legal_moves
            state = state.apply(rng.choice(moves)) if moves else state.resolve(deal.outcome(state))
    for phase in (Phase.REVEAL, Phase.DEAL_AGE):
        assert waited[phase, True] > 20
        assert waited[phase, False] > 20
    assert waited[Phase.DRAW_TOKENS, True] > 5
    assert waited[Phase.DRAW_TOKENS, False] == 0
