"""The page's modules are typed, in comments, as strictly as the rest."""

import subprocess
import sys
from importlib.resources import files
from pathlib import Path

STATIC = Path(str(files("grognard.web"))) / "static"
CONFIG = Path(__file__).parent / "tsconfig.json"
TSC = Path(sys.prefix) / "node" / "node_modules" / "typescript" / "bin" / "tsc"


def check(*arguments: str) -> subprocess.CompletedProcess[str]:
    node = Path(sys.prefix) / "bin" / "node"
    return subprocess.run([node, TSC, *arguments], capture_output=True, text=True, check=False)


def test_the_page_has_modules() -> None:
    assert list(STATIC.glob("js/*.js"))


def test_types() -> None:
    done = check("--project", str(CONFIG))
    assert done.returncode == 0, done.stdout


def test_a_wrong_type_would_be_noticed(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.js"
    wrong.write_text("/** @param {number} n */\nexport function half(n) { return n / 2; }\nhalf('two');\n")
    done = check("--allowJs", "--checkJs", "--strict", "--noEmit", "--target", "es2022", str(wrong))
    assert "wrong.js(3,6): error" in done.stdout
