"""The picture kit: scenes, typefaces, drawings, and the painter with its worker."""

import asyncio
import io
import os
import pickle
import re
import signal
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageColor

from bot.lru_cache import LRUCache
from bot.pictures import Lines, PictureFault, Scene, Shape, Sprite, Text, art, at, palette as looks, render as rendering
from bot.pictures.boxes import Box, cells, column, first_fitting, label, piece, row, shape_box, with_padding
from bot.pictures.check import contrast, faults, find_overflows
from bot.pictures.drawings import ROOT, drawings, own
from bot.pictures.fonts import FACES, MIN_FONT_SIZE, drawable, fit_text, font
from bot.pictures.lettering import dancing_letters, render_lettering
from bot.pictures.painter import Painter, sprites_of
from bot.pictures.palette import (
    BLUE,
    CHASER,
    COVER,
    DANGER,
    FELT,
    GHOSTS,
    GOLD,
    GROUNDS,
    INK,
    KINGDOM,
    MUNCHER,
    NEUTRAL,
    PAPER,
    SEATS,
    SLATE,
    TEXTS,
    WHITE,
    WOOD,
    YELLOW,
    GameLook,
)
from bot.pictures.pieces import (
    Seat,
    band,
    card_scene,
    coin,
    just_moved,
    locked_bar,
    mark,
    may_be_chosen,
    seat_plate,
    truncate,
)
from bot.pictures.render import curves, mix_colours, render, sprite
from bot.pictures.scene import BadScene, Curves, Lettering, cached_group, leaves as scene_leaves
from bot.process.subprocess_worker import worker_environment
from cogs.candy_chaser.pictures import SIZES
from engine import GAMES
from tools import gallery, pieces

HEAVIEST = 9 * 1024  # a larger drawing is too detailed for 40 pixels
# wide or large drawings
SCENERY = ("ground_", "band_", "stage_", "front_", "confetti_", "cover_", "coverfront_", "hero_")
LOOKS = (CHASER, GHOSTS, KINGDOM, MUNCHER, COVER, FELT, WOOD, SLATE)
NAMES = ["Ben", "Константин", "山田太郎", "🦊🦊🦊", "Wwwwwwwwwwwwwwwwwwww", "Zoë  \n\tŁ", "\u202e\u200b", "i" * 20]


def sample(look: GameLook = CHASER, name: str = "Ben", **state: bool) -> Scene:
    return Scene.of(
        500,
        look,
        band("A game", f"{name} acts"),
        seat_plate(Seat(0, name, **state), (), piece(coin(4), 52)).lay(30, 120, 273, 132),
        at(330, 120, Shape(0, 0, 178, 272, "card"), Sprite(14, 64, 150, "crown"), may_be_chosen(178, 272)),
        at(
            530,
            120,
            Shape(0, 0, 400, 150, "card"),
            at(10, 70, locked_bar(380, "2")),
        ),
        at(980, 120, Shape(0, 0, 180, 180, "card"), at(60, 60, just_moved(60), mark(1))),
    )


def test_a_picture_has_the_same_key_everywhere_and_others_differ() -> None:
    made = pickle.loads(pickle.dumps(sample(name="".join(["B", "en"]))))
    assert made == sample() and made.key == sample().key
    pieces = (
        Shape(0, 0, 40, 30, "plate"),
        Shape(0, 0, 40, 31, "plate"),
        Shape(0, 0, 40, 30, "veil"),
        Text(0, 0, "Ben", "name", 200),
        Text(0, 0, "Ben", "soft", 200),
        Sprite(0, 0, 40, "coin"),
        Sprite(0, 0, 41, "coin"),
    )
    scenes = [
        *(Scene.of(500, CHASER, piece) for piece in pieces),
        *(Scene.of(500, CHASER, still=piece) for piece in pieces),
        *(Scene.of(500, CHASER, at(5, 6, pieces[0], piece)) for piece in pieces[1:]),
        *(Scene.of(500, CHASER, cached_group(at(5, 6, pieces[0], piece))) for piece in pieces[1:]),
        *(Scene.of(500, look, pieces[0]) for look in LOOKS[1:]),
        Scene.of(501, CHASER, pieces[0]),
    ]
    assert len({scene.key for scene in scenes}) == len(scenes)


def test_moving_a_group_moves_its_parts() -> None:
    coins = at(5, 6, coin(1), at(50, 0, coin(2)))
    assert list(scene_leaves([at(100, 200, coins)])) == [
        (x + 100, y + 200, leaf) for x, y, leaf in scene_leaves([coins])
    ]
    assert at(100, 200, coins) == at(105, 206, *coins.pieces)


def picture(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png))


# ---- scenes
def test_a_key_names_the_picture_and_nothing_else() -> None:
    assert sample().key == sample().key
    keys = {sample(look, n, turn=t).key for look in LOOKS for n in NAMES for t in (True, False)}
    assert len(keys) == len(LOOKS) * len(NAMES) * 2
    assert len({sample(), sample(), sample(name="Mira")}) == 2


def test_lists_nest_and_none_is_empty() -> None:
    group = at(5, 6, None, False, [Shape(0, 0, 9, 9, "card"), [None, at(1, 2, Sprite(3, 4, 20, "lock"))]])
    scene = Scene.of(200, CHASER, group)
    assert [(x + leaf.x, y + leaf.y) for x, y, leaf in scene.leaves()] == [(5, 6), (9, 12)]


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Shape(0, 0, 10, 10, "no such look"),
        lambda: Shape(0, 0, 0, 10, "card"),
        lambda: Text(0, 0, "x", "no such style", 10),
        lambda: Lines(0, 0, "x", "no such style", 10, 10, 1),
        lambda: Sprite(0, 0, 0, "lock"),
        lambda: Scene.of(2000, CHASER),
    ],
)
def test_layout_errors_name_their_source_line(wrong) -> None:
    with pytest.raises(BadScene):
        wrong()


def test_the_last_place_of_a_full_row_counts_the_rest() -> None:
    assert truncate("abc", 3) == ("abc", 0) and truncate("abcd", 3) == ("ab", 2)


# ---- checks of every picture
def test_the_shared_pieces_have_no_faults() -> None:
    for look in LOOKS:
        for state in ({}, {"turn": True}, {"owes": True}, {"out": True}):
            assert faults(sample(look, **state)) == []
    assert faults(card_scene(GHOSTS, "Chef", "Kid", "kid_chef", PAPER, [mark(2)], "Swap " * 20)) == []


@pytest.mark.parametrize(
    ("piece", "told"),
    [
        (Text(60, 200, "Pale", "title", 300, PAPER), "contrast"),
        (Text(60, 200, "Faint", "title", 300, INK + "40"), "contrast"),
        (Text(60, 200, "Far too long for its room", "label", 60), "cut short"),
        (Shape(1100, 100, 200, 50, "card"), "leaves the picture"),
        (Text(1190, 200, "Outside", "soft", 300), "leaves the picture"),
        (
            Sprite(50, 150, 50, "crownn"),
            "there is no drawing crownn.svg in the art folders (Hob's own); similar names: crown",
        ),
        ([Text(60, 200, "Under", "labell", 99), Shape(80, 180, 90, 90, "card")], "half covers"),
        ([Text(60, 200, "One", "labell", 99), Text(65, 205, "Two", "labell", 99)], "lies on"),
    ],
)
def test_the_check_finds_faults(piece, told: str) -> None:
    scene = Scene.of(400, CHASER, Shape(40, 130, 400, 200, "card"), piece)
    assert any(told in fault for fault in faults(scene))


def test_a_box_without_a_height_is_named() -> None:
    plates = column(row(shape_box("card"), h=90), row(shape_box("field"), shape_box("card")), gap=8)
    with pytest.raises(PictureFault) as fault:
        plates.lay(30, 116, 1140)
    assert str(fault.value) == (
        "a shape 'field' would be 570 x 0 pixels; give its box w=… or h=…, in box 1 of 2 in a row, in box 2 of 2 in a "
        "column"
    )


def test_colours_can_be_read() -> None:
    grounds = [colours[0] for colours in NEUTRAL.values()]
    with_ink = [PAPER, GOLD, BLUE, YELLOW, *SEATS, *(look.band for look in LOOKS)]
    assert min(contrast(INK, colour) for colour in with_ink) >= 4.5
    assert min(contrast(PAPER, colour) for colour in (*GROUNDS, *grounds, *(look.plate for look in LOOKS))) >= 4.5
    assert contrast(WHITE, DANGER) >= 4.5
    assert contrast("black", "white") == pytest.approx(21)


# ---- boxes
def places(box: Box, w: int, h: int) -> list[tuple[int, int, int, int]]:
    """Return the position and size of each shape in a box: x, y, width, height."""
    scene = Scene.of(1000, CHASER, box.lay(0, 0, w, h))
    return [(x + leaf.x, y + leaf.y, leaf.w, leaf.h) for x, y, leaf in scene.leaves() if isinstance(leaf, Shape)]


def test_boxes_share_the_room_that_is_left_without_losing_a_pixel() -> None:
    card = shape_box("card")
    assert places(row(card.sized(50), card, Box(card.draw, 30, share=2).sized(), gap=10), 370, 40) == [
        (0, 0, 50, 40),
        (60, 0, 100, 40),
        (170, 0, 200, 40),
    ]
    assert [w for _, _, w, _ in places(row(card, card, card), 100, 10)] == [33, 33, 34]
    assert places(column(card.sized(h=30), card, gap=5), 60, 100) == [(0, 0, 60, 30), (0, 35, 60, 65)]
    assert [(x, y) for x, y, _, _ in places(cells([card] * 5, 3, 20), 340, 220)] == [
        (0, 0), (120, 0), (240, 0), (0, 120), (120, 120)
    ]  # fmt: skip
    assert places(with_padding(card, 1, 2, 3, 4), 100, 100) == [(1, 2, 96, 94)]
    assert places(row(card.sized(20, 10)), 20, 50) == [(0, 20, 20, 10)]


def test_a_row_is_as_wide_as_its_boxes_and_the_first_that_fits_is_chosen() -> None:
    long, short = label("a long label", "num"), label("short", "num")
    assert row(long, short, gap=7).w == long.w + short.w + 7 > 0
    assert first_fitting([long, short], long.w) is long
    assert first_fitting([long, short], long.w - 1) is short and first_fitting([long, short], 1) is short


def test_boxes_that_need_too_much_room_are_reported() -> None:
    card = shape_box("card")

    def scene(room: int) -> Scene:
        return Scene.of(200, CHASER, row(card.sized(90), card.sized(90), gap=20).lay(0, 0, room, 50))

    assert find_overflows(lambda: scene(200)) == [] and len(find_overflows(lambda: scene(199))) == 1


# ---- posters
def test_lettering_has_two_colours_with_the_games_edge() -> None:
    seen = set()
    for look in LOOKS:
        scene = Scene.of(200, look, Lettering(450, 140, "Ada wins!", 72, 418, look), width=900)
        assert faults(scene) == []
        colours = {colour for _, colour in picture(render(scene)).convert("RGB").getcolors(1 << 24) or []}
        assert all(min(distance(one, colour) for colour in colours) < 24 for one in look.letters)
        seen.add(render_lettering(Lettering(0, 0, "Ada wins!", 72, 418, look)).tobytes())
    assert len(seen) == len(LOOKS)
    wide = render_lettering(Lettering(0, 0, "W" * 40, 72, 418, CHASER, 50))
    assert wide.width <= 418


def distance(one: str, other: tuple[int, ...]) -> int:
    return max(abs(a - b) for a, b in zip(ImageColor.getrgb(one), other, strict=False))


def test_dancing_letters_keep_their_order_with_rims_below_letters() -> None:
    tiles = list(dancing_letters(Lettering(0, 0, "Candy Co", 80, 430, CHASER, dancing=True)))
    assert len(tiles) == 2 * 7
    across = [x for _, x, _ in tiles]
    assert across[:7] == sorted(across[:7]) == across[7:]


def test_curves_end_at_their_values_on_the_plate() -> None:
    lines = ((SEATS[0], (0.0, 4.0, 20.0)), (SEATS[1], (0.0, 1.0, 2.0)))
    tile = curves(Curves(0, 0, 300, 120, lines, 0, 20, 84), CHASER.plate)
    strong = mix_colours(CHASER.plate, SEATS[0], 1)
    x, y = (16 + (300 - 84) * 2) // 2, 12
    assert distance("#{:02x}{:02x}{:02x}".format(*strong), tile.getpixel((x, y))) < 12  # type: ignore[arg-type]
    assert tile.getpixel((299, 1)) == ImageColor.getrgb(CHASER.plate)


def test_still_parts_are_drawn_once_and_look_the_same() -> None:
    pieces = (Shape(30, 130, 300, 100, "card"), Text(60, 180, "Still", "title", 200))
    moving = Shape(400, 130, 90, 90, "coin")
    once = Scene.of(300, CHASER, moving, still=pieces)
    assert render(once) == render(once) == render(Scene.of(300, CHASER, pieces, moving))
    assert once.key != Scene.of(300, CHASER, moving).key


def test_still_plates_have_the_colour_of_their_own_picture() -> None:
    def middle(look: GameLook) -> object:
        return rendering.draw_image(Scene.of(300, look, still=Shape(30, 130, 300, 100, "plate"))).getpixel((180, 180))

    colours = CHASER.plate, "#112233"
    assert [middle(CHASER._replace(plate=colour)) for colour in colours] == [*map(ImageColor.getrgb, colours)]


def test_text_of_a_narrow_picture_must_be_legible_on_a_phone_too() -> None:
    def faults_at(size: int, words: str = "Far too small") -> list[str]:
        return faults(Scene.of(300, CHASER, Text(60, 180, words, "soft", 300, "", size), width=900))

    assert faults_at(25) == [] and faults_at(24) == ["“Far too small” is only 24 high"]
    assert faults_at(20, "A") == [], "a seat's letter is also its mark's shape and colour"


# ---- letters
def test_no_text_is_smaller_than_the_floor() -> None:
    assert min(look.size for look in TEXTS.values()) >= MIN_FONT_SIZE
    for words in NAMES:
        for room in (40, 90, 300):
            drawn, face, size = fit_text(words, "D", 32, room)
            assert size >= MIN_FONT_SIZE
            assert font(face, size).getlength(drawn) <= room or len(drawn) == 1


def test_each_letter_is_drawn_by_a_face_that_has_it() -> None:
    assert drawable("Mira", "D") == ("Mira", "D")
    assert drawable("Константин", "D") == ("Константин", "S")
    assert drawable("Ελένη", "D") == ("Ελένη", "S")
    assert drawable("山田", "D") == ("—", "S")
    assert drawable("山田 Yuki 🦊", "D") == ("Yuki", "S")
    assert drawable("a\n\u202eb\u200b", "D") == ("a b", "D")


@pytest.mark.parametrize("name", ["𝕬𝖉𝖆", "𝓐𝓭𝓪", "Ａｄａ", "Ⓐⓓⓐ", "𝙰𝚍𝚊 🦊"])
def test_a_name_in_fancy_letters_is_drawn_in_plain_ones(name: str) -> None:
    assert drawable(name, "D") == ("Ada", "S")


@pytest.mark.parametrize("name", NAMES)
def test_any_name_can_be_painted(name: str) -> None:
    scene = sample(name=name, turn=True)
    assert faults(scene, [drawable(name, "D")[0]]) == []
    assert picture(render(scene)).size == (1200, 500)


def test_typefaces_come_with_the_packages() -> None:
    for path in FACES.values():
        assert "site-packages" in Path(path).parts
    for name in ("A", "Ж", "−", "…", "×", "·"):
        assert font("S", 30).getmask(name).getbbox()


# ---- drawings
def test_names_of_drawings_are_unique() -> None:
    files = own()
    assert len(files) == len(drawings()) > 240


@pytest.mark.parametrize("folder", sorted({file.parent.relative_to(ROOT).as_posix() for file in own()}))
def test_drawings_follow_the_rules_for_drawings(folder: str) -> None:
    palette = {colour.upper() for value in vars(looks).values() for colour in colours_of(value)}
    for file in sorted((ROOT / folder).glob("*.svg")):
        text = file.read_text(encoding="utf-8")
        root = ET.fromstring(text)
        assert root.get("xmlns") is None and text.startswith('<svg xmlns="http://www.w3.org/2000/svg" width="')
        assert gallery.title(file), f"{file.stem} has no title"
        tags = {element.tag.split("}")[1] for element in root.iter()}
        assert tags <= {"svg", "title", "g", "path", "circle", "ellipse", "rect", "use", "clipPath", "defs"}, file.stem
        used = {element.get(paint) or "none" for element in root.iter() for paint in ("fill", "stroke")}
        assert used - {"none", "currentColor"} <= palette, f"{file.stem}: {used - palette}"
        if file.stem.startswith(SCENERY):
            assert len(text) <= 15 * 1024 or file.stem.startswith(("ground_", "band_")), file.stem
            continue
        assert root.get("viewBox") == "0 0 256 256" and len(text) <= HEAVIEST, file.stem
        assert min(map(float, re.findall(r'stroke-width="([\d.]+)"', text)), default=6) >= 4, file.stem
        box = sprite(file.stem, 40).getchannel("A").getbbox()
        least = 60 if file.stem in ("mask", "smirk") else 500  # these two are painted over another drawing
        assert box and (box[2] - box[0]) * (box[3] - box[1]) > least, f"{file.stem} is nearly empty"


def colours_of(value: object) -> Iterator[str]:
    """Yield every colour in a constant of looks, at any depth."""
    if isinstance(value, str):
        yield from re.findall(r"#[0-9A-Fa-f]{6,8}\b", value)
    elif isinstance(value, dict | tuple):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from colours_of(inner)


def test_the_shared_pieces_are_as_drawn(tmp_path: Path) -> None:
    """If this fails, change `tools/pieces.py` instead of the files, and run it."""
    pieces.write(tmp_path)
    drawn = {file.name: file.read_text("utf-8") for file in tmp_path.iterdir()}
    assert len(drawn) == 6 + 4 * 14 + 3 + 16
    assert drawn == {name: (pieces.ART / name).read_text("utf-8") for name in drawn}


def test_titles_of_drawings_are_unique() -> None:
    titles = [gallery.title(file) for file in drawings().values()]
    assert len(set(titles)) == len(titles)


def test_the_gallery_page_is_up_to_date() -> None:
    """If this fails, run `python -m tools.gallery`."""
    assert gallery.PAGE.read_text(encoding="utf-8") == gallery.page()


def test_colours_are_defined_in_one_file() -> None:
    found = {
        str(file.relative_to(ROOT))
        for folder in ("bot", "cogs", "db", "engine")
        for file in (ROOT / folder).rglob("*.py")
        if re.search(r"#[0-9A-Fa-f]{3}([0-9A-Fa-f]{3}([0-9A-Fa-f]{2})?)?\b[\"' ;]|colour = 0x", file.read_text("utf-8"))
    }
    assert found == {"bot/pictures/palette.py"}


def test_an_unknown_card_has_a_drawing() -> None:
    assert art("kid_chef", "kid_unknown") == "kid_chef"
    for kind in ("kid", "mon", "mun", "cyk", "snack"):
        assert art(f"{kind}_of-an-operator", f"{kind}_unknown") in drawings()


def test_every_card_has_its_drawing() -> None:
    starts = {"starter": "mon", "ability": "abi", "event": "event", "first-player": "event"}
    games = {
        "ghosts-love-candy": {"": "kid"},
        "kingdoms-candy": {**starts, "monster": "mon"},
        "monster-muncher": {"monster": "mun", "snack": "snack"},
        "cover-your-kingdom": {"clanning": "cyk", "wild": "cyk", "hire": "cyk"},
    }
    for name, kinds in games.items():
        cards = GAMES[name].cards().values()
        wanted = [f"{kinds[kind]}_{card.id}" for card in cards if (kind := getattr(card, "kind", "")) in kinds]
        assert len(wanted) >= 17
        assert [sprite for sprite in wanted if sprite not in drawings() and "_love-" not in sprite] == []


def test_no_two_characters_look_alike() -> None:
    for kind, least in (("mun_", 60), ("mon_", 25), ("kid_", 24)):
        small = {name: sprite(name, 40) for name in drawings() if name.startswith(kind)}
        assert len(small) > least
        for one, other in combinations(small, 2):
            changed = ImageChops.difference(small[one], small[other]).convert("L").point(lambda v: 255 * (v > 24))
            assert sum(changed.histogram()[255:]) > 150, (one, other)  # of 1,600 pixels


# ---- the cache
def test_the_cache_drops_unused_pictures() -> None:
    shelf: LRUCache[str] = LRUCache(10)
    for key in "abc":
        shelf.put(key, key, 4)
        shelf.get("a")
    assert shelf.get("a") == "a" and shelf.get("b") is None and shelf.get("c") == "c"
    assert shelf.weight == 8
    shelf.put("a", "A", 1)
    assert shelf.weight == 5 and len(shelf) == 2


def test_sizes_select_drawings_by_prefix() -> None:
    assert sprites_of({"seat_a": (38,), "lock": (60, 50)}) == [("lock", 60), ("lock", 50), ("seat_a", 38)]
    assert sprites_of({"seat_": (56,), "seat_a": (38,)})[:2] == [("seat_a", 38), ("seat_b", 56)]


# ---- the painter
@pytest.fixture
async def painter():
    painter = Painter(timeout=300)  # even on a busy machine
    yield painter
    await painter.close()


@pytest.mark.slow
async def test_a_picture_is_painted(painter: Painter) -> None:
    png = await painter.png(sample())
    assert png == render(sample())
    image = picture(png)
    assert image.size == (1200, 500) and image.mode == "P"
    assert await painter.png(sample()) is png  # from the cache


@pytest.mark.slow
async def test_a_painter_with_little_memory_paints_the_same() -> None:
    painter = Painter(timeout=300, cache=1)
    assert await painter.png(sample()) == render(sample())
    await painter.close()


def test_rasterised_drawings_take_no_more_memory_than_allowed() -> None:
    usual = rendering._tiles.limit // 2**20
    try:
        rendering.clear()
        rendering.set_cache_size(1)
        small = [render(scene) for scene in (sample(), sample(name="Mira"))]
        biggest = max(weight for _, weight in rendering._tiles._items.values())
        assert rendering._tiles.weight <= max(2**20, biggest)
        rendering.set_cache_size(usual)
        assert [render(scene) for scene in (sample(), sample(name="Mira"))] == small
        rendering.clear()
        assert len(rendering._tiles) == len(rendering._texts) == rendering._tiles.weight == 0
    finally:
        rendering.set_cache_size(usual)


@pytest.mark.slow
async def test_equal_requests_paint_one_picture(painter: Painter) -> None:
    asked = [painter.png(sample(name=name)) for name in ("Ben", "Mira") for _ in range(10)]
    pngs = await asyncio.gather(*asked)
    assert len({id(png) for png in pngs}) == 2


@pytest.mark.slow
async def test_a_faulty_picture_does_not_affect_others(painter: Painter) -> None:
    wrong = Scene.of(200, CHASER, Sprite(0, 0, 50, "nobody_drew_this"))
    with pytest.raises(PictureFault, match="nobody_drew_this"):
        await painter.png(wrong)
    with pytest.raises(PictureFault):
        await painter.png(Scene.of(200, CHASER._replace(ground="no such ground")))
    with pytest.raises(PictureFault):
        await painter.png(Scene.of(200, CHASER, Shape(0, 0, 50, 50, "card", "not a colour <")))
    worker = painter.processes[0]._process
    assert picture(await painter.png(sample())).size == (1200, 500)
    assert painter.processes[0]._process is worker


@pytest.mark.slow
async def test_a_dead_worker_is_replaced(painter: Painter) -> None:
    await painter.png(sample())
    assert painter.processes[0]._process
    dead = painter.processes[0]._process
    os.kill(dead.pid, signal.SIGKILL)
    await dead.wait()
    assert await painter.png(sample(name="Mira"))
    assert painter.processes[0]._process is not dead


@pytest.mark.slow
async def test_a_worker_that_dies_painting_costs_one_picture(painter: Painter) -> None:
    await painter.png(sample())
    assert painter.processes[0]._process
    os.kill(painter.processes[0]._process.pid, signal.SIGSTOP)  # it has the job and doesn't answer
    asked = asyncio.create_task(painter.png(sample(name="Mira")))
    for _ in range(3):
        await asyncio.sleep(0)
    assert painter.processes[0]._lock.locked()
    os.kill(painter.processes[0]._process.pid, signal.SIGKILL)
    with pytest.raises(PictureFault):
        await asked
    assert await painter.png(sample(name="Mira"))


@pytest.mark.slow
async def test_a_hanging_worker_is_abandoned() -> None:
    painter = Painter()
    await painter.png(sample())
    assert painter.processes[0]._process
    os.kill(painter.processes[0]._process.pid, signal.SIGSTOP)
    painter.processes[0]._timeout = 0.05
    with pytest.raises(PictureFault):
        await painter.png(sample(name="Mira"))
    painter.processes[0]._timeout = 300
    assert await painter.png(sample(name="Mira"))
    await painter.close()


@pytest.mark.slow
async def test_a_cancelled_request_does_not_affect_others(painter: Painter) -> None:
    asked = asyncio.create_task(painter.png(sample()))
    await asyncio.sleep(0)
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    assert await painter.png(sample(name="Mira")) == render(sample(name="Mira"))
    assert await painter.png(sample()) == render(sample())


@pytest.mark.slow
async def test_cancelled_pictures_are_not_painted(painter: Painter) -> None:
    await painter.png(sample())
    asked = [asyncio.create_task(painter.png(sample(name=name))) for name in ("Ben", "Mira", "Tom")]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    asked[1].cancel()  # it still waits behind Ben's
    pngs = await asyncio.gather(*asked, return_exceptions=True)
    assert [isinstance(png, bytes) for png in pngs] == [True, False, True]
    assert len(painter._cache) == 3
    assert await painter.png(sample(name="Mira")) == render(sample(name="Mira"))


@pytest.mark.slow
async def test_a_second_process_paints_only_when_the_first_is_busy() -> None:
    painter = Painter(2, timeout=300)
    for name in ("Ben", "Mira"):
        await painter.png(sample(name=name))
    assert [brush.running for brush in painter.processes] == [True, False]
    pngs = await asyncio.gather(*[painter.png(sample(name=name)) for name in ("Tom", "Zoë")])
    assert pngs == [render(sample(name=name)) for name in ("Tom", "Zoë")]
    assert [brush.running for brush in painter.processes] == [True, True]
    await painter.close()
    assert not any(brush.running for brush in painter.processes)


@pytest.mark.slow
async def test_workers_are_warmed_up(painter: Painter) -> None:
    painter.warm("candy-chaser", SIZES)
    await asyncio.gather(*painter._warming)
    assert await painter.png(sample())


@pytest.mark.slow
async def test_warming_up_blocks_nothing_and_runs_once_per_worker(painter: Painter) -> None:
    for _ in range(3):
        painter.warm("candy-chaser", SIZES)
    assert len(painter._warming) == 1
    assert await painter.png(sample())
    await asyncio.gather(*painter._warming)
    painter.warm("candy-chaser", SIZES)
    assert not painter._warming
    assert painter.processes[0]._process
    os.kill(painter.processes[0]._process.pid, signal.SIGKILL)
    await painter.processes[0]._process.wait()
    assert await painter.png(sample(name="Mira"))
    painter.warm("candy-chaser", SIZES)
    assert len(painter._warming) == 1


@pytest.mark.slow
async def test_a_failed_warm_up_does_not_affect_pictures(painter: Painter) -> None:
    painter.warm("candy-chaser", {"chaser_": (0,)})
    await asyncio.gather(*painter._warming, return_exceptions=True)
    assert picture(await painter.png(sample())).size == (1200, 500)


def test_the_worker_does_not_know_the_token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOB_TOKEN", "secret")
    assert "secret" not in worker_environment().values() and "PATH" in worker_environment()


@pytest.mark.slow
async def test_a_closed_painter_paints_no_more() -> None:
    painter = Painter()
    await painter.png(sample())
    worker = painter.processes[0]._process
    await painter.close()
    assert worker and worker.returncode is not None
    with pytest.raises(PictureFault):
        await painter.png(sample(name="Mira"))
    await painter.close()


@pytest.mark.slow
async def test_painting_hardly_blocks_the_event_loop(painter: Painter) -> None:
    """Between two iterations of the loop the painter does a bounded amount of work, because messages are small."""
    import pickle

    assert len(pickle.dumps(sample())) < 20_000
    ticks, stop = 0, asyncio.Event()

    async def tick() -> None:
        nonlocal ticks
        while not stop.is_set():
            ticks += 1
            await asyncio.sleep(0)

    ticking = asyncio.create_task(tick())
    await painter.png(sample(name="Nobody yet"))  # starts the worker, which paints without a cache
    stop.set()
    await ticking
    assert ticks > 100  # the loop kept running during the painting
