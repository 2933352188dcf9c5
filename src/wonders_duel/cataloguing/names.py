"""Look-up of cards by id, printed name, alias or prefix, with suggestions for misspellings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final
from unicodedata import category, normalize

from wonders_duel.cards import Card
from wonders_duel.errors import AmbiguousNameError, UnknownNameError
from wonders_duel.support.arguments import expect
from wonders_duel.support.phrases import LONGEST_SHOWN, closest, shown

__all__ = ["Names", "plain"]

_WORD: Final = re.compile(r"[^\W_]+")


def plain(name: str) -> str:
    """Normalise a name to lower-case letters and digits with one space between words.

    A sign that combines with a letter belongs to it, in both of its spellings. A name that has
    neither letters nor digits, such as an emoji, stays as it is.
    """
    text = name.casefold()
    letters = text.replace("'", "").replace("’", "")  # noqa: RUF001
    words = _WORD.findall(letters) if letters.isascii() else _words(normalize("NFC", letters))
    return " ".join(words or text.split())


def _words(text: str) -> list[str]:
    """Return the words of a text in any script: letters and digits with their combining signs."""
    kept = ""
    for one in text:
        belongs = one.isalnum() or (category(one).startswith("M") and kept[-1:].strip())
        kept += one if belongs else " "
    return kept.split()


class Names:
    """The names of the cards of a catalogue.

    Args:
        cards: the cards.
        aliases: alternative names, each with the id of its card.
    """

    def __init__(self, cards: Iterable[Card], aliases: Mapping[str, str]) -> None:
        """Index every name; ids take precedence over printed names, and those over aliases."""
        self._cards = {card.id: card for card in cards}
        self._names = {plain(alias): meant for alias, meant in aliases.items()}
        for card in self._cards.values():
            name = plain(card.name)
            self._names.setdefault(name.removeprefix("the "), card.id)
            self._names[name] = card.id
        for name in self._cards:
            self._names[plain(name)] = name

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
        expect(name, str, f"the name of a {what}")
        ids = set(among)
        typed = plain(name)
        if self._names.get(typed) not in ids:
            typed = typed.removeprefix("the ")
        if self._names.get(typed) in ids:
            return self._names[typed]
        if typed:
            found = sorted(
                {
                    meant
                    for known, meant in self._names.items()
                    if known.startswith(typed) and meant in ids
                }
            )
            if len(found) == 1:
                return found[0]
            if found:
                message = f"{shown(name)} is ambiguous: it can mean {', '.join(found)}"
                raise AmbiguousNameError(message)
        raise self.unknown(name, sorted(ids), what)

    def unknown(self, name: str, ids: Sequence[str], what: str) -> UnknownNameError:
        """Return the error for a name that no card with one of some ids has.

        Args:
            name: the name.
            ids: the ids to choose from.
            what: the noun for messages, such as "wonder".
        """
        if len(name) > LONGEST_SHOWN:
            return UnknownNameError(f"unknown {what} {shown(name)}")
        typed = plain(name).removeprefix("the ")
        meant = self._names.get(typed)
        if meant is not None and meant not in ids:
            card = self._cards[meant]
            kind = re.sub(r"(?<!^)(?=[A-Z])", " ", type(card).__name__).lower()
            return UnknownNameError(f"unknown {what} {name!r}: {card} is a {kind}")
        known = {called: meant for called, meant in self._names.items() if meant in ids}
        close = closest(typed, known, 3)
        close += [called for called in known if typed and typed in called.split()]
        suggested = list(dict.fromkeys(known[called] for called in close))[:4]
        hint = f"; did you mean {' or '.join(suggested)}?" if suggested else ""
        return UnknownNameError(f"unknown {what} {name!r}{hint}")
