"""What stands in front: proxies that are trusted to say who asks, and for which host."""

from __future__ import annotations

from typing import TYPE_CHECKING

from werkzeug.middleware.proxy_fix import ProxyFix

if TYPE_CHECKING:
    from flask import Flask


def register(app: Flask) -> None:
    """Believe as many proxies as TRUSTED_PROXIES says; none by default.

    TRUSTED_HOSTS is Flask's own setting; in the environment its names stand between commas.
    """
    count = app.config["TRUSTED_PROXIES"]
    if count:
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]  # Flask's documented way
            app.wsgi_app, x_for=count, x_proto=count, x_host=count
        )
    hosts = app.config["TRUSTED_HOSTS"]
    if isinstance(hosts, str):
        app.config["TRUSTED_HOSTS"] = [host.strip() for host in hosts.split(",")]
