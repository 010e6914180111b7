"""The text of a hand has everything that its picture doesn't show, and all of it if there is no picture."""

import re

import pytest

from bot.screens.panel import panel_message
from engine import GAMES
from tests.screens import LONG, SCREENS, moments_of, table_of, tables_of


@pytest.mark.parametrize("slug", GAMES)
def test_a_panels_text_leaves_out_what_its_picture_shows(slug: str) -> None:
    game, shorter = GAMES[slug], 0
    for g in moments_of(tables_of(game, game.seats[-1] - 1, 5)):
        session = table_of(game, g, LONG[: g.players])
        for seat in g.asks:
            screen = SCREENS.of(session, seat)
            shown, told = panel_message(screen, True), panel_message(screen, False)
            assert (shown.content, shown.rows) == (told.content, told.rows)
            hand = screen.texts.hand()
            assert hand in told.text and not told.unpictured, "without pictures everything is in words"
            assert shown.unpictured == told.text, "also if the picture can't be shown"
            without, beside = shown.embeds(False), shown.embeds(True)
            assert [embed.description for embed in without] == [told.text]
            assert [embed.description or "" for embed in beside] == [shown.text]
            names = [name for bold in re.findall(r"\*\*(.+?)\*\*", hand) for name in bold.split(" · ")]
            lost = [name for name in names if name.lower() not in f"{shown.alt}\n{shown.text}".lower()]
            assert not lost, "the alt text describes the picture"
            shorter += len(shown.text.split("\n")) < len(told.text.split("\n"))
    assert shorter, "with its picture a panel is shorter"
