"""States: public information, moves, and conversion to text."""

from __future__ import annotations

from typing import assert_type

from wonders_duel import (
    Age,
    Back,
    Building,
    BuiltWonder,
    Catalogue,
    Chance,
    City,
    CityPosition,
    Colour,
    Game,
    Limits,
    MilitaryToken,
    Move,
    Option,
    Options,
    PaymentPlan,
    Pending,
    Phase,
    Player,
    Position,
    ProgressToken,
    Reason,
    Result,
    Rules,
    ScienceSymbol,
    Slot,
    State,
    Structure,
    Track,
    Wonder,
    __version__,
    is_compiled,
)

state = State.start(first_player="two", rules="centre_pawn_start=first-player")
assert_type(state, State)
assert_type(state.catalogue, Catalogue)
assert_type(state.rules, Rules)
assert_type(state.first_player, Player)
assert_type(state.phase, Phase)
assert_type(state.to_move, Player | None)
assert_type(state.mover, Player)
assert_type(state.mover.opponent, Player)
assert_type(state.turn_of, Player | None)
assert_type(state.is_over, bool)
assert_type(state.result, Result | None)
assert_type(state.chance, Chance | None)
assert_type(state.age, Age | None)
assert_type(state.pawn, int)
assert_type(state.extra_turn, bool)
assert_type(state.pending, tuple[Phase, ...])
assert_type(state.accessible, tuple[Building, ...])
assert_type(state.discard_pile, tuple[Building, ...])
assert_type(state.board_tokens, tuple[ProgressToken, ...])
assert_type(state.offered_wonders, tuple[Wonder, ...])
assert_type(state.offered_tokens, tuple[ProgressToken, ...])
assert_type(state.box_tokens, tuple[ProgressToken, ...])
assert_type(state.cards_left, int)
assert_type(state.unseen("guild"), tuple[Building, ...])
assert_type(state.unseen(Back.AGE_I), tuple[Building, ...])
assert_type(state.totals, tuple[int, int])
assert_type(state.totals[state.mover], int)
assert_type(state.share("one"), float)
assert_type(state.track, Track)
assert_type(state.track.leader, Player | None)
assert_type(state.track.pawn + state.track.points, int)
assert_type(state.track.is_decided, bool)
version: str = __version__
assert_type(is_compiled, bool)
assert_type(state.military_tokens, tuple[tuple[MilitaryToken, ...], tuple[MilitaryToken, ...]])

# Moves, and the reasons of illegal ones.
assert_type(state.legal_moves, tuple[Move, ...])
for move in state.legal_moves:
    assert_type(move, Move)
    assert_type(state.apply(move), State)
    assert_type(state.payment(move), PaymentPlan | None)
    assert_type(state.payment(move, player="one"), PaymentPlan | None)
    assert_type(state.why_not(move), tuple[Reason, ...])

# Options, legal or not.
options = state.options()
assert_type(options, Options)
assert_type(options.at(3), Options)
assert_type(Game(seed=1).options(), Options)
as_tuple: tuple[Option, ...] = options
for option in options:
    assert_type(option, Option)
    assert_type(option.move, Move)
    assert_type(option.slot, int | None)
    assert_type(option.payment, PaymentPlan | None)
    assert_type(option.income, int | None)
    assert_type(option.reasons, tuple[Reason, ...])
    assert_type(option.is_legal, bool)
assert_type(Options(option for option in options if option.is_legal), Options)

# Cities are selected by a seat or a number, or unpacked together.
assert_type(state.cities, tuple[City, City])
assert_type(state.cities[Player.ONE], City)
one, two = state.cities
assert_type(one.coins, int)
assert_type(one.buildings, tuple[Building, ...])
assert_type(one.tokens, tuple[ProgressToken, ...])
assert_type(one.unbuilt, tuple[Wonder, ...])
assert_type(one.symbols, tuple[ScienceSymbol, ...])
assert_type(one.count(Colour.BLUE), int)
assert_type(two.built, tuple[BuiltWonder, ...])
for built in two.built:
    assert_type(built.wonder, Wonder)
    assert_type(built.card, Building)

# The structure is a row of slots.
assert_type(state.structure, Structure)
assert_type(state.structure[0], Slot)
assert_type(state.structure.accessible, tuple[Slot, ...])
assert_type(state.structure.rows, tuple[tuple[Slot, ...], ...])
assert_type([slot.building for slot in state.structure], list[Building | None])
assert_type(state.structure[0].back, Back | None)

# States as dictionary keys.
seen: dict[State, int] = {state: 1}
assert_type(seen.get(state), int | None)

# Text and JSON.
assert_type(state.to_text(), str)
assert_type(State.from_text(state.to_text()), State)
assert_type(state.to_json(indent=2), str)
assert_type(State.from_json(b"{}", limits=Limits(size=100)), State)

# Positions built by hand.
position = Position(
    age=Age.II,
    structure={0: "tavern", 1: Back.AGE_II, 2: state.accessible[0]},
    cities=(
        CityPosition(
            coins=10, buildings=["quarry", state.accessible[0]], built={"the-pyramids": "baths"}
        ),
        CityPosition(tokens=["law"], unbuilt=state.offered_wonders),
    ),
    to_move="two",
    pending=[Pending(Phase.DESTROY, Colour.BROWN), Pending("revive"), Phase.BOARD_TOKEN],
    rules={"reveal_timing": "end-of-action"},
)
position.pawn = -3
assert_type(position.problems(), tuple[str, ...])
assert_type(position.state(), State)
assert_type(Position.of(state), Position)

# A position takes a player in each documented form.
Position(to_move=state.player, first_player="two")
