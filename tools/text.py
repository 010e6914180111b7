"""Work on the text files, for translators and developers.

python -m tools.text new fr [GAME …]    write text/fr.toml for these games, else for all: all keys, without texts
python -m tools.text missing de         print what the files of a language lack, in their format

A language may cover only some games: a game without its file speaks English. The texts of `bot` and of the features
are always written.
"""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from bot.i18n.catalogue import COMMON, COUNT, Catalogue, Plural, Template, rule
from cogs.game_uis import GAME_UIS

ROOT = Path(__file__).parents[1]
BARE = re.compile(r"[A-Za-z0-9_-]+")


def catalogues() -> list[Catalogue]:
    """Return the catalogue of each folder: of `bot`, the features and the games."""
    common = [Catalogue(name, folder) for name, folder in COMMON.folders.items() if folder.is_dir()]
    return [*common, *(ui.catalogue for ui in GAME_UIS.values())]


def file_of(catalogue: Catalogue, language: str) -> Path:
    return Path(str(catalogue.folder)) / f"{language}.toml"


def missing(catalogue: Catalogue, language: str) -> list[str]:
    """Return the keys that are missing in a language, or invalid."""
    translated = catalogue.translated(language)
    return [key for key in catalogue.english if key not in translated]


def entries(catalogue: Catalogue, keys: list[str], language: str) -> Iterator[str]:
    """Yield the lines for these keys, by section: the English as a comment, and an empty text."""
    above, section = comments(catalogue), ""
    for key in keys:
        if key.partition(".")[0] != section:
            section = key.partition(".")[0]
            yield ""
            yield from above.get(section, ())
            yield f"[{section}]"
        yield from above.get(key, ())
        yield from entry(key.partition(".")[2], catalogue.english[key], language)


def entry(name: str, english: Template, language: str) -> Iterator[str]:
    forms = {"": english} if isinstance(english, str) else {f"{form}: ": text for form, text in english.forms.items()}
    for form, text in forms.items():
        yield from (f"# {line}".rstrip() for line in f"{form}{text}".split("\n"))
    name = name if BARE.fullmatch(name) else json.dumps(name, ensure_ascii=False)
    if isinstance(english, Plural):
        yield f'{name}.{COUNT} = "{english.count}"'
        yield from (f'{name}.{category} = ""' for category in rule(language).categories)
    else:
        yield f'{name} = ""'


def comments(catalogue: Catalogue) -> dict[str, list[str]]:
    """Return the comments above sections and keys of the English file, by section or key."""
    by_key: dict[str, list[str]] = {}
    section, above = "", []
    for line in file_of(catalogue, "en").read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            above.append(line)
            continue
        if header := re.fullmatch(r"\[(\S+)\]", line):
            section = header[1]
            by_key[section] = above
        elif key := re.match(rf'"(.+?)"(?:\.{COUNT})? = |([^".]+?)(?:\.{COUNT})? = ', line):
            by_key[f"{section}.{key[1] or key[2]}"] = above
        above = []
    return {key: lines for key, lines in by_key.items() if lines}


def new(language: str, games: list[str]) -> None:
    """Write a file with empty texts for these games, or for all if none is named, unless it exists."""
    for catalogue in catalogues():
        if games and catalogue.name not in (*COMMON.folders, *games):
            continue
        file = file_of(catalogue, language)
        if file.exists():
            print(f"{file.relative_to(ROOT)} is there already: python -m tools.text missing {language}")
            continue
        lines = [f"# {catalogue.name}: {language}", *entries(catalogue, [*catalogue.english], language)]
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
        print(f"{file.relative_to(ROOT)}: {len(catalogue.english)} sentences to be translated")


def report(language: str) -> bool:
    """Print what the files of a language lack, and which games have none. Return True if anything is missing."""
    lacking = False
    everything = catalogues()
    spoken = [catalogue for catalogue in everything if file_of(catalogue, language).exists()]
    if silent := [catalogue.name for catalogue in everything if catalogue not in spoken]:
        print(f"no {language}.toml, so English is used: {', '.join(silent)}")
    for catalogue in spoken:
        if keys := missing(catalogue, language):
            lacking = True
            lines = "\n".join(entries(catalogue, keys, language))
            name = file_of(catalogue, language).relative_to(ROOT)
            print(f"{name} lacks {len(keys)} of {len(catalogue.english)}:\n{lines}\n")
    return lacking


def main(arguments: list[str]) -> str | int:
    """Run a command. Return 1 if texts are missing, a sentence if an argument or the command is unknown, else 0."""
    match arguments:
        case ["new", language, *games] if {*games} <= {catalogue.name for catalogue in catalogues()}:
            new(language, games)
        case ["new", _, *_]:
            return f"the games are {', '.join(ui.catalogue.name for ui in GAME_UIS.values())}"
        case ["missing", language]:
            return int(report(language))
        case _:
            return str(__doc__)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
