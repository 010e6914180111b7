"""`/hob daily`: the deals of the day, the same for everyone on this Hob, and yesterday's leaderboards."""

import asyncio
import hmac
from bisect import bisect_left
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

from bot.app import App
from bot.errors import SessionUnavailable, UserError, storage_errors
from bot.features import Feature
from bot.i18n.fitting import cut, display_name
from bot.i18n.translator import tr
from bot.interactions.context import InteractionContext
from bot.interactions.dispatch import Handler
from bot.permissions import may_post
from bot.screens.custom_id import ASIDE, Control
from bot.screens.game_ui import GameUI
from bot.screens.layout import in_rows
from bot.screens.message import Button, Message
from bot.screens.table_screen import table_button
from bot.tables.quotas import ShareLimit
from bot.tables.session import TableSession
from bot.timing import DAY, discord_timestamp
from cogs.replay.cog import ReplayViewer
from cogs.table.solo import SoloTable
from db import AttemptRow, FinishedAttempt, Store
from engine.actions import parts
from engine.ai import Level


class RankedAttempt(NamedTuple):
    """An attempt and its rank among all of its deal; equal ones share a rank."""

    rank: int
    attempt: FinishedAttempt


class Dailies:
    """The deals, attempts and leaderboards. Methods raise DatabaseUnavailable."""

    def __init__(self, store: Store, clock: Callable[[], float]) -> None:
        self.store, self.clock = store, clock

    def today(self) -> int:
        return int(self.clock() // DAY)

    async def seed(self, day: int, game: str) -> str:
        """Return the seed of that deal; it cannot be predicted without the secret in this Hob's store."""
        with storage_errors():
            secret = await self.store.dailies.secret()
        return hmac.digest(secret.encode(), f"daily {day} {game}".encode(), "sha256").hex()

    async def attempts(self, person: int, day: int) -> dict[str, str]:
        """Return the sessions of a person's attempts of that day, by game."""
        with storage_errors():
            return {row.game: row.session_id for row in await self.store.dailies.of_person(person, day)}

    async def claim_attempt(
        self, person: int, session: TableSession, guild: int | None, instead_of: str | None
    ) -> bool:
        """Claim this table as the person's attempt at its day's deal; return False if they already had one."""
        row = AttemptRow(person, session.info.day, session.game.slug, session.id, guild)
        with storage_errors():
            return await self.store.dailies.claim(row, instead_of)

    async def leaderboard(self, day: int, ui: GameUI[Any]) -> list[RankedAttempt]:
        """Return all who finished that deal on its day, the best first: by points, then by place.

        If the most points don't win the game, by place first.
        """
        with storage_errors():
            played = await self.store.dailies.finished_attempts(day, ui.game.slug, float((day + 1) * DAY))
        keys = sorted(_sort_key(one, ui.has_points) for one in played)
        ranked = [RankedAttempt(1 + bisect_left(keys, _sort_key(one, ui.has_points)), one) for one in played]
        return sorted(ranked, key=lambda it: (it.rank, it.attempt.person))


def _sort_key(one: FinishedAttempt, by_points: bool) -> tuple[int, int]:
    key = -(one.points or 0), one.place
    return key if by_points else key[::-1]


LEVEL: Level = "normal"
COMPUTERS = 3  # if the game has seats for them
RULES = {"taking_back": "free", "hints": False}
MAX_BUTTONS, BUTTONS_PER_ROW = 10, 2  # games with a button, and buttons per row
MAX_NAMED = 10  # on a leaderboard


class Daily(Feature):
    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.solo, self.dailies = SoloTable(app), Dailies(app.store, app.clock)
        actions: dict[str, Handler] = {
            "all": self.show_all,
            "page": lambda ctx: self.show_page(ctx, self.pressed_deal(ctx)[0]),
            "play": self.play,
            "anyway": self.play,
            "share": self.share,
            "best": self.best,
        }
        app.interactions.handle("daily", actions, table="none")
        app.screens.after_game.append("daily.what-else")
        self.command("daily", self.daily, game=self.complete_game)
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._shares = ShareLimit(app.sessions.elapsed, "daily-shared")

    async def daily(self, ctx: InteractionContext, game: str = "") -> None:
        if game:
            await self.show_page(ctx, self.app.games.named(game))
        else:
            await self.show_all(ctx)

    def pressed_deal(self, ctx: InteractionContext) -> tuple[GameUI[Any], int]:
        """Return the game and the day that a control names. Raises UserError."""
        (_, group, day), today = parts(ctx.control.path, 3), self.dailies.today()
        ui = self.app.games.of_group(ctx.picked or group)  # a select in messages of older versions
        return ui, min(int(day), today) if day.isdecimal() else today

    # ---- pages
    async def show_all(self, ctx: InteractionContext) -> None:
        """Show a button per game with the state of the person's attempt, and yesterday's best players."""
        day = self.dailies.today()
        tries, best, buttons = await self.dailies.attempts(ctx.person, day), [], []
        for ui in list(self.app.games.values())[:MAX_BUTTONS]:
            board = await self.dailies.leaderboard(day - 1, ui)
            if visible := self.visible_attempts(ctx, board):
                best.append(tr("daily.best", game=ui.game.title, name=f"<@{visible[0].attempt.person}>"))
            buttons.append(await self.game_button(ctx, ui, day, tries.get(ui.game.slug)))
        lines = [self.title(day), tr("daily.short")]
        if ctx.interaction.guild_id is not None:
            lines.append(tr("daily.best-all", best=best) if best else tr("daily.best-none"))
        await ctx.send_ephemeral(Message(text="\n".join(lines), rows=in_rows(buttons, BUTTONS_PER_ROW)))

    async def game_button(self, ctx: InteractionContext, ui: GameUI[Any], day: int, session_id: str | None) -> Button:
        """Return the button of a game's page, labelled with the state of a person's attempt."""
        control, title = Control.aside("daily", f"page/{ui.group}"), ui.game.title
        session = await self.table(session_id)
        if session_id is None or is_unused(session):
            return Button(tr("daily.label-open", game=title), control, "success")
        if session is not None and session.active:
            return Button(tr("daily.label-on", game=title), control, "primary")
        mine = attempt_of(ctx.person, await self.dailies.leaderboard(day, ui))
        if mine is None:
            return Button(tr("daily.label-unfinished", game=title), control)
        return Button(cut(tr("daily.label-done", game=title, outcome=self.outcome(ui, mine)), 80), control)

    async def show_page(self, ctx: InteractionContext, ui: GameUI[Any]) -> None:
        """Show one game: the person's attempt with its buttons, and yesterday's leaderboard.

        A result of yesterday can still be shared, because it may have come in the last minutes of the day.
        """
        day, slug = self.dailies.today(), ui.game.slug
        tried = (await self.dailies.attempts(ctx.person, day)).get(slug)
        state, button = await self.state(ctx, ui, day, tried)
        lines = [self.title(day), tr("daily.game", game=ui.game.title, state=state)]
        before = await self.dailies.leaderboard(day - 1, ui)
        lines += ["", *self.board(ctx, ui, before), "", tr("daily.rules")]
        buttons = [button, self.share_button(ctx, ui, day - 1, before)]
        if self.visible_attempts(ctx, before):
            buttons.append(Button(tr("daily.button-best"), Control.aside("daily", f"best/{ui.group}/{day - 1}")))
        row = tuple(filter(None, buttons))
        await ctx.send_ephemeral(Message(text="\n".join(lines), colour=ui.colour, rows=(row,) if row else ()))

    def title(self, day: int) -> str:
        return tr("daily.title", at=discord_timestamp((day + 1) * DAY))

    async def state(
        self, ctx: InteractionContext, ui: GameUI[Any], day: int, session_id: str | None
    ) -> tuple[str, Button | None]:
        """Return the state of a person's attempt today, and a button for it."""
        session = await self.table(session_id)
        if session_id is None or is_unused(session):
            control = Control.aside("daily", f"play/{ui.group}")
            return tr("daily.open"), Button(tr("daily.button-play"), control, "success")
        if session is not None and session.active:
            return tr("daily.on"), table_button(session)
        board = await self.dailies.leaderboard(day, ui)
        mine = attempt_of(ctx.person, board)
        if mine is None:
            return tr("daily.unfinished"), None
        return self.result(ui, mine, board, day), self.share_button(ctx, ui, day, board)

    async def table(self, session_id: str | None) -> TableSession | None:
        if session_id is None:
            return None
        with storage_errors():
            await self.sessions.refresh(session_id)  # another process may own it
        try:
            return await self.sessions.open(session_id)
        except SessionUnavailable:
            return None

    def share_button(
        self, ctx: InteractionContext, ui: GameUI[Any], day: int, board: Sequence[RankedAttempt]
    ) -> Button | None:
        """Return the button that shares a result, which works only in a server."""
        if ctx.interaction.guild_id is None or attempt_of(ctx.person, board) is None:
            return None
        key = "daily.button-share" if day == self.dailies.today() else "daily.button-share-yesterday"
        return Button(tr(key), Control.aside("daily", f"share/{ui.group}/{day}"), "primary")

    def result(self, ui: GameUI[Any], mine: RankedAttempt, board: Sequence[RankedAttempt], day: int) -> str:
        """Return the result of an attempt, without anything about the deal."""
        key = "daily.result" if day == self.dailies.today() else "daily.result-then"
        return tr(key, outcome=self.outcome(ui, mine), rank=mine.rank, n=len(board))

    def outcome(self, ui: GameUI[Any], one: RankedAttempt) -> str:
        """Return place and points, in the game's own words if it has some."""
        key = "daily.place" if one.attempt.points is None or not ui.has_points else "daily.points"
        return ui.tr(key, place=one.attempt.place, points=one.attempt.points or 0)

    def board(self, ctx: InteractionContext, ui: GameUI[Any], board: Sequence[RankedAttempt]) -> list[str]:
        """Return yesterday's leaderboard: visible names of those who played in this server, and the total count."""
        if not board:
            return [tr("daily.yesterday-nobody")]
        lines = [tr("daily.yesterday", n=len(board)), *self.ranking_lines(ctx, ui, board)[:MAX_NAMED]]
        mine = attempt_of(ctx.person, board)
        if mine is not None:
            lines.append(tr("daily.yours", outcome=self.outcome(ui, mine), rank=mine.rank, n=len(board)))
        return lines

    def ranking_lines(self, ctx: InteractionContext, ui: GameUI[Any], board: Sequence[RankedAttempt]) -> list[str]:
        return [
            tr("daily.line", rank=one.rank, name=f"<@{one.attempt.person}>", outcome=self.outcome(ui, one))
            for one in self.visible_attempts(ctx, board)
        ]

    def visible_attempts(self, ctx: InteractionContext, board: Sequence[RankedAttempt]) -> list[RankedAttempt]:
        """Return the attempts shown by name in this server, the best first."""
        guild = ctx.interaction.guild_id
        return [one for one in board if guild is not None and one.attempt.guild_id == guild and not one.attempt.hidden]

    # ---- actions
    async def play(self, ctx: InteractionContext) -> None:
        """Begin a person's only attempt; it may end the lesson that the control names.

        An attempt does not count if its table was never dealt, or could not be shown.
        """
        (ui, _), person = self.pressed_deal(ctx), ctx.person
        async with self._locks.setdefault(person, asyncio.Lock()):
            day, slug = self.dailies.today(), ui.game.slug
            before = (await self.dailies.attempts(person, day)).get(slug)
            if before is not None and not is_unused(await self.table(before)):
                await self.show_page(ctx, ui)
                return

            async def claim(session: TableSession) -> None:
                if not await self.dailies.claim_attempt(person, session, ctx.interaction.guild_id, before):
                    raise UserError("daily-tried")

            computers = min(max(COMPUTERS, ui.game.seats[0] - 1), ui.game.seats[-1] - 1)
            seed = await self.dailies.seed(day, slug)
            confirmation = Control(ctx.control.session_id, "daily", f"anyway/{ui.group}", place=ASIDE)
            await self.solo.open(
                ctx,
                slug,
                [LEVEL] * computers,
                "daily",
                seed,
                day=day,
                options=RULES,
                before_deal=claim,
                confirmation=confirmation,
            )

    async def share(self, ctx: InteractionContext) -> None:
        """Post the result of that day to the channel."""
        ui, day = self.pressed_deal(ctx)
        if ctx.interaction.guild_id is None or not may_post(ctx.interaction):
            raise UserError("daily-share-here")
        board = await self.dailies.leaderboard(day, ui)
        mine = attempt_of(ctx.person, board)
        if mine is None:
            raise UserError("daily-not-played", game=ui.game.title)
        self._shares.admit(ctx.person)
        by, result = display_name(ctx.interaction.user), self.result(ui, mine, board, day)
        key = "daily.card" if day == self.dailies.today() else "daily.card-then"
        sentence = tr(key, by=by, game=ui.game.title, at=discord_timestamp((day + 0.5) * DAY, "D"), result=result)
        await ctx.post(Message(content=sentence))

    async def best(self, ctx: InteractionContext) -> None:
        """Open the replay of that day's best game among those shown by name in this server."""
        ui, day = self.pressed_deal(ctx)
        board = await self.dailies.leaderboard(day, ui) if day < self.dailies.today() else []
        visible = self.visible_attempts(ctx, board)
        if not visible:
            raise UserError("daily-no-best")
        session = await self.table((await self.dailies.attempts(visible[0].attempt.person, day)).get(ui.game.slug))
        if session is None or session.g is None:
            raise UserError("daily-no-best")
        await ReplayViewer.of(self.app).open(ctx, session)


def attempt_of(person: int, board: Sequence[RankedAttempt]) -> RankedAttempt | None:
    return next((one for one in board if one.attempt.person == person), None)


def is_unused(session: TableSession | None) -> bool:
    """Return True if no one has seen the deal: Hob crashed before it, or couldn't show it."""
    return session is not None and (session.state is None or session.info.is_hidden)


def setup(app: App) -> None:
    Daily(app)
