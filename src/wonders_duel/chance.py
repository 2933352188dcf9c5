"""Chance outcomes: the events, and ``Chance``, which counts, enumerates and samples them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb, perm
from random import Random
from typing import TYPE_CHECKING, TypeVar

import attrs

from wonders_duel import engine
from wonders_duel.cards import Building, ProgressToken, Wonder
from wonders_duel.enums import AGE_BACKS, Age, Back, Phase, as_age
from wonders_duel.errors import ChanceError, WrongTypeError, expect, shown
from wonders_duel.listing import slots_to_reveal
from wonders_duel.messages import Message
from wonders_duel.phases import DEAL_AGE, DEAL_TOKENS, DEAL_WONDERS, OVER, REVEAL
from wonders_duel.pools import can_be_revealed, unseen_buildings, unseen_wonders
from wonders_duel.randomness import deal_cards, draw
from wonders_duel.rules import BOARD_TOKENS, DRAFT_GROUP, GUILDS_IN_PLAY
from wonders_duel.tables import BACK_OF, FIRST_BACK, HIDDEN, bits

if TYPE_CHECKING:
    from wonders_duel.catalogues import Catalogue
    from wonders_duel.state import State

__all__ = [
    "AgeDealt",
    "CardRevealed",
    "Chance",
    "ChanceOutcome",
    "TokensDealt",
    "TokensDrawn",
    "WondersDealt",
    "outcome_numbers",
]


_T = TypeVar("_T")


def _list(things: Iterable[_T], what: str) -> list[_T]:
    kind: object = things
    if isinstance(kind, str) or not isinstance(kind, Iterable):
        raise WrongTypeError(f"expected a list of {what}, got {shown(things)}")
    found = list(things)
    for thing in found:
        if isinstance(thing, (list, tuple, set, dict)):
            raise WrongTypeError(f"expected a flat list of {what}, got one with {shown(thing)}")
    return found


def _tokens(tokens: Iterable[ProgressToken]) -> frozenset[ProgressToken]:
    return frozenset(_list(tokens, "progress tokens"))


def _wonders(wonders: Iterable[Wonder]) -> frozenset[Wonder]:
    return frozenset(_list(wonders, "wonders"))


def _slots(slots: Iterable[Building | Back]) -> tuple[Building | Back, ...]:
    return tuple(_list(slots, "buildings and backs"))


@attrs.frozen
class TokensDealt:
    """The progress tokens on the board (R4).

    Attributes:
        tokens: the tokens, in any order.

    >>> from wonders_duel import State, catalogue
    >>> board = [
    ...     catalogue.tokens[name]
    ...     for name in ("law", "masonry", "strategy", "theology", "urbanism")
    ... ]
    >>> state = State.start().resolve(TokensDealt(board))
    >>> [token.id for token in state.board_tokens]
    ['law', 'masonry', 'strategy', 'theology', 'urbanism']
    """

    tokens: frozenset[ProgressToken] = attrs.field(converter=_tokens)

    def __str__(self) -> str:
        """Return the names in a phrase."""
        return f"on the board: {_names(self.tokens)}"


@attrs.frozen
class WondersDealt:
    """The next four wonders of the draft (R6).

    Attributes:
        wonders: the wonders, in any order.

    >>> from wonders_duel import catalogue
    >>> print(WondersDealt(catalogue.wonder_list[:4]))
    on offer: Circus Maximus, The Appian Way, The Colossus, The Great Library
    """

    wonders: frozenset[Wonder] = attrs.field(converter=_wonders)

    def __str__(self) -> str:
        """Return the names in a phrase."""
        return f"on offer: {_names(self.wonders)}"


@attrs.frozen
class AgeDealt:
    """The structure of an age as it is dealt (R8, R20): its face-up cards and the backs of the others (R11).

    Attributes:
        age: the age.
        slots: for each slot, the building if it is dealt face up, otherwise its back.

    >>> from random import Random
    >>> from wonders_duel import State
    >>> state = State.start(rules="first-game")
    >>> state = state.resolve(state.chance.sample(Random(1)))
    >>> dealt = state.chance.sample(Random(1))
    >>> dealt.age, dealt.slots[0].colour, dealt.slots[2]
    (<Age.I: 1>, <Colour.BROWN: 'brown'>, <Back.AGE_I: 'age-i'>)
    """

    age: Age = attrs.field(converter=as_age)
    slots: tuple[Building | Back, ...] = attrs.field(converter=_slots)

    def __str__(self) -> str:
        """Return the age and the face-up cards in a phrase."""
        shown = [card for card in self.slots if isinstance(card, Building)]
        return f"age {self.age}: {_names(shown)}"


@attrs.frozen
class CardRevealed:
    """An uncovered card that is revealed (R16, R17).

    Attributes:
        slot: the slot of the card.
        building: the card.

    >>> from wonders_duel import catalogue
    >>> print(CardRevealed(13, catalogue.buildings["press"]))
    revealed: Press
    """

    slot: int
    building: Building

    def __str__(self) -> str:
        """Return the name in a phrase."""
        return f"revealed: {self.building}"


@attrs.frozen
class TokensDrawn:
    """The progress tokens drawn from the box (R60).

    Attributes:
        tokens: the tokens, in any order.

    >>> from wonders_duel import catalogue
    >>> print(TokensDrawn([catalogue.tokens["law"], catalogue.tokens["economy"]]))
    drawn from the box: Economy, Law
    """

    tokens: frozenset[ProgressToken] = attrs.field(converter=_tokens)

    def __str__(self) -> str:
        """Return the names in a phrase."""
        return f"drawn from the box: {_names(self.tokens)}"


ChanceOutcome = TokensDealt | WondersDealt | AgeDealt | CardRevealed | TokensDrawn
"""Any chance outcome, as a closed union for ``match`` and ``assert_never``."""

_AWAITED: dict[Phase, type[ChanceOutcome]] = {
    Phase.DEAL_TOKENS: TokensDealt,
    Phase.DEAL_WONDERS: WondersDealt,
    Phase.DEAL_AGE: AgeDealt,
    Phase.REVEAL: CardRevealed,
    Phase.DRAW_TOKENS: TokensDrawn,
}


def _names(cards: Iterable[Building | Wonder | ProgressToken]) -> str:
    return ", ".join(sorted(str(card) for card in cards))


@attrs.frozen(repr=False)
class Chance:
    """The chance node that a state waits at: ``state.chance``.

    All outcomes have the same probability, except in the deal of Age III, which
    cannot be enumerated.

    >>> from wonders_duel import State
    >>> chance = State.start().chance
    >>> chance.phase, chance.count
    (<Phase.DEAL_TOKENS: 'deal-tokens'>, 252)
    >>> sum(probability for outcome, probability in chance.outcomes())
    Fraction(1, 1)
    """

    _state: State

    @property
    def phase(self) -> Phase:
        """The phase, which says what kind of outcome is awaited."""
        return self._state.phase

    @property
    def slot(self) -> int | None:
        """The slot of the card to be revealed; ``None`` if no card is to be revealed."""
        return slots_to_reveal(self._state)[0] if self._state.phase_number == REVEAL else None

    @property
    def back(self) -> Back | None:
        """The back of the card to be revealed; ``None`` if no card is to be revealed."""
        slot = self.slot
        return None if slot is None else BACK_OF[self._state.faces[slot]]

    @property
    def age(self) -> Age | None:
        """The age to be dealt; ``None`` if no age is to be dealt."""
        state = self._state
        return Age(state.age_number + 1) if state.phase_number == DEAL_AGE else None

    @property
    def count(self) -> int:
        """The exact number of outcomes, computed without enumerating them."""
        state = self._state
        if state.phase_number == REVEAL:
            return len(self._pool())
        if state.phase_number == DEAL_AGE:
            return self._count_deals()
        return comb(len(self._pool()), self._drawn())

    def outcomes(self) -> Iterator[tuple[ChanceOutcome, Fraction]]:
        """Iterate over the outcomes with their exact probabilities.

        Returns:
            Pairs of an outcome for ``state.resolve`` and its probability, in the
            order of the catalogue; the probabilities sum to 1.

        Raises:
            ChanceError: an age is to be dealt, which has too many outcomes:
                use :meth:`sample`, or resolve the state from a deal.
        """
        if self._state.phase_number == DEAL_AGE:
            message = (
                f"the deal of age {self.age} has {self.count:,} outcomes: "
                "use sample(rng), or resolve the state from a Deal"
            )
            raise ChanceError(message)
        return self._enumerate()

    def sample(self, rng: Random) -> ChanceOutcome:
        """Return a random outcome, drawn with its probability.

        Args:
            rng: the random number generator; only its ``random()`` is called.

        >>> from random import Random
        >>> from wonders_duel import State
        >>> len(State.start().chance.sample(Random(1)).tokens)
        5
        """
        expect(rng, Random, "a random.Random")
        state = self._state
        if state.phase_number == DEAL_AGE:
            return self._sample_age(rng)
        return self._outcome(draw(rng, self._pool(), self._drawn()))

    def __repr__(self) -> str:
        """Return the phase and the count."""
        return f"<Chance {self.phase}: {self.count} outcomes>"

    # -- pools and numbers of draws ------------------------------------------------------------

    def _pool(self) -> list[int]:
        state = self._state
        if state.phase_number == REVEAL:
            back = self.back
            assert back is not None  # a reveal has a slot
            return unseen_buildings(state, back)
        if state.phase_number == DEAL_WONDERS:
            return unseen_wonders(state)
        return bits(engine.box_tokens(state))

    def _drawn(self) -> int:
        phase_number = self._state.phase_number
        if phase_number == REVEAL:
            return 1
        if phase_number == DEAL_TOKENS:
            return BOARD_TOKENS
        if phase_number == DEAL_WONDERS:
            return DRAFT_GROUP
        return engine.tokens_to_draw(self._state)

    def _enumerate(self) -> Iterator[tuple[ChanceOutcome, Fraction]]:
        probability = Fraction(1, self.count)
        for drawn in combinations(self._pool(), self._drawn()):
            yield self._outcome(drawn), probability

    def _outcome(self, drawn: Sequence[int]) -> ChanceOutcome:
        catalogue = self._state.catalogue
        phase_number = self._state.phase_number
        if phase_number == REVEAL:
            slot = self.slot
            assert slot is not None  # a reveal has a slot
            return CardRevealed(slot, catalogue.building_list[drawn[0]])
        if phase_number == DEAL_WONDERS:
            return WondersDealt([catalogue.wonder_list[number] for number in drawn])
        tokens = [catalogue.token_list[number] for number in drawn]
        return TokensDealt(tokens) if phase_number == DEAL_TOKENS else TokensDrawn(tokens)

    # -- the deal of an age --------------------------------------------------------------------

    def _decks(self) -> tuple[list[int], list[int]]:
        """Return the cards that can be dealt in the age, and the guilds."""
        age = self.age
        assert age is not None  # only called for the deal of an age
        guilds = self._state.tables.guilds if age is Age.III else []
        return unseen_buildings(self._state, AGE_BACKS[age - 1]), guilds

    def _count_deals(self) -> int:
        cards, guilds = self._decks()
        face_up = self._layout().count(True)
        if not guilds:
            return perm(len(cards), face_up)
        down = len(self._layout()) - face_up
        return sum(
            comb(face_up, shown)
            * comb(down, GUILDS_IN_PLAY - shown)
            * perm(len(guilds), shown)
            * perm(len(cards), face_up - shown)
            for shown in range(GUILDS_IN_PLAY + 1)
        )

    def _layout(self) -> tuple[bool, ...]:
        return self._state.tables.structures[self._state.age_number].face_up

    def _sample_age(self, rng: Random) -> AgeDealt:
        cards, guilds = self._decks()
        dealt = deal_cards(rng, cards, guilds, len(self._layout()))
        known = self._state.catalogue.building_list
        age = self.age
        assert age is not None  # only called for the deal of an age
        return AgeDealt(
            age,
            tuple(
                known[card] if up else known[card].back
                for card, up in zip(dealt, self._layout(), strict=True)
            ),
        )


# -- checking an outcome ---------------------------------------------------------------------------


def outcome_numbers(state: State, outcome: ChanceOutcome) -> tuple[int, bytes]:
    """Check a chance outcome and convert it to the engine's numbers.

    Args:
        state: the state to resolve.
        outcome: the outcome.

    Returns:
        A card number or a bit mask, and the faces of the structure if an age is dealt.

    Raises:
        ChanceError: the state does not wait for a chance outcome, or not for this one.
    """
    if state.phase_number == REVEAL and isinstance(outcome, CardRevealed):
        # The fast path for searches: a valid reveal needs no search for problems.
        card: object = outcome.building
        known = state.catalogue.building_numbers
        # Any other object with an id is accepted too.
        card_id = card.id if isinstance(card, Building) else getattr(card, "id", "")
        number = known.get(str(card_id))
        if number is not None and can_be_revealed(state, outcome.slot, number):
            return number, b""
    chance = state.chance
    if chance is None:
        if state.phase_number == OVER:
            raise ChanceError(
                Message("the state does not wait for a chance outcome: the game is over")
            )
        message = Message(
            "the state does not wait for a chance outcome: player {player} is to move ({phase})",
            player=state.to_move,
            phase=state.phase,
        )
        raise ChanceError(message)
    expected = _AWAITED[state.phase]
    if not isinstance(outcome, expected):
        message = Message(
            "{phase} waits for {expected}, got {given}",
            phase=state.phase,
            expected=expected.__name__,
            given=_kind(outcome),
        )
        raise ChanceError(message)
    catalogue = state.catalogue
    if isinstance(outcome, CardRevealed):
        raise _refused(chance, catalogue, outcome)
    if isinstance(outcome, AgeDealt):
        return 0, _age(chance, catalogue, outcome)
    if isinstance(outcome, WondersDealt):
        numbers = [_known(catalogue, wonder, "wonder") for wonder in outcome.wonders]
    else:
        numbers = [_known(catalogue, token, "progress token") for token in outcome.tokens]
    pool = chance._pool()  # noqa: SLF001 - a class of this module
    number = chance._drawn()  # noqa: SLF001
    if len(numbers) != number:
        message = Message(
            "{phase} expects {number} different cards, got {given}",
            phase=state.phase,
            number=number,
            given=len(numbers),
        )
        raise ChanceError(message)
    cards: Sequence[Wonder | ProgressToken] = (
        catalogue.wonder_list if isinstance(outcome, WondersDealt) else catalogue.token_list
    )
    wrong = sorted((cards[one] for one in numbers if one not in pool), key=str)
    if wrong:
        message = Message("{cards} cannot be drawn: already seen elsewhere", cards=wrong)
        raise ChanceError(message)
    return sum(1 << one for one in numbers), b""


def _kind(thing: object) -> str:
    return type(thing).__name__ if isinstance(thing, ChanceOutcome) else shown(thing)


def _known(catalogue: Catalogue, card: Building | Wonder | ProgressToken, what: str) -> int:
    card_id = getattr(card, "id", None)
    if not isinstance(card_id, str):
        message = f"{shown(card)} is not a {what}: take it from the catalogue"
        raise ChanceError(message)
    try:
        if what == "building":
            return catalogue.number_of_building(card_id)
        if what == "wonder":
            return catalogue.number_of_wonder(card_id)
        return catalogue.number_of_token(card_id)
    except LookupError as error:
        raise ChanceError(str(error)) from None


def _refused(chance: Chance, catalogue: Catalogue, outcome: CardRevealed) -> ChanceError:
    """Return the error for a card that cannot be revealed."""
    if outcome.slot != chance.slot:
        message = Message(
            "the card in slot {slot} is revealed next, not the one in slot {other}",
            slot=chance.slot,
            other=outcome.slot,
        )
        return ChanceError(message)
    building = catalogue.building_list[_known(catalogue, outcome.building, "building")]
    if building.back != chance.back:
        message = Message(
            "{building} cannot be revealed in slot {slot}, which shows the back {back}: it has the back {other}",
            building=building,
            slot=chance.slot,
            back=chance.back,
            other=building.back,
        )
    else:
        message = Message(
            "{building} cannot be revealed in slot {slot}: it has already been seen",
            building=building,
            slot=chance.slot,
        )
    return ChanceError(message)


def _age(chance: Chance, catalogue: Catalogue, outcome: AgeDealt) -> bytes:
    age = chance.age
    assert age is not None  # only called for the deal of an age
    if outcome.age != age:
        message = Message("age {age} is dealt next, not age {other}", age=age, other=outcome.age)
        raise ChanceError(message)
    layout = chance._layout()  # noqa: SLF001 - a class of this module
    if len(outcome.slots) != len(layout):
        message = Message(
            "age {age} has {given} slots; expected {slots}",
            age=age,
            given=len(outcome.slots),
            slots=len(layout),
        )
        raise ChanceError(message)
    problems: list[Message | str] = []
    cards, guilds = chance._decks()  # noqa: SLF001
    pool = {*cards, *guilds}
    codes = []
    for slot, (card, up) in enumerate(zip(outcome.slots, layout, strict=True)):
        if isinstance(card, Back):
            codes.append(HIDDEN[card])
            if up:
                problems.append(
                    Message(
                        "slot {slot} is dealt face up: expected a building, got {card}",
                        slot=slot,
                        card=card,
                    )
                )
            elif card not in _backs(age):
                problems.append(
                    Message("slot {slot} shows {card} in age {age}", slot=slot, card=card, age=age)
                )
            continue
        number = _known(catalogue, card, "building")
        codes.append(number)
        if not up:
            problems.append(
                Message(
                    "slot {slot} is dealt face down: expected a back, got {card}",
                    slot=slot,
                    card=card,
                )
            )
        elif number not in pool:
            belongs = catalogue.building_list[number].age == age
            problems.append(
                Message("{card} in slot {slot} has already been seen", card=card, slot=slot)
                if belongs
                else Message(
                    "{card} in slot {slot} is a card of age {age}",
                    card=card,
                    slot=slot,
                    age=card.age,
                )
            )
    problems += [
        Message("duplicate {card} ({times} times)", card=catalogue.building_list[code], times=times)
        for code, times in Counter(code for code in codes if code < FIRST_BACK).items()
        if times > 1
    ]
    if age is Age.III:
        dealt = sum(code in guilds or code == HIDDEN[Back.GUILD] for code in codes)
        if dealt != GUILDS_IN_PLAY:
            problems.append(
                Message("{guilds} guilds; expected {number}", guilds=dealt, number=GUILDS_IN_PLAY)
            )
    if problems:
        raise ChanceError(*problems)
    return bytes(codes)


def _backs(age: Age) -> tuple[Back, ...]:
    if age is Age.III:
        return (Back.AGE_III, Back.GUILD)
    return (Back.AGE_I,) if age is Age.I else (Back.AGE_II,)
