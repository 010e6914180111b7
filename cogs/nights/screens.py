"""A game night in words: guests and game, each table, and the results.

Times are Discord timestamps, which each reader sees in their own time zone.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bot.i18n.catalogue import COMMON
from bot.i18n.fitting import cut, in_pages
from bot.i18n.translator import tr
from bot.permissions import right_names
from bot.screens.custom_id import Control
from bot.screens.game_ui import GameUI
from bot.screens.message import Button, Choice, Menu, Message, Row, Style
from bot.screens.table_screen import guarded, link
from bot.timing import discord_timestamp
from cogs.nights import model
from cogs.nights.model import NightGame, NightPlayer, Party
from cogs.nights.service import StoredNight

COLOUR = 0xF0A93B
MAX_GAMES = 25  # in a select
MAX_LINES = 30  # of games or players in a recap


def mentions(people: Sequence[int]) -> list[str]:
    return [f"<@{person}>" for person in people]


def title_of(game_uis: Mapping[str, GameUI[Any]], game: str) -> str:
    """Return a game's title; its slug if it is no longer offered."""
    return game_uis[game].game.title if game in game_uis else game


class NightScreen:
    """The messages of a game night; `game_uis` maps each game's slug to its UI."""

    def __init__(self, stored: StoredNight, game_uis: Mapping[str, GameUI[Any]]) -> None:
        self.stored, self.game_uis, self.language = stored, game_uis, stored.language

    @guarded
    def night(self) -> Message:
        night = self.stored.night
        title = tr("night.title-game", game=title_of(self.game_uis, night.game)) if night.game else tr("night.title")
        lines = [tr("night.when", at=discord_timestamp(night.at, "F"), until=discord_timestamp(night.at))]
        if model.is_repeated(night):
            lines.append(tr("night.weekly"))
        if night.host and night.stage == "planned":
            lines.append(tr("night.host", host=f"<@{night.host}>"))
        if night.stage == "cancelled":
            lines = [f"~~{discord_timestamp(night.at, 'F')}~~", tr("night.cancelled")]
        elif night.stage == "planned":
            lines += ["", *self.guests(), tr("night.hour")]
        else:
            lines += ["", *self.tables()]
        return Message(title=title, text="\n".join(lines)[:4000], colour=COLOUR, rows=self.rows())

    def guests(self) -> list[str]:
        people, counted = self.stored.night.people(), model.count_votes(self.stored.night)
        if not people:
            return [tr("night.nobody")]
        lines = [tr("night.coming", number=len(people), people=mentions(people))]
        if counted and not self.stored.night.game:
            votes = [tr("night.vote-for", game=title_of(self.game_uis, game), n=n) for game, n in counted.most_common()]
            lines.append(tr("night.votes", votes=votes))
        return lines

    def tables(self) -> list[str]:
        night = self.stored.night
        lines = [self.table_of(party) for party in night.parties] or [
            tr("night.no-game" if night.guests else "night.empty")
        ]
        if night.stage == "told":
            return [*lines, tr("night.over")]
        return [*lines, tr("night.open")] if any(party.session for party in night.parties) else lines

    def table_of(self, party: Party) -> str:
        game, people = title_of(self.game_uis, party.game), mentions(party.people)
        if party.refused:
            because = tr(f"refused.night-{party.refused}", **party.fields)  # without advice: a night doesn't try again
            return tr("night.no-table", game=game, people=people, because=because)
        return tr("night.table", game=game, people=people, channel=f"<#{party.channel}>")

    def rows(self) -> tuple[Row, ...]:
        if self.stored.night.stage != "planned":
            return ()

        def button(key: str, path: str, style: Style = "secondary") -> Button:
            return Button(tr(f"night.{key}"), str(Control(self.stored.id, "night", path)), style)

        coming = (button("come", "come", "success"), button("stay-away", "away"))
        last = (button("change", "change"), button("cancel", "cancel"))
        if self.stored.night.game:
            return ((*coming, *last),)
        picks = tuple(Choice(cut(ui.game.title, 100), slug) for slug, ui in self.game_uis.items())[:MAX_GAMES]
        return (coming, Menu(tr("night.vote"), str(Control(self.stored.id, "night", "vote")), picks), last)

    # ---- the start, and notifications
    @guarded
    def night_party(self, nth: int) -> Message:
        party = self.stored.night.parties[nth]
        return Message(
            content=tr("night.party", game=title_of(self.game_uis, party.game), people=mentions(party.people))
        )

    @guarded
    def night_thread(self, nth: int) -> str:
        game = title_of(self.game_uis, self.stored.night.parties[nth].game)
        return cut(tr("night.thread-another", game=game, n=nth + 1) if nth else tr("night.thread", game=game), 100)

    @guarded
    def night_notification(self, notifiable: list[int]) -> Message:
        at, until = discord_timestamp(self.stored.night.at, "F"), discord_timestamp(self.stored.night.at)
        sentence = tr(
            f"night.call-{self.stored.night.called}", mentions=" ".join(mentions(notifiable)), at=at, until=until
        )
        return Message(content=sentence, mentions=tuple(notifiable))

    @guarded
    def night_discontinued(self, notifiable: list[int]) -> Message:
        host = f"<@{self.stored.night.host}>"
        sentence = tr(
            "night.lapsed", host=host, at=discord_timestamp(self.stored.night.at, "F"), n=model.MAX_WEEKS_WITHOUT_GUESTS
        )
        return Message(content=sentence, mentions=tuple(notifiable))

    @guarded
    def night_unposted(self, reason: str, rights: Sequence[str]) -> Message:
        """Return the host's notice that Discord rejects the night's message.

        `reason` is a value of `FILTERS` in `bot/discord_errors.py`, or "rights" if Hob lacks `rights`.
        """
        fields = {"at": discord_timestamp(self.stored.night.at, "F"), "channel": f"<#{self.stored.channel}>"}
        if reason == "rights":
            return Message(content=tr("night.unposted-rights", rights=right_names(rights), **fields))
        return Message(content=tr("night.unposted-filter", filter=COMMON.names("filter")[reason], **fields))

    @guarded
    def night_channel_gone(self) -> Message:
        return Message(content=tr("night.homeless", at=discord_timestamp(self.stored.night.at, "F")))

    @guarded
    def night_event_rejected(self) -> Message:
        at, channel = discord_timestamp(self.stored.night.at, "F"), f"<#{self.stored.channel}>"
        return Message(content=tr("night.event-rejected", at=at, channel=channel))

    @guarded
    def night_event(self) -> tuple[str, str, str]:
        game = self.stored.night.game
        name = tr("night.title-game", game=title_of(self.game_uis, game)) if game else tr("night.title")
        place = link(self.stored.guild, self.stored.channel, self.stored.night.message)
        return cut(name, 100), tr("night.event", link=place), place

    # ---- afterwards
    @guarded
    def night_recap(self, games: list[NightGame], now: float) -> Message:
        night = self.stored.night
        tonight = [game for game in games if game.at >= night.at]
        lines = [tr("night.recap", at=discord_timestamp(night.at, "F")), *shortened(map(self.game_line, tonight), 1800)]
        lines += self.standings("night.standings", tonight)
        if len(tonight) < len(games):
            lines += self.standings("night.standings-all", games)
        if model.is_repeated(night):
            at = model.repeat_next_week(night, now).at
            lines.append(tr("night.next", at=discord_timestamp(at, "F"), until=discord_timestamp(at)))
        return Message(title=tr("night.title"), text="\n".join(lines)[:4000], colour=COLOUR)

    def game_line(self, one: NightGame) -> str:
        game = title_of(self.game_uis, one.game)
        if not one.seats:
            return tr("night.recap-early", game=game)
        return tr("night.recap-game", game=game, places=[self.player_result(one.game, seat) for seat in one.seats])

    def player_result(self, game: str, seat: NightPlayer) -> str:
        scored = seat.points is not None and game in self.game_uis and self.game_uis[game].has_points
        key = "night.recap-points" if scored else "night.recap-place"
        return tr(key, place=seat.place, name=self.who(seat), n=seat.points)

    def who(self, seat: NightPlayer) -> str:
        if seat.person is not None:
            return f"<@{seat.person}>"
        if seat.computer:
            return tr("board.computer", level=tr(f"level.{seat.computer}"))
        return tr("join.somebody")

    def standings(self, key: str, games: Sequence[NightGame]) -> list[str]:
        lines = [
            tr("night.standing", place=place, name=f"<@{person}>", won=won, n=number)
            for place, person, won, number in model.standings(games)
        ]
        return [tr(key), *shortened(lines, 1000)] if lines else []


def shortened(lines: Iterable[str], room: int) -> list[str]:
    """Return as many lines as fit into `room` characters, and how many more there are."""
    listed, *others = in_pages(lines, MAX_LINES, room)
    return [*listed, tr("night.more", n=sum(map(len, others)))] if others else listed
