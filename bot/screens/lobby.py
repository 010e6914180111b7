"""The table message before the game: cover, seats, missing players; and the table's settings."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from bot.i18n.fitting import LETTERS, cut
from bot.i18n.translator import Translator
from bot.pictures import Scene, covers
from bot.pictures.compose import PictureFields, picture_fields
from bot.screens.base import MessageBuilder
from bot.screens.custom_id import Control
from bot.screens.game_ui import GameUI
from bot.screens.generic_picture import split_title
from bot.screens.message import Button, Choice, Field, Menu, Message, Row
from bot.tables import lobby_options
from bot.tables.model import Seat, TableInfo
from bot.tables.session import TableSession
from engine.ai import LEVELS

NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"
FEW = (2, 3)  # numbers of values that one button can cycle through
DECK = 20  # characters of a deck's title that fit on a button


class LobbyMessages(MessageBuilder):
    def lobby(self, session: TableSession) -> Message:
        """Return the lobby. With a cover, the seats are listed in small print below it; otherwise in a field."""
        ui, info, game, translator = self.game_ui(session), session.info, session.game, self.translator(session)
        if session.status == "closed":
            ending = translator.tr(f"ended.{info.ended or 'lobby-expired'}", by=info.ended_by)
            return Message(title=game.title, text=ending, colour=ui.colour)
        invited = [person for person in info.invited if info.seat_of(person) is None]
        mentions = " ".join(f"<@{person}>" for person in invited)
        call = "night.called" if info.night else "said.rematch"
        picture = self.cover(session, ui)
        has_picture = picture["picture"] is not None
        seats = Field(self.seats_text(session, translator), self.seat_lines(session, translator))
        return Message(
            content=translator.tr(call, mentions=mentions) if invited else "",
            mentions=tuple(invited),
            title=translator.tr("lobby.title", game=game.title),
            text=ui.blurb if has_picture else "\n".join(filter(None, [ui.blurb, self.facts(ui)])),
            below="\n".join(self.status_lines(session, translator, has_picture)),
            fields=() if has_picture else (seats,),
            colour=ui.colour,
            footer=translator.tr(f"message.number{self.stand_in(session)}", session=session.id),
            rows=self.lobby_rows(session),
            **picture,
        )

    def lobby_rows(self, session: TableSession) -> tuple[Row, ...]:
        """Return the buttons. The next step is highlighted: to join while players are missing, then to start."""
        closing = (
            self.button(session, "how-to-play", "rules"),
            self.button(session, "leave", "lobby", "leave"),
            self.button(session, "cancel", "lobby", "cancel", "danger"),
        )
        if not session.info.policy.arranged:
            return (closing,)
        taken, possible = len(session.info.seats), session.game.seats
        enough, full = taken >= possible[0], taken >= possible[-1]
        join = self.button(session, "join", "lobby", "join", "secondary" if enough else "success")
        start = self.button(session, "start", "lobby", "start", "success" if enough else "secondary")
        leading = (start, self.button(session, "options", "lobby", "options"))
        alone = session.guild is None  # a direct message, where no one else can join
        if full:
            return (leading, closing)
        return (leading if alone else (join, *leading), self.add_a_computer(session), closing)

    def status_lines(self, session: TableSession, translator: Translator, has_cover: bool) -> list[str]:
        """Return what is missing, and what the cover can't show legibly: roles and non-default settings."""
        info, missing = session.info, session.game.seats[0] - len(session.info.seats)
        ready = "said.ready" if info.policy.arranged else "refused.daily-undealt"
        if missing > 0:  # in direct messages no one else can join
            ready = "said.players-missing" if session.guild is not None else "said.computers-missing"
        lines = [translator.tr(ready, n=missing)]
        if info.host_moved:
            lines.append(translator.tr("said.host-now", host=f"s{info.seat_of(info.host)}"))
        if evening := self.series_score(session):
            lines.append(evening)
        if has_cover:
            lines.append(f"-# {self.seat_lines(session, translator)}")
        if chosen := settings_text(self.game_ui(session), info, unusual=True):
            lines.append(f"-# {translator.tr('lobby.options', options=chosen)}")
        return lines

    # ---- the cover
    def cover(self, session: TableSession, ui: GameUI[Any]) -> PictureFields:
        plain = self.translator(session, escape=False)
        return picture_fields(session.info.settings.pictures, self.cover_of, self.cover_alt, session, ui, plain)

    def cover_of(self, session: TableSession, ui: GameUI[Any], plain: Translator) -> Scene:
        lines = list(split_title(ui.game.title))
        if "game.cover-above" in ui.catalogue:
            lines = [ui.tr("game.cover-above"), ui.tr("game.cover-below")]
        if "game.cover-also" in ui.catalogue:
            lines.append(ui.tr("game.cover-also"))
        return covers.cover(ui.cover, lines, self.facts(ui), plain.names, session.game.seats[-1])

    def cover_alt(self, session: TableSession, ui: GameUI[Any], plain: Translator) -> str:
        least, most = session.game.seats[0], session.game.seats[-1]
        here, seated = len(session.info.seats), self.seat_lines(session, plain)
        return plain.tr("lobby.cover", game=session.game.title, here=here, least=least, most=most, players=seated)

    # ---- who sits here
    def seats_text(self, session: TableSession, translator: Translator) -> str:
        least, most = session.game.seats[0], session.game.seats[-1]
        return translator.tr("lobby.players", here=len(session.info.seats), least=least, most=most)

    def seat_lines(self, session: TableSession, translator: Translator) -> str:
        """Return the seats with their occupants, marking the host and computers."""

        def role(seat: Seat) -> str:
            return "-computer" if seat.person is None else "-host" if seat.person == session.info.host else ""

        def one(number: int, seat: Seat) -> str:
            letter, level = f"{LETTERS[number]}{NO_BREAK_SPACE}", translator.tr(f"level.{seat.level}")
            return translator.tr(f"lobby.seat{role(seat)}", letter=letter, p=f"s{number}", level=level)

        lines = [one(number, seat) for number, seat in enumerate(session.info.seats)]
        return " · ".join(lines) or translator.tr("lobby.nobody")

    def facts(self, ui: GameUI[Any]) -> str:
        """Return the number of players and, if the game's text says it, the duration."""
        key = "game.facts" if "game.facts" in ui.catalogue else "default.facts"
        return ui.tr(key, least=ui.game.seats[0], most=ui.game.seats[-1])

    def add_a_computer(self, session: TableSession) -> Menu:
        """Return a select of levels. Its id changes with each seat, so that the same level can be picked again."""
        say = self.translator(session).tr
        choices = tuple(Choice(say(f"level.{level}.title"), level, say(f"level.{level}.help")) for level in LEVELS)
        id = str(Control(session.id, "lobby", f"computer/{len(session.info.seats)}"))
        return Menu(say("lobby.add-a-computer"), id, choices)

    def stand_in(self, session: TableSession) -> str:
        deck = lobby_options.deck_name(session.game, session.info.options)
        return "-stand-in" if session.game.cards(deck) and session.game.house and deck == "hob" else ""


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
