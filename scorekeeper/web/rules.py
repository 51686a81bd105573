"""The rules of each game, in our own short words."""

from __future__ import annotations

from flask import Blueprint, abort, render_template

from scorekeeper.rules import GAMES

blueprint = Blueprint("rules", __name__, url_prefix="/rules")


@blueprint.get("/")
def index() -> str:
    """List the games."""
    return render_template("rules/index.html", games=GAMES.values())


@blueprint.get("/<game>/")
def game(game: str) -> str:
    """Show the rules of a game."""
    if game not in GAMES:
        abort(404)
    return render_template(f"games/{game}/rules.html", game=GAMES[game])
