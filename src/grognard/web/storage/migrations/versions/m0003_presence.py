"""Who is at which game, for servers that share a database."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "presence",
        sa.Column("server", sa.String(16), primary_key=True),
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("until", sa.Float, nullable=False),
    )
