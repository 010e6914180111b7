"""Table ids are short, and a new one may collide with an older one."""

import pytest

from bot.tables import service as sessions
from hob.testing.play import evening


async def test_used_ids_are_not_reused(monkeypatch: pytest.MonkeyPatch) -> None:
    ids = iter(["AAAAAA", "AAAAAA", "AAAAAA", "BBBBBB"])
    monkeypatch.setattr(sessions, "new_id", lambda: next(ids))
    async with evening() as hob:
        await hob.set_table("chaser", "Ada", "Ben")
        await hob["Ada"].types("hob end")
        hob.app.sessions.in_memory.forget()
        await hob.set_table("chaser", "Ada", "Ben")
        assert (await hob.session()).id == "BBBBBB"
        first = await hob.store.get("AAAAAA")
        assert first is not None and first.status == "closed"
