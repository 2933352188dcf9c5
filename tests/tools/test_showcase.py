"""The pictures of the README."""

from __future__ import annotations

import re
from pathlib import Path

from tools import showcase

ROOT = Path(__file__).parents[2]


def test_the_pictures_are_up_to_date() -> None:
    """The files are what the library draws now: run ``python -m tools.showcase`` if not."""
    stored = {path.name: path.read_text(encoding="utf-8") for path in showcase.FOLDER.iterdir()}

    assert sorted(stored) == sorted(showcase.pictures())
    assert [name for name, made in showcase.pictures().items() if stored[name] != made] == []


def test_the_readme_shows_all_pictures_but_the_favicon() -> None:
    """The README uses every picture, those of dark pages with their light counterparts."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = set(re.findall(r"docs/_static/showcase/([\w-]+\.svg)", readme))

    assert shown == set(showcase.pictures()) - {"favicon.svg"}


def test_the_animation_shows_one_position_at_a_time() -> None:
    """The positions take turns, need no script and no other file, and stop for who wants no motion."""
    for theme in showcase.THEMES:
        animation = showcase.pictures()[f"animation-{theme}.svg"]
        delays = [float(one) for one in re.findall(r"animation-delay:([\d.]+)s", animation)]

        assert len(delays) == showcase.FRAMES
        assert delays == [round(showcase.SECONDS * count, 2) for count in range(showcase.FRAMES)]
        assert f"animation:f {showcase.SECONDS * showcase.FRAMES:g}s step-end infinite" in animation
        assert "prefers-reduced-motion" in animation
        assert not re.search(r"<script|url\(|href=\"[^#]", animation)
        assert len(animation) < 300_000
