"""The 17 creatures of Cover Your Kingdom: busts, one strong silhouette each."""
# ruff: noqa: E501 - the outline of a drawing is one word

from cogs.ui.art.faces import EYES, MOUTH, eye
from cogs.ui.art.monsters import BODY, FEAT
from cogs.ui.art.shapes import INK, STAR, P, circ, ell, flat, line, mirror, moved, rect, solid, zig


def dog(x: int, y: int, tilt: int) -> str:
    """One head of the terrier."""
    s = mirror(solid(P("M70 76C40 62 30 92 36 128C40 146 58 142 64 124Z"), "brown", w=13, d=7))
    s += solid(
        P("M128 56C176 56 192 88 190 122C190 160 166 182 128 182S66 160 66 122C64 88 80 56 128 56Z"),
        "card",
        flat(P("M128 40H210V130Q160 140 144 104Z"), "#FFF6E4"),
        13,
        9,
    )
    s += eye(102, 110, 17, 2, 2) + eye(154, 110, 17, 2, 2) + solid(ell(128, 150, 36, 27), "white", w=10, d=5)
    s += (
        solid(ell(128, 138, 16, 11), "black", w=8, d=3)
        + line("M128 150V160M108 160Q128 174 148 160", 8)
        + solid(P("M118 166h20v12a10 10 0 0 1 -20 0Z"), "pink", w=8, d=2)
    )
    return moved(s, f"translate({x} {y}) rotate({tilt}) scale(.62) translate(-128 -110)")


def elf(hat: str, trim: str) -> str:
    s = solid(P("M44 262C44 214 82 196 128 196S212 214 212 262Z"), hat, w=12, d=9)
    s += mirror(solid(P("M72 128C40 116 20 100 14 84C40 84 66 92 82 106Z"), "skin1", w=12, d=5))
    s += solid(
        circ(128, 138, 62),
        "skin1",
        flat(circ(90, 160, 13), "#FF6F7D", 'opacity=".45"') + flat(circ(166, 160, 13), "#FF6F7D", 'opacity=".45"'),
        12,
        8,
    )
    s += eye(104, 138, 17, 2, 2) + eye(152, 138, 17, 2, 2) + line("M102 170Q128 190 154 170", 9)
    s += solid(P("M62 112C66 60 96 40 120 10Q140 -8 150 14L194 112Q128 90 62 112Z"), hat, w=12, d=9)
    return (
        s
        + solid(P("M54 112Q128 78 202 112Q206 132 190 132Q128 106 66 132Q50 132 54 112Z"), "white", w=11, d=5)
        + solid(circ(136, 8, 18), trim, w=11, d=4)
    )


def goblin(colour: str, mouth: str) -> str:
    s = mirror(solid(P("M62 136C14 122 -8 90 -10 60C30 60 72 76 90 104Z"), colour, w=15, d=8))
    s += solid(
        P("M128 60C184 60 206 96 204 144C202 200 176 236 128 236S54 200 52 144C50 96 72 60 128 60Z"), colour, "", 15, 12
    )
    s += EYES["angry"](132) + MOUTH[mouth](190)
    return s


snout = (
    solid(ell(128, 168, 58, 40), "pink", w=9, d=8) + flat(ell(108, 164, 9, 13), INK) + flat(ell(148, 164, 9, 13), INK)
)
CREATURES: dict[str, str] = {
    "bragon": FEAT["b_wings"]("orange")
    + FEAT["b_oni"]("")
    + solid(
        P(
            "M128 50C176 50 200 82 200 122C200 150 190 160 186 178C180 214 160 232 128 232S76 214 70 178C66 160 56 150 56 122C56 82 80 50 128 50Z"
        ),
        "red",
        flat(ell(128, 218, 64, 44), "#FFCB3D") + line("M80 200H176M86 218H170", 6, "#D4641A"),
        10,
        12,
    )
    + EYES["two"](112)
    + line("M70 84L112 96M186 84L144 96", 12)
    + flat(ell(112, 154, 7, 9), INK)
    + flat(ell(144, 154, 7, 9), INK)
    + line("M92 176Q128 194 164 170", 9)
    + solid(P("M104 180l10 20l12 -15Z"), "white", w=6, d=2),
    "klaken": "".join(
        f'<path d="{d}" fill="none" stroke="{INK}" stroke-width="40" stroke-linecap="round"/><path d="{d}" fill="none" stroke="{c}" stroke-width="20" stroke-linecap="round"/>'
        for d, c in (
            ("M66 178Q22 196 26 150", "#178381"),
            ("M190 178Q234 196 230 150", "#178381"),
            ("M90 186Q76 232 42 224", "#2FBDAC"),
            ("M166 186Q180 232 214 224", "#2FBDAC"),
            ("M128 190V228", "#2FBDAC"),
        )
    )
    + solid(
        P(
            "M128 20C184 20 206 66 202 112C200 142 212 156 206 178C198 204 160 200 128 200S58 204 50 178C44 156 56 142 54 112C50 66 72 20 128 20Z"
        ),
        "teal",
        "".join(
            flat(circ(x, y, r), "#178381", 'opacity=".7"')
            for x, y, r in ((90, 56, 11), (116, 40, 7), (168, 62, 12), (146, 42, 6))
        ),
        10,
        12,
    )
    + EYES["odd"](110)
    + MOUTH["grin"](160),
    "sighclops": solid(
        P("M60 106C56 60 92 34 128 34S200 60 196 106C220 130 226 196 208 232H48C30 196 36 130 60 106Z"),
        "purple",
        flat(ell(128, 236, 58, 46), "#CFA8FF"),
        10,
        13,
    )
    + solid(P("M114 44L128 6L142 44Z"), "white", w=9, d=5)
    + EYES["sad"](112)
    + MOUTH["frown"](176)
    + solid(P("M174 142q18 26 0 32q-18 -6 0 -32Z"), "blue", w=6, d=3),
    "pigxie": mirror(solid(P("M76 150C30 170 4 140 10 100C14 76 40 82 62 104C50 70 60 52 76 58Z"), "lilac", w=10, d=8))
    + mirror(solid(P("M84 84C58 66 52 42 62 26C86 32 104 48 112 66Z"), "pink", w=10, d=7))
    + solid(
        circ(128, 142, 84),
        "pink",
        flat(circ(70, 170, 18), "#EF4A5C", 'opacity=".35"') + flat(circ(186, 170, 18), "#EF4A5C", 'opacity=".35"'),
        10,
        12,
    )
    + EYES["two"](118).replace('r="25"', 'r="21"')
    + snout
    + line("M106 212Q128 224 150 212", 8)
    + line("M128 58V36", 8)
    + solid(P(zig(5, 24, 11, 128, 24)), "gold", w=8, d=4),
    "hentaur": solid(P("M96 66C80 30 104 22 112 40C112 12 138 12 140 38C152 18 176 32 158 66Z"), "red", w=10, d=6)
    + solid(
        P("M60 232C56 190 66 170 70 130C72 84 92 56 128 56S184 84 186 130C190 170 200 190 196 232Z"),
        "white",
        flat(P("M50 240L62 178Q84 200 106 182Q128 204 150 182Q172 200 194 178L206 240Z"), "#A5663D")
        + flat(P("M150 182Q172 200 194 178L206 240H150Z"), "#713F27", 'opacity=".5"'),
        10,
        12,
    )
    + EYES["two"](112).replace('r="25"', 'r="22"')
    + solid(P("M128 124L162 142L128 166L94 142Z"), "orange", line("M98 142H158", 6), 9, 6)
    + solid(P("M118 162Q112 188 126 190Q140 186 136 162Z"), "red", w=8, d=4),
    "yedi": mirror(solid(P("M64 120C30 118 16 92 30 70C50 66 74 76 88 96Z"), "lilac", w=10, d=6))
    + solid(P(zig(17, 108, 90, 128, 132)), "white", "", 10, 14)
    + solid(
        P("M128 84C170 84 190 104 188 132C186 170 160 192 128 192S70 170 68 132C66 104 86 84 128 84Z"),
        "lilac",
        w=8,
        d=8,
    )
    + line("M86 128q14 14 28 0M142 128q14 14 28 0", 9)
    + MOUTH["smile"](156)
    + solid(P("M64 84Q128 54 192 84L188 102Q128 74 68 102Z"), "orange", w=8, d=5),
    "spydra": mirror(line("M88 170Q40 150 22 196M90 186Q52 190 40 232M84 152Q34 112 14 142", 15))
    + solid(ell(128, 190, 62, 48), "black", flat(P("M110 176L146 176L128 196ZM128 194L148 220H108Z"), "#EF4A5C"), 10, 8)
    + mirror(line("M104 156L76 112", 30) + line("M104 156L76 112", 14, "#55436E"))
    + line("M128 150V80", 30)
    + line("M128 150V80", 14, "#55436E")
    + "".join(
        solid(circ(x, y, 38), "black", w=10, d=7)
        + eye(x - 13, y - 2, 13, 2, 2)
        + eye(x + 15, y - 2, 13, 2, 2)
        + line(f"M{x - 10} {y + 19}q11 9 22 0", 6, "#fff")
        for x, y in ((58, 94), (198, 94), (128, 56))
    ),
    "peglegasus": (
        solid(
            P(
                "M150 176C160 120 212 84 248 92C246 108 250 116 244 128C248 142 240 152 230 158C230 174 214 184 200 184C190 196 170 196 150 176Z"
            ),
            "white",
            line("M180 152Q208 128 242 128M182 170Q206 160 228 158", 7, "#E2CFB4"),
            10,
            8,
        )
        + solid(P("M124 200H172L160 248H136Z"), "brown", line("M128 218H168M132 234H164", 7, "#713F27"), 9, 6)
        + solid(
            P(
                "M146 30C190 42 206 90 194 140C188 166 180 182 186 204Q148 224 102 204C112 190 114 178 112 164C92 176 70 190 52 186C30 180 22 158 38 142C52 126 70 116 82 92C84 60 104 34 130 34Z"
            ),
            "lilac",
            flat(ell(50, 168, 28, 20), "#E9D9FF"),
            10,
            10,
        )
        + solid(P("M134 38L128 4L160 32Z"), "lilac", w=9, d=5)
        + solid(
            P("M150 30C194 28 222 70 212 122C208 152 198 170 206 196C184 190 174 168 178 138C184 98 172 66 138 54Z"),
            "purple",
            w=9,
            d=7,
        )
        + line("M84 62L174 100", 8)
        + eye(132, 104, 20, -3, 2)
        + solid(P("M78 80C82 66 106 70 108 86C108 104 84 104 78 92Z"), "black", w=8, d=3)
        + flat(ell(48, 158, 5, 7), INK)
        + line("M42 178Q62 184 78 172", 7)
    ),
    "leprecon": (
        solid(
            P("M44 260C44 214 80 198 128 198S212 214 212 260Z"),
            "white",
            "".join(flat(rect(30, y, 196, 13), INK) for y in (204, 230)),
            10,
            0,
        )
        + solid(P("M58 140C50 200 88 228 128 228S206 200 198 140Z"), "orange", d=9)
        + mirror(solid(circ(62, 146, 16), "skin1", w=9, d=5))
        + solid(
            P("M68 132C68 96 96 86 128 86S188 96 188 132Q188 178 128 180T68 132Z"),
            "skin1",
            flat(circ(88, 158, 13), "#FF6F7D", 'opacity=".5"') + flat(circ(168, 158, 13), "#FF6F7D", 'opacity=".5"'),
            9,
            7,
        )
        + solid(
            P("M60 128Q94 112 128 124Q162 112 196 128Q192 150 164 150Q142 150 128 138Q114 150 92 150Q64 150 60 128Z"),
            "black",
            w=8,
            d=4,
        )
        + flat(ell(98, 134, 9, 10), "#fff")
        + flat(ell(158, 134, 9, 10), "#fff")
        + flat(circ(101, 135, 5), INK)
        + flat(circ(161, 135, 5), INK)
        + line("M106 170Q132 180 150 164", 8)
        + solid(
            P("M76 92L86 22Q128 10 170 22L180 92Q128 76 76 92Z"),
            "green",
            flat(P("M78 62Q128 48 178 62V84Q128 70 78 84Z"), INK),
            10,
            8,
        )
        + solid(P("M30 104Q128 60 226 104Q222 118 206 116Q128 88 50 116Q34 118 30 104Z"), "green", d=6)
        + solid(rect(108, 58, 40, 30, 6), "gold", flat(rect(120, 67, 16, 12), INK), 8, 4)
    ),
    "vulcent": (
        solid(P("M60 118L8 84L22 130L62 148ZM196 118L248 84L234 130L194 148Z"), "green", w=10, d=7)
        + solid(
            P(
                "M70 84C74 60 98 52 128 52S182 60 186 84C192 130 186 170 204 206C214 226 232 232 240 236H16C24 232 42 226 52 206C70 170 64 130 70 84Z"
            ),
            "brown",
            line(
                "M82 96Q78 150 66 200M172 96Q178 150 190 200M128 204V236M104 210L96 236M152 210L160 236", 8, "#713F27"
            ),
            10,
            12,
        )
        + solid(
            P(
                "M56 88Q50 46 78 58Q70 20 98 30Q104 -2 128 20Q152 -2 158 30Q186 20 178 58Q206 46 200 88Q190 112 176 92Q170 124 152 104Q144 132 128 106Q112 132 104 104Q86 124 80 92Q66 112 56 88Z"
            ),
            "red",
            flat(P("M78 76Q84 56 104 64Q110 34 128 50Q146 34 152 64Q172 56 178 76Q128 96 78 76Z"), "#FFCB3D"),
            10,
            6,
        )
        + EYES["two"](138).replace('r="25"', 'r="21"')
        + line("M74 108L108 120M182 108L148 120", 11)
        + MOUTH["dash"](178)
    ),
    "uniquehorn": moved(
        solid(
            P(
                "M128 46C170 46 190 78 186 116C184 144 176 160 178 190C182 222 160 238 128 238S74 222 78 190C80 160 72 144 70 116C66 78 86 46 128 46Z"
            ),
            "white",
            flat(ell(128, 214, 62, 40), "#FFC1DD"),
            10,
            11,
        )
        + mirror(solid(P("M80 78C60 62 56 40 64 26C86 34 98 50 102 64Z"), "white", w=9, d=5))
        + solid(
            P("M182 64C216 70 228 110 214 140C226 158 218 190 196 196C192 170 198 150 190 126C190 100 180 84 168 74Z"),
            "blue",
            w=9,
            d=7,
        )
        + solid(
            P("M118 82L108 40Q104 22 76 6Q96 -12 128 -12T180 6Q152 22 148 40L138 82Z"),
            "gold",
            line("M114 44H142M116 58H140", 6, "#D08A14") + flat(ell(128, 0, 34, 7), "#D08A14"),
            9,
            6,
        )
        + EYES["two"](128).replace('r="25"', 'r="22"')
        + flat(ell(108, 206, 7, 10), INK)
        + flat(ell(148, 206, 7, 10), INK)
        + line("M106 224Q128 234 150 224", 7)
        + solid(P("M150 80C120 66 96 78 84 98C112 104 134 100 150 80Z"), "blue", w=8, d=5),
        "translate(10 20) scale(.92)",
    ),
    "terrier": (
        solid(
            P("M62 150Q128 110 194 150C214 190 208 226 200 238H56C48 226 42 190 62 150Z"),
            "card",
            flat(ell(128, 222, 40, 44), "#FFF6E4") + line("M104 216V244M152 216V244", 7, "#9A6534"),
            10,
            9,
        )
        + dog(66, 118, -12)
        + dog(190, 118, 12)
        + dog(128, 84, 0)
    ),
    "minnowtaur": (
        solid(
            P("M196 140L246 92Q236 142 246 196Z"),
            "orange",
            line("M214 128L236 112M214 154L236 174", 6, "#D4641A"),
            10,
            7,
        )
        + mirror(solid(P("M86 78C44 80 14 58 18 16C30 46 66 44 104 56Z"), "white", w=10, d=6))
        + solid(
            P("M128 44C180 44 214 92 214 142S180 232 128 232S42 196 42 142S76 44 128 44Z"),
            "blue",
            flat(P("M60 190Q128 160 200 190L190 240H60Z"), "#93C6FF")
            + "".join(
                line(f"M{x} {y}q8 10 16 0", 6, "#2562CC") for x, y in ((150, 70), (176, 96), (190, 128), (160, 100))
            ),
            10,
            12,
        )
        + EYES["angry"](122)
        + solid(
            P("M84 176Q128 150 172 176Q176 206 128 208T84 176Z"),
            "pink",
            flat(ell(112, 180, 7, 9), INK) + flat(ell(144, 180, 7, 9), INK),
            9,
            6,
        )
        + f'<circle cx="128" cy="204" r="14" fill="none" stroke="{INK}" stroke-width="15"/><circle cx="128" cy="204" r="14" fill="none" stroke="#FFC93A" stroke-width="6"/>'
        + solid(P("M112 50Q128 6 150 24Q160 8 168 42L150 58Z"), "orange", w=9, d=5)
    ),
    "hypnogriff": (
        mirror(
            solid(
                P("M96 196C60 214 8 190 4 92C20 104 30 104 40 98C44 112 54 116 66 112C68 124 80 130 96 128Z"),
                "brown",
                line("M24 124Q34 160 66 184M52 130Q62 152 84 168", 7, "#713F27"),
                10,
                8,
            )
        )
        + mirror(solid(P("M92 78C64 58 58 34 66 14C94 24 112 44 116 62Z"), "white", w=9, d=6))
        + solid(
            P(
                "M128 44C184 44 204 86 200 130C198 158 206 168 216 190L190 194L186 220L158 214L128 240L98 214L70 220L66 194L40 190C50 168 58 158 56 130C52 86 72 44 128 44Z"
            ),
            "white",
            d=11,
        )
        + "".join(
            f'<circle cx="{x}" cy="112" r="34" fill="#fff" stroke="{INK}" stroke-width="9"/>'
            + line(f"M{x} 112q7 -9 13 0q3 14 -12 17q-20 0 -20 -19q2 -23 26 -23", 7, "#A066EA")
            for x in (88, 168)
        )
        + solid(
            P(
                "M128 122C156 122 170 142 164 162C160 180 146 188 140 212C130 206 122 196 118 186C100 182 88 170 92 154C96 134 108 122 128 122Z"
            ),
            "orange",
            line("M96 160Q118 174 148 164", 7),
            9,
            8,
        )
    ),
    "elves": (
        moved(elf("red", "gold"), "translate(92 16) scale(.64)")
        + moved(elf("green", "red"), "translate(-4 50) scale(.8)")
    ),
    "wiizzaard": (
        solid(P("M36 262C40 214 78 196 128 196S216 214 220 262Z"), "purple", d=10)
        + mirror(solid(circ(64, 146, 15), "skin4", w=9, d=5))
        + solid(
            circ(128, 142, 60),
            "skin4",
            flat(circ(90, 164, 12), "#FF6F7D", 'opacity=".45"') + flat(circ(166, 164, 12), "#FF6F7D", 'opacity=".45"'),
            10,
            8,
        )
        + solid(
            P("M72 168Q100 152 128 168Q156 152 184 168C196 210 160 250 128 258C96 250 60 210 72 168Z"),
            "white",
            line("M110 196Q116 226 126 242M148 196Q142 226 134 238", 6, "#E2CFB4"),
            9,
            7,
        )
        + line("M112 176Q128 186 144 176", 7)
        + solid(ell(128, 152, 17, 14), "skin4", w=8, d=4)
        + solid(
            P("M56 128L88 62Q96 20 132 4L194 30Q204 44 186 44L160 40L200 128Q128 100 56 128Z"),
            "blue",
            "".join(
                moved(flat(P(STAR), "#FFE89A"), f"translate({x} {y}) scale({k})")
                for x, y, k in ((94, 74, 0.13), (142, 84, 0.12), (118, 34, 0.1))
            ),
            10,
            8,
        )
        + solid(P("M16 140Q60 104 128 106T240 140Q186 152 128 140T16 140Z"), "blue", d=6)
    ),
    "mobgoblins": (
        moved(goblin("moss", "grin"), "translate(50 -18) scale(.61)")
        + moved(goblin("green", "teeth"), "translate(7 92) scale(.58)")
        + moved(goblin("teal", "gap"), "translate(100 92) scale(.58)")
    ),
    "unknown": FEAT["b_ears"]("stone")
    + solid(BODY["dome"], "stone", "", 10, 13)
    + EYES["wide"](124)
    + MOUTH["wave"](178),
}
SPRITES = {f"cyk_{name}": drawing for name, drawing in CREATURES.items()}
SPRITES["side_minnowtaur"] = moved(CREATURES["minnowtaur"], "rotate(90 128 128)")  # as it lies beside a rival's land
