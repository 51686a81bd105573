"""Nights have a place and a note, matches an origin; results, imports and statistics are kept.

SQLite can't change a CHECK: the ledger's table is made anew, and its triggers with it.
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

KINDS = (
    *("start", "record", "correct", "void", "restore"),
    *("end", "reopen", "count_after_end", "rescore", "result"),
)
TRIGGERS = (
    """CREATE TRIGGER revision_no_update BEFORE UPDATE ON revision
BEGIN
  SELECT RAISE(ABORT, 'revisions are append-only');
END""",
    """CREATE TRIGGER revision_no_delete BEFORE DELETE ON revision
WHEN (SELECT deleted_at FROM circle WHERE id = OLD.circle_id) IS NULL
BEGIN
  SELECT RAISE(ABORT, 'revisions are append-only');
END""",
    """CREATE TRIGGER revision_no_replace BEFORE INSERT ON revision
WHEN EXISTS (
  SELECT 1 FROM revision
  WHERE id = NEW.id OR (match_id = NEW.match_id AND seq = NEW.seq)
)
BEGIN
  SELECT RAISE(ABORT, 'revisions are append-only');
END""",
    """CREATE TRIGGER circle_no_delete BEFORE DELETE ON circle
WHEN EXISTS (SELECT 1 FROM revision WHERE circle_id = OLD.id)
BEGIN
  SELECT RAISE(ABORT, 'revisions are append-only');
END""",
)


def upgrade() -> None:
    op.add_column(
        "night", sa.Column("place", sa.Text(), server_default=sa.text("''"), nullable=False)
    )
    op.add_column(
        "night", sa.Column("note", sa.Text(), server_default=sa.text("''"), nullable=False)
    )
    op.add_column(
        "night", sa.Column("version", sa.Integer(), server_default=sa.text("0"), nullable=False)
    )
    with op.batch_alter_table("match") as match:
        match.add_column(
            sa.Column("origin", sa.String(length=10), server_default="live", nullable=False)
        )
        match.create_check_constraint(
            op.f("ck_match_origin"), "origin IN ('live', 'afterwards', 'results')"
        )
        match.drop_index(op.f("ix_match_night_id"))
        match.create_index(
            op.f("ix_match_night_id_match_started_at"), ["night_id", "started_at"], unique=False
        )
    kinds = ", ".join(f"'{kind}'" for kind in KINDS)
    # The one would be asked of each row of the old table; the other names a table that is gone
    # for a moment.
    op.execute("DROP TRIGGER revision_no_delete")
    op.execute("DROP TRIGGER circle_no_delete")
    with op.batch_alter_table("revision", recreate="always") as ledger:
        ledger.drop_constraint(op.f("ck_revision_kind"), type_="check")
        ledger.create_check_constraint(op.f("ck_revision_kind"), f"kind IN ({kinds})")
    for trigger in TRIGGERS:
        op.execute(trigger)
    op.create_table(
        "imported",
        sa.Column("revision_id", sa.Integer(), nullable=False),
        sa.Column("circle_id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["revision_id"], ["revision.id"], name=op.f("fk_imported_revision_id")
        ),
        sa.ForeignKeyConstraint(["circle_id"], ["circle.id"], name=op.f("fk_imported_circle_id")),
        sa.PrimaryKeyConstraint("revision_id", name=op.f("pk_imported")),
    )
    op.create_table(
        "played",
        sa.Column("circle_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("night_id", sa.Integer(), nullable=False),
        sa.Column("date", sa.Date(), nullable=False),
        sa.Column("started_at", sa.DateTime(), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("dealt", sa.Integer(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("winners", sa.Integer(), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["circle_id"], ["circle.id"], name=op.f("fk_played_circle_id")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_played_player_id")),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_played_match_id")),
        sa.ForeignKeyConstraint(["night_id"], ["night.id"], name=op.f("fk_played_night_id")),
        sa.PrimaryKeyConstraint("circle_id", "player_id", "match_id", name=op.f("pk_played")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_played_match_id"), "played", ["match_id"])
    op.create_table(
        "told",
        sa.Column("circle_id", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("what", sa.String(length=40), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("times", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["circle_id"], ["circle.id"], name=op.f("fk_told_circle_id")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_told_player_id")),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_told_match_id")),
        sa.PrimaryKeyConstraint(
            "circle_id", "game", "what", "player_id", "match_id", name=op.f("pk_told")
        ),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_told_match_id"), "told", ["match_id"])
