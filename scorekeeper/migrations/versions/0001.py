"""The first schema: circles, players, nights, matches, the ledger, devices and links.

The triggers that guard the ledger are SQLite's; another database needs its own.
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

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
)


def upgrade() -> None:
    op.create_table(
        "circle",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("uid", sa.Uuid(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("time_zone", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("deleted_at", sa.DateTime(), nullable=True),
        sa.CheckConstraint("length(name) BETWEEN 1 AND 40", name=op.f("ck_circle_name_length")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_circle")),
        sa.UniqueConstraint("uid", name=op.f("uq_circle_uid")),
    )
    op.create_table(
        "device",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("uid", sa.Uuid(), nullable=False),
        sa.Column("secret_hash", sa.String(length=64), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_device")),
        sa.UniqueConstraint("secret_hash", name=op.f("uq_device_secret_hash")),
        sa.UniqueConstraint("uid", name=op.f("uq_device_uid")),
    )
    op.create_table(
        "link",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("uid", sa.Uuid(), nullable=False),
        sa.Column("circle_id", sa.Integer(), nullable=False),
        sa.Column("role", sa.String(length=8), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("revoked_at", sa.DateTime(), nullable=True),
        sa.CheckConstraint("role IN ('view', 'score', 'own')", name=op.f("ck_link_role")),
        sa.ForeignKeyConstraint(["circle_id"], ["circle.id"], name=op.f("fk_link_circle_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_link")),
        sa.UniqueConstraint("uid", name=op.f("uq_link_uid")),
    )
    op.create_table(
        "night",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("uid", sa.Uuid(), nullable=False),
        sa.Column("circle_id", sa.Integer(), nullable=False),
        sa.Column("date", sa.Date(), nullable=False),
        sa.ForeignKeyConstraint(["circle_id"], ["circle.id"], name=op.f("fk_night_circle_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_night")),
        sa.UniqueConstraint("circle_id", "date", name=op.f("uq_night_circle_id_date")),
        sa.UniqueConstraint("uid", name=op.f("uq_night_uid")),
    )
    op.create_table(
        "player",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("uid", sa.Uuid(), nullable=False),
        sa.Column("circle_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("name_key", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("merged_into", sa.Integer(), nullable=True),
        sa.CheckConstraint("length(name) BETWEEN 1 AND 40", name=op.f("ck_player_name_length")),
        sa.ForeignKeyConstraint(["circle_id"], ["circle.id"], name=op.f("fk_player_circle_id")),
        sa.ForeignKeyConstraint(["merged_into"], ["player.id"], name=op.f("fk_player_merged_into")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_player")),
        sa.UniqueConstraint("circle_id", "name_key", name=op.f("uq_player_circle_id_name_key")),
        sa.UniqueConstraint("uid", name=op.f("uq_player_uid")),
    )
    op.create_table(
        "submission",
        sa.Column("device_id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("circle_id", sa.Integer(), nullable=False),
        sa.Column("request_hash", sa.String(length=64), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["circle_id"], ["circle.id"], name=op.f("fk_submission_circle_id")),
        sa.ForeignKeyConstraint(["device_id"], ["device.id"], name=op.f("fk_submission_device_id")),
        sa.PrimaryKeyConstraint("device_id", "key", name=op.f("pk_submission")),
    )
    op.create_table(
        "grant",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("circle_id", sa.Integer(), nullable=False),
        sa.Column("device_id", sa.Integer(), nullable=False),
        sa.Column("link_id", sa.Integer(), nullable=True),
        sa.Column("player_id", sa.Integer(), nullable=True),
        sa.Column("role", sa.String(length=8), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("revoked_at", sa.DateTime(), nullable=True),
        sa.CheckConstraint("role IN ('view', 'score', 'own')", name=op.f("ck_grant_role")),
        sa.ForeignKeyConstraint(["circle_id"], ["circle.id"], name=op.f("fk_grant_circle_id")),
        sa.ForeignKeyConstraint(["device_id"], ["device.id"], name=op.f("fk_grant_device_id")),
        sa.ForeignKeyConstraint(["link_id"], ["link.id"], name=op.f("fk_grant_link_id")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_grant_player_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_grant")),
        sa.UniqueConstraint("device_id", "circle_id", name=op.f("uq_grant_device_id_circle_id")),
    )
    op.create_table(
        "match",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("uid", sa.Uuid(), nullable=False),
        sa.Column("circle_id", sa.Integer(), nullable=False),
        sa.Column("night_id", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("first_dealer", sa.Integer(), nullable=False),
        sa.Column("started_at", sa.DateTime(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("revisions", sa.Integer(), nullable=False),
        sa.Column("head", sa.String(length=64), nullable=False),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.Column("reason", sa.String(length=40), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("over_at", sa.DateTime(), nullable=True),
        sa.CheckConstraint("state IN ('playing', 'over')", name=op.f("ck_match_state")),
        sa.ForeignKeyConstraint(["circle_id"], ["circle.id"], name=op.f("fk_match_circle_id")),
        sa.ForeignKeyConstraint(["night_id"], ["night.id"], name=op.f("fk_match_night_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_match")),
        sa.UniqueConstraint("uid", name=op.f("uq_match_uid")),
    )
    op.create_index(
        op.f("ix_match_circle_id_match_state_match_started_at"),
        "match",
        ["circle_id", "state", "started_at"],
        unique=False,
    )
    op.create_index(op.f("ix_match_night_id"), "match", ["night_id"], unique=False)
    op.create_table(
        "revision",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("circle_id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("round_no", sa.Integer(), nullable=True),
        sa.Column("entry", sa.Text(), nullable=True),
        sa.Column("rules_version", sa.Integer(), nullable=True),
        sa.Column("scores", sa.Text(), nullable=True),
        sa.Column("anyway", sa.Boolean(), nullable=False),
        sa.Column("actor", sa.Uuid(), nullable=True),
        sa.Column("device", sa.Uuid(), nullable=True),
        sa.Column("at", sa.String(length=27), nullable=False),
        sa.Column("note", sa.String(length=64), nullable=True),
        sa.Column("prev", sa.String(length=64), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.CheckConstraint(
            "kind IN ('start', 'record', 'correct', 'void', 'restore', 'end', 'reopen', "
            "'count_after_end', 'rescore')",
            name=op.f("ck_revision_kind"),
        ),
        sa.ForeignKeyConstraint(["circle_id"], ["circle.id"], name=op.f("fk_revision_circle_id")),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_revision_match_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_revision")),
        sa.UniqueConstraint("match_id", "seq", name=op.f("uq_revision_match_id_seq")),
    )
    op.create_table(
        "seat",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("circle_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["circle_id"], ["circle.id"], name=op.f("fk_seat_circle_id")),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_seat_match_id")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_seat_player_id")),
        sa.PrimaryKeyConstraint("match_id", "number", name=op.f("pk_seat")),
        sa.UniqueConstraint("match_id", "player_id", name=op.f("uq_seat_match_id_player_id")),
    )
    op.create_index(
        op.f("ix_seat_circle_id_seat_player_id"), "seat", ["circle_id", "player_id"], unique=False
    )
    op.create_table(
        "note",
        sa.Column("revision_id", sa.Integer(), nullable=False),
        sa.Column("circle_id", sa.Integer(), nullable=False),
        sa.Column("salt", sa.String(length=32), nullable=False),
        sa.Column("text", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["circle_id"], ["circle.id"], name=op.f("fk_note_circle_id")),
        sa.ForeignKeyConstraint(["revision_id"], ["revision.id"], name=op.f("fk_note_revision_id")),
        sa.PrimaryKeyConstraint("revision_id", name=op.f("pk_note")),
    )
    for trigger in TRIGGERS:
        op.execute(trigger)
