"""Start an installed Hob with the loopback Discord, run `hob health`, play one game to the end, and stop Hob.

In a clone with the test environment: `.venv/bin/python .ci/one_game.py PATH/TO/hob`, or the command that starts the
image, as in release.yaml.  In that command, `{data}` is replaced by the new data folder, and `{env}` by a file with the
other settings.
"""

import argparse
import asyncio
import math
import shlex
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from playground.discord import Loopback
from tests.sockets.server import HobServer, Party

EMULATED = 600.0  # seconds in which Hob starts on a foreign processor


class Installed(HobServer):
    command: list[str]

    async def start(self) -> None:
        self.process = await asyncio.create_subprocess_exec(*self.command, "run", env=self.environment)


async def run(command: list[str], health: str, data: Path, game: bool) -> None:
    async with Loopback(deadline=math.inf) as discord:
        hob = Installed(discord, data)
        settings = {name: value for name, value in hob.environment.items() if name.startswith("HOB_")}
        settings["HOB_DATA"] = "/data"  # the folder inside the image
        env = data / "settings.env"
        env.write_text("".join(f"{name}={value}\n" for name, value in settings.items()), encoding="utf-8")
        hob.command = [word.replace("{data}", str(data)).replace("{env}", str(env)) for word in command]
        try:
            await hob.start()
            await discord.until(lambda: discord.world.commands.get(None) or not hob.lives, within=EMULATED)
            assert hob.lives, "Hob has ended"
            await healthy(health or f"{shlex.join(hob.command)} health", hob)
            if game:
                await play(hob)
            code = await hob.stop()
            assert code == 0, f"Hob ended with {code}"
        finally:
            await hob.close()
        assert discord.api.unknown == []


async def play(hob: Installed) -> None:
    party = Party.of(hob, 1, 2, seed=7)
    party.rematch = False
    await party.set_table()
    await party.press_on(lambda: hob.read("SELECT status FROM sessions") == ["over"])
    assert hob.lives and not party.faults, party.faults
    print(f"played one game with {len(hob.pressed)} presses to its end", flush=True)


async def healthy(health: str, hob: Installed) -> None:
    for _ in range(30):
        asked = await asyncio.create_subprocess_shell(health, env=hob.environment)
        if await asked.wait() == 0:
            return
        await asyncio.sleep(1)
    raise AssertionError("Hob did not become healthy within 30 seconds")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--health", default="", help="the command that checks Hob's health")
    parser.add_argument("--no-game", action="store_true", help="only start Hob, which in an emulator takes minutes")
    parser.add_argument("command", nargs=argparse.REMAINDER, help="the command that starts Hob, without `run`")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(run(given.command, given.health, Path(folder), not given.no_game))
