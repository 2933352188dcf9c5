"""Observations and actions, as learning programs use them."""

from __future__ import annotations

from typing import assert_type

import numpy as np
import numpy.typing as npt

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
assert_type(encoder.encode(state), npt.NDArray[np.int8])
assert_type(encoder.encode(state, "one", dtype="float32"), npt.NDArray[np.float32])
assert_type(encoder.encode_many([state], dtype=np.float32), npt.NDArray[np.float32])
assert_type(encoder.unpack([encoder.pack(state)], dtype=np.dtype(np.int8)), npt.NDArray[np.int8])
room = np.zeros(encoder.size, np.float32)
assert_type(encoder.encode(state, out=room), npt.NDArray[np.float32])


def encoded(dtype: str, out: npt.NDArray[np.int8] | npt.NDArray[np.float32]) -> None:
    """Encode with a dtype that is known only when the program runs."""
    either = encoder.encode_many([state], dtype=dtype)
    assert_type(either, npt.NDArray[np.int8] | npt.NDArray[np.float32])
    encoder.encode(state, out=out)


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
