"""Requests without a client library, as a bot's own code might send them."""

from __future__ import annotations

from typing import Any

import aiohttp

from playground.discord import Loopback


async def raw(loopback: Loopback, method: str, path: str, **options: Any) -> tuple[int, Any]:
    headers = {"Authorization": f"Bot {loopback.token}", **options.pop("headers", {})}
    async with (
        aiohttp.ClientSession() as http,
        http.request(method, f"{loopback.base}/api/v10{path}", headers=headers, **options) as answer,
    ):
        return answer.status, await answer.json() if answer.content_type == "application/json" else None


async def code(loopback: Loopback, method: str, path: str, **options: Any) -> tuple[int, Any]:
    """Return the status, and the error code of a rejected request."""
    status, body = await raw(loopback, method, path, **options)
    return status, body.get("code") if isinstance(body, dict) else None


def allow(loopback: Loopback, permissions: int) -> None:
    """Give the bot's own role exactly these permissions."""
    role = next(r for r in loopback.world.guilds[loopback.guild].roles.values() if r["managed"])
    loopback.world.change_role(loopback.guild, role["id"], permissions)
