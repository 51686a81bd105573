"""Players confirm and dispute rounds and results, for good; no REPLACE walks round the triggers."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

TRIGGERS = (
    """CREATE TRIGGER revision_no_replace BEFORE INSERT ON revision
WHEN EXISTS (
  SELECT 1 FROM revision
  WHERE id = NEW.id OR (match_id = NEW.match_id AND seq = NEW.seq)
)
BEGIN
  SELECT RAISE(ABORT, 'revisions are append-only');
END""",
    """CREATE TRIGGER circle_stays_deleted BEFORE UPDATE ON circle
WHEN NEW.id <> OLD.id OR (OLD.deleted_at IS NOT NULL AND NEW.deleted_at IS NULL)
BEGIN
  SELECT RAISE(ABORT, 'a circle keeps its id, and stays deleted once it is');
END""",
    """CREATE TRIGGER circle_no_delete BEFORE DELETE ON circle
WHEN EXISTS (SELECT 1 FROM revision WHERE circle_id = OLD.id)
BEGIN
  SELECT RAISE(ABORT, 'revisions are append-only');
END""",
    """CREATE TRIGGER stance_no_update BEFORE UPDATE ON stance
WHEN (
  NEW.id, NEW.uid, NEW.circle_id, NEW.match_id, NEW.round_no,
  NEW.seq, NEW.kind, NEW.player_id, NEW.device, NEW.at
) IS NOT (
  OLD.id, OLD.uid, OLD.circle_id, OLD.match_id, OLD.round_no,
  OLD.seq, OLD.kind, OLD.player_id, OLD.device, OLD.at
)
OR (NEW.text IS NOT OLD.text AND NEW.text IS NOT NULL)
OR (
  (NEW.withdrawn_at, NEW.withdrawn_by) IS NOT (OLD.withdrawn_at, OLD.withdrawn_by)
  AND (OLD.withdrawn_at IS NOT NULL OR NEW.withdrawn_at IS NULL)
)
BEGIN
  SELECT RAISE(ABORT, 'what was said is only taken back, or its text erased');
END""",
    """CREATE TRIGGER stance_no_delete BEFORE DELETE ON stance
WHEN (SELECT deleted_at FROM circle WHERE id = OLD.circle_id) IS NULL
BEGIN
  SELECT RAISE(ABORT, 'what was said is only taken back, or its text erased');
END""",
    """CREATE TRIGGER stance_no_replace BEFORE INSERT ON stance
WHEN EXISTS (SELECT 1 FROM stance WHERE id = NEW.id OR uid = NEW.uid)
BEGIN
  SELECT RAISE(ABORT, 'what was said is only taken back, or its text erased');
END""",
)


def upgrade() -> None:
    op.create_table(
        "stance",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("uid", sa.Uuid(), nullable=False),
        sa.Column("circle_id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("round_no", sa.Integer(), nullable=True),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("device", sa.Uuid(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("text", sa.Text(), nullable=True),
        sa.Column("withdrawn_at", sa.DateTime(), nullable=True),
        sa.Column("withdrawn_by", sa.Uuid(), nullable=True),
        sa.CheckConstraint("kind IN ('confirm', 'dispute')", name=op.f("ck_stance_kind")),
        sa.ForeignKeyConstraint(["circle_id"], ["circle.id"], name=op.f("fk_stance_circle_id")),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_stance_match_id")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_stance_player_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_stance")),
        sa.UniqueConstraint("uid", name=op.f("uq_stance_uid")),
    )
    op.create_index(op.f("ix_stance_match_id"), "stance", ["match_id"])
    for trigger in TRIGGERS:
        op.execute(trigger)
