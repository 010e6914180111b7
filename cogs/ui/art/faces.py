"""Eyes and mouths: a function of the height at which they sit.  The eyes carry a character at 27 pixels."""
# ruff: noqa: E501 - the outline of a drawing is one word

from collections.abc import Callable

from cogs.ui.art.shapes import INK, P, circ, ell, flat, line, mirror, rect, shine, solid


def eye(x: float, y: float, r: float, lx: float = 3, ly: float = 3) -> str:
    return (
        f'<circle cx="{x}" cy="{y}" r="{r}" fill="#fff" stroke="{INK}" stroke-width="8"/>'
        + flat(circ(x + lx, y + ly, round(r * 0.55)), INK)
        + flat(circ(x + lx - r * 0.2, y + ly - r * 0.22, round(r * 0.2)), "#fff")
    )


def dots(x: float = 128, y: float = 128, gap: float = 27, r: float = 9) -> str:
    return "".join(
        flat(ell(x + s * gap, y, r, r * 1.25), INK) + flat(circ(x + s * gap - 3, y - 4, 3.2), "#fff") for s in (-1, 1)
    )


EYES: dict[str, Callable[[int], str]] = {
    "two": lambda y: eye(94, y, 25) + eye(162, y, 25),
    "one": lambda y: eye(128, y, 42, 4, 4),
    "three": lambda y: eye(76, y + 8, 20) + eye(180, y + 8, 20) + eye(128, y - 12, 26),
    "odd": lambda y: eye(92, y, 31, 4, 3) + eye(166, y + 6, 19, 2, 2),
    "angry": lambda y: (
        eye(94, y, 25, 4, 4) + eye(162, y, 25, -4, 4) + line(f"M62 {y - 34}L114 {y - 16}M194 {y - 34}L142 {y - 16}", 14)
    ),
    "sleepy": lambda y: (
        eye(94, y, 25, 0, 8)
        + eye(162, y, 25, 0, 8)
        + flat(P(f"M66 {y}A28 28 0 0 1 122 {y}ZM134 {y}A28 28 0 0 1 190 {y}Z"), "LID")
        + line(f"M66 {y}H122M134 {y}H190", 8)
    ),
    "sad": lambda y: eye(128, y, 42, 0, 10) + line(f"M84 {y - 46}Q104 {y - 60} 126 {y - 58}", 12),
    "visor": lambda y: (
        solid(rect(58, y - 27, 140, 54, 27), "black", d=6, w=9)
        + "".join(flat(rect(x, y - 13, 22, 26, 9), "#7CF5E6") for x in (86, 148))
    ),
    "screen": lambda y: (
        solid(rect(66, y - 30, 124, 60, 14), "black", d=6, w=9)
        + line(f"M88 {y + 6}q12 -22 24 0M144 {y + 6}q12 -22 24 0", 10, "#7CF5E6")
    ),
    "lamp": lambda y: (
        solid(circ(128, y, 40), "black", d=6, w=9) + flat(circ(128, y, 22), "#FFD84D") + shine(120, y - 8, 7, 5)
    ),
    "scan": lambda y: (
        solid(rect(52, y - 20, 152, 40, 20), "black", d=6, w=9) + flat(rect(108, y - 8, 70, 16, 8), "#FF7A6B")
    ),
    "trio": lambda y: "".join(
        solid(circ(x, y + dy, r), "black", flat(circ(x, y + dy, r * 0.5), "#7CF5E6"), 8, 4)
        for x, dy, r in ((82, 6, 22), (128, -8, 26), (174, 6, 22))
    ),
    "wink": lambda y: eye(94, y, 27, 3, 3) + line(f"M140 {y + 6}Q162 {y - 18} 184 {y + 6}", 10),
    "wide": lambda y: (
        eye(86, y, 31, 0, 0).replace('r="17"', 'r="11"') + eye(170, y, 31, 0, 0).replace('r="17"', 'r="11"')
    ),
    "dizzy": lambda y: (
        eye(94, y, 27, 0, 0).replace('r="15"', 'r="0"')
        + eye(162, y, 27, 0, 0).replace('r="15"', 'r="0"')
        + "".join(line(f"M{x} {y}q5 -6 9 0q2 9 -8 11q-13 1 -14 -12q0 -16 17 -17", 6) for x in (92, 160))
    ),
    "x": lambda y: eye(164, y, 28, 0, 3) + line(f"M74 {y - 16}l32 32M106 {y - 16}l-32 32", 11),
}
MOUTH: dict[str, Callable[[int], str]] = {
    "smile": lambda y: line(f"M96 {y}Q128 {y + 30} 160 {y}", 9),
    "open": lambda y: solid(
        P(f"M84 {y - 6}H172Q170 {y + 40} 128 {y + 40}Q86 {y + 40} 84 {y - 6}Z"),
        "mouth",
        flat(ell(128, y + 36, 28, 16), "#FF7C9C") + flat(P(f"M92 {y - 8}h22l-11 20ZM142 {y - 8}h22l-11 20Z"), "#fff"),
        8,
        0,
    ),
    "grin": lambda y: solid(
        rect(78, y - 10, 100, 38, 18),
        "white",
        line(f"M103 {y - 12}v44M128 {y - 12}v44M153 {y - 12}v44M74 {y + 9}H182", 5),
        8,
        4,
    ),
    "under": lambda y: (
        line(f"M84 {y + 6}Q128 {y - 8} 172 {y + 6}", 9)
        + mirror(solid(P(f"M94 {y + 4}l9 -30l15 26Z"), "white", w=7, d=3))
    ),
    "fangs": lambda y: (
        line(f"M82 {y - 2}Q128 {y + 22} 174 {y - 2}", 9)
        + mirror(solid(P(f"M92 {y + 5}l11 25l13 -20Z"), "white", w=7, d=3))
    ),
    "tongue": lambda y: (
        solid(P(f"M112 {y + 8}h34v18a17 17 0 0 1 -34 0Z"), "pink", w=8, d=4) + line(f"M88 {y}Q128 {y + 22} 168 {y}", 9)
    ),
    "grill": lambda y: solid(
        rect(84, y - 10, 88, 32, 8),
        "black",
        line(f"M106 {y - 12}v36M128 {y - 12}v36M150 {y - 12}v36", 6, "#C4E4F5"),
        8,
        3,
    ),
    "stitch": lambda y: line(f"M80 {y + 8}H176M98 {y - 4}v24M128 {y - 4}v24M158 {y - 4}v24", 8),
    "frown": lambda y: line(f"M98 {y + 16}Q128 {y - 8} 158 {y + 16}", 9),
    "smirk": lambda y: line(f"M94 {y + 8}Q134 {y + 22} 166 {y - 8}", 9),
    "gap": lambda y: solid(
        P(f"M82 {y - 6}H174Q172 {y + 34} 128 {y + 34}Q84 {y + 34} 82 {y - 6}Z"),
        "mouth",
        flat(rect(98, y - 8, 18, 18, 3), "#fff") + flat(rect(140, y - 8, 18, 18, 3), "#fff"),
        8,
        0,
    ),
    "wave": lambda y: line(f"M82 {y + 6}q12 -16 23 0t23 0t23 0t23 0", 9),
    "teeth": lambda y: solid(
        P(f"M80 {y - 10}H176V{y + 22}H80Z"),
        "mouth",
        flat(
            P(
                f"M80 {y - 12}l16 17l16 -17l16 17l16 -17l16 17l16 -17ZM80 {y + 26}l16 -15l16 15l16 -15l16 15l16 -15l16 15Z"
            ),
            "#fff",
        ),
        8,
        0,
    ),
    "bar": lambda y: solid(rect(92, y - 4, 72, 18, 9), "black", flat(rect(100, y + 1, 40, 8, 4), "#7CF5E6"), 8, 3),
    "dash": lambda y: line(f"M98 {y + 4}H158", 9),
    "oh": lambda y: flat(ell(128, y + 4, 15, 18), INK) + flat(ell(128, y + 13, 9, 7), "#FF7C9C"),
}
