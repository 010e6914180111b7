"""Builders for the bodies of requests."""

from __future__ import annotations

import io
from typing import Any

import aiohttp


def button(**more: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": "b", "custom_id": "b", **more}


def select(**more: Any) -> dict[str, Any]:
    return {"type": 3, "custom_id": "s", "options": [{"label": "a", "value": "a"}], **more}


def row(*items: dict[str, Any]) -> dict[str, Any]:
    return {"components": [{"type": 1, "components": list(items)}]}


def many(count: int) -> list[dict[str, Any]]:
    return [button(custom_id=str(n)) for n in range(count)]


def v2(*items: dict[str, Any]) -> dict[str, Any]:
    return {"flags": 1 << 15, "components": list(items)}


def upload(count: int, size: int) -> aiohttp.FormData:
    form = aiohttp.FormData()
    for n in range(count):
        form.add_field(f"files[{n}]", io.BytesIO(b"0" * size), filename=f"{n}.bin")
    return form


def command(**more: Any) -> dict[str, Any]:
    return {"name": "play", "description": "Play", **more}


def option(**more: Any) -> dict[str, Any]:
    return {"type": 3, "name": "kid", "description": "A kid", **more}
