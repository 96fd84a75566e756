"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """People, games, seats, events, chat."""
    op.create_table(
        "person",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("login", sa.String(80), unique=True),
        sa.Column("password", sa.String(200)),
        sa.Column("email", sa.String(200), nullable=False, server_default=""),
        sa.Column("webhook", sa.String(400), nullable=False, server_default=""),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "session",
        sa.Column("token", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("person.id"), nullable=False),
        sa.Column("expires", sa.Float, nullable=False),
    )
    op.create_table(
        "game",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("title", sa.String(40), nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("scenario", sa.String(80), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("packs", sa.JSON, nullable=False),
        sa.Column("position", sa.Text, nullable=False, server_default=""),
        sa.Column("undo", sa.String(20), nullable=False),
        sa.Column("owner", sa.String(32), sa.ForeignKey("person.id"), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("origin", sa.String(80), nullable=False, server_default=""),
    )
    op.create_table(
        "seat",
        sa.Column("game", sa.String(32), sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("side", sa.String(40), primary_key=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("person.id")),
        sa.Column("computer", sa.String(40), nullable=False, server_default=""),
        sa.Column("invitation", sa.String(64), unique=True),
        sa.Column("seen", sa.Integer, nullable=False, server_default="0"),
    )
    op.create_table(
        "event",
        sa.Column("game", sa.String(32), sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("side", sa.String(40), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("request", sa.String(64), nullable=False),
    )
    op.create_table(
        "chat",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("game", sa.String(32), sa.ForeignKey("game.id"), nullable=False, index=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("person", sa.String(32), sa.ForeignKey("person.id"), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )
