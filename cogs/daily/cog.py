"""`/hob daily`: the deals of the day, the same for everybody on this Hob, and the boards of the day before."""

import asyncio
from collections.abc import Sequence
from typing import Any
from weakref import WeakValueDictionary

import discord

from bot.app import App
from bot.errors import Refusal
from bot.features import Feature
from bot.i18n.common import COMMON
from bot.i18n.names import display_name
from bot.i18n.translator import Voice
from bot.interactions.context import InteractionContext
from bot.interactions.dispatch import NOWHERE
from bot.screens.custom_id import ASIDE, Control
from bot.screens.game_ui import Face
from bot.screens.message import Button, Choice, Menu, Message
from bot.tables.service import kept
from bot.tables.session import Live
from bot.times import DAY, stamp
from cogs.daily.service import Dailies, Ranked
from cogs.replay.cog import Watch
from cogs.table.solo import Own
from engine import actions
from engine.ai import Level

SAY = Voice(COMMON).say
LEVEL: Level = "normal"
COMPUTERS = 3  # where the game has seats for them
RULES = {"taking_back": "free", "hints": False}
NAMED = 10  # on a board
VERBS = ("page", "play", "anyway", "share", "best")
SHARE_GAP = 10.0  # seconds between two results that a person shares


class Daily(Feature):
    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.own, self.dailies = Own(app), Dailies(app.store, app.clock)
        app.interactions.handle("daily", self.press, at_table=False)
        self.command(self.daily, game=self.complete_game)
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._shared: dict[int, float] = {}

    async def daily(self, interaction: discord.Interaction, game: str = "") -> None:
        await self.run(interaction, self.typed, game)

    async def typed(self, ctx: InteractionContext, game: str) -> None:
        if game:
            await self.page(ctx, self.app.games.named(game))
        else:
            await self.all(ctx)

    async def press(self, ctx: InteractionContext) -> None:
        control, values = ctx.pressed_control, ctx.values
        verb, group, day = actions.parts(control.path, 3)
        if verb not in VERBS:
            raise Refusal("forged")
        face = self.app.games.of_group(values[0] if values else group)
        if verb == "page":
            await self.page(ctx, face)
        elif verb in ("play", "anyway"):
            await self.play(ctx, face, control.session)
        else:
            today = self.dailies.today()
            told = min(int(day), today) if day.isdecimal() else today
            await (self.share if verb == "share" else self.best)(ctx, face, told)

    # ---- what is told
    async def all(self, ctx: InteractionContext) -> None:
        """Every game: how one's own try stands, and who was best the day before."""
        day = self.dailies.today()
        tries, lines = await self.dailies.tries(ctx.person, day), [self.title(day)]
        for face in self.app.games.values():
            state, _ = await self.state(ctx, face, day, tries.get(face.game.slug))
            board = await self.dailies.board(day - 1, face.game.slug)
            best = self.named(ctx, board, "daily.best")[:1]
            lines += [SAY("daily.game", game=face.game.title, state=state), *best]
        choices = tuple(Choice(face.game.title, face.group) for face in self.app.games.values())[:25]
        menu = Menu(SAY("daily.choose"), str(Control(NOWHERE, "daily", "page", place=ASIDE)), choices)
        await ctx.whisper(Message(text="\n".join([*lines, "", SAY("daily.rules")]), rows=(menu,)))

    async def page(self, ctx: InteractionContext, face: Face[Any]) -> None:
        """One game's: how one's own try stands, with what can be done, and the board of the day before.

        A result of the day before can still be shared: perhaps it came in its last minutes.
        """
        day, slug = self.dailies.today(), face.game.slug
        tried = (await self.dailies.tries(ctx.person, day)).get(slug)
        state, button = await self.state(ctx, face, day, tried)
        lines = [self.title(day), SAY("daily.game", game=face.game.title, state=state)]
        before = await self.dailies.board(day - 1, slug)
        lines += ["", *self.board(ctx, before), "", SAY("daily.rules")]
        watching = self.watching(face, day - 1) if self.shown(ctx, before) else None
        buttons = tuple(filter(None, [button, self.sharing(ctx, face, day - 1, before), watching]))
        await ctx.whisper(Message(text="\n".join(lines), colour=face.colour, rows=(buttons,) if buttons else ()))

    def title(self, day: int) -> str:
        return SAY("daily.title", at=stamp((day + 1) * DAY))

    async def state(
        self, ctx: InteractionContext, face: Face[Any], day: int, tried: str | None
    ) -> tuple[str, Button | None]:
        """How somebody's try stands today, and what they can do about it."""
        live = await self.table(tried)
        if tried is None or unused(live):
            return SAY("daily.open"), self.playing(face)
        if live is not None and live.active:
            shown = live.screen.table
            link = self.screens.link(live, shown.id if shown is not None else None)
            return SAY("daily.on"), Button(SAY("button.go-to-the-table"), link, "link")
        board = await self.dailies.board(day, face.game.slug)
        mine = of(ctx.person, board)
        if mine is None:
            return SAY("daily.unfinished"), None
        return self.result(mine, board, day), self.sharing(ctx, face, day, board)

    async def table(self, tried: str | None) -> Live | None:
        if tried is None:
            return None
        with kept():
            await self.sessions.refresh(tried)  # it belongs to another process, perhaps
        try:
            return await self.sessions.open(tried)
        except Refusal as refusal:
            if refusal.key == "not-kept":
                raise
            return None

    def playing(self, face: Face[Any]) -> Button:
        control = Control(NOWHERE, "daily", f"play/{face.group}", place=ASIDE)
        return Button(SAY("daily.button-play"), str(control), "success")

    def sharing(self, ctx: InteractionContext, face: Face[Any], day: int, board: Sequence[Ranked]) -> Button | None:
        """A result is shared in a server."""
        if ctx.interaction.guild_id is None or of(ctx.person, board) is None:
            return None
        control = Control(NOWHERE, "daily", f"share/{face.group}/{day}", place=ASIDE)
        key = "daily.button-share" if day == self.dailies.today() else "daily.button-share-yesterday"
        return Button(SAY(key), str(control), "primary")

    def watching(self, face: Face[Any], day: int) -> Button:
        control = Control(NOWHERE, "daily", f"best/{face.group}/{day}", place=ASIDE)
        return Button(SAY("daily.button-best"), str(control))

    def result(self, mine: Ranked, board: Sequence[Ranked], day: int) -> str:
        """What a try came to: nothing of the deal."""
        key = "daily.result" if day == self.dailies.today() else "daily.result-then"
        return SAY(key, outcome=self.outcome(mine), rank=mine.rank, n=len(board))

    def outcome(self, one: Ranked) -> str:
        key = "daily.place" if one.tried.points is None else "daily.points"
        return SAY(key, place=one.tried.place, points=one.tried.points or 0)

    def board(self, ctx: InteractionContext, board: Sequence[Ranked]) -> list[str]:
        """The day before: by name whoever asked for it in this server and wants to be shown; of all, how many."""
        if not board:
            return [SAY("daily.yesterday-nobody")]
        lines = [SAY("daily.yesterday", n=len(board)), *self.named(ctx, board)[:NAMED]]
        mine = of(ctx.person, board)
        if mine is not None:
            lines.append(SAY("daily.yours", outcome=self.outcome(mine), rank=mine.rank, n=len(board)))
        return lines

    def named(self, ctx: InteractionContext, board: Sequence[Ranked], key: str = "daily.line") -> list[str]:
        shown = self.shown(ctx, board)
        return [SAY(key, rank=one.rank, name=f"<@{one.tried.person}>", outcome=self.outcome(one)) for one in shown]

    def shown(self, ctx: InteractionContext, board: Sequence[Ranked]) -> list[Ranked]:
        """Who stands on it by name in this server, the best first."""
        guild = ctx.interaction.guild_id
        return [one for one in board if guild is not None and one.tried.guild_id == guild and not one.tried.hidden]

    # ---- what is done
    async def play(self, ctx: InteractionContext, face: Face[Any], ending: str) -> None:
        """Begin somebody's one try; `ending` is the lesson that may end for it.

        One whose table was never dealt, or could not be shown, does not count as a try.
        """
        person = ctx.person
        async with self._locks.setdefault(person, asyncio.Lock()):
            day, slug = self.dailies.today(), face.game.slug
            before = (await self.dailies.tries(person, day)).get(slug)
            if before is not None and not unused(await self.table(before)):
                await self.page(ctx, face)
                return

            async def claim(live: Live) -> None:
                if not await self.dailies.claim(person, live, ctx.interaction.guild_id, before):
                    raise Refusal("daily-tried")

            computers = min(max(COMPUTERS, face.game.seats[0] - 1), face.game.seats[-1] - 1)
            seed = await self.dailies.seed(day, slug)
            asking = Control(ending, "daily", f"anyway/{face.group}", place=ASIDE)
            await self.own.open(
                ctx,
                slug,
                [LEVEL] * computers,
                "daily",
                seed,
                day=day,
                chosen=RULES,
                first=claim,
                asking=asking,
            )

    async def share(self, ctx: InteractionContext, face: Face[Any], day: int) -> None:
        """The result of that day as a message for all who read the channel."""
        may, now = ctx.interaction.permissions, self.sessions.clock()
        thread = isinstance(ctx.interaction.channel, discord.Thread)
        if ctx.interaction.guild_id is None or not (may.send_messages_in_threads if thread else may.send_messages):
            raise Refusal("daily-share-here")
        board = await self.dailies.board(day, face.game.slug)
        mine = of(ctx.person, board)
        if mine is None:
            raise Refusal("daily-not-played", game=face.game.title)
        if now - self._shared.get(ctx.person, 0) < SHARE_GAP:
            raise Refusal("daily-shared")
        self._shared = {one: at for one, at in self._shared.items() if now - at < SHARE_GAP} | {ctx.person: now}
        by, result = display_name(ctx.interaction.user), self.result(mine, board, day)
        key = "daily.card" if day == self.dailies.today() else "daily.card-then"
        said = SAY(key, by=by, game=face.game.title, at=stamp((day + 0.5) * DAY, "D"), result=result)
        await ctx.post(Message(content=said))

    async def best(self, ctx: InteractionContext, face: Face[Any], day: int) -> None:
        """The game of whoever stands first on the board of that day here, watched again."""
        shown = self.shown(ctx, await self.dailies.board(day, face.game.slug)) if day < self.dailies.today() else []
        if not shown:
            raise Refusal("daily-no-best")
        live = await self.table((await self.dailies.tries(shown[0].tried.person, day)).get(face.game.slug))
        if live is None or live.g is None:
            raise Refusal("daily-no-best")
        await Watch.of(self.app).open(ctx, live)


def of(person: int, board: Sequence[Ranked]) -> Ranked | None:
    return next((one for one in board if one.tried.person == person), None)


def unused(live: Live | None) -> bool:
    """Whether nobody has seen anything of a table: a crash came before the deal, or it could not be shown."""
    return live is not None and (live.state is None or live.info.withheld)


def setup(app: App) -> None:
    Daily(app)
