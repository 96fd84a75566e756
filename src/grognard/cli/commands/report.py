"""`grognard report`: an HTML report on simulated games."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ...core.title import Bad
from ...kit.table import Wargame
from .. import files


def command(folders: Sequence[str], out: str, turns: str, titles: Mapping[str, Wargame[Any]]) -> None:
    """Write the report on the simulations in these directories, and print its path."""
    try:
        from ...lab.report import report
    except ModuleNotFoundError as missing:
        raise Bad(f"a report needs {missing.name}: pip install 'grognard[lab]'") from None
    paths = [Path(folder).expanduser() for folder in folders]
    for n, path in enumerate(paths):
        if path.resolve() in [other.resolve() for other in paths[:n]]:
            raise Bad(f"{folders[n]} is given twice; a simulation cannot be compared with itself")
    page = Path(out).expanduser() if out else (paths[0] if len(paths) == 1 else Path()) / "report.html"
    if page.is_dir():
        raise Bad(f"{page} is a directory; give a file name such as {page / 'report.html'}")
    text = report(*paths, titles=titles, turns=_turns(turns))
    try:
        files.write(page, text)
    except OSError as wrong:
        raise Bad(f"cannot write {page}: {wrong.strerror or wrong}") from None
    print(page)


def _turns(said: str) -> list[int]:
    """Parse turns such as `3,6,9`."""
    words = [word.strip() for word in said.split(",") if word.strip()]
    for word in words:
        if not word.isdecimal() or len(word) > 4:
            raise Bad(f"{word!r} is not a turn; write turns like 3,6,9")
    return sorted({int(word) for word in words})
