"""The options of a table, for people: a title, a help, the values with their words, and what is set now."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from bot.i18n.fitting import cut
from bot.screens import message
from bot.screens.game_ui import GameUI
from bot.screens.message import Button, Menu
from bot.tables import lobby_options
from bot.tables.model import TableInfo

FEW = (2, 3)  # values that one button turns over
DECK = 20  # characters of a deck's title, so that a button has room for it


@dataclass(frozen=True)
class SettingChoice:
    """An option as people read it."""

    option: lobby_options.LobbySetting
    title: str
    help: str
    words: dict[Any, str]  # of each value
    current: Any

    @property
    def current_words(self) -> str:
        return self.words[self.current]

    @property
    def next_value(self) -> Any:
        """The value after the one that is set, for a button that turns a few of them over."""
        values = self.option.values
        return values[(values.index(self.current) + 1) % len(values)]


def setting_choices(ui: GameUI[Any], info: TableInfo) -> list[SettingChoice]:
    """Those of the game in its own order, then those of every game."""
    agreed = lobby_options.effective_settings(ui.game, info.options)
    return [_choice(ui, option, agreed[option.name]) for option in lobby_options.lobby_settings(ui.game)]


def _choice(ui: GameUI[Any], option: lobby_options.LobbySetting, now: Any) -> SettingChoice:
    name = option.name
    if name == "deck":
        words = {name: cut(deck.title, DECK) for name, deck in (ui.game.decks or {}).items()}
        words["hob"] = ui.tr("option.deck.hob")
    else:
        words = {value: _words(ui, name, value) for value in option.values}
    title, help = ui.tr(f"option.{name}"), ui.tr(f"option.{name}.help")
    return SettingChoice(option, title, help, words, now)


def _words(ui: GameUI[Any], name: str, value: Any) -> str:
    if isinstance(value, bool):
        return ui.tr("option.yes" if value else "option.no")
    key = f"option.{name}.{lobby_options.value_slug(value)}"
    return ui.tr(key) if key in ui.catalogue else str(value).replace("-", " ")


def settings_text(ui: GameUI[Any], info: TableInfo, unusual: bool = False) -> str:
    """What is set, for everybody to read; or only what is not as it is where nobody chooses."""
    seen = setting_choices(ui, info)
    if unusual:
        seen = [choice for choice in seen if choice.current != choice.option.default]
    return " · ".join(f"{choice.title}: {choice.current_words}" for choice in seen)


def setting_controls(
    choices: Iterable[SettingChoice], say: Callable[..., str], make_id: Callable[[str], str]
) -> tuple[list[str], list[Menu], list[Button]]:
    """A line of what is set for each; a select for each of many values, a button that turns one of two or three over.

    `make_id` makes a control's custom_id of the option's name, and of the value that a button sets: a press that is
    delivered twice does not turn it back.
    """
    lines, menus, buttons = [], [], []
    for one in choices:
        lines.append(say("option.line", title=one.title, value=one.current_words, help=one.help))
        shown = {value: say("option.shown", title=one.title, value=words) for value, words in one.words.items()}
        if len(shown) in FEW:
            buttons.append(
                Button(shown[one.current], make_id(f"{one.option.name}/{lobby_options.value_slug(one.next_value)}"))
            )
        elif len(shown) > max(FEW):
            entries = [
                message.Choice(words, lobby_options.value_slug(value), "", value == one.current)
                for value, words in shown.items()
            ]
            menus.append(Menu(one.title, make_id(one.option.name), tuple(entries[:25])))
    return lines, menus, buttons
