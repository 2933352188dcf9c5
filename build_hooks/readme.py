"""Make the description on an index page of the README: the metadata hook ``custom`` of ``pyproject.toml``.

The README links to other files of the project by their paths. On an index page such a link leads
nowhere, so the description has the paths as text.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

__all__ = ["get_metadata_hook", "without_links"]

_LINK = re.compile(r"\[([^\]]*)\]\((?!https?:|#)([^)]*)\)")


def without_links(text: str) -> str:
    """Write paths instead of the links that are no addresses.

    Args:
        text: Markdown.
    """

    def path(match: re.Match[str]) -> str:
        words, target = match[1], match[2]
        return words if target in words else f"{words} (`{target}`)"

    return _LINK.sub(path, text)


def get_metadata_hook() -> type:
    """Return the class that hatchling looks for; so tests need no hatchling."""
    from hatchling.metadata.plugin.interface import MetadataHookInterface  # noqa: PLC0415

    class Readme(MetadataHookInterface):
        """Adds the field ``readme``."""

        def update(self, metadata: dict[str, Any]) -> None:
            """Add it.

            Args:
                metadata: the table ``project``.
            """
            text = Path(self.root, "README.md").read_text(encoding="utf-8")
            metadata["readme"] = {"content-type": "text/markdown", "text": without_links(text)}

    return Readme
