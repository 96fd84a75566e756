"""`grognard serve`: keep games and serve the page to play them on."""

import logging
import sys

import uvicorn

from ..web.app import create_app
from ..web.settings import from_environment


def command(host: str, port: int, accounts: bool, database: str, browser: bool) -> None:
    """Run the server until it is told to stop."""
    settings = from_environment(host=host, port=port, accounts=accounts, **({"database": database} if database else {}))
    print(f"http://{host}:{port}/", flush=True)
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING)
    uvicorn.run(create_app(settings), host=host, port=port, log_level="warning", ws="websockets-sansio")
