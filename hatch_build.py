"""Write the version and commit into each wheel and sdist."""

import json
import tempfile
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class WriteVersion(BuildHookInterface):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        spec = spec_from_file_location("hob_version", Path(self.root) / "bot" / "process" / "version.py")
        assert spec is not None and spec.loader is not None
        module = module_from_spec(spec)
        spec.loader.exec_module(module)
        if version == "editable" or module.BUILD_FILE.exists():  # a clone asks git; an sdist already has the file
            return
        self._folder = tempfile.TemporaryDirectory()
        file = Path(self._folder.name) / "build.json"
        file.write_text(json.dumps(module.version()._asdict()), encoding="utf-8")
        build_data["force_include"][str(file)] = "bot/process/build.json"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if hasattr(self, "_folder"):
            self._folder.cleanup()
