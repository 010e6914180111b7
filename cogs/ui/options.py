"""The options of a table, for people: a title, a help, the values with their words, and what is set now."""

from dataclasses import dataclass
from typing import Any, Literal, get_args, get_origin

from pydantic import ValidationError

from bot.tables.info import TableInfo
from cogs.ui.face import Face
from cogs.ui.words import cut

DECK = 20  # characters of a deck's title, so that a button has room for it
PICTURES, PACE = "pictures", "pace"  # of every game; kept beside its own options


@dataclass(frozen=True)
class Option:
    name: str
    title: str
    help: str
    values: tuple[tuple[Any, str], ...]  # each with its words
    now: Any

    @property
    def now_words(self) -> str:
        return next((words for value, words in self.values if value == self.now), str(self.now))

    @property
    def other(self) -> Any:
        """Of two values the one that is not set, for a button that turns them over."""
        return next(value for value, _ in self.values if value != self.now)


def slug(value: Any) -> str:
    """A value, as a control carries it."""
    return str(value).lower()


def deck_of(face: Face, info: TableInfo | None) -> str:
    """The deck of a table; Hob's own where there is no table, or where the operator has taken the deck away."""
    deck = info.options.get("deck", "hob") if info is not None else "hob"
    return deck if deck in (face.game.decks or ()) else "hob"


def chosen_of(face: Face, info: TableInfo) -> dict[str, Any]:
    """What is set beside the defaults, as far as it is still there."""
    return {**info.options, "deck": deck_of(face, info)} if "deck" in info.options else info.options


def options_of(face: Face, info: TableInfo) -> list[Option]:
    """Those of the game in its own order, then the two of every game."""
    chosen = face.game.Options(**chosen_of(face, info))
    found = []
    for name, field in type(chosen).model_fields.items():
        title = field.title or name.replace("_", " ").capitalize()
        values = tuple(_values(face, name, field.annotation))
        found.append(Option(name, title, field.description or "", values, getattr(chosen, name)))
    pictures = ((True, "on"), (False, "off"))
    pace = (("live", "live"), ("days", "over days"))
    slow = "Over days waits longer before anybody may nudge, or vote to let a computer play."
    found.append(Option(PICTURES, "Pictures", "The table as a picture, or in words only.", pictures, info.pictures))
    found.append(Option(PACE, "Pace", slow, pace, info.pace))
    return found


def _values(face: Face, name: str, kind: Any) -> list[tuple[Any, str]]:
    words = face.CHOICES.get(name, {})
    if name == "deck":
        return [(name, cut(deck.title, DECK)) for name, deck in (face.game.decks or {}).items()]
    if kind is bool:
        return [(False, "off"), (True, "on")]
    values = get_args(kind) if get_origin(kind) is Literal else ()
    return [(value, words.get(str(value), str(value).replace("-", " "))) for value in values]


def options_text(face: Face, info: TableInfo) -> str:
    return " · ".join(f"{option.title}: {option.now_words}" for option in options_of(face, info))


def set_option(face: Face, info: TableInfo, name: str, picked: str) -> bool:
    """Set an option to the value that was picked.  False: there is no such option or value."""
    values = [value for option in options_of(face, info) if option.name == name for value, _ in option.values]
    value = next((value for value in values if slug(value) == picked), None)
    if value is None:
        return False
    if name == PICTURES:
        info.pictures = value
    elif name == PACE:
        info.pace = value
    else:
        changed = {**chosen_of(face, info), name: value}
        try:
            face.game.Options(**changed)
        except ValidationError:
            return False
        info.options = changed
    return True
