"""Taking one's last answer back: freely, or by the others' consent."""

from bot.errors import Refusal
from bot.interactions.context import Answers
from bot.interactions.reply import Reply
from bot.screens.custom_id import ASIDE, PANEL, Control
from bot.screens.message import Button, Message
from bot.tables.session import Live
from bot.tables.undo import TakingBack


class TakeBack:
    def __init__(self, answers: Answers) -> None:
        self.answers, self.screens = answers, answers.screens
        self.taking_back = TakingBack(answers.sessions)

    async def press(self, reply: Reply, live: Live, control: Control, values: list[str]) -> None:
        await self.take(reply, live, asking=control.path == "ask", edit=control.place == PANEL)

    async def take(self, reply: Reply, live: Live, asking: bool = False, edit: bool = False) -> None:
        """At once where that is free; else the press that asks the others is offered, or, if it was this, they are."""
        try:
            if asking:
                done = await self.taking_back.ask(live, reply.person)
            else:
                await self.taking_back.take(live, reply.person)
                done = True
        except Refusal as refusal:
            if refusal.key == "back-ask":
                await self.offer(reply, live, self.because(live, refusal))
                return
            if refusal.key == "back-not-free":
                raise Refusal("back-not-free", because=self.because(live, refusal)) from None
            raise
        seat = live.info.seat_of(reply.person)
        said = self.answers.say(live, "said.back-done" if done else "said.back-asked")
        if done and live.playing and seat is not None:
            await self.answers.show_panel(reply, live, seat, said, edit=edit)
        else:
            await reply.whisper(Message(content=said))

    def because(self, live: Live, refusal: Refusal) -> str:
        """What stands against taking it back freely, as a sentence."""
        against, who = refusal.fields["against"], refusal.fields["who"]
        key = "shown-all" if against == "shown" and who is None else against
        return self.screens.words(live).say(f"said.back-{key}", who=who)

    async def offer(self, reply: Reply, live: Live, because: str) -> None:
        ask = str(Control(live.id, "back", "ask", place=ASIDE))
        row = (Button(self.answers.say(live, "button.ask-to-take-back"), ask, "primary"),)
        await reply.whisper(Message(content=self.answers.say(live, "said.back-ask", because=because), rows=(row,)))

    async def vote(self, reply: Reply, live: Live, agree: bool) -> None:
        done = await self.taking_back.vote(live, reply.person, agree)
        key = "said.back-done" if done else "said.voted" if live.info.vote is not None else "said.back-off"
        await reply.whisper(Message(content=self.answers.say(live, key)))
