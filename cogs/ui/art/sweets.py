"""Sweets: the five of Candy Chaser, the six that ghosts love, the sugar and the tokens of the Kingdom."""
# ruff: noqa: E501 - the outline of a drawing is one word

import math
from collections.abc import Iterable

from cogs.ui.art.faces import dots
from cogs.ui.art.shapes import HEART, INK, STAR, P, circ, ell, flat, line, rect, shine, solid


def swirl(r: float, n: int, colour: str, cx: float = 128, cy: float = 128) -> str:
    def p(t: float, q: float) -> str:
        return f"{cx + q * math.cos(t):.0f} {cy + q * math.sin(t):.0f}"

    s = ""
    for i in range(n):
        a, b = 2 * math.pi * i / n, 2 * math.pi * (i + 0.5) / n
        s += f"M{cx} {cy}Q{p(a - 0.5, r * 0.6)} {p(a, r + 6)}L{p(b, r + 6)}Q{p(b - 0.5, r * 0.6)} {cx} {cy}Z"
    return flat(P(s), colour)


def wrap(body: str, colour: str) -> str:
    """Twist ends behind a sweet."""
    return (
        solid(P("M64 128L14 84Q2 128 14 172Z"), colour, line("M22 112L52 126M22 146L52 132", 6), 10, 8)
        + solid(P("M192 128L242 84Q254 128 242 172Z"), colour, line("M234 112L204 126M234 146L204 132", 6), 10, 8)
        + body
    )


BEAR = "M86 36C100 30 112 38 114 50Q128 44 142 50C144 38 156 30 170 36C186 42 188 62 174 72Q182 88 176 104C196 100 214 112 212 130C208 148 192 148 184 142Q190 168 182 184C200 188 206 208 196 222C182 236 152 234 146 214H110C104 234 74 236 60 222C50 208 56 188 74 184Q66 168 72 142C64 148 48 148 44 130C42 112 60 100 80 104Q74 88 82 72C68 62 70 42 86 36Z"
GUM = "M128 34C176 34 202 84 212 190Q214 222 182 222H74Q42 222 44 190C54 84 80 34 128 34Z"


def sugar(points: Iterable[tuple[int, int]]) -> str:
    return "".join(flat(circ(x, y, 6), "#fff", 'opacity=".85"') for x, y in points)


GHOST = "M128 18C188 18 216 66 216 128V216C216 240 192 240 186 222C180 204 160 204 156 222C150 244 106 244 100 222C96 204 76 204 70 222C64 240 40 240 40 216V128C40 66 68 18 128 18Z"


def cube(top: str, left: str, right: str, spark: str) -> str:
    return (
        f'<path d="M128 20L228 72V182L128 238L28 182V72Z" fill="{left}" stroke="{INK}" stroke-width="12"/><path d="M128 126L224 75V180L128 234Z" fill="{right}"/><path d="M128 24L222 73L128 124L34 73Z" fill="{top}"/>'
        + line("M128 126V234M128 126L30 74M128 126L226 74", 7)
        + "".join(
            flat(rect(x, y, 11, 11, 3), spark)
            for x, y in (
                (70, 112),
                (96, 158),
                (58, 160),
                (96, 200),
                (116, 52),
                (144, 82),
                (92, 74),
                (160, 150),
                (190, 126),
                (176, 186),
            )
        )
    )


CHASER: dict[str, str] = {
    "chaser_blue": wrap(
        solid(
            circ(128, 128, 70),
            "blue",
            line("M84 60Q112 128 84 196M132 50Q160 128 132 206M180 60Q200 128 176 200", 15, "#E9F3FF"),
        )
        + shine(96, 88, 18, 10),
        "blue",
    ),
    "chaser_purple": solid(
        P(GUM),
        "purple",
        sugar(((104, 96), (150, 84), (128, 130), (88, 150), (166, 140), (120, 180), (76, 200), (160, 196), (192, 180))),
    )
    + shine(100, 66, 18, 9),
    "chaser_green": solid(
        P("M128 26A102 102 0 1 0 128 230A102 102 0 1 0 128 26ZM128 92A36 36 0 1 1 128 164A36 36 0 1 1 128 92Z")
        + ' fill-rule="evenodd" clip-rule="evenodd"',
        "green",
        line(
            "M60 98l14 12M176 60l-10 16M208 132l-18 2M74 184l14 -12M150 208l-6 -16M196 186l-12 -10M104 50l6 16M46 142l18 -2",
            10,
            "#FFF6E4",
        ),
    )
    + shine(76, 74, 20, 10),
    "chaser_yellow": solid(
        P(STAR),
        "yellow",
        sugar(((128, 78), (104, 110), (152, 112), (78, 118), (128, 142), (176, 122), (100, 168), (158, 168))),
        12,
    )
    + shine(112, 84, 8, 16, 20),
    "chaser_red": solid(P(HEART), "red", "", 10, 14) + shine(78, 88, 22, 13),
}
GHOSTS: dict[str, str] = {
    "candy_candy-corn": solid(
        P(
            "M128 24C150 24 158 40 166 58L224 188C236 218 220 232 192 232H64C36 232 20 218 32 188L90 58C98 40 106 24 128 24Z"
        ),
        "orange",
        flat(rect(0, 0, 256, 92), "#FFF6E4")
        + flat(P("M118 92L176 92L150 20Z"), "#E2CFB4")
        + flat(rect(0, 170, 256, 90), "#FFCB3D")
        + flat(P("M212 170L224 240H120L206 220Z"), "#E39A1C"),
    )
    + shine(78, 128, 8, 26, 24, 0.6),
    "candy_peppermint": solid(
        circ(128, 128, 100),
        "white",
        swirl(100, 6, "#EF4A5C")
        + f'<path d="M228 100A100 100 0 0 1 60 206A112 112 0 0 0 228 100Z" fill="{INK}" opacity=".16"/>',
    )
    + shine(82, 74, 24, 12),
    "candy_lollipops": solid(rect(119, 150, 18, 96, 9), "white", w=9, d=4)
    + solid(
        circ(128, 104, 84),
        "teal",
        line(
            "M128 104C128 92 146 92 146 108C146 130 108 130 106 100C104 66 162 62 168 106C172 152 90 158 84 100C80 50 178 36 194 102",
            15,
            "#FFF6E4",
        ),
        10,
        10,
    )
    + shine(84, 58, 18, 9),
    "candy_gummies": solid(P(BEAR), "green", flat(ell(128, 168, 30, 28), "#9BE592", 'opacity=".8"'))
    + dots(128, 84, 20, 7)
    + flat(ell(128, 98, 8, 6), INK)
    + shine(92, 58, 10, 6),
    "candy_chocolate": '<g transform="translate(10 4) scale(.92) rotate(14 128 128)">'
    + solid(
        rect(58, 20, 140, 216, 14),
        "brown",
        line("M128 20V150M58 66H198M58 112H198", 8, "#713F27")
        + line("M74 36h34M142 36h34M74 82h34M142 82h34", 7, "#D39A6B"),
    )
    + solid(
        P("M50 134L73 150L96 134L128 150L160 134L183 150L206 134V240H50Z"),
        "purple",
        flat(rect(40, 176, 180, 26), "#FFCB3D"),
        10,
        10,
    )
    + "</g>",
    "candy_licorice": '<g transform="rotate(40 128 128)">'
    + "".join(
        solid(
            ell(128, y, 50, 29, -28),
            ("", "#77599E", "#4C3870"),
            line(f"M104 {y + 2}Q120 {y - 14} 146 {y - 18}", 9, "#D3BFEA"),
            10,
            8,
        )
        for y in (226, 186, 146, 106, 66, 28)
    )
    + "</g>",
    "ghost": (
        f'<defs><path id="g" d="{GHOST}"/><clipPath id="gc"><use href="#g"/></clipPath></defs><g clip-path="url(#gc)"><use href="#g" fill="currentColor"/><path d="M0 0H256V256H0Z" fill="{INK}" opacity=".2"/><use href="#g" fill="currentColor" transform="translate(-14 -10)"/></g><use href="#g" fill="none" stroke="{INK}" stroke-width="11"/>'
        + flat(ell(100, 82, 13, 18), INK)
        + flat(ell(156, 82, 13, 18), INK)
        + flat(circ(96, 75, 5), "#fff")
        + flat(circ(152, 75, 5), "#fff")
        + flat(ell(128, 106, 9, 7), INK)
        + shine(72, 60, 8, 16, 30, 0.8)
    ),
}
KINGDOM: dict[str, str] = {
    "candy_token": solid(
        circ(128, 128, 108), "gold", '<circle cx="128" cy="128" r="84" fill="none" stroke="#D08A14" stroke-width="8"/>'
    )
    + '<g transform="translate(36 36) scale(.72)">'
    + wrap(
        solid(circ(128, 128, 64), "pink", line("M100 66Q126 128 100 190M148 60Q174 128 148 196", 14, "#fff"), 13, 10),
        "pink",
    )
    + "</g>",
    "sugar_cube": cube("#FFFFFF", "#EAF3FF", "#BCD0EA", "#9DB8DB"),
    "black_cube": cube("#7D6A9C", "#55436E", "#372750", "#A894C6"),
}
