"""The cost of a picture: CPU time with warm sprites, stalls of the event loop, size and memory."""

import asyncio
import statistics
import time
from random import Random

from bot.pictures.painter import Painter
from bot.pictures.render import render
from bot.pictures.scene import Scene
from cogs.candy_chaser.ui import GAME_UI
from engine import GAMES
from engine.candy_chaser.view import ChaserView

NAMES = ["Ben", "Mira", "Old Tom", "Zoë"]


def tables(count: int) -> list[Scene]:
    """Return different tables of Candy Chaser for four in mid-game."""
    game, found = GAMES["candy-chaser"], []
    for seed in range(count):
        g, chance = game.deal(4, str(seed)), Random(seed)
        for _ in range(8):
            seat, ask = next(iter(g.asks.items()))
            game.answer(g, seat, chance.choice(ask.options))
        view = game.view(g)
        assert isinstance(view, ChaserView)
        found.append(GAME_UI.pictures.table(view, GAME_UI.translator(NAMES, view, escape=False)))
    return found


async def stall(painter: Painter, scenes: list[Scene]) -> float:
    """Return the longest delay in ms of a coroutine that wakes every millisecond while the scenes are painted."""
    longest, painted = 0.0, asyncio.Event()

    async def watch() -> None:
        nonlocal longest
        last = time.perf_counter()
        while not painted.is_set():
            await asyncio.sleep(0.001)
            now = time.perf_counter()
            longest, last = max(longest, now - last - 0.001), now

    watching = asyncio.create_task(watch())
    await asyncio.sleep(0.02)
    await asyncio.gather(*[painter.png(scene) for scene in scenes])
    painted.set()
    await watching
    return longest * 1000


async def run() -> list[tuple[str, str]]:
    painter, scenes = Painter(), tables(20)
    cold = await stall(painter, scenes[:10])
    warm = await stall(painter, scenes[10:])
    await painter.close()
    for scene in scenes:
        render(scene)
    costs, sizes = [], []
    for scene in scenes:
        before = time.process_time()
        png = render(scene)
        costs.append((time.process_time() - before) * 1000)
        sizes.append(len(png) / 1000)
    before = time.perf_counter()
    built = tables(20)
    keys = {scene.key for scene in built}
    laid_out = (time.perf_counter() - before) * 1000 / len(keys)
    return [
        ("a picture from warm sprites, median", f"{statistics.median(costs):.1f} ms"),
        ("a picture from warm sprites, longest", f"{max(costs):.1f} ms"),
        ("laying one out, with the game before it", f"{laid_out:.1f} ms"),
        ("longest stall of the loop, worker starting", f"{cold:.1f} ms"),
        ("longest stall of the loop, worker warm", f"{warm:.1f} ms"),
        ("size of a picture, largest", f"{max(sizes):.0f} kB"),
    ]
