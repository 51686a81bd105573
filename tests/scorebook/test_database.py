"""The database file: made, refused with its name and the remedy, upgraded, backed up."""

from __future__ import annotations

import re
import shutil
import sqlite3
import stat
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, inspect

from scorekeeper import create_app
from scorekeeper.config import DEFAULTS
from scorekeeper.scorebook import database as files
from scorekeeper.scorebook.database import HEAD, Unusable
from scorekeeper.scorebook.models import Base
from scorekeeper.scorebook.store import db
from scorekeeper.scorebook.triggers import TRIGGERS
from tests.builders import Table, mittlere, plain, rows, wrong

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sqlalchemy import Engine

SCHEMAS = sorted((Path(__file__).parent / "schemas").glob("*.sql"))


def refusal(database: Path, key: Path | None = None) -> str:
    """Give the sentence with which ``serve`` and ``init`` refuse a file; nothing is changed."""
    before = folder(database.parent)
    with pytest.raises(Unusable) as refused:
        files.make_ready(database, key)
    assert folder(database.parent) == before
    sentence = str(refused.value)
    assert str(database) in sentence
    assert "\n" not in sentence
    return sentence


def folder(path: Path) -> dict[str, bytes | None]:
    """Give everything that lies in a folder."""
    return {
        str(file.relative_to(path)): file.read_bytes() if file.is_file() else None
        for file in sorted(path.rglob("*"))
    }


# Making ---------------------------------------------------------------------------------------


def test_database_and_key_are_made_together(tmp_path: Path) -> None:
    """In a folder that is made if need be; a second time nothing is left to do."""
    database, key = tmp_path / "a" / "b" / "scorekeeper.db", tmp_path / "a" / "b" / "secret_key"
    done = files.make_ready(database, key)
    made = folder(tmp_path)

    assert done == [f"Made the database {database}.", f"Made the secret key {key}."]
    assert files.check(database) == HEAD
    assert files.make_ready(database, key) == []
    assert {name for name in made if not name.startswith("a/b/scorekeeper.db-")} == {
        "a",
        "a/b",
        "a/b/scorekeeper.db",
        "a/b/secret_key",
    }


def test_key_is_long_and_for_its_owner_only(tmp_path: Path) -> None:
    """64 hexadecimal digits, another one each time, mode 600 whatever the umask."""
    one, other = tmp_path / "one", tmp_path / "other"
    for key in (one, other):
        files.make_key(key)

    assert re.fullmatch(r"[0-9a-f]{64}\n", one.read_text())
    assert one.read_text() != other.read_text()
    assert stat.S_IMODE(one.stat().st_mode) == 0o600
    with pytest.raises(FileExistsError):
        files.make_key(one)


def test_key_and_database_may_lie_in_different_folders(tmp_path: Path) -> None:
    """Each folder is made."""
    database, key = tmp_path / "data" / "book.db", tmp_path / "etc" / "secret_key"
    files.make_ready(database, key)

    assert database.is_file()
    assert key.is_file()


def test_no_key_is_made_when_the_settings_have_one(tmp_path: Path) -> None:
    """Then its file isn't missed either."""
    done = files.make_ready(tmp_path / "scorekeeper.db", None)

    assert len(done) == 1
    assert not (tmp_path / "secret_key").exists()


def test_missing_key_beside_a_database_is_made_anew(tmp_path: Path) -> None:
    """Cookies and links lapse, the scorebook doesn't."""
    database, key = tmp_path / "scorekeeper.db", tmp_path / "secret_key"
    files.make_ready(database, key)
    key.unlink()

    assert files.make_ready(database, key) == [f"Made the secret key {key}."]


def test_new_database_says_what_it_is(database: Path) -> None:
    """file(1) and others tell it by its application id."""
    with plain(database) as connection:
        [(number,)] = connection.execute("PRAGMA application_id").fetchall()

    assert number.to_bytes(4, "big") == b"SKK1"


def test_making_a_database_replaces_no_file(tmp_path: Path) -> None:
    """It appears under its name only when it is whole, and only if nothing is there."""
    database = tmp_path / "scorekeeper.db"
    database.write_text("mine")
    with pytest.raises(FileExistsError):
        files.create(database)

    assert folder(tmp_path) == {"scorekeeper.db": b"mine"}


def test_making_that_fails_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No half a database, and none under another name."""
    monkeypatch.setattr(files, "MIGRATIONS", tmp_path / "nowhere")
    with pytest.raises(Exception, match="nowhere"):
        files.create(tmp_path / "scorekeeper.db")

    assert folder(tmp_path) == {}


@pytest.mark.parametrize("name", ["Mücke 100%", "a b", "x?y#z", "ü&=;"])
def test_database_may_lie_in_a_folder_of_any_name(tmp_path: Path, name: str) -> None:
    """No character of a path is taken for a part of an address or of a setting."""
    database = tmp_path / name / "score keeper.db"
    files.make_ready(database, None)

    assert files.check(database) == HEAD
    assert {file.name for file in (tmp_path / name).iterdir()} == {"score keeper.db"}


def test_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    """Where a file stands in the way, for instance."""
    (tmp_path / "file").touch()
    with pytest.raises(Unusable, match="can't be made") as refused:
        files.make_ready(tmp_path / "file" / "scorekeeper.db", None)

    assert str(tmp_path / "file" / "scorekeeper.db") in str(refused.value)


def test_key_that_cannot_be_made_is_named(database: Path, tmp_path: Path) -> None:
    """Likewise."""
    (tmp_path / "file").touch()
    with pytest.raises(Unusable, match="secret_key can't be made"):
        files.make_ready(database, tmp_path / "file" / "secret_key")


# Refusing -------------------------------------------------------------------------------------


def test_database_that_is_gone_although_its_key_is_there_is_refused(tmp_path: Path) -> None:
    """A lost disk, a wrong folder: nothing is begun anew by itself."""
    key = tmp_path / "secret_key"
    files.make_key(key)
    sentence = refusal(tmp_path / "scorekeeper.db", key)

    assert "is gone" in sentence
    assert f"remove {key}" in sentence


def test_missing_database_is_refused_by_what_needs_one(tmp_path: Path) -> None:
    """With the command that makes one; checking makes none."""
    with pytest.raises(Unusable, match=r"There is no database .*scorekeeper init"):
        files.check(tmp_path / "scorekeeper.db")
    with pytest.raises(Unusable, match="There is no database"):
        files.upgrade(tmp_path / "scorekeeper.db")

    assert folder(tmp_path) == {}


@pytest.mark.parametrize(
    "content",
    [b"", b"S", b"Dear diary,\n" * 100, b"SQLite format 2\x00" + b"\x00" * 4080, b"\x00" * 4096],
    ids=["empty", "one byte", "text", "older SQLite", "zeros"],
)
def test_file_that_is_no_sqlite_database_is_refused(tmp_path: Path, content: bytes) -> None:
    """And stays as it is."""
    database = tmp_path / "scorekeeper.db"
    database.write_bytes(content)

    assert "is no SQLite database. Move it away" in refusal(database)


def test_folder_in_the_databases_place_is_refused(tmp_path: Path) -> None:
    """It is no database either."""
    database = tmp_path / "scorekeeper.db"
    database.mkdir()

    assert "is no SQLite database. Move it away" in refusal(database)


@pytest.mark.parametrize(
    "content",
    [b"SQLite format 3\x00", b"SQLite format 3\x00" + b"\xff" * 5000],
    ids=["header only", "rubbish after the header"],
)
def test_broken_database_is_refused(tmp_path: Path, content: bytes) -> None:
    """With what SQLite says of it."""
    database = tmp_path / "scorekeeper.db"
    database.write_bytes(content)

    assert re.search(r"can't be read|not Scorekeeper's", refusal(database))


@pytest.mark.parametrize(
    "sql",
    [
        "CREATE TABLE recipe (id)",
        "CREATE TABLE alembic_version (version_num)",
        "CREATE TABLE revision (id)",
        "CREATE TABLE revision (id); CREATE TABLE alembic_version (version_num)",
    ],
)
def test_sqlite_database_of_another_program_is_refused(tmp_path: Path, sql: str) -> None:
    """Also where some of its tables have the names of ours."""
    database = tmp_path / "scorekeeper.db"
    with plain(database) as connection:
        connection.executescript(sql)

    assert "is a SQLite database, but not Scorekeeper's" in refusal(database)


def test_newer_database_is_refused(database: Path) -> None:
    """With its version, this program's, and what to do."""
    with plain(database) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    sentence = refusal(database)

    assert "was written by a newer Scorekeeper (its version is 9999" in sentence
    assert f"knows up to {HEAD})" in sentence
    assert "Install the newer program" in sentence


@pytest.mark.parametrize("mode", [0o444, 0o400])
def test_read_only_database_is_refused(database: Path, mode: int) -> None:
    """As root too, who could write to it all the same: somebody marked it so."""
    database.chmod(mode)

    assert f"{database} is read-only. Make it writable: chmod u+w" in refusal(database)
    database.chmod(0o644)
    assert files.check(database) == HEAD


def test_database_in_a_read_only_folder_is_refused(tmp_path: Path, empty_database: Path) -> None:
    """SQLite needs to make files beside it."""
    database = tmp_path / "closed" / "scorekeeper.db"
    database.parent.mkdir()
    shutil.copy(empty_database, database)
    database.parent.chmod(0o555)
    with pytest.raises(Unusable) as refused:
        files.check(database)
    database.parent.chmod(0o755)

    assert str(refused.value).startswith(f"{database.parent} is read-only.")


# Upgrading ------------------------------------------------------------------------------------


def test_database_that_is_up_to_date_needs_no_upgrade(database: Path, tmp_path: Path) -> None:
    """It says so, and takes no backup."""
    sentence = files.upgrade(database)

    assert sentence == f"{database} is up to date (version {HEAD})."
    assert [path.name for path in tmp_path.glob("*.backup")] == []


@pytest.fixture
def next_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the migration of a version to come, for the test to write."""
    migrations = tmp_path / "to come 100%" / "migrations"
    shutil.copytree(files.MIGRATIONS, migrations, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(files, "MIGRATIONS", migrations)
    monkeypatch.setattr(files, "VERSIONS", (*files.VERSIONS, "next"))
    monkeypatch.setattr(files, "HEAD", "next")
    return migrations / "versions" / "next.py"


def migration(*statements: str) -> str:
    """Write the migration that does this."""
    work = "\n".join(f"    op.execute({statement!r})" for statement in statements)
    return (
        f"from alembic import op\nrevision = 'next'\ndown_revision = '{HEAD}'\n\n\n"
        f"def upgrade():\n{work}\n"
    )


def filled(database: Path) -> Path:
    """Put the small scorebook of the newest schema in a database's place."""
    database.unlink()
    with plain(database) as connection:
        connection.executescript(SCHEMAS[-1].read_text(encoding="utf-8"))
    return database


def test_older_database_is_upgraded_after_a_backup(database: Path, next_version: Path) -> None:
    """The old one is kept beside it, whole; what was in it is still there."""
    filled(database)
    before = rows(database, "SELECT * FROM revision ORDER BY id")
    next_version.write_text(migration("ALTER TABLE circle ADD COLUMN motto TEXT"))
    [sentence] = files.make_ready(database, None)
    [kept] = database.parent.glob("*.backup")

    assert sentence == (
        f"Upgraded {database} from version {HEAD} to next. The old one is kept as {kept}."
    )
    assert kept.name.startswith(f"scorekeeper.db.{HEAD}-")
    assert files.check(database) == "next"
    assert rows(database, "SELECT motto FROM circle")[0] == {"motto": None}
    for path in (database, kept):
        assert rows(path, "SELECT * FROM revision ORDER BY id") == before
    assert rows(kept, "SELECT version_num FROM alembic_version") == [{"version_num": HEAD}]


UNSOUND = {
    "a guard is lost": ("DROP TRIGGER revision_no_update", "left the database unsound"),
    "a seat without its player": (
        "DELETE FROM player WHERE id = 1",
        "left the database unsound",
    ),
    "a statement that fails": ("INSERT INTO nowhere VALUES (1)", "no such table: nowhere"),
}


@pytest.mark.parametrize(("statement", "why"), UNSOUND.values(), ids=UNSOUND)
def test_upgrade_that_goes_wrong_is_taken_back(
    database: Path, next_version: Path, statement: str, why: str
) -> None:
    """In one transaction: the database is as it was, and the backup is there besides."""
    filled(database)
    with plain(database) as connection:
        before = list(connection.iterdump())
    next_version.write_text(migration("ALTER TABLE circle ADD COLUMN motto TEXT", statement))

    with pytest.raises(Unusable, match=why):
        files.upgrade(database)
    with plain(database) as connection:
        assert list(connection.iterdump()) == before
    assert len(list(database.parent.glob("*.backup"))) == 1


@pytest.mark.usefixtures("own_settings")
def test_application_refuses_an_older_database(database: Path, next_version: Path) -> None:
    """It says how to bring it up; only ``serve``, ``init`` and ``upgrade`` do."""
    next_version.write_text(migration())

    with pytest.raises(Unusable, match=r"is of an older version\. .*scorekeeper upgrade"):
        create_app({"SECRET_KEY": "a test's", "DATABASE": database})


@pytest.mark.usefixtures("own_settings")
def test_application_refuses_to_start_without_a_database(tmp_path: Path) -> None:
    """And makes none."""
    with pytest.raises(Unusable, match="There is no database"):
        create_app({"SECRET_KEY": "a test's"})
    assert folder(tmp_path) == {}


@pytest.fixture
def instance(own_settings: None, empty_database: Path, tmp_path: Path) -> None:
    """Put a database where the program looks for one."""
    del own_settings
    shutil.copy(empty_database, tmp_path / "scorekeeper.db")


@pytest.mark.usefixtures("instance")
@pytest.mark.parametrize(
    ("content", "why"),
    [
        (None, r"can't be read .*scorekeeper init"),
        (b"", "is empty"),
        (b" \n", "is empty"),
        (b"\xff\xfe", "can't be read"),
    ],
)
def test_application_refuses_to_start_without_a_key(
    tmp_path: Path, content: bytes | None, why: str
) -> None:
    """An empty one would sign nothing."""
    if content is not None:
        (tmp_path / "secret_key").write_bytes(content)

    with pytest.raises(Unusable, match=why) as refused:
        create_app()
    assert str(tmp_path / "secret_key") in str(refused.value)


@pytest.mark.usefixtures("instance")
def test_settings_come_from_defaults_file_and_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each goes before the one before it."""
    files.make_key(tmp_path / "secret_key")
    plain_settings = create_app()
    (tmp_path / "config.py").write_text('TIME_ZONE = "Europe/Zurich"\nCOMPRESS_LEVEL = 5\n')
    from_file = create_app()
    monkeypatch.setenv("SCOREKEEPER_TIME_ZONE", "Asia/Kathmandu")
    monkeypatch.setenv("SCOREKEEPER_HTTPS", "true")
    from_environment = create_app()

    assert plain_settings.config["TIME_ZONE"] == DEFAULTS["TIME_ZONE"]
    assert plain_settings.config["SECRET_KEY"] == (tmp_path / "secret_key").read_text().strip()
    assert from_file.config["TIME_ZONE"] == "Europe/Zurich"
    assert from_environment.config["TIME_ZONE"] == "Asia/Kathmandu"
    assert from_environment.config["COMPRESS_LEVEL"] == 5
    assert from_environment.config["SESSION_COOKIE_NAME"] == "__Host-session"


@pytest.mark.usefixtures("instance")
@pytest.mark.parametrize("key", ["12345678", "true", "null", '"quoted"', "1e400", "a key"])
def test_key_of_the_environment_is_taken_as_it_stands(
    monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    """One that looks like JSON is still a text to sign with."""
    monkeypatch.setenv("SCOREKEEPER_SECRET_KEY", key)

    assert create_app().config["SECRET_KEY"] == key


# Backing up -----------------------------------------------------------------------------------


def test_backup_opens_and_is_sound(table: Table, database: Path, tmp_path: Path) -> None:
    """It is a database like the one that it was made from."""
    match = table.begin("mittlere", 3)
    table.record(match, mittlere(0))
    files.backup(database, tmp_path / "copy.db")
    copy = create_app({"SECRET_KEY": "a test's", "DATABASE": tmp_path / "copy.db"})

    assert files.check(tmp_path / "copy.db") == HEAD
    assert wrong(copy) == []
    assert len(rows(tmp_path / "copy.db", "SELECT * FROM revision")) == 2
    assert not list(tmp_path.glob("copy.db.*"))
    with copy.app_context():
        db.engine.dispose()


def test_backup_is_whole_while_others_write(table: Table, database: Path, tmp_path: Path) -> None:
    """It shows one moment: every match's ledger ends with its head."""
    match = table.begin("kunibert", 3, target=5000)
    enough = threading.Event()

    def play() -> int:
        written = 0
        while not enough.is_set():
            table.record(match, {"captured": [{"low": 1}, {}, {}], "last_card": None})
            written += 1
        return written

    with ThreadPoolExecutor(1) as writer:
        playing = writer.submit(play)
        try:
            for number in range(5):
                files.backup(database, tmp_path / f"{number}.db")
        finally:
            enough.set()
        written = playing.result()
    for number in range(5):
        copy = create_app({"SECRET_KEY": "a test's", "DATABASE": tmp_path / f"{number}.db"})

        assert wrong(copy) == []
        with copy.app_context():
            db.engine.dispose()
    assert len(table.board(match).ledger.rounds) == written


def test_backup_replaces_no_file(database: Path, tmp_path: Path) -> None:
    """It asks for another name, and the file stays."""
    target = tmp_path / "copy.db"
    target.write_text("mine")

    with pytest.raises(Unusable, match=r"is there already\. Name a file that isn't\."):
        files.backup(database, target)
    assert target.read_text() == "mine"


@pytest.mark.parametrize("where", ["nowhere/copy.db", "file/copy.db"])
def test_backup_that_cannot_be_written_is_named(database: Path, tmp_path: Path, where: str) -> None:
    """In a folder that isn't there, or is none."""
    (tmp_path / "file").touch()

    with pytest.raises(Unusable, match=f"The backup .*{where} can't be written"):
        files.backup(database, tmp_path / where)


# The schema -----------------------------------------------------------------------------------


@pytest.fixture
def migrated(database: Path) -> Iterator[Engine]:
    """Open a database that the migrations made."""
    engine = create_engine(f"sqlite:///{database}")
    yield engine
    engine.dispose()


def test_models_and_migrations_agree(migrated: Engine) -> None:
    """Alembic finds no difference."""
    with migrated.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_server_default": True})
        differences = compare_metadata(context, Base.metadata)

    assert differences == []


LOOKS: dict[str, Callable[[str, Engine], object]] = {
    "columns": lambda table, engine: [
        (column["name"], str(column["type"]), column["nullable"])
        for column in inspect(engine).get_columns(table)
    ],
    "checks": lambda table, engine: sorted(
        (check["name"], check["sqltext"]) for check in inspect(engine).get_check_constraints(table)
    ),
    "unique": lambda table, engine: sorted(
        (unique["name"], unique["column_names"])
        for unique in inspect(engine).get_unique_constraints(table)
    ),
    "indexes": lambda table, engine: sorted(
        (index["name"], index["column_names"], index["unique"])
        for index in inspect(engine).get_indexes(table)
    ),
    "foreign keys": lambda table, engine: sorted(
        (key["name"], key["constrained_columns"], key["referred_table"])
        for key in inspect(engine).get_foreign_keys(table)
    ),
    "primary key": lambda table, engine: inspect(engine).get_pk_constraint(table),
}


@pytest.mark.parametrize("what", LOOKS)
def test_migrations_make_what_the_models_say(migrated: Engine, tmp_path: Path, what: str) -> None:
    """Also what Alembic doesn't compare: CHECKs and the names of constraints."""
    modelled = create_engine(f"sqlite:///{tmp_path / 'modelled.db'}")
    Base.metadata.create_all(modelled)
    tables = set(inspect(migrated).get_table_names()) - {"alembic_version"}
    differing = [
        table
        for table in tables
        if sorted(map(str, [LOOKS[what](table, migrated)]))
        != sorted(map(str, [LOOKS[what](table, modelled)]))
    ]
    modelled.dispose()

    assert tables == set(Base.metadata.tables)
    assert differing == []


def test_circle_stands_on_every_table_that_it_owns() -> None:
    """So that every query can be scoped; only devices belong to several."""
    without = {
        name for name, table in Base.metadata.tables.items() if "circle_id" not in table.columns
    }

    assert without == {"circle", "device"}


@pytest.mark.usefixtures("own_settings")
@pytest.mark.parametrize("schema", SCHEMAS, ids=lambda path: path.stem)
def test_scorebook_of_every_released_schema_upgrades_for_ever(schema: Path, tmp_path: Path) -> None:
    """Its text is frozen; it loads, is of its version, upgrades, and nothing is wrong with it."""
    path = tmp_path / "old.db"
    with plain(path) as connection:
        connection.executescript(schema.read_text(encoding="utf-8"))
    ledger = "SELECT match_id, seq, hash FROM revision ORDER BY match_id, seq"
    version, recorded = files.check(path), rows(path, ledger)
    files.upgrade(path)
    app = create_app({"SECRET_KEY": "a test's", "DATABASE": path})
    found = wrong(app)
    with app.app_context():
        db.engine.dispose()

    assert version == schema.stem
    assert files.check(path) == HEAD
    assert found == []
    assert {row["name"]: row["sql"] for row in _triggers(path)} == TRIGGERS
    assert rows(path, ledger) == recorded
    assert len(recorded) > 40


def _triggers(path: Path) -> list[dict[str, str]]:
    return rows(path, "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")


def test_every_released_schema_is_kept() -> None:
    """One small scorebook for each version of the migrations."""
    assert [path.stem for path in SCHEMAS] == list(files.VERSIONS)


def test_versions_are_those_of_the_migrations() -> None:
    """The list that is looked at without loading Alembic names each migration, in order."""
    config = Config()
    config.set_main_option("script_location", str(files.MIGRATIONS))
    walked = ScriptDirectory.from_config(config).walk_revisions()

    assert [script.revision for script in walked][::-1] == list(files.VERSIONS)


COPIED = "INSERT INTO revision SELECT NULL, circle_id, match_id,"
ALIKE = "NULL, NULL, NULL, NULL, 0, NULL, NULL, at, NULL, prev, hash FROM revision"


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE circle SET name = ''",
        "UPDATE player SET name = printf('%041d', 0)",
        "UPDATE match SET state = 'paused'",
        "INSERT INTO link VALUES (9, 'x', 1, 'god', '2026-11-28', NULL, '', 0)",
        "UPDATE \"grant\" SET role = 'god'",
        "UPDATE seat SET player_id = 1",
        "UPDATE player SET name_key = 'x'",
        f"{COPIED} 9, 'guess', {ALIKE} WHERE seq = 0",
        f"{COPIED} seq, kind, {ALIKE} WHERE seq = 0",
    ],
)
def test_database_itself_refuses_what_can_never_be(table: Table, database: Path, sql: str) -> None:
    """Names without letters, unknown roles, states and kinds, a player twice at a table."""
    table.begin("mittlere", 3)

    with plain(database) as connection, pytest.raises(sqlite3.IntegrityError):
        connection.execute(sql)
