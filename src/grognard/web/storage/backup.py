"""Backups of a database while a server is using it, and restoring them."""

import contextlib
import os
import shutil
import sqlite3
import subprocess
import time
from pathlib import Path

import psycopg
import sqlalchemy as sa

from ...core.title import Bad
from .owner import give_to_owner
from .server_lock import ServerLock

SQLITE = b"SQLite format 3\x00"
POSTGRESQL = b"PGDMP"


def backup(url: str, to: Path) -> int:
    """Write everything in a database, as of one moment, to a new file; returns its size. Servers go on meanwhile."""
    if to.exists():
        raise Bad(f"{to} already exists; backups never replace a file")
    beside = to.with_name(f".{to.name}.{os.getpid()}")
    try:
        to.parent.mkdir(parents=True, exist_ok=True)
        beside.touch(0o600)
        if (found := sa.make_url(url)).get_backend_name() == "sqlite":
            copy_sqlite(Path(str(found.database)), beside)
        else:
            _run("pg_dump", "--format=custom", f"--file={beside}", f"--dbname={_address(found)}")
        with beside.open("rb") as file:
            os.fsync(file.fileno())
        beside.replace(to)
    except OSError as wrong:
        raise Bad(f"{to} cannot be written: {wrong.strerror}") from None
    finally:
        beside.unlink(missing_ok=True)
    return to.stat().st_size


def copy_sqlite(database: Path, to: Path) -> None:
    """Copy an SQLite database that may be in use, and check the copy."""
    if not database.is_file():
        raise Bad(f"there is no database {database}")
    try:
        source = contextlib.closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True))
        target = contextlib.closing(sqlite3.connect(to))
        with source as old, target as new:
            old.backup(new)
            new.execute("PRAGMA journal_mode=DELETE")  # one file
        sound(to)
    except sqlite3.Error as wrong:
        raise Bad(f"the database {database} cannot be copied: {wrong}") from None


def sound(file: Path) -> None:
    """Raise `Bad` unless a file is an undamaged SQLite database with games."""
    try:
        with contextlib.closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as db:
            (found,) = db.execute("PRAGMA integrity_check(1)").fetchone()
            if found != "ok":
                raise Bad(f"{file} is damaged: {found}")
            db.execute("SELECT count(*) FROM event").fetchone()
    except sqlite3.Error as wrong:
        raise Bad(f"{file} is not a backup of Grognard, or is damaged: {wrong}") from None


def restore(url: str, file: Path, *, replace: bool = False) -> str:
    """Put a backup in place of a database that no server is using; returns where the old one has gone, if anywhere."""
    try:
        with file.open("rb") as opened:
            head = opened.read(len(SQLITE))
    except OSError as wrong:
        raise Bad(f"{file} cannot be read: {wrong.strerror}") from None
    found = sa.make_url(url)
    if found.get_backend_name() == "sqlite":
        if not head.startswith(SQLITE):
            raise Bad(f"{file} is not a backup of an SQLite database")
        sound(file)
        database = Path(str(found.database))
        database.parent.mkdir(parents=True, exist_ok=True)
        with ServerLock(url):
            return _put_sqlite(file, database, replace)
    if not head.startswith(POSTGRESQL):
        raise Bad(f"{file} is not a backup of a PostgreSQL database")
    return _put_postgresql(file, found, replace)


def _put_sqlite(file: Path, database: Path, replace: bool) -> str:
    old = ""
    if database.exists():
        if not replace:
            raise Bad(f"{database} exists; with --replace it is moved aside first")
        aside = database.with_name(f"{database.name}.before-{time.strftime('%Y%m%d-%H%M%S')}")
        copy_sqlite(database, aside)
        aside.chmod(0o600)
        give_to_owner(aside)
        old = str(aside)
    beside = database.with_name(f".{database.name}.{os.getpid()}")
    try:
        beside.touch(0o600)
        shutil.copyfile(file, beside)
        give_to_owner(beside)
        with beside.open("rb") as copied:
            os.fsync(copied.fileno())
        for tail in ("-wal", "-shm"):
            database.with_name(database.name + tail).unlink(missing_ok=True)
        beside.replace(database)
    finally:
        beside.unlink(missing_ok=True)
    return old


def _put_postgresql(file: Path, url: sa.URL, replace: bool) -> str:
    try:
        with psycopg.connect(_address(url)) as db:
            tables = db.execute("SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()").fetchone()
            users = db.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
            ).fetchone()
    except psycopg.Error as wrong:
        raise Bad(f"the database cannot be used: {' '.join(str(wrong).split())}") from None
    if users and users[0]:
        raise Bad("the database is being used: stop every server first")
    if tables and tables[0] and not replace:
        raise Bad("the database is not empty; with --replace its tables are replaced")
    _run(
        "pg_restore",
        "--clean",
        "--if-exists",
        "--no-owner",
        "--single-transaction",
        "--exit-on-error",
        f"--dbname={_address(url)}",
        str(file),
    )
    return ""


def _address(url: sa.URL) -> str:
    return url.set(drivername="postgresql").render_as_string(hide_password=False)


def _run(program: str, *args: str) -> None:
    """Run a program of PostgreSQL; its password is given in the environment, not where everybody can read it."""
    address = next(one for one in args if one.startswith("--dbname=")).removeprefix("--dbname=")
    made = sa.make_url(address)
    hidden = made.set(password=None).render_as_string() if made.password else address
    said = [f"--dbname={hidden}" if one.startswith("--dbname=") else one for one in args]
    env = {**os.environ, **({"PGPASSWORD": str(made.password)} if made.password else {})}
    try:
        done = subprocess.run([program, *said], capture_output=True, text=True, env=env, check=False)
    except FileNotFoundError:
        raise Bad(f"{program} is not installed: it comes with PostgreSQL") from None
    if done.returncode:
        lines = done.stderr.strip().splitlines()
        raise Bad(f"{program} failed: {lines[-1] if lines else done.returncode}")
