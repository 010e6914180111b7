"""Candy Chaser's screens for the players who decide."""

from bot.screens.message import Menu
from bot.screens.panel import panel_message
from bot.screens.table import table_message
from engine import GAMES
from engine.candy_chaser.rules import Chaser
from tests.engine.candy_chaser.laying import answers, rolled, selling
from tests.screens import SCREENS, table_of

GAME = GAMES["candy-chaser"]
NAMES = ["Ada", "Ben", "Cara", "Dora"]


def moved() -> Chaser:
    """Return a game in which all three have moved; Ben has brought green into the goal, so Cara tattles first."""
    g = selling(3, die=3, me=0)
    g.objectives, g.box = ["blue", "green", "red"], ["purple", "yellow"]
    for die, me, candy in ((3, 0, "blue"), (3, 1, "green"), (3, 2, "red"), (-1, 0, "green"), (3, 1, "green")):
        rolled(g, die, me)
        answers(g, candy)
    rolled(g, -2, 2)
    answers(g, "blue")
    rolled(g, 3, 1)
    answers(g, "green")
    assert g.tattling and g.active == 2
    return g


def test_the_tattling_panel_lists_places_moves_and_order() -> None:
    session = table_of(GAME, moved(), NAMES[:3])
    text = panel_message(SCREENS.posted(session, 2), False).text.split("\n")
    assert "Now: Green in the goal · Red on 3 · Blue on 1 · Purple on 0 · Yellow on 0." in text
    assert "Ahead of your Red: Green." in text
    assert "In a tie, the first of these wins: Blue, Purple, Green, Yellow, Red." in text
    assert "Ada has moved Blue +3, Green −1" in text and "Ben has moved Green +7" in text
    assert "Still to tattle after you: Ada, Ben." in text
    text = panel_message(SCREENS.posted(session, 1), False).text
    assert "No candy is ahead of your Green." in text and "You're the last to tattle." in text
    menu = next(row for row in panel_message(SCREENS.posted(session, 2), True).rows if isinstance(row, Menu))
    told = {choice.label: choice.description for choice in menu.choices}
    assert told["Ben smuggles Green"] == "Has moved it by +7 in all" and told["Ben smuggles Red"].startswith(
        "You smuggle it"
    )
    assert told["Ada smuggles Purple"] == "Has never moved it"


def test_a_caught_rivals_candy_is_no_longer_ahead() -> None:
    g = moved()
    assert "Ahead of your Red: Green." in panel_message(SCREENS.posted(table_of(GAME, g, NAMES[:3]), 2), False).text
    answers(g, "s1/green")
    told = table_of(GAME, g, NAMES[:3])
    assert "No candy is ahead of your Red." in panel_message(SCREENS.posted(told, 2), False).text
    hers = panel_message(SCREENS.posted(told, 0), False).text
    assert "Ahead of your Blue: Green, Red." in hers, "Ada does not know which card it was"


def test_players_who_are_out_or_moved_nothing_are_marked() -> None:
    g = selling(3, die=3, me=1, blue=3, red=4)
    g.objectives, g.box = ["blue", "green", "red"], ["purple", "yellow"]
    answers(g, "red", "s1/green")
    text = panel_message(SCREENS.posted(table_of(GAME, g, NAMES[:3]), 0), False).text
    assert "Ben (out of the game) has moved Red +2" in text and "Cara hasn't moved anything" in text
    g = selling(3, die=3, me=2, blue=3, red=4)
    g.objectives, g.box = ["blue", "green", "red"], ["purple", "yellow"]
    answers(g, "red", "s1/green", "pass")
    text = panel_message(SCREENS.posted(table_of(GAME, g, NAMES[:3]), 0), False).text
    assert "Ben (out of the game) hasn't moved anything" in text


def test_the_panel_is_one_line_until_a_cube_reaches_the_goal() -> None:
    session = table_of(GAME, selling(3), NAMES[:3])
    assert panel_message(SCREENS.posted(session, 0), False).text.count("\n") == 0


def test_the_end_shows_every_card_that_was_slid() -> None:
    g = moved()
    answers(g, "s1/green", "s0/red")
    message = str(table_message(SCREENS.posted(table_of(GAME, g, NAMES[:3])), []))
    assert "Cara guessed that Ben smuggled Green: right." in message
    assert "Cara guessed that Ada smuggled Red: wrong." in message
