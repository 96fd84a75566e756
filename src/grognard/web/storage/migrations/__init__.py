"""Every change of the database's tables since the first, in order; run when a server starts."""

from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

HERE = Path(__file__).parent
UNNUMBERED = "0001"  # the tables of a database from before migrations were numbered


class TooNew(Exception):
    """The database has been used by a newer program."""


def upgrade(db: sa.Connection) -> None:
    """Bring the tables up to date, in the transaction of the connection; `TooNew` if they are ahead of this program."""
    config = Config(attributes={"connection": db})
    config.set_main_option("script_location", str(HERE).replace("%", "%%"))
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    found = MigrationContext.configure(db).get_current_heads()
    if unknown := [one for one in found if one not in known]:
        raise TooNew(f"its tables have version {', '.join(unknown)}, this program knows {max(known)}")
    if not found and sa.inspect(db).has_table("game"):
        command.stamp(config, UNNUMBERED)
    command.upgrade(config, "head")
