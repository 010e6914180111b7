"""Monster Muncher's GameUI: slash commands, examples, cover, lesson, and its cards as pages."""

from bot.i18n.catalogue import translate_cards
from bot.i18n.translator import Translator
from bot.pictures import Sprite, palette
from bot.pictures.covers import Cover
from bot.screens.game_ui import OVER, Example, GamePictures, GameUI, Lesson, Page, SlashCommand
from cogs.monster_muncher import pictures
from cogs.monster_muncher.labels import MuncherLabels
from cogs.monster_muncher.text import WORDS, MuncherGameOverText, MuncherTextRenderer, hand_alt, table_alt
from engine import GAMES
from engine.decks import Card
from engine.monster_muncher.cards import PARTIES, MuncherCard
from engine.monster_muncher.view import MuncherView


def about_card(card: Card, translator: Translator) -> str:
    assert isinstance(card, MuncherCard)
    key = "table.card-monster" if card.party else "table.card-snack"
    lines = [translator.tr(key, party=card.party, tier=card.tier, hunger=card.hunger)]
    lines.append(card.text or translator.tr("table.card-no-ability"))
    return "\n".join([*lines, translator.tr("table.card-delayed")] if card.delayed_part.verb else lines)


def more_pages(translator: Translator) -> list[Page]:
    """Return pages of Hob's own cards, one for each party and one for the Snacks."""
    by_kind: dict[str, list[str]] = {kind: [] for kind in (*PARTIES, "snack")}
    for card in translate_cards(translator.catalogue, GAMES["monster-muncher"].cards()).values():
        assert isinstance(card, MuncherCard)
        key = "table.page-line-monster" if card.party else "table.page-line-snack"
        line = translator.tr(key, card=card.name, tier=card.tier, hunger=card.hunger, text=card.text)
        by_kind[card.party or "snack"].append(line)
    return [
        Page(f"cards-{kind}", translator.tr(f"table.page-{kind}"), "\n".join(lines)) for kind, lines in by_kind.items()
    ]


SLASH_COMMANDS = (
    SlashCommand("play", ("play/{card}/{on}", "play/{card}"), question_kinds=("turn", "extra-play")),
    SlashCommand("discard", ("discard/{card}",), question_kinds=("turn",)),
    SlashCommand("draw", ("draw", "pass"), question_kinds=("turn",)),
    SlashCommand("use", ("use", "{target*}"), question_kinds=("ability", "ability-next")),
    SlashCommand("skip", ("skip", "none"), question_kinds=("ability", "extra-play")),
    SlashCommand("announce", ("announce/{card}",)),
    SlashCommand("destroy", ("{snack}",), question_kinds=("too-many-snacks",)),
)

EXAMPLES = {
    "goal": Example(answers=40, players=4),
    "set-up": Example(players=4),
    "turn": Example(answers=9, question_kind="turn", players=4, hand=True),
    "abilities": Example(answers=15, question_kind="ability", players=4),
    "limits": Example(answers=35, question_kind="turn", players=2, seed="limits"),
    "winner": Example(question_kind=OVER, players=4),
}

COVER = Cover(
    look=palette.MUNCHER,
    scene=(
        Sprite(592, 62, 196, "mun_king-kerfuffle"),
        Sprite(0, 0, 900, "coverfront_muncher"),
        Sprite(452, 28, 88, "snack_bounce-burger", turn=14),
        Sprite(808, 18, 84, "snack_second-serving", turn=-14),
        Sprite(802, 196, 78, "snack_sour-spit"),
        Sprite(460, 136, 84, "snack_prank-popcorn", turn=8),
    ),
)

# A Snack's tokens stay, and raw hunger decides what can be stolen.
LESSON = Lesson(
    deal="lesson 2606",
    computers=1,
    picture="both",
    script=(
        "A play/countess-decay",  # 5; its ability draws two more cards
        "B play/lurch-lad",
        "B countess-decay",  # −1
        "A play/golden-gumbo/countess-decay",  # +3
        "B play/grave-gravy/lurch-lad",  # +2
        "B golden-gumbo",  # destroyed, but its tokens stay
        "A play/pilfer-pod",
        "A lurch-lad",  # stolen: raw hunger 4
        "B play/grave-grub",
        "B pilfer-pod",  # destroyed
        "A play/lurch-lad",
        "A grave-grub",  # −1
        "B play/sky-sentry",
        "A play/titan-tollbot",  # draws a card
        "B play/full-tray/sky-sentry",
        "A play/cloud-cruncher",  # 20
    ),
)

GAME_UI: GameUI[MuncherView] = GameUI(
    game=GAMES["monster-muncher"],
    group="muncher",
    look=palette.MUNCHER,
    catalogue=WORDS,
    labels=MuncherLabels,
    text_renderer=MuncherTextRenderer,
    game_over_text=MuncherGameOverText,
    poster=pictures.MuncherPoster,
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
    ),
    slash_commands=SLASH_COMMANDS,
    lesson=LESSON,
    examples=EXAMPLES,
    about_card=about_card,
    more_pages=more_pages,
    log_only_events=("draws",),
    major_events=("destroys", "steals", "swaps", "bounces", "reaches"),
    minor_events=("you-draw", "discards", "does-not-use", "nothing-to-do", "draws-by", "graveyard-becomes-deck"),
)
