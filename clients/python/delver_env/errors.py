"""What can go wrong in a request."""

from __future__ import annotations


class DelverError(Exception):
    """A request was refused, or Delver has ended.

    `kind` is that of the protocol (`bad-request`, `bad-goal`, `no-episode`, `crash`), or `gone` when the process of Delver
    has ended or does not answer.
    """

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


class InvalidGoal(DelverError, ValueError):
    """The goal is not in the goal language, or names an unknown item. Nothing has changed, and no time has passed."""


class EpisodeOver(DelverError):
    """There is no episode, or it is over: call `reset`."""


_CLASSES = {"bad-goal": InvalidGoal, "no-episode": EpisodeOver}


def error_of(kind: str, message: str) -> DelverError:
    """The exception for an answer of type `error`."""
    return _CLASSES.get(kind, DelverError)(kind, message)
