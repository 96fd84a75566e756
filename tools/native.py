"""Compiles `src/grognard/core/_native.c` beside its source: the games are the same, only faster.

    python -m tools.native [--remove] [--test]

Grognard never needs it, and `--remove` deletes it. `--test` runs the tests that prove the rules with it (laws, perft,
records), and plays the same games with it and without it. `tools/wheel.py` makes a wheel that contains it.
"""

import argparse
import os
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "grognard" / "core" / "_native.c"
FLAGS = ("-shared", "-fPIC", "-O3", "-fwrapv", "-DNDEBUG", "-Wall", "-Werror")
SUITES = ("tests/core", "tests/kit", "tests/perft", "tests/laws", "tests/records")


class NotCompiled(RuntimeError):
    """There is no C compiler, or it failed; the message says which."""


def library(folder: Path = SOURCE.parent) -> Path:
    """The compiled module for this Python, in a folder."""
    return folder / f"{SOURCE.stem}{sysconfig.get_config_var('EXT_SUFFIX')}"


def compile_into(folder: Path = SOURCE.parent) -> Path:
    """Compile the module into a folder."""
    compiler = (os.environ.get("CC") or "cc").split()
    system = ("-undefined", "dynamic_lookup") if sys.platform == "darwin" else ()
    new = library(folder).with_suffix(".new")  # a module in use is replaced, not overwritten
    command = [*compiler, *FLAGS, *system, f"-I{sysconfig.get_path('include')}", str(SOURCE), "-o", str(new)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise NotCompiled(f"there is no C compiler {compiler[0]!r}; name one: CC=gcc make fast") from None
    if done.returncode:
        raise NotCompiled(f"{' '.join(command)}\n{done.stderr}")
    return new.rename(library(folder))


def test() -> int:
    """Run the tests that prove the rules with the compiled module, and compare games with those of the Python code."""
    tests = [sys.executable, "-m", "pytest", "-q", "-m", "not slow", *SUITES]
    with tempfile.TemporaryDirectory(prefix="grognard-") as folder:
        plain = Path(folder) / "src"
        subprocess.run(["cp", "-R", str(ROOT / "src"), str(plain)], check=True)
        library(plain / "grognard" / "core").unlink()
        same = [sys.executable, "-m", "tools.same", "--quick", "--against", folder]
        return max(subprocess.run(command, cwd=ROOT, check=False).returncode for command in (tests, same))


def main(words: Sequence[str] | None = None) -> int:
    """Compile; 1 if that is not possible, or if a test fails."""
    parser = argparse.ArgumentParser(description="Compile the C version of the hottest functions.")
    parser.add_argument("--remove", action="store_true", help="delete the compiled module instead")
    parser.add_argument("--test", action="store_true", help="run the tests that prove the rules with it")
    said = parser.parse_args(words)
    if said.remove:
        library().unlink(missing_ok=True)
        return 0
    try:
        made = compile_into()
    except NotCompiled as wrong:
        print(wrong, file=sys.stderr)
        return 1
    print(f"compiled: {made.relative_to(ROOT)}")
    return test() if said.test else 0


if __name__ == "__main__":
    sys.exit(main())
