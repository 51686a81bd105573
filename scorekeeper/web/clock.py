"""The time, which a setting may stop: CLOCK gives the moment instead of the machine."""

from __future__ import annotations

import datetime as dt

from flask import current_app


def now() -> dt.datetime:
    """Give this moment, in UTC."""
    clock = current_app.config.get("CLOCK")
    moment: dt.datetime = clock() if clock else dt.datetime.now(dt.UTC)
    return moment
