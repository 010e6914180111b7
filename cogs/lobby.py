"""Before a game and after it: new tables, seats, options, the start, and Play again."""

import discord

from bot.delivery.control import ASIDE, Control
from bot.delivery.message import Button, Choice, Menu, Message, Row, Style
from bot.delivery.retry import retry_once
from bot.delivery.screen import Posted
from bot.sessions.live import Live
from bot.tables.info import COMPUTERS, LETTERS, Seat, TableInfo
from bot.tables.refusals import Refusal
from cogs.desk import Desk
from cogs.reply import Reply
from cogs.rights import may_manage, missing_rights
from cogs.ui.controls import in_rows
from cogs.ui.options import chosen_of, options_of, options_text, set_option, slug
from cogs.ui.words import display_name


class Lobby:
    def __init__(self, desk: Desk) -> None:
        self.desk, self.sessions, self.screens = desk, desk.sessions, desk.screens
        self.verbs = {
            "join": self.join,
            "leave": self.leave,
            "computer": self.computer,
            "options": self.options,
            "start": self.start,
            "cancel": self.cancel,
            "remove": self.remove,
            "done": self.done,
            "channel": self.cards_in_channel,
            "fine": self.fine,
        }

    async def press(self, reply: Reply, live: Live, control: Control, values: list[str]) -> None:
        verb, _, rest = control.path.partition("/")
        if verb == "set":
            name, _, value = rest.partition("/")
            await self.set_option(reply, live, name, values[0] if values else value)
        elif verb in self.verbs:
            await self.verbs[verb](reply, live, *([values[0]] if verb == "remove" and values else []))
        else:
            raise Refusal("forged")

    # ---- a new table
    async def new(self, reply: Reply, slug: str, computers: int = 0, info: TableInfo | None = None) -> None:
        """A lobby in this channel, shown by the answer itself."""
        interaction = reply.interaction
        assert interaction.channel_id is not None
        if rights := missing_rights(interaction):
            raise Refusal("no-rights", rights=rights)
        game = self.desk.faces[slug].game
        if info is None:
            info = TableInfo(host=interaction.user.id, seats=[seat_for(interaction.user)])
        for _ in range(min(computers, game.seats[-1] - len(info.seats))):
            add_computer(info)
        live = await self.sessions.create(slug, interaction.guild_id, interaction.channel_id, info)
        try:
            self.desk.arrive(live, interaction)
            await reply.in_time()
            if reply.done:  # deferred, and only to be seen by the presser: the keeper posts the lobby
                await reply.whisper(Message(content=self.desk.say(live, "set")))
                return
            message, now = self.screens.table(live, []), self.sessions.clock()
            response = await retry_once(lambda: interaction.response.send_message(**message.sending(None)))
            if response is not None and response.message_id is not None:
                live.screen.table = Posted(channel=live.channel, id=response.message_id, key=message.key, at=now)
                live.screen.posted_at = now
                await self.desk.delivery.save(live)
        finally:
            live.responding -= 1
            self.desk.hob.keeper.wake(live.id)

    async def again(self, reply: Reply, live: Live, control: Control, values: list[str]) -> None:
        """Play again: a lobby with the same options and computers; nobody is seated without a press."""
        interaction = reply.interaction
        seat = live.info.seat_of(interaction.user.id)
        current = await self.sessions.at(live.channel)
        if current is not None and current.status != "over":
            if current.status != "lobby" or current.game.slug != live.game.slug:
                raise Refusal("channel-taken", session=current.id)
            await self.join(reply, current)
            return
        if seat is None:
            raise Refusal("again-players")
        info = TableInfo(
            host=interaction.user.id,
            seats=[seat_for(interaction.user)],
            options=dict(live.info.options),
            pictures=live.info.pictures,
            pace=live.info.pace,
        )
        for person in live.info.persons():
            if person != interaction.user.id and (await self.desk.people.wishes(person)).rings:
                info.invited.append(person)
        computers = sum(1 for s in live.info.seats if s.person is None and not s.vacant)
        try:
            await self.new(reply, live.game.slug, computers, info)
        except Refusal as refusal:  # somebody else pressed at the same moment
            if refusal.key != "channel-taken":
                raise
            await self.again(reply, live, control, values)

    # ---- seats
    async def join(self, reply: Reply, live: Live) -> None:
        interaction = reply.interaction
        async with live.lock:
            if live.status != "lobby":
                raise Refusal("already-started" if live.playing else "over")
            if live.info.seat_of(interaction.user.id) is not None:
                raise Refusal("already-seated")
            if len(live.info.seats) >= live.game.seats[-1]:
                raise Refusal("full")
            info = live.draft()
            info.seats.append(seat_for(interaction.user))
            await self.sessions.change(live, info)
        self.desk.arrive(live, interaction)
        seat = len(info.seats) - 1
        shown = await self.desk.show_table(reply, live)
        if not await self.greet(reply, live, seat) and not shown:
            said = f"{self.desk.say(live, 'seated-plain', seat=seat)} {self.desk.say(live, 'table-here')}"
            await reply.whisper(Message(content=said))

    async def greet(self, reply: Reply, live: Live, seat: int) -> bool:
        """At somebody's first table ever: where shall the cards go?  False where that need not be asked."""
        wishes = await self.desk.people.wishes(reply.interaction.user.id)
        if wishes.greeted or wishes.cards == "channel" or not self.screens.has_hand(live):
            return False
        await self.desk.people.wish(reply.interaction.user.id, greeted=True)
        rows = (
            (
                self.screens.button(live, "Keep them in the channel", "lobby", "channel"),
                self.screens.button(live, "Fine", "lobby", "fine", "primary"),
            ),
        )
        await reply.whisper(Message(content=self.desk.say(live, "seated", seat=seat), rows=rows))
        return True

    async def cards_in_channel(self, reply: Reply, live: Live) -> None:
        await self.desk.people.wish(reply.interaction.user.id, cards="channel")
        await reply.edit(Message(content=self.desk.say(live, "in-channel")))

    async def fine(self, reply: Reply, live: Live) -> None:
        await reply.edit(Message(content=self.desk.say(live, "fine")))

    async def leave(self, reply: Reply, live: Live) -> None:
        person = reply.interaction.user.id
        async with live.lock:
            self.in_lobby(live)
            info = live.draft()
            seat = info.seat_of(person)
            if seat is None:
                raise Refusal("not-seated")
            info.seats.pop(seat)
            persons = info.persons()
            if not persons:
                info.ended = "lobby-empty"
            elif info.host == person:
                info.host, info.host_moved = persons[0], True
            await self.sessions.change(live, info, status="lobby" if persons else "closed")
        await self.show(reply, live, "left-lobby" if persons else "lobby-closed")

    def in_lobby(self, live: Live) -> None:
        if live.status != "lobby":
            raise Refusal("already-started" if live.playing else "over")

    def host_only(self, live: Live, person: int) -> None:
        if live.info.host != person:
            raise Refusal("only-host")

    async def computer(self, reply: Reply, live: Live) -> None:
        async with live.lock:
            self.in_lobby(live)
            self.host_only(live, reply.interaction.user.id)
            if len(live.info.seats) >= live.game.seats[-1]:
                raise Refusal("full")
            info = live.draft()
            add_computer(info)
            await self.sessions.change(live, info)
        await self.show(reply, live)

    async def cancel(self, reply: Reply, live: Live) -> None:
        async with live.lock:
            self.in_lobby(live)
            if not may_manage(reply.interaction, live):
                self.host_only(live, reply.interaction.user.id)
            info = live.draft()
            info.ended, info.ended_by = "lobby-cancelled", display_name(reply.interaction.user)
            await self.sessions.change(live, info, status="closed")
        await self.show(reply, live, "lobby-closed")

    # ---- options
    async def options(self, reply: Reply, live: Live) -> None:
        self.in_lobby(live)
        if live.info.host != reply.interaction.user.id:
            raise Refusal("only-host-options", options=options_text(self.screens.face(live), live.info))
        await reply.whisper(self.options_message(live))

    def options_message(self, live: Live) -> Message:
        """A select per option of several values, a button that turns over each of two, at most five rows."""
        lines: list[str] = []
        rows: list[Row] = []
        buttons = []
        for option in options_of(self.screens.face(live), live.info):
            lines.append(f"**{option.title}**: {option.now_words}. {option.help}".rstrip(". ") + ".")
            path = f"set/{option.name}"
            if len(option.values) == 2:
                # The button says what it sets: a press that is delivered twice does not turn it back.
                label = f"{option.title}: {option.now_words}"
                buttons.append(self.button(live, label, f"{path}/{slug(option.other)}"))
            elif len(option.values) > 2:
                choices = tuple(
                    Choice(f"{option.title}: {words}", slug(value), "", value == option.now)
                    for value, words in option.values
                )
                rows.append(Menu(option.title, str(Control(live.id, "lobby", path, place=ASIDE)), choices[:25]))
        buttons.append(self.button(live, "Done", "done", "primary"))
        others = tuple(
            Choice(f"Remove {LETTERS[n]} {seat.name}", sitter(seat))
            for n, seat in enumerate(live.info.seats)
            if seat.person != live.info.host
        )
        if others:
            rows.append(Menu("Remove a player…", str(Control(live.id, "lobby", "remove", place=ASIDE)), others))
        return Message(content="\n".join(lines)[:2000], rows=(*rows, *in_rows(buttons)))

    def button(self, live: Live, label: str, path: str, style: Style = "secondary") -> Button:
        return Button(label, str(Control(live.id, "lobby", path, place=ASIDE)), style)

    async def set_option(self, reply: Reply, live: Live, name: str, value: str) -> None:
        async with live.lock:
            self.in_lobby(live)
            self.host_only(live, reply.interaction.user.id)
            info = live.draft()
            if not set_option(self.screens.face(live), info, name, value):
                raise Refusal("bad-option")
            await self.sessions.change(live, info)
        await reply.edit(self.options_message(live))

    async def remove(self, reply: Reply, live: Live, who: str = "") -> None:
        async with live.lock:
            self.in_lobby(live)
            self.host_only(live, reply.interaction.user.id)
            info = live.draft()
            left = [one for one in info.seats if sitter(one) != who or one.person == info.host]
            if len(left) == len(info.seats):
                raise Refusal("no-player")
            info.seats = left
            await self.sessions.change(live, info)
        await reply.edit(self.options_message(live))

    async def done(self, reply: Reply, live: Live) -> None:
        await reply.edit(Message(content=f"Options: {options_text(self.screens.face(live), live.info)}"))

    # ---- the start
    async def start(self, reply: Reply, live: Live) -> None:
        person = reply.interaction.user.id
        if rights := missing_rights(reply.interaction):
            raise Refusal("no-rights", rights=rights)
        async with live.lock:
            self.in_lobby(live)
            silent = self.sessions.clock() - live.screen.pressed.get(live.info.host, live.created_at)
            others_may = silent >= self.desk.hob.settings.timing.start_by_others
            if live.info.host != person and not (others_may and live.info.seat_of(person) is not None):
                raise Refusal("only-host")
            if len(live.info.seats) < live.game.seats[0]:
                raise Refusal("too-few")
            info = live.draft()
            info.options = chosen_of(self.screens.face(live), info)
            # A random first player is drawn by the rules; seats keep the order of joining.
            await self.sessions.start(live, info)
        await self.show(reply, live)

    async def show(self, reply: Reply, live: Live, said: str = "table-here") -> None:
        """The lobby or table, by the answer itself where the press was on it; else a word of consent."""
        if not await self.desk.show_table(reply, live) and not reply.done:
            message = Message(content=self.desk.say(live, said))
            pressed = reply.interaction.message
            await (reply.edit if pressed is not None and pressed.flags.ephemeral else reply.whisper)(message)


def seat_for(user: discord.abc.User | discord.Member) -> Seat:
    return Seat(person=user.id, name=display_name(user))


def sitter(seat: Seat) -> str:
    """Who sits there, wherever the seat moves when others leave."""
    return seat.name if seat.person is None else str(seat.person)


def add_computer(info: TableInfo) -> None:
    taken = {seat.name for seat in info.seats if seat.person is None}
    info.seats.append(Seat(name=next(name for name in COMPUTERS if name not in taken)))
