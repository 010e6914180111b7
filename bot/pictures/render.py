"""Rendering: sprites and shapes are rasterised once by resvg and cached; a picture is composed of them."""

import io
import re

import resvg_py
from PIL import Image, ImageColor, ImageDraw

from bot.lru_cache import LRUCache
from bot.pictures.drawings import drawings, missing_drawing, tall
from bot.pictures.fonts import fit_text, font, min_font_size, wrap_text
from bot.pictures.lettering import dancing_letters, render_lettering
from bot.pictures.palette import INK, PLATE, SEATS, SHAPES, TEXTS
from bot.pictures.scene import Curves, Leaf, Lettering, Lines, PictureFault, Scene, Shape, Sprite, Stack, Text, leaves

MAX_HEIGHT = 1100  # height of a ground, which is cropped to the picture
RIM, THIN = 3, 14  # a rim's minimum width; for large letters, their size divided by `THIN`
LARGE = 300
OWN_COLOUR = re.compile(r' color="#[0-9A-Fa-f]{6}"')  # the value of ``currentColor`` in a drawing
SEAT_TINTS = {f"seat_{letter}": colour for letter, colour in zip("abcdefgh", SEATS, strict=True)}
Letters = tuple[Image.Image, int, int, float]  # the drawn text, its offset, and its width

SPARE = 4
_spare: dict[tuple[int, int], Image.Image] = {}  # for reuse: allocating an image takes as long as drawing
_tiles: LRUCache[Image.Image] = LRUCache(96 * 2**20)
_texts: LRUCache[Letters] = LRUCache(12 * 2**20)


def set_cache_size(megabytes: int) -> None:
    """Limit the memory of rasterised drawings and lettering; drawn text may take an eighth of that in addition."""
    _tiles.limit, _texts.limit = megabytes * 2**20, megabytes * 2**17


def clear() -> None:
    """Free the memory of everything drawn so far."""
    for cache in (_tiles, _texts, _spare):
        cache.clear()


def render(scene: Scene | Stack) -> bytes:
    """Return the picture as a PNG with 224 colours. Raises PictureFault."""
    out = io.BytesIO()
    picture = draw_image(scene)
    sample = picture.resize((picture.width // 3, picture.height // 3), Image.Resampling.NEAREST)
    colours = sample.quantize(224, method=Image.Quantize.FASTOCTREE)
    picture.quantize(palette=colours, dither=Image.Dither.NONE).save(out, "png", compress_level=3)
    _spare[picture.size] = picture
    while len(_spare) > SPARE:
        del _spare[next(iter(_spare))]
    return out.getvalue()


def draw_image(scene: Scene | Stack) -> Image.Image:
    """Return one picture, or several stacked vertically."""
    return draw_scene(scene) if isinstance(scene, Scene) else _below([draw_scene(one) for one in scene.scenes])


def draw_scene(scene: Scene) -> Image.Image:
    picture = draw_background(scene)
    for x, y, leaf in leaves(scene.pieces):
        draw(picture, x, y, leaf, scene.plate)
    return picture


def _below(pictures: list[Image.Image]) -> Image.Image:
    whole = Image.new("RGB", (max(one.width for one in pictures), sum(one.height for one in pictures)))
    y = 0
    for one in pictures:
        whole.paste(one, (0, y))
        y += one.height
    return whole


def draw_background(scene: Scene) -> Image.Image:
    """Return a fresh copy of the ground with its static pieces."""
    if not scene.still:
        return ground(scene.ground, scene.width, scene.height)
    key = "still", scene.ground, scene.plate, scene.width, scene.height, scene.still
    background = _tiles.get(key)
    if background is None:
        background = ground(scene.ground, scene.width, scene.height)
        for x, y, leaf in leaves(scene.still):
            draw(background, x, y, leaf, scene.plate)
        _keep(key, background)
    return _copy(background, *background.size)


def _copy(image: Image.Image, width: int, height: int) -> Image.Image:
    picture = _spare.pop((width, height), None)
    if picture is None:
        return image.crop((0, 0, width, height))
    picture.paste(image)
    return picture


def draw(picture: Image.Image, x: int, y: int, leaf: Leaf, plate: str) -> None:
    """Draw one piece of a group at x, y."""
    x, y = x + leaf.x, y + leaf.y
    if isinstance(leaf, Shape):
        fill = leaf.fill or SHAPES[leaf.look].fill
        _put(picture, shape(leaf.w, leaf.h, leaf.look, plate if fill == PLATE else fill), x, y)
    elif isinstance(leaf, Sprite):
        _put(picture, *_crop_margins(leaf, x, y))
    elif isinstance(leaf, Text):
        _write(picture, x, y, leaf.words, leaf.style, leaf.room, leaf.colour, leaf.size)
    elif isinstance(leaf, Lines):
        look = TEXTS[leaf.style]
        for i, line in enumerate(wrap_text(leaf.words, look.face, leaf.size or look.size, leaf.room, leaf.lines)):
            _write(picture, x, y + i * leaf.step, line, leaf.style, leaf.room, leaf.colour, leaf.size)
    elif isinstance(leaf, Lettering):
        _letter(picture, x, y, leaf)
    else:
        picture.paste(curves(leaf, plate), (x, y))


def warm(sprites: list[tuple[str, int]]) -> None:
    """Rasterise these sprites in advance."""
    for name, size in sprites:
        sprite(name, size)


def _put(picture: Image.Image, tile: Image.Image, x: float, y: float) -> None:
    picture.paste(tile, (round(x), round(y)), tile)


def _keep(key: object, tile: Image.Image) -> Image.Image:
    return _tiles.put(key, tile, tile.width * tile.height * len(tile.getbands()))


def _rasterise(svg: str, width: int, height: int) -> Image.Image:
    data = resvg_py.svg_to_bytes(svg_string=svg, width=width, height=height, skip_system_fonts=True)
    return Image.open(io.BytesIO(bytes(data))).convert("RGBA")


def _source(name: str) -> str:
    if name not in drawings():
        raise PictureFault(missing_drawing(name))
    return drawings()[name].read_text(encoding="utf-8")


def sprite(name: str, size: int, tint: str = "", turn: int = 0, veil: bool = False) -> Image.Image:
    key = name, size, tint, turn, veil
    tile = _tiles.get(key)
    if tile is None:
        svg, tint = _source(name), tint or SEAT_TINTS.get(name, "")
        svg = OWN_COLOUR.sub(f' color="{tint}"', svg, count=1) if tint else svg
        tile = _rasterise(svg, size, tall(name, size))
        if veil:
            dark = Image.new("RGBA", tile.size, INK)
            dark.putalpha(tile.getchannel("A"))
            tile = Image.blend(tile, dark, 0.5)
        tile = _keep(key, tile.rotate(turn, Image.Resampling.BICUBIC, expand=True) if turn else tile)
    return tile


def _crop_margins(leaf: Sprite, x: int, y: int) -> tuple[Image.Image, int, int]:
    """Return a tile and its position. A large tile loses its empty margin, because pasting costs by area."""
    tile = sprite(leaf.name, leaf.size, leaf.tint, leaf.turn, leaf.veil)
    if tile.width < LARGE:
        return tile, x, y
    key = "cropped", leaf.name, leaf.size, leaf.tint, leaf.turn, leaf.veil
    left, top, right, bottom = tile.getbbox() or (0, 0, 1, 1)
    cropped = _tiles.get(key) or _keep(key, tile.crop((left, top, right, bottom)))
    return cropped, x + left, y + top


def ground(name: str, width: int, height: int) -> Image.Image:
    """Return a fresh copy of the ground to draw on."""
    key = "ground", name, width
    tile = _tiles.get(key)
    if tile is None:
        tile = _rasterise(_source(f"ground_{name}"), width, MAX_HEIGHT).convert("RGB")
        _put(tile, sprite(f"band_{name}", width), 0, 0)
        _keep(key, tile)
    return _copy(tile, width, height)


def shape(w: int, h: int, look: str, fill: str) -> Image.Image:
    key = w, h, look, fill
    tile = _tiles.get(key)
    if tile is None:
        _, stroke, width, corner, drop = SHAPES[look]
        inset = width / 2
        radius = max(min(corner, w / 2, h / 2) - inset, 0)
        box = f'x="{inset}" y="{inset}" width="{w - width}" height="{h - width}" rx="{radius}"'
        shadow = f'<rect {box} fill="{INK}" opacity=".45" transform="translate(0 {drop})"/>' if drop else ""
        body = f'{shadow}<rect {box} fill="{fill}" stroke="{stroke or "none"}" stroke-width="{width}"/>'
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h + drop}">{body}</svg>'
        tile = _keep(key, _rasterise(svg, w, h + drop))
    return tile


def letters(words: str, face: str, size: int, colour: str, rim: str) -> Letters:
    """Return text as a tile, with the offset of its corner from the left end and the middle of the capitals."""
    key = words, face, size, colour, rim
    glyphs = _texts.get(key)
    if glyphs is None:
        letter, stroke = font(face, size), max(RIM, size // THIN) if rim else 0
        left, top, right, bottom = letter.getbbox(words, anchor="ls", stroke_width=stroke)
        capital = -letter.getbbox("H", anchor="ls")[1]
        tile = Image.new("RGBA", (max(1, round(right - left)), max(1, round(bottom - top))), (rim or colour)[:7] + "00")
        pen = ImageDraw.Draw(tile)
        pen.text((-left, -top), words, colour, letter, anchor="ls", stroke_width=stroke, stroke_fill=rim or None)
        start = round(left), round(top + capital / 2)
        glyphs = _texts.put(key, (tile, *start, letter.getlength(words)), tile.width * tile.height * 4)
    return glyphs


def _write(picture: Image.Image, x: int, y: int, words: str, style: str, room: int, colour: str, size: int = 0) -> None:
    look = TEXTS[style]
    words, face, size = fit_text(words, look.face, size or look.size, room, min_font_size(picture.width))
    tile, dx, dy, width = letters(words, face, size, colour or look.colour, look.rim)
    _put(picture, tile, x + dx - {"l": 0, "m": width / 2, "r": width}[look.anchor], y + dy)


def _letter(picture: Image.Image, x: int, y: int, leaf: Lettering) -> None:
    if not leaf.dancing:
        key = "lettering", leaf.words, leaf.size, leaf.room, leaf.look, leaf.floor, leaf.turn
        lettering = _tiles.get(key) or _keep(key, render_lettering(leaf))
        _put(picture, lettering, x - lettering.width / 2, y - lettering.height / 2)
        return
    for tile, dx, dy in dancing_letters(leaf):
        _put(picture, tile, x + dx - tile.width / 2, y + dy - tile.height / 2)


def curves(leaf: Curves, plate: str) -> Image.Image:
    """Draw at double size in premixed colours; transparency would take twenty times as long."""
    tile = Image.new("RGB", (leaf.w * 2, leaf.h * 2), plate)
    pen = ImageDraw.Draw(tile)

    def points(values: tuple[float, ...]) -> list[tuple[float, float]]:
        across = (leaf.w - leaf.right) * 2 / max(1, len(values) - 1)
        up = (2 * leaf.h - 44) / max(leaf.high - leaf.low, 1)
        return [(16 + across * i, 2 * leaf.h - 20 - up * (value - leaf.low)) for i, value in enumerate(values)]

    colour, values = leaf.lines[0]
    best = points(values)
    below = [(16, 2 * leaf.h), *best, (2 * leaf.w, best[-1][1]), (2 * leaf.w, 2 * leaf.h)]
    pen.polygon(below, mix_colours(plate, colour, 0.15))
    for i, (colour, values) in reversed(list(enumerate(leaf.lines))):
        line = points(values)
        if len(line) > 1:
            pen.line(line, mix_colours(plate, colour, 0.7 if i else 0.9), 6 if i else 8, "curve")
        (x, y), dot = line[-1], mix_colours(plate, colour, 0.8 if i else 1)
        pen.ellipse([x - 9, y - 9, x + 9, y + 9], dot)
    return tile.reduce(2)


def mix_colours(one: str, other: str, part: float) -> tuple[int, int, int]:
    a, b = ImageColor.getrgb(one), ImageColor.getrgb(other)
    red, green, blue = (round(a[i] * (1 - part) + b[i] * part) for i in range(3))
    return red, green, blue
