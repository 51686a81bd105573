"""The program as it is run, on a port of its own, and what can happen to it in mid-save."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import urllib.request
from contextlib import contextmanager, suppress
from pathlib import Path
from select import select
from time import monotonic
from typing import TYPE_CHECKING

from tests.ui.serving import PATIENCE, acts

if TYPE_CHECKING:
    from collections.abc import Iterator

PROJECT = Path(__file__).parents[2]
CHUNK = 65536


def free_port() -> int:
    """Give a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Program:
    """A server process that can be killed and started again where it was, even as a new release."""

    def __init__(self, instance: Path) -> None:
        """Take a port; ``start`` runs it."""
        self.instance = instance
        self.database = instance / "scorekeeper.db"
        self.port = free_port()
        self.origin = f"http://127.0.0.1:{self.port}"
        self.home = PROJECT
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Run it, and wait until it answers."""
        kept = {name: value for name, value in os.environ.items() if "SCOREKEEPER" not in name}
        places = {"SCOREKEEPER_INSTANCE": str(self.instance), "PYTHONPATH": str(self.home)}
        command = ["-m", "scorekeeper", "serve", "--port", str(self.port), "--workers", "1"]
        self._process = subprocess.Popen(
            [sys.executable, *command],
            cwd=self.home,
            env={**kept, **places},
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )
        until = monotonic() + 6 * PATIENCE
        while not self._answers():
            assert monotonic() < until, "the server doesn't answer"
            select([], [], [], 0.05)  # let it start

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.origin}/robots.txt") as answer:  # noqa: S310 - our own server
                return bool(answer.status)
        except OSError:
            return False

    def kill(self) -> None:
        """Kill -9 it and its workers."""
        if self._process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None

    def release(self, folder: Path) -> None:
        """Make it another release, in which a style has changed, for when it starts again."""
        for name in ("scorekeeper", "templates", "static"):
            shutil.copytree(self.home / name, folder / name)
        with (folder / "static" / "css" / "app.css").open("a") as style:
            style.write("\n.skip { color: inherit; }\n")
        self.home = folder

    @property
    def acts(self) -> list[str]:
        """What the ledger holds, in order."""
        return acts(self.database)


@contextmanager
def running(instance: Path) -> Iterator[Program]:
    """Run the program until the block ends."""
    program = Program(instance)
    program.start()
    try:
        yield program
    finally:
        program.kill()


class Relay:
    """What stands between a phone and the server: it can lose the answer to a round."""

    def __init__(self, program: Program) -> None:
        """Take a port; ``relaying`` opens it."""
        self._to = program.port
        self._door = socket.create_server(("127.0.0.1", 0))
        self.origin = f"http://127.0.0.1:{self._door.getsockname()[1]}"
        self.loses = False
        self.lost = threading.Event()

    @contextmanager
    def relaying(self) -> Iterator[Relay]:
        """Relay until the block ends."""
        threading.Thread(target=self._listen, daemon=True).start()
        try:
            yield self
        finally:
            self._door.shutdown(socket.SHUT_RDWR)
            self._door.close()

    def _listen(self) -> None:
        with suppress(OSError):
            while True:
                phone, _address = self._door.accept()
                threading.Thread(target=self._relay, args=(phone,), daemon=True).start()

    def _relay(self, phone: socket.socket) -> None:
        sends_round = False
        with phone, suppress(OSError), socket.create_connection(("127.0.0.1", self._to)) as server:
            while True:
                for ready in select([phone, server], [], [])[0]:
                    data = ready.recv(CHUNK)
                    if not data:
                        return
                    if ready is phone:
                        sends_round = b"/enter HTTP/1.1" in data.partition(b"\r\n")[
                            0
                        ] + b"\r\n" and (data.startswith(b"POST"))
                        server.sendall(data)
                    elif sends_round and self.loses:
                        self.lost.set()
                    else:
                        phone.sendall(data)
