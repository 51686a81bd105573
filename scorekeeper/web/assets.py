"""Static files, under an address that changes with their content."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from flask import (
    Blueprint,
    abort,
    current_app,
    json,
    render_template,
    send_from_directory,
)

from scorekeeper.config import folder

if TYPE_CHECKING:
    from pathlib import Path

    from flask import Flask, Response

DAY_SECONDS = 24 * 3600
YEAR_SECONDS = 365 * DAY_SECONDS
WORKER = "js/worker.js"

blueprint = Blueprint("assets", __name__)


def content_hash(static: Path) -> str:
    """Give a digest of all static files, so that a new release has new addresses."""
    digest = sha256()
    for path in sorted(path for path in static.rglob("*") if path.is_file()):
        digest.update(path.relative_to(static).as_posix().encode() + b"\0")
        digest.update(sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:12]


def worker_script(static: Path, prefix: str, version: str, away: str) -> str:
    """Give the service worker: what it keeps from the start, and the file that does it.

    ``away`` is the page that it shows where it can neither fetch one nor has kept it.

    It is another script for each version, which is how browsers know that there is a new one.
    """
    names = [path.relative_to(static).as_posix() for path in sorted(static.glob("*/*"))]
    files = [
        prefix + name for name in names if name.endswith((".css", ".js", ".svg")) and name != WORKER
    ]
    shell = json.dumps({"version": version, "files": files, "away": away})
    return f"self.shell = {shell};\nimportScripts({json.dumps(prefix + WORKER)});\n"


def register(app: Flask) -> None:
    """Serve the files, and let templates name them: ``asset('css/app.css')``."""
    static = folder("static")
    app.config["ASSETS"] = version = content_hash(static)
    app.register_blueprint(blueprint)
    urls = app.url_map.bind("")  # any host: which ones are served is a setting
    prefix = urls.build("assets.file", {"version": version, "name": ""})
    app.config["WORKER"] = worker_script(static, prefix, version, urls.build("assets.away"))
    app.add_template_global(lambda name: prefix + name, "asset")


@blueprint.get("/static/<version>/<path:name>")
def file(version: str, name: str) -> Response:
    """Send a static file; under its own version it never changes."""
    if version != current_app.config["ASSETS"]:
        abort(404)
    response = _send(name, YEAR_SECONDS)
    response.cache_control.public = True
    response.cache_control.immutable = True
    return response


@blueprint.get("/worker.js")
def worker() -> tuple[str, dict[str, str]]:
    """Send the service worker, from where it may see to all pages."""
    kind = {"Content-Type": "text/javascript; charset=utf-8", "Cache-Control": "no-cache"}
    return current_app.config["WORKER"], kind


@blueprint.get("/offline")
def away() -> str:
    """Say that a page wasn't kept: the worker shows it in the place of that page."""
    return render_template("errors/away.html")


@blueprint.get("/favicon.ico")
def favicon() -> Response:
    """Send the icon to browsers that ask for it unasked."""
    return _send("icons/icon.svg", DAY_SECONDS)


def _send(name: str, seconds: int) -> Response:
    response = send_from_directory(folder("static"), name, max_age=seconds)
    response.direct_passthrough = False
    response.make_sequence()  # compressed as a stream, its file would be left open
    return response


@blueprint.get("/robots.txt")
def robots() -> tuple[str, dict[str, str]]:
    """Keep robots out of circles and away from invitations."""
    text = "User-agent: *\nDisallow: /circles/\nDisallow: /join/\n"
    return text, {"Content-Type": "text/plain; charset=utf-8"}
