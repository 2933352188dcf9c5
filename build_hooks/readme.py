"""The metadata hook ``custom`` of ``pyproject.toml``: makes the package description of the README.

The README links to other files of the project by relative paths, which would lead nowhere on the
page of a package index. The description has absolute addresses instead: those of the files in the
repository ``Repository`` of ``project.urls``, at the tag of the version.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

__all__ = ["get_metadata_hook", "with_addresses"]

_PATH = r"(?!https?:|#)(?P<path>[^)\"]+)"
_IMAGE = re.compile(rf'(?P<before>\b(?:src|srcset)="){_PATH}(?=")')
_LINK = re.compile(rf"(?P<before>\]\(){_PATH}(?=\))")
_VERSION = re.compile(r'^__version__ = "(.*)"$', re.MULTILINE)


def with_addresses(text: str, repository: str, version: str) -> str:
    """Replace relative paths of links and images by addresses.

    Args:
        text: Markdown.
        repository: the address of the repository.
        version: the version, whose tag is ``v`` and the version.
    """
    text = _IMAGE.sub(rf"\g<before>{repository}/raw/v{version}/\g<path>", text)
    return _LINK.sub(rf"\g<before>{repository}/blob/v{version}/\g<path>", text)


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
            module = Path(self.root, "src/wonders_duel/__init__.py").read_text(encoding="utf-8")
            (version,) = _VERSION.findall(module)
            text = with_addresses(text, metadata["urls"]["Repository"], version)
            metadata["readme"] = {"content-type": "text/markdown", "text": text}

    return Readme
