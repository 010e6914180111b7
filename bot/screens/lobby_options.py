"""The options of a table, for people: a title, a help, the values with their words, and what is set now."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from bot.i18n.fitting import cut
from bot.screens import message
from bot.screens.game_ui import Face
from bot.screens.message import Button, Menu
from bot.tables import lobby_options
from bot.tables.model import TableInfo

FEW = (2, 3)  # values that one button turns over
DECK = 20  # characters of a deck's title, so that a button has room for it


@dataclass(frozen=True)
class Choice:
    """An option as people read it."""

    option: lobby_options.Option
    title: str
    help: str
    words: dict[Any, str]  # of each value
    now: Any

    @property
    def now_words(self) -> str:
        return self.words[self.now]

    @property
    def other(self) -> Any:
        """The value after the one that is set, for a button that turns a few of them over."""
        values = self.option.values
        return values[(values.index(self.now) + 1) % len(values)]


def choices(face: Face[Any], info: TableInfo) -> list[Choice]:
    """Those of the game in its own order, then those of every game."""
    agreed = lobby_options.agreed(face.game, info.options)
    return [_choice(face, option, agreed[option.name]) for option in lobby_options.options(face.game)]


def _choice(face: Face[Any], option: lobby_options.Option, now: Any) -> Choice:
    name = option.name
    if name == "deck":
        words = {name: cut(deck.title, DECK) for name, deck in (face.game.decks or {}).items()}
        words["hob"] = face.say("option.deck.hob")
    else:
        words = {value: _words(face, name, value) for value in option.values}
    title, help = face.say(f"option.{name}"), face.say(f"option.{name}.help")
    return Choice(option, title, help, words, now)


def _words(face: Face[Any], name: str, value: Any) -> str:
    if isinstance(value, bool):
        return face.say("option.yes" if value else "option.no")
    key = f"option.{name}.{lobby_options.slug(value)}"
    return face.say(key) if key in face.words else str(value).replace("-", " ")


def options_text(face: Face[Any], info: TableInfo, unusual: bool = False) -> str:
    """What is set, for everybody to read; or only what is not as it is where nobody chooses."""
    seen = choices(face, info)
    if unusual:
        seen = [choice for choice in seen if choice.now != choice.option.default]
    return " · ".join(f"{choice.title}: {choice.now_words}" for choice in seen)


def controls(
    found: Iterable[Choice], say: Callable[..., str], named: Callable[[str], str]
) -> tuple[list[str], list[Menu], list[Button]]:
    """A line of what is set for each; a select for each of many values, a button that turns one of two or three over.

    `named` makes a control's custom_id of the option's name, and of the value that a button sets: a press that is
    delivered twice does not turn it back.
    """
    lines, menus, buttons = [], [], []
    for one in found:
        lines.append(say("option.line", title=one.title, value=one.now_words, help=one.help))
        shown = {value: say("option.shown", title=one.title, value=words) for value, words in one.words.items()}
        if len(shown) in FEW:
            buttons.append(Button(shown[one.now], named(f"{one.option.name}/{lobby_options.slug(one.other)}")))
        elif len(shown) > max(FEW):
            entries = [
                message.Choice(words, lobby_options.slug(value), "", value == one.now) for value, words in shown.items()
            ]
            menus.append(Menu(one.title, named(one.option.name), tuple(entries[:25])))
    return lines, menus, buttons
