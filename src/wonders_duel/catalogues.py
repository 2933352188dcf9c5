"""The ``Catalogue`` class: a set of cards with its tables, moves and names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property, wraps
from types import MappingProxyType
from typing import Any, Self, TypeVar, overload

import attrs

from wonders_duel import unpickle
from wonders_duel.cards import Building, Card, CardKind, ProgressToken, StructureLayout, Wonder
from wonders_duel.cataloguing import registry
from wonders_duel.cataloguing.edits import edited
from wonders_duel.cataloguing.names import Names
from wonders_duel.cataloguing.playable import checked_sums
from wonders_duel.engine.codec import MoveCodec
from wonders_duel.engine.decisions import set_decisions
from wonders_duel.engine.prices import PriceMemo
from wonders_duel.engine.tables import Tables
from wonders_duel.errors import UnknownNameError, WrongTypeError
from wonders_duel.support.arguments import expect
from wonders_duel.support.phrases import nearest, shown

__all__ = ["CardsById", "Catalogue", "as_catalogue", "per_catalogue"]

_C = TypeVar("_C", Building, Wonder, ProgressToken)
_T = TypeVar("_T")


class CardsById(Mapping[str, _C]):
    """A mapping of ids to cards, in the order of the catalogue.

    >>> from wonders_duel import catalogue
    >>> catalogue.wonders["the-pyramid"]
    Traceback (most recent call last):
        ...
    wonders_duel.errors.UnknownNameError: unknown wonder 'the-pyramid'; did you mean the-pyramids?
    """

    def __init__(self, what: str, cards: Iterable[_C]) -> None:
        """Store the cards and the noun for messages."""
        self._what = what
        self._cards: dict[str, _C] = {card.id: card for card in cards}

    def __getitem__(self, name: str) -> _C:
        """Return the card with an id, or raise ``UnknownNameError``."""
        card = self._cards.get(name)
        if card is None:
            hint = nearest(str(name), self._cards)
            raise UnknownNameError(f"unknown {self._what} {shown(name)}{hint}")
        return card

    def __contains__(self, name: object) -> bool:
        """Return whether a card has this id, without looking for similar ids."""
        return name in self._cards

    @overload
    def get(self, name: str, /) -> _C | None: ...

    @overload
    def get(self, name: str, default: _C | _T, /) -> _C | _T: ...

    def get(self, name: str, default: _T | None = None) -> _C | _T | None:
        """Return the card with an id, or a default, without looking for similar ids.

        Args:
            name: the exact id.
            default: what to return if no card has this id.

        >>> from wonders_duel import catalogue
        >>> catalogue.wonders.get("the-pyramid") is None
        True
        """
        return self._cards.get(name, default)

    def __iter__(self) -> Iterator[str]:
        """Iterate over the ids."""
        return iter(self._cards)

    def __len__(self) -> int:
        """Return the number of cards."""
        return len(self._cards)

    def __repr__(self) -> str:
        """Return the ids."""
        return f"<{len(self)} {self._what}s: {', '.join(self._cards)}>"


class Catalogue:
    """The immutable set of cards of a game.

    Args:
        name: the name of the catalogue: printable text of 1 to 60 characters.
        buildings: the buildings of all ages, guilds included, at most 251; their order numbers them.
        wonders: the wonders, 8 to 251.
        tokens: the progress tokens, 5 to 251.
        structures: the layouts of Ages I, II and III.
        aliases: alternative names, each with the id of its card.
        former_names: names that an earlier printing used for another card, each with that
            card's id; they only appear as suggestions in error messages.
        first_game: the ids of the four wonders of the first player in a first game, and of the
            four of the other player (R7); without them that setup is not available.

    A game with an accepted catalogue can always be played to its end, and each of its states can be
    stored. See :class:`~wonders_duel.effects.Contribution` for the ranges of effects.

    Raises:
        CatalogueError: the cards do not make up a valid game; the error lists every problem, such as
            a duplicate id, an id that is not lower-case words joined by hyphens, a chain from an
            unknown building, too few cards, a face-down card that nothing covers, or an effect with
            a number out of range.
        WrongTypeError: an argument has the wrong type.

    >>> from wonders_duel import catalogue
    >>> catalogue
    <Catalogue 'base': 73 buildings, 12 wonders, 10 tokens>
    >>> catalogue.find("Pyramids").id
    'the-pyramids'
    """

    def __init__(
        self,
        name: str,
        buildings: Iterable[Building],
        wonders: Iterable[Wonder],
        tokens: Iterable[ProgressToken],
        structures: Iterable[StructureLayout],
        *,
        aliases: Mapping[str, str] = MappingProxyType({}),
        former_names: Mapping[str, str] = MappingProxyType({}),
        first_game: Iterable[Iterable[str]] = (),
    ) -> None:
        """Check the cards and build the tables."""
        for given, what in (
            (buildings, "buildings"),
            (wonders, "wonders"),
            (tokens, "tokens"),
            (structures, "structures"),
            (first_game, "hands of wonders"),
        ):
            expect(given, Iterable, f"a list of {what}")
        for names, what in ((aliases, "aliases"), (former_names, "former names")):
            expect(names, Mapping, f"a mapping of {what} to ids")
        self.name = name
        self._computed: dict[Callable[[Catalogue], object], Any] = {}  # by `per_catalogue`
        self.building_list: tuple[Building, ...] = tuple(buildings)
        """The buildings in the order of their numbers."""
        self.wonder_list: tuple[Wonder, ...] = tuple(wonders)
        """The wonders in the order of their numbers."""
        self.token_list: tuple[ProgressToken, ...] = tuple(tokens)
        """The progress tokens in the order of their numbers."""
        self.structures: tuple[StructureLayout, ...] = tuple(structures)
        """The layouts of the three ages."""
        self.aliases: MappingProxyType[str, str] = MappingProxyType(dict(aliases))
        """Alternative names, each with the id of its card."""
        self.former_names: MappingProxyType[str, str] = MappingProxyType(dict(former_names))
        """Names that an earlier printing used for another card, each with that card's id."""
        self.first_game: tuple[tuple[str, ...], ...] = tuple(_hand(hand) for hand in first_game)
        """The ids of the wonders of the first player in a first game, and of the other player."""
        for cards_there, kind in (
            (self.building_list, Building),
            (self.wonder_list, Wonder),
            (self.token_list, ProgressToken),
            (self.structures, StructureLayout),
        ):
            for one in cards_there:
                expect(one, kind, f"a {kind.__name__}")
        cards: tuple[Card, ...] = (*self.building_list, *self.wonder_list, *self.token_list)
        sums = checked_sums(self)
        self.buildings: CardsById[Building] = CardsById("building", self.building_list)
        """The buildings by id."""
        self.wonders: CardsById[Wonder] = CardsById("wonder", self.wonder_list)
        """The wonders by id."""
        self.tokens: CardsById[ProgressToken] = CardsById("progress token", self.token_list)
        """The progress tokens by id."""
        self.building_numbers: Mapping[str, int] = _numbers(self.building_list)
        """The number of each building by its id."""
        self.wonder_numbers: Mapping[str, int] = _numbers(self.wonder_list)
        """The number of each wonder by its id."""
        self.token_numbers: Mapping[str, int] = _numbers(self.token_list)
        """The number of each progress token by its id."""
        self._numbers: Mapping[CardKind, Mapping[str, int]] = MappingProxyType(
            {
                "building": self.building_numbers,
                "wonder": self.wonder_numbers,
                "progress token": self.token_numbers,
            }
        )
        self.tables: Tables = Tables(
            self.building_list, self.wonder_list, self.token_list, self.structures, sums
        )
        """The engine's lookup tables, built from the effects. Treat them as read-only."""
        self._names = Names(cards, self.aliases)
        self.tables.catalogue = self
        self.tables.prices = PriceMemo(self.tables)
        set_decisions(self.tables)
        self.moves: MoveCodec = MoveCodec(self)
        """The numbers of all moves. Setting this attribute makes the catalogue immutable."""
        registry.register(self)

    def __setattr__(self, name: str, value: object) -> None:
        """Raise ``FrozenInstanceError``: many games share a catalogue."""
        if "moves" in self.__dict__:
            raise _frozen(name)
        super().__setattr__(name, value)

    def __delattr__(self, name: str) -> None:
        """Raise ``FrozenInstanceError``: many games share a catalogue."""
        raise _frozen(name)

    def extended(
        self,
        name: str,
        *,
        buildings: Iterable[Building] = (),
        wonders: Iterable[Wonder] = (),
        tokens: Iterable[ProgressToken] = (),
    ) -> Self:
        """Return a new catalogue with additional cards.

        Args:
            name: the name of the new catalogue.
            buildings: buildings to add.
            wonders: wonders to add.
            tokens: progress tokens to add.

        Returns:
            The new catalogue; this one does not change.

        Raises:
            CatalogueError: the cards do not make up a valid game.
            WrongTypeError: an argument has another type.

        >>> from wonders_duel import Wonder, catalogue
        >>> catalogue.extended("thirteen", wonders=[Wonder(id="the-tower", name="The Tower")])
        <Catalogue 'thirteen': 73 buildings, 13 wonders, 10 tokens>
        """
        for given, what in ((buildings, "buildings"), (wonders, "wonders"), (tokens, "tokens")):
            expect(given, Iterable, f"a list of {what}")
        return type(self)(
            name,
            (*self.building_list, *buildings),
            (*self.wonder_list, *wonders),
            (*self.token_list, *tokens),
            self.structures,
            aliases=self.aliases,
            former_names=self.former_names,
            first_game=self.first_game,
        )

    def edited(
        self,
        name: str,
        *,
        replace: Iterable[Card] = (),
        remove: Iterable[str] = (),
        add: Iterable[Card] = (),
    ) -> Self:
        """Return a new catalogue with some cards replaced, removed or added.

        Args:
            name: the name of the new catalogue.
            replace: cards that replace those with the same ids.
            remove: the ids of the cards to remove.
            add: cards to add after the others.

        Returns:
            The new catalogue; this one does not change. The aliases of a removed card are removed
            too, and removing a wonder of the first-game setup (R7) removes that setup.

        Raises:
            CatalogueError: a card is replaced by one of another kind, an id is given twice, or the
                cards do not make up a valid game.
            UnknownNameError: no card has one of the ids.
            WrongTypeError: an argument has the wrong type.

        >>> import attrs
        >>> from wonders_duel import Cost, catalogue
        >>> palace = attrs.evolve(catalogue.buildings["palace"], cost=Cost(coins=9))
        >>> mine = catalogue.edited("mine", replace=[palace], remove=["the-sphinx"])
        >>> mine
        <Catalogue 'mine': 73 buildings, 11 wonders, 10 tokens>
        >>> print(mine.buildings["palace"].cost)
        9 coins
        """
        made = edited(self, replace, remove, add)
        return type(self)(
            name,
            made.buildings,
            made.wonders,
            made.tokens,
            self.structures,
            aliases=made.aliases,
            former_names=made.former_names,
            first_game=made.first_game,
        )

    def card(self, name: str) -> Card:
        """Return the building, wonder or progress token with an id.

        Args:
            name: the exact id; :meth:`find` also accepts names.

        Raises:
            UnknownNameError: no card has this id; the message suggests the closest ids.
            WrongTypeError: the id is not a string.

        >>> from wonders_duel import catalogue
        >>> catalogue.card("law").name
        'Law'
        """
        expect(name, str, "the id of a card")
        cards: tuple[Mapping[str, Card], ...] = (self.buildings, self.wonders, self.tokens)
        for mapping in cards:
            if name in mapping:
                return mapping[name]
        raise self._names.unknown(name, [*self.buildings, *self.wonders, *self.tokens], "card")

    def find(self, name: str) -> Card:
        """Find a card by its id, name or alias, or by a prefix of one.

        Ids and printed names take precedence, then aliases, then prefixes
        that only one card has. Case and a leading "the" are ignored, and spaces, hyphens and
        other signs between words are the same.

        Args:
            name: an id, a name, an alias or a prefix, as a user would type it.

        Raises:
            AmbiguousNameError: several cards have this prefix.
            UnknownNameError: no card has this name; the message suggests the closest names.
            WrongTypeError: the name is not a string.

        >>> from wonders_duel import catalogue
        >>> catalogue.find("Glassblower").name, catalogue.find("circus").name
        ('Glass-Blower', 'Circus')
        """
        return self.card(self.resolve(name, [*self.buildings, *self.wonders, *self.tokens], "card"))

    def find_building(self, name: str) -> Building:
        """Find a building; like :meth:`find`, for buildings only.

        Args:
            name: an id, a name, an alias, or a prefix that only one building has.

        Raises:
            AmbiguousNameError: several buildings have this prefix.
            UnknownNameError: no building has this name.
            WrongTypeError: the name is not a string.
        """
        return self.buildings[self.resolve(name, self.buildings, "building")]

    def find_wonder(self, name: str) -> Wonder:
        """Find a wonder; like :meth:`find`, for wonders only.

        Args:
            name: an id, a name, an alias, or a prefix that only one wonder has.

        Raises:
            AmbiguousNameError: several wonders have this prefix.
            UnknownNameError: no wonder has this name.
            WrongTypeError: the name is not a string.
        """
        return self.wonders[self.resolve(name, self.wonders, "wonder")]

    def find_token(self, name: str) -> ProgressToken:
        """Find a progress token; like :meth:`find`, for progress tokens only.

        Args:
            name: an id, a name, an alias, or a prefix that only one progress token has.

        Raises:
            AmbiguousNameError: several progress tokens have this prefix.
            UnknownNameError: no progress token has this name.
            WrongTypeError: the name is not a string.
        """
        return self.tokens[self.resolve(name, self.tokens, "progress token")]

    def resolve(self, name: str, among: Iterable[str], what: str) -> str:
        """Return the id of the card with a name, chosen from some ids.

        Args:
            name: an id, a name, an alias or a prefix, as a user would type it.
            among: the ids to choose from.
            what: the noun for messages, such as "wonder".

        Raises:
            AmbiguousNameError: several of the cards have this prefix.
            UnknownNameError: none of the cards has this name.
        """
        return self._names.resolve(name, among, what)

    def number(self, kind: CardKind, name: str) -> int:
        """Return the number of a card, which is its place among the cards of its kind.

        Args:
            kind: the kind of card, as in ``card.kind``.
            name: the exact id; :meth:`find_number` also accepts names.

        Raises:
            UnknownNameError: no card of the kind has this id; the message suggests the closest ids.

        >>> from wonders_duel import catalogue
        >>> catalogue.number("wonder", "the-sphinx")
        9
        """
        numbers = self._numbers[kind]
        number = numbers.get(name)
        if number is None:
            raise self._names.unknown(name, list(numbers), kind)
        return number

    def find_number(self, kind: CardKind, name: str) -> int:
        """Find the number of a card by its id, name or alias, or by a prefix of one.

        Args:
            kind: the kind of card, as in ``card.kind``.
            name: an id, a name, an alias, or a prefix that only one card of the kind has.

        Raises:
            AmbiguousNameError: several cards of the kind have this prefix.
            UnknownNameError: no card of the kind has this name.

        >>> from wonders_duel import catalogue
        >>> catalogue.find_number("wonder", "sphinx")
        9
        """
        numbers = self._numbers[kind]
        number = numbers.get(name)  # an id, as in documents and objects
        return numbers[self.resolve(name, numbers, kind)] if number is None else number

    def number_of_building(self, name: str) -> int:
        """Return the number of the building with this id, or raise ``UnknownNameError``."""
        return self.number("building", name)

    def number_of_wonder(self, name: str) -> int:
        """Return the number of the wonder with this id, or raise ``UnknownNameError``."""
        return self.number("wonder", name)

    def number_of_token(self, name: str) -> int:
        """Return the number of the progress token with this id, or raise ``UnknownNameError``."""
        return self.number("progress token", name)

    @property
    def is_base(self) -> bool:
        """Whether it equals the base game, which texts and documents do not name."""
        base = registry.base_game()
        return self is base or self == base

    @cached_property
    def digest(self) -> str:
        """A fingerprint of sixteen hexadecimal digits, the same in every process.

        Texts and documents that use a custom catalogue contain it. It is the
        beginning of the SHA-256 of the name and all cards, written as JSON with
        sorted keys; a custom effect class is represented by its class name,
        its attrs or dataclass fields and the result of its own ``describe()``. In these
        fields, of an object that is neither a number, a text, an enum member, an attrs object, a
        dataclass nor a built-in container of them, only the class counts.

        >>> from wonders_duel import Wonder, catalogue
        >>> tower = [Wonder(id="the-tower", name="The Tower")]
        >>> catalogue.extended("one", wonders=tower).digest == catalogue.digest
        False
        """
        from wonders_duel.cataloguing.digest import digest  # noqa: PLC0415 - imports json, rarely needed

        return digest(registry.contents_of(self))

    def __eq__(self, other: object) -> bool:
        """Return whether the other catalogue has the same name and the same cards."""
        if self is other:
            return True
        if not isinstance(other, Catalogue):
            return NotImplemented
        return registry.contents_of(self) == registry.contents_of(other)

    def __hash__(self) -> int:
        """Hash by the name."""
        return hash(self.name)

    def __copy__(self) -> Self:
        """Return the catalogue itself, which is immutable."""
        return self

    def __deepcopy__(self, memo: object) -> Self:
        """Return the catalogue itself, which is immutable."""
        return self

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by the cards; unpickling returns an equal live catalogue if there is one."""
        if self is registry.base_game():
            return (unpickle.base_game, ())
        contents = (*registry.contents_of(self), dict(self.aliases), dict(self.former_names))
        return (unpickle.catalogue, contents)

    def __repr__(self) -> str:
        """Return the name and the numbers of cards."""
        return (
            f"<Catalogue {self.name!r}: {len(self.building_list)} buildings, "
            f"{len(self.wonder_list)} wonders, {len(self.token_list)} tokens>"
        )


def _numbers(cards: Iterable[Card]) -> Mapping[str, int]:
    """Return the number of each card by its id."""
    return MappingProxyType({card.id: number for number, card in enumerate(cards)})


def _frozen(name: str) -> attrs.exceptions.FrozenInstanceError:
    """Return the error for a change of a catalogue."""
    error = attrs.exceptions.FrozenInstanceError()
    error.add_note(
        f"{name}: a catalogue cannot be changed; use catalogue.extended(...) to make another one"
    )
    return error


def _hand(hand: Iterable[str]) -> tuple[str, ...]:
    """Return the wonder ids of a player in the first game; a string is not a list of ids."""
    ids = () if isinstance(hand, str) or not isinstance(hand, Iterable) else tuple(hand)
    if not ids or not all(isinstance(wonder, str) for wonder in ids):
        raise WrongTypeError(f"expected a list of ids of wonders, got {shown(hand)}")
    return ids


def as_catalogue(catalogue: Catalogue | None) -> Catalogue:
    """Return a catalogue, or the base game for ``None``.

    Args:
        catalogue: a catalogue or ``None``.

    Raises:
        WrongTypeError: the argument is not a catalogue.
    """
    if catalogue is None:
        return registry.base_game()
    expect(catalogue, Catalogue, "a Catalogue")
    return catalogue


def per_catalogue(compute: Callable[[Catalogue], _T]) -> Callable[[Catalogue], _T]:
    """Decorate a function of a catalogue, so that it is computed once for each catalogue.

    The catalogue holds the result, which may refer to it: both are freed together.

    Args:
        compute: the function.
    """

    @wraps(compute)
    def computed(catalogue: Catalogue) -> _T:
        results = catalogue._computed  # noqa: SLF001 - a class of this module
        if compute not in results:
            results[compute] = compute(catalogue)
        result: _T = results[compute]
        return result

    return computed
