"""Determinization: random deals that are consistent with a state."""

from __future__ import annotations

from random import Random

import attr

from wonders_duel.build import is_compiled, mypyc_attr
from wonders_duel.chance.deal_numbers import DealNumbers
from wonders_duel.chance.randomness import deal_cards, draw, shuffle
from wonders_duel.chance.unseen import (
    buildings_outside,
    seen_buildings,
    seen_from,
    seen_wonders,
    without_seen,
)
from wonders_duel.engine.bitfields import bits
from wonders_duel.engine.consequences import box_tokens
from wonders_duel.engine.phases import DEAL_TOKENS, DEAL_WONDERS, DRAFT
from wonders_duel.engine.slots import GONE
from wonders_duel.engine.state_draft import StateDraft
from wonders_duel.rules import BOARD_TOKENS, DRAFT_GROUP, GUILDS_IN_PLAY, LIBRARY_DRAW

__all__ = ["consistent_numbers"]


def consistent_numbers(state: StateDraft, rng: Random) -> DealNumbers:
    """Return a random deal that is consistent with a state.

    Only what can still come is drawn: the wonders and tokens that have not been dealt, the cards
    of the slots that show a back, and the ages to come. The past is filled in when somebody
    looks at it.

    Args:
        state: any state.
        rng: the random number generator; only its ``random()`` is called.
    """
    if state.age_number:
        board, library = _draw_tokens(state, rng)
        return _Determinized(state, board, library, _draw_ages(state, rng))
    groups = _draw_wonders(state, rng)
    if state.phase_number == DEAL_TOKENS:
        tokens = draw(rng, range(len(state.tables.tokens)))
        board = tuple(tokens[:BOARD_TOKENS])
        library = tuple(tokens[BOARD_TOKENS : BOARD_TOKENS + LIBRARY_DRAW])
    else:
        board, library = _draw_tokens(state, rng)
        board = board or _board(state)
    return DealNumbers(state.tables, groups, board, library, _draw_ages(state, rng))


@mypyc_attr(acyclic=True)
@attr.s(
    auto_attribs=True,
    frozen=True,
    init=False,
    eq=False,
    repr=False,
    slots=not is_compiled,  # type: ignore[literal-required]  # native classes need no slots
    weakref_slot=False,
)
class _Determinized(DealNumbers):  # type: ignore[override]  # the attrs initialiser takes more fields
    """A deal that is consistent with a state of Age I or later.

    Until somebody looks at the past of the state, there are no draft groups, no board, and no
    cards in the slots and ages that are over.
    """

    state: StateDraft
    """The state."""
    filled: DealNumbers | None
    """The deal with its past, if somebody has looked at it. Each thread finds the same."""

    def __init__(
        self,
        state: StateDraft,
        board: tuple[int, ...],
        great_library: tuple[int, ...],
        cards: tuple[tuple[int, ...], ...],
    ) -> None:
        """Store what was drawn.

        Args:
            state: the state.
            board: the progress tokens on the board; none if they are those of :func:`_board`.
            great_library: the progress tokens that the Great Library draws.
            cards: for each age, the building in each slot; ``GONE`` if there is none any more.
        """
        object.__setattr__(self, "tables", state.tables)
        object.__setattr__(self, "groups", ())
        object.__setattr__(self, "board", board)
        object.__setattr__(self, "great_library", great_library)
        object.__setattr__(self, "cards", cards)
        object.__setattr__(self, "state", state)
        object.__setattr__(self, "filled", None)

    def whole(self) -> DealNumbers:
        """Return the deal with all its cards."""
        filled = self.filled
        if filled is None:
            state = self.state
            filled = DealNumbers(
                self.tables,
                _fill_groups(state),
                self.board or _board(state),
                self.great_library,
                _fill_ages(state, self.cards),
            )
            object.__setattr__(self, "filled", filled)
        return filled

    def card(self, age: int, slot: int) -> int:
        """Return the building in a slot."""
        cards = self.cards[age - 1]
        card = cards[slot] if cards else GONE
        return self.whole().card(age, slot) if card == GONE else card

    def front(self, age: int) -> bytes:
        """Return the visible face of each slot when an age is dealt."""
        past = age <= self.state.age_number
        return self.whole().front(age) if past else super().front(age)

    def tokens(self) -> int:
        """Return the progress tokens on the board as bits."""
        return self.whole().tokens()

    def wonders(self, seen: int) -> int:
        """Return the wonders of the next draft group as bits."""
        return self.whole().wonders(seen)


# -- what can still come --------------------------------------------------------------------------


def _draw_wonders(state: StateDraft, rng: Random) -> tuple[tuple[int, ...], ...]:
    """Return the two draft groups; an undealt group is drawn from the unseen wonders."""
    every = range(len(state.tables.wonders))
    had = seen_wonders(state)
    if state.phase_number in (DRAFT, DEAL_WONDERS, DEAL_TOKENS) and had.bit_count() <= DRAFT_GROUP:
        if not had:
            wonders = draw(rng, every, 2 * DRAFT_GROUP)
            return tuple(wonders[:DRAFT_GROUP]), tuple(wonders[DRAFT_GROUP:])
        unseen = [number for number in every if not had >> number & 1]
        return tuple(bits(had)), tuple(draw(rng, unseen, DRAFT_GROUP))
    return _fill_groups(state)


def _draw_tokens(state: StateDraft, rng: Random) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the tokens of the board, or none if they are :func:`_board`, and those of the library."""
    offered = state.offer_mask if state.age_number else 0
    library = bits(offered)
    library += draw(rng, bits(box_tokens(state) & ~offered))
    board: tuple[int, ...] = ()
    missing = BOARD_TOKENS + len(library) - len(state.tables.tokens)
    if missing > 0:
        # Only positions entered by hand have fewer than five tokens outside the box: fill the board.
        board = tuple(_tokens_outside(state) + library[: -missing - 1 : -1])
        del library[-missing:]
    elif len(library) < LIBRARY_DRAW:
        # If more than five are outside, some came from the box; which ones does not matter any more.
        library += _tokens_outside(state)[BOARD_TOKENS:]
    return board, tuple(library[:LIBRARY_DRAW])


def _draw_ages(state: StateDraft, rng: Random) -> tuple[tuple[int, ...], ...]:
    """Return the cards of each age by slot: known and random ones, and none in the past."""
    tables = state.tables
    outside = buildings_outside(state)
    last = len(tables.structures)
    no_guilds: list[int] = []
    dealt: list[tuple[int, ...]] = []
    for age, table in enumerate(tables.structures, start=1):
        cards = tables.age_decks[age - 1]
        guilds = tables.guilds if age == last else no_guilds
        if age > state.age_number:
            first = cards[0] if cards else 0
            early = outside >> first
            fresh = without_seen(cards, early, first) if early else cards
            dealt.append(tuple(deal_cards(rng, fresh, guilds, table.size)))
        elif age == state.age_number and state.faces:
            faces = list(state.faces)
            _draw_hidden(state, outside, cards, table.down, faces, rng)
            _draw_hidden(state, outside, guilds, table.down, faces, rng)
            dealt.append(tuple(faces))
        else:
            dealt.append(())
    return tuple(dealt)


def _draw_hidden(
    state: StateDraft,
    outside: int,
    cards: list[int],
    down: list[int],
    faces: list[int],
    rng: Random,
) -> None:
    """Draw an unseen card for each slot that shows the back of some cards.

    Args:
        state: the state.
        outside: its ``buildings_outside``.
        cards: all the cards with the same back.
        down: the slots that can be face down.
        faces: the faces of the structure, some of which are replaced by the cards.
        rng: the random number generator.
    """
    if not cards:
        return
    first = cards[0]
    back = state.tables.back_codes[first]
    slots = [slot for slot in down if faces[slot] == back]
    if slots:
        pool = without_seen(cards, seen_from(state, outside, first), first)
        shuffle(rng.random, pool, len(slots))
        for place, slot in enumerate(slots):
            faces[slot] = pool[place]


# -- the past -------------------------------------------------------------------------------------


def _fill_groups(state: StateDraft) -> tuple[tuple[int, ...], ...]:
    """Return the draft groups of a state in which both have been dealt.

    The wonders on offer belong to the second group; the order of the others is arbitrary.
    """
    seen = seen_wonders(state)
    offered = [] if state.age_number else bits(state.offer_mask)
    rest = [number for number in bits(seen) if number not in offered]
    rest += bits(state.tables.all_wonders & ~seen)
    first, others = rest[:DRAFT_GROUP], rest[DRAFT_GROUP:]
    return tuple(first), tuple([*offered, *others][:DRAFT_GROUP])


def _tokens_outside(state: StateDraft) -> list[int]:
    """Return the progress tokens outside the box: on the board, then in the cities."""
    one, two = state.cities
    held = (one.token_mask | two.token_mask) & ~state.board_mask
    return bits(state.board_mask) + bits(held)


def _board(state: StateDraft) -> tuple[int, ...]:
    """Return the tokens that were dealt to the board, where at least five are outside the box."""
    return tuple(_tokens_outside(state)[:BOARD_TOKENS])


def _fill_ages(
    state: StateDraft, drawn: tuple[tuple[int, ...], ...]
) -> tuple[tuple[int, ...], ...]:
    """Return the cards of each age by slot, with cards in the slots that are empty.

    Which cards were taken from them does not matter any more.
    """
    tables = state.tables
    seen = seen_buildings(state)
    ages = []
    for number, table in enumerate(tables.structures):
        faces = drawn[number] or (GONE,) * table.size
        if GONE in faces:
            cards = tables.age_decks[number]
            taken = set(faces)
            fill = _known_first(cards, seen, taken)
            if number == len(tables.structures) - 1:
                guilds = tables.guilds
                missing = GUILDS_IN_PLAY - sum([face in guilds for face in faces])
                fill = _known_first(guilds, seen, taken)[:missing] + fill
            remaining = iter(fill)
            faces = tuple([next(remaining) if face == GONE else face for face in faces])
        ages.append(faces)
    return tuple(ages)


def _known_first(cards: list[int], seen: int, taken: set[int]) -> list[int]:
    free = [card for card in cards if card not in taken]
    return sorted(free, key=lambda card: not seen >> card & 1)
