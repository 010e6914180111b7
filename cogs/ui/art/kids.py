"""The 24 kids: a bust, a face, and a costume of one big hat or mask and one prop.  The costume is the joke."""
# ruff: noqa: E501 - the outline of a drawing is one word

from cogs.ui.art.faces import dots
from cogs.ui.art.shapes import EVENODD, HEART, INK, STAR, P, circ, ell, flat, line, mirror, moved, rect, solid, zig

FACES = {
    "smile": line("M110 156Q128 174 146 156", 7),
    "grin": solid(
        P("M104 152H152Q150 178 128 178T104 152Z"),
        ("", "#8C2442", "#8C2442"),
        flat(rect(100, 148, 60, 11), "#fff"),
        7,
        0,
    ),
    "oh": flat(ell(128, 164, 8, 10), INK),
    "flat": line("M112 162H144", 7),
    "smirk": line("M110 160Q134 168 148 152", 7),
    "fangs": line("M104 156Q128 170 152 156", 7)
    + flat(P("M110 159l7 15l7 -11ZM146 159l-7 15l-7 -11Z"), "#fff", f'stroke="{INK}" stroke-width="4"'),
    "": "",
}
BUN = "M128 54C184 54 206 96 204 150L190 160Q192 116 168 96Q128 112 84 96Q62 116 66 160L52 150C50 96 72 54 128 54Z"
BOB = "M128 52C190 52 208 100 206 176Q206 194 186 190L70 190Q50 194 50 176C48 100 66 52 128 52Z"
FRINGE = "M66 122C62 76 96 58 128 58S196 76 190 122Q176 96 150 90Q104 104 66 122Z"
CROP = "M64 128C58 76 92 54 128 54S198 76 192 128L180 104Q128 84 76 104Z"
HOOD = "M128 44A82 86 0 0 0 46 130A82 82 0 0 0 128 212A82 82 0 0 0 210 130A82 86 0 0 0 128 44ZM128 82A50 52 0 0 1 178 134A50 50 0 0 1 128 186A50 50 0 0 1 78 134A50 52 0 0 1 128 82Z"


def kid(
    skin: str,
    shirt: str,
    face: str = "smile",
    hair: tuple[str, str] | None = None,
    hat: str = "",
    over: str = "",
    back: str = "",
    ears: bool = True,
    eyes: str = "",
    pale: bool = False,
) -> str:
    """`back` lies behind all, `hat` on the head, `over` before all.  A helmet or hood hides the ears."""
    s = back + solid(P("M40 260C40 208 78 190 128 190S216 208 216 260Z"), shirt, w=10, d=10)
    if hair:
        s += solid(P(hair[1]), hair[0], w=10, d=8)
    if ears:
        s += mirror(solid(circ(66, 138, 15), skin, w=9, d=5))
    blush = (
        ""
        if pale
        else flat(circ(86, 152, 14), "#FF6F7D", 'opacity=".45"') + flat(circ(170, 152, 14), "#FF6F7D", 'opacity=".45"')
    )
    s += solid(circ(128, 130, 64), skin, blush, 10, 9)
    return s + (eyes or dots(128, 132)) + FACES[face] + hat + over


KIDS: dict[str, str] = {
    "chef": kid(
        "skin4",
        "white",
        "grin",
        hat=solid(
            P(
                "M74 98L70 68C34 66 36 14 76 20C88 -2 138 -6 150 16C172 -2 226 14 214 50C208 66 194 68 186 68L182 98Q128 82 74 98Z"
            ),
            "white",
            line("M104 52v28M128 46v30M152 52v28", 6, "#CDB896"),
            10,
            10,
        ),
        over=solid(P("M92 210L128 222L164 210L156 244L128 230L100 244Z"), "red", w=8, d=5),
    ),
    "cheerleader": kid(
        "skin1",
        "red",
        "grin",
        hair=("orange", BUN),
        back=solid(
            P(
                "M70 100C20 92 6 130 20 176C34 168 58 164 72 140ZM186 100C236 92 250 130 236 176C222 168 198 164 184 140Z"
            ),
            "orange",
            w=10,
            d=8,
        ),
        hat=solid(P(FRINGE), "orange", w=10, d=6)
        + mirror(f'<circle cx="62" cy="92" r="14" fill="#FFCB3D" stroke="{INK}" stroke-width="8"/>'),
        over=mirror(solid(P(zig(8, 44, 31, 46, 214)), "yellow", w=8, d=8)),
    ),
    "skeleton": kid(
        "white",
        "black",
        "",
        hat=line("M104 158H152M116 150v16M128 150v16M140 150v16", 6),
        over=flat(ell(101, 132, 19, 22), INK)
        + flat(ell(155, 132, 19, 22), INK)
        + flat(circ(104, 130, 7), "#FFE89A")
        + flat(circ(152, 130, 7), "#FFE89A")
        + line("M128 206V256M92 222Q128 206 164 222M88 246Q128 230 168 246", 10, "#FFF6E4"),
    ),
    "bathtub-pirate": kid(
        "skin2",
        "blue",
        "smirk",
        hat=solid(
            P("M62 106Q128 72 194 106L200 84Q128 44 56 84Z"),
            "red",
            "".join(flat(circ(x, y, 6), "#fff") for x, y in ((84, 86), (112, 76), (144, 76), (172, 88))),
            10,
            6,
        )
        + solid(
            P("M40 92C32 44 72 52 90 34C108 14 148 14 166 34C184 52 224 44 216 92Q128 52 40 92Z"),
            "black",
            flat(circ(128, 46, 13), "#FFF6E4"),
            10,
            8,
        ),
        over=flat(ell(155, 132, 21, 19), INK) + line("M72 108L140 122M172 124L192 112", 7),
    ),
    "pajama-ninja": kid(
        "skin3",
        "black",
        "",
        ears=False,
        hat=solid(
            P(
                "M128 56A74 74 0 0 0 54 130A74 74 0 0 0 128 206A74 74 0 0 0 202 130A74 74 0 0 0 128 56ZM82 108Q128 96 174 108Q190 132 174 152Q128 160 82 152Q66 132 82 108Z"
            )
            + EVENODD,
            "black",
            w=10,
            d=9,
        )
        + solid(P("M58 94Q128 66 198 94L200 112Q128 86 56 112Z"), "red", w=8, d=5)
        + solid(P("M196 96L240 78L234 104L246 122L200 112Z"), "red", w=8, d=5),
    ),
    "foil-astronaut": kid(
        "skin1",
        "stone",
        "smile",
        ears=False,
        hat=f'<circle cx="128" cy="126" r="84" fill="#BFE6FF" opacity=".16"/><circle cx="128" cy="126" r="84" fill="none" stroke="{INK}" stroke-width="26"/><circle cx="128" cy="126" r="84" fill="none" stroke="#CFD5E1" stroke-width="10"/>'
        + line("M78 92Q92 70 116 66", 12, "#fff")
        + line("M200 62L222 26", 9)
        + solid(circ(226, 22, 13), "red", w=8, d=4),
        over=solid(
            rect(96, 222, 64, 40, 8),
            "white",
            flat(circ(114, 240, 8), "#EF4A5C") + flat(circ(140, 240, 8), "#4592FF"),
            8,
            4,
        ),
    ),
    "cardboard-robot": kid(
        "skin2",
        "steel",
        "grin",
        ears=False,
        hat=solid(
            P("M46 44H210V206H46ZM76 96V172H180V96Z") + EVENODD,
            "card",
            line("M62 72H110M146 72H194", 7, "#8A5A2E"),
            10,
            10,
        )
        + line("M128 44V22", 9)
        + solid(circ(128, 18, 12), "yellow", w=8, d=4)
        + mirror(solid(rect(26, 108, 26, 50, 6), "stone", w=9, d=5)),
    ),
    "tinsel-princess": kid(
        "skin3",
        "pink",
        "smile",
        hair=("black", BOB),
        hat=solid(P(FRINGE), "black", w=10, d=6)
        + solid(
            P("M80 76L70 22L104 46L128 14L152 46L186 22L176 76Q128 58 80 76Z"),
            "gold",
            flat(circ(128, 52, 8), "#FF86BC"),
            9,
            7,
        ),
        over=solid(circ(128, 226, 14), "gold", w=8, d=4),
    ),
    "glitter-fairy": kid(
        "skin2",
        "pink",
        "grin",
        ("yellow", BOB),
        back=mirror(
            solid(
                P("M96 190C40 214 4 176 22 150C-2 130 0 84 34 84C62 84 84 116 104 150Z"),
                "lilac",
                line("M30 108Q60 120 84 148", 6, "#fff"),
                10,
                8,
            )
        ),
        hat=solid(P(FRINGE), "yellow", d=6)
        + mirror(line("M104 64L92 30", 8) + solid(circ(90, 24, 11), "pink", w=7, d=4)),
        over=line("M206 256L214 196", 16)
        + line("M206 256L214 196", 6, "#FFF6E4")
        + moved(solid(P(STAR), "gold", w=20, d=12), "translate(178 122) scale(.29)"),
    ),
    "greedy-squirrel": kid(
        "skin4",
        "brown",
        "grin",
        ears=False,
        back=solid(
            P(
                "M170 258C220 250 198 206 188 172C176 118 212 84 240 108C258 128 240 150 226 144C230 172 264 226 240 258Z"
            ),
            "brown",
            line("M216 122Q196 150 222 196T222 250", 9, "#FFBE73"),
            10,
            8,
        ),
        hat=mirror(
            solid(
                P("M62 92C46 60 46 34 54 14C80 26 98 44 104 64Z"),
                "brown",
                flat(P("M70 74C62 58 62 46 64 36C76 44 86 54 90 64Z"), "#FFBE73"),
                10,
                6,
            )
        )
        + solid(P(HOOD) + EVENODD, "brown", d=9),
        over=solid(P("M84 216C84 246 108 256 108 256C108 256 132 246 132 216Z"), "orange", w=8, d=6)
        + solid(P("M78 218Q80 196 108 196T138 218Q108 226 78 218Z"), "card", line("M108 196V186", 7), 8, 5),
    ),
    "soggy-zombie": kid(
        "moss",
        "black",
        "flat",
        pale=True,
        hat=solid(
            P(
                "M58 150C48 84 84 48 128 48S208 84 198 150Q198 166 188 166T178 142Q178 112 170 102Q166 120 156 120T144 98Q138 110 128 110T116 96Q110 118 100 118T88 102Q78 112 78 142Q78 166 68 166T58 150Z"
            ),
            "teal",
            d=8,
        )
        + line("M152 172l22 10M158 186l6 -14M170 186l4 -10", 6),
        over=solid(P("M46 178q16 24 0 32q-16 -8 0 -32Z"), "blue", w=6, d=3)
        + solid(P("M214 168q16 24 0 32q-16 -8 0 -32Z"), "blue", w=6, d=3)
        + line("M96 214V256M160 214V256M128 206V256", 8, "#8A76A6"),
    ),
    "hose-hero": kid(
        "skin1",
        "yellow",
        "grin",
        ears=False,
        hat=solid(
            P("M68 98C66 46 92 26 128 26S190 46 188 98Q128 84 68 98Z"),
            "red",
            line("M98 40Q92 60 94 84M158 40Q164 60 162 84", 7, "#B52647"),
            10,
            8,
        )
        + solid(P("M26 112C40 86 84 82 128 82S216 86 230 112Q180 98 128 98T26 112Z"), "red", d=6)
        + solid(P("M128 34L152 44V64Q150 80 128 88Q106 80 104 64V44Z"), "gold", w=8, d=5),
        over=line("M60 226H108M148 226H196", 14, "#C4E4F5")
        + solid(P("M184 256V216L176 196H220L212 216V256Z"), "steel", w=9, d=5)
        + solid(P("M190 190q8 -30 0 -42q22 14 22 42Z"), "blue", w=7, d=3),
    ),
    "three-ball-juggler": kid(
        "skin3",
        "purple",
        "smile",
        ("brown", CROP),
        hat=solid(circ(42, 74, 27), "red", line("M22 66Q42 84 62 66", 7, "#fff"), 9, 7)
        + solid(circ(128, 34, 27), "yellow", line("M108 26Q128 44 148 26", 7, "#fff"), 9, 7)
        + solid(circ(214, 74, 27), "blue", line("M194 66Q214 84 234 66", 7, "#fff"), 9, 7)
        + solid(P(CROP), "brown", w=9, d=6),
        over=solid(
            P("M74 206L92 190L110 206L128 192L146 206L164 190L182 206L170 232L152 218L128 236L104 218L86 232Z"),
            "white",
            w=8,
            d=5,
        )
        + mirror(solid(circ(34, 204, 20), "skin3", w=9, d=5)),
    ),
    "scruffy-scarecrow": kid(
        "skin4",
        "blue",
        "",
        hat=mirror(line("M62 152L40 164M64 164L46 184M70 174L58 198", 8, "#E39A1C"))
        + line("M100 160H156M110 152v16M128 152v16M146 152v16", 6)
        + flat(P("M116 150L140 150L128 136Z"), "#FF922E", f'stroke="{INK}" stroke-width="6"')
        + solid(
            P("M76 88L92 34Q128 6 164 34L180 88Q128 76 76 88Z"),
            "yellow",
            line("M80 72Q128 60 176 72", 12, "#EF4A5C"),
            10,
            8,
        )
        + solid(
            P(
                "M10 112Q50 76 128 76T246 112L224 104L208 118L188 100L166 110L146 96L128 108L110 96L90 110L68 100L48 118L32 104Z"
            ),
            "yellow",
            w=10,
            d=6,
        ),
        over=solid(P("M92 222l20 0l0 24l-24 0Z"), "red", line("M92 216v-4M112 216v-4", 6), 7, 4)
        + mirror(line("M34 232L14 214M34 240L8 236M40 226L30 204", 8, "#E39A1C")),
    ),
    "tea-leaf-seer": kid(
        "skin2",
        "teal",
        "smile",
        hat=solid(
            P("M62 116C40 70 76 26 128 26S216 70 194 116Q160 92 128 92T62 116Z"),
            "purple",
            line("M72 96Q100 50 150 30M92 92Q124 66 190 58M150 92Q170 78 198 84", 8, "#6D3AB8"),
            10,
            10,
        )
        + solid(P("M128 40C108 22 116 2 128 -6C140 2 148 22 128 40Z"), "pink", w=8, d=4)
        + solid(P("M128 44L150 66L128 92L106 66Z"), "gold", flat(circ(128, 68, 9), "#2FBDAC"), 8, 5)
        + mirror(
            f'<circle cx="62" cy="166" r="12" fill="none" stroke="{INK}" stroke-width="16"/><circle cx="62" cy="166" r="12" fill="none" stroke="#FFC93A" stroke-width="6"/>'
        ),
        over=solid(P("M86 214H158Q158 252 122 252T86 214Z"), "white", flat(ell(122, 216, 34, 8), "#A5663D"), 8, 6)
        + f'<path d="M158 222q20 0 16 14q-4 10 -20 8" fill="none" stroke="{INK}" stroke-width="8"/>'
        + line("M112 204q-8 -8 0 -14M132 204q-8 -8 0 -14", 6, "#fff"),
    ),
    "broom-pilot": kid(
        "skin1",
        "black",
        "grin",
        ("orange", BOB),
        hat=solid(P(FRINGE), "orange", d=6)
        + solid(
            P("M74 92L96 44Q104 14 134 8L206 22Q218 36 200 40L164 44L182 92Q128 76 74 92Z"),
            "purple",
            line("M80 78Q128 62 178 78", 12, "#93BC4A"),
            10,
            8,
        )
        + solid(P("M22 104C60 74 196 74 234 104Q180 108 128 98T22 104Z"), "purple", w=10, d=6),
        eyes=line("M70 128H186", 14)
        + "".join(
            solid(
                circ(x, 132, 26),
                "steel",
                flat(circ(x, 132, 26), "#E9F3FF", 'opacity=".6"')
                + flat(ell(x, 133, 9, 11), INK)
                + flat(circ(x - 3, 128, 3.2), "#fff"),
                9,
                6,
            )
            for x in (100, 156)
        ),
        over=line("M190 258L214 178", 18)
        + line("M190 258L214 178", 6, "#D39A6B")
        + solid(
            P("M200 184L196 128Q222 108 248 132L230 190Z"),
            "yellow",
            line("M214 136L214 176M232 140L222 178", 7, "#E39A1C"),
            9,
            6,
        )
        + line("M202 184L230 190", 12, "#EF4A5C"),
    ),
    "fizzy-scientist": kid(
        "skin3",
        "white",
        "grin",
        back=solid(P(zig(13, 98, 66, 128, 110, 0.1)), "white", d=10),
        hat=solid(
            P("M64 106Q70 62 100 84Q104 52 128 76Q152 52 156 84Q186 62 192 106Q160 88 128 90T64 106Z"),
            "white",
            w=9,
            d=5,
        )
        + line("M62 92Q128 66 194 92", 12)
        + "".join(
            solid(circ(x, 82, 24), "steel", flat(circ(x - 6, 76, 8), "#fff", 'opacity=".8"'), 9, 6) for x in (100, 156)
        ),
        over=line("M128 206V256M104 196L128 222L152 196", 7, "#E2CFB4")
        + solid(
            P("M176 186H208V208L232 250Q234 260 224 260H160Q150 260 152 250L176 208Z"),
            "white",
            flat(P("M164 226H220L236 264H148Z"), "#54C25E")
            + flat(circ(184, 242, 6), "#fff")
            + flat(circ(202, 234, 5), "#fff"),
            8,
            4,
        )
        + solid(circ(200, 172, 9), "green", w=6, d=2)
        + solid(circ(218, 152, 7), "green", w=6, d=2),
    ),
    "gumball-machine": kid(
        "skin4",
        "red",
        "smile",
        ears=False,
        hat='<circle cx="128" cy="128" r="92" fill="#BFE6FF" opacity=".18"/>'
        + "".join(
            solid(circ(x, y, 15), c, w=7, d=5)
            for x, y, c in (
                (62, 148, "green"),
                (194, 148, "purple"),
                (74, 174, "yellow"),
                (182, 174, "red"),
                (100, 192, "blue"),
                (156, 192, "orange"),
                (128, 198, "pink"),
            )
        )
        + f'<circle cx="128" cy="128" r="92" fill="none" stroke="{INK}" stroke-width="24"/><circle cx="128" cy="128" r="92" fill="none" stroke="#E9F3FF" stroke-width="8"/>'
        + line("M66 96Q78 72 100 60", 11, "#fff")
        + solid(P("M74 46Q84 18 128 18T182 46Q128 30 74 46Z"), "red", w=9, d=6)
        + solid(circ(128, 14, 12), "gold", w=7, d=4),
        over=solid(P("M52 216H204L214 262H42Z"), "red", d=7)
        + solid(rect(106, 222, 44, 40, 8), "stone", line("M128 230V246", 7), 8, 4),
    ),
    "sticker-medic": kid(
        "skin2",
        "teal",
        "smile",
        ("black", BUN),
        hat=solid(P(FRINGE), "black", d=6)
        + solid(P("M70 88L62 42Q128 14 194 42L186 88Q128 70 70 88Z"), "white", d=7)
        + moved(solid(P(HEART), "red", w=18, d=12), "translate(103 26) scale(.2)"),
        over=line("M92 200Q88 240 128 240T164 200", 15)
        + line("M92 200Q88 240 128 240T164 200", 6, "#A3ACBE")
        + solid(circ(128, 242, 14), "steel", w=8, d=4)
        + moved(solid(P(HEART), "pink", w=18, d=12), "translate(174 208) scale(.17)"),
    ),
    "stern-dentist": kid(
        "skin1",
        "steel",
        "",
        ("brown", CROP),
        hat=solid(P(CROP), "brown", w=9, d=6)
        + line("M62 100Q128 72 194 100", 13)
        + line("M62 100Q128 72 194 100", 5, "#FFF6E4")
        + solid(circ(128, 66, 34), "steel", flat(circ(128, 66, 20), "#E9F3FF") + flat(circ(128, 66, 7), INK), 9, 6),
        over=line("M84 112L112 120M172 112L144 120", 9)
        + solid(
            P("M78 148Q128 136 178 148Q180 186 128 196Q76 186 78 148Z"),
            "teal",
            line("M92 162Q128 154 164 162M96 176Q128 170 160 176", 6, "#178381"),
            9,
            6,
        )
        + line("M78 152L62 142M178 152L194 142", 7)
        + solid(P("M190 208q14 -10 26 0q10 8 4 26l-6 24h-8l-4 -18l-4 18h-8l-6 -24q-4 -16 6 -26Z"), "white", w=8, d=4),
    ),
    "parcel-postie": kid(
        "skin3",
        "blue",
        "grin",
        ("black", CROP),
        hat=solid(P("M62 96C54 50 90 40 128 40S202 50 194 96Q128 76 62 96Z"), "blue", d=8)
        + solid(P("M60 92Q128 68 196 92L208 116Q168 98 128 98T48 116Z"), "black", w=9, d=5)
        + solid(rect(106, 48, 44, 30, 6), "gold", line("M106 50L128 66L150 50", 6), 8, 4),
        over=solid(
            rect(68, 200, 120, 70, 8),
            "card",
            flat(rect(116, 196, 24, 80), "#D9A871") + flat(rect(60, 226, 140, 18), "#D9A871"),
            10,
            7,
        )
        + solid(
            P("M128 204C112 186 92 196 100 208Q112 216 128 206C144 216 164 210 156 196Q144 188 128 204Z"),
            "red",
            w=8,
            d=4,
        ),
    ),
    "juice-vampire": kid(
        "white",
        "black",
        "fangs",
        pale=True,
        back=mirror(solid(P("M120 220C60 236 26 200 30 126C56 134 84 160 100 196Z"), "red", d=8)),
        hat=solid(
            P("M60 140C48 78 86 50 128 50S208 78 196 140Q192 104 172 96Q146 96 128 118Q110 96 84 96Q64 104 60 140Z"),
            "black",
            d=8,
        ),
        over=line("M86 112L112 118M170 112L144 118", 7)
        + line("M196 216L206 176L224 172", 13)
        + line("M196 216L206 176L224 172", 5, "#fff")
        + solid(rect(166, 206, 60, 60, 8), "purple", flat(circ(196, 236, 15), "#EF4A5C"), 9, 6),
    ),
    "towel-superhero": kid(
        "skin4",
        "green",
        "smirk",
        ("orange", CROP),
        back=solid(
            P("M84 190C40 206 16 232 6 262H250C240 232 216 206 172 190Z"),
            "red",
            line("M36 222L22 262M220 222L234 262", 12, "#FFF6E4"),
            10,
            8,
        ),
        hat=solid(P(CROP), "orange", w=9, d=6)
        + solid(P("M120 74C124 50 148 42 156 54C166 66 150 80 142 72Q134 82 120 74Z"), "orange", w=8, d=4),
        eyes=solid(
            P("M56 126Q92 104 128 118Q164 104 200 126Q200 156 168 156Q144 156 128 142Q112 156 88 156Q56 156 56 126Z"),
            "blue",
            w=9,
            d=6,
        )
        + "".join(flat(ell(x, 133, 15, 12), "#fff") + flat(ell(x, 134, 7, 9), INK) for x in (98, 158)),
        over=solid(P("M84 196Q128 222 172 196L178 214Q128 242 78 214Z"), "red", w=9, d=6)
        + solid(circ(128, 220, 15), "red", w=8, d=4),
    ),
    "top-hat-trickster": kid(
        "skin1",
        "red",
        "smirk",
        ("brown", BUN),
        hat=solid(P(FRINGE), "brown", d=6)
        + solid(
            P("M78 84L72 10Q128 -4 184 10L178 84Q128 70 78 84Z"),
            "black",
            flat(P("M70 52Q128 38 186 52V74Q128 60 70 74Z"), "#A066EA"),
            10,
            8,
        )
        + solid(P("M34 92Q128 62 222 92Q222 106 208 106Q128 84 48 106Q34 106 34 92Z"), "black", w=10, d=5),
        over=solid(P("M128 216L92 198V236ZM128 216L164 198V236Z"), "black", w=8, d=4)
        + solid(circ(128, 217, 9), "black", w=7, d=3)
        + line("M196 258L226 178", 22)
        + line("M196 258L226 178", 9, "#55436E")
        + line("M219 196L226 178", 9, "#fff")
        + moved(flat(P(STAR), "#FFC93A"), "translate(222 122) scale(.13)")
        + moved(flat(P(STAR), "#FFC93A"), "translate(196 142) scale(.09)"),
    ),
    "unknown": kid(
        "skin2",
        "stone",
        "oh",
        hat=solid(
            P(
                "M128 40C186 40 200 92 204 168L214 208Q190 222 172 206Q150 222 128 208Q106 222 84 206Q66 222 42 208L52 168C56 92 70 40 128 40Z"
            ),
            "white",
            d=8,
        )
        + flat(ell(104, 132, 13, 17), INK)
        + flat(ell(152, 132, 13, 17), INK),
    ),
}
SPRITES = {f"kid_{name}": drawing for name, drawing in KIDS.items()}
