"""The grounds: 1200 wide, a head band with the edge of the game, a quiet pattern."""
# ruff: noqa: E501 - the outline of a drawing is one word

from collections.abc import Callable

from cogs.ui.art.shapes import INK


def ground(h: int, base: str, band: str, edge: str, pattern: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 {h}"><rect width="1200" height="{h}" fill="{base}"/>{pattern}'
        f'<g transform="translate(0 7)"><path d="{edge}" fill="{INK}" opacity=".35"/></g><path d="{edge}" fill="{band}" stroke="{INK}" stroke-width="5"/></svg>\n'
    )


def rep(n: int, f: Callable[[int], str]) -> str:
    return "".join(f(i) for i in range(n))


def scatter(n: int, f: Callable[[int, int, int], str], h: int = 1000) -> str:
    return rep(n, lambda i: f((i * 379 + 83) % 1200, 120 + (i * 271 + 37) % (h - 120), i))


BAND = "M-20 -10H1220V74"
EDGE = {
    "scallop": BAND + rep(21, lambda i: "a30 26 0 0 1 -60 0") + "H-20Z",
    "hem": BAND + rep(11, lambda i: "c0 34 -50 34 -60 6c-10 -14 -50 -14 -60 -6") + "H-20Z",
    "drip": BAND
    + rep(9, lambda i: "c0 44 -36 44 -38 4c-2 -12 -26 -12 -28 0c-2 22 -30 22 -32 0c-4 -14 -44 -16 -52 -4")
    + "H-20Z",
    "teeth": "M-20 -10H1220V72" + rep(21, lambda i: f"L{1200 - 60 * i} 102L{1170 - 60 * i} 72") + "H-20Z",
    "battle": "M-20 -10H1220V98" + rep(14, lambda i: "h-45v-24h-45v24") + "H-20Z",
}
GROUNDS = {
    "chaser": ground(
        1100,
        "#17545C",
        "#FF7A6B",
        EDGE["scallop"],
        rep(14, lambda i: f'<path d="M{i * 110 - 200} 1000l300 -1000h50l-300 1000Z" fill="#fff" opacity=".035"/>'),
    ),
    "ghosts": ground(
        1100,
        "#33276B",
        "#CFB4FF",
        EDGE["hem"],
        scatter(
            60,
            lambda x, y, i: f'<path d="M{x} {y - 9}l3 6l6 3l-6 3l-3 6l-3 -6l-6 -3l6 -3Z" fill="#FFE89A" opacity=".4"/>',
        ),
    ),
    "kingdom": ground(
        1100,
        "#6A3430",
        "#FFB3D4",
        EDGE["drip"],
        scatter(
            90,
            lambda x, y, i: (
                f'<rect x="{x}" y="{y}" width="26" height="8" rx="4" transform="rotate({i * 47} {x} {y})" fill="#fff" opacity=".09"/>'
            ),
        ),
    ),
    "muncher": ground(
        1100,
        "#6E2149",
        "#FFF6E4",
        EDGE["teeth"],
        rep(
            154,
            lambda i: (
                f'<rect x="{(i % 14) * 90 - 20}" y="{(i // 14) * 100}" width="45" height="50" fill="#fff" opacity=".04"/><rect x="{(i % 14) * 90 + 25}" y="{(i // 14) * 100 + 50}" width="45" height="50" fill="#fff" opacity=".04"/>'
            ),
        ),
    ),
    "cover": ground(
        1100,
        "#22543F",
        "#B9C3D6",
        EDGE["battle"],
        scatter(
            40,
            lambda x, y, i: (
                f'<path d="M{x} {y}q6 -22 14 0q4 -30 16 0" fill="none" stroke="#fff" stroke-width="5" stroke-linecap="round" opacity=".09"/>'
            ),
        ),
    ),
}
