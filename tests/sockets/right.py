"""Whether everything that Discord shows is right."""

from __future__ import annotations

import asyncio

from tests.sockets.house import House, orphans, wrong

SOON = 60.0  # seconds until all tables must be right: a bound against hanging, the usual is one


async def all_right(home: House) -> None:
    """Wait until each table shows what a computation from its stored row gives, and no message lies about unknown."""

    async def faults() -> list[str]:
        rows = await home.sessions()
        found = [f"{row.id} {row.status}: {fault}" for row in rows if (fault := wrong(home.discord, row))]
        for channel in {row.channel_id for row in rows}:
            found += orphans(home.discord, [r for r in rows if r.channel_id == channel], str(channel))
        return found

    left: list[str] = ["nobody has looked"]
    try:
        async with asyncio.timeout(SOON):
            while left := await faults():  # noqa: ASYNC110  a database sends no event
                await asyncio.sleep(0.1)
    except TimeoutError:
        raise AssertionError("\n".join([*left, home.log.read_text()[-6000:]])) from None
