"""Mutate inputs as people and broken programs would, by words, lines and values."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

__all__ = ["Mutator"]

_PIECE = re.compile(r"\w+|\s+|[^\w\s]")
_NUMBER = re.compile(r"[0-9]+")
_NAME = re.compile(r"[a-z]+(?:-[a-z]+)*")
_NUMBERS = (0, 1, 2, 3, 5, 6, 9, 10, 19, 20, 21, 255, 256, 999_999, 1_000_000, 10**18 - 1, 10**18)
"""Numbers near limits."""
_PAIR = 2


class Mutator:
    """A source of new inputs, made from an existing one, from words and from pieces of others.

    Args:
        words: the vocabulary of inputs.
        others: inputs to take pieces from.
    """

    def __init__(self, words: Sequence[str], others: Sequence[bytes]) -> None:
        """Cut the others into pieces."""
        texts = [other.decode("utf-8", "surrogateescape") for other in others]
        self._words = words
        self._lines = sorted({line for text in texts for line in text.split("\n")})
        self._pieces = sorted({piece for text in texts for piece in _PIECE.findall(text)})
        self._values: list[object] = [None, True, -1, 10**17, 1.5, "", [], {}]
        for text in texts:
            try:
                self._values += _values_of(json.loads(text))
            except ValueError:
                continue

    def change(self, data: bytes, rng: Random) -> bytes:
        """Return a mutated input.

        Args:
            data: an input.
            rng: the random generator.
        """
        text = data.decode("utf-8", "surrogateescape")
        ways: tuple[Callable[[str, Random], str], ...] = (
            self._by_words,
            self._by_lines,
            _by_numbers,
            _by_names,
        )
        if text[:1] in "{[":
            ways += (self._by_values, self._by_values)
        for _ in range(rng.choice((1, 1, 2, 3))):
            text = rng.choice(ways)(text, rng)
        return text.encode("utf-8", "surrogateescape")

    def _by_words(self, text: str, rng: Random) -> str:
        pieces = _PIECE.findall(text)
        _splice(pieces, rng, self._words if rng.random() < 0.7 else self._pieces)
        return "".join(pieces)

    def _by_lines(self, text: str, rng: Random) -> str:
        lines = text.split("\n")
        _splice(lines, rng, self._lines or self._words)
        return "\n".join(lines)

    def _by_values(self, text: str, rng: Random) -> str:
        try:
            found = json.loads(text)
        except (ValueError, RecursionError):
            return self._by_words(text, rng)
        places = _places_of(found)
        if not places:
            return self._by_words(text, rng)
        holder, key = rng.choice(places)
        match int(rng.random() * 4):
            case 0:
                del holder[key]
            case 1:
                holder[key] = rng.choice(self._values)
            case 2:
                other, at = rng.choice(places)
                holder[key] = json.loads(json.dumps(other[at]))  # a copy, not itself
            case _:
                new = rng.choice(self._words) if isinstance(holder, dict) else len(holder)
                _put(holder, new, holder[key])
        return json.dumps(found, ensure_ascii=False)


def _by_numbers(text: str, rng: Random) -> str:
    """Change a number, often to a valid one."""
    found = [*_NUMBER.finditer(text)]
    if not found:
        return text
    match = rng.choice(found)
    near = int(match[0][:18]) + rng.choice((-2, -1, 1, 2))
    number = rng.choice((near, near, int(rng.random() * 25), rng.choice(_NUMBERS)))
    return f"{text[: match.start()]}{number}{text[match.end() :]}"


def _by_names(text: str, rng: Random) -> str:
    """Exchange two names everywhere, which often keeps an input valid."""
    found = sorted(set(_NAME.findall(text)))
    if len(found) < _PAIR:
        return text
    one, two = rng.sample(found, _PAIR)
    return _NAME.sub(lambda match: {one: two, two: one}.get(match[0], match[0]), text)


def _put(holder: Any, key: object, value: object) -> None:
    if isinstance(holder, dict):
        holder[key] = value
    else:
        holder.append(value)


def _splice(pieces: list[str], rng: Random, others: Sequence[str]) -> None:
    """Leave out, repeat, move, replace or add a piece."""
    start = int(rng.random() * (len(pieces) + 1))
    end = start + int(rng.random() * rng.choice((2, 2, 4, 10)))
    match int(rng.random() * 5):
        case 0:
            del pieces[start:end]
        case 1:
            pieces[start:end] *= rng.choice((2, 2, 3, 30))
        case 2:
            target = int(rng.random() * (len(pieces) + 1))
            pieces[target:target] = pieces[start:end]
        case 3:
            pieces[start:end] = [rng.choice(others)]
        case _:
            pieces[start:start] = [rng.choice(others)]


def _places_of(found: object) -> list[tuple[Any, Any]]:
    """Return every place in a document as a dict and a key, or a list and an index."""
    level: list[object] = [found]
    places: list[tuple[Any, Any]] = []
    while level:
        one = level.pop()
        if isinstance(one, dict):
            places += [(one, key) for key in one]
            level += one.values()
        elif isinstance(one, list):
            places += [(one, index) for index in range(len(one))]
            level += one
    return places


def _values_of(found: object) -> list[object]:
    return [holder[key] for holder, key in _places_of(found)]
