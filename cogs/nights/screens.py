"""A game night in words: guests and game, each table, and the results.

Times are Discord timestamps, which each reader sees in their own time zone.
"""

from collections.abc import Iterable, Sequence

from bot.i18n.catalogue import COMMON
from bot.i18n.fitting import cut, in_pages
from bot.i18n.translator import tr
from bot.permissions import right_names
from bot.screens.base import MessageBuilder, link, screen
from bot.screens.custom_id import Control
from bot.screens.message import Button, Choice, Menu, Message, Row, Style
from bot.times import discord_timestamp
from cogs.nights import model
from cogs.nights.model import NightGame, NightPlayer, Party
from cogs.nights.service import StoredNight

COLOUR = 0xF0A93B
MAX_GAMES = 25  # in a select
MAX_LINES = 30  # of games or players in a recap


def mentions(people: Sequence[int]) -> list[str]:
    return [f"<@{person}>" for person in people]


class NightScreens(MessageBuilder):
    """The messages of game nights; `game_uis` maps each game's slug to its UI."""

    def title_of(self, game: str) -> str:
        """Return a game's title; its slug if it is no longer offered."""
        return self.game_uis[game].game.title if game in self.game_uis else game

    @screen
    def night(self, stored: StoredNight) -> Message:
        night = stored.night
        title = tr("night.title-game", game=self.title_of(night.game)) if night.game else tr("night.title")
        lines = [tr("night.when", at=discord_timestamp(night.at, "F"), until=discord_timestamp(night.at))]
        if night.weekly and not model.is_discontinued(night):
            lines.append(tr("night.weekly"))
        if night.host and night.stage == "planned":
            lines.append(tr("night.host", host=f"<@{night.host}>"))
        if night.stage == "cancelled":
            lines = [f"~~{discord_timestamp(night.at, 'F')}~~", tr("night.cancelled")]
        elif night.stage == "planned":
            lines += ["", *self.guests(stored), tr("night.hour")]
        else:
            lines += ["", *self.tables(stored)]
        return Message(title=title, text="\n".join(lines)[:4000], colour=COLOUR, rows=self.rows(stored))

    def guests(self, stored: StoredNight) -> list[str]:
        people, counted = stored.night.people(), model.count_votes(stored.night)
        if not people:
            return [tr("night.nobody")]
        lines = [tr("night.coming", number=len(people), people=mentions(people))]
        if counted and not stored.night.game:
            votes = [tr("night.vote-for", game=self.title_of(game), n=n) for game, n in counted.most_common()]
            lines.append(tr("night.votes", votes=votes))
        return lines

    def tables(self, stored: StoredNight) -> list[str]:
        night = stored.night
        lines = [self.table_of(party) for party in night.parties] or [
            tr("night.no-game" if night.guests else "night.empty")
        ]
        if night.stage == "told":
            return [*lines, tr("night.over")]
        return [*lines, tr("night.open")] if any(party.session for party in night.parties) else lines

    def table_of(self, party: Party) -> str:
        game, people = self.title_of(party.game), mentions(party.people)
        if party.refused:
            reason = party.refused.removeprefix("night-")
            because = tr(f"refused.night-{reason}", **party.fields)  # without advice: a night doesn't try again
            return tr("night.no-table", game=game, people=people, because=because)
        return tr("night.table", game=game, people=people, channel=f"<#{party.channel}>")

    def rows(self, stored: StoredNight) -> tuple[Row, ...]:
        if stored.night.stage != "planned":
            return ()

        def button(key: str, path: str, style: Style = "secondary") -> Button:
            return Button(tr(f"night.{key}"), str(Control(stored.id, "night", path)), style)

        coming = (button("come", "come", "success"), button("stay-away", "away"))
        last = (button("change", "change"), button("cancel", "cancel"))
        if stored.night.game:
            return ((*coming, *last),)
        picks = tuple(Choice(cut(ui.game.title, 100), slug) for slug, ui in self.game_uis.items())[:MAX_GAMES]
        return (coming, Menu(tr("night.vote"), str(Control(stored.id, "night", "vote")), picks), last)

    # ---- the hour
    @screen
    def night_party(self, stored: StoredNight, nth: int) -> Message:
        party = stored.night.parties[nth]
        return Message(content=tr("night.party", game=self.title_of(party.game), people=mentions(party.people)))

    @screen
    def night_thread(self, stored: StoredNight, nth: int) -> str:
        game = self.title_of(stored.night.parties[nth].game)
        return cut(tr("night.thread-another", game=game, n=nth + 1) if nth else tr("night.thread", game=game), 100)

    @screen
    def night_call(self, stored: StoredNight, notifiable: list[int]) -> Message:
        at, until = discord_timestamp(stored.night.at, "F"), discord_timestamp(stored.night.at)
        sentence = tr(f"night.call-{stored.night.called}", mentions=" ".join(mentions(notifiable)), at=at, until=until)
        return Message(content=sentence, mentions=tuple(notifiable))

    @screen
    def night_lapsed(self, stored: StoredNight, notifiable: list[int]) -> Message:
        host = f"<@{stored.night.host}>"
        sentence = tr(
            "night.lapsed", host=host, at=discord_timestamp(stored.night.at, "F"), n=model.MAX_WEEKS_WITHOUT_GUESTS
        )
        return Message(content=sentence, mentions=tuple(notifiable))

    @screen
    def night_unposted(self, stored: StoredNight, reason: str, rights: Sequence[str]) -> Message:
        """Return why Discord rejects the night's message: a value of `codes.FILTERS`, or "rights"."""
        fields = {"at": discord_timestamp(stored.night.at, "F"), "channel": f"<#{stored.channel}>"}
        if reason == "rights":
            return Message(content=tr("night.unposted-rights", rights=right_names(rights), **fields))
        return Message(content=tr("night.unposted-filter", filter=COMMON.names("filter")[reason], **fields))

    @screen
    def night_homeless(self, stored: StoredNight) -> Message:
        return Message(content=tr("night.homeless", at=discord_timestamp(stored.night.at, "F")))

    @screen
    def night_event(self, stored: StoredNight) -> tuple[str, str, str]:
        game = stored.night.game
        name = tr("night.title-game", game=self.title_of(game)) if game else tr("night.title")
        place = link(stored.guild, stored.channel, stored.night.message)
        return cut(name, 100), tr("night.event", link=place), place

    # ---- afterwards
    @screen
    def night_recap(self, stored: StoredNight, games: list[NightGame]) -> Message:
        night = stored.night
        tonight = [game for game in games if game.at >= night.at]
        lines = [tr("night.recap", at=discord_timestamp(night.at, "F")), *shortened(map(self.game_line, tonight), 1800)]
        lines += self.standings("night.standings", tonight)
        if len(tonight) < len(games):
            lines += self.standings("night.standings-all", games)
        if night.weekly:
            at = model.repeat_next_week(night, night.at).at
            lines.append(tr("night.next", at=discord_timestamp(at, "F"), until=discord_timestamp(at)))
        return Message(title=tr("night.title"), text="\n".join(lines)[:4000], colour=COLOUR)

    def game_line(self, one: NightGame) -> str:
        game = self.title_of(one.game)
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
