"""Rulebook pages made of cards, and the description of a single card."""

from bot.i18n.card_texts import translate_cards
from bot.i18n.translator import Translator
from bot.screens.game_ui import Page
from engine import GAMES
from engine.decks import Card
from engine.monster_muncher.cards import PARTIES, MuncherCard


def about_card(card: Card, voice: Translator) -> str:
    assert isinstance(card, MuncherCard)
    key = "table.card-monster" if card.party else "table.card-snack"
    lines = [voice.tr(key, party=card.party, tier=card.tier, hunger=card.hunger)]
    lines.append(card.text or voice.tr("table.card-no-ability"))
    return "\n".join([*lines, voice.tr("table.card-delayed")] if card.delayed_part else lines)


def more_pages(voice: Translator) -> list[Page]:
    """Return pages of Hob's own cards, one for each party and one for the Snacks."""
    found: dict[str, list[str]] = {kind: [] for kind in (*PARTIES, "snack")}
    for card in translate_cards(voice.catalogue, GAMES["monster-muncher"].cards()).values():
        assert isinstance(card, MuncherCard)
        key = "table.page-line-monster" if card.party else "table.page-line-snack"
        line = voice.tr(key, card=card.name, tier=card.tier, hunger=card.hunger, text=card.text)
        found[card.party or "snack"].append(line)
    return [Page(f"cards-{kind}", voice.tr(f"table.page-{kind}"), "\n".join(lines)) for kind, lines in found.items()]
