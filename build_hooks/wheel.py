"""Put compiled modules into the wheel: the build hook ``custom`` of ``pyproject.toml``.

It is off unless ``HATCH_BUILD_HOOKS_ENABLE`` is 1. Nothing is left in the checkout.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledWheel(BuildHookInterface):
    """Compiles the modules that the option ``modules`` lists."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, before the wheel is put together.

        Args:
            version: ``standard`` or ``editable``.
            build_data: what will be in the wheel, and what its tags will be.
        """
        if version == "editable":
            self.app.display_warning("an editable installation stays pure Python")
            return
        self._folder = TemporaryDirectory(prefix="wonders-duel-")
        # A process of its own: setuptools changes the one that it is imported into.
        command = [sys.executable, "-m", "build_hooks.compiler", self._folder.name]
        subprocess.run([*command, *self.config["modules"]], cwd=self.root, check=True)  # noqa: S603
        made = Path(self._folder.name, "made")
        for path in made.rglob("*.*"):
            build_data["force_include"][str(path)] = path.relative_to(made).as_posix()
        build_data["infer_tag"] = True
        build_data["pure_python"] = False

    def finalize(
        self,
        version: str,
        build_data: dict[str, Any],  # noqa: ARG002 - the hook's shape
        artifact_path: str,  # noqa: ARG002 - the same
    ) -> None:
        """Clean up, when the wheel is there.

        Args:
            version: ``standard`` or ``editable``.
            build_data: what is in the wheel.
            artifact_path: the wheel.
        """
        if version != "editable":
            self._folder.cleanup()
