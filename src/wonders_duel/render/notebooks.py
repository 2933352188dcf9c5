"""Pictures in the forms that notebooks choose from."""

from __future__ import annotations

from collections.abc import Container
from typing import TYPE_CHECKING

from wonders_duel.render.pictures import svg

if TYPE_CHECKING:
    from wonders_duel.game import Game
    from wonders_duel.render.drawing.parts import Part
    from wonders_duel.state import State

__all__ = ["mimebundle"]


def mimebundle(
    thing: State | Game | Part,
    include: Container[str] | None = None,
    exclude: Container[str] | None = None,
) -> dict[str, str]:
    """Return a picture of a thing by media type, as expected of ``_repr_mimebundle_``.

    Notebooks prefer HTML, in which the picture shrinks to fit, has tooltips and can be read by
    screen readers; they show a file of type ``image/svg+xml`` at its full width, cut off where
    there is less room. That is for what cannot show HTML, such as previews of notebooks.

    Args:
        thing: what to draw.
        include: the media types to return; all if left out.
        exclude: media types to leave out.
    """
    picture = svg(thing)
    forms = {
        "text/html": f"<div>{picture}</div>",
        "image/svg+xml": picture,
        "text/plain": repr(thing),
    }
    return {
        kind: text
        for kind, text in forms.items()
        if (include is None or kind in include) and (exclude is None or kind not in exclude)
    }
