"""The metadata hook ``custom`` of ``pyproject.toml``: makes the package description of the README.

The README links to other files of the project by relative paths. Such links are broken on
the page of a package index, so the description shows the paths as text.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

__all__ = ["get_metadata_hook", "without_links"]

_LINK = re.compile(r"\[([^\]]*)\]\((?!https?:|#)([^)]*)\)")


def without_links(text: str) -> str:
    """Replace relative links by their text and path.

    Args:
        text: Markdown.
    """

    def path(match: re.Match[str]) -> str:
        words, target = match[1], match[2]
        return words if target in words else f"{words} (`{target}`)"

    return _LINK.sub(path, text)


def get_metadata_hook() -> type:
    """Return the hook class; a function, so that tests do not need hatchling."""
    from hatchling.metadata.plugin.interface import MetadataHookInterface  # noqa: PLC0415

    class Readme(MetadataHookInterface):
        """A metadata hook that sets the field ``readme``."""

        def update(self, metadata: dict[str, Any]) -> None:
            """Set the field ``readme``.

            Args:
                metadata: the table ``project``, to be updated.
            """
            text = Path(self.root, "README.md").read_text(encoding="utf-8")
            metadata["readme"] = {"content-type": "text/markdown", "text": without_links(text)}

    return Readme
