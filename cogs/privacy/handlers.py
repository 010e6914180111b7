"""What Hob keeps about a person: handed to them as a file, or forgotten after a second press."""

from bot.errors import Refusal
from bot.i18n.names import display_name
from bot.interactions.context import Answers
from bot.interactions.reply import Reply
from bot.privacy import service as parting
from bot.screens.custom_id import ASIDE, Control
from bot.screens.message import Button, Message
from bot.tables.session import Live
from cogs.table.lookup import NOWHERE

FILE = "hob.json"


class MyData:
    def __init__(self, answers: Answers) -> None:
        self.answers = answers
        self.verbs = {"export": self.export, "forget": self.ask, "yes": self.forget, "no": self.keep}

    async def typed(self, reply: Reply, what: str) -> None:
        await self.verbs[what](reply)

    async def press(self, reply: Reply, live: Live | None, control: Control, values: list[str]) -> None:
        if control.path not in self.verbs:
            raise Refusal("forged")
        await self.verbs[control.path](reply)

    async def export(self, reply: Reply) -> None:
        text = await parting.told(self.answers.sessions.store, reply.person)
        await reply.whisper(Message(content=self.answers.say(None, "data.all"), file=(FILE, text)))

    async def ask(self, reply: Reply) -> None:
        """What will go and what stays; a second press does it."""
        say = self.answers.say
        row = tuple(
            Button(say(None, f"data.{path}"), str(Control(NOWHERE, "data", path, place=ASIDE)), style)  # type: ignore[arg-type]
            for path, style in (("yes", "danger"), ("no", "secondary"))
        )
        await reply.whisper(Message(content=say(None, "data.ask"), rows=(row,)))

    async def keep(self, reply: Reply) -> None:
        await reply.edit(Message(content=self.answers.say(None, "data.kept")))

    async def forget(self, reply: Reply) -> None:
        answers, user = self.answers, reply.interaction.user
        names = {display_name(user), user.display_name[:20], (user.global_name or user.name)[:20], user.name[:20]}
        panels = answers.delivery.panels
        await parting.forget(answers.sessions, answers.people, answers.nights, panels, reply.person, names)
        await reply.edit(Message(content=answers.say(None, "data.forgotten")))
