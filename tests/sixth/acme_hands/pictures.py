"""The picture: a plate with the points of each player."""

from acme_hands.rules import HandsView
from bot.i18n.translator import Translator
from bot.pictures import Group, Scene, Text, at
from bot.pictures.palette import CHASER
from bot.pictures.pieces import band, plate

SIZES = {"seat_": (56,)}
GAP = 16  # between two plates


def table(view: HandsView, translator: Translator) -> Scene:
    width = (1140 - GAP * (view.players - 1)) // view.players
    return Scene.of(
        330,
        CHASER,
        band(translator.tr("picture.title"), translator.tr("picture.goal")),
        [at(30 + who * (width + GAP), 120, seat(view, translator, who, width)) for who in range(view.players)],
    )


def seat(view: HandsView, translator: Translator, who: int, width: int) -> Group:
    shown = translator.name(view.shown[who]) if view.shown else ""
    points = Text(width - 20, 38, str(view.points[who]), "score", 60)
    below = Text(20, 120, shown, "soft", width - 40)
    return plate(width, 180, who, translator.names[who], points, below, room=width - 180)


def table_alt(view: HandsView, translator: Translator) -> str:
    points = [translator.tr("alt.seat", p=f"s{seat}", n=n) for seat, n in enumerate(view.points)]
    return translator.tr("alt.table", points=points)
