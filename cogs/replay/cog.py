"""The replay of a finished game: a private viewer that shows it move by move."""

import re
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime

import discord

from bot.app import App
from bot.errors import SessionUnavailable, UserError, storage_errors
from bot.features import Choices, Feature
from bot.i18n.fitting import MAX_ALT, cut, display_name, escape_text
from bot.i18n.translator import tr
from bot.interactions.context import InteractionContext
from bot.permissions import may_post
from bot.pictures.films import Frame, frame_duration, sample_positions
from bot.pictures.scene import Stack
from bot.screens.custom_id import ASIDE, Control
from bot.screens.game_over import poster
from bot.screens.message import Button, Choice, Menu, Message, PictureFields, Row, compose, picture_fields
from bot.screens.table import players
from bot.screens.table_screen import TableScreen
from bot.tables.quotas import ShareLimit
from bot.tables.session import TableSession
from bot.tables.undo import TOOK_BACK
from cogs.replay.film import FilmExport, with_caption
from cogs.replay.replays import Replay, Replays, ReplayStep
from engine.machine import Event

TABLE_ID = re.compile(r"[A-Z0-9]{6}")  # id of a table
PAGE = 23  # turns in a select, next to links to earlier and later ones
MAX_SENTENCES = 6  # sentences about one move
PUBLIC_VIEW = "all"
STEPS = ("first", "back", "on", "last")
POSTER_DURATION = 6000  # milliseconds for the poster at the end of a film


@dataclass(frozen=True)
class ReplayMoment:
    """A position of a game, and the seat from which it is seen; None: the channel.

    `session` is the table at that moment, or at the end if the rules have changed since. `sentences` describe it.
    """

    session: TableSession
    position: int
    last: int
    viewpoint: int | None
    sentences: Sequence[str]
    is_faithful: bool


class ReplayViewer(Feature):
    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.replays, self.filming = Replays(app.sessions), FilmExport(app)
        moves = dict.fromkeys(("", "turn", "eyes", *STEPS), self.move)
        actions = {**moves, "show": self.show, "share": self.share, "film": self.film}
        app.interactions.handle("watch", actions)
        self.command("replay", self.replay, "hob", self.find, table=self.complete_table)
        self._shares = ShareLimit(app.sessions.elapsed, "watch-shared")

    async def complete_table(self, interaction: discord.Interaction, typed: str) -> Choices:
        try:
            games = await self.watchable_games(interaction)
        except UserError:  # the command itself says so
            games = []
        return self.matching_choices(games, typed)

    async def replay(self, ctx: InteractionContext, table: str = "") -> None:
        """Open the game that `find` has found."""
        await self.open(ctx, ctx.session)

    # ---- games and viewers
    async def find(self, interaction: discord.Interaction, table: str) -> TableSession:
        """Return the game with that id, or the last one in this channel. Raises UserError."""
        typed = table.strip().upper()
        if not typed:
            assert interaction.channel_id is not None
            here = await self.sessions.at_channel(interaction.channel_id)
            if here is None or here.status != "over":
                raise UserError("watch-which" if await self.watchable_games(interaction) else "watch-none")
            return here
        if TABLE_ID.fullmatch(typed):
            with suppress(SessionUnavailable):
                session = await self.sessions.open(typed)
                if self.may_watch(interaction, session):
                    return session
        raise UserError("watch-unknown", text=cut(table, 20))

    def may_watch(self, interaction: discord.Interaction, session: TableSession) -> bool:
        """Return True if a person may watch: players, and those who can see the table's channel.

        Daily deals of earlier days are open to all who have the link.
        """
        person = interaction.user.id
        played = session.info.seat_of(person) is not None or any(person in seat.seen_by for seat in session.info.seats)
        if session.info.policy.shared and self.sessions.clock() >= session.info.hidden_until:
            return session.status == "over" and not session.info.is_hidden
        return played or interaction.channel_id == session.channel or self.can_see_channel(interaction, session.channel)

    def can_see_channel(self, interaction: discord.Interaction, number: int) -> bool:
        """Return True if a person can see the channel; of private threads, Discord does not say who can."""
        channel, user = interaction.client.get_channel(number), interaction.user
        if not isinstance(channel, discord.abc.GuildChannel | discord.Thread) or not isinstance(user, discord.Member):
            return False
        if isinstance(channel, discord.Thread) and (channel.parent is None or channel.is_private()):
            return False
        return channel.guild == user.guild and channel.permissions_for(user).view_channel

    async def watchable_games(self, interaction: discord.Interaction) -> list[tuple[str, str]]:
        """Return games that the user has played and can replay, newest first, as labels and ids. Raises UserError."""
        choices = []
        with storage_errors():
            results = self.sessions.store.results
            newest = await results.newest(person=interaction.user.id, limit=PAGE, replayable=True)
        for result in newest:
            if (ui := self.app.games.get(result.game)) is not None:
                day = f"{datetime.fromtimestamp(result.at, UTC):%Y-%m-%d}"
                label = tr("watch.game", game=ui.game.title, day=day, session=result.session_id)
                choices.append((label, result.session_id))
        return choices

    # ---- presses
    async def open(self, ctx: InteractionContext, session: TableSession) -> None:
        """Send a viewer at the beginning."""
        await ctx.send_ephemeral(await self.message(ctx, session, 0, None))

    async def move(self, ctx: InteractionContext) -> None:
        """Show another moment in the viewer, or open one."""
        position, viewpoint = self.pressed_moment(ctx)
        if ctx.control.place == ASIDE:
            await ctx.edit(await self.message(ctx, ctx.session, position, viewpoint))
        else:
            await self.open(ctx, ctx.session)

    async def show(self, ctx: InteractionContext) -> None:
        await ctx.send_ephemeral(await self.message(ctx, ctx.session, *self.pressed_moment(ctx)))

    def pressed_moment(self, ctx: InteractionContext) -> tuple[int, int | None]:
        """Return position and viewpoint: the control's, unless one was picked in it. Raises UserError.

        A position beyond the end means the end.
        """
        self.authorise(ctx)
        position, viewpoint, verb, picked = ctx.control.question, ctx.control.seat, ctx.control.path, ctx.picked
        if verb == "turn" and picked.isdecimal() and len(picked) < 7:
            position = int(picked)
        elif verb == "eyes" and picked:
            viewpoint = None if picked == PUBLIC_VIEW else int(picked[1:]) if picked[1:].isdecimal() else 99
        elif verb in ("turn", "eyes"):
            raise UserError("forged")
        if viewpoint is not None and viewpoint >= len(ctx.session.info.seats):
            raise UserError("forged")
        return position, viewpoint

    def authorise(self, ctx: InteractionContext) -> None:
        """Raise UserError if the person may not watch the game."""
        if not self.may_watch(ctx.interaction, ctx.session):
            raise UserError("forged")

    async def share(self, ctx: InteractionContext) -> None:
        """Post the moment as a message in the table's channel."""
        position, viewpoint = self.pressed_moment(ctx)
        if not self.can_share(ctx.interaction, ctx.session) or not may_post(ctx.interaction):
            raise UserError("watch-not-here")
        self._shares.admit(ctx.person)
        message = await self.message(ctx, ctx.session, position, viewpoint, in_words=False)
        sentence = self.screens.text(ctx.session, "watch.shares", by=display_name(ctx.interaction.user))
        await ctx.post(replace(message, content=sentence, rows=()))

    def can_share(self, interaction: discord.Interaction, session: TableSession) -> bool:
        return session.guild is not None and interaction.channel_id == session.channel

    # ---- the film
    async def film(self, ctx: InteractionContext) -> None:
        self.authorise(ctx)
        session = ctx.session
        replay = await self.replays.of(session)
        if not replay.is_faithful:
            raise UserError("film-changed")
        steps = enumerate(replay.steps, 1)
        public = [place for place, step in steps if step.entry.back_to is not None or step.is_public]
        positions = sample_positions([0, *public])
        await self.filming.take(ctx, self.frames(session, replay, positions), len(positions) + 1)

    async def frames(self, session: TableSession, replay: Replay, positions: Sequence[int]) -> AsyncIterator[Frame]:
        """Yield the public table after each of these positions, and the poster at the end."""
        last = max(1, len(replay.steps))
        for position in positions:
            moment = await self.moment(session, position, None)
            step = replay.steps[position - 1] if position else None
            screen = self.screens.of(moment.session)
            table = compose(screen.ui.pictures.table, screen.view, screen.plain.translator)
            if table is not None:
                seat = None if step is None else step.entry.seat
                yield Frame(
                    with_caption(table, moment.sentences[0], seat, position / last), frame_duration(len(positions))
                )
        end = poster(self.screens.of(session))["picture"]
        if end is not None:
            yield Frame(end, POSTER_DURATION)

    # ---- a moment
    async def moment(self, session: TableSession, position: int, viewpoint: int | None) -> ReplayMoment:
        replay = await self.replays.of(session)
        if not replay.is_faithful:
            return self.moment_from_log(session, position, viewpoint)
        position = min(position, len(replay.steps))
        step = replay.steps[position - 1] if position else None
        then = session.at_moment(replay.at(position), step.since if step else 0)
        sentences = self.step_sentences(replay, then, position, step, viewpoint)
        return ReplayMoment(then, position, len(replay.steps), viewpoint, sentences, True)

    def moment_from_log(self, session: TableSession, position: int, viewpoint: int | None) -> ReplayMoment:
        """Return a moment of a game whose rules have changed since: an event of its log."""
        plain, entries = self.screens.of(session).plain, session.log_entries(viewpoint)
        position = min(position, len(entries))
        shown = entries[position - 1 : position] if position else []
        sentences = [plain.sentence(entry.event, entry.names) for entry in shown]
        return ReplayMoment(session, position, len(entries), viewpoint, sentences, False)

    def step_sentences(
        self, replay: Replay, then: TableSession, position: int, step: ReplayStep | None, viewpoint: int | None
    ) -> list[str]:
        plain = self.screens.of(then, viewpoint).plain
        if step is None:
            return [plain.tr("watch.dealt")]
        if step.entry.back_to is not None:
            first = next((event for event in replay.undone_step(step).events if event.to is None), None)
            description = [first.key, first.fields] if first is not None else []
            undo = Event(TOOK_BACK, {"p": f"s{step.entry.seat}", "told": description})
            return [plain.sentence(undo)]
        visible = [event for event in step.events if event.to in (None, viewpoint)]
        loud = [event for event in visible if event.key not in plain.ui.log_only_events] or visible
        if loud:
            return [plain.sentence(event) for event in loud[:MAX_SENTENCES]]
        if viewpoint != step.entry.seat:
            return [plain.tr("watch.secret", p=f"s{step.entry.seat}")]
        before = replay.game.view(replay.at(position - 1), viewpoint)
        labels = plain.ui.labels(before, plain.ui.translator(then.info.names(), before, escape=False))
        what = labels.option_phrase(step.entry.option)
        return [plain.tr("watch.chose", p=f"s{viewpoint}", what=what)]

    # ---- the viewer
    async def message(
        self,
        ctx: InteractionContext,
        session: TableSession,
        position: int,
        viewpoint: int | None,
        in_words: bool | None = None,
    ) -> Message:
        moment = await self.moment(session, position, viewpoint)
        if in_words is None:
            in_words = not (await self.app.people.settings(ctx.person)).pictures
        say, ui = self.screens.of(session).plain.tr, self.screens.ui(session)
        text = [escape_text(line) for line in moment.sentences]
        text[:1] = [f"**{line}**" for line in text[:1]]
        if not moment.is_faithful:
            text.insert(0, say("watch.changed"))
        elif in_words:
            text += ["", *self.describe(moment)]
        return Message(
            title=say("watch.title", game=session.game.title, n=moment.position, last=moment.last),
            text=cut("\n".join(text), 4000),
            footer=say("message.number", session=session.id),
            colour=ui.colour,
            rows=await self.rows(ctx, session, moment),
            **self.picture(moment, not in_words),
        )

    def picture(self, moment: ReplayMoment, wanted: bool) -> PictureFields:
        """Return the table's picture; from a seat's viewpoint, with that seat's own picture below it."""
        screen = self.screens.of(moment.session, moment.viewpoint)
        view, pictures, plain = screen.view, screen.ui.pictures, screen.plain.translator
        table = picture_fields(wanted and moment.is_faithful, pictures.table, pictures.table_alt, view, plain)
        if moment.viewpoint is None or table["picture"] is None or pictures.hand is None or pictures.hand_alt is None:
            return table
        hand = picture_fields(True, pictures.hand, pictures.hand_alt, view, plain)
        if hand["picture"] is None:
            return table
        return {
            "picture": Stack((table["picture"], hand["picture"])),
            "alt": cut("\n".join((table["alt"], hand["alt"])), MAX_ALT),
        }

    def describe(self, moment: ReplayMoment) -> list[str]:
        screen = self.screens.of(moment.session, moment.viewpoint)
        hand = screen.texts.hand() if moment.viewpoint is not None else ""
        return [players(screen, describe_marks=True), *screen.texts.table(), *([hand] if hand else [])]

    async def rows(self, ctx: InteractionContext, session: TableSession, moment: ReplayMoment) -> tuple[Row, ...]:
        screen = self.screens.of(session)
        say = screen.plain.tr
        at, last, viewpoint = moment.position, moment.last, moment.viewpoint
        there = dict(zip(STEPS, (0, max(at - 1, 0), min(at + 1, last), last), strict=True))
        steps = tuple(
            Button(say(f"watch.{verb}"), self.control(session, verb, to, viewpoint), disabled=to == at)
            for verb, to in there.items()
        )
        names, chosen = session.info.names(), PUBLIC_VIEW if viewpoint is None else f"s{viewpoint}"
        viewpoints = [(say("watch.everybody"), PUBLIC_VIEW)] + [
            (say("watch.eyes", name=name), f"s{n}") for n, name in enumerate(names)
        ]
        looks = tuple(Choice(cut(label, 100), value, "", value == chosen) for label, value in viewpoints)
        below = [screen.button("check-the-shuffle", "more", "shuffle", place=ASIDE)]
        if self.can_share(ctx.interaction, session):
            below.insert(0, Button(say("button.share"), self.control(session, "share", at, viewpoint), "primary"))
        if moment.is_faithful:
            below.append(Button(say("button.film"), self.control(session, "film", at, viewpoint)))
        turns = await self.turns(session, moment)
        return (
            steps,
            *((Menu(say("watch.turn"), self.control(session, "turn", at, viewpoint), turns),) if turns else ()),
            Menu(say("watch.whose"), self.control(session, "eyes", at, viewpoint), looks),
            tuple(below),
        )

    def control(self, session: TableSession, verb: str, position: int, viewpoint: int | None) -> str:
        return str(Control(session.id, "watch", verb, position, viewpoint, ASIDE))

    async def turns(self, session: TableSession, moment: ReplayMoment) -> tuple[Choice, ...]:
        """Return the turns around this one, each by its first event, and links to earlier and later ones."""
        replay, entries = await self.replays.of(session), session.log_entries(moment.viewpoint)
        plain = self.screens.of(session).plain
        begins = replay.turns() if moment.is_faithful else list(range(1, len(entries) + 1))
        here = max(sum(position <= moment.position for position in begins) - 1, 0)
        start = here // PAGE * PAGE
        choices = []
        for position in begins[start : start + PAGE]:
            if moment.is_faithful:
                first = self.heading(plain, replay, position)
            else:
                entry = entries[position - 1]
                first = plain.sentence(entry.event, entry.names)
            label = plain.tr("watch.at", n=position, told=first)
            choices.append(Choice(cut(label, 100), f"{position}", "", position == begins[here] <= moment.position))
        if start:
            choices.insert(0, Choice(plain.tr("watch.earlier"), f"{begins[start - 1]}"))
        if start + PAGE < len(begins):
            choices.append(Choice(plain.tr("watch.later"), f"{begins[start + PAGE]}"))
        return tuple(choices)

    def heading(self, plain: TableScreen, replay: Replay, position: int) -> str:
        step = replay.steps[position - 1]
        first: Event | None = next((event for event in step.events if event.to is None), None)
        if first is None:
            key = "watch.secret" if step.entry.back_to is None else "watch.takes-back"
            return plain.tr(key, p=f"s{step.entry.seat}")
        return plain.sentence(first)


def setup(app: App) -> None:
    ReplayViewer(app)
