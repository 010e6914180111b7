"""Monster Muncher's 20 snacks, each with a look of its own."""
# ruff: noqa: E501 - the outline of a drawing is one word

from cogs.ui.art.shapes import INK, P, circ, ell, flat, line, mirror, moved, pipe, rect, shine, solid, spots, zig


def dumpling(x: int, y: int, scale: float) -> str:
    s = solid(
        P("M24 190C16 130 66 66 128 66S240 130 232 190Q230 220 200 220H56Q26 220 24 190Z"),
        "white",
        line("M128 70Q112 92 116 116M128 70Q146 92 142 116M128 70Q84 84 80 112M128 70Q174 84 178 112", 8, "#E2CFB4"),
        14,
        12,
    )
    return moved(s + solid(circ(128, 62, 20), "white", w=13, d=4), f"translate({x} {y}) scale({scale})")


def taffy(x: int, y: int, hue: str, rot: int) -> str:
    s = solid(P("M64 128L10 84Q-4 128 10 172Z"), hue, w=15, d=7) + solid(
        P("M192 128L246 84Q260 128 246 172Z"), hue, w=15, d=7
    )
    s += solid(rect(54, 76, 148, 104, 40), hue, line("M92 70V190M130 70V190M168 70V190", 14, "#FFF6E4"), 15, 10)
    return moved(s, f"translate({x} {y}) rotate({rot} 60 60) scale(.54)")


def plate(y: int, hue: str = "stone") -> str:
    return solid(P(f"M8 {y}H248Q240 {y + 34} 200 {y + 34}H56Q16 {y + 34} 8 {y}Z"), hue, w=11, d=6)


SHAKE = (
    line("M150 60L176 12", 18)
    + line("M150 60L176 12", 7, "#FF86BC")
    + solid(
        P("M56 92H200L178 224Q176 240 160 240H96Q80 240 78 224Z"),
        "lilac",
        flat(rect(40, 150, 180, 40), "#FF86BC"),
        11,
        10,
    )
    + solid(P("M48 96C44 60 84 58 92 64C100 40 156 40 164 64C180 56 212 64 208 96Z"), "white", w=11, d=8)
)
SHIELD = solid(P("M128 18L222 48V124C222 184 180 222 128 240C76 222 34 184 34 124V48Z"), "blue", w=18, d=12)
LEG = (
    solid(
        P("M150 156L206 200C220 190 240 204 230 220C228 238 204 242 198 226C186 222 188 210 190 206L140 170Z"),
        "white",
        w=11,
        d=5,
    )
    + solid(
        P("M40 60C70 14 150 10 178 60C200 104 192 160 150 176C100 186 40 170 28 120C24 98 30 76 40 60Z"),
        "brown",
        "",
        11,
        13,
    )
    + shine(80, 66, 22, 11)
)
SNACKS: dict[str, str] = {
    "prank-popcorn": solid(
        P("M44 116H212L192 232Q190 242 180 242H76Q66 242 64 232Z"),
        "white",
        "".join(flat(P(f"M{x} 100H{x + 26}L{x + 20} 250H{x + 8}Z"), "#EF4A5C") for x in (50, 102, 154, 200)),
        11,
        0,
    )
    + solid(
        P(
            "M40 122C18 96 44 66 66 74C64 40 104 34 114 52C128 20 168 30 164 56C192 40 216 62 200 84C226 88 230 112 214 122Q128 134 40 122Z"
        ),
        "yellow",
        line("M84 84q10 12 24 4M136 70q10 14 26 4M172 98q8 8 18 2", 7, "#E39A1C"),
        11,
        9,
    ),
    "rock-rusk": solid(
        P("M50 88C28 78 30 36 66 38Q128 20 190 38C226 36 228 78 206 88L212 216Q212 236 190 236H66Q44 236 44 216Z"),
        "stone",
        "",
        11,
        12,
    )
    + flat(
        P("M74 94C62 88 64 70 82 70Q128 60 174 70C192 70 194 88 182 94L186 200Q186 208 178 208H78Q70 208 70 200Z"),
        "#CFD5E1",
    )
    + line("M92 112L118 128L108 152M168 186L144 170L152 150", 9, "#4E566C"),
    "mould-muffin": solid(
        P("M58 132H198L180 230Q178 240 168 240H88Q78 240 76 230Z"),
        "orange",
        line("M96 140L102 236M128 140V236M160 140L154 236", 8, "#D4641A"),
        11,
        8,
    )
    + solid(
        P("M36 136C14 110 36 76 64 80C68 34 188 34 192 80C220 76 242 110 220 136Q128 160 36 136Z"), "brown", "", 11, 11
    )
    + solid(circ(92, 82, 20), "teal", w=8, d=5)
    + solid(circ(140, 64, 24), "teal", w=8, d=6)
    + solid(circ(176, 104, 17), "teal", w=8, d=4),
    "bolt-brittle": solid(
        P("M28 70L112 34L150 52L214 40L234 150L196 176L206 222L96 234L72 206L26 196Z"),
        "orange",
        flat(P("M44 90L104 64L126 84L90 120Z"), "#FFBE73"),
        11,
        12,
    )
    + "".join(
        solid(P(zig(6, 32, 27, x, y)), "steel", flat(circ(x, y, 11), INK), 8, 5) for x, y in ((88, 150), (170, 98))
    )
    + line("M140 186L184 166", 22)
    + line("M140 186L184 166", 9, "#C4E4F5"),
    "double-dumpling": dumpling(100, 0, 0.58) + dumpling(8, 60, 0.66) + plate(206, "red"),
    "sour-spit": line("M34 234L230 22", 18)
    + line("M34 234L230 22", 6, "#D39A6B")
    + "".join(
        moved(solid(rect(-34, -34, 68, 68, 18), hue, w=10, d=7), f"translate({x} {y}) rotate(42)")
        for x, y, hue in ((78, 186, "green"), (132, 128, "yellow"), (186, 70, "green"))
    )
    + solid(P("M196 150q26 38 0 52q-26 -14 0 -52Z"), "green", w=9, d=4),
    "second-serving": solid(
        P("M70 124H186L134 240Q128 250 122 240Z"),
        "card",
        line("M88 132L152 200M118 128L168 168M168 132L104 200M138 128L88 168", 7, "#9A6534"),
        11,
        8,
    )
    + solid(circ(128, 56, 48), "pink", "", 11, 9)
    + solid(
        P(
            "M56 124C44 84 84 74 104 82Q128 66 152 82C172 74 212 84 200 124Q186 142 168 128Q150 146 128 130Q106 146 88 128Q70 142 56 124Z"
        ),
        "teal",
        "",
        11,
        9,
    )
    + solid(circ(150, 16, 14), "red", w=9, d=4),
    "trio-taffy": taffy(60, -6, "red", 0) + taffy(8, 76, "yellow", -14) + taffy(112, 104, "blue", 12),
    "shield-shake": SHAKE + moved(SHIELD, "translate(66 112) scale(.5)"),
    "swap-soup": solid(
        P("M14 116H242Q240 212 168 226V238H88V226Q16 212 14 116Z"),
        "teal",
        flat(P("M10 150H246V166H10Z"), "#178381"),
        11,
        12,
    )
    + solid(ell(128, 114, 114, 38), "orange", w=11, d=0)
    + line("M80 108Q128 82 176 106M176 106L152 92M176 106L156 122", 11, "#FFF6E4")
    + line("M186 122Q130 148 84 124", 11, "#FFF6E4"),
    "bounce-burger": solid(P("M34 92C34 42 78 18 128 18S222 42 222 92Z"), "orange", "", 11, 10)
    + spots([(92, 52, 7), (128, 40, 7), (164, 54, 7), (112, 70, 6), (150, 72, 6)], "#FFF6E4")
    + solid(P("M22 92H234Q236 112 214 108T180 110T146 108T112 110T76 108T42 110Q20 112 22 92Z"), "green", w=9, d=4)
    + solid(rect(30, 106, 196, 34, 16), "brown", w=10, d=7)
    + solid(P("M34 138H222Q220 170 196 170H60Q36 170 34 138Z"), "orange", w=10, d=7)
    + pipe("M84 184H172L84 204H172L84 224H172", "#A3ACBE", 8, 5),
    "full-tray": solid(P("M34 150Q34 92 76 92T118 150Z"), "card", "", 10, 8)
    + solid(rect(122, 84, 48, 74, 10), "red", flat(rect(116, 106, 60, 20), "#fff"), 10, 7)
    + solid(circ(202, 122, 32), "green", "", 10, 8)
    + line("M202 92Q202 76 214 70", 9)
    + line("M146 84L160 44", 11)
    + solid(P("M4 150H252L236 188Q234 196 222 196H34Q22 196 20 188Z"), "brown", w=11, d=8)
    + line("M60 172H196", 9, "#D39A6B"),
    "beauty-ribs": "".join(solid(rect(x, 34, 26, 190, 13), "white", w=9, d=5) for x in (44, 88, 132, 176))
    + solid(
        P("M26 78Q128 54 230 74Q242 130 226 184Q128 204 32 188Q16 130 26 78Z"),
        "red",
        line("M64 94V176M108 88V182M152 88V182M194 92V174", 9, "#B52647"),
        11,
        11,
    )
    + shine(58, 96, 18, 8, -10),
    "grave-gravy": solid(
        P(
            "M44 100C20 90 12 64 22 52C60 74 130 58 176 70C200 58 244 66 240 108C236 140 204 140 196 134C186 184 160 200 132 204H92C64 190 48 150 44 100Z"
        ),
        "lilac",
        "",
        11,
        11,
    )
    + solid(ell(118, 88, 72, 22), "brown", w=9, d=0)
    + solid(P("M72 204H150L168 238H54Z"), "lilac", w=11, d=6)
    + line("M112 126V180M92 144H132", 13)
    + f'<path d="M198 92q24 -4 22 16q-4 14 -18 8" fill="none" stroke="{INK}" stroke-width="9"/>',
    "magnet-mints": solid(
        P("M28 26H90V124Q90 162 128 162T166 124V26H228V128Q228 226 128 226T28 128Z"),
        "green",
        "".join(
            line(d, 20, "#FFF6E4") for d in ("M14 96L104 120", "M152 120L242 96", "M60 220L104 148", "M152 148L196 220")
        )
        + flat(rect(18, 14, 82, 40), "#C4E4F5")
        + flat(rect(156, 14, 82, 40), "#C4E4F5"),
        12,
        10,
    )
    + "".join(solid(circ(x, y, 14), "white", w=8, d=4) for x, y in ((128, 26), (120, 70))),
    "party-platter": solid(circ(76, 136, 42), "red", "", 10, 8)
    + solid(circ(180, 138, 40), "orange", "", 10, 8)
    + solid(
        P("M84 160C80 104 104 80 128 80S176 104 172 160Z"),
        "yellow",
        line("M100 110L156 156M128 86L164 122M156 110L100 156", 6, "#E39A1C"),
        10,
        7,
    )
    + solid(P("M128 84C104 74 98 52 104 40L120 56L128 28L136 56L152 40C158 52 152 74 128 84Z"), "green", w=9, d=5)
    + "".join(solid(circ(x, y, 15), "purple", w=8, d=5) for x, y in ((36, 168), (60, 172), (216, 166)))
    + plate(176),
    "golden-gumbo": solid(P("M36 104H220C232 160 214 236 170 236H86C42 236 24 160 36 104Z"), "gold", "", 12, 13)
    + solid(
        ell(128, 100, 104, 30),
        "brown",
        spots([(92, 98, 11), (160, 94, 10)], "#54C25E")
        + spots([(128, 104, 12), (190, 104, 8), (64, 104, 8)], "#EF4A5C"),
        11,
        0,
    )
    + mirror(f'<path d="M36 130q-28 0 -24 24q6 20 30 14" fill="none" stroke="{INK}" stroke-width="12"/>')
    + line("M104 56q-10 -14 0 -26M152 56q-10 -14 0 -26", 11, "#FFF6E4"),
    "titan-tart": solid(
        P("M10 132H246L214 220Q212 230 200 230H56Q44 230 42 220Z"),
        "card",
        line("M64 146L78 222M106 146L112 226M150 146L144 226M192 146L178 222", 8, "#9A6534"),
        11,
        8,
    )
    + solid(P("M8 136Q8 112 40 112H216Q248 112 248 136Q248 152 232 152H24Q8 152 8 136Z"), "card", w=11, d=6)
    + "".join(
        solid(circ(x, y, r), h, w=9, d=7) + shine(x - 8, y - 10, 6, 4)
        for x, y, r, h in (
            (62, 96, 30, "red"),
            (194, 96, 30, "red"),
            (128, 90, 34, "purple"),
            (96, 54, 28, "red"),
            (160, 54, 28, "red"),
            (128, 26, 22, "purple"),
        )
    ),
    "encore-eclair": moved(
        solid(rect(10, 92, 236, 96, 48), "card", "", 11, 10)
        + solid(
            P(
                "M24 138C10 104 40 84 74 84H182C216 84 246 104 232 138Q220 154 206 138Q192 156 176 140Q158 160 140 140Q122 160 104 140Q88 156 74 140Q60 156 48 140Q34 152 24 138Z"
            ),
            "brown",
            "",
            10,
            8,
        )
        + line("M70 112L96 100M110 116L136 102M152 116L178 102", 9, "#FFF6E4"),
        "rotate(-24 128 128)",
    ),
    "triple-feast": plate(208, "lilac")
    + solid(rect(38, 150, 180, 58, 14), "pink", w=11, d=9)
    + solid(rect(66, 98, 124, 54, 14), "yellow", w=11, d=8)
    + solid(rect(94, 52, 68, 48, 12), "teal", w=11, d=7)
    + line("M44 160q14 20 28 0t28 0t28 0t28 0t28 0t28 0", 11, "#fff")
    + line("M72 108q14 16 28 0t28 0t28 0t28 0", 10, "#fff")
    + solid(circ(128, 34, 20), "red", w=9, d=6)
    + line("M128 16Q132 4 146 4", 8),
    "unknown": LEG,
}
SPRITES = {f"snack_{name}": drawing for name, drawing in SNACKS.items()}
