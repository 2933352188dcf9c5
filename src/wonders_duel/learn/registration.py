"""The registration of the environment of Gymnasium, which its entry point calls."""

from __future__ import annotations

__all__ = ["ID", "register_envs"]

ID = "WondersDuel-v0"
"""The name of the environment."""


def register_envs() -> None:
    """Register the environment, once.

    Importing ``wonders_duel.learn.gymnasium`` does it, and so do versions of Gymnasium that load the
    entry points of other packages.
    """
    from gymnasium.envs.registration import register, registry  # noqa: PLC0415 - not always installed

    if ID not in registry:
        register(id=ID, entry_point="wonders_duel.learn.gymnasium:DuelEnv")
