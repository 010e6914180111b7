"""Monster Muncher's GameUI: slash commands, examples, cover, and its cards as pages."""

from bot.i18n.card_texts import translate_cards
from bot.i18n.translator import Translator
from bot.pictures import Sprite, palette
from bot.pictures.covers import Cover
from bot.screens.game_ui import OVER, Example, GamePictures, GameUI, Page, Param, SlashCommand
from cogs.monster_muncher import picture, picture_hand, poster
from cogs.monster_muncher.labels import MuncherLabels
from cogs.monster_muncher.lesson import LESSON
from cogs.monster_muncher.text import WORDS, MuncherGameOverText, MuncherTextRenderer, hand_alt, table_alt
from engine import GAMES
from engine.decks import Card
from engine.monster_muncher.cards import PARTIES, MuncherCard
from engine.monster_muncher.view import MuncherView


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


SLASH_COMMANDS = (
    SlashCommand(
        "play",
        ("play/{card}/{on}", "play/{card}"),
        (Param("card"), Param("on", optional=True)),
        ("turn", "extra-play"),
    ),
    SlashCommand("discard", ("discard/{card}",), (Param("card"),), ("turn",)),
    SlashCommand("draw", ("draw", "pass"), (), ("turn",)),
    SlashCommand("use", ("use", "{target*}"), (Param("target", optional=True),), ("ability", "ability-next")),
    SlashCommand("skip", ("skip", "none"), (), ("ability", "extra-play")),
    SlashCommand("announce", ("announce/{card}",), (Param("card"),)),
    SlashCommand("destroy", ("{snack}",), (Param("snack"),), ("too-many-snacks",)),
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

GAME_UI: GameUI[MuncherView] = GameUI(
    game=GAMES["monster-muncher"],
    group="muncher",
    colour=palette.MUNCHER.colour,
    catalogue=WORDS,
    labels=MuncherLabels,
    text_renderer=MuncherTextRenderer,
    game_over_text=MuncherGameOverText,
    poster=poster.MuncherPoster,
    cover=COVER,
    pictures=GamePictures(
        sizes=picture.SIZES | poster.SIZES,
        table=picture.table,
        callouts=picture.CALLOUTS,
        table_alt=table_alt,
        hand=picture_hand.hand,
        hand_alt=hand_alt,
        hand_rest=picture_hand.rest,
        card=picture.card,
    ),
    slash_commands=SLASH_COMMANDS,
    lesson=LESSON,
    examples=EXAMPLES,
    about_card=about_card,
    more_pages=more_pages,
    log_only_events=("draws",),
    major_events=("destroys", "steals", "swaps", "bounces", "reaches"),
    minor_events=("discards", "does-not-use", "nothing-to-do", "draws-by", "graveyard-becomes-deck"),
)
