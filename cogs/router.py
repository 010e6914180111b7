"""Every press on a control of ours comes through here: read the custom_id, do it, answer it."""

import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import discord

from bot.errors import Refusal
from bot.interactions.context import Answers
from bot.interactions.progress import Waiting
from bot.interactions.reply import Reply
from bot.screens.custom_id import ASIDE, PANEL, TABLE, Control, Forged
from bot.screens.message import Button, Message
from bot.tables import standing_orders
from bot.tables.session import Live
from cogs.coach.coach import Coach
from cogs.coach.learn import Learn
from cogs.coach.review import LookBack
from cogs.daily.handlers import Daily
from cogs.hob.me import Me
from cogs.nights.handlers import Nights
from cogs.privacy.handlers import MyData
from cogs.replay.viewer import Watch
from cogs.server.handlers import Servers
from cogs.stats.handlers import Statistics
from cogs.table.lobby import Lobby
from cogs.table.lookup import NOWHERE, Lookup
from cogs.table.menu import More
from engine import actions
from engine.machine import Event

log = logging.getLogger("hob.router")
ALONE = ("server", "data", "me", "night", "learn", "daily")  # kinds of controls that are about no table
Handler = Callable[[Reply, Live, Control, list[str]], Awaitable[None]]


class Router:
    def __init__(self, answers: Answers) -> None:
        self.answers = answers
        self.lobby, self.more, self.lookup = Lobby(answers), More(answers), Lookup(answers)
        self.take_back, self.statistics = self.more.taking_back, Statistics(answers)
        self.coach, self.servers, self.waiting = Coach(answers), Servers(answers), Waiting(answers)
        self.watch = Watch(answers, self.waiting)
        self.my_data, self.me, self.learn = MyData(answers), Me(answers), Learn(answers, self.lobby)
        self.nights = Nights(answers, self.statistics)
        self.daily = Daily(answers, self.statistics, self.watch)
        self.handlers: dict[str, Handler] = {
            "answer": self.answer,
            "pick": self.answer,
            "confirm": self.answer,
            "narrow": self.narrow,
            "hand": self.hand,
            "rules": self.lookup.rules,
            "log": self.lookup.log,
            "more": self.more.press,
            "vote": self.vote,
            "back": self.take_back.press,
            "lobby": self.lobby.press,
            "again": self.lobby.again,
            "coach": self.coach.press,
            "order": self.order,
            "server": self.servers.press,
            "watch": self.watch.press,
            "data": self.my_data.press,
            "me": self.me.press,
            "learn": self.learn.press,
            "past": LookBack(answers, self.watch, self.waiting).press,
            "night": self.nights.press,
            "daily": self.daily.press,
        }

    async def press(self, interaction: discord.Interaction) -> None:
        """Whatever happens, the press is answered, and a fault changes nothing."""
        data: Any = interaction.data or {}
        values: list[str] = data.get("values", [])
        try:
            control = Control.read(str(data.get("custom_id", "")))
        except Forged:
            control = None

        async def find() -> Live | None:
            if control is None:
                raise Refusal("forged")
            if control.kind in ALONE or (control.session == NOWHERE and control.kind == "rules"):
                return None
            return await self.answers.sessions.open(control.session)

        async def act(reply: Reply, live: Live) -> None:
            assert control is not None
            await self.handlers[control.kind](reply, live, control, values)

        await self.answers.serve(interaction, find, act, control.place if control else TABLE)

    # ---- answers
    def authorise(self, live: Live, control: Control, person: int) -> int:
        """The seat of the presser, if the control is theirs.  Raises Refusal."""
        seat = live.info.seat_of(person)
        owner = control.seat if control.seat is not None else 0
        if owner >= len(live.info.seats):
            raise Refusal("forged")
        if live.status == "over":
            raise Refusal("over")
        if seat is None:
            raise Refusal("stranger", seat=owner)
        if seat != owner:
            raise Refusal("not-yours", seat=owner)
        return seat

    async def answer(self, reply: Reply, live: Live, control: Control, values: list[str]) -> None:
        person = reply.person
        seat = self.authorise(live, control, person)
        live.need_game()
        option = self.chosen(live, seat, control, values)
        if (
            control.kind == "answer"
            and not live.info.seats[seat].away
            and await self.confirm(reply, live, seat, control, option)
        ):
            return
        try:
            events = await self.answers.sessions.answer(live, seat, option, control.question, person, control.taken)
        except Refusal as refusal:
            if refusal.key != "repeated":
                raise
            events = []
        await self.show(reply, live, seat, control, events)

    def chosen(self, live: Live, seat: int, control: Control, values: list[str]) -> str:
        """The option that was pressed, picked in a select, or put together in a select of several."""
        if control.kind != "pick":
            return values[0] if values else control.path
        question = live.view(seat).question_of(seat)
        picked = Counter(value.split("#")[0] for value in values)
        for option in (question.options or []) if question else []:
            head, last = actions.above(option), actions.last(option)
            if head == control.path and Counter(actions.names(last)) == picked:
                return option
        together = actions.together(sorted(picked.elements()))
        return f"{control.path}/{together}" if control.path else together  # nothing picked is not the path alone

    async def show(self, reply: Reply, live: Live, seat: int, control: Control, events: list[Event]) -> None:
        """After an answer: the table itself moves, or the panel that was pressed."""
        if control.place == PANEL:
            await self.answers.show_panel(reply, live, seat, self.answers.happened(live, events), edit=True)
        elif control.place == ASIDE:
            said = self.answers.happened(live, events, True) or self.answers.screens.now(live)
            await self.answers.aside(reply, said, edit=True)
            await self.answers.delivery.panels.beside(live, seat, reply.pressed)
        elif not await self.answers.show_table(reply, live):
            await self.answers.show_panel(reply, live, seat, self.answers.happened(live, events))
        elif told := [*self.answers.unseen(live), *self.answers.screens.at_once(live, events)]:
            await reply.whisper(Message(content="\n".join(told)))

    async def confirm(self, reply: Reply, live: Live, seat: int, control: Control, option: str) -> bool:
        """For the few answers that want a second press: ask for it, where the first was, or in a whisper."""
        face = self.answers.screens.face(live)
        if not face.labels.may_confirm(option):
            return False
        view = live.view(seat)
        question = view.question_of(seat)
        asked = question.options or [] if question is not None and question.number == control.question else []
        offered = [*asked, *view.offers.get(seat, [])]
        wanted = face.labels(view, self.answers.screens.words(live, view)).confirm(question, option)
        if wanted is None or option not in offered:
            return False
        sentence, label = wanted
        place = PANEL if control.place == PANEL else ASIDE
        yes = Control(live.id, "confirm", option, control.question, seat, place, control.taken)
        back = Control(live.id, "narrow", "", control.question, seat, place)
        rows = ((Button(label, str(yes), "danger"), Button(self.answers.say(live, "button.back"), str(back))),)
        if place == PANEL:
            panel = await self.answers.delivery.panels.panel(live, seat, reply.person)
            where = panel.content.split("\n")[0]
            message = replace(panel, content=f"{where}\n**{sentence}**", rows=rows)
            if reply.private:
                await reply.edit(message)
            else:
                self.answers.delivery.panels.whispered(live, seat, await reply.whisper(message))
        else:
            await self.answers.aside(reply, sentence, rows, edit=control.place == ASIDE)
        return True

    async def narrow(self, reply: Reply, live: Live, control: Control, values: list[str]) -> None:
        """A part was picked, not an answer: show the rest, in place of the panel or aside from the table."""
        seat = self.authorise(live, control, reply.person)
        live.need_game()
        if live.info.seats[seat].away:
            raise Refusal("away")
        view = live.view(seat)
        question = view.question_of(seat)
        if question is not None and question.number != control.question:
            raise Refusal("stale")
        path = values[0] if values else control.path
        if not path and control.place == PANEL:
            await self.answers.show_panel(reply, live, seat, edit=True)
            return
        place = PANEL if control.place == PANEL else ASIDE
        words = self.answers.screens.words(live, view, escape=False)
        layout = self.answers.screens.layout(live, view, seat, words, place)
        if not path:
            rows = layout.rows() if question else layout.offers(view.offers.get(seat, []))
        else:
            rows = layout.narrowed(path)
        if not rows:
            raise Refusal("stale")
        if place == PANEL:
            panel = await self.answers.delivery.panels.panel(live, seat, reply.person)
            await reply.edit(replace(panel, rows=rows))
        else:
            said = self.answers.screens.say(live, question, words) if question else self.answers.screens.now(live)
            await self.answers.aside(reply, said, rows, edit=control.place == ASIDE)

    async def order(self, reply: Reply, live: Live, control: Control, values: list[str]) -> None:
        """A standing order is given or withdrawn, in the seat's own panel."""
        seat = self.authorise(live, control, reply.person)
        picked = values[0] if values else control.path
        async with live.lock:
            live.need_game()
            await self.answers.sessions.change(live, standing_orders.given(live.info, reply.person, live.game, picked))
        said = "said.order-withdrawn" if picked == standing_orders.NONE else "said.order-given"
        await self.answers.show_panel(reply, live, seat, self.answers.say(live, said), edit=True)

    async def vote(self, reply: Reply, live: Live, control: Control, values: list[str]) -> None:
        """Each vote that is open is of one kind."""
        if live.info.vote is not None and live.info.vote.back is not None:
            await self.take_back.vote(reply, live, control.path == "agree")
        else:
            await self.more.vote(reply, live, control, values)

    async def hand(self, reply: Reply, live: Live, control: Control, values: list[str]) -> None:
        """*My hand*: the seat's panel, for one person's eyes."""
        seat = live.info.seat_of(reply.person)
        if seat is None:
            raise Refusal("no-seat" if self.answers.screens.has_hand(live) else "no-seat-open")
        live.need_game()
        await self.answers.show_panel(reply, live, seat)
