"""What a game costs in requests to Discord and in messages: one scripted game of each, everybody's moves by pressing.

The people press anything that is theirs, wherever they see it, and far faster than people do, so nothing is coalesced:
a real evening needs less.  Two kinds of requests cost no rate limit: answers to presses, which also edit the very
message that was pressed, and edits of what one person sees behind *My hand*.
"""

import contextlib
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from cogs.game_uis import GAME_UIS
from playground.discord.state import APPLICATION
from tests.sockets.house import HobServer, Party, house

TIMING = {"TABLE_EDIT_GAP": 0, "DM_GAP": 0, "DM_OPEN_GAP": 0}
PEOPLE = 3
KINDS = {"interactions": "answers to presses", "webhooks": "edits behind My hand"}
MOVES = 60  # of a long game, after which the counting ends


class Meter:
    """Counts what the bot sends from now on."""

    def __init__(self, home: HobServer) -> None:
        self.home, self.messages = home, 0
        home.discord.api.calls.clear()
        home.discord.world.watchers.append(self.noted)

    def noted(self, kind: str, data: dict[str, Any]) -> None:
        if kind == "message" and data["author"]["id"] == APPLICATION:
            self.messages += data["id"] not in self.home.discord.world.seen_only_by

    def calls(self, channel: str) -> dict[str, int]:
        """Requests by where they go: the table's channel, direct messages, or free of charge."""
        found = Counter(KINDS.get(path.split("/")[1], "") for _, path, _ in self.home.discord.api.calls)
        in_channel = sum(path.startswith(f"/channels/{channel}/") for _, path, _ in self.home.discord.api.calls)
        return {
            "answers to presses": found["answers to presses"],
            "edits behind My hand": found["edits behind My hand"],
            "requests in the channel": in_channel,
            "requests for direct messages": found[""] - in_channel,
            "messages sent": self.messages,
        }


async def play(home: HobServer, group: str, number: int) -> tuple[int, bool, dict[str, int]]:
    """Moves of a game, whether it came to its end, requests, and messages that stay or stayed for all or one."""
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
    return moves, moves < MOVES, meter.calls(party.channel)


async def run() -> list[tuple[str, str]]:
    rows = []
    with tempfile.TemporaryDirectory() as name:
        async with house(Path(name), TIMING) as home:
            await home.start()
            await home.online()
            for number, (slug, face) in enumerate(sorted(GAME_UIS.items())):
                moves, ended, counts = await play(home, face.group, number)
                what = f"{slug}, {PEOPLE} people, {moves} moves{'' if ended else ' (cut short)'}"
                rows += [(f"{what}: {kind}", f"{n} ({n / moves:.2f} a move)") for kind, n in counts.items()]
    return rows
