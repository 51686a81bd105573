"""Links and devices get names; a device the day on which it last did something."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("link", sa.Column("name", sa.Text(), server_default="", nullable=False))
    op.add_column(
        "link", sa.Column("recovery", sa.Boolean(), server_default=sa.text("0"), nullable=False)
    )
    op.add_column("grant", sa.Column("name", sa.Text(), server_default="", nullable=False))
    op.add_column("grant", sa.Column("active_on", sa.Date(), nullable=True))
