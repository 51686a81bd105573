"""Logs without secrets: a link's token is as good as a key."""

from __future__ import annotations

import logging
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

_LINK = re.compile(r"(/join/)[^\s/?\"'\]]+|(\blink=)[^\s&\"'\]]+")


class Scrubbed(logging.Filter):
    """Takes the tokens of links out of what is logged."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Rewrite the message and its traceback; every record passes."""
        record.msg = scrub(record.getMessage())
        record.args = ()
        if record.exc_info and not record.exc_text:  # formatted here, so that nobody else does
            record.exc_text = scrub(logging.Formatter().formatException(record.exc_info))
        return True


def scrub(text: str) -> str:
    """Take the tokens of links out of a text."""
    return _LINK.sub(lambda found: f"{found[1] or found[2]}…", text)


def register(app: Flask) -> None:
    """Scrub what the application and its server log."""
    for logger in (app.logger, logging.getLogger("werkzeug"), logging.getLogger("_granian")):
        if not any(isinstance(known, Scrubbed) for known in logger.filters):
            logger.addFilter(Scrubbed())
