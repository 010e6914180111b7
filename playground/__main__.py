"""`python -m playground`: Hob with a loopback Discord on this machine, and a page to use it in the browser."""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys
import tempfile
import webbrowser
from pathlib import Path

from bot.cli.arguments import port
from playground.child import Child
from playground.discord import Loopback
from playground.discord.fault_injection import USUAL
from playground.discord.interactions import DEADLINE
from playground.project import Project
from playground.server import Page

PORT = 8080
MARK = "playground"  # an empty file that marks a folder of the playground


def arguments(words: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m playground", description=__doc__)
    parser.add_argument("package", nargs="?", help="offer only this game: its project's folder or its name")
    parser.add_argument("--port", type=port, default=PORT, help=f"port of the page; 0: any free port (default: {PORT})")
    parser.add_argument(
        "--record", type=Path, metavar="FILE", help="write each request of the bot to a file, one JSON object per line"
    )
    parser.add_argument(
        "--data", type=Path, metavar="DIR", help="keep Hob's database in this folder (default: a temporary one)"
    )
    parser.add_argument("--no-open", action="store_true", help="don't open a browser")
    parser.add_argument("--deadline", type=float, default=DEADLINE, help=argparse.SUPPRESS)  # busy machines
    parser.add_argument("--bot", default="bot run", help=argparse.SUPPRESS)
    return parser.parse_args(words)


def environment(discord: Loopback, data: Path, project: Project | None) -> dict[str, str]:
    """Return the bot's environment: the address of this Discord, its token, where to store data, and the game.

    It overrides what `.env` says about a real Hob in the same folder.
    """
    own = {
        "HOB_DISCORD": discord.base, "HOB_TOKEN": discord.token, "HOB_DATA": str(data),
        "HOB_DATABASE": f"sqlite:///{data / 'hob.sqlite3'}", "HOB_SERVERS": discord.guild, "HOB_SHARDS": "1",
        "HOB_METRICS": "0", "HOB_BACKUP_EVERY": "0",
    }  # fmt: skip
    return {**os.environ, **own, **(project.environment() if project else {})}


async def run(options: argparse.Namespace, data: Path) -> None:
    project = Project.of(options.package) if options.package else None
    discord = Loopback(port=options.port, deadline=options.deadline, record=options.record, buckets=USUAL)
    page = Page(discord)
    await page.start()
    command = [sys.executable, "-m", *options.bot.split()]
    child = page.subscribers.child = Child(command, environment(discord, data, project), page.subscribers.state_changed)
    over = asyncio.Event()
    watching = asyncio.create_task(project.restart_on_change(child)) if project else None
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, over.set)
    try:
        await child.start()
        print(f"The playground is open: {page.address}", flush=True)
        print("Press Ctrl-C to stop it.", flush=True)
        if not options.no_open and has_display():
            await asyncio.to_thread(webbrowser.open, page.address)
        await over.wait()
    finally:
        if watching:
            watching.cancel()
        await page.stop()


def has_display() -> bool:
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def claim(folder: Path) -> None:
    """Create and mark a folder for the playground. Raises OSError if it has other content, such as a real database."""
    mark = folder / MARK
    folder.mkdir(parents=True, exist_ok=True)
    if not mark.exists() and any(folder.iterdir()):
        raise FileExistsError(f"{folder} isn't empty and isn't the playground's: choose a new folder.")
    mark.touch()


def main(words: list[str] | None = None) -> int:
    return start(arguments(words))


def start(options: argparse.Namespace) -> int:
    try:
        if options.data:
            claim(options.data)
            asyncio.run(run(options, options.data.absolute()))
        else:
            with tempfile.TemporaryDirectory(prefix="hob-") as fresh:
                asyncio.run(run(options, Path(fresh)))
    except (OSError, LookupError, ImportError) as problem:
        print(f"Can't start the playground: {problem}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
