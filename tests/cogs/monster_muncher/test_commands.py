"""People type Monster Muncher's slash commands: moves, reasons why not, and look-ups."""

import pytest

from engine.monster_muncher.cards import DECKS
from hob.testing.reading import controls_of
from tests.cogs.monster_muncher.evenings import FIVE, more, table
from tests.engine.monster_muncher.laying import Laid


# ---- slash commands
async def test_a_turn_works_by_command() -> None:
    laid = Laid("rotlet rock-rusk nib-nudger", ada="dread-ned lurch-lad", ben="sky-sentry carnival-kip")
    async with table(laid) as (hob, (ada, ben)):
        assert await ada.completes("muncher play", "card") == ["Rotlet", "Rock Rusk", "Nib Nudger"]
        assert await ada.completes("muncher play", "card", "ro") == ["Rotlet", "Rock Rusk"]
        assert await ada.completes("muncher play", "on", card="rock-rusk") == [
            "Rock Rusk on Dread Ned",
            "Rock Rusk on Lurch Lad",
        ]
        assert await ben.completes("muncher play", "card") == ["Ada plays or discards."]
        assert "You can play a card only on your turn. **Ada** plays or discards." in await ben.types(
            "muncher play", card="x"
        )
        await ada.types("muncher play", card="Rotlet")
        assert await ada.completes("muncher use", "target") == ["Sky Sentry 4 (Ben)", "Carnival Kip 4 (Ben)"]
        await ada.types("muncher use", target="carnival kip")
        assert "• Ada destroys Ben's Carnival Kip" in hob.table_text()


async def test_a_snack_is_played_and_an_extra_card_skipped_by_command() -> None:
    laid = Laid("encore-eclair rotlet", ada="dread-ned lurch-lad")
    async with table(laid) as (hob, (ada, _)):
        await ada.types("muncher play", card="encore-eclair", on="Lurch Lad")
        assert "• Ada plays Encore Eclair on Lurch Lad" in hob.table_text()
        assert "**Ada** may play one more card." in hob.table_text()
        await ada.types("muncher skip")
        assert "**Ben** plays or discards." in hob.table_text()
        assert "nothing to skip right now" in await ada.types("muncher skip")


async def test_an_ability_is_declined_or_used_by_command() -> None:
    async with table(Laid("rigor-morris")) as (hob, (ada, _)):
        await ada.types("muncher play", card="rigor-morris")
        assert "**Ada** may use **Rigor Morris**: " in hob.table_text()
        assert [c.label for c in controls_of(hob.table)][:2] == ["Use it", "Don't use it"]
        await ada.types("muncher skip")
        assert "• Ada doesn't use Rigor Morris" in hob.table_text()
    async with table(Laid("rigor-morris")) as (hob, (ada, _)):
        await ada.types("muncher play", card="rigor-morris")
        await ada.types("muncher use")
        assert "doesn't use" not in hob.table_text() and "**Ben** plays or discards." in hob.table_text()


async def test_discarding_drawing_and_destroying_work_by_command() -> None:
    row = "lurch-lad[rock-rusk,trio-taffy,full-tray] dread-ned"
    laid = Laid("duke-doppel", ada=row, ben="sky-sentry[bolt-brittle] cloud-cruncher", hands={"ben": "sour-spit"})
    async with table(laid) as (hob, (ada, ben)):
        await ada.types("muncher play", card="duke doppel")
        await ada.types("muncher use", target="dread-ned/sky-sentry")
        assert await ada.completes("muncher destroy", "snack", "trio") == ["Trio Taffy on Lurch Lad (Ada)"]
        await ada.types("muncher destroy", snack="trio taffy")
        assert "• Ada has too many Snacks and destroys Trio Taffy" in hob.table_text()
        await ben.types("muncher draw")
        assert "• Ben draws a card and ends the turn" in hob.table_text()
        card = DECKS["hob"][(await hob.session()).g.hands[0][0]]
        await ada.types("muncher discard", card=card.name)
        assert f"• Ada discards {card.name}" in hob.table_text()


async def test_cards_and_rules_are_looked_up() -> None:
    async with table() as (hob, (ada, _)):
        text = await ada.types("muncher card", name="beauty ribs")
        assert (
            "Snack, tier 4." in text and "announce it to buff this Snack's Monster by 1" in text and "stand-in" in text
        )
        assert "Where the cards come from" in await ada.types("muncher rules", page="cards")
        assert "**Deck** 72 " in await ada.clicks("Table as text", on=await more(ada, hob))


# ---- why not
@pytest.mark.parametrize(
    ("laid", "typed", "why"),
    [
        (Laid("rotlet", ada=FIVE), {"card": "rotlet"}, "You have 5 Monsters in play"),
        (
            Laid("rotlet", ada="dread-ned"),
            {"card": "rotlet", "on": "dread-ned"},
            "You can only replace a Monster when you have 5",
        ),
        (Laid("rock-rusk"), {"card": "rock-rusk"}, "To play a Snack, you need a Monster"),
        (Laid("rock-rusk", ada="dread-ned[trio-taffy]"), {"card": "rock-rusk", "on": "Trio Taffy"}, "when you have 3"),
        (
            Laid("rock-rusk", ada="dread-ned[trio-taffy,full-tray,bolt-brittle]"),
            {"card": "rock-rusk", "on": "dread ned"},
            "You have 3 Snacks in play",
        ),
        (Laid("rotlet"), {"card": "Dread Ned"}, "Dread Ned isn't in your hand."),
        (
            Laid("rock-rusk", ada="dread-ned", ben="lurch-lad"),
            {"card": "rock-rusk", "on": "lurch-lad"},
            "Lurch Lad isn't in your row",
        ),
    ],
)
async def test_an_unplayable_card_is_refused_with_its_reason(laid: Laid, typed: dict[str, str], why: str) -> None:
    async with table(laid) as (_, (ada, _ben)):
        answer = await ada.types("muncher play", **typed)
        assert why in answer and "Your turn" in answer


async def test_an_illegal_target_is_refused_with_its_reason() -> None:
    laid = Laid("moldy-molly rotlet", ada="sky-sentry", ben="king-kerfuffle dread-ned* lurch-lad prankle")
    async with table(laid) as (hob, (ada, _ben)):
        await ada.types("muncher play", card="moldy-molly")
        assert "King Kerfuffle's raw hunger is above 4." in await ada.types("muncher use", target="king-kerfuffle")
        assert "Dread Ned is fully protected." in await ada.types("muncher use", target="dread ned")
        assert "This part of the ability doesn't work on Sky Sentry" in await ada.types(
            "muncher use", target="sky sentry"
        )
        assert "Rotlet isn't in play." in await ada.types("muncher use", target="rotlet")
        assert "There's no target called “somebody”" in await ada.types("muncher use", target="somebody")
        assert "Which target? You can choose: Lurch Lad 4 (Ben), Prankle 3 (Ben)." in await ada.types("muncher use")
        assert "King Kerfuffle's raw hunger is above 4." in await ada.clicks("Rules", on=hob.table)


async def test_a_bounced_card_is_locked_and_can_only_be_discarded() -> None:
    laid = Laid("boulder-bo", hands={"ben": "nib-nudger rock-rusk"}, ben="dread-ned sky-sentry")
    async with table(laid) as (hob, (ada, ben)):
        await ada.selects("Boulder Bo")
        await ada.clicks("Dread Ned 4 (Ben)", on=hob.table)
        hand = await ben.clicks("My hand", on=hob.table)
        assert "Locked until this turn is over: Dread Ned." in hand
        assert "Dread Ned: Locked until this turn is over" in hand  # in the select to discard
        why = await ben.types("muncher play", card="dread-ned")
        assert "Dread Ned was bounced and is locked until this turn is over." in why
        assert "known cards in hand: Dread Ned (locked)" in await ada.clicks("Table as text", on=await more(ada, hob))
        await ben.types("muncher discard", card="dread-ned")
        assert "• Ben discards Dread Ned" in hob.table_text()


async def test_a_card_bounced_on_your_own_turn_is_locked_through_the_next() -> None:
    async with table(Laid("slate-sly rotlet", ada="sky-sentry")) as (hob, (ada, _)):
        await ada.selects("Slate Sly")
        await ada.clicks("Sky Sentry 4 (Ada)", on=hob.table)
        assert "Locked until your next turn is over: Sky Sentry." in await ada.clicks("My hand", on=hob.table)
        why = await ada.types("muncher play", card="sky-sentry")
        assert "Sky Sentry was bounced and is locked until your next turn is over." in why


async def test_the_rules_list_playable_cards_and_reasons_for_the_others() -> None:
    laid = Laid("boulder-bo", hands={"ben": "nib-nudger rock-rusk"}, ben="dread-ned")
    async with table(laid) as (hob, (ada, ben)):
        await ada.selects("Boulder Bo")
        await ada.clicks("Dread Ned 4 (Ben)", on=hob.table)
        page = await ben.clicks("Rules", on=hob.table)
        play, discard = page.split("**Play…**")[1].split("**Discard…**")
        assert "• **Nib Nudger**: Peon, 1 hunger" in play and "Rock Rusk" not in play and "Dread Ned" not in play
        discard, impossible = discard.split("Not possible now:")
        assert "• **Nib Nudger**\n• **Rock Rusk**: +1" in discard, "a text that stands above isn't repeated"
        assert all(f"• **{name}**" in discard for name in ("Nib Nudger", "Rock Rusk", "Dread Ned"))
        why = "To play a Snack, you need a Monster in play."
        assert f"• **Play Rock Rusk**: {why}" in impossible
        assert "**: Dread Ned was bounced and is locked" in impossible and "no Monsters in hand" in impossible


async def test_the_table_omits_routine_draws() -> None:
    async with table(Laid("gravel-gus lurch-lad", ben="dread-ned sky-sentry")) as (hob, (ada, _)):
        await ada.selects("Gravel Gus")
        await ada.clicks("Dread Ned 4 (Ben)", on=hob.table)
        assert "• Gravel Gus lets Ada draw a card" in hob.table_text() and "Ada draws" not in hob.table_text()
        assert "Ada draws a card" in await ada.clicks("Log", on=hob.table)


async def test_drawing_is_allowed_only_with_a_hand_of_snacks() -> None:
    async with table(Laid("rotlet rock-rusk")) as (_, (ada, _ben)):
        assert "if you have no Monsters in hand" in await ada.types("muncher draw")
