"""The build hook ``custom`` of ``pyproject.toml``: puts compiled modules into the wheel.

It is disabled unless ``HATCH_BUILD_HOOKS_ENABLE`` is 1. It leaves no files in the checkout.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledWheel(BuildHookInterface):
    """A build hook that compiles the modules listed in the option ``modules``."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the modules before the wheel is assembled.

        Args:
            version: ``standard`` or ``editable``.
            build_data: the contents and tags of the wheel, to be updated.
        """
        if version == "editable":
            self.app.display_warning("an editable installation stays pure Python")
            return
        self._folder = TemporaryDirectory(prefix="wonders-duel-")
        # In a separate process, because importing setuptools modifies the current one.
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
        build_data: dict[str, Any],  # noqa: ARG002 - required by the interface
        artifact_path: str,  # noqa: ARG002 - the same
    ) -> None:
        """Remove temporary files after the wheel has been built.

        Args:
            version: ``standard`` or ``editable``.
            build_data: the contents of the wheel.
            artifact_path: the path of the wheel.
        """
        if version != "editable":
            self._folder.cleanup()
