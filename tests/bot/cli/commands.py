"""Operators' commands, typed next to a running Hob."""

from types import SimpleNamespace
from unittest import mock

import pytest

from bot import __main__ as program
from bot.cli import arguments, database
from hob.testing.play import Evening


async def typed(hob: Evening, capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    """Run a command next to the running Hob; return its exit code and its output."""
    given = arguments.parser().parse_args(list(words))
    if getattr(given, "session", None):
        given.session = given.session.upper()
    capsys.readouterr()
    with hob.discord.at_work(), mock.patch.object(database, "time", SimpleNamespace(time=hob.clock)):
        code = await program._load_command(given.command)(hob.settings, given)
    told = capsys.readouterr()
    return code, told.out or told.err
