"""XML output: escaping, numbers and elements."""

from __future__ import annotations

import re

__all__ = ["clean", "element", "number"]

_FORBIDDEN = re.compile(
    "[^\t\n\r\x20-\u2029\u202f-\u2065\u206a-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
)
"""Characters that XML forbids, and those that change the direction of the text around them."""
_ESCAPED = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\t": " ", "\n": " ", "\r": " "}
_TO_ESCAPE = re.compile('[&<>"\t\n\r]')


def clean(text: str) -> str:
    """Escape a text for XML content and attributes.

    Args:
        text: any text; characters that XML forbids become U+FFFD, and so do those that change the
            direction of the text around them.

    >>> clean("Salt & <Pepper>")
    'Salt &amp; &lt;Pepper&gt;'
    """
    return _TO_ESCAPE.sub(lambda found: _ESCAPED[found[0]], _FORBIDDEN.sub("\ufffd", text))


def number(value: float) -> str:
    """Format a number with at most two decimals, without trailing zeros.

    Args:
        value: any finite number.

    >>> number(2.50), number(3), number(-0.001)
    ('2.5', '3', '0')
    """
    if isinstance(value, int):
        return str(value)
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def element(name: str, content: str = "", /, **attributes: str | float) -> str:
    """Return an XML element.

    Args:
        name: the name of the element.
        content: the content, as XML.
        **attributes: the attributes, with ``_`` for ``-``; a trailing underscore is dropped.

    >>> element("circle", r=2.0, stroke_width="1")
    '<circle r="2" stroke-width="1"/>'
    """
    parts = [name]
    for key, value in attributes.items():
        text = clean(value) if isinstance(value, str) else number(value)
        parts.append(f'{key.rstrip("_").replace("_", "-")}="{text}"')
    start = " ".join(parts)
    return f"<{start}>{content}</{name}>" if content else f"<{start}/>"
