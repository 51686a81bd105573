"""The production server: granian, with workers that end when their parent does."""

from __future__ import annotations

import multiprocessing
import os
import signal
import socket
import sys
import threading
from typing import TYPE_CHECKING

import click
from granian import Granian
from granian.constants import Interfaces
from granian.log import LogLevels

if TYPE_CHECKING:
    from flask import Flask

BLOCKING_THREADS = 16

STOP_SECONDS = 5
"""How long requests may take to end when the server is stopped."""


def run(host: str, port: int, workers: int) -> None:
    """Serve until stopped."""
    _check_free(host, port)
    address = f"[{host}]" if ":" in host else host
    click.echo(f"Scorekeeper is at http://{address}:{port}  (Ctrl+C stops it)")
    server = Granian(
        "scorekeeper.server:worker",
        address=host,
        port=port,
        interface=Interfaces.WSGI,
        workers=workers,
        blocking_threads=BLOCKING_THREADS,
        respawn_failed_workers=True,
        workers_kill_timeout=STOP_SECONDS,
        websockets=False,
        factory=True,
        log_access=False,
        log_level=LogLevels.error,
    )
    server.serve()


def worker() -> Flask:
    """Make a worker's application, and see to it that the worker doesn't outlive the server."""
    from scorekeeper import create_app  # noqa: PLC0415 - only workers need it

    # It was forked with the server's own handlers. Until granian sets others, it would take a
    # signal to stop and forget it; the server passes each on as SIGTERM.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    return create_app()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)  # at once: granian's own threads would wait for requests for ever


def _check_free(host: str, port: int) -> None:
    """Say in a sentence that the address can't be had, before any worker starts."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            click.echo(
                f"scorekeeper: http://{host}:{port} can't be had ({error.strerror}). Is it running "
                f"already? Else try another port: scorekeeper serve --port {port % 65535 + 1}",
                err=True,
            )
            sys.exit(1)
