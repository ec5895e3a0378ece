"""Minecraft tasks step by step, by `delver env`: see docs/reference/env.md of Delver."""

from .env import DelverEnv
from .errors import DelverError, EpisodeOver, InvalidGoal

__all__ = ["DelverEnv", "DelverError", "EpisodeOver", "InvalidGoal"]
