"""The process of `delver env`, and the lines that it reads and writes."""

from __future__ import annotations

import json
import os
import queue
import shlex
import shutil
import subprocess
import threading
from typing import Any, Dict, List, Optional, Sequence, Union

from .errors import DelverError, error_of

#: The version of the protocol that this client speaks.
PROTOCOL = 1
#: Names the command of Delver, such as `node /path/to/bin/delver.js env`.
COMMAND_VARIABLE = "DELVER_ENV_COMMAND"
#: Time for Delver to end after `close` (s).
CLOSE_SECONDS = 15.0

Command = Union[str, Sequence[str]]


def command_of(command: Optional[Command]) -> List[str]:
    """The command to start: as given, by the environment, or by npx."""
    given = command if command is not None else os.environ.get(COMMAND_VARIABLE)
    if given is None:
        words = ["npx", "--yes", "mineflayer-delver", "env"]
    elif isinstance(given, str):
        words = shlex.split(given, posix=os.name != "nt")
    else:
        words = list(given)
    # On Windows, npx is a script that only its full path starts.
    return [shutil.which(words[0]) or words[0], *words[1:]]


class Connection:
    """A running `delver env`. One request is made at a time."""

    def __init__(self, command: List[str], timeout: float) -> None:
        self._timeout = timeout
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", bufsize=1
            )
        except OSError as error:
            raise DelverError("gone", f"cannot start {command[0]}: {error.strerror}") from error
        self._lines: "queue.Queue[Optional[str]]" = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        ready = self._receive()
        if ready.get("type") != "ready" or ready.get("protocol") != PROTOCOL:
            self.kill()
            raise DelverError("gone", f"{command[0]} does not speak version {PROTOCOL} of the protocol")

    def ask(self, request: Dict[str, Any]) -> Dict[str, Any]:
        """Sends a request and waits for its answer. Raises DelverError for an answer of type `error`."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(request) + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError) as error:
            raise DelverError("gone", "delver env has ended") from error
        reply = self._receive()
        if reply.get("type") == "error":
            raise error_of(str(reply.get("kind")), str(reply.get("message")))
        return reply

    def close(self) -> None:
        """Ends the episode and the process."""
        try:
            self.ask({"type": "close"})
            self._process.wait(CLOSE_SECONDS)
        except (DelverError, subprocess.TimeoutExpired):
            pass
        self.kill()

    def kill(self) -> None:
        """Ends the process at once."""
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except OSError:
                    pass

    def _receive(self) -> Dict[str, Any]:
        try:
            line = self._lines.get(timeout=self._timeout)
        except queue.Empty:
            self.kill()
            raise DelverError("gone", f"no answer within {self._timeout:g} s") from None
        try:
            reply = None if line is None else json.loads(line)
        except ValueError:
            reply = None
        if not isinstance(reply, dict):
            self.kill()
            what = "has ended" if line is None else "wrote a line that is no answer"
            raise DelverError("gone", f"delver env {what} (exit code {self._process.returncode})")
        return reply

    def _read(self) -> None:
        assert self._process.stdout is not None
        try:
            for line in self._process.stdout:
                self._lines.put(line)
        except ValueError:
            pass  # The pipe was closed meanwhile.
        self._lines.put(None)
