"""Cards as data: a deck is a TOML file of cards, read once and checked completely; an error names every fault.

A game's own deck is ``cards.toml`` next to its rules and is called ``hob``.  An operator who owns the game may put a
file of the same form into the data folder; players choose it in the lobby by its file name.

The effects of a card are data too: each of its `effects` is a verb and its constants, such as
``["take-candy", "adjacent"]``.  A game declares its verbs, so a deck file with an unknown verb is rejected on reading.
"""

import re
import stat
import tomllib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine.machine import EngineError


class UnreadableFile(EngineError):
    """The file cannot be used.  The message says why and what to do, and does not name the file."""


def read_text(file: Path, max_bytes: int) -> str:
    """Return the UTF-8 text of a regular file of at most `max_bytes` bytes, without a byte order mark.

    Raises UnreadableFile, also for a pipe or a device, which might never end.
    """
    try:
        if not stat.S_ISREG(file.stat().st_mode):
            raise UnreadableFile("this isn't a regular file; put a file in its place, or remove it")
        with file.open("rb") as stream:
            data = stream.read(max_bytes + 1)
        if len(data) > max_bytes:
            raise UnreadableFile(f"the file is larger than {max_bytes:,} bytes; check that it is the right one")
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UnreadableFile("the file isn't UTF-8 text; save it as UTF-8") from None
    except OSError as fault:
        raise UnreadableFile(f"the file can't be read ({fault.strerror}); check its name and permissions") from fault
    if not text.strip():
        raise UnreadableFile("the file is empty; write something into it, or remove it")
    return text


MAX_BYTES = 2**17  # bytes of a deck file; ours have up to 19,000
MAX_VALUES = 4000  # characters per line: the time of Python's TOML parser grows with the square of a key's parts
MAX_DEPTH = 8  # nesting of tables and lists; a deck needs four levels
MAX_SLUG = 30  # characters of an id, which becomes part of Discord's custom_id
Slug = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=MAX_SLUG)]


class InvalidDeck(EngineError):
    """A deck file is unusable.  The message names every fault, one per line."""


class Card(BaseModel):
    """The fields of every card.  `text` is our own wording of its effect, `short` the same in at most 60 characters."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: Slug
    name: Annotated[str, Field(min_length=1, max_length=40)]
    text: Annotated[str, Field(max_length=400)] = ""
    short: Annotated[str, Field(max_length=60)] = ""


Effect = tuple[str | int, ...]


@dataclass(frozen=True)
class EffectRule:
    """A verb of the rules: the moments when a card may use it, and the values allowed for each constant."""

    when: Collection[str]
    constants: tuple[Collection[str] | range, ...] = ()


def effect_faults(effects: Iterable[Effect], when: str, verbs: Mapping[str, EffectRule]) -> Iterator[str]:
    """Yield a sentence for each reason why these effects cannot be used at this moment."""
    for effect in effects:
        name, *constants = effect or ("",)
        verb = verbs.get(str(name))
        if verb is None:
            yield f"unknown verb {name!r}; choose from {', '.join(verbs)}"
            continue
        if when not in verb.when:
            yield f"{name} is for {' or '.join(verb.when)}, not for {when or 'no moment'}"
        if len(constants) != len(verb.constants):
            yield f"{name} needs {len(verb.constants)} constants, not {len(constants)}"
        for constant, allowed in zip(constants, verb.constants, strict=False):
            if constant not in allowed:
                known = f"{allowed[0]} to {allowed[-1]}" if isinstance(allowed, range) else ", ".join(allowed)
                yield f"{name} can't take {constant!r}, only {known}"


AnyCard = TypeVar("AnyCard", bound=Card)


class Deck(dict[str, AnyCard]):
    """The cards of one deck by id, in the file's order.  `source` is ``house`` for cards that no rulebook prints."""

    name: str = "hob"
    title: str = ""
    source: str = "house"


class Decks(dict[str, Deck[AnyCard]], Generic[AnyCard]):
    """All decks with which one game can be played, by name; ``hob`` is always there.

    `model` is the card model; `check` takes all cards of a deck and returns further faults (numbers of cards, colours).
    """

    def __init__(
        self,
        game: str,
        model: type[AnyCard],
        house: Path,
        check: Callable[[Deck[AnyCard]], Iterable[str]] | None = None,
    ) -> None:
        super().__init__()
        self.game, self.model, self.check = game, model, check
        self.add("hob", house)

    def add_folder(self, folder: Path) -> None:
        """Read an operator's ``*.toml``; each file names its deck.  Raises OSError, or InvalidDeck with all faults."""
        faults = []
        files = folder.iterdir() if folder.exists() else ()  # glob() takes a folder that can't be read for an empty one
        for file in sorted(path for path in files if path.name.endswith(".toml")):
            try:
                if file.stem == "hob" or slug(file.stem) != file.stem or len(file.stem) > MAX_SLUG:
                    rule = f"at most {MAX_SLUG} lower-case letters, digits and hyphens, and not hob"
                    raise InvalidDeck(f"{file.name}: the file's name must be {rule}")
                self.add(file.stem, file)
            except InvalidDeck as fault:
                faults.append(str(fault))
        if faults:
            raise InvalidDeck("\n".join(faults))

    def add(self, name: str, file: Path) -> None:
        """Read one deck file.  Raises InvalidDeck with all its faults."""
        try:
            data = _parse_toml(read_text(file, MAX_BYTES))
        except UnreadableFile as fault:
            raise InvalidDeck(f"{file.name}: {fault}") from fault
        faults: list[str] = []
        if data.get("game", self.game) != self.game:  # the faults of its cards would mean nothing
            reason = f'game is {repr(data["game"])[:60]}, not "{self.game}"'
            raise InvalidDeck(f"{file.name}: {reason}; put the file into its game's folder, or correct that line")
        if "game" not in data:
            faults.append(f'the line game = "{self.game}" is missing')
        deck: Deck[AnyCard] = Deck()
        deck.name, deck.title = name, str(data.get("title", name))
        deck.source = str(data.get("source", "operator" if name != "hob" else "house"))
        rows = data.get("card", [])
        cards: list[AnyCard] = []
        for number, row in enumerate(rows if isinstance(rows, list) else [], 1):
            row = {"id": slug(str(row.get("name", ""))), **row} if isinstance(row, dict) else row
            try:
                cards.append(self.model.model_validate(row))
            except ValidationError as fault:
                label = row.get("name", f"card {number}") if isinstance(row, dict) else f"card {number}"
                faults += [f"{label}: {'.'.join(map(str, e['loc']))}: {e['msg']}" for e in fault.errors()]
        faults += [f"{twice}: two cards have this id" for twice, n in Counter(c.id for c in cards).items() if n > 1]
        deck.update({card.id: card for card in cards})
        if not faults and self.check:
            faults += self.check(deck)
        if faults:
            raise InvalidDeck("\n".join(f"{file.name}: {fault}" for fault in faults))
        self[name] = deck


def _parse_toml(text: str) -> dict[str, Any]:
    """Parse a deck file.  Raises UnreadableFile if it isn't TOML, or if a line, number or nesting exceeds a limit."""
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > MAX_VALUES:
            raise UnreadableFile(f"line {number} has more than {MAX_VALUES:,} characters; break it into several lines")
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        reason = str(fault)
        raise UnreadableFile(reason if len(reason) <= 200 else f"{reason[:100]} … {reason[-100:]}") from fault
    except (RecursionError, ValueError):  # ValueError: a number has more digits than Python converts
        data = None
    if data is None or not _is_small(data):
        raise UnreadableFile(
            f"lists are nested more than {MAX_DEPTH} deep, or a number exceeds 64 bits; write it as in Hob's decks"
        )
    return data


def _is_small(value: object, depth: int = 0) -> bool:
    """Return whether all integers fit into 64 bits and nothing is nested too deeply."""
    if isinstance(value, dict | list):
        inner = value.values() if isinstance(value, dict) else value
        return depth < MAX_DEPTH and all(_is_small(one, depth + 1) for one in inner)
    return not isinstance(value, int) or value.bit_length() < 64


def slug(name: str) -> str:
    """Turn a name into an id: ``"I'm Inevitable"`` -> ``im-inevitable``."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower().replace("'", "").replace("’", "")).strip("-")
