"""Seeds: a generator of its own for each purpose, so that equal seeds never mean equal draws."""

from __future__ import annotations

from random import Random

from wonders_duel.errors import expect

__all__ = ["Seed", "generator"]

Seed = float | str | bytes | None
"""What makes draws repeatable: an int or any other of these; ``None`` draws afresh each time."""


def generator(purpose: str, seed: Seed = None) -> Random:
    """Return a random generator for one purpose.

    Generators for different purposes draw independently of each other, also
    where the seed is the same: a game and a bot that both have the seed 7 share
    nothing. Everything in the library that takes a seed draws from here; use it
    for what you draw beside the library.

    Args:
        purpose: what the draws are for, such as ``"my bot"``; any text.
        seed: makes the draws repeatable: the same purpose and seed give the same
            draws on every Python and every machine. Draws differ each time if it
            is left out.

    Returns:
        A generator that nothing else draws from.

    Raises:
        WrongTypeError: the purpose is no text, or the seed is of another type.

    >>> generator("my bot", 7).random() == generator("my bot", 7).random()
    True
    >>> generator("my bot", 7).random() == generator("my match", 7).random()
    False
    """
    expect(purpose, str, "a text as purpose")
    expect_seed(seed)
    if seed is None:
        return Random()
    # Random hashes a text whole, so seeds that differ little draw nothing alike. Hexadecimal,
    # because Python refuses to write very long numbers in decimal; ASCII, because which other
    # letters a repr shows changes with the version.
    written = f"{seed:#x}" if isinstance(seed, int) else ascii(seed)
    return Random(f"wonders-duel {purpose!a} {written}")


def expect_seed(seed: object) -> None:
    """Refuse what is no seed.

    Args:
        seed: the argument.

    Raises:
        WrongTypeError: it is of another type than those of :data:`Seed`.
    """
    if seed is not None:
        expect(seed, (int, float, str, bytes), "an int, float, str or bytes as seed")
