"""The look that all five games share: colours, panels, kinds of text.  ART in one place; layouts name these."""

from typing import Literal, NamedTuple

INK, PAPER, GOLD, SAFE, DANGER = "#2B1A3D", "#FFF6E4", "#FFD447", "#5FBBFF", "#C22A48"
SEATS = ("#FF7A6B", "#5FBBFF", "#FFD447", "#69D977", "#C39BFF", "#FFA552", "#FF9CCF", "#E6ECF5")
PLATE = "plate"  # as a panel's fill: the plate colour of the scene


class PanelLook(NamedTuple):
    fill: str  # "none", "plate", "#rrggbb" or "#rrggbbaa"
    line: str = ""
    width: int = 0
    corner: int = 20
    drop: int = 0  # a hard shadow straight down


class TextLook(NamedTuple):
    face: Literal["D", "S"]  # D Fredoka One: titles, names, numbers.  S Source Sans Pro Semibold: rules, labels
    size: int
    colour: str
    anchor: Literal["l", "m", "r"]
    rim: str = ""


PANELS: dict[str, PanelLook] = {
    # what carries things
    "card": PanelLook(PAPER, INK, 5, 20, 6),
    "plate": PanelLook(PLATE, INK, 5, 20, 6),
    "tab": PanelLook(PAPER, INK, 4, 12, 4),
    "coin": PanelLook(GOLD, INK, 5, 99),
    "badge": PanelLook(DANGER, INK, 5, 99),
    "chip": PanelLook(PAPER, INK, 4, 99),
    "box": PanelLook("#D3E6FF", corner=14),  # a rule: give it BLUE or YELLOW
    "window": PanelLook(PAPER, corner=14),  # behind art on a card
    "cell": PanelLook(PAPER, corner=14),  # a space of a board
    "lane": PanelLook(PAPER, INK, 4, 16),  # the label of a board's row
    "frame": PanelLook("none", INK, 7, 18),  # round several spaces
    "field": PanelLook("#B9C3D64d", corner=16),  # a part of a plate
    "on": PanelLook(GOLD, INK, 4, 8),  # a step of a tracker, reached
    "off": PanelLook("#FFFFFF2E", corner=8),  # and not
    # states
    "ribbon": PanelLook(GOLD, INK, 5, 20),
    "halo": PanelLook("none", GOLD, 8, 24),
    "pick": PanelLook("none", GOLD, 10, 24),
    "safe": PanelLook("none", SAFE, 10, 24),
    "new": PanelLook("#FFFFFF", INK, 6, 99),
    "slot": PanelLook("#0000001f", "#ffffff44", 4, 18),
    "hole": PanelLook("#2B1A3D14", "#2B1A3D44", 4, 18),  # an empty place on paper
    "veil": PanelLook("#2B1A3D70", corner=20),
}
BLUE, YELLOW = "#D3E6FF", "#FFE9A8"  # a rule that works at once; one with a timing of its own
PALE = {  # tints of cards and windows, ink on them from 11.5:1
    "red": "#FFD0D0",
    "blue": "#CFE3FF",
    "green": "#CFF0CB",
    "pink": "#FFD3E8",
    "stone": "#DCE1EA",
    "moss": "#DFEFB4",
    "steel": "#CDE9F7",
    "yellow": YELLOW,
    "sky": BLUE,
}

TEXTS: dict[str, TextLook] = {
    "title": TextLook("D", 42, INK, "l"),
    "note": TextLook("D", 32, INK, "r"),
    "name": TextLook("D", 32, PAPER, "l"),
    "num": TextLook("D", 32, PAPER, "l"),
    "zero": TextLook("D", 32, "#ffffff80", "l"),
    "score": TextLook("D", 46, PAPER, "r"),
    "heading": TextLook("D", 30, INK, "l"),  # a card's name beside its badge
    "headingm": TextLook("D", 30, INK, "m"),  # a card's name below its art
    "big": TextLook("D", 34, INK, "m"),  # a numeral on a piece
    "small": TextLook("D", 26, INK, "m"),  # a numeral on a small mark
    "cellnum": TextLook("D", 36, INK, "m"),
    "onbadge": TextLook("D", 32, "#FFFFFF", "m"),
    "oncolour": TextLook("D", 28, "#FFFFFF", "m", INK),  # on a coloured piece
    "oncube": TextLook("D", 34, INK, "m", "#FFFFFF"),
    "letter": TextLook("D", 32, INK, "m"),
    "rule": TextLook("S", 26, INK, "l"),
    "label": TextLook("S", 26, INK, "m"),
    "labell": TextLook("S", 26, INK, "l"),
    "clause": TextLook("S", 30, INK, "l"),  # a rule on a card of a hand
    "soft": TextLook("S", 28, PAPER, "l"),
    "softm": TextLook("S", 28, PAPER, "m"),
    "story": TextLook("S", 36, INK, "l"),  # the text of a card that is looked up
}
