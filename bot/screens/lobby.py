"""The table message before the game: cover, seats, missing players; and the table's settings."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from bot.i18n.fitting import LETTERS, cut
from bot.pictures import Scene, covers
from bot.screens.custom_id import Control
from bot.screens.game_ui import GameUI
from bot.screens.generic_picture import split_title
from bot.screens.message import Button, Choice, Field, Menu, Message, Row, picture_fields
from bot.screens.table_screen import TableScreen
from bot.tables import lobby_options
from bot.tables.model import Seat, TableInfo
from engine.ai import LEVELS

NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"
FEW = (2, 3)  # numbers of values that one button can cycle through
DECK = 20  # characters of a deck's title that fit on a button


def lobby_message(screen: TableScreen) -> Message:
    """Return the lobby. With a cover, the seats are listed in small print below it; otherwise in a field."""
    ui, info, game = screen.ui, screen.info, screen.game
    if screen.session.status == "closed":
        ending = screen.tr(f"ended.{info.ended or 'lobby-expired'}", by=info.ended_by)
        return Message(title=game.title, text=ending, colour=ui.colour)
    invited = [person for person in info.invited if info.seat_of(person) is None]
    mentions = " ".join(f"<@{person}>" for person in invited)
    call = "night.called" if info.night else "said.rematch"
    picture = picture_fields(info.settings.pictures, cover_of, cover_alt, screen.plain)
    has_picture = picture["picture"] is not None
    least, most = game.seats[0], game.seats[-1]
    heading = screen.tr("lobby.players", here=len(info.seats), least=least, most=most)
    return Message(
        content=screen.tr(call, mentions=mentions) if invited else "",
        mentions=tuple(invited),
        title=screen.tr("lobby.title", game=game.title),
        text=ui.blurb if has_picture else "\n".join(filter(None, [ui.blurb, facts(ui)])),
        below="\n".join(status_lines(screen, has_picture)),
        fields=() if has_picture else (Field(heading, seat_lines(screen)),),
        colour=ui.colour,
        footer=screen.tr(f"message.number{stand_in(screen)}", session=screen.session.id),
        rows=lobby_rows(screen),
        **picture,
    )


def lobby_rows(screen: TableScreen) -> tuple[Row, ...]:
    """Return the buttons. The next step is highlighted: to join while players are missing, then to start."""
    closing = (
        screen.button("how-to-play", "rules"),
        screen.button("leave", "lobby", "leave"),
        screen.button("cancel", "lobby", "cancel", "danger"),
    )
    if not screen.info.policy.arranged:
        return (closing,)
    taken, possible = len(screen.info.seats), screen.game.seats
    enough, full = taken >= possible[0], taken >= possible[-1]
    join = screen.button("join", "lobby", "join", "secondary" if enough else "success")
    start = screen.button("start", "lobby", "start", "success" if enough else "secondary")
    leading = (start, screen.button("options", "lobby", "options"))
    alone = screen.session.guild is None  # a direct message, where no one else can join
    if full:
        return (leading, closing)
    return (leading if alone else (join, *leading), add_a_computer(screen), closing)


def status_lines(screen: TableScreen, has_cover: bool) -> list[str]:
    """Return what is missing, and what the cover can't show legibly: roles and non-default settings."""
    info, missing = screen.info, screen.game.seats[0] - len(screen.info.seats)
    ready = "said.ready" if info.policy.arranged else "refused.daily-undealt"
    if missing > 0:  # in direct messages no one else can join
        ready = "said.players-missing" if screen.session.guild is not None else "said.computers-missing"
    lines = [screen.tr(ready, n=missing)]
    if info.host_moved:
        lines.append(screen.tr("said.host-now", host=f"s{info.seat_of(info.host)}"))
    if evening := screen.series_score():
        lines.append(evening)
    if has_cover:
        lines.append(f"-# {seat_lines(screen)}")
    if chosen := settings_text(screen.ui, info, unusual=True):
        lines.append(f"-# {screen.tr('lobby.options', options=chosen)}")
    return lines


# ---- the cover
def cover_of(plain: TableScreen) -> Scene:
    ui = plain.ui
    lines = list(split_title(ui.game.title))
    if "game.cover-above" in ui.catalogue:
        lines = [ui.tr("game.cover-above"), ui.tr("game.cover-below")]
    if "game.cover-also" in ui.catalogue:
        lines.append(ui.tr("game.cover-also"))
    return covers.cover(ui.cover, lines, facts(ui), plain.translator.names, plain.game.seats[-1])


def cover_alt(plain: TableScreen) -> str:
    least, most = plain.game.seats[0], plain.game.seats[-1]
    here, seated = len(plain.info.seats), seat_lines(plain)
    return plain.tr("lobby.cover", game=plain.game.title, here=here, least=least, most=most, players=seated)


# ---- who sits here
def seat_lines(screen: TableScreen) -> str:
    """Return the seats with their occupants, marking the host and computers."""

    def role(seat: Seat) -> str:
        return "-computer" if seat.person is None else "-host" if seat.person == screen.info.host else ""

    def one(number: int, seat: Seat) -> str:
        letter, level = f"{LETTERS[number]}{NO_BREAK_SPACE}", screen.tr(f"level.{seat.level}")
        return screen.tr(f"lobby.seat{role(seat)}", letter=letter, p=f"s{number}", level=level)

    lines = [one(number, seat) for number, seat in enumerate(screen.info.seats)]
    return " · ".join(lines) or screen.tr("lobby.nobody")


def facts(ui: GameUI[Any]) -> str:
    """Return the number of players and, if the game's text says it, the duration."""
    key = "game.facts" if "game.facts" in ui.catalogue else "default.facts"
    return ui.tr(key, least=ui.game.seats[0], most=ui.game.seats[-1])


def add_a_computer(screen: TableScreen) -> Menu:
    """Return a select of levels. Its id changes with each seat, so that the same level can be picked again."""
    say = screen.tr
    choices = tuple(Choice(say(f"level.{level}.title"), level, say(f"level.{level}.help")) for level in LEVELS)
    id = str(Control(screen.session.id, "lobby", f"computer/{len(screen.info.seats)}"))
    return Menu(say("lobby.add-a-computer"), id, choices)


def stand_in(screen: TableScreen) -> str:
    deck = lobby_options.deck_name(screen.game, screen.info.options)
    return "-stand-in" if screen.game.cards(deck) and screen.game.house and deck == "hob" else ""


# ---- settings
@dataclass(frozen=True)
class SettingChoice:
    """A setting with its display texts."""

    setting: lobby_options.LobbySetting
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
        values = self.setting.values
        return values[(values.index(self.current) + 1) % len(values)]


def setting_choices(ui: GameUI[Any], info: TableInfo) -> list[SettingChoice]:
    """Return the game's own settings in its order, then the common ones."""
    agreed = lobby_options.effective_settings(ui.game, info.options)
    return [_choice(ui, setting, agreed[setting.name]) for setting in lobby_options.lobby_settings(ui.game)]


def _choice(ui: GameUI[Any], setting: lobby_options.LobbySetting, now: Any) -> SettingChoice:
    name = setting.name
    if name == "deck":
        words = {name: cut(deck.title, DECK) for name, deck in (ui.game.decks or {}).items()}
        words["hob"] = ui.tr("option.deck.hob")
    else:
        words = {value: _words(ui, name, value) for value in setting.values}
    help_key = f"option.{name}.help"
    title, help = ui.tr(f"option.{name}"), ui.tr(help_key) if help_key in ui.catalogue else ""
    return SettingChoice(setting, title, help, words, now)


def _words(ui: GameUI[Any], name: str, value: Any) -> str:
    if isinstance(value, bool):
        return ui.tr("option.yes" if value else "option.no")
    key = f"option.{name}.{lobby_options.value_slug(value)}"
    return ui.tr(key) if key in ui.catalogue else str(value).replace("-", " ")


def settings_text(ui: GameUI[Any], info: TableInfo, unusual: bool = False) -> str:
    """Return the current settings as text; with `unusual` only those that differ from the default."""
    choices = setting_choices(ui, info)
    if unusual:
        choices = [choice for choice in choices if choice.current != choice.setting.default]
    return " · ".join(f"{choice.title}: {choice.current_words}" for choice in choices)


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
        texts = {value: say("option.shown", title=one.title, value=words) for value, words in one.words.items()}
        if len(texts) in FEW:
            path = f"{one.setting.name}/{lobby_options.value_slug(one.next_value)}"
            buttons.append(Button(texts[one.current], make_id(path)))
        elif len(texts) > max(FEW):
            entries = [
                Choice(words, lobby_options.value_slug(value), "", value == one.current)
                for value, words in texts.items()
            ]
            menus.append(Menu(one.title, make_id(one.setting.name), tuple(entries[:25])))
    return lines, menus, buttons
