"""Rows: they say everything that both players see, and nothing else."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import attrs
import pytest

from examples.custom_choice import PROMO
from tests.arrays import NameArray
from tests.played import states
from tests.wording import Wording
from wonders_duel import Colour, Deal, Phase, Player, Position, State, catalogue
from wonders_duel.catalogues import Catalogue
from wonders_duel.errors import (
    LearningError,
    PositionError,
    UnknownNameError,
    WondersDuelError,
    WrongTypeError,
)
from wonders_duel.learn import Encoder
from wonders_duel.learn.rows import MOST
from wonders_duel.testing.mirror import mirrored
from wonders_duel.testing.walks import walk

ENCODER = Encoder()
LAYOUT = ENCODER.layout


def counts(state: State, name: str, player: Player) -> list[int]:
    """Return the counts of a block."""
    block = LAYOUT[name]
    start = block.start - LAYOUT.bits
    return list(ENCODER.counts(state, player)[start : start + block.size])


def numbers(state: State, name: str, player: Player) -> list[int]:
    """Return the places of the bits of a block that are set."""
    block = LAYOUT[name]
    bits = ENCODER.bits(state, player) >> block.start
    return [place for place in range(block.size) if bits >> place & 1]


# -- rows ------------------------------------------------------------------------------------------


def test_a_row_says_everything() -> None:
    """The state can be read back from the row of either player, in every phase."""
    phases = set()
    for state in states(30):
        phases.add(state.phase)
        for player in Player:
            assert ENCODER.decode(ENCODER.pack(state, player), player) == state
    assert phases == set(Phase) - {Phase.CHOICE}


def test_a_row_says_nothing_about_seats() -> None:
    """With the seats exchanged, the other player has the same row."""
    for state in states(12):
        twin = mirrored(state)
        for player in Player:
            assert ENCODER.pack(twin, player.opponent) == ENCODER.pack(state, player)


def test_a_row_says_nothing_about_hidden_cards() -> None:
    """If the hidden cards are dealt again, the row stays the same."""
    rng = Random(1)
    for state in states(4):
        deal = Deal.consistent_with(state, rng)
        other = Deal.consistent_with(state, rng)
        assert ENCODER.pack(State.from_text(state.to_text())) == ENCODER.pack(state)
        assert deal.conflicts(state) == other.conflicts(state) == ()


def test_the_default_player_is_to_move() -> None:
    """Without a player, the row is that of the player to move, or whose turn it is."""
    for state in states(3):
        player = Player.ONE if state.turn_of is None else state.turn_of
        assert ENCODER.pack(state) == ENCODER.pack(state, player)
        assert ENCODER.pack(state, "two") == ENCODER.pack(state, Player.TWO)


def test_counts_are_those_of_the_state() -> None:
    """Coins, income, production, prices and colours are what the state says."""
    for state in states(4):
        for player in Player:
            pair = (player, player.opponent)
            cities = [state.cities[one] for one in pair]
            assert counts(state, "coins", player) == [city.coins for city in cities]
            assert counts(state, "discard income", player) == [one.discard_income for one in cities]
            assert counts(state, "cards left", player) == [state.cards_left]
            built = sum(len(city.built) for city in cities)
            assert counts(state, "wonders left", player) == [7 - built]
            colours = [city.count(colour) for city in cities for colour in Colour]
            assert counts(state, "colours", player) == colours
            assert sum(counts(state, "pending", player)) == len(state.pending)


def test_prices_are_those_of_the_state() -> None:
    """The price of each face-up card and of each unbuilt wonder is the one of ``State.price``."""
    from wonders_duel import ConstructBuilding, ConstructWonder  # noqa: PLC0415 - only here

    for state in states(4):
        for player in Player:
            cards = counts(state, "card prices", player)
            wonders = counts(state, "wonder prices", player)
            for side, payer in enumerate((player, player.opponent)):
                for slot in state.structure:
                    if slot.building is not None:
                        price = state.price(ConstructBuilding(slot.building), payer)
                        assert cards[20 * side + slot.index] == price
                unbuilt = state.cities[payer].unbuilt
                built = sum(len(city.built) for city in state.cities)
                for number, wonder in enumerate(catalogue.wonder_list):
                    found = wonders[12 * side + number]
                    if wonder in unbuilt and built < 7:
                        card = catalogue.building_list[0]
                        assert found == state.price(ConstructWonder(wonder, card), payer)
                    else:
                        assert found == 0


def test_bits_are_those_of_the_state() -> None:
    """Face-up, accessible and unseen cards are what the state says."""
    known = catalogue.building_list
    for state in states(4):
        player = Player.TWO
        shown = [slot.building for slot in state.structure if slot.building is not None]
        faces = {known[number] for number in numbers(state, "face up", player)}
        assert faces == set(shown)
        accessible = {known[number] for number in numbers(state, "accessible", player)}
        assert accessible == set(state.accessible)
        unseen = {
            card for back in ("age-i", "age-ii", "age-iii", "guild") for card in state.unseen(back)
        }
        assert {known[number] for number in numbers(state, "unseen", player)} == unseen
        assert numbers(state, "pawn", player) == [9 - state.pawn]
        assert numbers(state, "my symbols", player) == [
            number for number in range(7) if state.cities[1].science >> number & 1
        ]


def test_unseen_wonders_are_those_that_nobody_has() -> None:
    """The eighth wonder, which leaves the game with the seventh (R53), is one, as the block says."""
    ends = 0
    for state in states(6):
        had = {wonder for city in state.cities for wonder in city.unbuilt}
        had |= {one.wonder for city in state.cities for one in city.built}
        had |= set(state.offered_wonders)
        unseen = numbers(state, "unseen wonders", Player.ONE)
        assert {catalogue.wonder_list[number] for number in unseen} == {
            *catalogue.wonder_list
        } - had
        ends += sum(len(city.built) for city in state.cities) == 7 and len(unseen) == 5
    assert ends
    assert "the eighth" in LAYOUT["unseen wonders"].meaning


def test_columns_between_blocks_are_zero() -> None:
    """Every column belongs to a block, or is always 0."""
    used = {column for block in LAYOUT for column in range(LAYOUT.size)[block.columns]}
    gaps = [column for column in range(LAYOUT.bits) if column not in used]
    mask = sum(1 << column for column in gaps)

    assert gaps
    assert all(column < LAYOUT.bits for column in range(LAYOUT.size) if column not in used)
    assert not any(ENCODER.bits(state) & mask for state in states(2))


def test_many_coins_are_127() -> None:
    """A city with more coins than a count can say has 127."""
    position = Position()
    position.cities[0].coins = 5000
    state = position.state()

    assert counts(state, "coins", Player.ONE) == [MOST, 7]
    assert ENCODER.decode(ENCODER.pack(state), "one").cities[0].coins == MOST


def test_the_forms_are_the_same_row() -> None:
    """Bits and counts together are the packed row."""
    for state in states(1):
        packed = ENCODER.pack(state)
        bits = ENCODER.bits(state).to_bytes(LAYOUT.bits // 8, "little")
        assert packed == bits + ENCODER.counts(state)
        assert len(packed) == LAYOUT.packed_size


# -- other cards -----------------------------------------------------------------------------------


FEWER = catalogue.edited("fewer", remove=["the-sphinx"])
SPHINX = catalogue.wonders["the-sphinx"]
FOURTEEN = catalogue.extended(
    "fourteen",
    wonders=[
        attrs.evolve(SPHINX, id=f"the-{name.lower()}", name=f"The {name}")
        for name in ("Cat", "Dog")
    ],
)


@pytest.mark.parametrize("cards", [FEWER, FOURTEEN, PROMO], ids=["fewer", "more", "choices"])
def test_other_cards_have_another_layout(cards: Catalogue) -> None:
    """The layout follows the catalogue, and so does its digest; custom choices are in the rows, too."""
    encoder = Encoder(cards)

    assert encoder.size != ENCODER.size
    assert encoder.layout.digest != LAYOUT.digest
    assert encoder.layout.version == LAYOUT.version
    for seed in range(8):
        for state in walk(seed, cards, [*cards.wonders][-1:]):
            for player in Player:
                assert encoder.decode(encoder.pack(state, player), player) == state


def test_a_state_with_other_cards_is_refused(wording: Wording) -> None:
    """A state of another catalogue has no row, in any form."""
    other = State.start(catalogue=FEWER)
    for form in (ENCODER.bits, ENCODER.counts, ENCODER.cards):
        with pytest.raises(LearningError):
            form(other)
    with pytest.raises(LearningError) as raised:
        ENCODER.pack(other)
    wording(str(raised.value))


# -- the layout ------------------------------------------------------------------------------------


def test_the_layout_never_changes() -> None:
    """The digest and the version are what files of weights have."""
    assert (LAYOUT.version, LAYOUT.digest) == (1, "2f71b7051733285c")


def test_blocks_follow_each_other() -> None:
    """Blocks do not overlap, and are found by name."""
    place = 0
    for block in LAYOUT:
        assert block.start >= place
        assert LAYOUT[block.name] is block
        assert block.size == len(range(LAYOUT.size)[block.columns])
        place = block.start + block.size
    assert place == LAYOUT.size
    assert len(LAYOUT) == len(list(LAYOUT)) > 30


@pytest.mark.parametrize("name", ["my building", 5, "x" * 80])
def test_an_unknown_block(name: Any, wording: Wording) -> None:
    """An unknown name gives one clear error."""
    with pytest.raises(UnknownNameError) as raised:
        LAYOUT[name]
    wording(str(raised.value))


def test_an_unknown_block_that_cannot_be_compared() -> None:
    """An array gives the same error."""
    with pytest.raises(UnknownNameError, match=r"unknown block \['pawn'\] of the layout"):
        LAYOUT[NameArray(["pawn"])]  # type: ignore[index]


def test_an_encoder_has_a_short_text_and_a_pickle() -> None:
    """The text names size and digest."""
    assert repr(ENCODER) == f"<Encoder size=2662; layout {LAYOUT.digest}>"
    assert pickle.loads(pickle.dumps(LAYOUT["pawn"])) == LAYOUT["pawn"]  # noqa: S301 - our own
    assert pickle.loads(pickle.dumps(ENCODER)).layout == LAYOUT  # noqa: S301 - our own
    assert ENCODER.catalogue is catalogue


# -- cards by place --------------------------------------------------------------------------------


def test_each_card_has_its_place() -> None:
    """Every card is listed once, at the place that the state says."""
    places = ENCODER.places
    for state in states(4):
        for player in Player:
            found = [
                (places.cards[card], places.names[place])
                for card, place in ENCODER.cards(state, player)
            ]
            known = [card for card, _ in found if not card.startswith("back")]
            assert len(known) == len(set(known))
            assert len(found) <= places.most
            mine, theirs = state.cities[player], state.cities[player.opponent]
            for city, whose in ((mine, "my"), (theirs, "their")):
                assert {card for card, place in found if place == f"{whose} city"} == {
                    card.id for card in city.buildings
                }
                assert {card for card, place in found if place == f"{whose} tokens"} == {
                    card.id for card in city.tokens
                }
                assert {card for card, place in found if place == f"{whose} built wonders"} == {
                    one.wonder.id for one in city.built
                }
                for one in city.built:
                    assert (one.card.id, f"under {one.wonder.id}") in found
            for slot in state.structure:
                what = (
                    slot.building.id
                    if slot.building
                    else f"back {slot.back}"
                    if slot.back
                    else None
                )
                kind = "accessible" if slot.is_accessible else "covered"
                if what is not None:
                    assert (what, f"{kind} slot {slot.index}") in found
            offered = {card for card, place in found if place == "on offer"}
            assert offered == {one.id for one in (*state.offered_wonders, *state.offered_tokens)}


# -- bad input -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "kind"),
    [
        (lambda: Encoder(3), WrongTypeError),  # type: ignore[arg-type]
        (lambda: ENCODER.pack(3), WrongTypeError),  # type: ignore[arg-type]
        (lambda: ENCODER.pack(State.start(), "three"), UnknownNameError),
        (lambda: ENCODER.cards(None), WrongTypeError),  # type: ignore[arg-type]
        (lambda: ENCODER.decode(b"123", "one"), LearningError),
        (lambda: ENCODER.decode(ENCODER.pack(State.start()), "three"), UnknownNameError),
        (lambda: ENCODER.decode(bytes(LAYOUT.packed_size), "one"), LearningError),
    ],
)
def test_wrong_arguments(call: Any, kind: type[WondersDuelError], wording: Wording) -> None:
    """Each wrong argument gives one clear error."""
    with pytest.raises(kind) as raised:
        call()
    wording(str(raised.value))


def changed(state: State, *columns: int) -> bytes:
    """Return the row of a state with some bits changed."""
    row = bytearray(ENCODER.pack(state, "one"))
    for column in columns:
        row[column // 8] ^= 1 << column % 8
    return bytes(row)


@pytest.mark.parametrize(
    ("block", "more"),
    [("rules", 0), ("slots", 20), ("my built wonders", 0), ("age", 2), ("pawn", 0)],
)
def test_a_contradictory_row(block: str, more: int, wording: Wording) -> None:
    """A row whose columns contradict each other is not a state."""
    state = next(one for one in states(1) if one.age == 2)
    with pytest.raises((LearningError, PositionError)) as raised:
        ENCODER.decode(changed(state, LAYOUT[block].start + more), "one")
    wording(str(raised.value))


def test_random_bytes_are_no_traceback() -> None:
    """Random rows are refused by an error of the library, or are a position."""
    rng = Random(4)
    for state in states(1):
        row = bytearray(ENCODER.pack(state, "one"))
        for _ in range(3):
            row[rng.randrange(len(row))] = rng.randrange(256)
        try:
            ENCODER.decode(bytes(row), "one")
        except WondersDuelError:
            continue
