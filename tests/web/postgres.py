"""A real PostgreSQL for tests, in a temporary directory, run by an unprivileged user."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg

from tests.ports import own_port
from tests.waiting import PATIENCE, until

USERS = ("postgres", "nobody")  # who runs it where the tests are run by root


def binaries() -> Path:
    """Where PostgreSQL's programs are."""
    if found := shutil.which("initdb"):
        return Path(found).parent
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parent.parent.name))
    if not places:
        raise RuntimeError("PostgreSQL is not installed: sudo apt-get install postgresql")
    return places[-1].parent


def unprivileged() -> pwd.struct_passwd | None:
    """Who runs it: nobody else, unless this is root."""
    if os.geteuid() != 0:
        return None
    known = {user.pw_name: user for user in pwd.getpwall()}
    return next(known[name] for name in USERS if name in known)


class Postgres:
    """A running PostgreSQL."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.user = folder, unprivileged()
        self.name = self.user.pw_name if self.user else pwd.getpwuid(os.geteuid()).pw_name
        if self.user:
            os.chown(folder, self.user.pw_uid, self.user.pw_gid)
        self._run("initdb", "-D", str(folder / "data"), "-A", "trust", "-E", "UTF8", "--no-sync", "--no-locale")
        self.port = own_port()
        self.count = 0
        self.start()

    def _as(self) -> dict[str, Any]:
        return {"user": self.user.pw_uid, "group": self.user.pw_gid, "extra_groups": []} if self.user else {}

    def _run(self, program: str, *args: str) -> None:
        done = subprocess.run([binaries() / program, *args], cwd=self.folder, capture_output=True, **self._as())
        if done.returncode:
            raise RuntimeError(done.stderr.decode())

    def start(self) -> None:
        """Start it, and wait until it answers."""
        settings = {
            "port": str(self.port),
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": str(self.folder),
            "fsync": "off",
            "max_connections": "60",
            "shared_buffers": "32MB",
        }
        said = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        self.log = (self.folder / "log").open("ab")
        self.process = subprocess.Popen(
            [binaries() / "postgres", "-D", str(self.folder / "data"), *said],
            cwd=self.folder,
            stdout=self.log,
            stderr=self.log,
            **self._as(),
        )
        until(self._answers)

    def _answers(self) -> bool:
        try:
            psycopg.connect(self.address("postgres"), connect_timeout=int(PATIENCE)).close()
        except psycopg.OperationalError:
            if self.process.poll() is not None:
                raise RuntimeError((self.folder / "log").read_text()[-2000:]) from None
            return False
        return True

    def stop(self) -> None:
        """Stop it; what was committed is kept."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait(PATIENCE)
        self.log.close()

    def address(self, name: str) -> str:
        """The URL of one of its databases."""
        return f"postgresql://{self.name}@127.0.0.1:{self.port}/{name}"

    def fresh(self) -> str:
        """The URL of a new database."""
        self.count += 1
        name = f"test{os.getpid()}_{self.count}"
        with psycopg.connect(self.address("postgres"), autocommit=True) as db:
            db.execute(f"CREATE DATABASE {name}")
        return self.address(name)


@contextmanager
def running() -> Iterator[Postgres]:
    """A PostgreSQL of one's own."""
    with tempfile.TemporaryDirectory(prefix="grognard-pg-", ignore_cleanup_errors=True) as folder:
        server = Postgres(Path(folder))
        try:
            yield server
        finally:
            server.stop()
