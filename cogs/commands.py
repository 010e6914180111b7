"""Slash commands: each game's group with the common commands and its own verbs, and `/hob`."""

import inspect
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import discord
from discord import app_commands

from bot.delivery.control import PANEL, Control
from bot.delivery.message import Message
from bot.sessions.live import Live
from bot.tables.refusals import Refusal
from cogs.desk import Desk
from cogs.reply import Reply
from cogs.router import Router
from cogs.ui import common
from cogs.ui.face import Face
from cogs.ui.options import deck_of
from cogs.ui.verbs import SlashVerb as Verb
from cogs.ui.words import cut, plainly
from cogs.verbs import SHUT, Reach

log = logging.getLogger("hob.commands")
Choices = list[app_commands.Choice[str]]
Completer = Callable[[discord.Interaction[Any], str], Coroutine[Any, Any, Choices]]


TABLES = 30  # of a person that `/hob tables` lists
ON_OFF = [app_commands.Choice(name="on", value="on"), app_commands.Choice(name="off", value="off")]


def command(
    name: str, description: str, method: Callable[..., Awaitable[None]]
) -> app_commands.Command[Any, ..., None]:
    """A command of a bound method; discord.py takes only functions, whose parameters and decorations it reads."""

    async def callback(interaction: discord.Interaction, **given: Any) -> None:
        await method(interaction, **given)

    callback.__dict__.update(method.__func__.__dict__)  # type: ignore[attr-defined]
    callback.__signature__ = inspect.signature(method)  # type: ignore[attr-defined]
    return app_commands.Command(name=name, description=description, callback=callback)


class Commands:
    def __init__(self, desk: Desk, router: Router) -> None:
        self.desk, self.router = desk, router
        self.sessions = desk.sessions

    def add_to(self, tree: app_commands.CommandTree[Any]) -> None:
        for face in self.desk.faces.values():
            tree.add_command(GameCommands(self, face).group())
        tree.add_command(self.hob())
        tree.error(self.failed)

    async def failed(self, interaction: discord.Interaction, fault: app_commands.AppCommandError) -> None:
        """What no command has answered itself: forms of arguments that Discord lets through, and our own faults."""
        log.error("a command failed", exc_info=fault)
        if interaction.type is discord.InteractionType.application_command:
            await Reply(self.desk.delivery, interaction).whisper(Message(content=self.desk.say(None, "fault")))

    async def run(self, interaction: discord.Interaction, act: Callable[[Reply], Awaitable[None]]) -> None:
        """A command that needs no table."""

        async def nowhere() -> None:
            return None

        await self.desk.serve(interaction, nowhere, lambda reply, live: act(reply))

    # ---- /hob
    def hob(self) -> app_commands.Group:
        group = app_commands.Group(name="hob", description="Help, your tables, your settings")
        group.add_command(command("help", "What Hob does, and how", self.help))
        group.add_command(command("tables", "Where you sit", self.tables))
        group.add_command(command("me", "Your settings, for all tables", self.me))
        return group

    async def help(self, interaction: discord.Interaction) -> None:
        async def act(reply: Reply) -> None:
            faces = self.desk.faces.values()
            games = ", ".join(face.game.title for face in faces)
            commands = "\n".join(f"• `/{face.group} new`: {face.game.title}. {face.blurb}" for face in faces)
            await reply.whisper(Message(content=common.HELP.format(games=games, commands=commands)))

        await self.run(interaction, act)

    async def tables(self, interaction: discord.Interaction) -> None:
        async def act(reply: Reply) -> None:
            rows = [row for row in await self.sessions.of(interaction.user.id) if row.game in self.desk.faces]
            where = [common.place(row.guild_id, row.channel_id) for row in rows]
            lines = [f"• {self.desk.faces[row.game].game.title} in {at}" for row, at in zip(rows, where, strict=True)]
            more = [self.desk.say(None, "more-tables", n=len(lines) - TABLES)] if len(lines) > TABLES else []
            key = "tables" if lines else "no-tables"
            await reply.whisper(Message(content=self.desk.say(None, key, rows="\n".join([*lines[:TABLES], *more]))))

        await self.run(interaction, act)

    @app_commands.describe(
        cards="Where your cards come", pictures="Pictures in your panels, or words only", rings="Whether you are rung"
    )
    @app_commands.choices(
        cards=[
            app_commands.Choice(name="by direct message", value="message"),
            app_commands.Choice(name="in the channel, behind My hand", value="channel"),
        ],
        pictures=ON_OFF,
        rings=ON_OFF,
    )
    async def me(
        self,
        interaction: discord.Interaction,
        cards: str | None = None,
        pictures: str | None = None,
        rings: str | None = None,
    ) -> None:
        async def act(reply: Reply) -> None:
            given = {"cards": cards, "pictures": pictures and pictures == "on", "rings": rings and rings == "on"}
            changes = {name: value for name, value in given.items() if value is not None}
            person, people = interaction.user.id, self.desk.people
            wishes = await people.wish(person, **changes) if changes else await people.wishes(person)
            for row in await self.sessions.of(person) if changes else ():
                self.desk.hob.keeper.wake(row.id)  # their cards may have to go another way now
            shown = {"pictures": common.PICTURES[wishes.pictures], "rings": common.RINGS[wishes.rings]}
            said = self.desk.say(None, "me", cards=common.CARDS[wishes.cards], **shown)
            await reply.whisper(Message(content=said))

        await self.run(interaction, act)


class GameCommands:
    """One game's group."""

    def __init__(self, commands: Commands, face: Face) -> None:
        self.commands, self.face, self.desk = commands, face, commands.desk
        self.sessions, self.router = commands.sessions, commands.router
        self.slug = face.game.slug

    def group(self) -> app_commands.Group:
        group = app_commands.Group(name=self.face.group, description=f"Play {self.face.game.title} in this channel")
        common = {
            "new": command("new", f"Set a new table of {self.face.game.title} here", self.new),
            "join": command("join", "Take a seat at the table here", self.join),
            "leave": command("leave", "Leave the table; a computer plays on in your seat", self.leave),
            "start": command("start", "Start the game", self.start),
            "hand": command("hand", "Show your private cards and choices, only to you", self.hand),
            "table": command("table", "Post the table again at the bottom of the channel", self.table),
            "rules": command("rules", "Look something up in the rules", self.rules),
            "log": command("log", "Show what happened so far", self.log),
            "end": command("end", "End the game, or ask the table to", self.end),
            "seat": command("seat", "Let a computer play for you, or take your seat back", self.seat),
        }
        common["join"].autocomplete("seat")(self.completes(self.vacant))
        common["seat"].autocomplete("player")(self.completes(self.sleepers))
        common["rules"].autocomplete("page")(self.completes(self.chapters))
        if self.face.game.cards():
            common["card"] = command("card", "Look up one card", self.card)
            common["card"].autocomplete("name")(self.completes(self.cards))
        for one in common.values():
            group.add_command(one)
        for verb in self.face.verbs:
            group.add_command(self.verb(verb))
        return group

    async def here(self, interaction: discord.Interaction) -> Live:
        """The table of this game in this channel, or a person's only one when typed elsewhere.  Raises Refusal."""
        assert interaction.channel_id is not None
        live = await self.sessions.at(interaction.channel_id)
        if live is not None and live.game.slug == self.slug:
            return live
        mine = [row for row in await self.sessions.of(interaction.user.id) if row.game == self.slug]
        if interaction.guild_id is None and len(mine) == 1:
            return await self.sessions.open(mine[0].id)
        fields = {"game": self.face.game.title, "new": f"/{self.face.group} new"}
        if interaction.guild_id is None and mine:
            raise Refusal("many-tables", **{**fields, "n": len(mine)})
        if live is not None and live.status != "over":
            raise Refusal("other-game", **{**fields, "other": live.game.title})
        if mine:
            raise Refusal("elsewhere", **{**fields, "channel": common.place(mine[0].guild_id, mine[0].channel_id)})
        raise Refusal("no-table", **fields)

    async def at_table(self, interaction: discord.Interaction, act: Callable[[Reply, Live], Awaitable[None]]) -> None:
        """Run `act` with the table of this channel."""
        await self.desk.serve(interaction, lambda: self.here(interaction), act)

    def seat_called(self, live: Live, typed: str) -> int:
        """The seat of that name, or of autocomplete's value.  Raises Refusal."""
        names = live.info.names()
        for seat, name in enumerate(names):
            if plainly(typed) in (plainly(name), f"s{seat}"):
                return seat
        raise Refusal("unknown", kind="player", text=cut(typed, 40), choices=", ".join(names))

    # ---- the common commands
    @app_commands.describe(computers="How many computer players sit down at once")
    async def new(self, interaction: discord.Interaction, computers: app_commands.Range[int, 0, 7] = 0) -> None:
        async def act(reply: Reply) -> None:
            await self.router.lobby.new(reply, self.slug, computers)

        await self.commands.run(interaction, act)

    @app_commands.describe(seat="A free seat, in mid-game")
    async def join(self, interaction: discord.Interaction, seat: str | None = None) -> None:
        async def act(reply: Reply, live: Live) -> None:
            if live.status == "lobby":
                await self.router.lobby.join(reply, live)
                return
            await self.router.more.sit_down(reply, live, None if seat is None else self.seat_called(live, seat))

        await self.at_table(interaction, act)

    async def leave(self, interaction: discord.Interaction) -> None:
        async def act(reply: Reply, live: Live) -> None:
            await (self.router.lobby.leave if live.status == "lobby" else self.router.more.ask_leave)(reply, live)

        await self.at_table(interaction, act)

    async def start(self, interaction: discord.Interaction) -> None:
        await self.at_table(interaction, self.router.lobby.start)

    async def hand(self, interaction: discord.Interaction) -> None:
        async def act(reply: Reply, live: Live) -> None:
            await self.router.hand(reply, live, Control(live.id, "hand"), [])

        await self.at_table(interaction, act)

    async def table(self, interaction: discord.Interaction) -> None:
        async def act(reply: Reply, live: Live) -> None:
            if live.g is not None and not (await self.desk.people.wishes(interaction.user.id)).pictures:
                await self.router.more.table_in_words(reply, live)
                return
            await self.router.more.bring_down(reply, live)

        await self.at_table(interaction, act)

    @app_commands.describe(page="A chapter")
    async def rules(self, interaction: discord.Interaction, page: str | None = None) -> None:
        async def act(reply: Reply) -> None:
            try:
                live: Live | None = await self.here(interaction)
            except Refusal:
                live = None
            seat = live.info.seat_of(interaction.user.id) if live is not None else None
            pages = self.router.lookup.pages(self.face)
            slug = next((p.slug for p in pages if page and plainly(page) in (plainly(p.title), plainly(p.slug))), "")
            if page and not slug:
                raise Refusal("unknown", kind="page", text=cut(page, 40), choices=", ".join(p.title for p in pages[:8]))
            pictures = (await self.desk.people.wishes(interaction.user.id)).pictures
            await reply.whisper(self.router.lookup.rules_message(self.face, live, seat, slug, pictures))

        await self.commands.run(interaction, act)

    @app_commands.describe(name="The card's name")
    async def card(self, interaction: discord.Interaction, name: str) -> None:
        async def act(reply: Reply) -> None:
            try:
                live: Live | None = await self.here(interaction)
            except Refusal:
                live = None
            await self.router.lookup.card(reply, self.face, live, name)

        await self.commands.run(interaction, act)

    async def log(self, interaction: discord.Interaction) -> None:
        await self.at_table(interaction, self.router.lookup.log)

    async def end(self, interaction: discord.Interaction) -> None:
        async def act(reply: Reply, live: Live) -> None:
            await (self.router.lobby.cancel if live.status == "lobby" else self.router.more.end)(reply, live)

        await self.at_table(interaction, act)

    @app_commands.describe(to="Who plays your seat", player="Another player, to vote on a computer for them")
    @app_commands.choices(
        to=[app_commands.Choice(name="a computer", value="computer"), app_commands.Choice(name="me", value="me")]
    )
    async def seat(self, interaction: discord.Interaction, to: str = "me", player: str | None = None) -> None:
        async def act(reply: Reply, live: Live) -> None:
            more = self.router.more
            if player is not None:
                await more.propose_computer(reply, live, self.seat_called(live, player))
            else:
                await (more.computer_for_me if to == "computer" else more.take_back)(reply, live)

        await self.at_table(interaction, act)

    # ---- autocomplete
    def completes(self, names: Callable[[discord.Interaction], Awaitable[list[tuple[str, str]]]]) -> Completer:
        """Autocomplete of an argument out of labels and values."""

        async def complete(interaction: discord.Interaction, typed: str) -> Choices:
            wanted = plainly(typed)
            fitting = [(label, value) for label, value in await names(interaction) if wanted in plainly(label)]
            return [app_commands.Choice(name=cut(label, 100), value=value[:100]) for label, value in fitting[:25]]

        return complete

    async def chapters(self, interaction: discord.Interaction) -> list[tuple[str, str]]:
        return [(page.title, page.slug) for page in self.router.lookup.pages(self.face)]

    async def cards(self, interaction: discord.Interaction) -> list[tuple[str, str]]:
        try:
            deck = deck_of(self.face, (await self.here(interaction)).info)
        except Refusal:
            deck = deck_of(self.face, None)
        return [(card.name, card.id) for card in self.face.game.cards(deck).values()]

    async def vacant(self, interaction: discord.Interaction) -> list[tuple[str, str]]:
        return await self.seats_that(interaction, lambda live, n: live.info.seats[n].vacant)

    async def sleepers(self, interaction: discord.Interaction) -> list[tuple[str, str]]:
        def fits(live: Live, seat: int) -> bool:
            asked = seat in live.info.needs and not live.info.seats[seat].by_computer
            return asked and live.info.seats[seat].person != interaction.user.id

        return await self.seats_that(interaction, fits)

    async def seats_that(
        self, interaction: discord.Interaction, fits: Callable[[Live, int], bool]
    ) -> list[tuple[str, str]]:
        try:
            live = await self.here(interaction)
        except Refusal:
            return []
        return [(name, f"s{n}") for n, name in enumerate(live.info.names()) if fits(live, n)]

    # ---- the game's own verbs
    def verb(self, verb: Verb) -> app_commands.Command[Any, ..., None]:
        """A command whose arguments are the verb's; discord.py reads them from the callback's signature."""

        async def callback(interaction: discord.Interaction, **given: str | None) -> None:
            await self.act(interaction, verb, {name: text for name, text in given.items() if text})

        parameters = [
            inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=discord.Interaction)
        ]
        for param in verb.params:
            parameters.append(
                inspect.Parameter(
                    param.name,
                    inspect.Parameter.POSITIONAL_OR_KEYWORD,
                    annotation=str | None if param.optional else str,
                    default=None if param.optional else inspect.Parameter.empty,
                )
            )
        callback.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        described = (
            app_commands.describe(**{p.name: p.help for p in verb.params})(callback) if verb.params else callback
        )
        made: app_commands.Command[Any, ..., None] = app_commands.Command(
            name=verb.name, description=verb.help, callback=described
        )
        for param in verb.params:
            made.autocomplete(param.name)(self.completer(verb, param.name))
        return made

    def completer(self, verb: Verb, param: str) -> Completer:
        async def complete(interaction: discord.Interaction, typed: str) -> Choices:
            try:
                live = await self.here(interaction)
            except Refusal:
                return []
            seat = live.info.seat_of(interaction.user.id)
            if seat is None or not live.playing:
                return []
            reach = Reach(self.desk, live, seat, verb)
            if not reach.open:  # one entry that says why; choosing it is refused with the same sentence
                why = verb.not_now if reach.question else self.desk.screens.now(live).replace("**", "")
                return [app_commands.Choice(name=cut(why, 100), value=SHUT)]
            others = {
                name: str(value) for name, value in vars(interaction.namespace).items() if name != param and value
            }
            return [app_commands.Choice(name=label, value=part) for label, part in reach.choices(param, typed, others)]

        return complete

    async def act(self, interaction: discord.Interaction, verb: Verb, given: dict[str, str]) -> None:
        async def act(reply: Reply, live: Live) -> None:
            seat = live.info.seat_of(interaction.user.id)
            if seat is None:
                raise Refusal("players-only")
            self.router.more.need_game(live)
            if live.info.seats[seat].away:
                raise Refusal("away")
            reach = Reach(self.desk, live, seat, verb)
            option = reach.find(given)
            number = reach.question.number if reach.question else 0
            control = Control(live.id, "answer", option, number, seat, PANEL)
            if await self.router.confirm(reply, live, seat, control, option):
                return
            events = await self.sessions.answer(live, seat, option, None, interaction.user.id)
            said = self.desk.happened(live, events)
            if live.playing:
                await self.desk.show_panel(reply, live, seat, said)
            else:
                await reply.whisper(Message(content=said or self.desk.screens.now(live)))

        await self.at_table(interaction, act)
