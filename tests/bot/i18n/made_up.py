"""A made-up language: its letters don't occur in English, so untranslated text stands out."""

import json
import re
import shutil
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

from bot.i18n.catalogue import COMMON, COUNT, Template
from bot.tables.model import COMPUTERS
from cogs.game_uis import GAME_UIS
from tools.text import catalogues, file_of

CODE = "th"  # Discord's code for a language that Hob doesn't have
LETTERS = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "àƀçđèƒğĥìĵķĺɱñòþɋŕśţùṽŵẋýžÀɃÇĐÈƑĞĤÌĴĶĹṀÑÒÞɊŔŚŢÙṼŴẊÝŽ",
)
AS_IT_IS = re.compile(r"\{[^{}]*\}|`[^`]*`|https?://\S+|/[a-z]+\b|</?[^<>]*>")  # fields, commands, addresses
UNSAID = re.compile(r"\[[^]]*\]\([^)]*\)|`[^`]*`|https?://\S+|<[^<>]*>|\b[A-Z0-9]{6}\b|(\b[0-9a-f]{4} ?){2,}|“[^”]*”")
WORD = re.compile(r"\b[A-Za-z]{2,}\b")


def marked(template: str) -> str:
    """Return the template in the made-up language."""
    parts, kept = AS_IT_IS.split(template), [*AS_IT_IS.findall(template), ""]
    return "".join(part.translate(LETTERS) + keep for part, keep in zip(parts, kept, strict=True))


def entry(key: str, template: Template) -> Iterator[str]:
    """Yield the lines of a text file for one key, in a section of its own."""
    section, _, name = key.partition(".")
    at = f"{section}.{json.dumps(name)}"
    if isinstance(template, str):
        yield f"{at} = {json.dumps(marked(template), ensure_ascii=False)}"
    else:
        yield f"{at}.{COUNT} = {json.dumps(template.count)}"
        yield from (
            f"{at}.{form} = {json.dumps(marked(text), ensure_ascii=False)}" for form, text in template.forms.items()
        )


@cache
def text_files() -> dict[str, tuple[Path, str]]:
    """Return by folder its English file, and its text in the made-up language; cached for all tests of a process."""
    return {
        catalogue.name: (
            file_of(catalogue, "en"),
            "\n".join(line for key, template in catalogue.english.items() for line in entry(key, template)),
        )
        for catalogue in catalogues()
    }


def learn(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Add the language to Hob, with text files like those of any other language."""
    for name, (english_file, text) in text_files().items():
        place = folder / name
        place.mkdir(exist_ok=True)
        shutil.copy(english_file, place)
        (place / f"{CODE}.toml").write_text(text, encoding="utf-8")
    for catalogue in (COMMON, *(ui.catalogue for ui in GAME_UIS.values())):
        monkeypatch.setattr(catalogue, "folder", folder / catalogue.name)
        monkeypatch.setattr(catalogue, "folders", {name: folder / name for name in catalogue.folders})


def named() -> set[str]:
    """Return words that are the same in every language: names of games, cards and computers."""
    texts = [*COMPUTERS, "Hob", "Discord", "UTC", "Test Guild"]
    for ui in GAME_UIS.values():
        texts.append(ui.game.title)
        texts += [text for card in ui.game.cards().values() for text in (card.name, getattr(card, "nick", ""))]
    return {word for text in texts for word in WORD.findall(text)}


def cut_name(text: str, word: re.Match[str], known: set[str]) -> bool:
    return text[word.end() : word.end() + 1] == "…" and any(name.startswith(word[0]) for name in known)


def english(texts: Iterable[str], names: Iterable[str] = ()) -> Iterator[str]:
    """Yield the texts that contain an English word."""
    known = named() | {word for name in names for word in WORD.findall(name)}
    for text in texts:
        found = WORD.finditer(bare := UNSAID.sub(" ", text))
        left = [one[0] for one in found if one[0] not in known and not cut_name(bare, one, known)]
        if left:
            yield f"{' '.join(left)} IN {text}"
