"""Translated text fits into pictures, onto buttons and into all of Discord's limits."""

from collections.abc import Iterator
from itertools import islice

import pytest

from bot.i18n.catalogue import COMMON, using_language
from bot.screens.game_ui import GameUI
from bot.screens.message import Message
from bot.screens.panel import panel_message
from bot.screens.table import table_message
from cogs.game_uis import GAME_UIS
from tests.pictures import faults as drawn_badly, find_overflows
from tests.screens import SCREENS, faults, faults_of_looking_up, table_of, tables_of

NAMES = ["Ada", "Ben", "Cara", "Dan", "Eve", "Finn", "Gus", "Hal"]


def shown(face: GameUI, language: str) -> Iterator[Message]:
    """Yield the longest cards, and some tables and panels of a game with as many players as possible."""
    for card in sorted(face.cards().values(), key=lambda card: -len(card.text))[:5]:
        assert face.pictures.card is not None
        yield Message(picture=face.pictures.card(card, face.translator()), alt=card.name)
    players = face.game.seats[-1]
    for g in islice(tables_of(face.game, players, 1), 8, 60, 20):
        session = table_of(face.game, g, NAMES[:players], language=language)
        yield table_message(SCREENS.posted(session), [*g.asks])
        yield from (panel_message(SCREENS.posted(session, seat), True) for seat in [*g.asks][:1])


@pytest.mark.parametrize("slug", GAME_UIS)
@pytest.mark.parametrize("language", COMMON.languages()[1:])
def test_tables_and_cards_have_room_in_every_language(language: str, slug: str) -> None:
    messages: list[Message] = []
    face = GAME_UIS[slug]
    with using_language(language):
        found = find_overflows(lambda: messages.extend(shown(face, language)))
        table = table_of(face.game, face.game.deal(face.game.seats[0], "pages"), NAMES[: face.game.seats[0]])
        found += faults_of_looking_up(face, table)
        same = [*NAMES, *(card.name for card in face.cards().values())]  # the same in every language
        for message in messages:
            found += faults(message)
            for scene in getattr(message.picture, "scenes", [message.picture] * (message.picture is not None)):
                found += drawn_badly(scene, same)
    assert sorted({*found})[:5] == []
