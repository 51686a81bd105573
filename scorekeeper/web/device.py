"""What can be set for one browser: it keeps that itself, and the scorebook never hears of it."""

from __future__ import annotations

from flask import Blueprint, render_template

blueprint = Blueprint("device", __name__)


@blueprint.get("/device")
def show() -> str:
    """Show the switches; the page's script turns them."""
    return render_template("home/device.html")
