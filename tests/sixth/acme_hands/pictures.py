"""The picture: a plate with the points of each player."""

from acme_hands.rules import HandsView
from bot.i18n.translator import Translator
from bot.pictures import Scene
from bot.pictures.boxes import Box, label, row, text, with_padding
from bot.pictures.palette import CHASER
from bot.pictures.pieces import Seat, band, seat_plate

SIZES = {"seat_": (46,)}
GAP = 16  # between two plates


def table(view: HandsView, translator: Translator) -> Scene:
    return Scene.of(
        330,
        CHASER,
        band(translator.tr("picture.title"), translator.tr("picture.goal")),
        row(*(seat(view, translator, who) for who in range(view.players)), gap=GAP).lay(30, 120, 1140, 180),
    )


def seat(view: HandsView, translator: Translator, who: int) -> Box:
    shown = translator.name(view.shown[who]) if view.shown else ""
    points = label(str(view.points[who]), "score")
    return seat_plate(Seat(who, translator.names[who]), [points], with_padding(text(shown, "soft"), 20, 0, 20, 0))


def table_alt(view: HandsView, translator: Translator) -> str:
    points = [translator.tr("alt.seat", p=f"s{seat}", n=n) for seat, n in enumerate(view.points)]
    return translator.tr("alt.table", points=points)
