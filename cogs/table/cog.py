"""Features of any table: the lobby, playing, the menu, look-ups, undo."""

from bot.app import App
from bot.features import Feature
from bot.interactions.context import InteractionContext
from cogs.table.lobby import Lobby
from cogs.table.lookup import RulesLookup
from cogs.table.menu import TableMenu
from cogs.table.play import Play, UndoControls


class LeaveAndEndCommands(Feature):
    """Commands with one meaning in a lobby and another in a game."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.command("leave", self.leave, "hob", self.here)
        self.command("end", self.end, "hob", self.here)

    async def leave(self, ctx: InteractionContext) -> None:
        lobby = ctx.session.status == "lobby"
        await (Lobby.of(self.app).leave if lobby else TableMenu.of(self.app).ask_leave)(ctx)

    async def end(self, ctx: InteractionContext) -> None:
        lobby = ctx.session.status == "lobby"
        await (Lobby.of(self.app).cancel if lobby else TableMenu.of(self.app).end)(ctx)


def setup(app: App) -> None:
    for feature in (Lobby, RulesLookup, UndoControls, TableMenu, Play, LeaveAndEndCommands):
        feature(app)
