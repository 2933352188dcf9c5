"""Stands for an array of names, without numpy."""

from __future__ import annotations

from typing import NoReturn

from typing_extensions import override

__all__ = ["NameArray"]


class NameArray(list[str]):
    """Names that are compared one by one, as those in an array are."""

    @override
    def __eq__(self, other: object) -> NoReturn:
        """Refuse to say whether all names are equal to something."""
        raise ValueError("the truth value of an array is ambiguous")

    __hash__ = None
