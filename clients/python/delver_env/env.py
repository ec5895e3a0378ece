"""An environment with Gymnasium's names, without Gymnasium."""

from __future__ import annotations

from typing import Any, Dict, Mapping, Optional, Sequence, Tuple, Union

from .connection import Command, Connection, command_of
from .errors import EpisodeOver, InvalidGoal

Observation = Dict[str, Any]
Info = Dict[str, Any]
#: A goal as text, or its parts: `{"skill": "mine", "target": {"log": 3}}`.
Goal = Union[str, Mapping[str, Any]]
Step = Tuple[Observation, float, bool, bool, Info]

#: The first world without a seed.
_FIRST_SEED = 1


class DelverEnv:
    """One Minecraft world, one agent, one episode at a time.

    task: one of the 76 tasks (`craft_sticks`), an item (`torch:8`), or `obtain:<item>[:count]`.
    world: `practice` for a world of blocks, `text` for crafting, mining and smelting without a body.
    command: how to start `delver env`; by default `DELVER_ENV_COMMAND`, or npx.
    out: folder for a log of each episode; by default, none is kept.
    timeout: longest wait for one answer (s).
    options: further keys of `reset`: `mcVersion`, `perception`, `difficulty`, `time`, `goals`, `maxTicks`.

    The process starts with the first `reset`. An environment is not to be shared between threads.
    """

    def __init__(
        self,
        task: str = "obtain_diamond",
        world: str = "practice",
        *,
        command: Optional[Command] = None,
        out: Optional[str] = None,
        timeout: float = 900.0,
        **options: Any,
    ) -> None:
        self._command = command_of(command) + ([] if out is None else ["--out", str(out)])
        self._timeout = timeout
        self._options: Dict[str, Any] = {"task": task, "world": world, **options}
        self._connection: Optional[Connection] = None
        self._seed = _FIRST_SEED - 1

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[Mapping[str, Any]] = None
    ) -> Tuple[Observation, Info]:
        """Begins an episode.

        seed: the world; one seed and the same steps give the same history. Without it, the number after the last one.
        options: keys of `reset` for this episode alone, such as `{"task": "torch:8"}`.
        """
        self._seed = self._seed + 1 if seed is None else seed
        if self._connection is None:
            self._connection = Connection(self._command, self._timeout)
        request = {**self._options, **(options or {}), "type": "reset", "seed": self._seed}
        reply = self._ask(request)
        return reply["observation"], reply["info"]

    def step(self, action: Goal) -> Step:
        """Carries out one goal. A goal that fails is a step, too: see `info["failure"]`.

        Raises InvalidGoal for a goal that cannot be read, and EpisodeOver without an episode.
        """
        if not isinstance(action, (str, Mapping)):
            raise InvalidGoal("bad-goal", f"a goal is text or a dictionary, not {type(action).__name__}")
        goal = action if isinstance(action, str) else dict(action)
        return _step_of(self._ask({"type": "act", "goal": goal}))

    def wait(self, ticks: int) -> Step:
        """Lets game ticks pass, in which the body keeps itself alive."""
        return _step_of(self._ask({"type": "wait", "ticks": ticks}))

    def observe(self, kinds: Optional[Sequence[str]] = None) -> Observation:
        """The current observation, with the known sources of some kinds of blocks and animals; no time passes."""
        request: Dict[str, Any] = {"type": "observe"}
        if kinds is not None:
            request["kinds"] = list(kinds)
        observation: Observation = self._ask(request)["observation"]
        return observation

    def close(self) -> None:
        """Ends the episode and the process. `reset` starts another one."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    def __enter__(self) -> "DelverEnv":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _ask(self, request: Dict[str, Any]) -> Dict[str, Any]:
        if self._connection is None:
            raise EpisodeOver("no-episode", "there is no episode; call reset")
        try:
            return self._connection.ask(request)
        except BaseException as error:
            # After an interrupted wait, the next answer would be that of this request.
            if getattr(error, "kind", "gone") == "gone":
                self._connection.kill()
                self._connection = None
            raise


def _step_of(reply: Dict[str, Any]) -> Step:
    return (
        reply["observation"],
        float(reply["reward"]),
        reply["terminated"],
        reply["truncated"],
        reply["info"],
    )
