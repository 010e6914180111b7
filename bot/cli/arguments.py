"""The command-line arguments. Nothing heavy is imported, so that `--help` is fast."""

import argparse
from pathlib import Path
from typing import NamedTuple

STORE = ("data", "database")  # the settings that say where the database is


class Command(NamedTuple):
    """A command: its summary, an example, and its arguments for argparse. `safety`: may Hob run at the same time?

    `needs` are the settings that it uses; it ignores faults of others.
    """

    name: str
    summary: str
    example: str
    safety: str = "Safe while Hob runs."
    arguments: tuple[tuple[tuple[str, ...], dict[str, object]], ...] = ()
    needs: tuple[str, ...] = STORE


def _arg(*names: str, **how: object) -> tuple[tuple[str, ...], dict[str, object]]:
    return names, how


def _number(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be 1 or more")
    return number


def _days(text: str) -> float:
    days = float(text)
    if not 0 <= days < float("inf"):
        raise argparse.ArgumentTypeError("must be 0 or more")
    return days


def port(text: str) -> int:
    number = int(text)
    if not 0 <= number <= 65535:
        raise argparse.ArgumentTypeError("must be from 0 to 65535")
    return number


_number.__name__, _days.__name__ = "number", "number of days"  # argparse uses them in its messages


SESSION = _arg("session", metavar="number", help="the table's number, shown below its picture")
PERSON = _arg("person", metavar="id", type=int, help="the person's Discord ID")
DATA = _arg("--data", type=Path, metavar="DIR", help="use the SQLite database in this folder, as for a drill")
YES = _arg("--yes", action="store_true", help="do it; otherwise only show what would be done")

COMMANDS = (
    Command("run", "Run the bot until SIGTERM.", "hob run", "A second one waits until the first stops."),
    Command("health", "Exit with 0 if the running bot is healthy.", "hob health || echo 'check the log'"),
    Command(
        "backup",
        "Back up the SQLite database, verify the backup, and delete the oldest ones.",
        "hob backup /backups --keep 14",
        arguments=(
            _arg("folder", nargs="?", help="target folder (default: backups in the data folder)"),
            _arg("--keep", type=_number, help="number of backups to keep (default: HOB_BACKUP_KEEP)"),
        ),
        needs=(*STORE, "backup_keep"),
    ),
    Command(
        "restore",
        "Replace the database with a backup; the previous one is saved in replaced/.",
        "hob restore data/backups/hob-20261122T031500_000000Z.sqlite3",
        "Stop Hob first; the command refuses to run next to it.",
        (_arg("file", help="a backup made by `hob backup`"), DATA),
    ),
    Command(
        "verify",
        "Check that backups can be restored, or verify game records (*.json); exit with 0 if all are valid.",
        "hob verify data/backups/hob-20261122T031500_000000Z.sqlite3",
        arguments=(_arg("files", nargs="+", metavar="file", help="a backup or a game record"),),
        needs=(),
    ),
    Command(
        "move",
        "Copy the database into an empty one, from SQLite to PostgreSQL or back.",
        "hob move postgresql://hob:password@db/hob",
        "Stop Hob first; the command refuses to run next to it.",
        (_arg("target", help="the new database's URL; set HOB_DATABASE to it afterwards"),),
    ),
    Command(
        "new-game",
        "Create a package with a small playable game, as a starting point for yours.",
        "hob new-game liars-dice",
        arguments=(
            _arg("name", help="lower-case letters, digits and hyphens"),
            _arg("--folder", default=".", help="where to create the project's folder (default: here)"),
        ),
        needs=(),
    ),
    Command(
        "check",
        "Play another package's game at random, and report problems of its rules, texts and pictures.",
        "hob check ./liars-dice",
        arguments=(
            _arg("package", help="the project's folder, or the game's name as in HOB_GAMES"),
            _arg("--computers", type=_number, default=0, metavar="N", help="let computers of each level play N games"),
        ),
        needs=(),
    ),
    Command(
        "play",
        "Try Hob in the browser, without a Discord account; saving a file of the game restarts Hob.",
        "hob play ./liars-dice",
        arguments=(
            _arg("package", nargs="?", help="offer only this game: its project's folder or its name"),
            _arg("--port", type=port, default=8080, help="port of the page, on this machine only (default: 8080)"),
            _arg(
                "--data",
                type=Path,
                metavar="DIR",
                help="keep the tables in this folder, new or from before (default: a temporary one)",
            ),
            _arg("--no-open", action="store_true", help="don't open a browser"),
        ),
    ),
    Command(
        "doctor",
        "Check the token, permissions, disk, clock, database and versions.",
        "hob doctor",
        arguments=(DATA,),
        needs=(),
    ),
    Command(
        "invite",
        "Print Hob's invitation link and the purpose of each permission.",
        "hob invite",
        needs=("token", "token_file"),
    ),
    Command(
        "tables",
        "List tables, the most recently used first.",
        "hob tables --status frozen --status aside",
        arguments=(
            _arg(
                "--status",
                action="append",
                choices=("lobby", "playing", "frozen", "over", "closed", "aside"),
                default=[],
                help="only tables with this status; can be repeated",
            ),
            _arg("--largest", action="store_true", help="sort by size, largest first"),
            _arg("--limit", type=_number, default=50, help="maximum number of tables (default: 50)"),
            DATA,
        ),
    ),
    Command("show", "Show everything about one table except cards.", "hob show K7M2QX", arguments=(SESSION,)),
    Command(
        "end",
        "End a game or close a lobby; the channel is free within 30 seconds.",
        "hob end K7M2QX",
        arguments=(SESSION,),
    ),
    Command("thaw", "Retry a table that was set aside.", "hob thaw K7M2QX", arguments=(SESSION,)),
    Command(
        "redraw",
        "Redraw one table in Discord, or all open ones, one per second.",
        "hob redraw",
        arguments=(_arg("session", metavar="number", nargs="?", help="a table's number (default: all open tables)"),),
    ),
    Command(
        "prune",
        "Delete old finished tables, and the settings of people not seen for long.",
        "hob prune --games 180 --people 365 --yes",
        arguments=(
            _arg("--games", type=_days, help="days since the table's end (default: HOB_KEEP_GAMES; 0: delete none)"),
            _arg(
                "--people", type=_days, help="days since the person was seen (default: HOB_KEEP_PEOPLE; 0: delete none)"
            ),
            YES,
        ),
        needs=(*STORE, "keep_games", "keep_people"),
    ),
    Command(
        "replay",
        "Replay a finished game from its seed.",
        "hob replay K7M2QX",
        arguments=(SESSION,),
        needs=(*STORE, "games"),
    ),
    Command("recount", "Recalculate all ratings from the results.", "hob recount --yes", arguments=(YES,)),
    Command(
        "export",
        "Print everything stored about a person, or a server's settings, as JSON.",
        "hob export 123456789012345678 > theirs.json",
        arguments=(
            _arg("id", type=int, help="a person's or server's Discord ID"),
            _arg("--server", action="store_true", help="the ID is a server's"),
        ),
    ),
    Command(
        "forget",
        "Erase a person's data; their games remain, without the name.",
        "hob forget 123456789012345678 --yes",
        arguments=(PERSON, YES),
    ),
)


class ShowVersion(argparse.Action):
    """Show the version; computed only on demand, because in a clone it starts git."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from bot.process.version import version

        print(f"Hob {version()}")
        parser.exit()


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(
        prog="hob",
        description="Hob hosts tabletop games in Discord channels.",
        epilog="Settings come from the environment and from .env; .env.example explains each.",
    )
    top.add_argument("--version", action=ShowVersion, nargs=0, help="show the version and the commit, and exit")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for command in COMMANDS:
        one = commands.add_parser(
            command.name,
            help=command.summary,
            description=f"{command.summary}  {command.safety}",
            epilog=f"Example: {command.example}",
        )
        one.set_defaults(needs=command.needs)
        for names, how in command.arguments:
            one.add_argument(*names, **how)  # type: ignore[arg-type]
    return top
