"""Parts of error messages: values, numbers, names and suggestions as a message shows them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

__all__ = [
    "LONGEST_SHOWN",
    "NOT_UTF8",
    "PASS_CATALOGUE",
    "closest",
    "counted",
    "listed",
    "nearest",
    "not_utf8",
    "on_one_line",
    "one_of",
    "outside_python",
    "shown",
    "shown_json",
    "shown_name",
    "with_more",
]

LONGEST_SHOWN = 60
"""The most characters of an invalid value that a message shows."""
_MOST_ITEMS: Final = LONGEST_SHOWN // 4
"""The most items of a list or object that it shows."""
PASS_CATALOGUE: Final = "pass the right catalogue=..."
"""What helps if a text or document has other cards."""
_PASS_OPTION: Final = (
    "name the right one with --catalogue MODULE:NAME, or leave it out for the base game"
)
"""The same for a user of the command line."""
_PASS_LIMITS: Final = re.compile(r"; pass limits=Limits\(\w+=\.\.\.\) to allow it")
_WORD: Final = re.compile(r"""'(?:[^'\\]|\\.)*+'?|"(?:[^"\\]|\\.)*+"?|\w+""")
"""A text as Python shows it, also one that was cut, or a word outside texts."""
_IN_JSON: Final = {"None": "null", "True": "true", "False": "false"}
_BITS: Final = 200
"""Larger numbers have more digits than that."""
NOT_UTF8: Final = "this is not UTF-8"
"""How the message about text in another encoding begins."""


def not_utf8(error: UnicodeDecodeError) -> str:
    """Return the message about bytes that are not UTF-8.

    Args:
        error: the error of the decoder.
    """
    return f"{NOT_UTF8}: {error.reason} in byte {error.start}"


def shown(value: object) -> str:
    """Return a value as a message shows it: on one line, shortened if it is long.

    Args:
        value: any value.

    >>> shown("x" * 100)
    "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx… (100 characters)"
    >>> shown(10**400)
    'a whole number of more than 60 digits'
    """
    if isinstance(value, str):
        if len(value) > LONGEST_SHOWN:
            return f"{value[: LONGEST_SHOWN - 1]!r}"[:-1] + f"… ({len(value)} characters)"
        return repr(value)
    if isinstance(value, int) and value.bit_length() > _BITS:
        return f"a whole number of more than {LONGEST_SHOWN} digits"
    if isinstance(value, (list, tuple, set, frozenset, dict)) and len(value) > _MOST_ITEMS:
        return f"a {type(value).__name__} of {len(value)}"
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # a huge int in a list, or a recursive list
        return f"a {type(value).__name__} that is too large to show"
    except Exception:  # noqa: BLE001 - a failing __repr__ must not hide the error
        return f"a {type(value).__name__} that cannot be shown"
    if not text.isprintable():  # an array has several lines
        text = on_one_line(text)
    return text if len(text) <= 4 * LONGEST_SHOWN else f"{text[: 4 * LONGEST_SHOWN]}…"


def shown_json(value: object) -> str:
    """Return a JSON value as a message for a program in any language shows it.

    Args:
        value: the value.

    >>> shown_json(None), shown_json([True, "x"])
    ('null', "[true, 'x']")
    """
    if isinstance(value, dict) and len(value) > _MOST_ITEMS:
        return f"an object of {len(value)} keys"
    if value is None or isinstance(value, (bool, list, dict)):
        return _WORD.sub(lambda found: _IN_JSON.get(found[0], found[0]), shown(value))
    return shown(value)


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, in the singular or the plural, and with commas if it is large.

    Args:
        number: the number of things.
        noun: the noun in the singular; its plural must end in ``s``.

    >>> counted(1, "card"), counted(2, "card"), counted(1000, "card")
    ('1 card', '2 cards', '1,000 cards')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def listed(things: Iterable[object]) -> str:
    """Return things joined as in a sentence, with "and" before the last one.

    Args:
        things: the things, at least one.

    >>> listed([1]), listed([1, 2]), listed([1, 2, 3])
    ('1', '1 and 2', '1, 2 and 3')
    """
    *others, last = map(str, things)
    return f"{', '.join(others)} and {last}" if others else last


def one_of(choices: Iterable[object]) -> str:
    """Return what is expected where there are some choices, or only one.

    Args:
        choices: the choices, at least one.

    >>> one_of(["text", "json"]), one_of(["text"])
    ('one of text, json', 'text')
    """
    first, *others = map(str, choices)
    return f"one of {', '.join([first, *others])}" if others else first


def shown_name(name: str) -> str:
    r"""Return the name of a file as a message shows it, quoted and escaped if necessary.

    Args:
        name: a path.

    >>> print(shown_name("game.txt"), shown_name("red\x1b[31m.txt"))
    game.txt 'red\x1b[31m.txt'
    """
    return name if name and name.isprintable() else repr(name)


def on_one_line(text: str, most: int | None = None) -> str:
    r"""Return a text of other code as a message shows it: on one line, without control characters.

    Args:
        text: any text, such as what a program wrote.
        most: the most characters, after which the rest is left out; ``None`` for all of it.

    >>> print(on_one_line("loading\n\x1b[31mfailed"))
    loading \x1b[31mfailed
    """
    words = " ".join(text.split())
    line = "".join(one if one.isprintable() else repr(one)[1:-1] for one in words)
    return line if most is None or len(line) <= most else f"{line[:most]}…"


def outside_python(message: str) -> str:
    """Return a message without the advice that only helps in Python, for users of a program.

    Args:
        message: the message of an error that a reader has raised.

    >>> outside_python(
    ...     "it is longer than 1,000,000 characters; pass limits=Limits(size=...) to allow it"
    ... )
    'it is longer than 1,000,000 characters'
    """
    message = message.replace(PASS_CATALOGUE, _PASS_OPTION)
    return _PASS_LIMITS.sub("", message)


def closest(name: str, known: Iterable[str], most: int) -> list[str]:
    """Return the names closest to a wrong one, the best first.

    Args:
        name: the wrong name.
        known: the names there are.
        most: the largest number of names to return.
    """
    from difflib import get_close_matches  # noqa: PLC0415 - rarely needed, and slow to import

    return get_close_matches(name, list(known), n=most)


def nearest(name: str, known: Iterable[str]) -> str:
    """Return "; did you mean …?" with the names closest to a wrong one, or an empty string."""
    if len(name) > LONGEST_SHOWN:
        return ""
    close = closest(name.lower(), known, 3)
    return f"{_QUESTION}{' or '.join(close)}?" if close else ""


_QUESTION: Final = "; did you mean "


def with_more(message: str, more: str) -> str:
    """Return a message with another part, which is put before the question at its end.

    Args:
        message: the message, perhaps with what :func:`nearest` returns.
        more: the part, with what separates it from the message.

    >>> with_more("unknown bot 'hardd'; did you mean hard?", "; or module:factory")
    "unknown bot 'hardd'; or module:factory; did you mean hard?"
    """
    said, question, names = message.partition(_QUESTION)
    return said + more + question + names
