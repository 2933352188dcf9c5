"""Messages that keep their values, so that an error can be worded in any language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from types import MappingProxyType
from typing import TYPE_CHECKING

import attrs

from wonders_duel import unpickle
from wonders_duel.build import later

if TYPE_CHECKING:
    from wonders_duel.languages import Language
else:
    Language = later("wonders_duel.languages", "Language")

__all__ = ["Message"]


@attrs.frozen(init=False, hash=False)
class Message:
    """A message with its values: the English text is the key of its translations.

    Args:
        text: the message in English, with names in braces for the values.
        values: the values. Cards are shown by their names, members of enumerations by their words, and
            the items of a collection are separated by commas.

    >>> from wonders_duel import Phase
    >>> from wonders_duel.languages import language
    >>> message = Message("a chance outcome comes first ({phase})", phase=Phase.REVEAL)
    >>> print(message)
    a chance outcome comes first (reveal)
    >>> message.words(language("fi"))
    'ensin ratkeaa sattuma (kortin kääntäminen)'
    """

    text: str
    values: Mapping[str, object]

    def __init__(self, text: str, **values: object) -> None:
        """Store the text and the values."""
        self.__attrs_init__(text, MappingProxyType(values))

    def words(self, to: Language) -> str:
        """Return the message in a language.

        Args:
            to: the language.
        """
        return to.say(self.text, **{name: _shown(one, to) for name, one in self.values.items()})

    def __str__(self) -> str:
        """Return the message in English."""
        return self.text.format_map({name: _shown(one) for name, one in self.values.items()})

    def __hash__(self) -> int:
        """Hash by the text: equal messages have the same."""
        return hash(self.text)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by the constructor arguments."""
        return (unpickle.message, (self.text, dict(self.values)))


def _shown(value: object, to: Language | None = None) -> object:
    """Return a value as it is shown: in English without a language."""
    if isinstance(value, Enum):
        return str(value) if to is None else to.word(value)
    name = getattr(value, "name", None)
    if isinstance(name, str):
        return name if to is None else to.name(value)  # type: ignore[arg-type]  # it has a name
    if isinstance(value, Iterable) and not isinstance(value, str):
        return ", ".join(str(_shown(one, to)) for one in value)
    return value
