"""Set-up by the computer for a player, and the games a person has archived."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the column and the table."""
    op.add_column("seat", sa.Column("set_up", sa.String(40), nullable=False, server_default=""))
    op.create_table(
        "archived",
        sa.Column("person", sa.String(32), sa.ForeignKey("person.id"), primary_key=True),
        sa.Column("game", sa.String(32), sa.ForeignKey("game.id"), primary_key=True),
    )
