"""A request is carried out once; marks of positions, cards of games, settings of people."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the columns and indexes; drop the ids of old requests, which did not belong to a seat."""
    db = op.get_bind()
    if "settings" not in {column["name"] for column in sa.inspect(db).get_columns("person")}:
        op.add_column("person", sa.Column("settings", sa.JSON, nullable=False, server_default="{}"))
    op.add_column("game", sa.Column("skip", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("game", sa.Column("card", sa.JSON))
    op.add_column("event", sa.Column("mark", sa.String(12), nullable=False, server_default=""))
    op.execute("UPDATE event SET request = '' WHERE request <> ''")
    if db.dialect.name != "sqlite":  # where a width has no effect
        op.alter_column("event", "request", type_=sa.String(120))
    once = sa.text("request <> ''")
    op.create_index("request_once", "event", ["game", "request"], unique=True, sqlite_where=once, postgresql_where=once)
    op.create_index("ix_seat_person", "seat", ["person"])
