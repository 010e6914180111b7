"""The game that the playground offers on request, and restarts of Hob when one of its files is saved."""

from __future__ import annotations

import asyncio
import os
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from cogs.games import module_in, module_of
from playground.child import Child

WATCHED_SUFFIXES = {".py", ".toml", ".svg"}
WATCH_INTERVAL = 0.5  # seconds between two looks


class Project(NamedTuple):
    """A game's name for `HOB_GAMES`, the folder of its files, and its import folder if it isn't installed."""

    game: str
    folder: Path
    import_from: str = ""

    @classmethod
    def of(cls, name: str) -> Project:
        """Return the project in a folder, or an installed game by its name. Raises LookupError and ImportError."""
        if (folder := Path(name)).is_dir():
            return cls(module_in(folder), folder, str(folder.absolute()))
        spec = find_spec(module_of(name))
        assert spec is not None and spec.origin is not None
        return cls(name, Path(spec.origin).parent)

    def environment(self) -> dict[str, str]:
        paths = filter(None, (self.import_from, os.environ.get("PYTHONPATH", "")))
        return {"HOB_GAMES": self.game, "PYTHONPATH": os.pathsep.join(paths)}

    def files(self) -> dict[Path, int]:
        """Return when each watched file was last saved, in ns; folders that begin with "." or "_" don't count."""
        times = {}
        for folder, inside, names in os.walk(self.folder):
            inside[:] = [name for name in inside if name[0] not in "._"]
            for path in (Path(folder, name) for name in names):
                if path.suffix in WATCHED_SUFFIXES and path.exists():  # an editor may be replacing it
                    times[path] = path.stat().st_mtime_ns
        return times

    async def restart_on_change(self, child: Child) -> None:
        """Restart Hob whenever a file is saved; its tables are stored, so a game goes on."""
        before = self.files()
        while True:
            await asyncio.sleep(WATCH_INTERVAL)
            if (now := self.files()) != before:
                changed = sorted(path.name for path, _ in before.items() ^ now.items())
                print(f"{changed[0]} has changed: Hob restarts.", flush=True)
                before = now
                await child.restart()
