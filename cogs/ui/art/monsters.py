"""Monsters: body, eyes, mouth and features from parts; each character of Kingdom's Candy is one line of a table."""
# ruff: noqa: E501 - the outline of a drawing is one word

import math
from collections.abc import Callable, Sequence

from cogs.ui.art.faces import EYES, MOUTH
from cogs.ui.art.shapes import INK, C, P, circ, ell, flat, line, mirror, polar, rect, shine, solid, zig

BODY: dict[str, str] = {
    "blob": P("M128 46C192 46 218 96 218 152C218 208 184 230 128 230S38 208 38 152C38 96 64 46 128 46Z"),
    "egg": P("M128 36C178 36 204 100 208 152C212 206 180 230 128 230S44 206 48 152C52 100 78 36 128 36Z"),
    "rock": P("M82 58L150 44L204 84L222 156L196 228H62L34 166L46 100Z"),
    "crag": P("M60 66L104 40L128 56L164 38L206 82L214 148L226 228H30L42 150L38 96Z"),
    "slab": P("M52 72L90 46H176L212 78L218 228H40Z"),
    "slime": P(
        "M128 46C200 46 216 108 216 168C216 192 220 230 200 230C184 230 188 208 172 208S158 232 142 232S128 208 114 208S100 230 82 230S70 206 56 208C36 210 40 184 40 164C40 100 58 46 128 46Z"
    ),
    "box": rect(44, 62, 168, 164, 34),
    "dome": P("M40 226V146C40 90 78 54 128 54S216 90 216 146V226Q216 230 206 230H50Q40 230 40 226Z"),
    "can": P("M58 84Q58 52 128 52T198 84L208 210Q208 232 128 232T48 210Z"),
    "fur": P(zig(15, 106, 86)),
    "cloud": P(polar(lambda t: 90 + 12 * abs(math.sin(4.5 * t)), 108)),
    "bean": P(
        "M104 42C160 30 200 66 204 118C208 160 226 186 212 212C198 236 150 230 116 230C66 230 36 200 42 154C48 116 56 52 104 42Z"
    ),
    "tri": P(
        "M128 36C148 36 156 52 164 70L220 194C230 220 214 230 192 230H64C42 230 26 220 36 194L92 70C100 52 108 36 128 36Z"
    ),
}
# behind the body ("b_") or in front of it
FEAT: dict[str, Callable[[str], str]] = {
    "b_horns": lambda c: mirror(solid(P("M86 70C50 66 36 40 44 14C58 34 84 34 110 50Z"), "white", w=9, d=6)),
    "b_oni": lambda c: mirror(solid(P("M62 84C56 54 62 30 74 12C92 28 104 46 108 66Z"), "gold", w=9, d=6)),
    "b_unicorn": lambda c: solid(P("M104 66L128 6L152 66Z"), "gold", line("M112 48L146 40M118 28L138 24", 6), 9, 6),
    "b_ears": lambda c: mirror(solid(P("M54 110C34 70 34 40 44 22C74 30 96 46 108 66Z"), c, w=10, d=8)),
    "b_long": lambda c: mirror(solid(P("M56 132C18 122 4 98 4 76C32 76 66 86 82 108Z"), c, w=10, d=8)),
    "b_spikes": lambda c: solid(
        P("M36 132L24 92L60 96L58 52L98 66L128 16L158 66L198 52L196 96L232 92L220 132Z"), c, w=10, d=8
    ),
    "b_arms": lambda c: mirror(
        solid(P("M56 160C22 156 8 134 12 110C14 98 30 98 32 110C34 124 46 130 68 132Z"), c, w=10, d=7)
    ),
    "b_wings": lambda c: mirror(
        solid(P("M70 150C20 160 2 110 10 66C28 78 40 78 54 74C64 92 76 106 84 116Z"), c, w=10, d=8)
    ),
    "b_flame": lambda c: solid(
        P(
            "M60 96C44 60 70 50 70 22C92 36 96 48 100 58C104 34 116 22 134 6C136 32 152 40 158 60C166 50 170 44 172 30C196 56 208 70 196 104Z"
        ),
        "orange",
        flat(
            P("M90 96C84 74 100 70 104 74C112 52 124 48 132 40C136 58 150 66 152 80C160 74 166 78 164 96Z"), "#FFE07A"
        ),
        10,
        8,
    ),
    "antenna": lambda c: line("M128 60V26", 10) + solid(circ(128, 22, 15), "red", w=8, d=5),
    "antennas": lambda c: mirror(line("M98 62L78 30", 9) + solid(circ(74, 24, 13), "yellow", w=8, d=4)),
    "sprout": lambda c: (
        line("M128 56V34", 9)
        + solid(P("M128 38C120 8 84 4 66 12C72 36 98 46 128 38Z"), "green", w=8, d=5)
        + solid(P("M128 38C136 12 166 8 184 18C176 40 152 46 128 38Z"), "green", w=8, d=5)
    ),
    "jester": lambda c: (
        solid(
            P(
                "M56 84C40 60 16 62 14 94C-2 52 34 12 92 40C100 22 116 12 128 10C142 12 158 24 164 40C222 12 258 52 242 94C240 62 216 60 200 84Q128 62 56 84Z"
            ),
            "purple",
            flat(P("M92 40Q128 80 164 40L176 90H80Z"), "#FFCB3D"),
            9,
            8,
        )
        + solid(circ(16, 98, 13), "gold", w=7, d=4)
        + solid(circ(240, 98, 13), "gold", w=7, d=4)
    ),
    "tophat": lambda c: (
        solid(P("M84 66L90 8H166L172 66Z"), "black", flat(rect(70, 42, 120, 16), "#EF4A5C"), 9, 7)
        + solid(rect(54, 58, 148, 20, 10), "black", w=9, d=5)
    ),
    "crown": lambda c: solid(
        P("M70 70L60 14L98 40L128 6L158 40L196 14L186 70Q128 54 70 70Z"),
        "gold",
        flat(circ(128, 46, 9), "#EF4A5C"),
        9,
        7,
    ),
    "mask": lambda c: solid(
        P("M40 112Q128 84 216 112Q220 156 180 156Q148 156 128 138Q108 156 76 156Q36 156 40 112Z"), "black", w=8, d=5
    ),
    "bolts": lambda c: mirror(solid(rect(20, 128, 30, 44, 10), "stone", w=9, d=5)),
    "rivets": lambda c: "".join(flat(circ(x, y, 7), INK, 'opacity=".45"') for x in (64, 192) for y in (84, 206)),
    "cracks": lambda c: line("M58 196L84 186L92 206M198 106L180 118L188 136M150 54L144 72L158 82", 7, "#4E566C"),
    "spots": lambda c: "".join(
        flat(ell(x, y, r, r * 0.8), C[c][2], 'opacity=".8"')
        for x, y, r in ((66, 186, 13), (92, 208, 9), (192, 172, 14), (176, 204, 8), (74, 92, 9))
    ),
    "belly": lambda c: flat(ell(128, 214, 52, 40), C[c][0], 'opacity=".9"'),
    "bone": lambda c: solid(
        P("M92 34C80 34 78 50 90 52C80 58 86 72 98 66L158 46C170 52 176 38 166 34C174 26 166 12 154 20Z"),
        "white",
        w=8,
        d=5,
    ),
    "brain": lambda c: solid(
        P("M70 86C54 60 82 44 96 52C100 34 126 34 130 48C146 32 172 42 168 58C190 54 200 76 184 90Q128 70 70 86Z"),
        "pink",
        line("M104 58q8 8 0 18M132 54q10 8 2 20M160 64q4 8 -4 14", 6),
        9,
        6,
    ),
    "tomb": lambda c: solid(P("M92 74V36Q92 8 128 8T164 36V74Z"), "stone", line("M128 24V58M112 36H144", 8), 9, 6),
    "patch": lambda c: line("M58 180l34 18M66 196l10 -14M80 202l8 -14M190 96l-26 -12M184 80l-8 14", 7),
    "moss": lambda c: solid(
        P("M42 100L84 58L150 44L206 82Q190 104 172 92Q160 112 140 94Q120 116 102 96Q84 116 70 98Q54 112 42 100Z"),
        "moss",
        w=9,
        d=6,
    ),
    "crystal": lambda c: (
        solid(P("M96 60L86 26L108 6L122 28L120 56Z"), "purple", w=8, d=6)
        + solid(P("M124 56L132 18L152 6L168 26L156 60Z"), "teal", w=8, d=6)
    ),
    "halo": lambda c: (
        f'<ellipse cx="128" cy="26" rx="52" ry="15" fill="none" stroke="{INK}" stroke-width="20"/><ellipse cx="128" cy="26" rx="52" ry="15" fill="none" stroke="#FFCB3D" stroke-width="9"/>'
    ),
    "dish": lambda c: line("M128 60V40", 10) + solid(P("M78 14Q128 62 178 14Q128 -4 78 14Z"), "stone", w=9, d=5),
    "phones": lambda c: (
        f'<path d="M44 124A84 84 0 0 1 212 124" fill="none" stroke="{INK}" stroke-width="26"/><path d="M44 124A84 84 0 0 1 212 124" fill="none" stroke="#FF86BC" stroke-width="10"/>'
        + mirror(solid(rect(20, 104, 42, 62, 18), "pink", w=9, d=6))
    ),
    "b_flop": lambda c: mirror(
        solid(P("M70 72C30 60 8 96 16 138C20 158 42 156 50 138C58 120 70 112 84 104Z"), c, w=10, d=8)
    ),
    "b_tentacles": lambda c: mirror(
        solid(P("M58 190C20 200 6 176 12 150C16 136 32 140 32 154C32 168 44 168 62 156Z"), c, w=10, d=6)
    ),
    "f_crumb": lambda c: "".join(line(f"M{x} {y}v16", 9, "#713F27") for x, y in ((84, 70), (128, 64), (172, 70))),
    "f_grill": lambda c: line("M84 88L112 66M124 92L152 64M160 92L180 74", 9, "#713F27"),
    "drip": lambda c: (
        solid(
            P(
                "M62 92C70 52 100 44 128 44S190 54 196 94C190 116 174 112 170 96C164 124 142 122 138 98C132 136 108 132 106 100C98 118 80 116 80 98C74 112 62 108 62 92Z"
            ),
            "pink",
            w=9,
            d=7,
        )
        + shine(104, 62, 18, 7, -20)
    ),
}


INSIDE = ("belly", "spots", "cracks", "stripes", "diamonds", "strata", "veins")
FOOTLESS = ("slime", "rock", "crag", "slab", "fur", "cloud")
Monster = tuple[str, str, str, str, Sequence[str], int, int]


def monster(
    body: str,
    colour: str,
    eyes: str,
    mouth: str,
    features: Sequence[str] = (),
    ey: int = 118,
    my: int = 176,
    grown: float = 1,
) -> str:
    """`ey` and `my` are the heights of eyes and mouth; `grown` makes the eyes larger, as a baby's are."""
    s = "".join(FEAT[f](colour) for f in features if f.startswith("b_"))
    if body not in FOOTLESS:
        s += mirror(solid(rect(66, 212, 48, 30, 14), colour, w=10, d=6))
    s += solid(BODY[body], colour, "".join(FEAT[f](colour) for f in features if f in INSIDE), 10, 14)
    s += "".join(FEAT[f](colour) for f in features if not f.startswith(("b_", "f_")) and f not in INSIDE)
    face = EYES[eyes](ey).replace("LID", C[colour][2])
    if grown != 1:
        face = f'<g transform="translate(128 {ey}) scale({grown}) translate(-128 -{ey})">{face}</g>'
    return s + face + MOUTH[mouth](my) + "".join(FEAT[f](colour) for f in features if f.startswith("f_"))


# name: body, colour (red, orange, brown, pink are red; blue, teal, purple blue; green, moss green), eyes, mouth, features, heights
KINGDOM: dict[str, Monster] = {
    "uno": ("egg", "orange", "one", "under", ("b_arms", "belly"), 112, 182),
    "biscotto": ("can", "brown", "two", "smile", ("spots", "f_crumb"), 118, 178),
    "mopsel": ("blob", "blue", "sad", "tongue", ("b_flop",), 120, 182),
    "ploom": ("cloud", "blue", "two", "oh", ("antennas",), 112, 164),
    "gnarlin": ("bean", "green", "sleepy", "grin", ("b_long", "spots"), 114, 178),
    "toffle": ("dome", "green", "two", "oh", ("tophat", "belly"), 128, 182),
    "magmot": ("blob", "red", "angry", "open", ("b_flame", "spots"), 126, 180),
    "khulgrok": ("bean", "red", "angry", "under", ("b_oni", "belly"), 124, 184),
    "scorchlet": ("tri", "orange", "two", "oh", ("b_flame",), 146, 192),
    "cinnabrute": ("bean", "brown", "odd", "fangs", ("b_horns", "spots"), 116, 178),
    "grilljaw": ("can", "brown", "sleepy", "grin", ("b_horns", "f_grill"), 116, 176),
    "pepperfang": ("egg", "red", "odd", "fangs", ("sprout",), 118, 178),
    "rockcandor": ("fur", "pink", "one", "open", ("crystal",), 122, 180),
    "oni-baba": ("dome", "blue", "angry", "grin", ("b_oni", "b_arms"), 126, 188),
    "oni-yami": ("slime", "purple", "three", "smile", ("b_oni",), 118, 176),
    "sherberg": ("tri", "teal", "sleepy", "tongue", ("drip",), 142, 190),
    "glacimaw": ("dome", "teal", "angry", "open", ("b_unicorn", "spots"), 128, 182),
    "mistmallow": ("cloud", "teal", "sleepy", "smile", ("halo",), 122, 172),
    "fizzkraken": ("slime", "blue", "odd", "oh", ("antennas", "b_tentacles"), 118, 172),
    "mossmunch": ("fur", "green", "two", "open", ("sprout",), 118, 172),
    "thorntooth": ("egg", "moss", "odd", "under", ("b_spikes", "belly"), 116, 182),
    "bogglebon": ("blob", "green", "three", "tongue", ("b_long",), 122, 178),
    "swampgob": ("slime", "moss", "two", "under", ("b_ears", "spots"), 118, 178),
    "verdimont": ("fur", "moss", "sleepy", "smile", ("crown",), 124, 176),
    "creepcaramel": ("bean", "green", "one", "fangs", ("drip",), 134, 192),
}
UNKNOWN: Monster = ("blob", "stone", "wide", "oh", ("antenna",), 118, 178)  # an operator's own card
SPRITES = {f"mon_{name}": monster(*parts) for name, parts in {**KINGDOM, "unknown": UNKNOWN}.items()}
