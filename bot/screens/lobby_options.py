"""A table's settings for display: title, help, names of the values, and the current value."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from bot.i18n.fitting import cut
from bot.screens import message
from bot.screens.game_ui import GameUI
from bot.screens.message import Button, Menu
from bot.tables import lobby_options
from bot.tables.model import TableInfo

FEW = (2, 3)  # numbers of values that one button can cycle through
DECK = 20  # characters of a deck's title that fit on a button


@dataclass(frozen=True)
class SettingChoice:
    """A setting with its display texts."""

    option: lobby_options.LobbySetting
    title: str
    help: str
    words: dict[Any, str]  # by value
    current: Any

    @property
    def current_words(self) -> str:
        return self.words.get(self.current, str(self.current))

    @property
    def next_value(self) -> Any:
        """Return the value after the current one, for a cycling button."""
        values = self.option.values
        return values[(values.index(self.current) + 1) % len(values)]


def setting_choices(ui: GameUI[Any], info: TableInfo) -> list[SettingChoice]:
    """Return the game's own settings in its order, then the common ones."""
    agreed = lobby_options.effective_settings(ui.game, info.options)
    return [_choice(ui, option, agreed[option.name]) for option in lobby_options.lobby_settings(ui.game)]


def _choice(ui: GameUI[Any], option: lobby_options.LobbySetting, now: Any) -> SettingChoice:
    name = option.name
    if name == "deck":
        words = {name: cut(deck.title, DECK) for name, deck in (ui.game.decks or {}).items()}
        words["hob"] = ui.tr("option.deck.hob")
    else:
        words = {value: _words(ui, name, value) for value in option.values}
    help_key = f"option.{name}.help"
    title, help = ui.tr(f"option.{name}"), ui.tr(help_key) if help_key in ui.catalogue else ""
    return SettingChoice(option, title, help, words, now)


def _words(ui: GameUI[Any], name: str, value: Any) -> str:
    if isinstance(value, bool):
        return ui.tr("option.yes" if value else "option.no")
    key = f"option.{name}.{lobby_options.value_slug(value)}"
    return ui.tr(key) if key in ui.catalogue else str(value).replace("-", " ")


def settings_text(ui: GameUI[Any], info: TableInfo, unusual: bool = False) -> str:
    """Return the current settings as text; with `unusual` only those that differ from the default."""
    seen = setting_choices(ui, info)
    if unusual:
        seen = [choice for choice in seen if choice.current != choice.option.default]
    return " · ".join(f"{choice.title}: {choice.current_words}" for choice in seen)


def setting_controls(
    choices: Iterable[SettingChoice], say: Callable[..., str], make_id: Callable[[str], str]
) -> tuple[list[str], list[Menu], list[Button]]:
    """Return for each setting a line of text, and a select or, for two or three values, a cycling button.

    `make_id` returns a custom_id from the setting's name, plus the new value for a button, so that a press delivered
    twice doesn't change it back.
    """
    lines, menus, buttons = [], [], []
    for one in choices:
        lines.append(say("option.line", title=one.title, value=one.current_words, help=one.help).rstrip())
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
