"""``python -m benchmarks [name …]`` prints the speed table.  Modules with ``async def run()`` provide its rows."""

import asyncio
import importlib
import sys
from pathlib import Path

from bot.__main__ import tune_garbage_collector


def names() -> list[str]:
    files = (file for file in Path(__file__).parent.glob("*.py") if not file.stem.startswith("_"))
    return sorted(file.stem for file in files if "async def run()" in file.read_text(encoding="utf-8"))


async def main(chosen: list[str]) -> None:
    for name in chosen:
        rows = await importlib.import_module(f"benchmarks.{name}").run()
        print(f"\n{name}")
        width = max(len(what) for what, _ in rows)
        for what, value in rows:
            print(f"  {what:<{width}}  {value:>12}")


if __name__ == "__main__":
    if unknown := set(sys.argv[1:]) - set(names()):
        sys.exit(f"no such benchmark: {', '.join(sorted(unknown))}; there are {', '.join(names())}")
    tune_garbage_collector()  # as `hob run` does
    asyncio.run(main(sys.argv[1:] or names()))
