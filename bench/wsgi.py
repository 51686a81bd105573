"""Call a WSGI application as a server does, and count the CPU that a request takes."""

from __future__ import annotations

import io
import sys
import time
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

TYPE = "application/x-www-form-urlencoded"


@dataclass
class Answer:
    """What came back."""

    status: str = ""
    headers: list[tuple[str, str]] = field(default_factory=list)
    body: bytes = b""

    def header(self, name: str) -> str:
        """Give a header, or nothing."""
        return next((value for key, value in self.headers if key.lower() == name.lower()), "")


class Browser:
    """Keeps cookies, and says how many seconds of CPU each request took."""

    def __init__(self, app: Callable[..., Iterable[bytes]]) -> None:
        """Take the application."""
        self.app = app
        self.cookies: dict[str, str] = {}
        self.seconds = 0.0

    def get(self, path: str) -> Answer:
        """Ask for a page."""
        path, _mark, query = path.partition("?")
        return self._call({"REQUEST_METHOD": "GET", "PATH_INFO": path, "QUERY_STRING": query}, b"")

    def post(self, path: str, fields: dict[str, Any] | Sequence[tuple[str, Any]]) -> Answer:
        """Send a form."""
        body = urlencode(fields, doseq=True).encode()
        sent = {"CONTENT_TYPE": TYPE, "CONTENT_LENGTH": str(len(body)), "QUERY_STRING": ""}
        return self._call({"REQUEST_METHOD": "POST", "PATH_INFO": path, **sent}, body)

    def _call(self, request: dict[str, str], body: bytes) -> Answer:
        answer = Answer()

        def start(status: str, headers: list[tuple[str, str]], error: object = None) -> None:
            del error
            answer.status, answer.headers = status, headers

        environ = {
            "SERVER_NAME": "127.0.0.1",
            "SERVER_PORT": "8000",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "HTTP_HOST": "127.0.0.1:8000",
            "HTTP_ACCEPT_ENCODING": "gzip",
            "HTTP_COOKIE": "; ".join(f"{key}={value}" for key, value in self.cookies.items()),
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": "http",
            "wsgi.input": io.BytesIO(body),
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": True,
            "wsgi.multiprocess": True,
            "wsgi.run_once": False,
            **request,
        }
        began = time.process_time()
        parts = self.app(environ, start)
        answer.body = b"".join(parts)
        close = getattr(parts, "close", None)
        if close is not None:
            close()
        self.seconds = time.process_time() - began
        for key, value in answer.headers:
            if key.lower() == "set-cookie":
                self.cookies |= {name: said.value for name, said in SimpleCookie(value).items()}
        return answer


def best(work: Callable[[], float], times: int, of: int = 5) -> float:
    """Give the best mean of several series: the one that other programs disturbed least."""
    return min(sum(work() for _ in range(times)) / times for _ in range(of))
