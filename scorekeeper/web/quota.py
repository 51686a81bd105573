"""How many circles an address may make a day: the one thing that strangers can fill up.

Counted in each worker's memory, under a digest that dies with it: no address is stored.
"""

from __future__ import annotations

import secrets
from hashlib import sha256
from typing import TYPE_CHECKING

from flask import current_app, request
from limits import RateLimitItemPerDay
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter

from scorekeeper.scorebook.errors import TooMany

if TYPE_CHECKING:
    from flask import Flask

_SALT = secrets.token_bytes(16)


def register(app: Flask) -> None:
    """Begin to count."""
    app.extensions["circles_quota"] = FixedWindowRateLimiter(MemoryStorage())


def count_circle() -> None:
    """Count a new circle.

    Raises:
        TooMany: this address has made as many today as it may.
    """
    limiter: FixedWindowRateLimiter = current_app.extensions["circles_quota"]
    address = sha256(_SALT + (request.remote_addr or "").encode()).hexdigest()
    if not limiter.hit(RateLimitItemPerDay(current_app.config["CIRCLES_A_DAY"]), address):
        raise TooMany
