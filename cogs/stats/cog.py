"""`/hob stats` and `/hob board`: a person's statistics, and a server's leaderboard."""

from collections.abc import Callable, Mapping, Sequence

import discord

from bot.app import App
from bot.errors import UserError
from bot.features import Feature
from bot.i18n.catalogue import COMMON
from bot.i18n.fitting import display_name, format_number
from bot.i18n.translator import Translator, tr
from bot.interactions.context import InteractionContext
from bot.pictures import Scene
from bot.pictures.palette import GameLook
from bot.screens.message import Message, picture_fields
from bot.tables.ratings import FIRST_RATING, PROVISIONAL
from cogs.stats.pictures import LeaderboardLine, StatsPlate, leaderboard, statistics
from cogs.stats.service import GameStatistics, Standing, StatisticsService, places

RECENT_GAMES = 10  # places shown per game


class StatisticsCommands(Feature):
    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.statistics = StatisticsService(app.store, app.servers)
        app.interactions.handle("stats", self.stats, table="none")
        app.screens.after_game.append("stats.what-else")
        self.command("stats", self.stats, game=self.complete_game)
        self.command("board", self.leaderboard, game=self.complete_game)

    async def stats(self, ctx: InteractionContext, person: discord.User | None = None, game: str = "") -> None:
        """Show a person's statistics: the user's own in all servers; someone else's, unless hidden, in this one."""
        who, guild = person or ctx.interaction.user, ctx.interaction.guild_id
        own = who.id == ctx.person
        if not own and guild is None:
            raise UserError("stats-server")
        if not own and (await self.app.people.settings(who.id)).hidden:
            raise UserError("stats-hidden")
        chosen = self.app.games.named(game).game if game else None
        games = [chosen.slug] if chosen else self.app.games
        played = [one for one in await self.statistics.of_person(who.id, None if own else guild) if one.game in games]
        if not played and chosen:
            raise UserError("stats-none-game", game=chosen.title)
        if not played:
            raise UserError("stats-none-own" if own else "stats-none")
        lines = [tr("stats.title", mention=f"<@{who.id}>"), *map(self.line, played)]
        if len(played) > 1 and played[0].played > played[1].played:
            lines.append(tr("stats.favourite", game=self.app.games[played[0].game].game.title))
        lines += await self.rivalry(who.id, None if own else guild)
        if not await self.statistics.ratings_enabled(guild):
            lines.append(tr("stats.unrated"))
        if own:
            lines.append(tr("stats.yours"))
        plates = [self.stats_plate(one) for one in played]
        title, note = display_name(who), tr("stats.note")
        alt = [tr("stats.alt", game=one.game, counted=one.summary, places=[*one.places]) for one in plates]
        look = self.app.games[played[0].game].cover.look
        await self.show(ctx, lines, [title, *alt], look, statistics, title, note, plates)

    async def rivalry(self, person: int, guild: int | None) -> list[str]:
        """Return the most frequent opponent who is not hidden."""
        for other, games in await self.statistics.rivals(person, guild):
            if not (await self.app.people.settings(other)).hidden:
                return [tr("stats.rival", mention=f"<@{other}>", n=games)]
        return []

    async def show(
        self,
        ctx: InteractionContext,
        lines: Sequence[str],
        alt: Sequence[str],
        look: GameLook,
        draw: Callable[..., Scene],
        *picture_arguments: object,
    ) -> None:
        """Send statistics in words and, if the user wants pictures, as a picture."""
        wanted = (await self.app.people.settings(ctx.person)).pictures
        picture = picture_fields(
            wanted, draw, lambda *_: Translator(COMMON).first_fitting(["\n".join(alt)]), look, *picture_arguments
        )
        await ctx.send_ephemeral(Message(text="\n".join(lines), colour=look.colour, **picture))

    def stats_plate(self, one: GameStatistics) -> StatsPlate:
        ui = self.app.games[one.game]
        key = "stats.drawn-scored" if self.has_points(one) else "stats.drawn"
        counted = tr(key, played=one.played, won=one.won, average=one.average, best=one.most_points)
        return StatsPlate(
            ui.game.title,
            ui.cover.look.accent,
            counted,
            one.places[:RECENT_GAMES][::-1],
            format_number(one.rating) if one.rating is not None else "",
        )

    def has_points(self, one: GameStatistics) -> bool:
        """Return True if the most points win this game."""
        return one.most_points is not None and self.app.games[one.game].has_points

    def line(self, one: GameStatistics) -> str:
        line = tr(
            "stats.game-scored" if self.has_points(one) else "stats.game",
            **vars(one) | {"game": self.app.games[one.game].game.title},
            average=one.average,
            last=one.places[:RECENT_GAMES][::-1],
            best=one.most_points,
        )
        if one.rating is None:
            return line
        return f"{line} {tr('stats.rating', n=one.rating)}"

    async def leaderboard(self, ctx: InteractionContext, game: str) -> None:
        """Show the server's leaderboard by rating, with computers and their level."""
        guild = ctx.interaction.guild_id
        if guild is None:
            raise UserError("board-server")
        ui = self.app.games.named(game)
        best = await self.statistics.leaderboard(guild, ui.game.slug)
        if not best:
            raise UserError("board-none", game=ui.game.title)
        ranked = list(zip(places(best), best, strict=True))
        lines = [tr("board.title", game=ui.game.title)]
        lines += [
            self.place(place, one, self.computer(one) if one.computer else f"<@{one.person}>") for place, one in ranked
        ]
        lines.append(tr("board.how", start=FIRST_RATING, n=PROVISIONAL))
        names = await self.statistics.names(guild, [one.person for one in best if one.person])
        most = max([one.rating for one in best if one.rating is not None], default=0)
        standings = [self.leaderboard_line(place, one, names, most) for place, one in ranked]
        alt = [self.place(line.place, one, line.name) for line, one in zip(standings, best, strict=True)]
        title, note = ui.game.title, tr("board.note")
        await self.show(ctx, lines, [title, *alt], ui.cover.look, leaderboard, title, note, standings)

    def leaderboard_line(self, place: int, one: Standing, names: Mapping[int, str], most: int) -> LeaderboardLine:
        name = self.computer(one) if one.computer else names.get(one.person) or tr("join.somebody")
        games = tr("board.drawn", n=one.games)
        if one.rating is None:
            won = tr("board.won", n=one.won)
            return LeaderboardLine(place, name, won, games, one.won / max(one.games, 1), sure=False)
        share = min(max(one.rating / max(most, 1), 0.0), 1.0)
        return LeaderboardLine(place, name, format_number(one.rating), games, share, bool(one.computer))

    def computer(self, one: Standing) -> str:
        return tr("board.computer", level=tr(f"command.choice.{one.computer}"))

    def place(self, place: int, one: Standing, name: str) -> str:
        if one.rating is None:
            return tr("board.beginner", place=place, name=name, won=one.won, games=one.games)
        return tr("board.line", place=place, name=name, n=one.rating, games=one.games)


def setup(app: App) -> None:
    StatisticsCommands(app)
