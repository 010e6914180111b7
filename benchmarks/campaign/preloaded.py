"""Everything that a campaign's processes import before they start, and a settable clock.

Only the process that they are forked from imports this.
"""

# ruff: noqa: E402, F401

from __future__ import annotations

import contextlib
import gc
import importlib
import os
import time
from collections.abc import MutableSequence

_true = time.time
ahead: MutableSequence[float] = [0.0]  # seconds; shared with the process that sets the clock


def _clock() -> float:
    return _true() + ahead[0]


time.time = _clock  # before another module imports it

import alembic.command
import discord.ext.commands
import sqlalchemy.ext.asyncio

import bot.__main__
import bot.app
import bot.process.logs
import bot.supervisor
import cogs.game_uis
from cogs.games import extensions

for name in extensions():
    importlib.import_module(name)
with contextlib.suppress(ImportError):  # PostgreSQL's driver is optional
    importlib.import_module("asyncpg")
os.setsid()  # Ctrl-C is for the campaign only
gc.freeze()  # what was imported is not garbage
