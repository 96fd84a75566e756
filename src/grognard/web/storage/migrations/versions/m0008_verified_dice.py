"""Games with verified dice, and the secrets of the server's hash chains."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add the column and the table; games so far are played with ordinary dice."""
    op.add_column("game", sa.Column("verified", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "dice",
        sa.Column("game", sa.String(32), sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("seed", sa.String(64), nullable=False),
    )
