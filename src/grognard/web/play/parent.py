"""Processes that end with the one that started them, even if that is killed."""

import threading
from collections.abc import Callable
from multiprocessing import parent_process


def end_with_parent(end: Callable[[], None]) -> None:
    """In a process started by `multiprocessing`: call this when its parent has ended."""
    parent = parent_process()
    if parent is None:
        return

    def watch() -> None:
        parent.join()
        end()

    threading.Thread(target=watch, name="parent", daemon=True).start()
