"""Rulebook pages made of cards, and the description of a single card."""

from bot.i18n.card_texts import translate_cards
from bot.i18n.translator import Translator
from bot.screens.game_ui import Page
from engine import GAMES
from engine.decks import Card
from engine.ghosts_love_candy.cards import Kid, Love


def about_card(card: Card, voice: Translator) -> str:
    if not isinstance(card, Kid):
        return card.text
    when = voice.tr(f"table.when-{card.when}")
    numbers = voice.tr("table.numbers", courage=card.courage, tie=card.tie, stash=card.stash, when=when)
    return f"{numbers}\n{card.text or card.short}"


def more_pages(voice: Translator) -> list[Page]:
    """Return pages of Hob's own kids by their small numbers, and of the Love cards."""
    cards = translate_cards(voice.catalogue, GAMES["ghosts-love-candy"].cards()).values()
    kids = sorted((card for card in cards if isinstance(card, Kid)), key=lambda kid: kid.tie)
    texts = [kid_line(kid, voice) for kid in kids]
    loves = [voice.tr("table.page-love", love=card.name, text=card.text) for card in cards if isinstance(card, Love)]
    half = len(texts) // 2
    return [
        Page("kids-1", voice.tr("table.page-kids-1"), "\n".join(texts[:half])),
        Page("kids-2", voice.tr("table.page-kids-2"), "\n".join(texts[half:])),
        Page("loves", voice.tr("table.page-loves"), "\n".join(loves)),
    ]


def kid_line(kid: Kid, voice: Translator) -> str:
    key = "table.page-kid-blue" if kid.box == "blue" else "table.page-kid-yellow"
    return voice.tr(key, tie=kid.tie, kid=kid.name, courage=kid.courage, text=kid.text)
