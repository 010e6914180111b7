"""The games that are offered, as people see them."""

from typing import Any

from bot.errors import Refusal
from bot.i18n.common import COMMON
from bot.i18n.names import plainly
from bot.i18n.translator import Voice
from bot.screens.game_ui import Face


class Games(dict[str, Face[Any]]):
    """Each game's `GameUI` by its slug.  A game's cog registers its own."""

    def register(self, ui: Face[Any]) -> None:
        """Offer a game from now on."""
        self[ui.game.slug] = ui

    def of_group(self, group: str) -> Face[Any]:
        """Return the game with these slash commands, as a control names it.  Raises Refusal."""
        ui = next((ui for ui in self.values() if ui.group == group), None)
        if ui is None:
            raise Refusal("forged")
        return ui

    def named(self, typed: str) -> Face[Any]:
        """Return the game that somebody means, by its title or its commands.  Raises Refusal."""
        for ui in self.values():
            if plainly(typed) in (plainly(ui.game.title), plainly(ui.group), plainly(ui.game.slug)):
                return ui
        titles = ", ".join(ui.game.title for ui in self.values())
        raise Refusal("unknown", kind=Voice(COMMON).say("sort.game"), text=typed[:40], choices=titles)
