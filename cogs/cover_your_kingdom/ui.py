"""Cover Your Kingdom's GameUI: slash commands, examples, cover, lesson, and its cards as pages."""

from collections.abc import Iterable

from bot.i18n.catalogue import translate_cards
from bot.i18n.translator import Translator
from bot.pictures import Sprite, palette
from bot.pictures.covers import Cover
from bot.pictures.palette import SEATS
from bot.screens.game_ui import OVER, Example, GamePictures, GameUI, Lesson, Param, SlashCommand
from cogs.cover_your_kingdom import pictures
from cogs.cover_your_kingdom.controls import CoverControls
from cogs.cover_your_kingdom.text import WORDS, CoverGameOverText, CoverTextRenderer, close_up_alt, hand_alt, table_alt
from engine import GAMES
from engine.cover_your_kingdom.state import CARDS, HORSES, CoverCard
from engine.cover_your_kingdom.view import CoverView
from engine.decks import Card


def about_card(card: Card, translator: Translator) -> str:
    assert isinstance(card, CoverCard)
    if card.kind == "power":
        kind = translator.tr("table.about-action" if card.power == "action" else "table.about-modifying")
        return "\n".join([kind, card.text])
    key = "about-hire" if card.kind == "hire" else "about-wild" if card.kind == "wild" else "about"
    lines = [translator.tr(f"table.{key}", magic=card.magic, land=card.land, copies=card.copies)]
    if card.id in HORSES:
        lines.append(translator.tr("table.about-horse"))
    elif card.land == "either":
        lines.append(translator.tr("table.about-either"))
    return "\n".join([*lines, card.text] if card.text else lines)


def page_fields(translator: Translator) -> dict[str, str]:
    """Return the lists of cards for the pages: the species, the Creatures for hire, the powers."""
    cards = translate_cards(translator.catalogue, CARDS).values()

    def listed(key: str, cards: Iterable[CoverCard]) -> str:
        lines = (
            translator.tr(key, card=card.name, magic=card.magic, land=card.land, copies=card.copies, text=card.text)
            for card in cards
        )
        return "\n".join(lines)

    return {
        "species": listed("table.page-species", (card for card in cards if card.land)),
        "hired": listed("table.page-hired", (card for card in cards if card.kind == "hire")),
        "powers": listed("table.page-power", (card for card in cards if card.kind == "power")),
    }


ACTION = ("action",)
COUNTER = ("counter", "inn-challenge", "elves")
SLASH_COMMANDS = (
    SlashCommand(
        "settle",
        (
            "settle/{cards}",
            "settle/{cards}/{land}",
            "power/match-maker/{cards}",
            "power/match-maker/{cards}/{land}",
        ),
        question_kinds=(*ACTION, "free-settle"),
    ),
    SlashCommand("recruit", ("recruit/{card}/{clan}",), (Param("clan"), Param("card")), ACTION),
    SlashCommand("hire", ("hire/{creature}/{target*}",), question_kinds=ACTION),
    SlashCommand("add", ("add/{card}/{land*}",), (Param("card"), Param("land", optional=True)), ACTION),
    SlashCommand("discard", ("discard/{card}",), question_kinds=ACTION),
    SlashCommand("counter", ("{cards}",), question_kinds=COUNTER),
    SlashCommand("give", ("{cards}",), question_kinds=("give",)),
    SlashCommand("land", ("{land}",), question_kinds=("land",)),
    SlashCommand("inn", ("inn/{card}/{take}",), question_kinds=ACTION),
    SlashCommand(
        "choose",
        ("power/{choice*}", "done/{choice}", "{choice}", "{choice}/top", "{choice}/bottom"),
        question_kinds=tuple(say for say in WORDS.names("now") if say not in (*COUNTER, "give", "land")),
    ),
    SlashCommand("done", ("done",)),
    SlashCommand("pass", ("pass",), question_kinds=ACTION),
)

STARS = (("constellations", True), ("powers", "one"))
EXAMPLES = {
    "set-up": Example(),
    "creatures": Example(answers=9, question_kind="action", players=4, hand=True),
    "settle": Example(answers=20, question_kind="action", players=4),
    "challenge": Example(answers=15, question_kind="counter", players=4),
    "hire": Example(answers=40, question_kind="action", players=4),
    "end": Example(question_kind=OVER),
    "two-rulers": Example(answers=30, question_kind="action", players=2),
    "inn": Example(question_kind="inn-challenge", players=2),
    "constellations": Example(answers=60, question_kind="action", options=STARS),
    "covered": Example(answers=90, question_kind="action"),
}

COVER = Cover(
    look=palette.COVER,
    scene=(
        Sprite(546, 112, 108, "cyk_yedi"),
        Sprite(740, 112, 110, "cyk_hypnogriff"),
        Sprite(612, 44, 170, "cyk_bragon"),
        Sprite(0, 0, 900, "coverfront_cover"),
        Sprite(649, 198, 98, "banner", SEATS[4]),
        Sprite(672, 214, 52, "gem"),
    ),
)

# Pairs, the inn, a challenge, and why to cover a Clan.
LESSON = Lesson(
    deal="lesson 7",
    computers=1,
    picture="both",
    script=(
        "A settle/yedi+yedi",
        "A inn/peglegasus/peglegasus+spydra",
        "B let-go",
        "B settle/terrier+klaken",
        "B recruit/peglegasus/c2",
        "A terrier",
        "B let-go",
        "A settle/pigxie+pigxie/maneland",  # covers the Peglegasi
        "A add/yedi/c1",
        "B inn/uniquehorn/uniquehorn",
        "A let-go",
        "B discard/yedi",  # leaves the Klakens uncovered
        "A recruit/klaken/c3",
        "B let-go",
    ),
)

GAME_UI: GameUI[CoverView] = GameUI(
    game=GAMES["cover-your-kingdom"],
    group="cover",
    look=palette.COVER,
    catalogue=WORDS,
    labels=CoverControls,
    text_renderer=CoverTextRenderer,
    game_over_text=CoverGameOverText,
    poster=pictures.CoverPoster,
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
    page_fields=page_fields,
    log_only_events=("lights", "counts-clan"),
    major_events=("lets-go", "gives-up", "elves-lure", "swaps", "hypnogriff", "inn-takes", "wins-round"),
    minor_events=(
        "you-draw",
        "discards",
        "leaves-on-top",
        "inn-shuffles-back",
        "inn-turns-up",
        "minnowtaur-leaves",
    ),
)
