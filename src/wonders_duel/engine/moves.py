"""The ten move classes.

Moves are interned: a catalogue has one object for each distinct move, so moves
are compared and hashed by identity, and copying or unpickling a move returns the
same object.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, ClassVar, Final, Self

import attrs

from wonders_duel import unpickle
from wonders_duel.build import later, override
from wonders_duel.cards import Building, Card, ProgressToken, Wonder
from wonders_duel.effects import CardChoice
from wonders_duel.engine.move_specs import HasSpec, MoveSpec
from wonders_duel.enums import Phase, Player, seat
from wonders_duel.support.arguments import expect

if TYPE_CHECKING:
    from wonders_duel.catalogues import Catalogue
else:
    Catalogue = later("wonders_duel.catalogues", "Catalogue")

__all__ = [
    "ChooseBeginner",
    "ChooseCard",
    "ConstructBuilding",
    "ConstructWonder",
    "DeclineToken",
    "DestroyBuilding",
    "DiscardBuilding",
    "DraftWonder",
    "Move",
    "ReviveBuilding",
    "TakeToken",
]

# The kinds of moves, in the order of the codec.
KIND_DRAFT: Final = 0
KIND_CONSTRUCT: Final = 1
KIND_DISCARD: Final = 2
KIND_WONDER: Final = 3
KIND_TOKEN: Final = 4
KIND_DESTROY: Final = 5
KIND_REVIVE: Final = 6
KIND_BEGIN: Final = 7
KIND_DECLINE: Final = 8
KIND_CHOOSE: Final = 9

_MACHINE_PARTS: Final = frozenset({"adopted", "kind", "make", "missing_in", "spec"})


def _cards(catalogue: Catalogue | None) -> Catalogue:
    from wonders_duel.catalogues import as_catalogue  # noqa: PLC0415 - catalogues import this module

    return as_catalogue(catalogue)


@attrs.frozen(eq=False, init=False, repr=False, match_args=False, slots=True, weakref_slot=False)
class BaseMove(HasSpec):  # type: ignore[override]  # the attrs initialiser takes two more fields
    """The base class of the ten move classes."""

    catalogue: Catalogue
    """The catalogue whose codec numbers the move."""
    index: int
    """The number of the move in ``catalogue.moves``."""

    kind: ClassVar[int]
    """The number of the kind of move, in the order of the codec."""
    phases: ClassVar[tuple[Phase, ...]]
    """The phases in which the move can be legal."""

    @classmethod
    def make(cls, catalogue: Catalogue, spec: MoveSpec) -> Self:
        """Make the object of a move; only the codec calls this.

        Args:
            catalogue: the catalogue.
            spec: the engine's description of the move.
        """
        move = HasSpec.__new__(cls)
        object.__setattr__(move, "catalogue", catalogue)
        object.__setattr__(move, "index", spec.index)
        object.__setattr__(move, "spec", spec)
        return move

    @property
    def arguments(self) -> tuple[str, ...]:
        """The ids of the cards of the move, or the player it names; empty for ``DeclineToken``."""
        # Not declared in this class, because pyright would apply it to all subclasses.
        names: tuple[str, ...] = self.__match_args__  # type: ignore[attr-defined]
        parts = [getattr(self, name) for name in names]
        return tuple([str(part) if isinstance(part, Player) else part.id for part in parts])

    def adopted(self, catalogue: Catalogue) -> Self:
        """Return the move of another catalogue with the same ids.

        Args:
            catalogue: the other catalogue.

        Raises:
            UnknownNameError: it lacks one of the cards.
        """
        make: Callable[..., Self] = type(self)
        return make(*self.arguments, catalogue)

    def missing_in(self, catalogue: Catalogue) -> list[str]:
        """Return the ids of the cards of the move that another catalogue does not have.

        Args:
            catalogue: the other catalogue.
        """
        return []

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by the catalogue and the number, so that unpickling returns the interned object."""
        return (unpickle.move, (self.catalogue, self.index))

    def __copy__(self) -> Self:
        """Return the move itself, which is interned."""
        return self

    def __deepcopy__(self, memo: object) -> Self:
        """Return the move itself, which is interned."""
        return self

    def __dir__(self) -> list[str]:
        """Return the attributes for users, without those for the codec and the engine."""
        return [name for name in object.__dir__(self) if name not in _MACHINE_PARTS]

    def __rich_repr__(self) -> Iterator[str]:
        """Yield what rich shows between the parentheses."""
        yield from self.arguments

    def __repr__(self) -> str:
        """Return the call that makes the move, in angle brackets if it needs another catalogue."""
        call = f"{type(self).__name__}({', '.join(map(repr, self.arguments))})"
        if self.catalogue is _cards(None):
            return call
        return f"<{call} of {self.catalogue.name!r}>"

    def __str__(self) -> str:
        """Return the move text."""
        from wonders_duel.notation import move_text  # noqa: PLC0415 - a thin method

        return move_text(self)  # type: ignore[arg-type]  # the union lists every subclass


def _id(thing: Building | Wonder | ProgressToken | str) -> str:
    if isinstance(thing, str):
        return thing
    expect(thing, (Building, Wonder, ProgressToken), "a card or its id")
    return thing.id


def _missing(card: Card, cards: Mapping[str, Card]) -> list[str]:
    return [] if card.id in cards else [card.id]


class _OfBuilding(BaseMove):
    """The base class of moves with one building."""

    __slots__ = ()
    __match_args__ = ("building",)

    def __new__(cls, building: Building | str, catalogue: Catalogue | None = None) -> Self:
        """Return the interned move with this building."""
        catalogue = _cards(catalogue)
        number = catalogue.number_of_building(_id(building))
        return catalogue.moves.of_building(cls, number)

    @property
    def building(self) -> Building:
        """The building."""
        return self.catalogue.building_list[self.spec.card]

    @property
    @override
    def arguments(self) -> tuple[str, ...]:
        return (self.building.id,)  # a fast path for the most common moves

    @override
    def missing_in(self, catalogue: Catalogue) -> list[str]:
        return _missing(self.building, catalogue.buildings)


class ConstructBuilding(_OfBuilding):
    """Construct an accessible building (R24 to R46).

    Args:
        building: the building or its id.
        catalogue: the catalogue; the base game by default.

    Raises:
        UnknownNameError: the catalogue has no such building.
        WrongTypeError: an argument has another type.

    >>> move = ConstructBuilding("lumber-yard")
    >>> move, str(move), move.index, move.building.name
    (ConstructBuilding('lumber-yard'), 'build lumber-yard', 12, 'Lumber Yard')
    >>> ConstructBuilding("lumber-yard") is move
    True
    """

    __slots__ = ()
    kind = KIND_CONSTRUCT
    phases: ClassVar[tuple[Phase, ...]] = (Phase.TURN,)


class DiscardBuilding(_OfBuilding):
    """Discard an accessible building for coins (R50).

    Args:
        building: the building or its id.
        catalogue: the catalogue; the base game by default.

    Raises:
        UnknownNameError: the catalogue has no such building.
        WrongTypeError: an argument has another type.

    >>> str(DiscardBuilding("tavern"))
    'discard tavern'
    """

    __slots__ = ()
    kind = KIND_DISCARD
    phases: ClassVar[tuple[Phase, ...]] = (Phase.TURN,)


class DestroyBuilding(_OfBuilding):
    """Put one of the opponent's buildings in the discard pile (R58).

    Args:
        building: the building or its id.
        catalogue: the catalogue; the base game by default.

    Raises:
        UnknownNameError: the catalogue has no such building.
        WrongTypeError: an argument has another type.

    >>> str(DestroyBuilding("sawmill"))
    'destroy sawmill'
    """

    __slots__ = ()
    kind = KIND_DESTROY
    phases: ClassVar[tuple[Phase, ...]] = (Phase.DESTROY,)


class ReviveBuilding(_OfBuilding):
    """Construct a building from the discard pile for free (R59).

    Args:
        building: the building or its id.
        catalogue: the catalogue; the base game by default.

    Raises:
        UnknownNameError: the catalogue has no such building.
        WrongTypeError: an argument has another type.

    >>> str(ReviveBuilding("baths"))
    'revive baths'
    """

    __slots__ = ()
    kind = KIND_REVIVE
    phases: ClassVar[tuple[Phase, ...]] = (Phase.REVIVE,)


class ConstructWonder(BaseMove):
    """Construct a wonder with an accessible building, which goes under it (R52).

    Args:
        wonder: the wonder or its id.
        building: the building that goes under it, or its id.
        catalogue: the catalogue; the base game by default.

    Raises:
        UnknownNameError: the catalogue has no such wonder or building.
        WrongTypeError: an argument has another type.

    >>> move = ConstructWonder("the-pyramids", "tavern")
    >>> str(move), move.wonder.name, move.building.name
    ('wonder the-pyramids with tavern', 'The Pyramids', 'Tavern')
    """

    __slots__ = ()
    __match_args__ = ("wonder", "building")
    kind = KIND_WONDER
    phases: ClassVar[tuple[Phase, ...]] = (Phase.TURN,)

    def __new__(
        cls,
        wonder: Wonder | str,
        building: Building | str,
        catalogue: Catalogue | None = None,
    ) -> Self:
        """Return the interned move with this wonder and this building."""
        catalogue = _cards(catalogue)
        wonder_number = catalogue.number_of_wonder(_id(wonder))
        return catalogue.moves.of_wonder(
            cls, wonder_number, catalogue.number_of_building(_id(building))
        )

    @property
    def wonder(self) -> Wonder:
        """The wonder."""
        return self.catalogue.wonder_list[self.spec.entry.number]

    @property
    def building(self) -> Building:
        """The building that goes under it."""
        return self.catalogue.building_list[self.spec.card]

    @override
    def missing_in(self, catalogue: Catalogue) -> list[str]:
        missing = _missing(self.wonder, catalogue.wonders)
        return missing + _missing(self.building, catalogue.buildings)

    @property
    @override
    def arguments(self) -> tuple[str, ...]:
        return (self.wonder.id, self.building.id)


class DraftWonder(BaseMove):
    """Draft one of the wonders on offer (R6).

    Args:
        wonder: the wonder or its id.
        catalogue: the catalogue; the base game by default.

    Raises:
        UnknownNameError: the catalogue has no such wonder.
        WrongTypeError: an argument has another type.

    >>> str(DraftWonder("the-sphinx"))
    'draft the-sphinx'
    """

    __slots__ = ()
    __match_args__ = ("wonder",)
    kind = KIND_DRAFT
    phases: ClassVar[tuple[Phase, ...]] = (Phase.DRAFT,)

    def __new__(cls, wonder: Wonder | str, catalogue: Catalogue | None = None) -> Self:
        """Return the interned move with this wonder."""
        catalogue = _cards(catalogue)
        return catalogue.moves.of_draft(cls, catalogue.number_of_wonder(_id(wonder)))

    @property
    def wonder(self) -> Wonder:
        """The wonder."""
        return self.catalogue.wonder_list[self.spec.entry.number]

    @override
    def missing_in(self, catalogue: Catalogue) -> list[str]:
        return _missing(self.wonder, catalogue.wonders)


class TakeToken(BaseMove):
    """Take a progress token, either from the board (R63) or from those drawn from the box (R60).

    Args:
        token: the progress token or its id.
        catalogue: the catalogue; the base game by default.

    Raises:
        UnknownNameError: the catalogue has no such token.
        WrongTypeError: an argument has another type.

    >>> str(TakeToken("law"))
    'token law'
    """

    __slots__ = ()
    __match_args__ = ("token",)
    kind = KIND_TOKEN
    phases: ClassVar[tuple[Phase, ...]] = (Phase.BOARD_TOKEN, Phase.LIBRARY_TOKEN)

    def __new__(cls, token: ProgressToken | str, catalogue: Catalogue | None = None) -> Self:
        """Return the interned move with this progress token."""
        catalogue = _cards(catalogue)
        return catalogue.moves.of_token(cls, catalogue.number_of_token(_id(token)))

    @property
    def token(self) -> ProgressToken:
        """The progress token."""
        return self.catalogue.token_list[self.spec.entry.number]

    @override
    def missing_in(self, catalogue: Catalogue) -> list[str]:
        return _missing(self.token, catalogue.tokens)


class ChooseBeginner(BaseMove):
    """Choose who begins the age (R76, R77).

    The numbers of players begin with 0, so ``ChooseBeginner(1)`` is player two. Texts number players as
    people do: ``begin 1`` is player one.

    Args:
        player: the player who begins: a ``Player``, its number (0 for player one, 1 for player two), or
            ``one`` or ``two``.
        catalogue: the catalogue; the base game by default.

    Raises:
        UnknownNameError: the player is unknown.
        WrongTypeError: the catalogue has another type.

    >>> move = ChooseBeginner(Player.TWO)
    >>> str(move), move.player
    ('begin two', <Player.TWO: 1>)
    >>> from wonders_duel import parse_move
    >>> ChooseBeginner(1) is parse_move("begin 2") is move
    True
    """

    __slots__ = ()
    __match_args__ = ("player",)
    kind = KIND_BEGIN
    phases: ClassVar[tuple[Phase, ...]] = (Phase.BEGIN,)

    def __new__(cls, player: Player | int | str, catalogue: Catalogue | None = None) -> Self:
        """Return the interned move with this player."""
        catalogue = _cards(catalogue)
        return catalogue.moves.of_player(cls, seat(player))

    @property
    def player(self) -> Player:
        """The player who begins."""
        return Player(self.spec.entry.number)


class DeclineToken(BaseMove):
    """Decline the progress token of a pair, if the rule option ``pair_token`` allows it (R63).

    Args:
        catalogue: the catalogue; the base game by default.

    Raises:
        WrongTypeError: the catalogue has another type.

    >>> move = DeclineToken()
    >>> str(move), move.index
    ('decline token', 1192)
    """

    __slots__ = ()
    __match_args__ = ()
    kind = KIND_DECLINE
    phases: ClassVar[tuple[Phase, ...]] = (Phase.BOARD_TOKEN,)

    def __new__(cls, catalogue: Catalogue | None = None) -> Self:
        """Return the interned move."""
        return _cards(catalogue).moves.of_nothing(cls)


class ChooseCard(BaseMove):
    """Make a choice that a custom card brings.

    The moves of a catalogue's custom choices have the last numbers. The base game has none.

    Args:
        choice: the word of the choice.
        card: the chosen card or its id.
        catalogue: the catalogue.

    Raises:
        UnknownNameError: the catalogue has no such choice, or the choice no such card.
        WrongTypeError: an argument has another type.

    >>> from wonders_duel import Cost, Wonder, catalogue
    >>> from wonders_duel.effects import CardChoice
    >>> class Salvage(CardChoice):
    ...     word = "salvage"
    ...
    ...     def targets(self, state, player):
    ...         return state.discard_pile
    ...
    ...     def carry_out(self, changes, card):
    ...         changes.construct(card)
    ...
    ...     def describe(self, to=None):
    ...         return "Construct a building from the discard pile at no cost."
    >>> barge = Wonder(id="barge", name="Barge", cost=Cost(coins=2), effects=(Salvage(),))
    >>> cards = catalogue.extended("barges", wonders=[barge])
    >>> move = ChooseCard("salvage", "quarry", cards)
    >>> print(move)
    choose salvage quarry
    >>> move.choice, move.card.name
    ('salvage', 'Quarry')
    """

    __slots__ = ()
    __match_args__ = ("choice", "card")
    kind = KIND_CHOOSE
    phases: ClassVar[tuple[Phase, ...]] = (Phase.CHOICE,)

    def __new__(
        cls, choice: str, card: Building | Wonder | ProgressToken | str, catalogue: Catalogue
    ) -> Self:
        """Return the interned move with this choice and card."""
        expect(choice, str, "the word of a choice")
        return _cards(catalogue).moves.of_choice(cls, choice, _id(card))

    @property
    def choice(self) -> str:
        """The word of the choice."""
        return self.catalogue.tables.pending[self.spec.choice].word

    @property
    def effect(self) -> CardChoice:
        """The effect that brings the choice."""
        return self.catalogue.tables.card_choices[self.choice]

    @property
    def card(self) -> Building | Wonder | ProgressToken:
        """The chosen card."""
        number = self.spec.entry.number
        catalogue = self.catalogue
        match self.effect.chosen:
            case "building":
                return catalogue.building_list[number]
            case "wonder":
                return catalogue.wonder_list[number]
            case _:
                return catalogue.token_list[number]

    @property
    @override
    def arguments(self) -> tuple[str, ...]:
        return (self.choice, self.card.id)

    @override
    def missing_in(self, catalogue: Catalogue) -> list[str]:
        return (
            [] if catalogue.tables.card_choices.get(self.choice) == self.effect else [self.choice]
        )


Move = (
    DraftWonder
    | ConstructBuilding
    | DiscardBuilding
    | ConstructWonder
    | TakeToken
    | DestroyBuilding
    | ReviveBuilding
    | ChooseBeginner
    | DeclineToken
    | ChooseCard
)
"""Any of the ten moves, as a closed union for ``match`` and ``assert_never``."""
