"""Requests, messages and latency per game: one scripted game of each, with all moves made by button presses.

People press any of their buttons as soon as they see it, far faster than real people do, so no edits are coalesced: a
real evening needs less.  Two kinds of requests don't count against the rate limit: responses to presses, which also
edit the pressed message, and edits of the ephemeral *My hand* message.
"""

import contextlib
import statistics
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from cogs.game_uis import GAME_UIS
from playground.discord.state import APPLICATION
from tests.sockets.server import HobServer, Party, hob_server

TIMING = {"TABLE_EDIT_GAP": 0, "DM_GAP": 0, "DM_OPEN_GAP": 0}
PEOPLE = 3
KINDS = {"interactions": "answers to presses", "webhooks": "edits behind My hand"}
MOVES = 60  # count only up to this many moves
MOVING = {"answer", "pick", "confirm"}  # the kinds of controls that make one


class Meter:
    """Counts the bot's requests and messages since its creation, and times its answers to presses."""

    def __init__(self, home: HobServer) -> None:
        self.home, self.messages = home, 0
        self.begun: dict[str, float] = {}
        self.took: list[float] = []  # milliseconds from each press that makes a move to its acknowledgement
        home.discord.api.calls.clear()
        home.discord.world.watchers.append(self.record_event)

    def record_event(self, kind: str, data: dict[str, Any]) -> None:
        if kind == "message" and data["author"]["id"] == APPLICATION:
            self.messages += data["id"] not in self.home.discord.world.seen_only_by
        if kind == "interaction" and MOVING & {*data["interaction"].data.get("custom_id", "").split(":")}:
            self.begun[data["interaction"].token] = time.perf_counter()
        if kind == "answer" and (begun := self.begun.pop(data["interaction"].token, None)) is not None:
            self.took.append((time.perf_counter() - begun) * 1000)

    def calls(self, channel: str) -> dict[str, int]:
        """Return the number of requests by target, and the number of messages sent."""
        counts = Counter(KINDS.get(path.split("/")[1], "") for _, path, _ in self.home.discord.api.calls)
        in_channel = sum(path.startswith(f"/channels/{channel}/") for _, path, _ in self.home.discord.api.calls)
        return {
            "answers to presses": counts["answers to presses"],
            "edits behind My hand": counts["edits behind My hand"],
            "requests in the channel": in_channel,
            "requests for direct messages": counts[""] - in_channel,
            "messages sent": self.messages,
        }


async def play(home: HobServer, group: str, number: int) -> tuple[int, bool, list[float], dict[str, int]]:
    """Play a game; return its moves, whether it ended, the latency of each, and the counts of requests and messages."""
    party = Party.of(home, number, PEOPLE, 5, group)
    party.twice = 0.0
    meter = Meter(home)
    await party.set_table()
    (row,) = await home.sessions(party.channel)
    store = await home.kept()
    moves = 0

    def over() -> bool:
        labels = [
            c.get("label") for m in party.bots(party.people[0], party.channel) for c in party.people[0].controls(m)
        ]
        return "Play again" in labels or moves >= MOVES

    while not over():
        before = len(home.pressed)
        with contextlib.suppress(TimeoutError):
            await party.press_on(lambda before=before: over() or len(home.pressed) > before)
        moves = len(await store.answers(row.id))
    return moves, moves < MOVES, meter.took.copy(), meter.calls(party.channel)


async def run() -> list[tuple[str, str]]:
    rows = []
    with tempfile.TemporaryDirectory() as name:
        async with hob_server(Path(name), TIMING) as home:
            await home.start()
            await home.online()
            for number, (slug, ui) in enumerate(sorted(GAME_UIS.items())):
                moves, ended, took, counts = await play(home, ui.group, number)
                what = f"{slug}, {PEOPLE} people, {moves} moves{'' if ended else ' (cut short)'}"
                median, late = statistics.median(took), statistics.quantiles(took, n=10)[-1]
                rows.append((f"{what}: move to acknowledgement, p50 / p90", f"{median:.0f} / {late:.0f} ms"))
                rows += [(f"{what}: {kind}", f"{n} ({n / moves:.2f} a move)") for kind, n in counts.items()]
    return rows
