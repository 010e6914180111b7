"""Kingdom's Candy: Monsters' GameUI: slash commands, examples, cover, lesson, and its cards as pages."""

from bot.i18n.catalogue import translate_cards
from bot.i18n.translator import Translator
from bot.pictures import Sprite, palette
from bot.pictures.covers import Cover
from bot.screens.game_ui import OVER, Example, GamePictures, GameUI, Lesson, Page, SlashCommand
from cogs.kingdoms_candy import pictures
from cogs.kingdoms_candy.labels import PICKS, KingdomLabels
from cogs.kingdoms_candy.text import (
    WORDS,
    KingdomGameOverText,
    KingdomTextRenderer,
    close_up_alt,
    colour_and_value,
    hand_alt,
    table_alt,
)
from engine import GAMES
from engine.decks import Card
from engine.kingdoms_candy.cards import DECKS, KingdomCard
from engine.kingdoms_candy.view import KingdomView


def about_card(card: Card, translator: Translator) -> str:
    assert isinstance(card, KingdomCard)
    kind = translator.tr(f"table.kind-{card.kind}")
    return translator.tr("table.card", kind=kind, numbers=numbers(card, translator), text=card.text)


def numbers(card: KingdomCard, translator: Translator) -> list[str]:
    """Return a card's numbers, such as "Red 2", "costs 4", "eats 2", "when you buy an Ability"."""
    say = translator.tr
    parts = [colour_and_value(card, translator)] if card.colour else []
    parts += [say("table.costs", n=card.cost)] if card.kind in ("monster", "ability") else []
    parts += [say("table.eats-others")] if card.kind == "starter" else []
    parts += [say("table.eats", n=card.feed)] if card.feed is not None else []
    moment = say(f"table.moment-{card.moment}")
    return [*parts, say("table.moment-paid", moment=moment, n=card.activation) if card.activation else moment]


def more_pages(translator: Translator) -> list[Page]:
    """Return pages of Hob's own cards."""
    return [
        Page("monsters", translator.tr("table.page-monsters"), card_lines(translator, "starter", "monster")),
        Page("abilities-list", translator.tr("table.page-abilities"), card_lines(translator, "ability")),
        Page("events-list", translator.tr("table.page-events"), card_lines(translator, "event", "first-player")),
    ]


def card_lines(translator: Translator, *kinds: str) -> str:
    return "\n".join(
        entry(card, translator)
        for card in translate_cards(translator.catalogue, DECKS["hob"]).values()
        if card.kind in kinds
    )


def entry(card: KingdomCard, translator: Translator) -> str:
    key = "table.page-name-copies" if card.copies > 1 else "table.page-name"
    name = translator.tr(key, card=card.name, n=card.copies)
    key = "table.page-line-numbers" if card.colour else "table.page-line"
    return translator.tr(key, name=name, numbers=numbers(card, translator), text=card.text)


SLASH_COMMANDS = (
    SlashCommand("collect", ("collect",), question_kinds=("action",)),
    SlashCommand("buy", ("buy/{card}", "buy/{card}/{place*}"), question_kinds=("action",)),
    SlashCommand("use", ("use/{ability}", "use/{ability}/{target}")),
    SlashCommand("convert", ("convert/{candies}",)),
    SlashCommand("remove", ("remove/{cubes}",)),
    SlashCommand("feed", ("{plan*}",), question_kinds=("feed",)),
    SlashCommand("pick", ("{choice*}",), question_kinds=PICKS),
    SlashCommand("sweep", ("sweep/{away}",)),
    SlashCommand("done", ("done",), question_kinds=("finish",)),
    SlashCommand("pass", ("pass",), question_kinds=("action",)),
)

EXAMPLES = {
    "set-up": Example(players=4),
    "turn": Example(answers=10, question_kind="action"),
    "abilities": Example(answers=50, question_kind="action", hand=True),
    "sets": Example(answers=44, question_kind="action"),
    "events": Example(answers=30, question_kind="action"),
    "black-candy": Example(question_kind="feed"),
    "end": Example(question_kind=OVER),
}

COVER = Cover(
    look=palette.KINGDOM,
    scene=(
        Sprite(596, 96, 172, "mon_khulgrok"),
        Sprite(490, 138, 128, "mon_gnarlin"),
        Sprite(752, 142, 124, "mon_ploom"),
        Sprite(580, 226, 56, "candy_token"),
        Sprite(706, 224, 58, "sugar_cube"),
        Sprite(644, 244, 40, "kc_red"),
        Sprite(844, 238, 40, "kc_blue"),
        Sprite(676, 250, 36, "kc_green"),
    ),
)

# Earning sugar, tucking an Ability, and feeding Monsters at Black Candy.
LESSON = Lesson(
    deal="lesson 160",
    computers=1,
    script=(
        "A buy/scorchlet",
        "B buy/mistmallow",
        "B done",
        "B buy/oni-yami",
        "A buy/sugar-rush/tuck/scorchlet",
        "A done",
        "A collect",  # Black Candy is certain this round
        "A convert/1",
        "B buy/magmot",  # its four Monsters will eat 8, and 2 sugar are left
        "A keep/2-0-0",
        "B keep/2-0-6",
        "B collect",
        "A buy/one-last-lick/keep",
    ),
)

GAME_UI: GameUI[KingdomView] = GameUI(
    game=GAMES["kingdoms-candy"],
    group="kingdom",
    look=palette.KINGDOM,
    catalogue=WORDS,
    labels=KingdomLabels,
    text_renderer=KingdomTextRenderer,
    game_over_text=KingdomGameOverText,
    poster=pictures.KingdomPoster,
    cover=COVER,
    pictures=GamePictures(
        sizes=pictures.SIZES,
        table=pictures.table,
        callouts=pictures.CALLOUTS,
        table_alt=table_alt,
        hand=pictures.hand,
        hand_alt=hand_alt,
        hand_rest=pictures.rest,
        card=pictures.card,
        close_up=pictures.close_up,
        close_up_alt=close_up_alt,
    ),
    slash_commands=SLASH_COMMANDS,
    lesson=LESSON,
    examples=EXAMPLES,
    about_card=about_card,
    more_pages=more_pages,
    has_hand=False,
    minor_events=("gains", "passes", "first-player", "discards-card"),
    major_events=(
        "takes",
        "uses-rob",
        "uses-halve",
        "feeds",
        "discards-monster",
        "discards-monster-tucked",
        "black-candy",
    ),
    income_events=("gains", "gains-set-candy"),
)
