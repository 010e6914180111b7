"""Its picture: a plate for each player, with the points."""

from cogs.ui.pictures import Scene, Text, at
from cogs.ui.pictures.looks import CHASER
from cogs.ui.pictures.pieces import band, plate
from cogs.ui.pictures.scene import seats_in_a_row
from tests.sixth.game import HandsView

SIZES = {"seat_": (56,)}


def table(view: HandsView, names: list[str]) -> Scene:
    width, lefts = seats_in_a_row(view.players)
    return Scene.of(
        330,
        CHASER,
        band("Rock Paper Scissors", "First to two"),
        [at(left, 120, seat(view, names, who, width)) for who, left in enumerate(lefts)],
    )


def seat(view: HandsView, names: list[str], who: int, width: int):
    shown = view.shown[who].capitalize() if view.shown else ""
    points = Text(width - 20, 38, str(view.points[who]), "score", 60)
    return plate(width, 180, who, names[who], points, Text(20, 120, shown, "soft", width - 40), room=width - 180)


def table_alt(view: HandsView, names: list[str]) -> str:
    return "Rock Paper Scissors. " + ", ".join(f"{name} {n}" for name, n in zip(names, view.points, strict=True)) + "."
