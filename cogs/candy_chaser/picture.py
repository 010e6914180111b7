"""The pictures of Candy Chaser: the board with its five candies, and what a player holds."""

from cogs.candy_chaser.alt import hand_alt, now, on, table_alt
from cogs.candy_chaser.words import CANDIES
from cogs.ui.pictures import Group, Scene, Shape, Sprite, Text, at
from cogs.ui.pictures.looks import CHASER, CLOSED, GOLD, LANES, RIGHT, WRONG
from cogs.ui.pictures.pieces import band, hand_card, headed, just_moved, mark, plate
from cogs.ui.pictures.scene import seats_in_a_row
from cogs.ui.words import minus
from engine.candy_chaser.view import ChaserView

__all__ = ["SIZES", "hand", "hand_alt", "table", "table_alt"]

SIZES = {
    "chaser_": (90, 150, 50),
    "die_": (92,),
    "goal": (66,),
    "lock": (60,),
    "arrow": (62,),
    "crown": (50,),
    "hand": (50,),
}
SIZES |= {f"seat_{letter}": (56, 38) for letter in "abcd"}

SPACES = range(-2, 6)
LANE, LABEL, SPACE, STEP = 110, 168, 94, 103  # height of a lane, widths of its label and a space, from space to space
GOAL = 1014  # the left edge of the goal


def space(n: int) -> int:
    """The left edge of a space in its lane."""
    return 176 + STEP * (n + 2)


# ---- the table
def table(view: ChaserView, names: list[str]) -> Scene:
    """The board above, the seats below; the die hangs in the head band."""
    width, lefts = seats_in_a_row(view.players)
    return Scene.of(
        884,
        CHASER,
        band("Candy Chaser", now(view, headed(names)), right=1064 if view.die else 1164, room=600),
        view.die != 0 and Sprite(1086, 0, 92, f"die_{'plus' if view.die > 0 else 'minus'}{abs(view.die)}"),
        Shape(30, 116, 1140, 592, "card"),
        [at(46, 142 + LANE * i, lane(view, candy)) for i, candy in enumerate(CANDIES)],
        Shape(46 + space(3) - 9, 128, 3 * STEP + 9, 568, "frame"),
        [at(46, 142 + LANE * i, cube(view, candy)) for i, candy in enumerate(CANDIES)],
        [at(left, 730, seat(view, names, who, width)) for who, left in enumerate(lefts)],
    )


def lane(view: ChaserView, candy: str) -> Group:
    """One candy's row: label, eight spaces, the goal."""
    label, tint, deep = LANES[candy]
    is_open = view.goal_open[candy]
    return at(
        0,
        0,
        Shape(0, 0, LABEL, 100, "lane", label),
        Text(LABEL // 2, 51, CANDIES[candy], "big", LABEL - 16),
        [
            (Shape(space(n), 0, SPACE, 100, "cell", tint), Text(space(n) + 47, 51, minus(n), "cellnum", SPACE, deep))
            for n in SPACES
            if n != view.cubes[candy]
        ],
        Shape(GOAL, 0, SPACE, 100, "lane", label if is_open else CLOSED),
        Sprite(GOAL + 14, 17, 66, "goal") if is_open else Sprite(GOAL + 17, 20, 60, "lock"),
    )


def cube(view: ChaserView, candy: str) -> Group:
    """The candy on its space, which hides the numeral; the one moved last on a white disc, an arrow where it was."""
    _, tint, _ = LANES[candy]
    here = view.cubes[candy]
    last = view.moved == candy
    was = view.moved_from if last and view.moved_from != here else None
    arrow = "arrow" if was is None or was < here else "arrow_left"
    return at(
        0,
        0,
        here in SPACES and Shape(space(here), 0, SPACE, 100, "cell", tint),
        was is not None and (Shape(space(was), 0, SPACE, 100, "cell", tint), Sprite(space(was) + 16, 19, 62, arrow)),
        at(
            (space(here) if here in SPACES else GOAL) + 2,
            5,
            last and just_moved(90),
            Sprite(0, 0, 90, f"chaser_{candy}"),
        ),
    )


def seat(view: ChaserView, names: list[str], who: int, width: int) -> Group:
    """A player: how many Tattletale cards are left, or how it ended for them."""
    objective = view.objectives[who] if view.over else None
    return plate(
        width,
        132,
        who,
        names[who],
        Sprite(14, 74, 50, f"chaser_{objective}" if objective else "hand"),
        Text(76, 100, fate(view, who), "soft", width - 88),
        who in view.winners and Sprite(width - 62, 10, 50, "crown"),
        turn=who == view.active,
        out=who in view.out,
        room=width - 160 if who in view.winners else 0,
    )


def fate(view: ChaserView, who: int) -> str:
    objective = view.objectives[who]
    if view.over and objective:
        place = view.cubes[objective]
        if who in view.out:  # little room, and a name may be long
            return f"Out: {CANDIES[objective]}, {'goal' if place == 6 else minus(place)}"
        return f"{CANDIES[objective]} {on(place)}"
    if who in view.out:
        return "Out: found out" if view.out[who] else "Out: wrong"
    return f"{view.cards_left[who]} tattles" if view.cards_left[who] != 1 else "1 tattle"


# ---- the hand
def hand(view: ChaserView, names: list[str]) -> Scene:
    """The Objective on a plate of its own, then the five Tattletale cards; those slid show to whom, and the verdict."""
    mine = view.objectives[view.seat] if view.seat is not None else None
    return Scene.of(
        466,
        CHASER,
        band("Your hand", f"You smuggle {CANDIES[mine]}" if mine else "", room=700),
        mine and at(30, 118, Shape(0, 0, 210, 328, "plate"), smuggled(view, mine)),
        [at(258 + 184 * i, 144, tattletale(view, candy, names)) for i, candy in enumerate(CANDIES)],
    )


def smuggled(view: ChaserView, candy: str) -> Group:
    label, _, _ = LANES[candy]
    return at(16, 26, hand_card(f"chaser_{candy}", CANDIES[candy], top("Objective", GOLD), tint=label))


def tattletale(view: ChaserView, candy: str, names: list[str]) -> Group:
    slid = next((s for s in view.slid if s.accuser == view.seat and s.candy == candy), None)
    _, tint, _ = LANES[candy]
    return at(
        0,
        0,
        hand_card(f"chaser_{candy}", CANDIES[candy], not slid and top("Tattletale", ""), tint=tint, out=bool(slid)),
        slid
        and (
            Shape(8, 10, 162, 50, "lane", RIGHT if slid.right else WRONG),
            at(14, 16, mark(slid.target, 38)),
            Text(112, 36, "right" if slid.right else "wrong", "label", 104),
        ),
    )


def top(words: str, fill: str) -> Group:
    """The kind of a card, in its head."""
    return at(0, 0, Shape(10, 12, 158, 46, "tab", fill), Text(89, 36, words, "label", 146))
