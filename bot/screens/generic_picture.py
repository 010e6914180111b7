"""Pictures for a game that defines none, made from its views: table, hand, and the poster of the end."""

from collections.abc import Mapping, Sequence
from typing import Any

from bot.i18n.fitting import cut
from bot.i18n.translator import NO_VALUE, Translator
from bot.pictures import Pieces, Scene, Sprite, Text, at
from bot.pictures.boxes import Box, cells, column, gap_box, label, on_shape, row, text, text_width, with_padding
from bot.pictures.drawings import drawings
from bot.pictures.fonts import clip
from bot.pictures.palette import GameLook
from bot.pictures.pieces import Seat, band, scaled_mark, seat_plate, short_names
from bot.pictures.posters import rosettes
from bot.screens.game_over_poster import GamePoster
from bot.screens.view_fields import field_title, hand_values, middle_values, seat_values, table_lines
from engine.game import View

LEFT, TOP, WIDTH, GAP = 30, 116, 1140, 16
LINE, CHIP, DRAWN = 44, 56, 92  # heights of a line on a plate, and of a row of chips or of drawings
LARGEST, SMALLEST = 40, 28  # sizes of drawings on a plate
MOST_LINES, MOST_ROWS = 4, 6  # of a plate, and of the middle or a hand
COLUMNS = {2: 2, 3: 3, 4: 2, 5: 3, 6: 3, 7: 4, 8: 4}  # of plates, by number of seats
HEAD = 62  # of a plate
CARDS = ("heart-", "diamond-", "spade-", "club-")
LETTERS = 33  # size of all text, which a phone shows in 11 pixels
ALONE, TOGETHER, MOST_WINNERS = 190, 110, 4  # size of a poster's rosette for one winner or several


def sizes(look: GameLook) -> dict[str, tuple[int, ...]]:
    return {"seat_": (56, 46), "crown": (88,), "rosette": (289, 167), f"cover_{look.ground}": (900,)}


def split_title(title: str) -> tuple[str, str]:
    """Return a title in two lines of similar length; the first is empty if it is one word."""
    words = title.split()
    ways = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
    return min(ways, key=lambda lines: max(map(len, lines)), default=("", title))


# ---- the table
def table(title: str, look: GameLook, view: View, translator: Translator) -> Scene:
    """Draw values that belong to no seat as rows of chips, then a plate with values for each seat."""
    names = short_names(translator.names)
    asked = ", ".join(names[seat] for seat in view.waiting)
    plates = [_plate(view, translator, seat) for seat in range(view.players)]
    lines = min(max(1, *(len(seat_values(view, seat)) for seat in range(view.players))), MOST_LINES)
    columns = COLUMNS.get(view.players, 1)
    rows = -(-view.players // columns)
    high = (HEAD + 12 + lines * LINE) * rows + GAP * (rows - 1)
    middle = _chip_rows(middle_values(view), translator)
    return _scene(look, title, asked, [*([middle] if middle.h else []), cells(plates, columns, GAP, h=high)])


def table_alt(title: str, view: View, translator: Translator) -> str:
    """Return the alt text of that picture: as many of the table's lines as fit."""
    lines = table_lines(view, translator)
    texts = [f"{title}. {'. '.join(lines[:n])}." for n in range(len(lines), -1, -1)]
    return translator.first_fitting(texts)


def _plate(view: View, translator: Translator, seat: int) -> Box:
    """Return a seat's plate. If the table waits for one seat, it's that seat's turn; otherwise each owes a choice."""
    turn = view.waiting == [seat]
    values = list(seat_values(view, seat).items())[:MOST_LINES]
    lines = [_value_line(field_title(translator, name), value, translator).sized(h=LINE) for name, value in values]
    body = column(*lines, gap_box()) if lines else gap_box()
    return seat_plate(
        Seat(seat, translator.names[seat], turn, seat in view.waiting and not turn),
        (),
        with_padding(body, 20, 2, 20, 6),
        HEAD,
        letters=LETTERS,
    )


def _value_line(title: str, value: object, translator: Translator) -> Box:
    def draw(width: int, height: int) -> Pieces:
        room = width - text_width(title, "soft") - 16
        things = _things(value)
        size = min(LARGEST, room // max(len(things), 1) - 4)
        if things and all(map(_is_flat, things)) and size >= SMALLEST:
            pieces = [_drawing(name, size, size) for name in things]
            return row(label(title, "soft"), gap_box(8), *pieces, gap_box(), gap=4).draw(width, height)
        words = fitting(translator.readable(value), "num", room)
        return row(label(title, "soft"), gap_box(16), text(words, "num")).draw(width, height)

    return Box(draw)


def _is_drawn(thing: object) -> bool:
    """Return whether a thing has a drawing with its name: one of the game's own, or a shared one such as `die-6`."""
    return isinstance(thing, str) and thing in drawings()


def _is_flat(thing: object) -> bool:
    """Return whether a drawn thing can still be recognized if it is small; a playing card can't."""
    return _is_drawn(thing) and not str(thing).startswith(CARDS)


def fitting(words: str, style: str, room: int) -> str:
    """Return the words, cut to this width."""
    length = len(words)
    while length > 1 and text_width(cut(words, length), style) > room:
        length -= 1
    return cut(words, length)


# ---- the hand
def hand(title: str, look: GameLook, view: View, translator: Translator) -> Scene:
    """Draw values that only this seat sees as rows of chips."""
    name = translator.names[view.seat] if view.seat is not None else ""
    return _scene(look, title, name, [_chip_rows(hand_values(view), translator)])


def hand_alt(view: View, translator: Translator) -> str:
    values = hand_values(view).items()
    lines = [f"{field_title(translator, name)}: {translator.readable(value)}." for name, value in values]
    return translator.first_fitting([" ".join(lines[:n]) for n in range(len(lines), -1, -1)])


# ---- common to both
def _scene(look: GameLook, title: str, note: str, boxes: Sequence[Box]) -> Scene:
    body = column(*boxes, gap=GAP)
    return Scene.of(TOP + body.h + 22, look, band(title, clip(note, "D", LETTERS, 620)), body.lay(LEFT, TOP, WIDTH))


def _chip_rows(values: Mapping[str, Any], translator: Translator) -> Box:
    """Return a card with a row for each value: its title, and a chip for each thing in it."""
    if not values:
        return gap_box()
    shown = list(values.items())[:MOST_ROWS]
    rows = [_chip_row(field_title(translator, name), _things(value), translator) for name, value in shown]
    return on_shape("card", column(*rows, gap=8), 24, 14, 24, 14)


def _things(value: object) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else [value]


def _chip_row(title: str, things: Sequence[Any], translator: Translator) -> Box:
    tall = DRAWN if any(map(_is_drawn, things)) else CHIP

    def draw(width: int, height: int) -> Pieces:
        room = width - 250
        chips: list[Box] = []
        for number, thing in enumerate(things):
            chip = _drawn_chip(thing) if _is_drawn(thing) else _chip(translator.readable(thing), min(room, 420))
            left = len(things) - number
            if chip.w + (90 if left > 1 else 0) > room:
                chips.append(_sized(label(f"+{left}", "small")))
                break
            chips.append(chip)
            room -= chip.w + 10
        boxes = chips or [_sized(label(NO_VALUE, "small"))]
        heading = text(fitting(title, "labell", 230), "labell").sized(240, 48)
        return row(heading, *boxes, gap_box(), gap=10).draw(width, height)

    return Box(draw, h=tall)


def _chip(words: str, room: int) -> Box:
    return _sized(on_shape("chip", label(fitting(words, "small", room), "small"), 16, 0, 16, 0))


def _sized(box: Box) -> Box:
    return box.sized(box.w, 48)


def _drawn_chip(name: str) -> Box:
    """Return a drawing as a chip; cards are narrower than their square, so they stand closer."""
    return _drawing(name, DRAWN, DRAWN * 3 // 4 if name.startswith(CARDS) else DRAWN - 6)


def _drawing(name: str, size: int, width: int) -> Box:
    return Box(lambda w, h: Sprite((w - size) // 2, 0, size, name), width, size)


# ---- the poster
def poster(look: GameLook) -> type[GamePoster[Any]]:
    """Return a poster that shows the winners' marks, and the best score on the stage."""
    return type("GenericPoster", (_GenericPoster,), {"look": look})


class _GenericPoster(GamePoster[Any]):
    def hero(self) -> Pieces:
        winners, score = self.summary.winners[:MOST_WINNERS], Text(228, 482, self.points, "onplate", 150, "", 44)
        if not winners:
            return [at(138, 250, scaled_mark(self.best, 180)), score]
        size = ALONE if len(winners) == 1 else TOGETHER
        return [rosettes(winners, 228, 316, size), Sprite(184, 162, 88, "crown"), score]
