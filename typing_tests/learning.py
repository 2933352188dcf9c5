"""Observations and actions, as learning programs use them."""

from __future__ import annotations

from typing import assert_type

from wonders_duel import Game, Move, Player, State
from wonders_duel.learn import ActionCodec, Block, Encoder, Layout, Places

state = Game(seed=1).state
encoder = Encoder()
actions = ActionCodec(rules={"pair_token": "may"})

assert_type(encoder.pack(state), bytes)
assert_type(encoder.pack(state, Player.TWO), bytes)
assert_type(encoder.bits(state, "one"), int)
assert_type(encoder.counts(state), bytes)
assert_type(encoder.cards(state), list[tuple[int, int]])
assert_type(encoder.decode(encoder.pack(state), "one"), State)
assert_type(encoder.layout, Layout)
assert_type(encoder.layout["coins"], Block)
assert_type(encoder.places, Places)
assert_type(actions.legal_actions(state), list[int])
assert_type(actions.mask(state), bytes)
assert_type(actions.move(3, state), Move)
assert_type(actions.action(state.legal_moves[0], state), int)

encoder.pack("state")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
actions.move("3", state)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
