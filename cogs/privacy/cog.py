"""A person's data: exported as a file, or erased after a confirmation."""

import asyncio
import io
import zipfile

from bot.app import App
from bot.features import Feature
from bot.i18n.fitting import display_name
from bot.i18n.translator import tr
from bot.interactions.context import InteractionContext
from bot.people import privacy
from bot.pictures.films import MAX_BYTES
from bot.screens.custom_id import Control
from bot.screens.message import Button, Message

FILE = "hob.json"


class PersonalDataControls(Feature):
    def __init__(self, app: App) -> None:
        super().__init__(app)
        actions = {"export": self.export, "forget": self.confirm_erase, "yes": self.erase, "no": self.cancel_erase}
        app.interactions.handle("data", actions, table="none")

    async def export(self, ctx: InteractionContext) -> None:
        text = await privacy.export_person(self.sessions.store, ctx.person)
        file = await asyncio.to_thread(as_file, text)
        await ctx.send_ephemeral(Message(content=tr("data.all"), file=file))

    async def confirm_erase(self, ctx: InteractionContext) -> None:
        """Say what will be erased and what stays, and ask for a confirmation."""
        yes = Button(tr("data.yes"), Control.aside("data", "yes"), "danger")
        no = Button(tr("data.no"), Control.aside("data", "no"))
        await ctx.send_ephemeral(Message(content=tr("data.ask"), rows=((yes, no),)))

    async def cancel_erase(self, ctx: InteractionContext) -> None:
        await ctx.edit(Message(content=tr("data.kept")))

    async def erase(self, ctx: InteractionContext) -> None:
        user = ctx.interaction.user
        names = {display_name(user), user.display_name[:20], (user.global_name or user.name)[:20], user.name[:20]}
        await privacy.erase_person(self.sessions, self.app.people, self.app.delivery.panels, ctx.person, names)
        self.app.scheduler.poll()  # tables that mentioned them are due
        await ctx.edit(Message(content=tr("data.forgotten")))


def as_file(text: str) -> tuple[str, bytes]:
    """Return the name and content of the file with the data; it is zipped if Discord wouldn't accept it otherwise."""
    content = text.encode()
    if len(content) <= MAX_BYTES:
        return FILE, content
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(FILE, content)
    return f"{FILE}.zip", packed.getvalue()


def setup(app: App) -> None:
    PersonalDataControls(app)
