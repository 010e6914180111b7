"""The pencils: shapes as SVG, and the one rule of shading.  A drawing fills a square of 256; the foot line is 230."""

import math
from collections.abc import Callable
from itertools import count

INK = "#2B1A3D"
Hue = str | tuple[str, str, str]
C: dict[str, tuple[str, str, str]] = {  # light, main, shade; no other hue without adding it here
    "red": ("#FF8A90", "#EF4A5C", "#B52647"),
    "orange": ("#FFBE73", "#FF922E", "#D4641A"),
    "yellow": ("#FFE89A", "#FFCB3D", "#E39A1C"),
    "green": ("#9BE592", "#54C25E", "#2C8A4C"),
    "teal": ("#86E6D6", "#2FBDAC", "#178381"),
    "blue": ("#93C6FF", "#4592FF", "#2562CC"),
    "purple": ("#CFA8FF", "#A066EA", "#6D3AB8"),
    "pink": ("#FFC1DD", "#FF86BC", "#DB5292"),
    "brown": ("#D39A6B", "#A5663D", "#713F27"),
    "stone": ("#CFD5E1", "#A3ACBE", "#727B92"),
    "white": ("#FFFFFF", "#FFF6E4", "#E2CFB4"),
    "black": ("#8A76A6", "#55436E", "#372750"),
    "steel": ("#C4E4F5", "#86B8D6", "#557FA6"),
    "moss": ("#C6E08A", "#93BC4A", "#5F8732"),
    "gold": ("#FFEFA8", "#FFC93A", "#D08A14"),
    "lilac": ("#E9D9FF", "#C9AEF5", "#9377C9"),
    "skin1": ("#FFE3CC", "#FFCDA8", "#E8A27C"),
    "skin2": ("#F0C094", "#D99A66", "#B0713F"),
    "skin3": ("#B9805A", "#8F5A3A", "#673C25"),
    "skin4": ("#FFDDB5", "#F5BE85", "#D1925A"),
    "mouth": ("#FF7C9C", "#7A1F3D", "#5A1433"),
    "card": ("#D9A871", "#C98F55", "#9A6534"),
}
EVENODD = ' fill-rule="evenodd" clip-rule="evenodd"'  # after a path with a hole
_number = count()


def solid(el: str, hue: Hue, inside: str = "", w: int = 10, d: int = 12) -> str:
    """Every solid thing: shade below, the main colour moved up-left inside the shape, an ink line round it."""
    i = f"s{next(_number)}"
    _, main, shade = C[hue] if isinstance(hue, str) else hue
    lit = f'<use href="#{i}" fill="{main}" transform="translate(-{d} -{d})"/>'
    return (
        f'<clipPath id="c{i}"><{el} id="{i}"/></clipPath>'
        f'<g clip-path="url(#c{i})"><use href="#{i}" fill="{shade}"/>{lit}{inside}</g>'
        f'<use href="#{i}" fill="none" stroke="{INK}" stroke-width="{w}"/>'
    )


def P(d: str) -> str:
    return f'path d="{d}"'


def circ(x: float, y: float, r: float) -> str:
    return f'circle cx="{x}" cy="{y}" r="{r}"'


def ell(x: float, y: float, rx: float, ry: float, rot: float = 0) -> str:
    turned = f' transform="rotate({rot} {x} {y})"' if rot else ""
    return f'ellipse cx="{x}" cy="{y}" rx="{rx}" ry="{ry}"{turned}'


def rect(x: float, y: float, w: float, h: float, r: float = 0) -> str:
    return f'rect x="{x}" y="{y}" width="{w}" height="{h}" rx="{r}"'


def flat(el: str, fill: str, extra: str = "") -> str:
    return f'<{el} fill="{fill}" {extra}/>' if extra else f'<{el} fill="{fill}"/>'


def line(d: str, w: float = 8, colour: str = INK) -> str:
    return f'<path d="{d}" fill="none" stroke="{colour}" stroke-width="{w}"/>'


def pipe(d: str, colour: str, w: float = 10, rim: float = 8) -> str:
    """A line with an ink line on both sides."""
    return line(d, w + 2 * rim) + line(d, w, colour)


def spots(dots: "list[tuple[float, float, float]]", fill: str, extra: str = "") -> str:
    return "".join(flat(circ(x, y, r), fill, extra) for x, y, r in dots)


def shine(x: float, y: float, rx: float = 16, ry: float = 9, rot: float = -40, o: float = 0.75) -> str:
    return flat(ell(x, y, rx, ry, rot), "#fff", f'opacity="{o}"')


def mirror(s: str) -> str:
    """The same again on the right."""
    i = f"s{next(_number)}"
    return f'<g id="{i}">{s}</g><use href="#{i}" transform="matrix(-1 0 0 1 256 0)"/>'


def moved(s: str, transform: str) -> str:
    return f'<g transform="{transform}">{s}</g>'


def polar(f: Callable[[float], float], n: int = 96, cx: float = 128, cy: float = 134) -> str:
    """A closed outline, its radius a function of the angle from the top."""
    turns = [2 * math.pi * i / n for i in range(n)]
    return "M" + "L".join(f"{cx + f(t) * math.sin(t):.0f} {cy - f(t) * math.cos(t):.0f}" for t in turns) + "Z"


def zig(n: int, r1: float, r2: float, cx: float = 128, cy: float = 134, rot: float = 0) -> str:
    """A star with n points."""
    points = []
    for i in range(2 * n):
        a, r = math.pi * i / n + rot, r2 if i % 2 else r1
        points.append(f"{cx + r * math.sin(a):.0f} {cy - r * math.cos(a):.0f}")
    return "M" + "L".join(points) + "Z"


HEART = "M128 222C60 176 26 136 30 92C34 48 96 32 128 78C160 32 222 48 226 92C230 136 196 176 128 222Z"
STAR = "M128 24L160 88L230 98L180 148L192 218L128 186L64 218L76 148L26 98L96 88Z"
