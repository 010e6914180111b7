"""The database and the Discord messages of an older Hob, stored as files.

`tests/golden/tables-VERSION.sql` is the database; `tables-VERSION.discord.json` has the messages, people and channels.
They come from an evening in a simulated Discord with the code of that version: people played five games half-way and
set up a lobby, and then the database and the messages were dumped.
"""

import json
import re
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from db import upgrade
from hob.testing.play import Evening, evening

GOLDEN = Path(__file__).parent.parent / "golden"
VERSIONS = sorted(file.stem.removeprefix("tables-") for file in GOLDEN.glob("tables-*.sql"))


class LeftBehind:
    """An evening that begins where another Hob stopped; `channels` are named after the games."""

    def __init__(self, hob: Evening, world: dict[str, Any]) -> None:
        self.hob, self.world = hob, world
        self.channels = {name: hob.guild.create_text_channel(name) for name in world["channels"]}
        for name in world["people"]:
            hob.person(name)
        pairs = {world["guild"]: hob.guild.id, world["bot"]: hob.discord.bot_id}
        pairs |= {id: self.channels[name].id for name, id in world["channels"].items()}
        for name, one in world["people"].items():
            pairs |= {one["id"]: hob[name].id, one["messages"]: hob[name].user.dm_channel.id}
        self.ids = {str(old): str(new) for old, new in pairs.items()}

    def here(self, text: str) -> str:
        """Replace the recorded ids of people and channels with those of this Discord."""
        return re.sub(r"\d{17,20}", lambda found: self.ids.get(found[0], found[0]), text)

    def post(self) -> None:
        """Post the recorded messages."""
        for sent in json.loads(self.here(json.dumps(self.world["sent"]))):
            self.hob.discord.put_message(sent)

    async def start(self, script: str) -> None:
        """Start the current Hob on the database, a minute after the old one stopped."""
        hob = self.hob
        await hob.passes(max(0.0, self.world["now"] - hob.clock()) + 60)
        await hob.store.close()
        for file in hob.data.glob("hob.sqlite3*"):
            file.unlink()
        with sqlite3.connect(hob.data / "hob.sqlite3") as database:
            database.executescript(self.here(script))
        database.close()
        await upgrade(hob.settings.database_url)
        hob.discord.forget_calls()
        await hob.restart()
        await hob.settle()

    def at(self, name: str) -> None:
        """Switch to this channel: everyone acts there from now on."""
        self.hob.channel = self.channels[name]


@asynccontextmanager
async def left_behind(version: str) -> AsyncIterator[LeftBehind]:
    world = json.loads((GOLDEN / f"tables-{version}.discord.json").read_text(encoding="utf-8"))
    async with evening() as hob:
        found = LeftBehind(hob, world)
        found.post()
        await found.start((GOLDEN / f"tables-{version}.sql").read_text(encoding="utf-8"))
        yield found
