"""``Chance``, the chance node of a state: it counts, enumerates and samples the outcomes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb, perm
from random import Random
from typing import TYPE_CHECKING

import attrs

from wonders_duel.build import later
from wonders_duel.chance.draws import (
    age_dealt,
    age_to_deal,
    back_to_reveal,
    cards_of_age,
    cards_to_draw,
    cards_to_draw_from,
    draw_front,
    draw_reveal,
    face_up,
    slot_to_reveal,
)
from wonders_duel.chance.outcomes import (
    CardRevealed,
    ChanceOutcome,
    TokensDealt,
    TokensDrawn,
    WondersDealt,
)
from wonders_duel.chance.randomness import draw
from wonders_duel.engine import turn
from wonders_duel.engine.bitfields import mask_of
from wonders_duel.engine.phases import DEAL_AGE, DEAL_TOKENS, DEAL_WONDERS, REVEAL
from wonders_duel.enums import Age, Back, Phase
from wonders_duel.errors import ChanceError
from wonders_duel.rules import GUILDS_IN_PLAY
from wonders_duel.support.arguments import expect
from wonders_duel.support.rich_repr import print_as_repr

if TYPE_CHECKING:
    from fractions import Fraction

    from wonders_duel.state import State
else:
    Fraction = later("fractions", "Fraction")
    State = later("wonders_duel.state", "State")

__all__ = ["Chance"]


@attrs.frozen(repr=False, match_args=False)
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
        return slot_to_reveal(self._state) if self._state.phase_number == REVEAL else None

    @property
    def back(self) -> Back | None:
        """The back of the card to be revealed; ``None`` if no card is to be revealed."""
        return back_to_reveal(self._state) if self._state.phase_number == REVEAL else None

    @property
    def age(self) -> Age | None:
        """The age to be dealt; ``None`` if no age is to be dealt."""
        return age_to_deal(self._state) if self._state.phase_number == DEAL_AGE else None

    @property
    def count(self) -> int:
        """The exact number of outcomes, computed without enumerating them."""
        state = self._state
        if state.phase_number == REVEAL:
            return len(cards_to_draw_from(state))
        if state.phase_number == DEAL_AGE:
            return self._count_deals()
        return comb(len(cards_to_draw_from(state)), cards_to_draw(state))

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

        Raises:
            WrongTypeError: ``rng`` is not a ``random.Random``.

        >>> from random import Random
        >>> from wonders_duel import State
        >>> len(State.start().chance.sample(Random(1)).tokens)
        5
        """
        expect(rng, Random, "a random.Random")
        state = self._state
        if state.phase_number == REVEAL:
            slot, number = draw_reveal(state, rng)
            return CardRevealed(slot, state.catalogue.building_list[number])
        if state.phase_number == DEAL_AGE:
            return age_dealt(state, draw_front(state, rng))
        return self._outcome(draw(rng, cards_to_draw_from(state), cards_to_draw(state)))

    def resolve(self, rng: Random) -> State:
        """Return the next state, after a random outcome.

        It is the same as ``state.resolve(chance.sample(rng))``, but faster, since no outcome is made
        and checked.

        Args:
            rng: the random number generator; only its ``random()`` is called.

        Returns:
            The next state, which may wait for chance again.

        Raises:
            WrongTypeError: ``rng`` is not a ``random.Random``.

        >>> from random import Random
        >>> from wonders_duel import State
        >>> state, rng = State.start(), Random(1)
        >>> while state.chance is not None:
        ...     state = state.chance.resolve(rng)
        >>> state.phase, len(state.board_tokens), len(state.offered_wonders)
        (<Phase.DRAFT: 'draft'>, 5, 4)
        """
        expect(rng, Random, "a random.Random")
        state = self._state
        if state.phase_number == REVEAL:
            _, number = draw_reveal(state, rng)
            return turn.resolve(state, number, b"").freeze()
        if state.phase_number == DEAL_AGE:
            return turn.resolve(state, 0, draw_front(state, rng)).freeze()
        drawn = mask_of(draw(rng, cards_to_draw_from(state), cards_to_draw(state)))
        return turn.resolve(state, drawn, b"").freeze()

    def __repr__(self) -> str:
        """Return the phase and the count."""
        return f"<Chance {self.phase}: {self.count} outcomes>"

    def _enumerate(self) -> Iterator[tuple[ChanceOutcome, Fraction]]:
        from fractions import Fraction  # noqa: PLC0415 - rarely needed, and slow to import

        probability = Fraction(1, self.count)
        state = self._state
        for drawn in combinations(cards_to_draw_from(state), cards_to_draw(state)):
            yield self._outcome(drawn), probability

    def _outcome(self, drawn: Sequence[int]) -> ChanceOutcome:
        catalogue = self._state.catalogue
        phase_number = self._state.phase_number
        if phase_number == REVEAL:
            return CardRevealed(slot_to_reveal(self._state), catalogue.building_list[drawn[0]])
        if phase_number == DEAL_WONDERS:
            return WondersDealt([catalogue.wonder_list[number] for number in drawn])
        tokens = [catalogue.token_list[number] for number in drawn]
        return TokensDealt(tokens) if phase_number == DEAL_TOKENS else TokensDrawn(tokens)

    # -- the deal of an age --------------------------------------------------------------------

    def _count_deals(self) -> int:
        cards, guilds = cards_of_age(self._state)
        layout = face_up(self._state)
        up = layout.count(True)
        if not guilds:
            return perm(len(cards), up)
        down = len(layout) - up
        return sum(
            comb(up, shown)
            * comb(down, GUILDS_IN_PLAY - shown)
            * perm(len(guilds), shown)
            * perm(len(cards), up - shown)
            for shown in range(min(GUILDS_IN_PLAY, up) + 1)
        )


print_as_repr(Chance)
