"""Requests without a client library, as a bot's own code might make them."""

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
    """The status, and the code of a refusal."""
    status, body = await raw(loopback, method, path, **options)
    return status, body.get("code") if isinstance(body, dict) else None


def allow(loopback: Loopback, permissions: int) -> None:
    """Give the bot's own role these permissions, and none else."""
    role = next(r for r in loopback.world.guilds[loopback.guild].roles.values() if r["managed"])
    loopback.world.change_role(loopback.guild, role["id"], permissions)
