"""Monster Muncher's 60 characters: 4 parties of 5 tiers of 3.  The party gives bodies, colours and things, so that it
is read from the silhouette alone; the tier gives size and rank; the three of a cell take the party's bodies in order.
"""
# ruff: noqa: E501 - the outline of a drawing is one word

from cogs.ui.art.monsters import FEAT, UNKNOWN, Monster, monster
from cogs.ui.art.shapes import INK, STAR, C, P, circ, ell, flat, line, mirror, moved, pipe, rect, shine, solid

CLOUD = "M70 74C40 74 40 38 68 38C72 10 112 6 122 28C140 4 178 14 178 40C210 36 214 74 184 74Z"
FEAT |= {
    # ---- on the skin
    "stripes": lambda c: "".join(
        flat(rect(20, y, 216, 15), C[c][2], 'opacity=".55"') for y in (70, 104, 138, 172, 206)
    ),
    "diamonds": lambda c: "".join(
        flat(P(f"M{x} {y - 20}l14 20l-14 20l-14 -20Z"), C[c][0], 'opacity=".8"')
        for x, y in ((64, 200), (100, 200), (136, 200), (172, 200), (82, 160), (208, 160), (46, 160))
    ),
    "strata": lambda c: (
        flat(P("M20 170Q80 150 130 172T240 160V190Q180 204 130 190T20 200Z"), C[c][0], 'opacity=".75"')
        + flat(P("M20 84Q90 70 140 86T240 78V92Q180 104 130 98T20 100Z"), C[c][0], 'opacity=".75"')
    ),
    "veins": lambda c: line("M46 120L76 108L92 76M214 150L182 160L168 206M70 216L90 194", 8, "#FFC93A"),
    # ---- peons: tricksters of the fair
    "party": lambda c: (
        solid(
            P("M90 66L128 2L166 66Q128 78 90 66Z"),
            "teal",
            line("M104 40Q128 52 152 42M98 58L150 30", 8, "#FFE89A"),
            9,
            7,
        )
        + solid(circ(128, 8, 12), "gold", w=7, d=4)
    ),
    "bow": lambda c: (
        solid(P("M128 216L82 196V238ZM128 216L174 196V238Z"), "red", w=8, d=5)
        + solid(circ(128, 217, 12), "red", w=8, d=3)
    ),
    "f_moustache": lambda c: solid(
        P(
            "M128 160C110 144 92 152 90 166C78 170 66 162 66 150C54 172 76 192 100 188C114 186 124 178 128 170C132 178 142 186 156 188C180 192 202 172 190 150C190 162 178 170 166 166C164 152 146 144 128 160Z"
        ),
        "black",
        w=6,
        d=4,
    ),
    "f_monocle": lambda c: (
        f'<circle cx="162" cy="124" r="34" fill="none" stroke="{INK}" stroke-width="18"/><circle cx="162" cy="124" r="34" fill="none" stroke="#FFC93A" stroke-width="7"/>'
        + line("M192 140Q206 172 196 210", 6)
    ),
    "fern": lambda c: solid(
        P(
            "M128 66C84 62 60 30 64 4C96 10 120 32 128 66C116 34 120 12 134 0C150 18 148 40 128 66C140 34 166 14 194 10C194 40 170 62 128 66Z"
        ),
        "green",
        w=8,
        d=5,
    ),
    "b_tail": lambda c: solid(
        P("M196 214C236 214 250 178 238 148C232 132 212 138 216 154C222 178 208 188 188 186Z"), c, w=10, d=7
    ),
    "b_cape": lambda c: solid(
        P("M66 110C30 140 18 196 14 236H242C238 196 226 140 190 110Z"),
        "red",
        line("M50 236L74 150M206 236L182 150", 7, "#B52647"),
        10,
        8,
    ),
    "f_wand": lambda c: (
        line("M204 226L226 164", 15)
        + line("M204 226L226 164", 5, "#FFF6E4")
        + moved(solid(P(STAR), "gold", w=20, d=12), "translate(196 112) scale(.25)")
    ),
    "f_pocket": lambda c: solid(
        P("M100 192H156V214Q156 232 128 232T100 214Z"), C[c][0:1] * 2 + C[c][2:], line("M100 204H156", 6), 8, 4
    ),
    "feathers": lambda c: (
        solid(P("M120 66C76 56 64 22 84 6C108 14 122 38 124 62Z"), "orange", line("M90 20L118 58", 6, "#D4641A"), 8, 6)
        + solid(
            P("M136 66C180 56 192 22 172 6C148 14 134 38 132 62Z"), "blue", line("M166 20L138 58", 6, "#2562CC"), 8, 6
        )
        + solid(
            P("M128 70C108 44 112 12 128 0C144 12 148 44 128 70Z"), "yellow", line("M128 18V60", 6, "#E39A1C"), 8, 6
        )
    ),
    "masque": lambda c: solid(
        P(
            "M34 118Q30 76 80 88Q110 92 128 108Q146 92 176 88Q226 76 222 118Q222 158 184 158Q152 158 128 136Q104 158 72 158Q34 158 34 118Z"
        ),
        "teal",
        flat(circ(128, 112, 9), "#FFC93A"),
        8,
        6,
    ),
    "curl": lambda c: pipe("M128 58C112 30 140 14 152 26C160 38 142 48 136 36", C[c][1], 8, 7),
    "bell": lambda c: (
        line("M128 52Q150 20 182 30", 10) + solid(circ(190, 38, 16), "gold", line("M178 42H202", 6), 8, 4)
    ),
    "beret": lambda c: (
        solid(P("M66 72C56 38 104 18 150 24C196 28 206 56 190 70Q128 48 66 72Z"), "teal", w=9, d=7)
        + line("M132 24V10", 9)
    ),
    "twins": lambda c: mirror(solid(circ(74, 46, 28), c, flat(circ(74, 46, 13), C[c][0]), 9, 6)),
    "f_nose": lambda c: solid(circ(128, 150, 19), "red", w=8, d=5) + shine(122, 143, 6, 4),
    # ---- stoneskins
    "b_shards": lambda c: mirror(
        solid(P("M58 190L14 150L20 112L62 140ZM60 130L22 84L38 54L78 100Z"), "purple", w=9, d=6)
    ),
    "b_gems": lambda c: solid(
        P("M70 96L48 40L72 14L100 44L112 76L108 26L130 2L152 26L146 76L160 42L186 16L208 42L186 98Z"),
        "teal",
        line("M72 16L82 62M130 4V60M186 18L174 62", 6, "#86E6D6"),
        9,
        7,
    ),
    "pebbles": lambda c: (
        solid(ell(96, 54, 26, 18), "stone", w=8, d=5)
        + solid(ell(154, 56, 24, 17), "stone", w=8, d=5)
        + solid(ell(126, 36, 27, 20), "stone", w=8, d=5)
    ),
    "snow": lambda c: solid(
        P(
            "M52 96L74 58Q92 36 128 36T190 60L210 96Q194 116 178 96Q162 122 144 98Q126 124 110 98Q92 118 78 98Q64 112 52 96Z"
        ),
        ("", "#FFFFFF", "#C4E4F5"),
        w=9,
        d=7,
    ),
    "helmet": lambda c: (
        solid(
            P("M44 104C40 54 80 26 128 26S216 54 212 104L188 112Q128 92 68 112Z"),
            "steel",
            line("M128 30V92", 8, "#557FA6"),
            9,
            8,
        )
        + solid(P("M128 34C120 14 132 0 160 4C182 8 186 28 172 44C164 30 146 26 128 34Z"), "red", w=8, d=5)
    ),
    "mush": lambda c: (
        solid(rect(86, 40, 20, 34, 8), "white", w=7, d=4)
        + solid(
            P("M62 48Q66 16 96 16T130 48Z"), "red", flat(circ(86, 34, 6), "#fff") + flat(circ(108, 34, 5), "#fff"), 8, 6
        )
        + solid(rect(150, 48, 16, 26, 7), "white", w=7, d=3)
        + solid(P("M134 56Q138 30 158 30T182 56Z"), "orange", flat(circ(156, 44, 5), "#fff"), 8, 5)
    ),
    "bun": lambda c: (
        solid(circ(128, 34, 26), "white", line("M112 26Q128 40 146 28", 6, "#E2CFB4"), 9, 6)
        + solid(P("M72 72Q96 44 128 46T186 72Q128 56 72 72Z"), "white", w=8, d=5)
    ),
    "f_glasses": lambda c: (
        line("M88 132H168", 8)
        + "".join(
            f'<circle cx="{x}" cy="132" r="35" fill="none" stroke="{INK}" stroke-width="18"/><circle cx="{x}" cy="132" r="35" fill="none" stroke="#FFC93A" stroke-width="6"/>'
            for x in (90, 166)
        )
    ),
    "ridge": lambda c: solid(P("M66 78L78 34L104 58L128 12L152 58L178 34L190 78Q128 62 66 78Z"), "stone", w=9, d=7),
    "f_beard": lambda c: solid(
        P(
            "M66 196Q128 178 190 196Q192 224 170 236Q160 222 150 238Q138 226 128 242Q118 226 106 238Q96 222 86 236Q64 224 66 196Z"
        ),
        "moss",
        w=9,
        d=6,
    ),
    "f_tusks": lambda c: mirror(solid(P("M84 206C66 200 58 180 64 158C76 168 92 176 102 190Z"), "white", w=8, d=4)),
    "puddle": lambda c: solid(
        P("M22 236C22 214 60 212 74 218C92 204 164 204 182 218C200 210 234 214 234 236Z"), "brown", w=9, d=6
    ),
    "b_big": lambda c: mirror(
        solid(P("M62 176C30 190 2 176 6 144C10 120 40 116 54 132L72 140Z"), c, line("M20 138v16M36 134v16", 6), 10, 8)
    ),
    "tower": lambda c: solid(
        P("M78 70V18H100V34H117V18H139V34H156V18H178V70Q128 56 78 70Z"),
        "stone",
        line("M84 50H172M112 36V50M144 50V62", 6, "#727B92"),
        9,
        7,
    ),
    # ---- zombies
    "worm": lambda c: (
        pipe("M150 66C150 30 178 44 172 22", "#FF86BC", 16, 7)
        + flat(circ(170, 22, 4), INK)
        + pipe("M96 62C92 44 78 50 80 36", "#FF86BC", 12, 7)
    ),
    "hood": lambda c: solid(P("M38 140C28 70 70 22 128 22S228 70 218 140Q196 84 128 80T38 140Z"), "brown", w=9, d=8),
    "knight": lambda c: (
        solid(
            P("M50 106C48 54 84 32 128 32S208 54 206 106Q128 78 50 106Z"),
            "steel",
            line("M66 88Q128 64 190 88", 8, "#557FA6") + line("M128 36V70", 8, "#557FA6"),
            9,
            8,
        )
        + solid(P("M128 36C106 22 110 0 134 0C156 2 176 12 196 6C190 30 160 40 128 36Z"), "purple", w=8, d=6)
    ),
    "piper": lambda c: (
        solid(
            P("M40 84C70 68 92 62 96 20Q100 6 116 10L176 44C186 56 196 66 220 84Q128 60 40 84Z"),
            "green",
            flat(P("M84 58Q130 44 190 60L196 70Q130 54 78 70Z"), "#713F27"),
            9,
            7,
        )
        + solid(
            P("M168 60C196 44 206 24 204 4C182 8 164 28 160 56Z"), "red", line("M196 14L168 54", 6, "#B52647"), 8, 5
        )
    ),
    "f_flute": lambda c: (
        pipe("M100 200L188 178", "#D39A6B", 14, 7)
        + "".join(flat(circ(x, y, 4), INK) for x, y in ((128, 193), (148, 188), (168, 183)))
    ),
    "b_collar": lambda c: mirror(solid(P("M84 200C44 196 22 150 14 84C48 96 76 120 90 150Z"), "red", w=10, d=8)),
    "tiara": lambda c: solid(
        P("M74 74L70 40L100 56L128 16L156 56L186 40L182 74Q128 56 74 74Z"),
        "lilac",
        flat(circ(128, 50, 9), "#EF4A5C"),
        9,
        6,
    ),
    "bandage": lambda c: (
        solid(
            P("M44 92Q128 56 212 86L208 116Q128 84 46 122Z"),
            "white",
            line("M60 96L80 112M120 82L136 98M176 82L192 100", 6, "#E2CFB4"),
            8,
            5,
        )
        + solid(P("M196 92L240 74L226 104Z"), "white", w=8, d=4)
    ),
    "fringe": lambda c: solid(
        P("M54 96C54 52 84 40 128 40S202 52 202 96L184 78L166 98L148 78L128 98L108 78L90 98L72 78Z"), "black", w=9, d=7
    ),
    "f_bite": lambda c: flat(P("M220 60A30 30 0 0 1 176 82A34 34 0 0 1 190 40Z"), C[c][2], 'opacity=".6"'),
    "mould": lambda c: "".join(
        solid(circ(x, y, r), "teal", w=8, d=4)
        for x, y, r in ((82, 62, 18), (108, 44, 22), (146, 42, 18), (172, 60, 15))
    ),
    "crow": lambda c: (
        solid(P("M92 60C80 30 104 8 132 14C144 2 166 8 164 26L186 32L164 40C168 60 150 68 128 66Z"), "black", w=8, d=6)
        + flat(circ(148, 26, 5), "#fff")
    ),
    "candle": lambda c: (
        solid(rect(112, 24, 32, 46, 6), "white", line("M116 44q8 10 14 0t14 4", 6, "#E2CFB4"), 8, 5)
        + solid(P("M128 26C112 18 120 4 128 -4C136 4 144 18 128 26Z"), "orange", w=7, d=3)
    ),
    "b_hands": lambda c: mirror(
        solid(
            P(
                "M56 172C26 168 6 140 10 100C6 86 20 84 22 96C24 82 38 84 36 98C44 90 52 98 46 110C46 126 54 132 70 136Z"
            ),
            c,
            w=10,
            d=7,
        )
    ),
    "f_noose": lambda c: solid(P("M92 206L128 216L164 206L150 236L128 224L106 236Z"), "purple", w=8, d=4),
    # ---- mechas
    "propeller": lambda c: (
        line("M128 62V34", 11)
        + solid(
            P("M128 34C100 12 56 12 40 26C60 44 100 44 128 34ZM128 34C156 12 200 12 216 26C196 44 156 44 128 34Z"),
            "orange",
            w=8,
            d=5,
        )
        + solid(circ(128, 32, 11), "stone", w=8, d=3)
    ),
    "magnet": lambda c: solid(
        P("M74 8H104V36Q104 52 128 52T152 36V8H182V38Q182 82 128 82T74 38Z"),
        "red",
        flat(rect(70, 4, 38, 18), "#FFF6E4") + flat(rect(148, 4, 38, 18), "#FFF6E4"),
        9,
        6,
    ),
    "b_claws": lambda c: mirror(
        line("M56 158L22 130", 26)
        + line("M56 158L22 130", 10, "#86B8D6")
        + solid(P("M30 138C2 128 -2 96 18 84L24 104L40 106L50 90C64 108 56 134 30 138Z"), "orange", w=9, d=5)
    ),
    "b_jets": lambda c: mirror(
        solid(P("M60 96L4 142L20 190L64 172Z"), "red", line("M22 168L58 138", 7, "#FF8A90"), 10, 8)
    ),
    "b_flaps": lambda c: mirror(
        solid(
            P("M60 108C36 84 14 84 2 92L18 118L8 130L26 146L20 160C40 176 56 168 66 156Z"),
            "steel",
            line("M22 118L52 124M28 146L52 142", 6, "#557FA6"),
            10,
            7,
        )
    ),
    "f_dial": lambda c: (
        solid(
            circ(128, 186, 32),
            "gold",
            "".join(line(d, 6, INK) for d in ("M128 162v10", "M128 200v10", "M104 186h10", "M142 186h10")),
            9,
            6,
        )
        + flat(circ(128, 186, 9), INK)
    ),
    "siren": lambda c: (
        solid(P("M92 62V44Q92 10 128 10T164 44V62Z"), "red", shine(114, 32, 7, 13, 20), 9, 7)
        + solid(rect(80, 54, 96, 20, 8), "stone", w=9, d=5)
        + line("M66 26L50 16M190 26L206 16", 9, "#FFD84D")
    ),
    "f_orbit": lambda c: (
        f'<g transform="rotate(-12 128 158)"><path d="M34 138A112 30 0 1 0 222 138" fill="none" stroke="{INK}" stroke-width="26" stroke-linecap="round"/><path d="M34 138A112 30 0 1 0 222 138" fill="none" stroke="#FFCB3D" stroke-width="11" stroke-linecap="round"/></g>'
    ),
    "cloudtop": lambda c: solid(P(CLOUD), ("", "#FFFFFF", "#C4E4F5"), w=9, d=7),
    "stacks": lambda c: mirror(
        solid(rect(66, 20, 34, 56, 8), "stone", flat(rect(60, 30, 46, 12), INK, 'opacity=".5"'), 9, 6)
    ),
    "hook": lambda c: pipe("M128 62V30", "#A3ACBE", 10, 7) + pipe("M128 28C160 28 164 -2 138 4", "#A3ACBE", 10, 7),
    "b_key": lambda c: (
        line("M206 150H236", 22)
        + line("M206 150H236", 8, "#FFC93A")
        + solid(
            P("M236 150C222 120 252 110 250 132C252 130 252 172 250 168C252 190 222 180 236 150Z"), "gold", w=8, d=4
        )
    ),
    "f_treads": lambda c: solid(
        rect(34, 206, 188, 40, 20),
        "black",
        "".join(flat(circ(x, 226, 9), "#A3ACBE") for x in (60, 94, 128, 162, 196)),
        9,
        5,
    ),
    "eq": lambda c: "".join(
        flat(rect(x, 214 - h, 14, h, 4), f)
        for x, h, f in ((92, 14, "#7CF5E6"), (112, 26, "#FFD84D"), (132, 20, "#7CF5E6"), (152, 32, "#FF86BC"))
    ),
    "f_radar": lambda c: solid(
        circ(128, 200, 24),
        "green",
        line("M128 200L142 186", 6, "#fff")
        + '<circle cx="128" cy="200" r="12" fill="none" stroke="#9BE592" stroke-width="6"/>',
        8,
        4,
    ),
    "visorcap": lambda c: (
        solid(P("M60 78C60 40 92 26 128 26S196 40 196 78Z"), "blue", line("M128 30V70", 7, "#2562CC"), 9, 7)
        + solid(P("M60 78H196L226 96Q128 84 48 94Z"), "blue", w=9, d=5)
    ),
    "b_rotor": lambda c: mirror(line("M60 130H30", 16) + solid(ell(26, 128, 12, 46), "stone", w=9, d=4)),
    "f_receipt": lambda c: solid(
        P("M104 182H152V246L140 236L128 246L116 236L104 246Z"),
        "white",
        line("M116 200H140M116 216H134", 6, "#D08A14"),
        8,
        4,
    ),
    "vulture": lambda c: (
        solid(P("M152 26L192 34Q190 54 178 62L150 50Z"), "orange", w=8, d=4)
        + solid(P("M116 66C100 36 112 6 138 8C164 10 168 38 156 66Z"), "pink", flat(circ(144, 30, 7), INK), 8, 6)
        + solid(P("M92 74Q96 52 110 60Q120 48 132 58Q146 48 154 60Q168 54 172 74Z"), "white", w=8, d=4)
    ),
    "turbo": lambda c: solid(
        P("M60 70L84 22H172L196 70Q128 52 60 70Z"), "red", flat(P("M116 20H140L146 66H110Z"), "#FFF6E4"), 9, 6
    ),
}
# ---- name: body, colour, eyes, mouth, features, height of eyes and mouth
PEON: dict[str, Monster] = {
    "nib-nudger": ("bean", "pink", "two", "smile", ("party",), 124, 178),
    "switcheroo-sprout": ("blob", "purple", "wink", "oh", ("sprout", "belly"), 124, 180),
    "pocket-gremble": ("egg", "pink", "odd", "smirk", ("b_ears", "f_pocket"), 112, 158),
    "giggle-wisp": ("bean", "purple", "wide", "open", ("jester",), 126, 180),
    "dizzy-dobbin": ("blob", "pink", "dizzy", "wave", ("b_long", "curl"), 122, 180),
    "false-fern": ("egg", "purple", "sleepy", "smirk", ("fern", "spots"), 120, 176),
    "masked-marmot": ("bean", "pink", "two", "fangs", ("b_ears", "mask", "spots"), 124, 184),
    "prankle": ("blob", "purple", "odd", "gap", ("bell", "f_nose"), 112, 186),
    "hocus-hob": ("egg", "pink", "wink", "tongue", ("tophat", "f_wand"), 126, 180),
    "duke-doppel": ("bean", "purple", "two", "dash", ("twins", "b_arms", "f_monocle", "bow"), 124, 172),
    "trick-treacler": ("blob", "pink", "sleepy", "smile", ("tophat", "belly", "b_arms"), 126, 182),
    "carnival-kip": ("egg", "purple", "two", "grin", ("feathers", "masque", "b_arms", "stripes"), 122, 186),
    "king-kerfuffle": ("bean", "pink", "angry", "gap", ("crown", "b_cape"), 126, 182),
    "grand-illusor": ("blob", "purple", "three", "smirk", ("crown", "b_cape", "f_wand"), 126, 180),
    "baron-bamboozle": ("egg", "pink", "sleepy", "oh", ("crown", "f_moustache", "bow", "diamonds"), 122, 196),
}
STONESKIN: dict[str, Monster] = {
    "pebblet-pip": ("rock", "stone", "two", "smile", ("cracks", "pebbles"), 132, 186),
    "gravel-gus": ("crag", "stone", "odd", "gap", ("cracks",), 126, 182),
    "shale-sal": ("slab", "stone", "wink", "tongue", ("cracks", "strata"), 124, 182),
    "boulder-bo": ("rock", "stone", "angry", "under", ("cracks", "b_big"), 130, 184),
    "flint-finn": ("crag", "stone", "one", "smirk", ("cracks", "ridge"), 126, 190),
    "slate-sly": ("slab", "stone", "sleepy", "smirk", ("cracks", "moss"), 128, 184),
    "cobble-cora": ("rock", "stone", "three", "open", ("cracks", "mush"), 134, 186),
    "granite-gran": ("crag", "stone", "two", "smile", ("cracks", "bun", "f_glasses"), 132, 190),
    "marl-mauler": ("slab", "stone", "odd", "teeth", ("cracks", "puddle", "b_horns"), 118, 172),
    "basalt-baz": ("rock", "stone", "sleepy", "dash", ("cracks", "b_arms", "moss", "f_tusks"), 134, 186),
    "quartz-quill": ("crag", "stone", "two", "grin", ("cracks", "b_gems", "b_arms"), 124, 184),
    "onyx-ogle": ("slab", "stone", "one", "fangs", ("cracks", "b_shards"), 122, 190),
    "mount-mumble": ("rock", "stone", "sleepy", "wave", ("cracks", "snow", "crown", "b_arms"), 136, 188),
    "colossus-clunk": ("crag", "stone", "angry", "teeth", ("cracks", "crown", "b_big", "veins"), 128, 186),
    "gneiss-guard": ("slab", "stone", "two", "under", ("cracks", "crown", "b_arms", "f_beard"), 128, 176),
}
ZOMBIE: dict[str, Monster] = {
    "rotlet": ("slime", "moss", "two", "oh", ("patch", "brain"), 124, 174),
    "moldy-molly": ("can", "moss", "wink", "stitch", ("patch", "mould"), 124, 178),
    "grave-grub": ("bean", "moss", "odd", "gap", ("patch", "tomb"), 120, 178),
    "shamble-sam": ("slime", "moss", "sleepy", "wave", ("patch", "b_hands", "bone"), 122, 174),
    "wormy-wanda": ("can", "moss", "wide", "tongue", ("patch", "worm"), 120, 178),
    "crypt-chomper": ("bean", "moss", "angry", "teeth", ("patch", "hood"), 130, 182),
    "ghoulash": ("slime", "moss", "x", "stitch", ("patch", "brain", "b_arms"), 124, 176),
    "sir-sludge": ("can", "moss", "two", "under", ("patch", "knight"), 128, 184),
    "bone-idle-bill": ("bean", "moss", "sleepy", "grin", ("patch", "bone"), 118, 180),
    "dread-ned": ("slime", "moss", "angry", "fangs", ("patch", "fringe", "bolts", "b_arms"), 126, 176),
    "tombstone-tina": ("can", "moss", "sleepy", "tongue", ("patch", "tomb", "b_hands"), 124, 180),
    "lurch-lad": ("bean", "moss", "odd", "frown", ("patch", "bandage", "b_arms", "f_noose"), 136, 180),
    "countess-decay": ("slime", "moss", "wink", "fangs", ("patch", "b_collar", "crown"), 124, 176),
    "plague-piper": ("can", "moss", "x", "oh", ("patch", "piper", "f_flute", "b_arms"), 124, 170),
    "rigor-morris": ("bean", "moss", "wide", "stitch", ("patch", "crown", "b_horns", "f_noose"), 124, 178),
}
MECHA: dict[str, Monster] = {
    "pilfer-pod": ("box", "steel", "visor", "grill", ("antenna", "rivets"), 116, 178),
    "magna-mite": ("dome", "steel", "lamp", "bar", ("magnet", "rivets"), 126, 192),
    "snatch-drone": ("can", "steel", "trio", "dash", ("propeller",), 122, 178),
    "claw-unit-seven": ("box", "steel", "lamp", "teeth", ("b_claws", "antenna"), 120, 190),
    "tinker-tern": ("dome", "steel", "screen", "oh", ("b_key", "b_flaps"), 116, 176),
    "hook-hover": ("can", "steel", "visor", "bar", ("hook", "bolts"), 118, 180),
    "dj-heaven": ("box", "steel", "screen", "smile", ("phones", "eq"), 118, 166),
    "vault-vulture": ("dome", "steel", "scan", "dash", ("vulture", "b_flaps", "f_dial"), 112, 152),
    "turbo-talon": ("can", "steel", "scan", "grill", ("turbo", "b_claws"), 120, 180),
    "sky-sentry": ("box", "steel", "trio", "grill", ("siren", "b_jets"), 124, 188),
    "cloud-cruncher": ("dome", "steel", "visor", "teeth", ("cloudtop", "bolts", "rivets"), 124, 186),
    "aero-auditor": ("can", "steel", "screen", "dash", ("b_rotor", "visorcap", "f_receipt"), 128, 178),
    "titan-tollbot": ("box", "steel", "lamp", "grill", ("halo", "b_big", "f_treads", "bolts"), 118, 180),
    "overlord-orbit": ("dome", "steel", "trio", "bar", ("halo", "f_orbit", "rivets"), 116, 206),
    "halo-harvester": ("can", "steel", "scan", "teeth", ("halo", "b_claws", "f_radar"), 112, 160),
}
PARTIES = {"peon": PEON, "stoneskin": STONESKIN, "zombie": ZOMBIE, "mecha": MECHA}
SIZES = (0.78, 0.85, 0.92, 1.0, 1.0)


def muncher(parts: Monster, tier: int) -> str:
    """Small ones grow from the foot line, and have a baby's large eyes in the first tier."""
    drawn = monster(*parts, grown=1.15 if tier == 1 else 1)
    size = SIZES[tier - 1]
    return drawn if size == 1 else moved(drawn, f"translate(128 230) scale({size}) translate(-128 -230)")


SPRITES = {
    f"mun_{name}": muncher(parts, i // 3 + 1)
    for party in PARTIES.values()
    for i, (name, parts) in enumerate(party.items())
}
SPRITES["mun_unknown"] = monster(*UNKNOWN)
