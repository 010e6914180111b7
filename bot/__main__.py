"""The `hob` command line.

Here the parts are put together: the only file of `bot` that knows `cogs`, and nothing imports it.  `health`, `--help`
and `--version` are asked often or by people who wait, so whatever is heavy is imported by those who need it.
"""

import argparse
import asyncio
import gc
import os
import sys
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from bot.operate.arguments import parser
from bot.run import probe

if TYPE_CHECKING:
    Command = Callable[["Settings", argparse.Namespace], Coroutine[Any, Any, int]]
    from bot.run.settings import Settings


def main(arguments: list[str] | None = None) -> int:
    given = parser().parse_args(arguments)
    if given.command == "health":
        return probe.report()
    try:
        code = _heavy(given)
        sys.stdout.flush()
    except BrokenPipeError:  # nobody reads on, as in `hob tables | head`; nor may the last flush of the program fail
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return code


def _heavy(given: argparse.Namespace) -> int:
    from bot.run import logs, settings
    from bot.run.logins import CannotRun
    from bot.run.supervisor import run
    from cogs.games import extensions
    from cogs.presentation import Presentation
    from cogs.words.translations import languages
    from db import StoreError
    from engine.cards import BadDeck

    try:
        chosen = settings.load()
        logs.set_up(chosen.log_level, chosen.log_format)
        if chosen.language not in (known := languages()):
            there = f"Hob speaks {', '.join(known)} (it is {chosen.language!r})"
            raise settings.WrongSetting(f"The setting HOB_LANGUAGE is wrong: {there}.")
        if given.command != "doctor":  # which tells of everything, and needs no game
            presentation = Presentation(extensions(chosen.games))
            read_decks(chosen)
        if getattr(given, "session", None):
            given.session = given.session.upper()
        if given.command == "run":
            steady()
            asyncio.run(run(chosen, presentation))
            return 0
        if given.command == "replay":
            print("\n".join(asyncio.run(replay(chosen, given.session))))
            return 0
        return asyncio.run(_command(given.command)(chosen, given))
    except (settings.WrongSetting, CannotRun, BadDeck, StoreError) as fault:
        print(fault, file=sys.stderr)
        return 1


def steady() -> None:
    """What is loaded stays: the collector of garbage need not look through it again and again while people play.

    Nor through what some hundred presses of one moment have in hand (200 presses: 40,000 objects).
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 10, 10)


def _command(name: str) -> "Command":
    from bot.operate import copies, doctor, people, tables

    rooms: tuple[dict[str, Command], ...] = (
        {"backup": copies.backup, "restore": copies.restore, "verify": copies.verify, "move": copies.move},
        {"tables": tables.tables, "show": tables.show, "end": tables.end, "thaw": tables.thaw},
        {"redraw": tables.redraw, "prune": tables.prune, "recount": tables.recount},
        {"export": people.export, "forget": people.forget, "doctor": doctor.doctor, "invite": doctor.invite},
    )
    return {name: command for room in rooms for name, command in room.items()}[name]


def read_decks(chosen: "Settings") -> None:
    """Operators' decks, each checked whole; one with faults stops the start and names them all."""
    from engine import GAMES

    for slug, game in GAMES.items():
        if game.decks and (chosen.decks / slug).is_dir():
            game.decks.add_folder(chosen.decks / slug)


async def replay(chosen: "Settings", session: str) -> list[str]:
    """Deal a finished table again from its seed, give the recorded answers, and compare.  Raises StoreError."""
    from bot.operate.tables import opened
    from bot.sessions.course import went_on
    from bot.tables import options
    from db import line
    from engine import GAMES
    from engine.chance import seal

    async with opened(chosen) as store:
        row, answers = await store.get(session), await store.answers(session)
    if row is None or row.state is None:
        return [f"There is no game {session} here."]
    if row.status != "over":
        return ["The game is not over; its seed is not shown yet."]
    game = GAMES[row.game]
    end = game.load(row.state)
    g = game.deal(end.players, end.seed, **options.dealt(game, row.table.get("options", {})))
    lines = [f"{game.title}, seed {end.seed}", f"seal {seal(end.seed)}"]
    for entry in line(answers):
        g = went_on(game, g, entry)
        what = entry.option if entry.back_to is None else f"goes back to {entry.back_to}"
        lines.append(f"{entry.revision:4} seat {entry.seat} {what}")
    same = game.dump(g) == game.dump(end)
    return [*lines, "The same game to the last card." if same else "DIFFERENT: this is not how the game went."]


if __name__ == "__main__":
    sys.exit(main())
