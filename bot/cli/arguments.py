"""The command-line arguments. Nothing heavy is imported, so that `--help` is fast."""

import argparse
from typing import NamedTuple


class Command(NamedTuple):
    """A command: its summary, an example, and its arguments for argparse. `safety`: may Hob run at the same time?"""

    name: str
    summary: str
    example: str
    safety: str = "Safe while Hob runs."
    arguments: tuple[tuple[tuple[str, ...], dict[str, object]], ...] = ()


def _arg(*names: str, **how: object) -> tuple[tuple[str, ...], dict[str, object]]:
    return names, how


def _number(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("it must be 1 or more")
    return number


def _days(text: str) -> float:
    days = float(text)
    if not 0 <= days < float("inf"):
        raise argparse.ArgumentTypeError("it must be 0 or more")
    return days


SESSION = _arg("session", help="the table's number, as it stands below its picture")
PERSON = _arg("person", type=int, help="their Discord id")
YES = _arg("--yes", action="store_true", help="do it; without, only say what would be done")

COMMANDS = (
    Command("run", "Run the bot, until SIGTERM.", "hob run", "A second one waits until the first is gone."),
    Command("health", "Exit with 0 if the running bot is well.", "hob health || echo 'look at the log'"),
    Command(
        "backup",
        "Copy the SQLite store, check the copy, keep the newest.",
        "hob backup /backups --keep 14",
        arguments=(
            _arg("folder", nargs="?", help="where to (default: backups in the data folder)"),
            _arg("--keep", type=_number, help="how many copies to keep (default: HOB_BACKUP_KEEP)"),
        ),
    ),
    Command(
        "restore",
        "Put a copy in the store's place; what was there is kept in replaced/.",
        "hob restore data/backups/hob-20261122T031500_000000Z.sqlite3",
        "Stop Hob first: it is refused while one runs.",
        (_arg("file", help="a copy that `hob backup` has made"),),
    ),
    Command(
        "verify",
        "Read copies from end to end; 0 if each can be restored. Or check the record of a game (*.json).",
        "hob verify data/backups/hob-20261122T031500_000000Z.sqlite3",
        arguments=(_arg("files", nargs="+", metavar="file", help="a copy, or a record"),),
    ),
    Command(
        "move",
        "Copy the whole store into an empty one elsewhere: SQLite to PostgreSQL, or back.",
        "hob move postgresql://hob:password@db/hob",
        "Stop Hob first: it is refused while one runs.",
        (_arg("target", help="the address of the new store; then set HOB_DATABASE to it"),),
    ),
    Command(
        "new-game",
        "Write a package with a game that already plays, to be changed into yours.",
        "hob new-game liars-dice",
        arguments=(
            _arg("name", help="small letters, digits and hyphens"),
            _arg("--folder", default=".", help="where to write the project's folder (default: here)"),
        ),
    ),
    Command(
        "check",
        "Play a game of another package at random, and say what is wrong with its rules, texts and pictures.",
        "hob check ./liars-dice",
        arguments=(_arg("package", help="its project's folder, or its name as in HOB_GAMES"),),
    ),
    Command("doctor", "Check token, rights in each server, disk, clock, store and versions.", "hob doctor"),
    Command("invite", "Print the link that invites Hob into a server, and what each permission is for.", "hob invite"),
    Command(
        "tables",
        "List tables, those that were touched last first.",
        "hob tables --status frozen --status aside",
        arguments=(
            _arg(
                "--status",
                action="append",
                choices=("lobby", "playing", "frozen", "over", "closed", "aside"),
                default=[],
                help="only such tables; may be said more than once",
            ),
            _arg("--largest", action="store_true", help="the largest rows first"),
            _arg("--limit", type=_number, default=50, help="how many (default: 50)"),
        ),
    ),
    Command("show", "All about one table, but nobody's cards.", "hob show K7M2QX", arguments=(SESSION,)),
    Command(
        "end",
        "End a game, or close a lobby; the channel is free within half a minute.",
        "hob end K7M2QX",
        arguments=(SESSION,),
    ),
    Command("thaw", "Let a table that was set aside be tried again.", "hob thaw K7M2QX", arguments=(SESSION,)),
    Command(
        "redraw",
        "Draw one table anew in Discord, or all, slowly.",
        "hob redraw",
        arguments=(_arg("session", nargs="?", help="a table's number (default: all that are open)"),),
    ),
    Command(
        "prune",
        "Delete tables that ended long ago, and people who were not seen since.",
        "hob prune --games 180 --people 365 --yes",
        arguments=(
            _arg("--games", type=_days, help="days since their end (default: HOB_KEEP_GAMES; 0: none)"),
            _arg("--people", type=_days, help="days since they were seen (default: HOB_KEEP_PEOPLE; 0: none)"),
            YES,
        ),
    ),
    Command("replay", "Repeat a finished game from its seed.", "hob replay K7M2QX", arguments=(SESSION,)),
    Command(
        "recount",
        "Make all ratings anew from the results.",
        "hob recount --yes",
        arguments=(YES,),
    ),
    Command(
        "export",
        "Everything that is stored about a person, or what a server has set, as JSON.",
        "hob export 123456789012345678 > theirs.json",
        arguments=(
            _arg("id", type=int, help="a person's Discord id, or a server's"),
            _arg("--server", action="store_true", help="the id is a server's"),
        ),
    ),
    Command(
        "forget",
        "Remove a person from everything; their games stay whole, with nobody's name.",
        "hob forget 123456789012345678 --yes",
        arguments=(PERSON, YES),
    ),
)


class ShowVersion(argparse.Action):
    """Show the version; computed only on demand, because in a clone it starts git."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from bot.version import version

        print(f"Hob {version()}")
        parser.exit()


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(
        prog="hob",
        description="Hob hosts tabletop games in Discord channels.",
        epilog="Settings come from the environment and from .env; .env.example explains each.",
    )
    made.add_argument("--version", action=ShowVersion, nargs=0, help="show the version and the commit, and exit")
    commands = made.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for command in COMMANDS:
        one = commands.add_parser(
            command.name,
            help=command.summary,
            description=f"{command.summary}  {command.safety}",
            epilog=f"Example: {command.example}",
        )
        for names, how in command.arguments:
            one.add_argument(*names, **how)  # type: ignore[arg-type]
    return made
