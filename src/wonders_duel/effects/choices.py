"""The base class of custom choices: decisions that a card brings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar, Literal, Protocol

import attrs

from wonders_duel.build import later, override
from wonders_duel.effects.answers import worded
from wonders_duel.effects.base import Contribution, Effect
from wonders_duel.enums import Player
from wonders_duel.languages import ENGLISH, Language

if TYPE_CHECKING:
    from wonders_duel.cards import Building, Card, ProgressToken
    from wonders_duel.state import State
else:
    Building = later("wonders_duel.cards", "Building")
    Card = later("wonders_duel.cards", "Card")
    ProgressToken = later("wonders_duel.cards", "ProgressToken")
    State = later("wonders_duel.state", "State")

__all__ = ["CardChoice", "Changes"]


class Changes(Protocol):
    """The changes that a custom choice makes; passed to ``CardChoice.carry_out``.

    If a change ends the game, the changes after it have no effect (R18). So a loop that changes
    the position until no card is left has to end if ``changes.state.is_over``, too.

    >>> class Salvage(CardChoice):
    ...     word = "salvage"
    ...
    ...     def targets(self, state, player):
    ...         return state.discard_pile
    ...
    ...     def carry_out(self, changes, card):
    ...         changes.construct(card)
    """

    @property
    def state(self) -> State:
        """The position so far.

        The choice is no longer pending, and the cards that the turn uncovers may still be face down, so
        the position cannot be asked for legal moves.
        """

    @property
    def player(self) -> Player:
        """The player who chooses."""

    def construct(self, building: Building) -> None:
        """Construct a building in the player's city, at no cost and with all its effects.

        Args:
            building: a face-up card of the structure, or a card of the discard pile.

        Raises:
            CatalogueError: the card is elsewhere.
            WrongTypeError: it is not a building.
        """

    def discard(self, building: Building) -> None:
        """Put a building into the discard pile (R51).

        Args:
            building: a face-up card of the structure, or a building in the opponent's city.

        Raises:
            CatalogueError: the card is elsewhere.
            WrongTypeError: it is not a building.
        """

    def take_token(self, token: ProgressToken) -> None:
        """Put a progress token into the player's city, with all its effects (R88).

        Args:
            token: a token on the board or in the box.

        Raises:
            CatalogueError: the token is in a city.
            WrongTypeError: it is not a progress token.
        """


@attrs.frozen
class CardChoice(Effect):
    """A choice of a card by the owner, after the card that brings it comes into play.

    It is the base class of custom choices, which need no change to the engine. Define ``word``,
    ``targets`` and ``carry_out``, without which a catalogue refuses the card, and the texts:
    ``describe``, ``question``, ``later`` and ``action``. A choice has the phase ``Phase.CHOICE`` and the moves
    :class:`~wonders_duel.ChooseCard`. It comes after the choices of the library (R22), and is
    skipped if it has no target. ``examples/custom_choice.py`` is a complete program.

    >>> @attrs.frozen
    ... class Salvage(CardChoice):
    ...     word = "salvage"
    ...
    ...     def targets(self, state, player):
    ...         return state.discard_pile
    ...
    ...     def carry_out(self, changes, card):
    ...         changes.construct(card)
    ...
    ...     def describe(self, to=ENGLISH):
    ...         return "Construct a building from the discard pile at no cost."
    >>> Salvage().later()
    'construct a building from the discard pile at no cost.'
    """

    word: ClassVar[str] = ""
    """The name of the choice in texts and documents: lower-case words joined by hyphens."""
    chosen: ClassVar[Literal["building", "wonder", "progress token"]] = "building"
    """The kind of card that is chosen."""

    @override
    def contribute(self, to: Contribution) -> None:
        to.card_choices.append(self)

    def targets(self, state: State, player: Player) -> Iterable[Card]:
        """Return the cards that can be chosen.

        Args:
            state: the position.
            player: the player who chooses.

        Returns:
            Cards of the kind ``chosen``, in any order; the choice is skipped if there are none.

        Raises:
            NotImplementedError: the class does not define it.
        """
        raise NotImplementedError(
            f"{type(self).__name__} has no method targets(self, state, player)"
        )

    def carry_out(self, changes: Changes, card: Card) -> None:
        """Change the position.

        Args:
            changes: makes the changes, and has the position.
            card: the chosen card, one of the targets.

        Raises:
            NotImplementedError: the class does not define it.
        """
        raise NotImplementedError(
            f"{type(self).__name__} has no method carry_out(self, changes, card)"
        )

    def question(self, state: State, names: tuple[str, str], to: Language = ENGLISH) -> str:
        """Return the choice as a sentence, for boards, pictures and apps.

        The default is the name of the player and :meth:`Effect.describe`.

        Args:
            state: a position in which the player chooses.
            names: the names of players one and two.
            to: the language.
        """
        choice = worded(self, "later", self.later(to))
        return to.say("{player}'s turn: {choice}", player=names[state.player], choice=choice)

    def later(self, to: Language = ENGLISH) -> str:
        """Return the choice as the end of a sentence: :meth:`Effect.summary` with a full stop.

        Args:
            to: the language.
        """
        return f"{worded(self, 'summary', self.summary(to))}."

    def action(self, card: Card, to: Language = ENGLISH, *, command: bool = False) -> str:
        """Return the chosen card as an action, without the player: ``chooses Tavern``.

        Args:
            card: the chosen card.
            to: the language.
            command: whether to return it as a command: ``choose Tavern``.
        """
        if command:
            return to.say("choose {card}", card=to.name(card))
        return to.say("chooses {card}", card=to.name(card))
