"""The `hob` command line: run, health, replay.

Here the parts are put together: the only file of `bot` that knows `cogs`, and nothing imports it.
"""

import argparse
import asyncio
import sys

from bot.run import logs, settings
from bot.run.health import ailment
from bot.run.settings import Settings, WrongSetting
from bot.run.supervisor import CannotRun, run
from bot.tables import options
from cogs.games import extensions
from cogs.presentation import Presentation
from db import Store, StoreError
from engine import GAMES
from engine.cards import BadDeck
from engine.chance import seal


def read_decks(chosen: Settings) -> None:
    """Operators' decks, each checked whole; one with faults stops the start and names them all."""
    for slug, game in GAMES.items():
        if game.decks and (chosen.decks / slug).is_dir():
            game.decks.add_folder(chosen.decks / slug)


async def replay(chosen: Settings, session: str) -> list[str]:
    """Deal a finished table again from its seed, give the recorded answers, and compare.  Raises StoreError."""
    store = await Store.open(chosen.database_url)
    try:
        row, answers = await store.get(session), await store.answers(session)
    finally:
        await store.close()
    if row is None or row.state is None:
        return [f"There is no game {session} here."]
    if row.status != "over":
        return ["The game is not over; its seed is not shown yet."]
    game = GAMES[row.game]
    end = game.load(row.state)
    g = game.deal(end.players, end.seed, **options.dealt(game, row.table["options"]))
    lines = [f"{game.title}, seed {end.seed}", f"seal {seal(end.seed)}"]
    for answer in answers:
        game.answer(g, answer.seat, answer.option)
        lines.append(f"{answer.revision:4} seat {answer.seat} {answer.option}")
    same = game.dump(g) == game.dump(end)
    return [*lines, "The same game to the last card." if same else "DIFFERENT: this is not how the game went."]


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="hob", description="Hob hosts tabletop games in Discord channels.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("run", help="run the bot")
    commands.add_parser("health", help="exit with 0 if the running bot is well")
    commands.add_parser("replay", help="repeat a finished game from its seed").add_argument("session")
    given = parser.parse_args(arguments)
    try:
        chosen = settings.load()
        logs.set_up(chosen.log_level, chosen.log_format)
        if given.command == "health":
            wrong = ailment(chosen.data)
            print(wrong or "Hob is well.")
            return 1 if wrong else 0
        presentation = Presentation(extensions(chosen.games))
        read_decks(chosen)
        if given.command == "replay":
            print("\n".join(asyncio.run(replay(chosen, given.session.upper()))))
            return 0
        asyncio.run(run(chosen, presentation))
    except (WrongSetting, CannotRun, BadDeck, StoreError) as fault:
        print(fault, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
