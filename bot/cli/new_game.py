"""`hob new-game`: write a project with a game that already plays."""

import argparse
import importlib.util
import keyword
import re
from pathlib import Path

from bot.settings import Settings
from engine import GAMES

TEMPLATE = Path(__file__).parent / "template"
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
MAX_NAME = 32  # characters of a slash command, by Discord's limit


async def new_game(settings: Settings, args: argparse.Namespace) -> int:
    """Write the template with the game's name into a new folder of that name."""
    folder = Path(args.folder) / args.name
    if problem := _find_problem(args.name, folder):
        print(problem)
        return 1
    names = {
        "my_game": args.name.replace("-", "_"),
        "my-game": args.name,
        "MyGame": "".join(word.capitalize() for word in args.name.split("-")),
        "My Game": " ".join(word.capitalize() for word in args.name.split("-")),
    }
    for file in sorted(path for path in TEMPLATE.rglob("*") if path.is_file() and path.suffix != ".pyc"):
        target, text = folder / _rename(str(file.relative_to(TEMPLATE)), names), file.read_text(encoding="utf-8")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(_rename(text, names), encoding="utf-8")
    print(f"{folder} is a game that already plays. Try it, then change its rules:")
    print(f"  hob play {folder}\n  hob check {folder}")
    return 0


def _find_problem(name: str, folder: Path) -> str:
    """Return why a game can't have this name, and what to do; "" if it can."""
    if not NAME.fullmatch(name) or len(name) > MAX_NAME:
        return (
            f"{name!r} can't name a game. Use small letters, digits and hyphens, as in liars-dice, at most {MAX_NAME}."
        )
    module = name.replace("-", "_")
    spec = importlib.util.find_spec(module)  # of one of Python's modules, of Hob's, or of another package
    if name in GAMES or keyword.iskeyword(module) or (spec is not None and spec.origin):
        return f"{name!r} is taken. Choose another name."
    return f"{folder} is already there. Choose another name, or another place with --folder." if folder.exists() else ""


def _rename(text: str, names: dict[str, str]) -> str:
    for old, new in names.items():
        text = text.replace(old, new)
    return text
