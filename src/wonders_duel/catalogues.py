"""Catalogues: sets of cards with their tables, moves and names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property
from types import MappingProxyType
from typing import Self, TypeVar
from weakref import WeakSet

import attrs

from wonders_duel.cards import Building, Card, ProgressToken, StructureLayout, Wonder
from wonders_duel.codec import MoveCodec
from wonders_duel.errors import (
    UnknownNameError,
    WrongTypeError,
    expect,
    nearest,
    shown,
)
from wonders_duel.names import Names
from wonders_duel.playable import checked_sums
from wonders_duel.tables import Tables
from wonders_duel.trading import PriceMemo

__all__ = ["CardsById", "Catalogue", "as_catalogue", "own_card"]

_C = TypeVar("_C", Building, Wonder, ProgressToken)


class CardsById(Mapping[str, _C]):
    """Cards by id, in the order of the catalogue.

    >>> from wonders_duel import catalogue
    >>> catalogue.wonders["the-pyramid"]
    Traceback (most recent call last):
        ...
    wonders_duel.errors.UnknownNameError: unknown wonder 'the-pyramid'; did you mean the-pyramids?
    """

    def __init__(self, what: str, cards: Iterable[_C]) -> None:
        """Hold the cards and what they are, for the error."""
        self._what = what
        self._cards: dict[str, _C] = {card.id: card for card in cards}

    def __getitem__(self, name: str) -> _C:
        """Return the card with an id, or raise ``UnknownNameError``."""
        card = self._cards.get(name)
        if card is None:
            hint = nearest(str(name), self._cards)
            raise UnknownNameError(f"unknown {self._what} {shown(name)}{hint}")
        return card

    def __iter__(self) -> Iterator[str]:
        """Go through the ids."""
        return iter(self._cards)

    def __len__(self) -> int:
        """Count the cards."""
        return len(self._cards)

    def __repr__(self) -> str:
        """Return the ids."""
        return f"<{len(self)} {self._what}s: {', '.join(self._cards)}>"


class Catalogue:
    """The cards of a game: frozen, with the tables, the codec and the price memo that belong to them.

    Args:
        name: what the set is called.
        buildings: the buildings of all ages, guilds included; their order numbers them.
        wonders: the wonders.
        tokens: the progress tokens.
        structures: the layouts of Ages I, II and III.
        aliases: other names, each with the id it means.
        former_names: names that were once given to another card, each with that card's id;
            they are only suggested in errors.
        first_game: the wonders of the player who begins a first game, and of the other (R7), by id,
            four for each; without them that setup cannot be chosen.

    What is accepted can be played to the end, and every state on the way can be stored. See
    :class:`~wonders_duel.effects.Contribution` for the range of each number that effects add to.

    Raises:
        CatalogueError: the cards do not make up a game; the error lists every problem. An id is
            there twice, or is not in lower case with hyphens; a chain comes from a building that does not
            exist; there are too few cards; a card is dealt face down with nothing on it; an effect
            contributes a number that is out of range; and so on.
        WrongTypeError: something else than cards, structures or names is given.

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
        """Check the cards and make the tables."""
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
        self.kept: dict[str, object] = {}
        """What other modules of the library make once for a catalogue, such as its converter."""
        self.building_list: tuple[Building, ...] = tuple(buildings)
        """The buildings in the order of their numbers."""
        self.wonder_list: tuple[Wonder, ...] = tuple(wonders)
        """The wonders in the order of their numbers."""
        self.token_list: tuple[ProgressToken, ...] = tuple(tokens)
        """The progress tokens in the order of their numbers."""
        self.structures: tuple[StructureLayout, ...] = tuple(structures)
        """The layouts of the three ages."""
        self.aliases: MappingProxyType[str, str] = MappingProxyType(dict(aliases))
        """Other names, each with the id it means."""
        self.former_names: MappingProxyType[str, str] = MappingProxyType(dict(former_names))
        """Names that a printing gave to another card, each with that card's id."""
        self.first_game: tuple[tuple[str, ...], ...] = tuple(_hand(hand) for hand in first_game)
        """The wonders of the player who begins a first game, and of the other."""
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
        self.tables: Tables = Tables(
            self.building_list, self.wonder_list, self.token_list, self.structures, sums
        )
        """What the engine looks up; made from the effects. Not closed, to be quick: never change it."""
        self._names = Names(cards, self.aliases)
        self.tables.catalogue = self
        self.tables.prices = PriceMemo(self.tables)
        self.moves: MoveCodec = MoveCodec(self)
        """Every move, numbered; with it the catalogue is made, and frozen."""
        _LIVE.add(self)

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse: once it is made, a catalogue is frozen, since many games share it."""
        if "moves" in self.__dict__:
            raise _frozen(name)
        super().__setattr__(name, value)

    def __delattr__(self, name: str) -> None:
        """Refuse: a catalogue is frozen."""
        raise _frozen(name)

    def extended(
        self,
        name: str,
        *,
        buildings: Iterable[Building] = (),
        wonders: Iterable[Wonder] = (),
        tokens: Iterable[ProgressToken] = (),
    ) -> Self:
        """Return a catalogue with more cards.

        Args:
            name: what the new set is called.
            buildings: buildings to add.
            wonders: wonders to add.
            tokens: progress tokens to add.

        Returns:
            A new catalogue; this one stays as it is.

        Raises:
            CatalogueError: the cards do not go together.

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
        """Return a catalogue with some cards changed, taken out or added.

        Args:
            name: what the new set is called.
            replace: cards that take the place of those with the same ids.
            remove: the ids of cards to take out.
            add: cards that come after the others.

        Returns:
            A new catalogue; this one stays as it is. Other names for a card that is taken out
            go with it, and so does the first game (R7) with one of its wonders.

        Raises:
            CatalogueError: a card is replaced by one of another kind, or named twice, or the
                cards do not go together.
            UnknownNameError: there is no card with an id.
            WrongTypeError: something else than cards and ids is given.

        >>> import attrs
        >>> from wonders_duel import Cost, catalogue
        >>> palace = attrs.evolve(catalogue.buildings["palace"], cost=Cost(coins=9))
        >>> mine = catalogue.edited("mine", replace=[palace], remove=["the-sphinx"])
        >>> mine
        <Catalogue 'mine': 73 buildings, 11 wonders, 10 tokens>
        >>> print(mine.buildings["palace"].cost)
        9 coins
        """
        from wonders_duel.edits import edited  # noqa: PLC0415 - a thin method

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
            name: an exact id; :meth:`find` is kinder.

        Raises:
            UnknownNameError: there is none; the message gives the nearest ids.

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
        """Return the card that a person means.

        An id or a printed name comes first, then an alias, then a beginning
        that only one card has. Case, spaces and hyphens do not count.

        Args:
            name: what the person typed.

        Raises:
            AmbiguousNameError: a beginning that several cards have.
            UnknownNameError: nothing is called that; the message gives the nearest names.

        >>> from wonders_duel import catalogue
        >>> catalogue.find("Glassblower").name, catalogue.find("circus").name
        ('Glass-Blower', 'Circus')
        """
        return self.card(self.resolve(name, [*self.buildings, *self.wonders, *self.tokens], "card"))

    def find_building(self, name: str) -> Building:
        """Return the building that a person means; as :meth:`find`, among buildings only.

        Args:
            name: an id, a printed name, or a beginning that only one building has.

        Raises:
            AmbiguousNameError: a beginning that several buildings have.
            UnknownNameError: no building is called that.
        """
        return self.buildings[self.resolve(name, self.buildings, "building")]

    def find_wonder(self, name: str) -> Wonder:
        """Return the wonder that a person means; as :meth:`find`, among wonders only.

        Args:
            name: an id, a printed name, or a beginning that only one wonder has.

        Raises:
            AmbiguousNameError: a beginning that several wonders have.
            UnknownNameError: no wonder is called that.
        """
        return self.wonders[self.resolve(name, self.wonders, "wonder")]

    def find_token(self, name: str) -> ProgressToken:
        """Return the progress token that a person means; as :meth:`find`, among tokens only.

        Args:
            name: an id, a printed name, or a beginning that only one progress token has.

        Raises:
            AmbiguousNameError: a beginning that several tokens have.
            UnknownNameError: no progress token is called that.
        """
        return self.tokens[self.resolve(name, self.tokens, "progress token")]

    def resolve(self, name: str, among: Iterable[str], what: str) -> str:
        """Return the id that a typed name means among some ids.

        Args:
            name: what the person typed.
            among: the ids that can be meant.
            what: what they are, for the errors.

        Raises:
            AmbiguousNameError: a beginning that several of them have.
            UnknownNameError: none of them is called that.
        """
        return self._names.resolve(name, among, what)

    def _number(self, numbers: Mapping[str, int], name: str, what: str) -> int:
        number = numbers.get(name)
        if number is None:
            raise self._names.unknown(name, list(numbers), what)
        return number

    def number_of_building(self, name: str) -> int:
        """Return the number of the building with an id, or raise ``UnknownNameError``."""
        return self._number(self.building_numbers, name, "building")

    def number_of_wonder(self, name: str) -> int:
        """Return the number of the wonder with an id, or raise ``UnknownNameError``."""
        return self._number(self.wonder_numbers, name, "wonder")

    def number_of_token(self, name: str) -> int:
        """Return the number of the progress token with an id, or raise ``UnknownNameError``."""
        return self._number(self.token_numbers, name, "progress token")

    @property
    def is_base(self) -> bool:
        """Whether it is the base game, which texts and documents do not name."""
        base = _base_game()
        return self is base or self == base

    @cached_property
    def digest(self) -> str:
        """Sixteen hexadecimal digits that tell catalogues apart, the same in every process.

        Texts and documents about a catalogue of one's own carry it. It is the
        beginning of the SHA-256 of the name and all cards, written as JSON with
        sorted keys; an effect of a class of one's own counts by its class name,
        its attrs fields and what a ``describe()`` of its own says.

        >>> from wonders_duel import Wonder, catalogue
        >>> tower = [Wonder(id="the-tower", name="The Tower")]
        >>> catalogue.extended("one", wonders=tower).digest == catalogue.digest
        False
        """
        from wonders_duel.digest import digest  # noqa: PLC0415 - takes json, rarely needed

        return digest(self._contents())

    def _contents(self) -> tuple[object, ...]:
        return (
            self.name,
            self.building_list,
            self.wonder_list,
            self.token_list,
            self.structures,
            self.first_game,
        )

    def __eq__(self, other: object) -> bool:
        """Say whether the other has the same name and the same cards."""
        if self is other:
            return True
        if not isinstance(other, Catalogue):
            return NotImplemented
        return self._contents() == other._contents()

    def __hash__(self) -> int:
        """Hash by the name: equal catalogues have the same."""
        return hash(self.name)

    def __copy__(self) -> Self:
        """Frozen: a copy is the catalogue itself."""
        return self

    def __deepcopy__(self, memo: object) -> Self:
        """Frozen: a copy is the catalogue itself."""
        return self

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by the cards; loading gives a live catalogue with the same cards if there is one."""
        if self is _base_game():
            return (_base_game, ())
        return (_catalogue, (*self._contents(), dict(self.aliases), dict(self.former_names)))

    def __repr__(self) -> str:
        """Return the name and the numbers of cards."""
        return (
            f"<Catalogue {self.name!r}: {len(self.building_list)} buildings, "
            f"{len(self.wonder_list)} wonders, {len(self.token_list)} tokens>"
        )


def _numbers(cards: Iterable[Card]) -> Mapping[str, int]:
    """Number cards by their ids."""
    return MappingProxyType({card.id: number for number, card in enumerate(cards)})


def _frozen(name: str) -> attrs.exceptions.FrozenInstanceError:
    """Make the error for a change of a catalogue."""
    error = attrs.exceptions.FrozenInstanceError()
    error.add_note(f"{name}: a catalogue is frozen; catalogue.extended(...) makes another one")
    return error


def _hand(hand: Iterable[str]) -> tuple[str, ...]:
    """Return a hand of the first game; a text alone is none."""
    ids = () if isinstance(hand, str) or not isinstance(hand, Iterable) else tuple(hand)
    if not ids or not all(isinstance(wonder, str) for wonder in ids):
        raise WrongTypeError(f"expected a list of ids of wonders, got {shown(hand)}")
    return ids


_LIVE: WeakSet[Catalogue] = WeakSet()


@cache  # the import statement alone would take longer than many calls of this library
def _base_game() -> Catalogue:
    from wonders_duel.base_game import BASE_GAME  # noqa: PLC0415 - made with this class

    return BASE_GAME


def as_catalogue(catalogue: Catalogue | None) -> Catalogue:
    """Return the catalogue that is meant; the base game for ``None``.

    Args:
        catalogue: a catalogue or nothing.

    Raises:
        WrongTypeError: it is something else.
    """
    if catalogue is None:
        return _base_game()
    expect(catalogue, Catalogue, "a Catalogue")
    return catalogue


def home_of(card: Card) -> Catalogue:
    """Return the catalogue that has a card equal to this one; the base game if none has.

    Args:
        card: the card.
    """
    found = _found(card)
    return _base_game() if found is None else found[0]


def own_card(card: Card) -> Card:
    """Return the card of a catalogue that is equal to a card; that card itself if none has it.

    Args:
        card: a card that was unpickled.
    """
    found = _found(card)
    return card if found is None else found[1]


def _found(card: Card) -> tuple[Catalogue, Card] | None:
    """Return the first catalogue with a card equal to this one, and that card."""
    for cards in (_base_game(), *_LIVE):
        for mapping in (cards.buildings, cards.wonders, cards.tokens):
            own = mapping.get(card.id)
            if own == card:
                return cards, own
    return None


def _catalogue(
    name: str,
    buildings: tuple[Building, ...],
    wonders: tuple[Wonder, ...],
    tokens: tuple[ProgressToken, ...],
    structures: tuple[StructureLayout, ...],
    first_game: tuple[tuple[str, ...], ...],
    aliases: Mapping[str, str],
    former_names: Mapping[str, str],
) -> Catalogue:
    """Unpickle: one object for equal catalogues, so that the identity of moves and cards is kept."""
    contents = (name, buildings, wonders, tokens, structures, first_game)
    for live in list(_LIVE):
        if live._contents() == contents:  # noqa: SLF001 - of this module
            return live
    return Catalogue(
        name,
        buildings,
        wonders,
        tokens,
        structures,
        aliases=aliases,
        former_names=former_names,
        first_game=first_game,
    )
