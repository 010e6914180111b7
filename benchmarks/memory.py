"""The memory of Hob's processes, in MB: those figures of docs/operating/capacity.md that need no long play.

`python -m benchmarks memory` prints them; `python -m benchmarks.soak` measures Hob while people play.
"""

import re
import tempfile
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from random import Random

from benchmarks._processes import resident
from benchmarks.soak import start_again
from bot.computers.ai_scheduler import SearchJob
from bot.pictures.films import MAX_BYTES, MAX_FRAMES, FilmEnd, Frame
from bot.pictures.painter import CACHE, PainterProcess
from bot.pictures.scene import Scene
from bot.process.subprocess_worker import SubprocessWorker
from cogs.game_uis import GAME_UIS
from engine import GAMES
from playground.discord import Loopback
from tests.sockets.server import HobServer

PICTURES = 100
SMALL_CACHE = 24  # HOB_PAINTER_CACHE of a server with 512 MB
NAMES = ["Ben", "Mira", "Old Tom", "Zoë", "Ada", "Cara", "Dan", "Eve"]
PATIENCE = 600.0  # seconds; a busy machine is slow


def tables(*slugs: str) -> Iterator[Scene]:
    """Yield pictures of tables in play, of each of these games in turn; each goes on from its last picture."""
    luck, games = Random(1), {slug: GAMES[slug].deal(max(2, GAMES[slug].seats[0]), "1") for slug in slugs}
    for slug in cycle(games):
        game, ui, g = GAMES[slug], GAME_UIS[slug], games[slug]
        if not g.asks:
            g = games[slug] = game.deal(g.players, str(luck.random()))
        seat, ask = next(iter(g.asks.items()))
        game.answer(g, seat, luck.choice(ask.options))
        view = game.view(g)
        yield ui.pictures.table(view, ui.translator(NAMES[: g.players], view, escape=False))


def memory_of(worker: SubprocessWorker) -> str:
    assert worker._process is not None
    return f"{resident(worker._process.pid):.0f} MB"


def highest_memory_of(worker: SubprocessWorker) -> str:
    assert worker._process is not None
    status = Path(f"/proc/{worker._process.pid}/status").read_text()
    [kilobytes] = re.findall(r"VmHWM:\s+(\d+)", status)
    return f"{int(kilobytes) / 1000:.0f} MB"


async def painter() -> list[tuple[str, str]]:
    worker, rows = PainterProcess(PATIENCE), []
    for number, scene in enumerate(islice(tables(*GAMES), PICTURES), 1):
        await worker.submit(scene)
        if number in (1, len(GAMES), PICTURES):
            what = {1: "the first picture", len(GAMES): "one picture of each game"}.get(number, f"{number} pictures")
            rows.append((f"painting process after {what}", memory_of(worker)))
    await worker.close()
    return rows


async def film(cache: int) -> tuple[str, str]:
    worker = SubprocessWorker("bot.pictures.worker", "film", str(cache), timeout=PATIENCE)
    for scene in islice(tables("cover-your-kingdom"), MAX_FRAMES):
        await worker.submit(Frame(scene, 1000))
    await worker.submit(FilmEnd(MAX_BYTES))
    row = f"video process at its highest, HOB_PAINTER_CACHE={cache}", highest_memory_of(worker)
    await worker.close()
    return row


async def thinker() -> tuple[str, str]:
    worker = SubprocessWorker("bot.computers.worker", timeout=PATIENCE)
    for game in GAMES.values():
        g = game.deal(max(2, game.seats[0]), "1")
        await worker.submit(SearchJob(type(game), game.dump(g), next(iter(g.asks)), "hard", 1, {}))
    row = "thinking process at its highest, in a hard search of each game", highest_memory_of(worker)
    await worker.close()
    return row


async def start() -> tuple[str, str]:
    with tempfile.TemporaryDirectory() as folder:
        async with Loopback(deadline=PATIENCE) as discord:
            hob = HobServer(discord, Path(folder))
            try:
                await start_again(hob)
                assert hob.process is not None
                return "Hob after its start", f"{resident(hob.process.pid):.0f} MB"
            finally:
                await hob.close()


async def run() -> list[tuple[str, str]]:
    return [await start(), *await painter(), await thinker(), await film(CACHE), await film(SMALL_CACHE)]
