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


def behind(db: sa.Connection) -> bool:
    """Whether the tables are not up to date."""
    script = ScriptDirectory.from_config(_config(db))
    return set(MigrationContext.configure(db).get_current_heads()) != set(script.get_heads())


def _config(db: sa.Connection) -> Config:
    config = Config(attributes={"connection": db})
    config.set_main_option("script_location", str(HERE).replace("%", "%%"))
    return config


def upgrade(db: sa.Connection) -> None:
    """Bring the tables up to date, in the transaction of the connection; `TooNew` if they are ahead of this program."""
    config = _config(db)
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    found = MigrationContext.configure(db).get_current_heads()
    if unknown := [one for one in found if one not in known]:
        raise TooNew(f"its tables have version {', '.join(unknown)}, this program knows {max(known)}")
    if not found and sa.inspect(db).has_table("game"):
        command.stamp(config, UNNUMBERED)
    command.upgrade(config, "head")
