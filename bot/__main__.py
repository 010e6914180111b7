"""The `hob` command line.

It connects the parts: the only file of `bot` that imports `cogs`, and no file imports it. `health`, `--help` and
`--version` must be fast, so heavy modules are imported only where needed.
"""

import argparse
import asyncio
import gc
import io
import logging
import os
import sys
from collections.abc import Callable, Collection, Coroutine, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from bot.cli.arguments import parser
from bot.gateway import probe

if TYPE_CHECKING:
    from pathlib import Path

    Command = Callable[["Settings", argparse.Namespace], Coroutine[Any, Any, int]]
    from bot.settings import Fault, Settings


# Exit codes, besides argparse's 2 and the watchdog's 70. For CONFIGURATION, a restart doesn't help.
FAULT, CONFIGURATION, INTERRUPTED = 1, 78, 130
MATCHES = "OK: the replay matches the stored game."


def main(arguments: list[str] | None = None) -> int:
    parsed = parser().parse_args(arguments)
    if isinstance(sys.stdout, io.TextIOWrapper):  # on Windows a file has an encoding that lacks many players' names
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    logging.getLogger("dotenv").setLevel(logging.ERROR)  # bot/settings.py reports the lines that it can't parse
    if parsed.command == "health":
        return probe.report()
    if parsed.command == "play":
        return play(parsed)
    try:
        code = _run_command(parsed)
        sys.stdout.flush()
    except KeyboardInterrupt:  # `hob run` handles SIGINT itself, except on Windows
        return INTERRUPTED
    except BrokenPipeError:  # the reader has exited, as in `hob tables | head`; the final flush must not fail either
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return code


def _run_command(args: argparse.Namespace) -> int:
    from bot import settings
    from bot.gateway.logins import FatalError, Misconfigured
    from bot.process import logs
    from db import DatabaseError, ForeignStore, NewerStore, StoreError
    from engine.decks import InvalidDeck

    running = args.command == "run"
    logs.set_up("INFO", os.environ.get("HOB_LOG_FORMAT", "").lower())  # until the settings are loaded
    try:
        if running:
            return _run()
        folder = _given_folder(args)
        chosen, faults = settings.read(**folder)
        logs.set_up(chosen.log_level, chosen.log_format)
        if args.command != "doctor":  # which lists them
            _require_valid(() if folder else args.needs, faults)
        if getattr(args, "session", None):
            args.session = args.session.upper()
        return asyncio.run(_load_command(args.command, faults)(chosen, args))
    except (settings.InvalidSetting, Misconfigured, InvalidDeck, NewerStore, ForeignStore) as fault:
        return _ended(fault, CONFIGURATION, running)
    except DatabaseError as fault:
        hint = "`hob doctor` says what to do."
        if args.command == "move":
            hint = "`hob doctor` checks the old database; check the new one's address, and that it accepts Hob's login."
        return _ended(f"{fault}. {hint}", FAULT, running)
    except (FatalError, StoreError) as fault:
        return _ended(fault, FAULT, running)
    except OSError as fault:
        if running or fault.filename is None:  # such as a closed pipe
            raise
        return _ended(f"Can't use {fault.filename} ({fault.strerror}): check its permissions.", FAULT, running)


def _given_folder(args: argparse.Namespace) -> dict[str, object]:
    """Return the settings that `--data` overrides; HOB_DATABASE is one, so that a drill spares Hob's database."""
    return {"data": args.data, "database": ""} if getattr(args, "data", None) else {}


def _require_valid(needs: Collection[str], faults: "list[Fault]") -> None:
    """Warn about faults of the settings. Raises InvalidSetting if the command uses one of these settings."""
    from bot.settings import InvalidSetting, sentences

    if any(fault.setting in needs for fault in faults):
        raise InvalidSetting("\n".join(sentences(faults)))
    for sentence in sentences(faults):
        print(f"Warning: {sentence}", file=sys.stderr)


def _ended(fault: Exception | str, code: int, running: bool) -> int:
    """Report a fatal error, in the log if `hob run` was running, so that log collectors get it."""
    if running:
        for line in str(fault).splitlines():
            logging.getLogger("hob").critical("%s", line)
    else:
        print(fault, file=sys.stderr)
    return code


def _run() -> int:
    from bot import settings
    from bot.process import logs
    from bot.supervisor import NO_TOKEN, run

    extensions: dict[str, Any] = {}
    chosen, faults = settings.read()
    logs.set_up(chosen.log_level, chosen.log_format)
    if chosen.token is None and not {"token", "token_file"} & {fault.setting for fault in faults}:
        faults.append(settings.Fault("token", NO_TOKEN))
    if lines := [*settings.sentences(faults), *content_faults(chosen, extensions)]:
        raise settings.InvalidSetting("\n".join(lines))
    tune_garbage_collector()
    asyncio.run(run(chosen, extensions))
    return 0


def known_language(chosen: "Settings") -> None:
    """Raise InvalidSetting for an unsupported language."""
    from bot.i18n.catalogue import COMMON
    from bot.settings import InvalidSetting

    if chosen.language not in (known := COMMON.languages()):
        reason = f"choose from {', '.join(known)} (got {chosen.language!r})"
        raise InvalidSetting(f"The setting HOB_LANGUAGE is invalid: {reason}.")


def tune_garbage_collector() -> None:
    """Exempt loaded modules from garbage collection, which would otherwise rescan them during play.

    A hundred presses make 20,000 objects. With a lower threshold, they would be scanned more often; with a higher one,
    the garbage in between would take more memory.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 10, 10)


def _load_command(name: str, faults: "Sequence[Fault]" = ()) -> "Command":
    from bot.cli import database, doctor, new_game

    commands: dict[str, Command] = {
        "backup": database.backup,
        "check": check_game,
        "doctor": lambda chosen, given: doctor.doctor(chosen, given, all_content_faults, faults),
        "end": with_games(database.end),
        "export": database.export,
        "forget": with_games(database.erase),
        "invite": doctor.invite,
        "move": database.move,
        "new-game": new_game.new_game,
        "prune": database.prune,
        "recount": database.recount,
        "redraw": database.redraw,
        "replay": print_replay,
        "restore": database.restore,
        "show": with_games(database.show),
        "tables": database.tables,
        "thaw": database.retry,
        "verify": database.verify,
    }
    return commands[name]


def deck_folders(settings: "Settings") -> list["Path"]:
    """Return the folders with operators' decks. Raises InvalidDeck if they can't be listed."""
    from engine.decks import InvalidDeck

    folder = settings.decks.absolute()
    try:
        return sorted(path for path in folder.iterdir() if path.is_dir())
    except OSError as fault:
        if isinstance(fault, FileNotFoundError) or not _is_accessible(settings.data):  # that is reported on its own
            return []
        raise InvalidDeck(_unreadable(folder, fault)) from None


def _is_accessible(folder: "Path") -> bool:
    return os.path.isdir(folder) and os.access(folder, os.X_OK)


def _unreadable(folder: "Path", fault: OSError) -> str:
    return f"{folder}: the folder can't be read ({fault.strerror}); check its permissions"


def load_operator_decks(settings: "Settings") -> None:
    """Load and validate operators' decks. Raises InvalidDeck with all faults, one per line."""
    from engine import GAMES
    from engine.decks import InvalidDeck

    faults: list[str] = []
    for folder in deck_folders(settings):
        game = GAMES.get(folder.name)
        if game is not None and game.decks:
            try:
                game.decks.add_folder(folder)
            except InvalidDeck as fault:
                faults += [f"{folder / line}" for line in str(fault).splitlines()]
            except OSError as fault:
                faults.append(_unreadable(folder, fault))
    if faults:
        raise InvalidDeck("\n".join(faults))


def with_games(command: "Command") -> "Command":
    """Load games and decks before a command that opens tables; a faulty one is reported and left out."""

    async def run(chosen: "Settings", args: argparse.Namespace) -> int:
        for fault in content_faults(chosen, {}):
            print(fault, file=sys.stderr)
        return await command(chosen, args)

    return run


def content_faults(chosen: "Settings", extensions: dict[str, Any]) -> Iterator[str]:
    """Yield the faults of language, games and decks, and collect in `extensions` what loads features and games."""
    from cogs import games

    def load_games(chosen: "Settings") -> None:
        extensions.update(games.extensions(chosen.games))

    yield from _faults(chosen, known_language, load_games, load_operator_decks)


def all_content_faults(chosen: "Settings") -> Iterator[str]:
    """Yield all faults of language, games and decks, including games that can't be loaded, which Hob starts without."""
    from cogs.games import game_faults

    yield from game_faults(chosen.games)  # it also loads the others, on which the decks depend
    yield from _faults(chosen, known_language, load_operator_decks)


def _faults(chosen: "Settings", *checks: "Callable[[Settings], None]") -> Iterator[str]:
    from bot.settings import InvalidSetting
    from engine.decks import InvalidDeck

    for check in checks:
        try:
            check(chosen)
        except (InvalidSetting, InvalidDeck) as fault:
            yield from str(fault).splitlines()


async def check_game(settings: "Settings", args: argparse.Namespace) -> int:
    from cogs.check_game import report

    return report(args.package, args.computers)


def play(args: argparse.Namespace) -> int:
    """Open the playground, which the Docker image lacks."""
    try:
        from playground import __main__ as playground
    except ModuleNotFoundError as fault:
        if fault.name != "playground":
            raise
        print("This installation has no playground; `pip install` Hob on your own machine to use it.", file=sys.stderr)
        return FAULT
    options = playground.arguments([])
    vars(options).update(vars(args))
    return playground.start(options)


async def print_replay(settings: "Settings", args: argparse.Namespace) -> int:
    from cogs.games import extensions

    extensions(settings.games)
    load_operator_decks(settings)
    lines = await verify_replay(settings, args.session)
    print("\n".join(lines))
    return 0 if lines[-1] == MATCHES else FAULT


async def verify_replay(chosen: "Settings", session_id: str) -> list[str]:
    """Replay a finished game from its seed and compare. The last line is the verdict. Raises StoreError."""
    from bot.cli.database import open_store
    from bot.tables import lobby_options
    from bot.tables.history import apply_entry
    from db import effective_line
    from engine import GAMES
    from engine.rng import seal

    async with open_store(chosen) as store:
        row, answers = await store.get(session_id), await store.answers(session_id)
    if row is None or row.state is None:
        return [f"There is no game {session_id}; `hob tables` lists the tables."]
    if row.status != "over":
        return ["The game isn't over, so its seed is still secret."]
    if row.game not in GAMES:
        return [f"The game {row.game} isn't loaded; add it to HOB_GAMES."]
    game, lines = GAMES[row.game], list[str]()
    try:
        end = game.load(row.state)
        g = game.deal(end.players, end.seed, **lobby_options.rules_options(game, row.table.get("options", {})))
        lines += [f"{game.title}, seed {end.seed}", f"seal {seal(end.seed)}"]
        for entry in effective_line(answers):
            g = apply_entry(game, g, entry)
            what = entry.option if entry.back_to is None else f"undo to {entry.back_to}"
            lines.append(f"{entry.revision:4} seat {entry.seat} {what}")
        same = game.dump(g) == game.dump(end)
    except Exception as fault:  # rules that have changed since may fail in any way
        return [*lines, f"MISMATCH: the replay failed ({type(fault).__name__}: {fault})."]
    return [*lines, MATCHES if same else "MISMATCH: the replay differs from the stored game."]


if __name__ == "__main__":
    sys.exit(main())
