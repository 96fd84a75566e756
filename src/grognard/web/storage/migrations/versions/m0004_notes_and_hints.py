"""The computer's reason and plan for an action; and whether a game allows hints."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the columns; games with an invited player have no hints."""
    op.add_column("event", sa.Column("note", sa.Text, nullable=False, server_default=""))
    op.add_column("game", sa.Column("hints", sa.Boolean, nullable=False, server_default=sa.true()))
    game = sa.table("game", sa.column("id"), sa.column("hints", sa.Boolean))
    seat = sa.table("seat", sa.column("game"), sa.column("invitation"))
    invited = sa.select(seat.c.game).where(seat.c.invitation.is_not(None))
    op.execute(sa.update(game).where(game.c.id.in_(invited)).values(hints=False))
