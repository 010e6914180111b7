"""The cards of Kingdom's Candy as they are drawn: for sale, in play at three sizes, kept."""

from collections import Counter
from collections.abc import Mapping, Sequence

from cogs.kingdoms_candy.in_words import candies
from cogs.ui.pictures import Group, Lines, Pieces, Shape, Sprite, Text, art, at
from cogs.ui.pictures.fonts import broken
from cogs.ui.pictures.looks import BLUE, PALE, YELLOW
from cogs.ui.pictures.pieces import few, may_be_chosen, on_sign, tab
from engine.cards import Card
from engine.kingdoms_candy.cards import KingdomCard
from engine.kingdoms_candy.view import MonsterView

Deck = Mapping[str, Card]
SINK = {"red": 0.02, "blue": 0.16, "green": 0.02}  # how much lower than the middle a number stands on a candy
# What a card does, so short that it fits into its box; when it does it is shown by its symbol.
DOES = {
    "gain-sugar": "take {n} sugar",
    "gain-candy": "take {candies}",
    "rob": "{n} from an opponent",
    "rob-richest": "{n} from the richest",
    "clear-slot": "discard one for sale",
    "halve": "opponents lose half",
    "return-black": "return {n} black cube",
    "use-now": "use the new Ability",
    "one-eats-less": "a Monster eats {n} less",
    "host-eats-less": "its host eats {n} less",
    "others-eat-less": "the others eat {n} less",
    "per-own-colour": "{n} for each {colour} one",
    "per-other-monster": "{n} for each other one",
    "per-tucked": "{n} per tucked one",
}
CHEAPER = {"buy-ability": "Abilities cost {n} less", "buy-monster": "Monsters cost {n} less"}


def does(card: KingdomCard) -> str:
    template = CHEAPER[card.moment] if card.verb == "cheaper" else DOES[card.verb]
    if card.verb == "halve" and card.n != 2:
        template = "opponents lose 1 in {n}"
    colour = (card.colour or "").capitalize()
    return template.format(n=card.n, candies=candies(card.n), colour=colour)


def of(deck: Deck, name: str) -> KingdomCard:
    card = deck[name]
    assert isinstance(card, KingdomCard)
    return card


def likeness(card: KingdomCard) -> str:
    """Its drawing, or for an operator's own card what stands for it."""
    kind = "abi" if card.kind == "ability" else "mon"
    return art(f"{kind}_{card.id}", f"when_{card.moment}" if kind == "abi" else "mon_unknown")


def tint(card: KingdomCard) -> str:
    return PALE[card.colour or "yellow"]


# ---- signs
def cube(n: int, size: int = 50) -> Group:
    """A price in sugar."""
    half = size // 2
    style = "oncube" if size > 44 else "small"
    return at(0, 0, Sprite(0, 0, size, "sugar_cube"), Text(half, half + 2, str(n), style, size))


def candy(card: KingdomCard, size: int = 44) -> Group:
    """Its colour, and its value."""
    return on_sign(f"kc_{card.colour}", card.value, size, SINK[card.colour or "red"])


def mouth(n: int, size: int = 44) -> Group:
    """How much a Monster eats."""
    return on_sign("feed", n, size, 0.08)


def rule(card: KingdomCard, w: int, h: int) -> Group:
    """Its symbol, what using it costs (below, or beside it in a wide box), and what it does, in two lines at most."""
    wide, paid = w > 200, card.activation > 0
    left = 78 if wide and paid else 41
    lines = len(list(broken(does(card), "S", 26, w - left - 2, 2)))
    middle = h // 2 + 1
    symbol = middle - 17 if wide or not paid else 3
    return at(
        0,
        0,
        Shape(0, 0, w, h, "box", YELLOW if paid or card.moment in ("any", "once") else BLUE),
        Sprite(4, symbol, 34, f"when_{card.moment}"),
        paid and at(40 if wide else 4, symbol if wide else 38, cube(card.activation, 34)),
        Lines(left, middle - 14 * (lines - 1), does(card), "rule", w - left - 2, 28, 2),
    )


# ---- for sale
def for_sale(card: KingdomCard) -> Group:
    """176 x 240: a Monster is tinted all over, an Ability has a coloured head."""
    monster = card.kind == "monster"
    return at(
        0,
        0,
        Shape(0, 0, 176, 240, "card", tint(card) if monster else ""),
        not monster and Shape(6, 6, 164, 100, "window", tint(card)),
        Sprite(40, 28, 96, likeness(card)),
        at(6, 6, cube(card.cost)),
        at(124, 6, candy(card, 48)),
        monster and at(6, 74, mouth(card.feed or 0)),
        Text(88, 141, card.name, "label", 162),
        at(6, 160, rule(card, 164, 74)),
    )


# ---- in play
def large(deck: Deck, monster: MonsterView, tabs: int) -> Group:
    """194 x 104 with its name; below it up to so many `tabs`, each 34 high, for what is tucked under it.

    The last tab shows drawings instead of a name where more is tucked than there are tabs.
    """
    card = of(deck, monster.id)
    named = monster.tucked if len(monster.tucked) <= tabs else monster.tucked[: tabs - 1]
    rest = monster.tucked[len(named) :]
    return at(
        0,
        0,
        rest and at(8, 96 + 34 * len(named), Shape(0, 0, 178, 40, "tab"), at(10, 8, signs(deck, rest, 5, 28))),
        [at(8, 96 + 34 * i, tab(of(deck, name).name, 178, 40)) for i, name in reversed(list(enumerate(named)))],
        Shape(0, 0, 194, 100, "card", tint(card)),
        Sprite(4, 0, 74, likeness(card)),
        at(84, 6, mouth(monster.eats)),
        at(142, 6, candy(card)),
        Text(97, 82, card.name, "label", 180),
    )


def broad(deck: Deck, monster: MonsterView, h: int) -> Group:
    """194 wide, without its name: what is tucked under it as drawings on the right."""
    card = of(deck, monster.id)
    size = h - 8
    below = h >= 80
    return at(
        0,
        0,
        Shape(0, 0, 194, h, "card", tint(card)),
        Sprite(4, 3, size, likeness(card)),
        at(size + 6, 3, mouth(monster.eats, 42)),
        at(size + (54 if below else 46), 3, candy(card)),
        at(size + 8, 46, signs(deck, monster.tucked, 3)) if below else at(146, 9, signs(deck, monster.tucked, 1)),
    )


def high(deck: Deck, monster: MonsterView) -> Group:
    """94 x 132: as `broad`, upright."""
    card = of(deck, monster.id)
    return at(
        0,
        0,
        Shape(0, 0, 94, 132, "card", tint(card)),
        Sprite(5, 14, 80, likeness(card)),
        at(48, 2, candy(card)),
        at(4, 88, mouth(monster.eats, 42)),
        at(50, 92, signs(deck, monster.tucked, 1)),
    )


def small(deck: Deck, monster: MonsterView) -> Group:
    """94 x 66: who it is, its candy, how many Abilities are tucked under it."""
    card = of(deck, monster.id)
    tucked = len(monster.tucked)
    return at(
        0,
        0,
        Shape(0, 0, 94, 66, "card", tint(card)),
        Sprite(2, 4, 56, likeness(card)),
        at(50, -2 if tucked else 10, candy(card, 42)),
        tucked > 0 and Text(71, 49, f"+{tucked}", "small", 40),
    )


def signs(deck: Deck, names: Sequence[str], most: int, size: int = 36) -> Pieces:
    """Tucked Abilities as small drawings."""
    shown, left = few(names, most) if most > 1 or len(names) == 1 else ((), len(names))
    step = size + 4
    return (
        [Sprite(step * i, 0, size, likeness(of(deck, name))) for i, name in enumerate(shown)],
        left > 0 and Text(step * len(shown) + size // 2, size // 2 + 1, f"+{left}", "small", step),
    )


def tray(deck: Deck, names: Sequence[str], most: int) -> Pieces:
    """Kept Abilities: their candies on paper, 52 high."""
    if not names:
        return None
    shown, left = few(names, most)
    return (
        Shape(0, 0, 46 * (len(shown) + bool(left)) + 10, 52, "tab"),
        [at(6 + 46 * i, 4, candy(of(deck, name))) for i, name in enumerate(shown)],
        left > 0 and Text(28 + 46 * len(shown), 27, f"+{left}", "small", 44),
    )


def tally(deck: Deck, names: Sequence[str]) -> Pieces:
    """How many Abilities of each colour are kept, 36 high."""
    colours = Counter(str(of(deck, name).colour) for name in names)
    shown = [(colour, colours[colour]) for colour in SINK if colours[colour]]
    return bool(shown) and (
        Shape(0, 0, 62 * len(shown) + 12, 36, "tab"),
        [
            (Sprite(8 + 62 * i, 4, 28, f"kc_{colour}"), Text(52 + 62 * i, 19, str(n), "small", 30))
            for i, (colour, n) in enumerate(shown)
        ],
    )


# ---- one's own, explained
def explained(card: KingdomCard, eats: int, *, open: bool, used: bool) -> Group:
    """276 x 180: a Monster with what it does; a gold outline if it can be used now, a veil if it has been."""
    return at(
        0,
        0,
        Shape(0, 0, 276, 180, "card", tint(card)),
        Sprite(4, 2, 98, likeness(card)),
        at(116, 10, mouth(eats)),
        at(172, 10, candy(card)),
        Text(110, 80, card.name, "labell", 160),
        at(6, 102, rule(card, 264, 72)),
        used and Shape(6, 102, 264, 72, "veil"),
        open and may_be_chosen(276, 180),
    )


def explained_tab(card: KingdomCard, *, brief: bool, open: bool, used: bool) -> Group:
    """260 x 116, or `brief` 260 x 48: a tucked Ability."""
    tall = 48 if brief else 116
    return at(
        0,
        0,
        Shape(0, 0, 260, tall, "tab"),
        Sprite(6, 6, 36, likeness(card)),
        Text(50, 26, card.name, "labell", 164),
        Sprite(218, 7, 34, f"when_{card.moment}") if brief else at(4, 46, rule(card, 252, 66)),
        used and (Shape(0, 0, 260, 48, "veil") if brief else Shape(4, 46, 252, 66, "veil")),
        open and may_be_chosen(260, tall),
    )


def kept_tab(card: KingdomCard) -> Group:
    """276 x 52: its candy and its name; its text does nothing."""
    return at(0, 0, Shape(0, 0, 276, 52, "tab"), at(8, 4, candy(card)), Text(60, 27, card.name, "labell", 206))
