"""Banned people, verified e-mail addresses, and links and invitations that expire."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the columns and the table; addresses given before are taken as verified, as their owners get mail already."""
    op.add_column("person", sa.Column("banned", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("person", sa.Column("verified", sa.String(200), nullable=False, server_default=""))
    op.execute("UPDATE person SET verified = email")
    op.create_table(
        "token",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("person", sa.String(32), sa.ForeignKey("person.id")),
        sa.Column("said", sa.String(200), nullable=False, server_default=""),
        sa.Column("uses", sa.Integer, nullable=False, server_default="1"),
        sa.Column("expires", sa.Float, nullable=False),
    )
