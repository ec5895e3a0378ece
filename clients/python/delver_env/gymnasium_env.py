"""`gymnasium.make("delver_env.gymnasium_env:Delver-v0", task="craft_sticks")`, where Gymnasium is installed."""

from __future__ import annotations

import string
from typing import Any, Dict, Optional, Tuple

import gymnasium
from gymnasium import spaces

from .env import DelverEnv

ID = "Delver-v0"
_MAX_GOAL = 2000
_MAX_TEXT = 20_000


class DelverGymnasiumEnv(gymnasium.Env):  # type: ignore[misc]
    """Goals as text in, observations as text out; `info["observation"]` has the whole observation.

    The arguments are those of DelverEnv.
    """

    metadata: Dict[str, Any] = {"render_modes": []}

    def __init__(self, render_mode: Optional[str] = None, **arguments: Any) -> None:
        self.render_mode = render_mode
        self.action_space = spaces.Text(max_length=_MAX_GOAL, charset=string.printable)
        self.observation_space = spaces.Text(max_length=_MAX_TEXT, charset=string.printable)
        self._env = DelverEnv(**arguments)

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
    ) -> Tuple[str, Dict[str, Any]]:
        super().reset(seed=seed)
        observation, info = self._env.reset(seed=seed, options=options)
        return observation["text"], {**info, "observation": observation}

    def step(self, action: str) -> Tuple[str, float, bool, bool, Dict[str, Any]]:
        observation, reward, terminated, truncated, info = self._env.step(action)
        return observation["text"], reward, terminated, truncated, {**info, "observation": observation}

    def close(self) -> None:
        self._env.close()


# Gymnasium imports this module before it looks for the name.
if ID not in gymnasium.registry:
    gymnasium.register(id=ID, entry_point=DelverGymnasiumEnv)
