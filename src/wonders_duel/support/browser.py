"""Python in a browser, as WebAssembly: there are no processes, no threads, and a small stack."""

from __future__ import annotations

import re
import sys
from typing import Final

__all__ = ["check_nesting", "is_in_browser"]

_PLATFORMS: Final = frozenset({"emscripten", "wasi"})
_MOST_LEVELS: Final = 1_000
_TEXT: Final = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?', re.DOTALL)
_INNERMOST: Final = re.compile(r"[\[{][^\[\]{}]*[\]}]")


def is_in_browser() -> bool:
    """Return whether Python runs as WebAssembly, in a browser or in a program such as Node."""
    return sys.platform in _PLATFORMS


def check_nesting(text: str | bytes) -> None:
    """Raise ``RecursionError`` in a browser if a JSON text is nested too deeply to be read.

    Elsewhere, the reader raises it. In a browser, it would overflow a stack that Python cannot check, which
    ends the interpreter.

    Args:
        text: the text; bytes are UTF-8.
    """
    if not is_in_browser():
        return
    brackets = _TEXT.sub("", text.decode(errors="replace") if isinstance(text, bytes) else text)
    level, pairs = 0, 1
    while pairs and level <= _MOST_LEVELS:
        brackets, pairs = _INNERMOST.subn("", brackets)
        level += 1
    level += sum(map(brackets.count, "[{"))  # those that are never closed
    if level > _MOST_LEVELS:
        raise RecursionError("the text is too deeply nested")
