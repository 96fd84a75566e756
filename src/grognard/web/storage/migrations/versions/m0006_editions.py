"""The rules and data by which each game is played, kept with it; and its latest position."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the tables and the column; the edition of older games is unknown until they are checked."""
    op.add_column("game", sa.Column("edition", sa.String(12), nullable=False, server_default=""))
    op.create_table(
        "text", sa.Column("id", sa.String(24), primary_key=True), sa.Column("text", sa.Text, nullable=False)
    )
    op.create_table(
        "edition",
        sa.Column("id", sa.String(12), primary_key=True),
        sa.Column("title", sa.String(40), nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("program", sa.String(40), nullable=False),
        sa.Column("code", sa.JSON, nullable=False),
        sa.Column("data", sa.JSON, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "standing",
        sa.Column("game", sa.String(32), sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("position", sa.Text, nullable=False),
    )
