"""What people see of Hob in Discord."""

from typing import Any

from bot.run.client import Hob


def set_up(hob: Hob) -> None:
    """Furnish the bot: faces of the games, screens, pictures, the router of presses, the commands."""
    from cogs.commands import Commands
    from cogs.desk import Desk
    from cogs.faces import FACES
    from cogs.router import Router
    from cogs.ui.pictures import PictureFault
    from cogs.ui.pictures.compose import FAULTS
    from cogs.ui.pictures.painter import Painter
    from cogs.ui.screens import Screens

    painter = Painter()

    async def paint(scene: Any) -> bytes | None:
        try:
            return await painter.png(scene)
        except PictureFault as fault:
            FAULTS.tell(fault)
            return None

    screens = Screens(FACES)
    hob.furnish(screens, paint, lambda game: painter.warm(game, FACES[game].pictures.sizes))
    hob.close_art = painter.close
    desk = Desk(hob, screens)
    router = Router(desk)
    hob.on_press = router.press
    Commands(desk, router).add_to(hob.tree)
