"""The picture: a plate with the points of each player."""

from acme_hands.rules import HandsView
from bot.i18n.translator import Translator
from bot.pictures import Group, Scene, Text, at
from bot.pictures.palette import CHASER
from bot.pictures.pieces import band, plate
from bot.pictures.scene import seats_in_a_row

SIZES = {"seat_": (56,)}


def table(view: HandsView, voice: Translator) -> Scene:
    width, lefts = seats_in_a_row(view.players)
    return Scene.of(
        330,
        CHASER,
        band(voice.tr("picture.title"), voice.tr("picture.goal")),
        [at(left, 120, seat(view, voice, who, width)) for who, left in enumerate(lefts)],
    )


def seat(view: HandsView, voice: Translator, who: int, width: int) -> Group:
    shown = voice.name(view.shown[who]) if view.shown else ""
    points = Text(width - 20, 38, str(view.points[who]), "score", 60)
    below = Text(20, 120, shown, "soft", width - 40)
    return plate(width, 180, who, voice.names[who], points, below, room=width - 180)


def table_alt(view: HandsView, voice: Translator) -> str:
    points = [voice.tr("alt.seat", p=f"s{seat}", n=n) for seat, n in enumerate(view.points)]
    return voice.tr("alt.table", points=points)
