"""The look that all five games share: every colour, and every kind of shape and text. Pictures use these names."""

from typing import Literal, NamedTuple

INK, PAPER, GOLD, SAFE, DANGER = "#2B1A3D", "#FFF6E4", "#FFD447", "#5FBBFF", "#C22A48"
WHITE, FAINT = "#FFFFFF", "#FFFFFF80"  # recent changes; a zero
DIM = "#2B1A3DB0"  # a zero on paper
SEATS = ("#FF7A6B", "#5FBBFF", "#FFD447", "#69D977", "#C39BFF", "#FFA552", "#FF9CCF", "#E6ECF5")
PLATE = "plate"  # as a shape's fill: the plate colour of the scene
BLUE, YELLOW = "#D3E6FF", "#FFE9A8"  # an immediate rule; a rule with its own timing
USED = "#B9B2C4"  # a rule used this round, still with words to read
PALE = {  # tints of cards and windows; ink on them has a contrast of at least 11.5:1
    "red": "#FFD0D0",
    "blue": "#CFE3FF",
    "green": "#CFF0CB",
    "pink": "#FFD3E8",
    "purple": "#E8DAFB",
    "stone": "#DCE1EA",
    "moss": "#DFEFB4",
    "steel": "#CDE9F7",
    "yellow": YELLOW,
    "sky": BLUE,
}
HUES = {  # light, main, shade of drawings
    "red": ("#FF8A90", "#EF4A5C", "#B52647"),
    "orange": ("#FFBE73", "#FF922E", "#D4641A"),
    "yellow": ("#FFE89A", "#FFCB3D", "#E39A1C"),
    "green": ("#9BE592", "#54C25E", "#2C8A4C"),
    "teal": ("#86E6D6", "#2FBDAC", "#178381"),
    "blue": ("#93C6FF", "#4592FF", "#2562CC"),
    "purple": ("#CFA8FF", "#A066EA", "#6D3AB8"),
    "pink": ("#FFC1DD", "#FF86BC", "#DB5292"),
    "brown": ("#D39A6B", "#A5663D", "#713F27"),
    "stone": ("#CFD5E1", "#A3ACBE", "#727B92"),
    "white": (WHITE, PAPER, "#E2CFB4"),
    "liquorice": ("#8A76A6", "#55436E", "#372750"),
    "steel": ("#C4E4F5", "#86B8D6", "#557FA6"),
    "moss": ("#C6E08A", "#93BC4A", "#5F8732"),
    "gold": ("#FFEFA8", "#FFC93A", "#D08A14"),
    "lilac": ("#E9D9FF", "#C9AEF5", "#9377C9"),
    "rose skin": ("#FFE3CC", "#FFCDA8", "#E8A27C"),
    "tan skin": ("#F0C094", "#D99A66", "#B0713F"),
    "dark skin": ("#B9805A", "#8F5A3A", "#673C25"),
    "sand skin": ("#FFDDB5", "#F5BE85", "#D1925A"),
    "mouth": ("#FF7C9C", "#7A1F3D", "#5A1433"),
    "cardboard": ("#D9A871", "#C98F55", "#9A6534"),
}
DETAILS = {  # additional colours of single drawings
    "sugar": ("#EAF3FF", "#E9F3FF", "#BCD0EA", "#9DB8DB"),
    "cheeks": ("#FF6F7D", "#8C2442", "#611631"),
    "glow": ("#7CF5E6", "#BFE6FF", "#FFD84D", "#FFE07A"),
    "unlit star": ("#00000055", "#FFFFFF55"),
    "shadows": ("#4E566C", "#77599E", "#4C3870", "#7D6A9C", "#A894C6", "#D3BFEA", "#CDB896", "#8A5A2E"),
}
SCENERY = {  # additional colours of posters' stages and covers' scenes
    "moon": ("#FFE89A", "#FFD675"),
    "windows at night": ("#FFB347", "#FFCF70", "#FFD98A"),
    "houses at night": ("#171036", "#1A1240", "#251A55"),
    "chocolate": ("#8A4F35", "#6B3826", "#5A2F20", "#2F1213"),
    "icing": ("#FFB3D4", "#F28AB8"),
    "wood": ("#C98A54", "#A5663D"),
    "glass": ("#D9F1F7", "#B5DCE8", "#0A2F36"),
    "open mouth": ("#7A1F3D", "#3A0B22", "#2C0719"),
    "meadow": ("#2F7A52", "#2A6649", "#1B4634"),
    "walls": ("#8E99B1", "#8A94A9", "#FFA3CC"),
}


class GameLook(NamedTuple):
    """A game's own look in pictures and messages. Its ground is the drawing ``ground_<ground>``."""

    ground: str
    plate: str
    band: str
    accent: str
    edge: str = "scallop"  # the edge of the band, and the dividing line of lettering
    letters: tuple[str, str] = (PAPER, GOLD)  # upper and lower
    window: str = PAPER  # behind a poster's decisive moment
    footer: str = PAPER  # a poster's last line

    @property
    def colour(self) -> int:
        """Return the colour of its messages as an integer."""
        return int(self.accent[1:], 16)


CHASER = GameLook("chaser", "#0C3A41", "#FF7A6B", "#FF7A6B", "scallop", (PAPER, "#FF9C8F"), "#BFE3E0", "#9FD0CE")
GHOSTS = GameLook("ghosts", "#1F1647", "#CFB4FF", "#CFB4FF", "hem", (PAPER, "#CFB4FF"), "#D9CCFF", "#CFB4FF")
KINGDOM = GameLook("kingdom", "#431C1D", "#FFB3D4", "#FFB3D4", "drip", ("#FFB3D4", PAPER), "#FFD9E8", "#431C1D")
MUNCHER = GameLook("muncher", "#4A1130", PAPER, "#6E2149", "teeth", (PAPER, GOLD), "#F3C9DC", "#FFD7E8")
COVER = GameLook("cover", "#123626", "#B9C3D6", "#B9C3D6", "battle", (PAPER, "#C4CEE0"), "#CFF0CB", "#CFE7D3")
NEUTRAL = {  # grounds of the looks for any game, and the tables on them
    "felt": ("#1F5A40", "#2E7A58"),
    "wood": ("#5A3A24", "#7A5234"),
    "slate": ("#36414F", "#4E5C6E"),
}
FELT = GameLook("felt", "#123D2A", "#CFE7D3", "#69D977", "hem", (PAPER, "#A9DDBB"), "#CFF0CB", "#CFE7D3")
WOOD = GameLook("wood", "#3E2615", "#E6C79A", "#D39A6B", "battle", (PAPER, "#E6C79A"), "#F0DDBF", "#E6C79A")
SLATE = GameLook("slate", "#232C38", "#CED8E4", "#86B8D6", "teeth", (PAPER, "#B7C9DC"), "#DCE1EA", "#CED8E4")
GROUNDS = ("#17545C", "#33276B", "#6A3430", "#6E2149", "#22543F")  # in the order of the games above

LANES = {  # Candy Chaser: a lane's label, its spaces, the numerals on them
    "blue": (HUES["blue"][0], "#D6E7FF", "#1F57AB"),
    "purple": (HUES["purple"][0], PALE["purple"], "#6A38AC"),
    "green": (HUES["green"][0], "#D5F2D2", "#1B6C31"),
    "yellow": ("#FFE07A", "#FFF0BF", "#7A5A00"),
    "red": ("#FF9EA2", "#FFDADA", "#A82A41"),
}
CLOSED = "#EFE2CC"  # a goal that takes no more cubes
FIELDS = {"highland": "#B9C3D64D", "lowland": "#54C25E40", "maneland": "#FFCB3D33"}  # Cover Your Kingdom's lands
PLUS, LESS, MORE = HUES["green"][0], "#A82A41", "#1B6C31"  # on plates; then on paper
GOOD, SKY = HUES["green"][0], "#BFDBFF"  # a currently harmless effect; a rule on a blue card
SILENT = "#8FA9AC"  # the bar of an eliminated player
BARRED, UNLIT = "#C22A4873", "#12362699"  # a closed land; over an unlit constellation


class ShapeLook(NamedTuple):
    fill: str  # "none", "plate", "#rrggbb" or "#rrggbbaa"
    line: str = ""
    width: int = 0
    corner: int = 20
    drop: int = 0  # a hard shadow straight down


class TextLook(NamedTuple):
    face: Literal["D", "S"]  # D Fredoka One: titles, names, numbers. S Source Sans Pro Semibold: rules, labels
    size: int
    colour: str
    anchor: Literal["l", "m", "r"]
    rim: str = ""


SHAPES: dict[str, ShapeLook] = {
    # containers
    "card": ShapeLook(PAPER, INK, 5, 20, 6),
    "plate": ShapeLook(PLATE, INK, 5, 20, 6),
    "tab": ShapeLook(PAPER, INK, 4, 12, 4),
    "coin": ShapeLook(GOLD, INK, 5, 99),
    "badge": ShapeLook(DANGER, INK, 5, 99),
    "chip": ShapeLook(PAPER, INK, 4, 99),
    "box": ShapeLook(BLUE, corner=14),  # a rule: fill it with BLUE or YELLOW
    "window": ShapeLook(PAPER, corner=14),  # behind art on a card
    "cell": ShapeLook(PAPER, corner=14),  # a space of a board
    "lane": ShapeLook(PAPER, INK, 4, 16),  # the label of a board's row
    "frame": ShapeLook("none", INK, 7, 18),  # around several spaces
    "field": ShapeLook("#B9C3D64d", corner=16),  # part of a plate
    "on": ShapeLook(GOLD, INK, 4, 8),  # a reached step of a tracker
    "off": ShapeLook("#FFFFFF2E", corner=8),  # an unreached one
    "small-card": ShapeLook(PAPER, INK, 5, 14),
    "square": ShapeLook(PAPER, INK, 4, 12),
    "danger": ShapeLook(DANGER, corner=14),
    "trough": ShapeLook("#2B1A3D22", INK, 4, 14),  # for a bar on paper
    "past": ShapeLook("#2B1A3D66", corner=6),  # on a small board: spaces behind a candy; `coming`: before it
    "coming": ShapeLook("#2B1A3D22", corner=6),
    "mark": ShapeLook(INK, corner=3),  # the starting point
    "groove": ShapeLook("#00000033", "#FFFFFF55", 4, 14),  # for a bar on a plate
    "stretch": ShapeLook(WHITE, INK, 4, 10),  # part of a bar
    "tick": ShapeLook(DANGER, INK, 3, 4),  # the end of a bar
    "track": ShapeLook("#FFFFFF1C", corner=99),  # the full length of a poster's bar
    "bar": ShapeLook(PAPER, INK, 3, 99),
    "thinbar": ShapeLook(PAPER, corner=99),
    "pane": ShapeLook(PAPER, INK, 4, 14),  # the window of a poster
    # states
    "ribbon": ShapeLook(GOLD, INK, 5, 20),
    "halo": ShapeLook("none", GOLD, 8, 24),
    "pick": ShapeLook("none", GOLD, 10, 24),
    "ring": ShapeLook("none", WHITE, 5, 16),
    "safe": ShapeLook("none", SAFE, 10, 24),
    "prize": ShapeLook("none", DANGER, 10, 24),  # the prize of a fight
    "explained": ShapeLook("none", DANGER, 7, 14),  # around something with a number that explains it
    "answer": ShapeLook("#00000033", GOLD, 5, 16),  # where an answer is expected
    "new": ShapeLook(WHITE, INK, 6, 99),
    "slot": ShapeLook("#0000001f", "#ffffff44", 4, 18),
    "hole": ShapeLook("#2B1A3D14", "#2B1A3D44", 4, 18),  # an empty place on paper
    "veil": ShapeLook("#2B1A3D70", corner=20),
}

TEXTS: dict[str, TextLook] = {
    "title": TextLook("D", 42, INK, "l"),
    "note": TextLook("D", 33, INK, "r"),
    "name": TextLook("D", 33, PAPER, "l"),
    "num": TextLook("D", 33, PAPER, "l"),
    "zero": TextLook("D", 33, FAINT, "l"),
    "score": TextLook("D", 46, PAPER, "r"),
    "heading": TextLook("D", 33, INK, "l"),  # a card's name next to its badge
    "headingm": TextLook("D", 33, INK, "m"),  # a card's name below its art
    "big": TextLook("D", 34, INK, "m"),  # a numeral on a piece
    "small": TextLook("D", 33, INK, "m"),  # a numeral on a small mark
    "cellnum": TextLook("D", 36, INK, "m"),
    "onbadge": TextLook("D", 33, WHITE, "m"),
    "oncolour": TextLook("D", 33, WHITE, "m", INK),  # on a coloured piece
    "oncube": TextLook("D", 34, INK, "m", WHITE),
    "letter": TextLook("D", 33, INK, "m"),
    "rule": TextLook("S", 33, INK, "l"),
    "label": TextLook("S", 33, INK, "m"),
    "labell": TextLook("S", 33, INK, "l"),
    "clause": TextLook("S", 33, INK, "l"),  # a rule on a card of a hand
    "rulehead": TextLook("D", 33, INK, "l"),  # a rule's timing
    "soft": TextLook("S", 33, PAPER, "l"),
    "softm": TextLook("S", 33, PAPER, "m"),
    "softname": TextLook("D", 33, PAPER, "m"),
    "softnum": TextLook("D", 33, PAPER, "m"),
    "story": TextLook("S", 36, INK, "l"),  # the text of a card in the rules look-up
    # posters and covers
    "onplate": TextLook("D", 74, INK, "m", WHITE),  # the winner's number, on something pale
    "onthing": TextLook("D", 74, WHITE, "m", INK),  # and on something coloured
    "ontag": TextLook("D", 74, INK, "m"),
    "chairname": TextLook("S", 24, PAPER, "m", INK),
    "invites": TextLook("D", 40, PAPER, "m", INK),  # the plus sign on a free chair
    "foot": TextLook("S", 24, PAPER, "r"),
}
