"""The registry of offered games."""

from typing import Any

from bot.errors import UserError
from bot.i18n.common import COMMON
from bot.i18n.names import normalize
from bot.i18n.translator import Translator
from bot.screens.game_ui import GameUI


class Games(dict[str, GameUI[Any]]):
    """Each game's `GameUI` by its slug. A game's cog registers its own."""

    def register(self, ui: GameUI[Any]) -> None:
        """Offer a game."""
        self[ui.game.slug] = ui

    def of_group(self, group: str) -> GameUI[Any]:
        """Return the game with this command group, as a control names it. Raises UserError."""
        ui = next((ui for ui in self.values() if ui.group == group), None)
        if ui is None:
            raise UserError("forged")
        return ui

    def named(self, typed: str) -> GameUI[Any]:
        """Return the game with this title, command group or slug. Raises UserError."""
        for ui in self.values():
            if normalize(typed) in (normalize(ui.game.title), normalize(ui.group), normalize(ui.game.slug)):
                return ui
        titles = ", ".join(ui.game.title for ui in self.values())
        raise UserError("unknown", kind=Translator(COMMON).tr("sort.game"), text=typed[:40], choices=titles)
