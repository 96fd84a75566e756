"""The tables of the database, and their rows; `migrations` creates them."""

from typing import Any, NamedTuple

import sqlalchemy as sa

META = sa.MetaData()

PEOPLE = sa.Table(
    "person",
    META,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("name", sa.String(80), nullable=False),
    sa.Column("login", sa.String(80), unique=True),
    sa.Column("password", sa.String(200)),
    sa.Column("email", sa.String(200), nullable=False, server_default=""),
    sa.Column("webhook", sa.String(400), nullable=False, server_default=""),
    sa.Column("settings", sa.JSON, nullable=False, server_default="{}"),  # of the page
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("banned", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("verified", sa.String(200), nullable=False, server_default=""),  # the address that letters go to
)
TOKENS = sa.Table(
    "token",
    META,
    sa.Column("id", sa.String(64), primary_key=True),  # the SHA-256 of a secret
    sa.Column("kind", sa.String(20), nullable=False),  # reset, verify, invite
    sa.Column("person", sa.String(32), sa.ForeignKey("person.id")),
    sa.Column("said", sa.String(200), nullable=False, server_default=""),
    sa.Column("uses", sa.Integer, nullable=False, server_default="1"),
    sa.Column("expires", sa.Float, nullable=False),
)
SESSIONS = sa.Table(
    "session",
    META,
    sa.Column("token", sa.String(64), primary_key=True),  # its SHA-256
    sa.Column("person", sa.String(32), sa.ForeignKey("person.id"), nullable=False),
    sa.Column("expires", sa.Float, nullable=False),
)
GAMES = sa.Table(
    "game",
    META,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("title", sa.String(40), nullable=False),
    sa.Column("rules", sa.Integer, nullable=False),
    sa.Column("scenario", sa.String(80), nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("packs", sa.JSON, nullable=False),
    sa.Column("position", sa.Text, nullable=False, server_default=""),  # the starting position, if not the set-up
    sa.Column("undo", sa.String(20), nullable=False),
    sa.Column("owner", sa.String(32), sa.ForeignKey("person.id"), nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("origin", sa.String(80), nullable=False, server_default=""),  # `game@move`, or `rematch game`
    sa.Column("skip", sa.Boolean, nullable=False, server_default=sa.false()),  # steps with nothing to decide
    sa.Column("hints", sa.Boolean, nullable=False, server_default=sa.true()),  # its players may ask the computer
    sa.Column("card", sa.JSON(none_as_null=True)),  # its card after the event number `seq`
    sa.Column("edition", sa.String(12), nullable=False, server_default=""),  # the rules and data it is played by now
    sa.Column("verified", sa.Boolean, nullable=False, server_default=sa.false()),  # its players can check the dice
)
SEATS = sa.Table(
    "seat",
    META,
    sa.Column("game", sa.String(32), sa.ForeignKey("game.id"), primary_key=True),
    sa.Column("side", sa.String(40), primary_key=True),
    sa.Column("person", sa.String(32), sa.ForeignKey("person.id"), index=True),
    sa.Column("computer", sa.String(40), nullable=False, server_default=""),  # its level
    sa.Column("invitation", sa.String(64), unique=True),
    sa.Column("seen", sa.Integer, nullable=False, server_default="0"),  # how much of the journal its player has seen
    sa.Column("set_up", sa.String(40), nullable=False, server_default=""),  # the level that sets up for its player
)
EVENTS = sa.Table(
    "event",
    META,
    sa.Column("game", sa.String(32), sa.ForeignKey("game.id"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("kind", sa.String(20), nullable=False),
    sa.Column("side", sa.String(40), nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("request", sa.String(120), nullable=False),
    sa.Column("mark", sa.String(12), nullable=False, server_default=""),  # of an action: hash of the position after it
    sa.Column("note", sa.Text, nullable=False, server_default=""),  # the computer's reason and plan
)
sa.Index(
    "request_once",
    EVENTS.c.game,
    EVENTS.c.request,
    unique=True,
    sqlite_where=EVENTS.c.request != "",
    postgresql_where=EVENTS.c.request != "",
)
CHAT = sa.Table(
    "chat",
    META,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("game", sa.String(32), sa.ForeignKey("game.id"), nullable=False, index=True),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("person", sa.String(32), sa.ForeignKey("person.id"), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
)
PRESENCE = sa.Table(
    "presence",
    META,
    sa.Column("server", sa.String(16), primary_key=True),
    sa.Column("game", sa.String(32), primary_key=True),
    sa.Column("person", sa.String(32), primary_key=True),
    sa.Column("until", sa.Float, nullable=False),
)
ARCHIVED = sa.Table(
    "archived",
    META,
    sa.Column("person", sa.String(32), sa.ForeignKey("person.id"), primary_key=True),
    sa.Column("game", sa.String(32), sa.ForeignKey("game.id"), primary_key=True),
)
TEXTS = sa.Table(
    "text",
    META,
    sa.Column("id", sa.String(24), primary_key=True),  # its hash: every text is kept once
    sa.Column("text", sa.Text, nullable=False),
)
EDITIONS = sa.Table(
    "edition",
    META,
    sa.Column("id", sa.String(12), primary_key=True),  # its fingerprint
    sa.Column("title", sa.String(40), nullable=False),
    sa.Column("rules", sa.Integer, nullable=False),
    sa.Column("program", sa.String(40), nullable=False),
    sa.Column("code", sa.JSON, nullable=False),  # hashes by module
    sa.Column("data", sa.JSON, nullable=False),  # by file, the text
    sa.Column("created", sa.Float, nullable=False),
)
STANDING = sa.Table(
    "standing",
    META,
    sa.Column("game", sa.String(32), sa.ForeignKey("game.id"), primary_key=True),
    sa.Column("seq", sa.Integer, nullable=False),
    sa.Column("position", sa.Text, nullable=False),  # after the event number `seq`
)

DICE = sa.Table(
    "dice",
    META,
    sa.Column("game", sa.String(32), sa.ForeignKey("game.id"), primary_key=True),
    sa.Column("seed", sa.String(64), nullable=False),  # the secret of the server's chain; nothing but the room reads it
)


class GameRow(NamedTuple):
    """A game as it was created."""

    id: str
    title: str
    rules: int
    scenario: str
    options: dict[str, str]
    packs: list[str]
    position: str
    undo: str
    owner: str
    created: float
    origin: str = ""
    skip: bool = False
    hints: bool = True
    card: dict[str, Any] | None = None
    edition: str = ""
    verified: bool = False


class SeatRow(NamedTuple):
    """A side of a game: taken by a person or a computer, or still open to an invitation."""

    game: str
    side: str
    person: str | None
    computer: str = ""
    invitation: str | None = None
    seen: int = 0
    set_up: str = ""
