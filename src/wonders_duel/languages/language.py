"""Languages: names of cards, words of the game, and sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from functools import cache
from gettext import GNUTranslations, NullTranslations
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Protocol

import attrs

from wonders_duel import unpickle
from wonders_duel.build import later
from wonders_duel.enums import Resource, as_resource
from wonders_duel.errors import UnknownNameError, WondersDuelError, WrongTypeError
from wonders_duel.languages.seats import seats
from wonders_duel.languages.terms import TERMS
from wonders_duel.support.arguments import expect, expect_names, is_within
from wonders_duel.support.phrases import nearest, one_of, shown
from wonders_duel.support.rich_repr import print_as_repr

if TYPE_CHECKING:
    from wonders_duel.cards import Card, MilitaryToken
    from wonders_duel.engine.moves import Move
    from wonders_duel.engine.payment import PaymentPlan
    from wonders_duel.reasons import Reason
    from wonders_duel.state import State
else:
    Card = later("wonders_duel.cards", "Card")
    MilitaryToken = later("wonders_duel.cards", "MilitaryToken")
    Move = later("wonders_duel.engine.moves", "Move")
    PaymentPlan = later("wonders_duel.engine.payment", "PaymentPlan")
    Reason = later("wonders_duel.reasons", "Reason")
    State = later("wonders_duel.state", "State")

__all__ = ["ENGLISH", "LANGUAGES", "Language", "Named", "language"]

LANGUAGES: Final = ("en", "fi", "fr")
"""The codes of the languages (ISO 639-1)."""
_ENGLISH: Final = LANGUAGES[0]
_MOST_DIGITS: Final = 20
"""The most decimals of a number."""


class Named(Protocol):
    """Any object with a printed name: a building, a wonder or a progress token.

    >>> from wonders_duel import catalogue
    >>> thing: Named = catalogue.tokens["law"]
    >>> thing.name
    'Law'
    """

    @property
    def name(self) -> str:
        """The printed name, in English."""


@attrs.frozen(eq=False, repr=False)
class Language:
    """A language. Text without a translation stays English.

    >>> from wonders_duel import catalogue
    >>> sphinx = catalogue.wonders["the-sphinx"]
    >>> language("en").name(sphinx), language("fi").name(sphinx)
    ('The Sphinx', 'Gizan Sfinksi')
    """

    code: str
    """The code (ISO 639-1)."""
    _messages: NullTranslations
    _names: Mapping[str, str] = MappingProxyType({})
    _own: Mapping[str, str] = MappingProxyType({})

    def name(self, card: Named) -> str:
        """Return the name of a card.

        Args:
            card: a building, a wonder or a progress token.

        Raises:
            WrongTypeError: ``card`` has no name; an id, for example.
        """
        name = getattr(card, "name", None)
        if not isinstance(name, str):
            raise WrongTypeError(f"expected a card, got {shown(card)}")
        own = self._names.get(name)
        return self._messages.pgettext("name", name) if own is None else own

    def word(self, word: Enum) -> str:
        """Return a word of the game, as it is written in the middle of a sentence.

        Args:
            word: a member of an enum, such as ``Colour.BLUE`` or ``Resource.CLAY``.

        Raises:
            WrongTypeError: ``word`` is not a member of an enum; a text such as ``"blue"``, for example.

        >>> from wonders_duel import Colour
        >>> language("fi").word(Colour.BLUE)
        'sininen'
        """
        expect(word, Enum, "a member of an enum, such as Colour.BLUE")
        return self._messages.pgettext(type(word).__name__, str(word))

    def term(self, term: str) -> str:
        """Return a term of the rules.

        Args:
            term: one of ``wonders_duel.languages.TERMS``, in English.

        Raises:
            UnknownNameError: there is no such term.

        >>> language("fr").term("military supremacy")
        'victoire militaire'
        """
        if term not in TERMS:
            raise UnknownNameError(f"unknown term {shown(term)}{nearest(str(term), TERMS)}")
        return self._messages.pgettext("term", term)

    def chain_symbol(self, symbol: str) -> str:
        """Return the name of a chain symbol, as it is written in the middle of a sentence.

        Args:
            symbol: the ``chain_symbol`` of a building; an unknown symbol is returned unchanged.

        Raises:
            WrongTypeError: ``symbol`` is not a text.

        >>> language("fr").chain_symbol("horseshoe")
        'fer à cheval'
        """
        expect(symbol, str, "a chain symbol as text")
        return self._messages.pgettext("chain symbol", symbol)

    def sentences(self, card: Card | MilitaryToken) -> tuple[str, ...]:
        """Return the rules of a card, in as much detail as the rulebook.

        The sentences describe the effects, then the chains that a building is part of.
        ``wonders_duel.render.text`` and ``svg`` show them with the name and the cost.

        Args:
            card: a building, a wonder, a progress token or a military token.

        Returns:
            The sentences. For a custom effect, the sentence is that of its ``describe()``.

        Raises:
            CatalogueError: a method of a custom effect does not return what it has to.
            WrongTypeError: ``card`` is not a card.

        >>> from wonders_duel import catalogue
        >>> for text in language("en").sentences(catalogue.buildings["lighthouse"]):
        ...     print(text)
        Gives 1 coin from the bank, immediately and only once, for each yellow building in your city, itself included.
        Worth 3 victory points.
        Free if Tavern is in your city (chain symbol amphora).
        >>> language("fr").sentences(catalogue.wonders["the-pyramids"])
        ('Vaut 9 points de victoire.',)
        """
        from wonders_duel.render.sentences import card_sentences  # noqa: PLC0415 - a thin method

        return card_sentences(card, self)

    def units(self, resource: Resource, number: int) -> str:
        """Return a number of units of a resource in words.

        Args:
            resource: the resource.
            number: the number of units.

        Raises:
            UnknownNameError: there is no such resource.
            WrongTypeError: the number is not whole.

        >>> language("en").units(Resource.CLAY, 2), language("fi").units(Resource.CLAY, 2)
        ('2 clay', '2 tiiltä')
        """
        # A separate message for each resource: plural forms differ between languages.
        match resource:
            case Resource.CLAY:
                return self.count("{number} clay", "{number} clay", number)
            case Resource.WOOD:
                return self.count("{number} wood", "{number} wood", number)
            case Resource.STONE:
                return self.count("{number} stone", "{number} stone", number)
            case Resource.GLASS:
                return self.count("{number} glass", "{number} glass", number)
            case Resource.PAPYRUS:
                return self.count("{number} papyrus", "{number} papyrus", number)
            case _:
                return self.units(as_resource(resource), number)

    def either(self, words: Sequence[str]) -> str:
        """Join words with "or".

        Args:
            words: one or more words.

        Raises:
            WrongTypeError: these are not words, or there are none.

        >>> language("en").either(["wood", "stone", "clay"])
        'wood, stone or clay'
        """
        kind: object = words
        given = list(words) if isinstance(kind, Iterable) and not isinstance(kind, str) else []
        if not given or any(not isinstance(word, str) for word in given):
            raise WrongTypeError(f"expected a list of one or more words, got {shown(words)}")
        *most, last = given
        return self.say("{most} or {last}", most=", ".join(most), last=last) if most else last

    def reason(self, reason: Reason) -> str:
        """Return the reason why a move is illegal, as the end of a sentence.

        Args:
            reason: a reason from ``state.why_not(move)``.

        Raises:
            WrongTypeError: ``reason`` is not a reason.

        >>> from wonders_duel import Game
        >>> game = Game(seed=2015, rules="first-game")
        >>> (reason,) = game.why_not("build tavern")
        >>> language("en").reason(reason)
        'Tavern in slot 8 is not accessible: covered by slots 12 and 13'
        >>> language("fi").reason(reason)
        'Tavern paikassa 8 ei ole vapaa kortti: sen peittävät paikat 12 ja 13'
        """
        from wonders_duel.reasons import Reason  # noqa: PLC0415 - a thin method
        from wonders_duel.render.explanations import reason_words  # noqa: PLC0415 - a thin method

        expect(reason, Reason, "a reason why a move is illegal")
        return reason_words(reason, self)

    def error(self, error: WondersDuelError) -> str:
        """Return an error in words.

        Args:
            error: an error of this library. Illegal moves, impossible chance outcomes and a player to
                move where there is none are worded in every language; other errors address
                programmers, and are in English.

        Raises:
            WrongTypeError: something other than an error of this library is given.

        >>> from wonders_duel import Game, IllegalMoveError
        >>> try:
        ...     Game(seed=2015, rules="first-game").play("build tavern")
        ... except IllegalMoveError as error:
        ...     print(language("fr").error(error))
        construire Tavern : ce coup n'est pas permis : Tavern, à l'emplacement 8, n'est pas accessible : les emplacements 12 et 13 recouvrent cette carte
        """
        from wonders_duel.render.explanations import error_words  # noqa: PLC0415 - a thin method

        expect(error, WondersDuelError, "an error of this library")
        return error_words(error, self)

    def payment(self, plan: PaymentPlan) -> str:
        """Return what a construction costs and how it is paid, one item per line.

        Args:
            plan: a plan from ``state.payment(move)``.

        Raises:
            WrongTypeError: ``plan`` is not a payment plan.

        >>> from wonders_duel import Game
        >>> game = Game(seed=2015, rules="first-game")
        >>> print(language("fr").payment(game.payment("build garrison")))
        Garrison : 2 pièces
          1 argile : achat pour 2 pièces (2 + 0)
        """
        from wonders_duel.engine.payment import PaymentPlan  # noqa: PLC0415 - a thin method
        from wonders_duel.render.explanations import plan_words  # noqa: PLC0415 - a thin method

        expect(plan, PaymentPlan, "a payment plan")
        return plan_words(plan, self)

    def move(self, move: Move, names: tuple[str, str] | None = None) -> str:
        """Return a move as a command, for example on a button.

        Args:
            move: the move.
            names: the names of players one and two; "Player one" and "Player two" if left out.

        Raises:
            WrongTypeError: ``move`` is not a move, or ``names`` is not a pair of texts.

        >>> from wonders_duel import parse_move
        >>> language("fr").move(parse_move("discard tavern"))
        'défausser Tavern'
        >>> language("en").move(parse_move("begin two"), ("Ann", "Ben"))
        'let Ben begin'
        """
        from wonders_duel.engine.moves import Move  # noqa: PLC0415 - a thin method
        from wonders_duel.render.wording import Tense, move_words  # noqa: PLC0415 - a thin method

        expect(move, Move, "a move")
        return move_words(self, move, self._seats(names), Tense.IMPERATIVE)

    def status(self, state: State, names: tuple[str, str] | None = None) -> str:
        """Return a sentence that says what a state waits for, or how the game ended.

        Args:
            state: any state.
            names: the names of players one and two; "Player one" and "Player two" if left out.

        Raises:
            WrongTypeError: ``state`` is not a state, or ``names`` is not a pair of texts.

        >>> from wonders_duel import Game
        >>> game = Game(seed=2015, rules="first-game")
        >>> language("en").status(game.state, ("Ann", "Ben"))
        "Ann's turn: take a card."
        """
        from wonders_duel.render.wording import standing  # noqa: PLC0415 - a thin method
        from wonders_duel.state import State  # noqa: PLC0415 - a thin method

        expect(state, State, "a State")
        return standing(self, state, self._seats(names))

    def _seats(self, names: tuple[str, str] | None) -> tuple[str, str]:
        return seats(self) if names is None else expect_names(names)

    def say(self, message: str, /, **values: object) -> str:
        """Return a message in this language.

        Args:
            message: the English message, with names in braces as placeholders.
            values: the values of the placeholders.

        Raises:
            WrongTypeError: the message is not a text, or a value is missing.

        >>> language("en").say("{wonder} leaves the game", wonder="Piraeus")
        'Piraeus leaves the game'
        """
        expect(message, str, "a message")
        own = self._own.get(message)
        return _filled(self._messages.gettext(message) if own is None else own, values)

    def count(self, one: str, many: str, number: int, /, **values: object) -> str:
        """Return a message in the singular or plural, with the number as ``{number}``.

        Args:
            one: the English message in the singular.
            many: the English message in the plural.
            number: the number, a whole number; its sign does not change the form.
            values: the values of the other placeholders.

        Raises:
            WrongTypeError: a message is not a text, the number is not whole, or a value is missing.

        >>> language("en").count("{number} coin", "{number} coins", 3)
        '3 coins'
        """
        expect(one, str, "a message for one")
        expect(many, str, "a message for another number")
        expect(number, int, "a whole number")
        size = abs(number)  # the rules of languages are those of numbers without a sign
        own = self._own.get(one if size == 1 else many)
        message = self._messages.ngettext(one, many, size) if own is None else own
        return _filled(message, {**values, "number": number})

    def number(self, value: float, digits: int) -> str:
        """Return a number as it is written in this language.

        Args:
            value: the number.
            digits: the number of decimals, from 0 to 20.

        Raises:
            WrongTypeError: ``value`` is not a number, or ``digits`` is out of range.

        >>> language("en").number(2.5, 1), language("fi").number(2.5, 1)
        ('2.5', '2,5')
        """
        expect(value, (int, float), "a number")
        if not is_within(digits, 0, _MOST_DIGITS):
            raise WrongTypeError(
                f"the number of decimals must be a whole number from 0 to {_MOST_DIGITS}, "
                f"not {shown(digits)}"
            )
        # Note: the decimal point of a number, as in 2.5
        mark = self.say(".")
        return f"{value:z.{digits}f}".replace(".", mark)  # never "-0.0"

    def with_names(self, names: Mapping[str, str]) -> Language:
        """Return this language with names for custom cards, or other names for existing cards.

        Args:
            names: the names in this language, by the printed names of the cards.

        Raises:
            WrongTypeError: ``names`` is not a mapping of texts to texts.

        >>> from wonders_duel import Age, Building, Colour
        >>> park = Building(id="park", name="Park", age=Age.I, colour=Colour.BLUE, effects=())
        >>> language("fi").with_names({"Park": "Puisto"}).name(park)
        'Puisto'
        """
        expect(names, Mapping, "names by the names printed on the cards")
        for name in (*names, *names.values()):
            expect(name, str, "the name of a card as text")
        return attrs.evolve(self, names=MappingProxyType({**self._names, **names}))

    def with_messages(self, messages: Mapping[str, str]) -> Language:
        """Return this language with additional messages, such as those of custom effects.

        Args:
            messages: the messages in this language, by the English messages. For a message
                with a number, the singular and the plural are separate keys.

        Raises:
            WrongTypeError: ``messages`` is not a mapping of texts to texts.

        >>> finnish = language("fi").with_messages(
        ...     {"Feeds {guests} guests.": "Ruokkii {guests} vierasta."}
        ... )
        >>> finnish.say("Feeds {guests} guests.", guests=3)
        'Ruokkii 3 vierasta.'
        """
        expect(messages, Mapping, "messages by the English ones")
        for message in (*messages, *messages.values()):
            expect(message, str, "a message as text")
        return attrs.evolve(self, own=MappingProxyType({**self._own, **messages}))

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by the code; the messages are loaded again."""
        if not self._names and not self._own:
            return (unpickle.language, (self.code,))
        return (unpickle.language, (self.code, dict(self._names), dict(self._own)))

    def __repr__(self) -> str:
        """Return the code."""
        return f"<Language {self.code}>"


print_as_repr(Language)


def language(code: str | Language) -> Language:
    """Return a language.

    Args:
        code: its code, such as ``fi``; or a ``Language``, which is returned unchanged.

    Raises:
        UnknownNameError: there is no such language.
        WrongTypeError: ``code`` is neither a text nor a ``Language``.

    >>> language("fi")
    <Language fi>
    >>> language("ee")
    Traceback (most recent call last):
        ...
    wonders_duel.errors.UnknownNameError: unknown language 'ee'; expected one of en, fi, fr
    """
    if isinstance(code, Language):
        return code
    expect(code, str, "the code of a language")
    word = code.strip().lower()
    if word not in LANGUAGES:
        hint = nearest(re.split("[-_.]", word)[0], LANGUAGES)  # a locale may also name a country
        raise UnknownNameError(
            f"unknown language {shown(code)}; expected {one_of(LANGUAGES)}{hint}"
        )
    return _loaded(word)


def _filled(message: str, values: Mapping[str, object]) -> str:
    """Fill in the placeholders of a message.

    Args:
        message: a message with names in braces.
        values: the values by name.

    Raises:
        WrongTypeError: a value is missing or does not fit.
    """
    try:
        return message.format_map(values)
    except (AttributeError, IndexError, KeyError, ValueError):
        raise WrongTypeError(
            f"expected a value for each name in braces in {shown(message)}, "
            f"got {', '.join(values) or 'none'}"
        ) from None


@cache
def _loaded(code: str) -> Language:
    """Load the messages of a language, once; English needs none."""
    if code == _ENGLISH:
        return Language(code, NullTranslations())
    from importlib.resources import files  # noqa: PLC0415 - not needed for English

    path = files(__package__).joinpath("locale", code, "LC_MESSAGES", "wonders_duel.mo")
    with path.open("rb") as file:
        return Language(code, GNUTranslations(file))


ENGLISH: Final = language("en")
"""English, the language that messages are written in."""
