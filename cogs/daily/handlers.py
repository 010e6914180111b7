"""`/hob daily`: the deals of the day, the same for everybody on this Hob, and the boards of the day before."""

import asyncio
from collections.abc import Sequence
from weakref import WeakValueDictionary

import discord

from bot.errors import Refusal
from bot.i18n.common import COMMON
from bot.i18n.names import display_name
from bot.i18n.translator import Voice
from bot.interactions.context import Answers
from bot.interactions.reply import Reply
from bot.screens.custom_id import ASIDE, Control
from bot.screens.game_ui import Face
from bot.screens.message import Button, Choice, Menu, Message
from bot.tables.service import kept
from bot.tables.session import Live
from bot.times import DAY, stamp
from cogs.daily.service import Dailies, Ranked
from cogs.replay.viewer import Watch
from cogs.stats.handlers import Statistics
from cogs.table.lookup import NOWHERE
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


class Daily:
    def __init__(self, answers: Answers, statistics: Statistics, watch: Watch) -> None:
        self.answers, self.statistics, self.own, self.watch = answers, statistics, Own(answers), watch
        self.dailies = Dailies(answers.sessions.store, answers.sessions.clock)
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._shared: dict[int, float] = {}

    async def typed(self, reply: Reply, game: str) -> None:
        if game:
            await self.page(reply, self.statistics.face(game))
        else:
            await self.all(reply)

    async def press(self, reply: Reply, live: Live | None, control: Control, values: list[str]) -> None:
        verb, group, day = actions.parts(control.path, 3)
        if verb not in VERBS:
            raise Refusal("forged")
        face = self.answers.of_group(values[0] if values else group)
        if verb == "page":
            await self.page(reply, face)
        elif verb in ("play", "anyway"):
            await self.play(reply, face, control.session)
        else:
            today = self.dailies.today()
            told = min(int(day), today) if day.isdecimal() else today
            await (self.share if verb == "share" else self.best)(reply, face, told)

    # ---- what is told
    async def all(self, reply: Reply) -> None:
        """Every game: how one's own try stands, and who was best the day before."""
        day = self.dailies.today()
        tries, lines = await self.dailies.tries(reply.person, day), [self.title(day)]
        for face in self.answers.faces.values():
            state, _ = await self.state(reply, face, day, tries.get(face.game.slug))
            board = await self.dailies.board(day - 1, face.game.slug)
            best = self.named(reply, board, "daily.best")[:1]
            lines += [SAY("daily.game", game=face.game.title, state=state), *best]
        choices = tuple(Choice(face.game.title, face.group) for face in self.answers.faces.values())[:25]
        menu = Menu(SAY("daily.choose"), str(Control(NOWHERE, "daily", "page", place=ASIDE)), choices)
        await reply.whisper(Message(text="\n".join([*lines, "", SAY("daily.rules")]), rows=(menu,)))

    async def page(self, reply: Reply, face: Face) -> None:
        """One game's: how one's own try stands, with what can be done, and the board of the day before.

        A result of the day before can still be shared: perhaps it came in its last minutes.
        """
        day, slug = self.dailies.today(), face.game.slug
        tried = (await self.dailies.tries(reply.person, day)).get(slug)
        state, button = await self.state(reply, face, day, tried)
        lines = [self.title(day), SAY("daily.game", game=face.game.title, state=state)]
        before = await self.dailies.board(day - 1, slug)
        lines += ["", *self.board(reply, before), "", SAY("daily.rules")]
        watching = self.watching(face, day - 1) if self.shown(reply, before) else None
        buttons = tuple(filter(None, [button, self.sharing(reply, face, day - 1, before), watching]))
        await reply.whisper(Message(text="\n".join(lines), colour=face.colour, rows=(buttons,) if buttons else ()))

    def title(self, day: int) -> str:
        return SAY("daily.title", at=stamp((day + 1) * DAY))

    async def state(self, reply: Reply, face: Face, day: int, tried: str | None) -> tuple[str, Button | None]:
        """How somebody's try stands today, and what they can do about it."""
        live = await self.table(tried)
        if tried is None or unused(live):
            return SAY("daily.open"), self.playing(face)
        if live is not None and live.active:
            shown = live.screen.table
            link = self.answers.screens.link(live, shown.id if shown is not None else None)
            return SAY("daily.on"), Button(SAY("button.go-to-the-table"), link, "link")
        board = await self.dailies.board(day, face.game.slug)
        mine = of(reply.person, board)
        if mine is None:
            return SAY("daily.unfinished"), None
        return self.result(mine, board, day), self.sharing(reply, face, day, board)

    async def table(self, tried: str | None) -> Live | None:
        if tried is None:
            return None
        with kept():
            await self.answers.sessions.refresh(tried)  # it belongs to another process, perhaps
        try:
            return await self.answers.sessions.open(tried)
        except Refusal as refusal:
            if refusal.key == "not-kept":
                raise
            return None

    def playing(self, face: Face) -> Button:
        control = Control(NOWHERE, "daily", f"play/{face.group}", place=ASIDE)
        return Button(SAY("daily.button-play"), str(control), "success")

    def sharing(self, reply: Reply, face: Face, day: int, board: Sequence[Ranked]) -> Button | None:
        """A result is shared in a server."""
        if reply.interaction.guild_id is None or of(reply.person, board) is None:
            return None
        control = Control(NOWHERE, "daily", f"share/{face.group}/{day}", place=ASIDE)
        key = "daily.button-share" if day == self.dailies.today() else "daily.button-share-yesterday"
        return Button(SAY(key), str(control), "primary")

    def watching(self, face: Face, day: int) -> Button:
        control = Control(NOWHERE, "daily", f"best/{face.group}/{day}", place=ASIDE)
        return Button(SAY("daily.button-best"), str(control))

    def result(self, mine: Ranked, board: Sequence[Ranked], day: int) -> str:
        """What a try came to: nothing of the deal."""
        key = "daily.result" if day == self.dailies.today() else "daily.result-then"
        return SAY(key, outcome=self.outcome(mine), rank=mine.rank, n=len(board))

    def outcome(self, one: Ranked) -> str:
        key = "daily.place" if one.tried.points is None else "daily.points"
        return SAY(key, place=one.tried.place, points=one.tried.points or 0)

    def board(self, reply: Reply, board: Sequence[Ranked]) -> list[str]:
        """The day before: by name whoever asked for it in this server and wants to be shown; of all, how many."""
        if not board:
            return [SAY("daily.yesterday-nobody")]
        lines = [SAY("daily.yesterday", n=len(board)), *self.named(reply, board)[:NAMED]]
        mine = of(reply.person, board)
        if mine is not None:
            lines.append(SAY("daily.yours", outcome=self.outcome(mine), rank=mine.rank, n=len(board)))
        return lines

    def named(self, reply: Reply, board: Sequence[Ranked], key: str = "daily.line") -> list[str]:
        shown = self.shown(reply, board)
        return [SAY(key, rank=one.rank, name=f"<@{one.tried.person}>", outcome=self.outcome(one)) for one in shown]

    def shown(self, reply: Reply, board: Sequence[Ranked]) -> list[Ranked]:
        """Who stands on it by name in this server, the best first."""
        guild = reply.interaction.guild_id
        return [one for one in board if guild is not None and one.tried.guild_id == guild and not one.tried.hidden]

    # ---- what is done
    async def play(self, reply: Reply, face: Face, ending: str) -> None:
        """Begin somebody's one try; `ending` is the lesson that may end for it.

        One whose table was never dealt, or could not be shown, does not count as a try.
        """
        person = reply.person
        async with self._locks.setdefault(person, asyncio.Lock()):
            day, slug = self.dailies.today(), face.game.slug
            before = (await self.dailies.tries(person, day)).get(slug)
            if before is not None and not unused(await self.table(before)):
                await self.page(reply, face)
                return

            async def claim(live: Live) -> None:
                if not await self.dailies.claim(person, live, reply.interaction.guild_id, before):
                    raise Refusal("daily-tried")

            computers = min(max(COMPUTERS, face.game.seats[0] - 1), face.game.seats[-1] - 1)
            seed = await self.dailies.seed(day, slug)
            asking = Control(ending, "daily", f"anyway/{face.group}", place=ASIDE)
            await self.own.open(
                reply,
                slug,
                [LEVEL] * computers,
                "daily",
                seed,
                day=day,
                chosen=RULES,
                first=claim,
                asking=asking,
            )

    async def share(self, reply: Reply, face: Face, day: int) -> None:
        """The result of that day as a message for all who read the channel."""
        may, now = reply.interaction.permissions, self.answers.sessions.clock()
        thread = isinstance(reply.interaction.channel, discord.Thread)
        if reply.interaction.guild_id is None or not (may.send_messages_in_threads if thread else may.send_messages):
            raise Refusal("daily-share-here")
        board = await self.dailies.board(day, face.game.slug)
        mine = of(reply.person, board)
        if mine is None:
            raise Refusal("daily-not-played", game=face.game.title)
        if now - self._shared.get(reply.person, 0) < SHARE_GAP:
            raise Refusal("daily-shared")
        self._shared = {one: at for one, at in self._shared.items() if now - at < SHARE_GAP} | {reply.person: now}
        by, result = display_name(reply.interaction.user), self.result(mine, board, day)
        key = "daily.card" if day == self.dailies.today() else "daily.card-then"
        said = SAY(key, by=by, game=face.game.title, at=stamp((day + 0.5) * DAY, "D"), result=result)
        await reply.post(Message(content=said))

    async def best(self, reply: Reply, face: Face, day: int) -> None:
        """The game of whoever stands first on the board of that day here, watched again."""
        shown = self.shown(reply, await self.dailies.board(day, face.game.slug)) if day < self.dailies.today() else []
        if not shown:
            raise Refusal("daily-no-best")
        live = await self.table((await self.dailies.tries(shown[0].tried.person, day)).get(face.game.slug))
        if live is None or live.g is None:
            raise Refusal("daily-no-best")
        await self.watch.open(reply, live)


def of(person: int, board: Sequence[Ranked]) -> Ranked | None:
    return next((one for one in board if one.tried.person == person), None)


def unused(live: Live | None) -> bool:
    """Whether nobody has seen anything of a table: a crash came before the deal, or it could not be shown."""
    return live is not None and (live.state is None or live.info.withheld)
