"""The production server: granian, with workers that end when their parent does."""

from __future__ import annotations

import socket
import sys

import click
from granian import Granian
from granian.constants import Interfaces
from granian.log import LogLevels

BLOCKING_THREADS = 16


def run(host: str, port: int, workers: int) -> None:
    """Serve until stopped."""
    _check_free(host, port)
    address = f"[{host}]" if ":" in host else host
    click.echo(f"Scorekeeper is at http://{address}:{port}  (Ctrl+C stops it)")
    server = Granian(
        "scorekeeper:create_app",
        address=host,
        port=port,
        interface=Interfaces.WSGI,
        workers=workers,
        blocking_threads=BLOCKING_THREADS,
        respawn_failed_workers=True,
        websockets=False,
        factory=True,
        log_access=False,
        log_level=LogLevels.error,
    )
    server.serve()


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
