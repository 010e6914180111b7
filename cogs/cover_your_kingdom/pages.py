"""Rulebook pages made of cards, and the description of a single card."""

from collections.abc import Iterable

from bot.i18n.card_texts import translate_cards
from bot.i18n.translator import Translator
from engine.cover_your_kingdom.cards import CARDS, HORSES, CoverCard
from engine.decks import Card


def about_card(card: Card, voice: Translator) -> str:
    assert isinstance(card, CoverCard)
    if card.kind == "power":
        kind = voice.tr("table.about-action" if card.power == "action" else "table.about-modifying")
        return "\n".join([kind, card.text])
    key = "about-hire" if card.kind == "hire" else "about-wild" if card.kind == "wild" else "about"
    lines = [voice.tr(f"table.{key}", magic=card.magic, land=card.land, copies=card.copies)]
    if card.id in HORSES:
        lines.append(voice.tr("table.about-horse"))
    elif card.land == "either":
        lines.append(voice.tr("table.about-either"))
    return "\n".join([*lines, card.text] if card.text else lines)


def page_fields(voice: Translator) -> dict[str, str]:
    """Return the lists of cards for the pages: the species, the Creatures for hire, the powers."""
    cards = translate_cards(voice.catalogue, CARDS).values()

    def listed(key: str, cards: Iterable[CoverCard]) -> str:
        lines = (
            voice.tr(key, card=card.name, magic=card.magic, land=card.land, copies=card.copies, text=card.text)
            for card in cards
        )
        return "\n".join(lines)

    return {
        "species": listed("table.page-species", (card for card in cards if card.land)),
        "hired": listed("table.page-hired", (card for card in cards if card.kind == "hire")),
        "powers": listed("table.page-power", (card for card in cards if card.kind == "power")),
    }
