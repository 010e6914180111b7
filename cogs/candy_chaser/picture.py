"""The pictures of Candy Chaser: the board with its five candies, and what a player holds."""

from cogs.ui.pictures import Group, Scene, Shape, Sprite, Text, at
from cogs.ui.pictures.looks import CHASER, CLOSED, GOLD, LANES, RIGHT, WRONG
from cogs.ui.pictures.pieces import band, hand_card, headed, just_moved, mark, plate
from cogs.ui.pictures.scene import seats_in_a_row
from cogs.words.voice import Voice
from engine.candy_chaser.state import CANDIES, GOAL
from engine.candy_chaser.view import ChaserView

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
GOAL_LEFT = 1014  # the left edge of the goal


def space(n: int) -> int:
    """The left edge of a space in its lane."""
    return 176 + STEP * (n + 2)


# ---- the table
def table(view: ChaserView, voice: Voice) -> Scene:
    """The board above, the seats below; the die hangs in the head band."""
    width, lefts = seats_in_a_row(view.players)
    return Scene.of(
        884,
        CHASER,
        band(
            voice.say("picture.title"),
            now(view, voice.calling(headed(voice.names))),
            right=1064 if view.die else 1164,
            room=600,
        ),
        view.die != 0 and Sprite(1086, 0, 92, f"die_{'plus' if view.die > 0 else 'minus'}{abs(view.die)}"),
        Shape(30, 116, 1140, 592, "card"),
        [at(46, 142 + LANE * i, lane(view, candy, voice)) for i, candy in enumerate(CANDIES)],
        Shape(46 + space(3) - 9, 128, 3 * STEP + 9, 568, "frame"),
        [at(46, 142 + LANE * i, cube(view, candy)) for i, candy in enumerate(CANDIES)],
        [at(left, 730, seat(view, voice, who, width)) for who, left in enumerate(lefts)],
    )


def lane(view: ChaserView, candy: str, voice: Voice) -> Group:
    """One candy's row: label, eight spaces, the goal."""
    label, tint, deep = LANES[candy]
    is_open = view.goal_open[candy]
    return at(
        0,
        0,
        Shape(0, 0, LABEL, 100, "lane", label),
        Text(LABEL // 2, 51, voice.name(candy), "big", LABEL - 16),
        [
            (
                Shape(space(n), 0, SPACE, 100, "cell", tint),
                Text(space(n) + 47, 51, voice.name(n), "cellnum", SPACE, deep),
            )
            for n in SPACES
            if n != view.cubes[candy]
        ],
        Shape(GOAL_LEFT, 0, SPACE, 100, "lane", label if is_open else CLOSED),
        Sprite(GOAL_LEFT + 14, 17, 66, "goal") if is_open else Sprite(GOAL_LEFT + 17, 20, 60, "lock"),
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
            (space(here) if here in SPACES else GOAL_LEFT) + 2,
            5,
            last and just_moved(90),
            Sprite(0, 0, 90, f"chaser_{candy}"),
        ),
    )


def seat(view: ChaserView, voice: Voice, who: int, width: int) -> Group:
    """A player: how many Tattletale cards are left, or how it ended for them."""
    objective = view.objectives[who] if view.over else None
    return plate(
        width,
        132,
        who,
        voice.names[who],
        Sprite(14, 74, 50, f"chaser_{objective}" if objective else "hand"),
        Text(76, 100, fate(view, who, voice), "soft", width - 88),
        who in view.winners and Sprite(width - 62, 10, 50, "crown"),
        turn=who == view.active,
        out=who in view.out,
        room=width - 160 if who in view.winners else 0,
    )


def now(view: ChaserView, voice: Voice) -> str:
    """Who must do what, or has won."""
    if view.winners:
        return voice.say("picture.wins", p=f"s{view.winners[0]}")
    if view.tattling:
        return voice.say("picture.may-tattle", p=f"s{view.active}")
    return voice.say("picture.rolled", p=f"s{view.active}", die=view.die)


def fate(view: ChaserView, who: int, voice: Voice) -> str:
    """How it ended for a player, or how many Tattletale cards they have left."""
    candy = view.objectives[who]
    if view.over and candy:
        place = view.cubes[candy]
        if who in view.out:  # little room, and a name may be long
            return voice.say("picture.out-goal" if place == GOAL else "picture.out-on", candy=candy, place=place)
        return voice.say("table.in-goal" if place == GOAL else "table.on", candy=candy, place=place)
    if who in view.out:
        return voice.say("picture.found-out" if view.out[who] else "picture.out-wrong")
    return voice.say("picture.tattles", n=view.cards_left[who])


# ---- the hand
def hand(view: ChaserView, voice: Voice) -> Scene:
    """The Objective on a plate of its own, then the five Tattletale cards; those slid show to whom, and the verdict."""
    mine = view.objectives[view.seat] if view.seat is not None else None
    return Scene.of(
        466,
        CHASER,
        band(voice.say("picture.hand"), voice.say("picture.you-smuggle", candy=mine) if mine else "", room=700),
        mine and at(30, 118, Shape(0, 0, 210, 328, "plate"), smuggled(mine, voice)),
        [at(258 + 184 * i, 144, tattletale(view, candy, voice)) for i, candy in enumerate(CANDIES)],
    )


def smuggled(candy: str, voice: Voice) -> Group:
    label, _, _ = LANES[candy]
    return at(
        16, 26, hand_card(f"chaser_{candy}", voice.name(candy), top(voice.say("picture.objective"), GOLD), tint=label)
    )


def tattletale(view: ChaserView, candy: str, voice: Voice) -> Group:
    slid = next((s for s in view.slid if s.accuser == view.seat and s.candy == candy), None)
    _, tint, _ = LANES[candy]
    kind = not slid and top(voice.say("picture.tattletale"), "")
    return at(
        0,
        0,
        hand_card(f"chaser_{candy}", voice.name(candy), kind, tint=tint, out=bool(slid)),
        slid
        and (
            Shape(8, 10, 162, 50, "lane", RIGHT if slid.right else WRONG),
            at(14, 16, mark(slid.target, 38)),
            Text(112, 36, voice.say("picture.right" if slid.right else "picture.wrong"), "label", 104),
        ),
    )


def top(words: str, fill: str) -> Group:
    """The kind of a card, in its head."""
    return at(0, 0, Shape(10, 12, 158, 46, "tab", fill), Text(89, 36, words, "label", 146))
