"""Puts the compiled module into a wheel: `HATCH_BUILD_HOOK_ENABLE_CUSTOM=true pip wheel --no-deps .`"""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledWheel(BuildHookInterface[Any]):
    """A wheel for this Python and machine, with the compiled module beside its source."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and add the module to the wheel; an editable one uses the module of `make fast`."""
        if version == "editable":
            return
        sys.path.insert(0, self.root)
        from tools.native import compile_into

        folder = Path(self.root) / "build"
        folder.mkdir(exist_ok=True)
        made = compile_into(folder)
        build_data["force_include"][str(made)] = f"grognard/core/{made.name}"
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
