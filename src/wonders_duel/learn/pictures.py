"""What the render modes of the environments show: the table as text, as a picture, as pixels."""

from __future__ import annotations

from importlib.util import find_spec
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final

from wonders_duel.learn.extras import need
from wonders_duel.render import svg, text

if TYPE_CHECKING:
    from wonders_duel.state import State

__all__ = ["RENDER_MODES", "rendered", "rgb_array", "show"]

_CAN_DRAW: Final = bool(find_spec("cairosvg") and find_spec("PIL"))

RENDER_MODES: Final = ("human", "ansi", "svg", *(["rgb_array"] if _CAN_DRAW else []))
"""The render modes, without the one whose packages are not installed."""


def show(state: State, names: tuple[str, str], mode: str | None) -> None:
    """Print the table in the render mode ``human``, as ASCII if the output has no other characters.

    Args:
        state: any state.
        names: the names of the players.
        mode: the render mode.
    """
    if mode == "human":
        try:
            print(text(state, names=names, colour=False))
        except UnicodeEncodeError:  # before anything was written
            print(text(state, names=names, colour=False, ascii=True))


def rendered(state: State, names: tuple[str, str], mode: str | None) -> Any:
    """Return the table in a render mode; ``None`` for ``human``, which prints it at every step.

    Args:
        state: any state.
        names: the names of the players.
        mode: the render mode.

    Raises:
        ExtraError: a package that ``rgb_array`` needs is not installed.
    """
    if mode == "ansi":
        return text(state, names=names, colour=False)
    if mode in ("svg", "rgb_array"):
        picture = svg(state, names=names, legal_moves=True)
        return picture if mode == "svg" else rgb_array(picture)
    return None


def rgb_array(picture: str, width: int = 900) -> Any:
    """Return an SVG document as an array of pixels.

    Args:
        picture: the document.
        width: the width in pixels.

    Returns:
        An array of uint8 of shape ``(height, width, 3)``, which can be written to.

    Raises:
        ExtraError: cairosvg, pillow or numpy is not installed.
    """
    what = "the render mode rgb_array"
    cairosvg: Any = need("cairosvg", "images", what)
    image: Any = need("PIL.Image", "images", what)
    numpy: Any = need("numpy", "learn", what)
    png = cairosvg.svg2png(picture.encode(), output_width=width)
    return numpy.array(image.open(BytesIO(png)).convert("RGB"))
