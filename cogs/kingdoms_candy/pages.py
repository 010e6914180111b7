"""Rulebook pages made of cards, and the description of a single card."""

from bot.i18n.card_texts import translate_cards
from bot.i18n.translator import Translator
from bot.screens.game_ui import Page
from cogs.kingdoms_candy.text import colour_and_value
from engine.decks import Card
from engine.kingdoms_candy.cards import DECKS, KingdomCard


def about_card(card: Card, voice: Translator) -> str:
    assert isinstance(card, KingdomCard)
    kind = voice.tr(f"table.kind-{card.kind}")
    return voice.tr("table.card", kind=kind, numbers=numbers(card, voice), text=card.text)


def numbers(card: KingdomCard, voice: Translator) -> list[str]:
    """Return a card's numbers, such as "Red 2", "costs 4", "eats 2", "when you buy an Ability"."""
    say = voice.tr
    parts = [colour_and_value(card, voice)] if card.colour else []
    parts += [say("table.costs", n=card.cost)] if card.kind in ("monster", "ability") else []
    parts += [say("table.eats-others")] if card.kind == "starter" else []
    parts += [say("table.eats", n=card.feed)] if card.feed is not None else []
    moment = say(f"table.moment-{card.moment}")
    return [*parts, say("table.moment-paid", moment=moment, n=card.activation) if card.activation else moment]


def more_pages(voice: Translator) -> list[Page]:
    """Return pages of Hob's own cards."""
    return [
        Page("monsters", voice.tr("table.page-monsters"), card_lines(voice, "starter", "monster")),
        Page("abilities-list", voice.tr("table.page-abilities"), card_lines(voice, "ability")),
        Page("events-list", voice.tr("table.page-events"), card_lines(voice, "event", "first-player")),
    ]


def card_lines(voice: Translator, *kinds: str) -> str:
    return "\n".join(
        entry(card, voice) for card in translate_cards(voice.catalogue, DECKS["hob"]).values() if card.kind in kinds
    )


def entry(card: KingdomCard, voice: Translator) -> str:
    key = "table.page-name-copies" if card.copies > 1 else "table.page-name"
    name = voice.tr(key, card=card.name, n=card.copies)
    key = "table.page-line-numbers" if card.colour else "table.page-line"
    return voice.tr(key, name=name, numbers=numbers(card, voice), text=card.text)
