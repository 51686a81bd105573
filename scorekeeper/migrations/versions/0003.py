"""Players confirm and dispute rounds and results; no REPLACE walks round the ledger's triggers."""

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
