"""The ``Deal`` class: all hidden information of a game, fixed before it starts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Self

import attr

from wonders_duel import unpickle
from wonders_duel.cards import Building, ProgressToken, Wonder
from wonders_duel.catalogues import Catalogue, as_catalogue
from wonders_duel.chance.deal_conflicts import conflicts
from wonders_duel.chance.deal_numbers import HasDealNumbers, next_outcome, random_numbers
from wonders_duel.chance.deal_reading import read_deal
from wonders_duel.chance.determinization import consistent_numbers
from wonders_duel.chance.draws import outcome_of
from wonders_duel.chance.outcomes import ChanceOutcome
from wonders_duel.engine.phases import DEAL_TOKENS, OVER
from wonders_duel.errors import ChanceError, DealError
from wonders_duel.limits import Limits
from wonders_duel.seeds import Seed, generator
from wonders_duel.state import State
from wonders_duel.support.arguments import expect

__all__ = ["Deal"]


@attr.s(
    auto_attribs=True, frozen=True, init=False, eq=False, repr=False, slots=True, weakref_slot=False
)
class Deal(HasDealNumbers):
    """The hidden cards of a game: every chance outcome, decided in advance.

    A deal and the moves determine the whole game, on every version and machine (R13).

    Args:
        draft: the two groups of four wonders.
        board_tokens: the five progress tokens on the board.
        great_library: the three progress tokens that the Great Library draws, none of them on the board.
        ages: for each age, the card in each of the 20 slots, including the face-down ones;
            Age III has three guilds.
        catalogue: the catalogue; the base game by default.

    Cards may be given as ids, printed names or objects. With the first-game setup
    the draft is not used.

    Raises:
        DealError: the deal is invalid; the error lists every problem.
        WrongTypeError: the catalogue has another type.

    >>> deal = Deal.random(7)
    >>> [len(age) for age in deal.ages], len(deal.board_tokens)
    ([20, 20, 20], 5)
    >>> deal == Deal.random(7)
    True
    """

    __match_args__ = ()

    def __init__(
        self,
        *,
        draft: Sequence[Sequence[Wonder | str]],
        board_tokens: Sequence[ProgressToken | str],
        great_library: Sequence[ProgressToken | str],
        ages: Sequence[Sequence[Building | str]],
        catalogue: Catalogue | None = None,
    ) -> None:
        """Look up and check the cards."""
        cards = as_catalogue(catalogue)
        numbers = read_deal(cards, draft, board_tokens, great_library, ages)
        object.__setattr__(self, "numbers", numbers)

    @classmethod
    def random(cls, rng: Random | Seed = None, catalogue: Catalogue | None = None) -> Self:
        """Return a random deal.

        Args:
            rng: a seed, which gives the deal of ``Game(seed)``, or a random number
                generator, of which only ``random()`` is called, so that equal generators
                give equal deals on every Python version. If left out, the deal differs
                each time.
            catalogue: the catalogue; the base game by default.

        Returns:
            A deal, uniform over all deals that the setup allows (R4, R6, R8, R60).

        Raises:
            WrongTypeError: ``rng`` is neither a generator nor a seed, or the catalogue has another type.

        >>> from wonders_duel import Game
        >>> Deal.random(7) == Game(seed=7).deal
        True
        """
        if not isinstance(rng, Random):
            rng = generator("deal", rng)
        cards = as_catalogue(catalogue)
        return cls._of(random_numbers(cards.tables, rng))

    @classmethod
    def consistent_with(cls, state: State, rng: Random) -> Self:
        """Return a random deal that is consistent with a state: a determinization.

        Every future chance outcome is drawn uniformly from the unseen cards, and nothing
        else is drawn. The part of the deal that has already been played does not matter any
        more; when somebody looks at it, it is filled with the cards that have been seen, then
        with the others, each in the order of the catalogue.

        Args:
            state: any state; the deal resolves it and every state that follows from it.
            rng: the random number generator; only its ``random()`` is called.

        Raises:
            WrongTypeError: ``state`` is not a state, or ``rng`` not a ``random.Random``.

        >>> from random import Random
        >>> from wonders_duel import Game
        >>> state = Game(seed=3).state
        >>> deal = Deal.consistent_with(state, Random(1))
        >>> {wonder.id for wonder in deal.draft[0]} == {
        ...     wonder.id for wonder in state.offered_wonders
        ... }
        True
        """
        expect(state, State, "a State")
        expect(rng, Random, "a random.Random")
        return cls._of(consistent_numbers(state, rng))

    @classmethod
    def from_json(
        cls, text: str | bytes, catalogue: Catalogue | None = None, limits: Limits | None = None
    ) -> Deal:
        """Read a deal from a JSON document, as written by :meth:`to_json`.

        Args:
            text: the document; bytes are decoded as UTF-8.
            catalogue: the catalogue of the deal; the base game if left out.
            limits: the limits on size and depth; the default ones if left out.

        Raises:
            FormatError: the document or the deal is invalid; the error lists every
                fault with its JSON path.
            LimitError: it is too large or too deep.
            WrongTypeError: an argument has another type.
        """
        from wonders_duel import serialization  # noqa: PLC0415 - a thin method

        return serialization.loads(text, Deal, catalogue=catalogue, limits=limits)

    def to_json(self, *, indent: int | None = None) -> str:
        """Return the deal as a JSON document, which contains all hidden information.

        Args:
            indent: the number of spaces for each level, 0 to 100; everything on one line if left out.

        Raises:
            WrongTypeError: the indent is not a number in that range.

        >>> deal = Deal.random(7)
        >>> Deal.from_json(deal.to_json()) == deal
        True
        """
        from wonders_duel import serialization  # noqa: PLC0415 - a thin method

        return serialization.dumps(self, indent=indent)

    # -- contents -----------------------------------------------------------------------------

    @property
    def catalogue(self) -> Catalogue:
        """The catalogue of the deal."""
        return self.numbers.tables.catalogue

    @property
    def draft(self) -> tuple[tuple[Wonder, ...], ...]:
        """The two draft groups of wonders."""
        known = self.catalogue.wonder_list
        return tuple(
            tuple(known[number] for number in group) for group in self.numbers.whole().groups
        )

    @property
    def board_tokens(self) -> tuple[ProgressToken, ...]:
        """The progress tokens on the board."""
        return tuple(self.catalogue.token_list[number] for number in self.numbers.whole().board)

    @property
    def great_library(self) -> tuple[ProgressToken, ...]:
        """The progress tokens that the Great Library draws."""
        return tuple(self.catalogue.token_list[number] for number in self.numbers.great_library)

    @property
    def ages(self) -> tuple[tuple[Building, ...], ...]:
        """For each age, the building in each slot."""
        known = self.catalogue.building_list
        return tuple(tuple(known[number] for number in age) for age in self.numbers.whole().cards)

    # -- resolving ----------------------------------------------------------------------------

    def outcome(self, state: State) -> ChanceOutcome:
        """Return the chance outcome that this deal gives in a state.

        Args:
            state: a state that waits for a chance outcome.

        Returns:
            An outcome for ``state.resolve``, which rejects it if it is impossible in this state.

        Raises:
            ChanceError: the state does not wait for a chance outcome.
            DealError: the deal uses another catalogue.
            WrongTypeError: the argument is not a state.
        """
        expect(state, State, "a State")
        _check_catalogue(self, state)
        if not DEAL_TOKENS <= state.phase_number < OVER:
            message = f"the state does not wait for a chance outcome ({state.phase})"
            raise ChanceError(message)
        return outcome_of(state, *next_outcome(self.numbers, state))

    def conflicts(self, state: State) -> tuple[str, ...]:
        """Return the contradictions between this deal and a state.

        Args:
            state: the state from which a game is to continue.

        Returns:
            A sentence for each visible card that differs from the deal, and for each future outcome
            that has become impossible; empty if the deal fits. A deal that fits can resolve every
            chance outcome to the end of the game. With other deals, resolving an impossible outcome
            raises an error, except for a draw of progress tokens, which takes others from the box.

        Raises:
            WrongTypeError: ``state`` is not a state.
        """
        expect(state, State, "a State")
        return tuple(conflicts(self, state))

    # -- comparing and copying ----------------------------------------------------------------

    def _key(self) -> tuple[object, ...]:
        numbers = self.numbers.whole()
        return (numbers.groups, numbers.board, numbers.great_library, numbers.cards)

    def __eq__(self, other: object) -> bool:
        """Return whether the other deal has the same cards in the same order."""
        if not isinstance(other, Deal):
            return NotImplemented
        return self._key() == other._key() and self.catalogue == other.catalogue

    def __hash__(self) -> int:
        """Hash the contents."""
        return hash(self._key())

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by the catalogue and the numbers."""
        return (unpickle.deal, (self.catalogue, *self._key()))

    def __copy__(self) -> Self:
        """Return the deal itself, which is immutable."""
        return self

    def __deepcopy__(self, memo: object) -> Self:
        """Return the deal itself, which is immutable."""
        return self

    def __dir__(self) -> list[str]:
        """Return the attributes for users, without the engine's numbers."""
        return [name for name in object.__dir__(self) if name != "numbers"]

    def __rich_repr__(self) -> Iterator[tuple[str, object]]:
        """Yield the arguments, which rich shows between the parentheses."""
        yield "draft", tuple(tuple(one.id for one in group) for group in self.draft)
        yield "board_tokens", tuple(one.id for one in self.board_tokens)
        yield "great_library", tuple(one.id for one in self.great_library)
        yield "ages", tuple(tuple(one.id for one in age) for age in self.ages)

    def __repr__(self) -> str:
        """Return the call that makes the deal, in angle brackets if it needs another catalogue."""
        parts = ", ".join(f"{name}={value!r}" for name, value in self.__rich_repr__())
        if self.catalogue is as_catalogue(None):
            return f"Deal({parts})"
        return f"<Deal({parts}) of {self.catalogue.name!r}>"


# -- checking -------------------------------------------------------------------------------------


def _check_catalogue(deal: Deal, state: State) -> None:
    """Raise `DealError` if a deal and a state use different catalogues."""
    if deal.catalogue is not state.catalogue and deal.catalogue != state.catalogue:
        raise DealError(deal.conflicts(state))
