"""Random number generators, one for each purpose, so that equal seeds do not give equal draws."""

from __future__ import annotations

from random import Random
from typing import Final

from wonders_duel.support.arguments import expect

__all__ = ["Seed", "generator"]

# "int" is for tools that use types at run time: pydantic would turn 7 into 7.0, another seed.
Seed = int | float | str | bytes | None
"""A seed, which makes draws reproducible: a number, text or bytes. ``None`` gives different draws each time."""
MOST_SEED_DIGITS: Final = 40
"""The most digits of a whole number as the seed of a match, or as a seed on the command line."""


def generator(purpose: str, seed: Seed = None) -> Random:
    """Return a random number generator for one purpose.

    Generators for different purposes are independent, even with the same seed: a
    game and a bot that both have the seed 7 draw different numbers. The library
    uses this function wherever it takes a seed; use it for your own draws too.

    Args:
        purpose: any string that describes the purpose, such as ``"my bot"``.
        seed: the seed. The same purpose and seed give the same draws on every
            Python version and machine; a float or a text of numpy draws like the equal one of
            Python. Without a seed, draws differ each time.

    Returns:
        A new generator.

    Raises:
        WrongTypeError: the purpose is not a string, or the seed has another type.

    >>> generator("my bot", 7).random() == generator("my bot", 7).random()
    True
    >>> generator("my bot", 7).random() == generator("my match", 7).random()
    False
    """
    expect(purpose, str, "a text as purpose")
    expect_seed(seed)
    if seed is None:
        return Random()
    # Random hashes the whole string, so similar seeds give unrelated draws.
    return Random(f"wonders-duel {str.__str__(purpose)!a} {_written(seed)}")


def seed_for(purpose: str, seed: float | str | bytes) -> str:
    """Return a seed for somebody who must not find out the one that it is made of.

    Bots get such seeds: from the seed of a game, they could compute its deal. It is a digest, so the
    other seed can only be found by trying all of them.

    Args:
        purpose: what the seed is for, such as ``"player two"``.
        seed: the other seed.

    >>> seed_for("player two", 7)
    '9245d7781b7fc1ffeb13e4f9fe56e1f3'
    """
    from hashlib import sha256  # noqa: PLC0415 - slow to import and rarely needed

    text = f"wonders-duel seed {purpose!a} {_written(seed)}"
    return sha256(text.encode()).hexdigest()[:32]


def _written(seed: float | str | bytes) -> str:
    """Return a seed as text, the same for equal values of one type and of those derived from it."""
    plain = builtin_seed(seed)
    if isinstance(plain, int):  # hexadecimal, because Python limits the length of decimal numbers
        return f"{plain:#x}"
    # ASCII, because the characters that repr escapes depend on the Python version.
    return ascii(plain)


def builtin_seed(seed: float | str | bytes) -> float | str | bytes:
    """Return a seed as a value of Python, if it is one of numpy, or of an enum, that equals it.

    Args:
        seed: the seed.

    >>> builtin_seed(True)
    1
    """
    if isinstance(seed, int):
        return int(seed)
    if isinstance(seed, str):
        return str.__str__(seed)
    return float(seed) if isinstance(seed, float) else bytes(seed)


def expect_seed(seed: object) -> None:
    """Raise ``WrongTypeError`` unless an argument is a valid seed.

    Args:
        seed: the argument.

    Raises:
        WrongTypeError: its type is not one of :data:`Seed`.
    """
    if seed is not None:
        expect(seed, (int, float, str, bytes), "an int, float, str or bytes as seed")
