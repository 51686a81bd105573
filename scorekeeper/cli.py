"""The command line: ``scorekeeper``.

Exit 0 on success, 1 when what was asked failed or was found wrong, 2 on bad usage; errors are
one plain line on standard error.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from uuid import UUID

    from flask import Flask


def main() -> None:
    """Run a command, and say what failed in one line."""
    from scorekeeper.scorebook.database import Unusable
    from scorekeeper.scorebook.errors import Busy

    try:
        commands(prog_name="scorekeeper")
    except Unusable as error:
        _fail(str(error))
    except Busy:
        _fail("The scorebook is busy: another program is writing to it. Try again.")
    except BrokenPipeError:
        sys.stderr.close()  # whoever read our output has gone: nothing is left to say
        sys.exit(1)


def _fail(message: str, code: int = 1) -> None:
    click.echo(f"scorekeeper: {message}", err=True)
    sys.exit(code)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="scorekeeper")
def commands() -> None:
    """Keep the score of card games at the table."""


def _ready() -> list[str]:
    from scorekeeper import config
    from scorekeeper.scorebook import database

    return database.make_ready(config.database_file(), config.key_file())


def _app() -> Flask:
    from scorekeeper import create_app

    return create_app()


@commands.command()
def init() -> None:
    """Make the database and the secret key."""
    for sentence in _ready() or ["All is there already; nothing was changed."]:
        click.echo(sentence)


@commands.command()
def upgrade() -> None:
    """Bring the database up to date, after a backup."""
    from scorekeeper import config
    from scorekeeper.scorebook import database

    click.echo(database.upgrade(config.database_file()))


@commands.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
def backup(file: Path) -> None:
    """Copy the database to FILE, whole even while others write to it."""
    from scorekeeper import config
    from scorekeeper.scorebook import database

    database.check(config.database_file())
    database.backup(config.database_file(), file)
    click.echo(f"Copied {config.database_file()} to {file}.")


@commands.command()
@click.argument("game")
def score(game: str) -> None:
    """Score rounds of GAME: a JSON line in, a JSON line out (docs/rules/)."""
    from scorekeeper.rules import GAMES
    from scorekeeper.rules.lines import answer

    if game not in GAMES:
        raise click.UsageError(f"There is no game {game!r}; choose one of: {', '.join(GAMES)}.")
    all_scored = True
    for line in sys.stdin.buffer:
        text, scored = answer(game, line)
        sys.stdout.buffer.write(text.encode() + b"\n")
        all_scored = all_scored and scored
    sys.stdout.buffer.flush()
    sys.exit(0 if all_scored else 1)


@commands.command()
@click.option(
    "--head",
    "heads",
    multiple=True,
    metavar="MATCH=DIGITS",
    help="Digits printed of a match's head, to compare; may be given again.",
)
@click.option("--rescore", "anew", is_flag=True, help="Score anew what today's rules change.")
def verify(heads: tuple[str, ...], anew: bool) -> None:
    """Recompute every chain, score and total; a line for each thing wrong."""
    import datetime as dt

    from scorekeeper.scorebook.heads import Unclear, printed_heads
    from scorekeeper.scorebook.rescore import rescore
    from scorekeeper.scorebook.verify import Checked
    from scorekeeper.scorebook.verify import verify as find

    checked = Checked()
    with _app().app_context():
        try:
            typed = printed_heads(heads)
        except Unclear as error:
            _fail(str(error), 2)
        for finding in find(checked, typed):
            click.echo(str(finding))
        for finding in rescore(checked, dt.datetime.now(dt.UTC)) if anew else ():
            click.echo(str(finding))
    summary = f"{checked.matches} matches, {checked.revisions} revisions: "
    click.echo(summary + (f"{checked.wrong} found wrong." if checked.wrong else "all is well."))
    outdated = sum(match.rounds for match in checked.outdated)
    if outdated and not anew:
        click.echo(f"Today's rules change {outdated} rounds: scorekeeper verify --rescore")
    sys.exit(1 if checked.wrong else 0)


@commands.command()
@click.option("--matches", default=30, show_default=True, type=click.IntRange(1, 1_000_000))
@click.option("--circles", default=1, show_default=True, type=click.IntRange(1, 100_000))
@click.option("--seed", default=1, show_default=True, type=int)
def demo(matches: int, circles: int, seed: int) -> None:
    """Fill circles with matches played legally, card by card, over past nights."""
    from scorekeeper.scorebook.demo import AlreadyThere, fill

    _ready()
    with _app().app_context():
        try:
            steps = fill(matches, circles, seed)
            with click.progressbar(
                steps, length=matches, label="Playing", file=sys.stderr, item_show_func=None
            ) as bar:
                for _ in bar:
                    pass
        except AlreadyThere as error:
            _fail(str(error))
    click.echo(
        f"Made {matches} matches in {circles} circle{'s' if circles > 1 else ''}. "
        "To look at them, open the address that this prints: scorekeeper link"
    )


@commands.command("export")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, allow_dash=True))
@click.option("--circle", "uid", type=click.UUID, help="The circle to export.")
@click.option("--all", "everything", is_flag=True, help="Export all circles.")
def export_circles(file: Path, uid: UUID | None, everything: bool) -> None:
    """Write a circle to FILE as JSON Lines (docs/exchange.md); - is standard output."""
    from scorekeeper.carrying import Failed, export_to

    if uid is not None and everything:
        raise click.UsageError("Choose one circle by --circle UID, or all of them by --all.")
    with _app().app_context():
        try:
            click.echo(export_to(file, uid, everything=everything), err=True)
        except Failed as error:
            _fail(str(error), error.code)


@commands.command("import")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, allow_dash=True))
@click.option("--circle", "uid", type=click.UUID, help="Put it into this circle, not its own.")
@click.option("--all", "everything", is_flag=True, help="All circles, as their own: the default.")
@click.option(
    "--who",
    multiple=True,
    metavar="NAME=NAME",
    help="Who a player of FILE is in the circle; NAME= is somebody new. May be given again.",
)
@click.option("--same-names", is_flag=True, help="Players of the same name are the same people.")
def import_circles(
    file: Path, uid: UUID | None, everything: bool, who: tuple[str, ...], same_names: bool
) -> None:
    """Take in what FILE has and this scorebook hasn't; - is standard input."""
    from scorekeeper.carrying import Failed, import_from

    if uid is not None and everything:
        raise click.UsageError("All circles of a file can't be put into one: leave --all out.")
    with _app().app_context():
        try:
            click.echo(import_from(file, uid, who, same_names=same_names))
        except Failed as error:
            _fail(str(error), error.code)


@commands.command()
@click.option("--circle", "uid", type=click.UUID, help="The circle; else the one made last.")
@click.option("--role", default="own", type=click.Choice(["view", "score", "own"]))
@click.option("--url", default="http://127.0.0.1:8000", show_default=True, help="Where it serves.")
def link(uid: UUID | None, role: str, url: str) -> None:
    """Print a link that lets a browser join a circle."""
    import datetime as dt

    from scorekeeper.scorebook.errors import NotFound
    from scorekeeper.scorebook.links import NewLink, make_link, newest_circle, sign_link
    from scorekeeper.scorebook.store import write

    app = _app()
    with app.app_context():
        try:
            circle_id = newest_circle(uid).id
        except NotFound:
            _fail("There is no such circle. Start a match in the browser first, or run the demo.")
        with write() as session:
            new = NewLink(role, "From the command line")
            uid = make_link(session, circle_id, new, dt.datetime.now(dt.UTC))
        token = sign_link(app.config["SECRET_KEY"], uid)
    click.echo(f"{url.rstrip('/')}/join/{token}")


@commands.command()
@click.option("--host", help="The address to serve at.  [default: 127.0.0.1; --lan finds its own]")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535))
@click.option("--workers", default=2, show_default=True, type=click.IntRange(1, 64))
@click.option("--lan", is_flag=True, help="Serve in the local network, and print a QR code.")
def serve(host: str | None, port: int, workers: int, *, lan: bool) -> None:
    """Create or upgrade the database, then serve."""
    from scorekeeper import lan as local
    from scorekeeper.server import run

    for sentence in _ready():
        click.echo(sentence)
    if lan:
        host = host or local.address()
        local.invite(_app(), f"http://{host}:{port}")
    run(host or "127.0.0.1", port, workers)
