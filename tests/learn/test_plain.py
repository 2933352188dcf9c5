"""Values of numpy where those of Python are expected."""

from __future__ import annotations

import pytest

from wonders_duel.learn.plain import is_option

np = pytest.importorskip("numpy")


def test_options_are_texts_or_none() -> None:
    """A text of numpy is an option like the equal text; an array is none, whatever it contains."""
    known = ("one", "two")

    assert is_option("one", known)
    assert is_option(np.str_("two"), known)
    assert is_option(None, (None, *known))
    for other in (None, "three", 1, ["one"], np.array("one"), np.array(["one"]), np.array(known)):
        assert not is_option(other, known)
