"""Who is entering a round right now is kept, for the others at the table to see."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "entering",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("device_id", sa.Integer(), nullable=False),
        sa.Column("circle_id", sa.Integer(), nullable=False),
        sa.Column("round_no", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("revisions", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_entering_match_id")),
        sa.ForeignKeyConstraint(["device_id"], ["device.id"], name=op.f("fk_entering_device_id")),
        sa.ForeignKeyConstraint(["circle_id"], ["circle.id"], name=op.f("fk_entering_circle_id")),
        sa.PrimaryKeyConstraint("match_id", "device_id", name=op.f("pk_entering")),
    )
