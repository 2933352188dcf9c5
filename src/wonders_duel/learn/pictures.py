"""Pictures as arrays of pixels."""

from __future__ import annotations

from importlib.util import find_spec
from io import BytesIO
from typing import Any, Final

from wonders_duel.learn.extras import need

__all__ = ["CAN_DRAW", "rgb_array"]

CAN_DRAW: Final = bool(find_spec("cairosvg") and find_spec("PIL"))
"""Whether the packages are installed."""


def rgb_array(picture: str, width: int = 900) -> Any:
    """Return an SVG document as an array of pixels.

    Args:
        picture: the document.
        width: the width in pixels.

    Returns:
        An array of uint8 of shape ``(height, width, 3)``.

    Raises:
        ExtraError: cairosvg, pillow or numpy is not installed.
    """
    what = "the render mode rgb_array"
    cairosvg: Any = need("cairosvg", "images", what)
    image: Any = need("PIL.Image", "images", what)
    numpy: Any = need("numpy", "learn", what)
    png = cairosvg.svg2png(picture.encode(), output_width=width)
    return numpy.asarray(image.open(BytesIO(png)).convert("RGB"))
