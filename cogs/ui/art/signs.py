"""Signs: marks of the seats, states, dice, counters, backs of cards, and the moments and events of the Kingdom."""
# ruff: noqa: E501 - the outline of a drawing is one word

import math

from cogs.ui.art.faces import EYES
from cogs.ui.art.monsters import BODY
from cogs.ui.art.munchers import CLOUD
from cogs.ui.art.shapes import (
    HEART,
    INK,
    STAR,
    C,
    P,
    circ,
    ell,
    flat,
    line,
    moved,
    pipe,
    polar,
    rect,
    shine,
    solid,
    spots,
    zig,
)
from cogs.ui.art.sweets import GHOSTS as SWEETS
from cogs.ui.art.sweets import KINGDOM as SUGAR

CARD = rect(42, 6, 172, 240, 20)


def back(hue: str, art: str) -> str:
    """The back of a card, 172 x 240."""
    frame = f'<{rect(56, 20, 144, 212, 12)} fill="none" stroke="{C[hue][0]}" stroke-width="5"/>'
    return solid(CARD, hue, frame + art, 8, 7)


def die(n: int) -> str:
    """As many chevrons as steps; right and blue is plus, left and red minus."""
    count, way, colour = abs(n), 1 if n > 0 else -1, "#2562CC" if n > 0 else "#C22A48"
    chevrons = ""
    for i in range(count):
        x = 128 + way * (i - (count - 1) / 2) * 52
        chevrons += line(f"M{x - 16 * way:.0f} 82L{x + 16 * way:.0f} 128L{x - 16 * way:.0f} 174", 24, colour)
    return solid(rect(22, 22, 212, 212, 48), "white", w=11, d=12) + chevrons


def small(drawing: str, x: float, y: float, scale: float) -> str:
    return moved(drawing, f"translate({x} {y}) scale({scale})")


def round_sign(hue: str, art: str) -> str:
    """A moment: a disc with a picture on it."""
    return solid(circ(128, 128, 110), hue, w=12, d=12) + art


SEATS = {
    "a": ("#FF7A6B", circ(128, 128, 104)),
    "b": ("#5FBBFF", rect(30, 30, 196, 196, 34)),
    "c": ("#FFD447", P("M128 22Q144 22 152 38L236 204Q246 232 216 232H40Q10 232 20 204L104 38Q112 22 128 22Z")),
    "d": ("#69D977", P("M128 12L244 128L128 244L12 128Z")),
    "e": ("#C39BFF", P("M128 14L230 71V185L128 242L26 185V71Z")),
    "f": ("#FFA552", P("M86 22H170V86H234V170H170V234H86V170H22V86H86Z")),
    "g": ("#FF9CCF", P("M128 240C44 190 8 140 14 88C22 28 94 18 128 66C162 18 234 28 242 88C248 140 212 190 128 240Z")),
    "h": ("#E6ECF5", P(polar(lambda t: 96 + 14 * math.cos(8 * t), 96, 128, 128))),
}
ARROW = solid(P("M22 96H138V44L240 128L138 212V160H22Z"), "yellow", w=12, d=10)
CROWN = P("M34 200L22 72L84 120L128 36L172 120L234 72L222 200Q128 222 34 200Z")
SHARED: dict[str, str] = {
    f"seat_{k}": f'<{el} fill="{c}" stroke="{INK}" stroke-width="16"/>' for k, (c, el) in SEATS.items()
}
SHARED |= {
    "arrow": ARROW,
    "arrow_left": moved(ARROW, "matrix(-1 0 0 1 256 0)"),
    "shield": solid(
        P("M128 18L222 48V124C222 184 180 222 128 240C76 222 34 184 34 124V48Z"),
        "blue",
        line("M84 128L116 162L174 92", 24, "#fff"),
        12,
        12,
    ),
    "lock": pipe("M80 120V84A48 48 0 0 1 176 84V120", "#CFD5E1", 20, 11)
    + solid(rect(44, 112, 168, 122, 26), "gold", w=12, d=10)
    + flat(circ(128, 164, 18), INK)
    + flat(rect(119, 164, 18, 40, 8), INK),
    "crown": solid(
        CROWN, "gold", spots([(128, 164, 16)], "#EF4A5C") + spots([(72, 164, 11), (184, 164, 11)], "#4592FF"), 12, 10
    ),
    "hand": moved(solid(rect(40, 44, 100, 150, 16), "red", w=10, d=8), "rotate(-12 128 128)")
    + moved(
        solid(rect(112, 50, 104, 156, 16), "white", flat(circ(164, 128, 26), "#EF4A5C"), 10, 8), "rotate(12 128 128)"
    ),
    "deck": "".join(
        solid(rect(48 + 10 * i, 60 - 20 * i, 140, 176, 18), "blue" if i == 2 else "white", w=10, d=8) for i in range(3)
    )
    + solid(P("M138 50L166 98L138 146L110 98Z"), "gold", w=8, d=5),
    "discard": moved(solid(rect(30, 40, 120, 164, 16), "white", w=10, d=8), "rotate(-16 90 122)")
    + moved(
        solid(rect(102, 46, 120, 164, 16), "stone", line("M134 96L190 160M190 96L134 160", 14, INK), 10, 8),
        "rotate(9 162 128)",
    ),
}
FLAG = P("M64 36C100 16 130 56 164 40C190 28 212 30 236 40V160C212 150 190 148 164 160C130 176 100 136 64 156Z")
CHASER: dict[str, str] = {f"die_{'plus' if n > 0 else 'minus'}{abs(n)}": die(n) for n in (-2, -1, 1, 2, 3)}
CHASER["goal"] = solid(rect(36, 16, 28, 226, 14), "brown", w=11, d=7) + solid(
    FLAG,
    "white",
    "".join(flat(rect(64 + 36 * i, 36 + 36 * j, 36, 36), INK) for i in range(5) for j in range(4) if (i + j) % 2 == 0),
    11,
    0,
)

GHOSTS: dict[str, str] = {
    "back_ghosts": back(
        "purple", moved(SWEETS["ghost"].replace("currentColor", "#FFFFFF"), "translate(66 66) scale(.48)")
    ),
    "love": solid(P(HEART), "pink", "", 12, 14) + shine(78, 88, 22, 13),
    "scared": solid(P(zig(11, 112, 84, 128, 128)), "yellow", w=12, d=10)
    + solid(P("M108 64H148L140 144H116Z"), "red", w=9, d=5)
    + solid(circ(128, 178, 18), "red", w=9, d=4),
}

TEETH = P("M24 70L56 118L88 70L128 116L168 70L200 118L232 70Z")
FANGS = flat(
    P("M74 84L90 122L106 78L128 122L150 78L166 122L182 84L128 60Z"), "#FFF6E4", f'stroke="{INK}" stroke-width="7"'
)
SACK = (
    solid(P("M92 70C40 110 20 170 40 214Q60 236 128 236T216 214C236 170 216 110 164 70Z"), "card", w=12, d=12)
    + solid(P("M80 62Q84 20 104 34Q128 8 152 34Q172 20 176 62L164 78Q128 66 92 78Z"), "card", w=11, d=6)
    + line("M86 74Q128 60 170 74", 12, "#EF4A5C")
)
HEAD = solid(BODY["blob"], "red", "", 12, 12) + EYES["two"](120) + line("M92 176Q128 200 164 176", 11)
PLUS = solid(circ(200, 200, 46), "green", w=12, d=6) + line("M200 178V222M178 200H222", 16, "#fff")
SCROLL = solid(
    P("M58 40H190V216H66Q40 216 40 190V180H58Z"),
    "white",
    line("M84 84H164M84 120H164M84 156H140", 11, "#D08A14"),
    12,
    8,
) + solid(P("M190 40Q218 40 218 66V76H176V54Q176 40 190 40Z"), "white", w=12, d=4)
JAR = solid(
    P("M62 76H194Q224 104 216 160Q216 236 180 236H76Q40 236 40 160Q32 104 62 76Z"),
    "steel",
    flat(P("M30 150Q128 120 226 150V240H30Z"), "#FF86BC")
    + spots([(84, 176, 16), (128, 200, 16), (172, 172, 16)], "#FFF6E4"),
    12,
    8,
) + solid(rect(56, 40, 144, 42, 14), "red", w=12, d=6)
CASTLE = P("M80 172V90H98V106H118V76H138V106H158V90H176V172Z")
DROPS = [(52, 118), (98, 168), (150, 118), (196, 168)]

KINGDOM: dict[str, str] = {
    f"kc_{k}": solid(el, k, w=13, d=14) + shine(104 if k == "blue" else 92, 150 if k == "blue" else 88, 18, 10)
    for k, el in (
        ("red", circ(128, 128, 84)),
        ("blue", P("M128 34L228 214H28Z")),
        ("green", rect(42, 42, 172, 172, 20)),
    )
}
KINGDOM |= {
    "feed": solid(
        P("M22 84Q128 44 234 84Q250 232 128 236Q6 232 22 84Z"),
        ("", "#8C2442", "#611631"),
        flat(ell(128, 230, 66, 40), "#FF86BC") + flat(TEETH, "#FFF6E4", f'stroke="{INK}" stroke-width="8"'),
        12,
        0,
    ),
    "back_kingdom": back("green", solid(CASTLE, "gold", w=8, d=7) + flat(P("M116 172V146Q128 132 140 146V172Z"), INK)),
    "when_any": round_sign("yellow", solid(P("M142 36L74 142H120L108 220L184 108H136Z"), "red", w=10, d=6)),
    "when_start": round_sign(
        "blue",
        solid(P("M58 168A70 70 0 0 1 198 168Z"), "gold", w=11, d=8)
        + line("M40 170H216", 14)
        + line("M128 74V48M70 98L52 78M186 98L204 78", 14),
    ),
    "when_collect": round_sign("pink", small(SACK, 50, 44, 0.62)),
    "when_buy-monster": round_sign("lilac", small(HEAD, 40, 30, 0.66) + small(PLUS, 40, 40, 0.8)),
    "when_buy-ability": round_sign(
        "lilac",
        solid(rect(74, 50, 92, 130, 14), "white", line("M92 84H148M92 110H148", 10, "#D08A14"), 11, 7)
        + small(PLUS, 40, 40, 0.8),
    ),
    "when_black-candy": round_sign("stone", small(SUGAR["black_cube"], 48, 44, 0.63)),
    "when_end": round_sign("teal", small(CHASER["goal"], 44, 38, 0.7)),
    "when_once": round_sign(
        "orange",
        solid(
            P("M78 56H178V72Q178 104 142 128Q178 152 178 184V200H78V184Q78 152 114 128Q78 104 78 72Z"),
            "white",
            flat(P("M94 92H162Q150 112 128 122Q106 112 94 92ZM90 196Q94 160 128 156Q162 160 166 196Z"), "#FFC93A"),
            11,
            6,
        )
        + line("M66 54H190M66 202H190", 14),
    ),
    "when_event": round_sign("red", small(SCROLL, 42, 40, 0.68)),
    # abilities
    "abi_pickpocket": SACK
    + solid(
        P(
            "M150 170C146 130 158 84 176 84C190 84 190 110 188 128C206 96 230 100 224 120L208 150Q240 150 226 172Q240 196 206 214Q162 226 150 170Z"
        ),
        "skin2",
        line("M190 152L208 150M192 176L226 172", 7),
        11,
        7,
    ),
    "abi_im-inevitable": small(SUGAR["sugar_cube"], 6, 6, 0.7)
    + solid(P("M196 90V170H160L206 240L252 170H222V90Z"), "red", w=11, d=6)
    + line("M84 14L60 96L112 112L78 196", 24)
    + line("M84 14L60 96L112 112L78 196", 9, "#FFF6E4"),
    "abi_one-last-lick": small(SWEETS["candy_lollipops"], 0, -8, 0.86)
    + solid(
        P("M132 120C172 108 232 130 240 176C244 214 206 226 184 206C160 186 150 160 132 120Z"),
        "pink",
        line("M164 148Q196 166 210 196", 8, "#DB5292"),
        11,
        8,
    ),
    "abi_sugar-rush": line("M14 92H70M4 132H62M18 172H66", 14) + small(SUGAR["sugar_cube"], 54, 24, 0.78),
    "abi_sweet-talk": solid(
        P(
            "M128 30C200 30 240 70 240 118S200 204 128 204Q112 204 96 200L42 232L56 184Q16 160 16 118C16 70 56 30 128 30Z"
        ),
        "white",
        w=12,
        d=10,
    )
    + small(solid(P(HEART), "pink", w=18), 64, 52, 0.5),
    "abi_bitter-to-better": small(SUGAR["black_cube"], 4, 8, 0.56)
    + small(SUGAR["sugar_cube"], 112, 104, 0.56)
    + line("M168 36Q220 40 218 92M218 92L200 72M218 92L236 72", 15)
    + line("M88 220Q36 216 38 164", 15),
    "abi_no-waiting": solid(circ(128, 140, 96), "white", w=13, d=10)
    + solid(rect(110, 10, 36, 38, 8), "red", w=10, d=5)
    + line("M128 140V76M128 140L172 164", 15)
    + spots([(128, 140, 13)], "#EF4A5C"),
    "abi_diet-plan": solid(
        P(
            "M128 74C156 40 226 50 226 124C226 190 176 236 150 236Q128 226 106 236C80 236 30 190 30 124C30 50 100 40 128 74Z"
        ),
        "green",
        "",
        12,
        12,
    )
    + line("M128 72Q124 44 140 22", 12)
    + solid(P("M140 44C150 16 186 12 206 20C196 48 168 58 140 44Z"), "green", w=10, d=5)
    + shine(74, 104, 20, 11),
    "abi_candy-alchemy": solid(
        P("M96 24H160V92L226 204Q236 236 204 236H52Q20 236 30 204L96 92Z"),
        "steel",
        flat(P("M20 160Q80 140 128 160T240 160V250H20Z"), "#A066EA")
        + spots([(92, 196, 13), (150, 204, 10), (128, 176, 8)], "#FFD447"),
        12,
        8,
    )
    + line("M84 24H172", 16)
    + solid(circ(150, 118, 12), "purple", w=7, d=3),
    "abi_bulk-buyer": small(SUGAR["sugar_cube"], 4, 116, 0.5)
    + small(SUGAR["sugar_cube"], 122, 116, 0.5)
    + small(SUGAR["sugar_cube"], 63, 12, 0.5),
    # events
    "event_the-one-gummy": small(SWEETS["candy_gummies"], 30, 56, 0.78)
    + small(solid(CROWN, "gold", w=14, d=10), 82, 2, 0.36),
    "event_exlollipor": moved(small(SWEETS["candy_lollipops"], 0, 0, 0.94), "rotate(28 128 128) translate(10 0)")
    + flat(P("M20 200L60 176L44 220L88 206L60 246Z"), "#FFD447", f'stroke="{INK}" stroke-width="8"'),
    "event_home-sweet-home": solid(P("M52 128H204V236H52Z"), "card", w=12, d=10)
    + solid(P("M18 136L128 28L238 136L208 150Q196 132 180 148T150 148T120 148T90 148T60 150Z"), "pink", w=12, d=8)
    + solid(P("M106 236V184Q128 160 150 184V236Z"), "red", w=10, d=6)
    + spots([(76, 182, 11)], "#FFD447")
    + spots([(180, 182, 11)], "#9BE592"),
    "event_sugar-shower": small(solid(P(CLOUD), ("", "#FFFFFF", "#C4E4F5"), w=9, d=7), -32, 4, 1.26)
    + "".join(small(SUGAR["sugar_cube"], x - 26, y, 0.22) for x, y in DROPS),
    "event_toll-of-teeth": solid(
        P("M22 104Q128 44 234 104Q244 214 128 218Q12 214 22 104Z"),
        "mouth",
        flat(
            P("M26 96L52 136L80 84L104 130L128 78L152 130L176 84L204 136L230 96L128 40Z"),
            "#FFF6E4",
            f'stroke="{INK}" stroke-width="8"',
        )
        + flat(
            P("M36 190L64 158L92 206L128 164L164 206L192 158L220 190L128 240Z"),
            "#FFF6E4",
            f'stroke="{INK}" stroke-width="8"',
        ),
        12,
        0,
    ),
    "event_clearance": moved(
        solid(rect(36, 128, 120, 104, 12), "white", line("M66 160H126M66 190H110", 10, "#D08A14"), 11, 7),
        "rotate(-8 96 180)",
    )
    + line("M232 20L150 118", 26)
    + line("M232 20L150 118", 11, "#D39A6B")
    + solid(
        P("M116 96L176 150L132 224Q76 200 64 156Z"),
        "yellow",
        line("M132 124L92 176M152 142L118 200", 7, "#E39A1C"),
        11,
        8,
    ),
    "event_peppermint-truce": small(SWEETS["candy_peppermint"], 0, 0, 0.66)
    + small(SWEETS["candy_peppermint"], 86, 84, 0.66),
    "event_share-the-jar": JAR,
    "event_black-candy": moved(
        solid(P("M64 128L14 84Q2 128 14 172Z"), "black", d=8)
        + solid(P("M192 128L242 84Q254 128 242 172Z"), "black", d=8)
        + solid(
            circ(128, 128, 74),
            "black",
            flat(ell(102, 120, 17, 20), "#FFF6E4")
            + flat(ell(154, 120, 17, 20), "#FFF6E4")
            + flat(P("M128 138l10 20h-20Z"), "#FFF6E4")
            + line("M104 178H152M116 170v16M128 170v16M140 170v16", 7, "#FFF6E4"),
            11,
            9,
        ),
        "translate(0 0)",
    ),
    "event_first-player": solid(
        CROWN, "gold", spots([(128, 164, 16)], "#EF4A5C") + spots([(72, 164, 11), (184, 164, 11)], "#4592FF"), 12, 10
    )
    + shine(64, 110, 8, 20, 10),
}


def bell(hue: str) -> str:
    """An effect that waits to be announced."""
    clapper = solid(circ(128, 206, 26), hue, w=12, d=6)
    return clapper + solid(
        P("M128 26C70 26 62 92 60 130Q58 168 34 194H222Q198 168 196 130C194 92 186 26 128 26Z"), hue, w=13
    )


MUNCHER: dict[str, str] = {
    "tok_buff": solid(circ(128, 128, 106), "green", w=13, d=14) + line("M128 78V178M78 128H178", 30, "#fff"),
    "tok_debuff": solid(circ(128, 128, 106), "red", w=13, d=14) + line("M76 128H180", 30, "#fff"),
    "bell": bell("yellow"),
    "bell_off": bell("stone") + pipe("M52 212L204 44", "#EF4A5C", 20, 9),
    "back_monsters": back(
        "red",
        solid(
            P("M70 92Q128 70 186 92Q200 176 128 184Q56 176 70 92Z"),
            "mouth",
            flat(ell(128, 180, 36, 24), "#FF86BC") + FANGS,
            9,
            0,
        ),
    ),
    "party_peon": solid(
        P("M128 20L214 226Q128 250 42 226Z"),
        "pink",
        line("M88 120Q128 138 166 118M64 180Q128 204 190 178", 15, "#FFE89A"),
        12,
        12,
    )
    + solid(circ(128, 26, 20), "gold", w=10, d=5),
    "party_stoneskin": solid(
        BODY["rock"], "stone", line("M72 196L100 180L112 206M198 106L170 124L180 148", 10, "#4E566C"), 12, 14
    ),
    "party_zombie": solid(P("M58 240V106Q58 24 128 24T198 106V240Z"), "moss", w=12, d=12)
    + line("M128 70V172M90 106H166", 20),
    "party_mecha": solid(
        P(polar(lambda t: 88 + (22 if math.cos(8 * t) > 0 else 0), 160, 128, 128)), "steel", w=12, d=10
    )
    + solid(circ(128, 128, 36), "white", w=11, d=6),
}
GEM = P("M76 30H180L236 100L128 234L20 100Z")
HIGHLAND = solid(
    P("M14 222L96 58Q106 42 116 58L146 112L164 88Q174 76 184 90L244 222Z"),
    "stone",
    flat(P("M62 122L96 54H116L146 116L122 104L104 132L88 108Z"), "#fff"),
    11,
    9,
)
LOWLAND = solid(
    P("M12 214C12 150 60 116 104 132C128 96 190 92 214 136C240 150 246 180 244 214Z"),
    "green",
    line("M66 180q10 -30 22 0M140 176q12 -36 26 0", 9, "#2C8A4C"),
    11,
    10,
)
COVER: dict[str, str] = {
    "gem": solid(
        GEM, "pink", flat(P("M20 100H236L180 30H76Z"), "#FFC1DD") + flat(P("M84 100L128 234L20 100Z"), "#FF9CCF"), 12, 0
    ),
    "gem_wild": solid(
        GEM,
        "gold",
        "".join(
            flat(P(d), c)
            for d, c in (
                ("M20 100L76 30H128L84 100Z", "#FF8A90"),
                ("M84 100L128 30H180L172 100Z", "#FFE89A"),
                ("M172 100L180 30L236 100Z", "#9BE592"),
                ("M20 100H84L128 234Z", "#CFA8FF"),
                ("M84 100H172L128 234Z", "#93C6FF"),
                ("M172 100H236L128 234Z", "#86E6D6"),
            )
        ),
        12,
        0,
    ),
    "highland": HIGHLAND,
    "lowland": LOWLAND,
    "either": small(HIGHLAND, -6, -30, 0.8) + small(LOWLAND, 56, 58, 0.8),
    "maneland": solid(
        P("M52 236C30 180 16 30 128 26C240 30 226 180 204 236H158C186 160 188 82 128 82S70 160 98 236Z"),
        "stone",
        spots([(52, 176, 9), (50, 118, 9), (84, 66, 9), (172, 66, 9), (206, 118, 9), (204, 176, 9)], INK),
        12,
        11,
    ),
    "power": solid(P(STAR), "purple", "", 13, 12)
    + spots([(128, 92, 9), (96, 132, 9), (160, 132, 9), (128, 164, 9)], "#FFE89A")
    + line("M128 92L96 132L128 164L160 132Z", 6, "#FFE89A"),
    "star": solid(P(STAR), "gold", "", 14, 12),
    "star_off": f'<{P(STAR)} fill="#00000055" stroke="#ffffff55" stroke-width="12"/>',
    "hire": solid(circ(128, 128, 106), "gold", w=13, d=12)
    + solid(P("M76 180V110L104 134L128 84L152 134L180 110V180Z"), "blue", w=10, d=6),
    "back_cover": back(
        "blue",
        solid(P("M70 186V80H92V98H116V80H140V98H164V80H186V186Z"), "stone", w=8, d=7)
        + flat(P("M112 186V150Q128 130 144 150V186Z"), INK),
    ),
}
