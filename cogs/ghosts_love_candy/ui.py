"""Ghosts Love Candy's GameUI: slash commands, examples, cover, lesson, and its cards as pages."""

from bot.i18n.catalogue import translate_cards
from bot.i18n.translator import Translator
from bot.pictures import Sprite, palette
from bot.pictures.covers import Cover
from bot.pictures.palette import SEATS
from bot.screens.game_ui import OVER, Example, GamePictures, GameUI, Lesson, Page, SlashCommand
from cogs.ghosts_love_candy import pictures
from cogs.ghosts_love_candy.labels import GhostsLabels
from cogs.ghosts_love_candy.text import WORDS, GhostsGameOverText, GhostsTextRenderer, hand_alt, table_alt
from engine import GAMES
from engine.decks import Card
from engine.ghosts_love_candy.cards import Kid, Love
from engine.ghosts_love_candy.view import StreetView


def about_card(card: Card, translator: Translator) -> str:
    if not isinstance(card, Kid):
        return card.text
    when = translator.tr(f"table.when-{card.when}")
    numbers = translator.tr("table.numbers", courage=card.courage, tie=card.tie, stash=card.stash, when=when)
    return f"{numbers}\n{card.text or card.short}"


def more_pages(translator: Translator) -> list[Page]:
    """Return pages of Hob's own kids by their small numbers, and of the Love cards."""
    cards = translate_cards(translator.catalogue, GAMES["ghosts-love-candy"].cards()).values()
    kids = sorted((card for card in cards if isinstance(card, Kid)), key=lambda kid: kid.tie)
    texts = [kid_line(kid, translator) for kid in kids]
    loves = [
        translator.tr("table.page-love", love=card.name, text=card.text) for card in cards if isinstance(card, Love)
    ]
    half = len(texts) // 2
    return [
        Page("kids-1", translator.tr("table.page-kids-1"), "\n".join(texts[:half])),
        Page("kids-2", translator.tr("table.page-kids-2"), "\n".join(texts[half:])),
        Page("loves", translator.tr("table.page-loves"), "\n".join(loves)),
    ]


def kid_line(kid: Kid, translator: Translator) -> str:
    key = "table.page-kid-blue" if kid.box == "blue" else "table.page-kid-yellow"
    return translator.tr(key, tie=kid.tie, kid=kid.name, courage=kid.courage, text=kid.text)


SLASH_COMMANDS = (
    SlashCommand("choose", ("{ghost}",), question_kinds=("choose",)),
    SlashCommand("haunt", ("{kid}",), question_kinds=("haunt",)),
    SlashCommand("use", ("{choice*}",), question_kinds=("ability",)),
    SlashCommand("give", ("{candy}",), question_kinds=("hand-over",)),
    SlashCommand("skip", ("skip",), question_kinds=("ability",)),
)

EXAMPLES = {
    "goal": Example(answers=9, question_kind="choose", players=4, hand=True),
    "set-up": Example(players=4),
    "round": Example(answers=22, question_kind="choose", players=4),
    "turn": Example(answers=30, question_kind="haunt", players=4),
    "scare": Example(answers=52, question_kind="haunt", players=4),
    "abilities": Example(answers=24, question_kind="ability", players=4),
    "end": Example(question_kind=OVER, players=4),
}

COVER = Cover(
    look=palette.GHOSTS,
    scene=(
        Sprite(610, 62, 190, "hero_ghost"),
        Sprite(590, 60, 50, "candy_candy-corn", turn=14),
        Sprite(780, 54, 52, "candy_lollipops", turn=-12),
        Sprite(506, 160, 112, "kid_juice-vampire"),
        Sprite(782, 160, 112, "kid_glitter-fairy"),
        Sprite(506, 92, 54, "ghost", SEATS[0]),
        Sprite(842, 88, 50, "ghost", SEATS[3]),
        Sprite(700, 188, 88, "pumpkin"),
    ),
)

# Big ghosts first, Courage, and a kid for a rival.
LESSON = Lesson(
    deal="lesson 3",
    computers=2,
    picture="hand",
    script=(
        "A 7",
        "B 9",
        "C 8",
        "B tea-leaf-seer",
        "B skip",
        "C pajama-ninja",
        "C skip",
        "A broom-pilot",
        "A pajama-ninja/tea-leaf-seer",  # scares it: Soot's 8 is on top
        "A 9",
        "B 8",
        "C 2",
        "A parcel-postie",
        "A skip",
        "B foil-astronaut",
        "B skip",
        "C chef",
        "C skip",
        "A 1",
        "B 5",
        "C 6",
        "C pajama-ninja",
        "C skip",
        "B parcel-postie",  # scares it, with its own ghost on top
        "B skip",
        "A fizzy-scientist",
    ),
)

GAME_UI: GameUI[StreetView] = GameUI(
    game=GAMES["ghosts-love-candy"],
    group="ghosts",
    look=palette.GHOSTS,
    catalogue=WORDS,
    labels=GhostsLabels,
    text_renderer=GhostsTextRenderer,
    game_over_text=GhostsGameOverText,
    poster=pictures.GhostsPoster,
    cover=COVER,
    pictures=GamePictures(
        sizes=pictures.SIZES,
        table=pictures.table,
        callouts=pictures.CALLOUTS,
        table_alt=table_alt,
        hand=pictures.hand,
        hand_alt=hand_alt,
        card=pictures.card,
    ),
    slash_commands=SLASH_COMMANDS,
    lesson=LESSON,
    examples=EXAMPLES,
    about_card=about_card,
    more_pages=more_pages,
    immediate_events=("loves",),
    ambiguous_options=True,
    major_events=("is-scared", "is-scared-for-good", "takes-candy-from-player", "trades-with-player", "moves-kid"),
    minor_events=("round", "reshuffled", "does-not-use", "can-do-nothing"),
)
