"""Serving the table's own network: this machine's address there, and a code to scan."""

from __future__ import annotations

import datetime as dt
import socket
import sys
from typing import TYPE_CHECKING

import click
import segno

from scorekeeper.scorebook.database import Unusable
from scorekeeper.scorebook.errors import NotFound
from scorekeeper.scorebook.links import newest_circle, score_link, sign_link
from scorekeeper.scorebook.store import write

if TYPE_CHECKING:
    from flask import Flask

ELSEWHERE = ("192.0.2.1", 9)  # reserved for documentation; nothing is sent there


def address() -> str:
    """Give this machine's address in the local network.

    Raises:
        Unusable: it is in none.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)
            found = str(probe.getsockname()[0])
        except OSError:
            found = ""
    if not found or found.startswith("127."):
        raise Unusable(
            "This machine is in no network. Join the table's Wi-Fi, or name an address: --host"
        )
    return found


def invite(app: Flask, url: str) -> None:
    """Print the way in, as text and as a QR code: the newest circle's score link, if any."""
    with app.app_context():
        try:
            circle = newest_circle()
        except NotFound:
            target, words = url, "Scan this to start a circle:"
        else:
            name = circle.name
            with write() as session:
                uid = score_link(session, circle.id, dt.datetime.now(dt.UTC))
            target = f"{url}/join/{sign_link(app.config['SECRET_KEY'], uid)}"
            words = f"Scan this to join {name} and write down scores:"
    click.echo(f"{words}\n{target}\n")
    segno.make(target, micro=False).terminal(out=sys.stdout, compact=True)
