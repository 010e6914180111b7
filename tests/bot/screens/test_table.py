"""The table's message."""

import pytest

from bot.screens.table import fit_lines


@pytest.mark.parametrize(
    ("text", "room", "fitting"),
    [
        ("one\ntwo", 7, "one\ntwo"),
        ("one\ntwo\nthree", 11, "one\n-# more"),
        ("one\ntwo", 5, "-# m…"),
        ("a sentence longer than the room", 10, "a sentenc…"),
    ],
)
def test_lines_without_room_are_left_out(text: str, room: int, fitting: str) -> None:
    assert fit_lines(text, room, "more") == fitting
