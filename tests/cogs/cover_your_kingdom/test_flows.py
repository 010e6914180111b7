"""People play Cover Your Kingdom: buttons, selects, slash commands, messages."""

import contextlib
import random
import re
from typing import Any

from bot.errors import UserError
from engine.ai import random_action
from hob.testing.play import Evening, play_on, play_some, playing
from hob.testing.reading import controls_of, menu_with, words_of
from tests.cogs.cover_your_kingdom.evenings import (
    ARTHUR,
    CALVIN,
    LARISSA,
    NAMES,
    court,
    inn,
    larissa,
    last,
    lay,
    reads_last,
    table_of,
)
from tests.engine.cover_your_kingdom.table import arrange


def without_ids(text: str) -> str:
    """Replace the ids of Discord, tables and shuffles, which differ between runs."""
    return re.sub(r"\d{9,}|/(webhooks|interactions)/.*|Table [0-9A-Z]{6}", "#", text)


# ---- whole games
def shorten(g: Any) -> None:
    """Discard the first 62 cards of the deck."""
    g.gone, g.deck = g.deck[:62], g.deck[62:]


async def test_two_players_and_a_computer_finish_a_game_by_buttons() -> None:
    async with playing("Ada", "Ben", command="cover", computers=1, moment=1.0) as hob:
        await hob.lay(shorten)
        assert await play_on(hob, random.Random(4), 900) > 20
        session, text = await hob.session(), hob.table_text()
        assert session.status == "over" and session.g is not None and not session.g.deck  # type: ignore[attr-defined]
        assert re.search(r"wins? (Cover Your Kingdom )?with \d+ magic", text)
        assert "Highland " in text
        await hob.settle()
        for name in ("Ada", "Ben"):
            assert "The game is over: " in reads_last(hob[name])
            assert not any(control.answers for control in controls_of(last(hob[name])))
        await hob["Ben"].clicks("Play again", on=hob.table)
        assert "Same table again?" in hob.table_text() and "Options: Pictures: off" in hob.table_text()


async def test_two_rulers_play_both_advanced_sets_through_a_restart() -> None:
    async with playing("Ada", "Ben", command="cover", moment=1.0) as hob:

        def advance(g: Any) -> None:
            shorten(g)
            g.powers, g.constellations = [["wiizzz", "equinity"], ["dissedhard", "mighty-swine"]], True

        await hob.lay(advance)
        assert await play_some(hob, random.Random(1), 12) == 12
        await hob.restart()
        await hob.settle()
        await play_on(hob, random.Random(2), 400)
        assert (await hob.session()).status == "over"
        assert "magic" in hob.table.embeds[0].title


async def test_only_the_player_sees_the_card_drawn_after_a_discard() -> None:
    laid = arrange(3, {0: "bragon klaken pigxie", 1: "yedi bragon", 2: "yedi klaken"}, deck="yedi yedi yedi spydra")
    async with court(laid) as hob:
        ada = hob["Ada"]
        assert "You draw a Spydra" in await ada.types("cover discard", card="bragon")
        assert "\n• You draw a Spydra" in reads_last(ada)
        await ada.types("cover done")
        await hob["Ben"].types("cover discard", card="bragon")
        assert "You draw 3 Yedis" in reads_last(ada), "the refilled hand is also shown until the player's next choice"
        assert "You draw a Spydra" not in reads_last(ada), "that was another choice"
        others = [reads_last(hob["Ben"]), reads_last(hob["Cara"]), hob.table_text(), await hob["Ben"].types("hob log")]
        assert not any("You draw a Spydra" in said for said in others)


async def test_the_lobby_shows_only_changed_options_in_words() -> None:
    async with playing("Ada", "Ben", "Cara", command="cover") as hob:
        await hob["Ada"].types("hob end")
        await hob["Ada"].clicks("End it")
        await hob["Ada"].clicks("Play again", on=hob.table)
        await hob["Ada"].clicks("Options")
        await hob["Ada"].selects("Length: first to 2 wins")
        await hob["Ada"].clicks("Powers: off")
        await hob["Ada"].clicks("Constellations: off")
        text = hob.table_text()
        assert "Length: first to 2 wins" in text and "Powers: one each" in text and "Constellations: on" in text
        assert "Covered Clans" not in text and "Two Rulers refill to" not in text, "they are as usual"


async def test_table_hand_and_kingdom_pictures_have_alt_texts() -> None:
    async with court(arrange(5, CALVIN, ARTHUR), pictures=True) as hob:
        image = hob.table.embeds[0].to_dict()["image"]
        assert image["description"].startswith("Cover Your Kingdom. Ada, action 1 of 2. Deck: ") and image["url"]
        assert "Highland, Sighclops on top, 3 cards, 15 magic, gem underneath: 15" in image["description"]
        await hob["Ada"].clicks("My hand", on=hob.table)
        hand = hob["Ada"].seen[-1].embeds[0].to_dict()["image"]["description"]
        assert hand.startswith("Your hand: Bragon, 15 magic, Highland; 2 Hentaurs, 10 magic each, Either Land;")
        await hob["Cara"].clicks("Zoom in", on=hob.table)
        await hob["Cara"].selects("Ben", on=hob["Cara"].seen[-1])
        closer = hob["Cara"].seen[-1].embeds[0].to_dict()
        assert closer["title"] == "Ben" and closer["image"]["url"]
        assert closer["image"]["description"].startswith("Ben, 6 cards: Highland, Sighclops on top")


# ---- a turn
async def test_a_card_with_several_targets_takes_an_extra_press() -> None:
    kingdoms = {0: {"highland": ["yedi yedi"]}, 1: {"highland": ["bragon bragon"], "lowland": ["klaken klaken"]}}
    kingdoms[2] = {"highland": ["sighclops sighclops"], "lowland": ["vulcent vulcent"]}
    async with court(arrange(3, {0: "spydra terrier", 1: "yedi", 2: "yedi"}, kingdoms)) as hob:
        ada = hob["Ada"]
        await ada.selects("Terrier…", on=last(ada))
        await ada.clicks("Back", on=last(ada))
        await ada.selects("Terrier…", on=last(ada))
        menu = menu_with(last(ada), "Ben's Klakens (30)")
        assert menu is not None and menu.placeholder == "Terrier: choose…"
        await ada.selects("Ben's Klakens (30)", on=last(ada))
        assert "**Ben** may counter Ada's Terrier." in hob.table_text()
        await ada.forges(menu.custom_id, last(ada), "recruit/terrier/c3")  # the same press again
        assert "That choice is no longer open." not in reads_last(ada)
        await ada.forges(menu.custom_id, last(ada), "recruit/terrier/c4")
        assert "That choice is no longer open." in reads_last(ada)


async def test_the_sample_turn_takes_two_presses() -> None:
    """Calvin's sample turn: the Wiizzaard brings the Bragons up, and a Bragon goes for them."""
    async with court(arrange(5, CALVIN, ARTHUR)) as hob:
        ada = hob["Ada"]
        assert "Your turn: take up to 2 actions." in reads_last(ada)
        await ada.selects("Wiizzaard: Ben's bottom Highland Clan to the top", on=last(ada))
        assert "• Ada's Wiizzaard moves the bottom Clan of Ben's Highland to the top: Bragons" in hob.table_text()
        assert "Your turn: you may take one more action." in reads_last(ada)
        await ada.selects("Bragon: Ben's Bragons (30)", on=last(ada))
        assert "**Ben** may counter Ada's Bragon." in hob.table_text()


async def test_a_turn_can_be_ended_after_one_action() -> None:
    async with court(arrange(5, CALVIN, ARTHUR)) as hob:
        ada = hob["Ada"]
        assert "End turn" not in [control.label for control in controls_of(last(ada))]
        await ada.selects("Klaken to Klakens (30)", on=last(ada))
        assert "3 cards, 3 Clans" not in hob.table_text() and "B Ben, 6 cards, 3 Clans" in hob.table_text()
        await ada.clicks("End turn", on=last(ada))
        assert "**Ben**'s turn: action 1 of 2." in hob.table_text()


async def test_a_panel_accepts_presses_only_from_its_owner_and_while_open() -> None:
    async with court(arrange(5, CALVIN, ARTHUR)) as hob:
        ada, ben = hob["Ada"], hob["Ben"]
        menu = menu_with(last(ada), "Bragon (15)")
        assert menu is not None
        await ben.forges(menu.custom_id, last(ben), "discard/bragon")
        assert "That's Ada's choice." in reads_last(ben)
        await ada.selects("Bragon (15)", on=last(ada))
        await ada.clicks("End turn", on=last(ada))
        await ada.forges(menu.custom_id, last(ada), "discard/klaken")
        assert "That choice is no longer open. **Ben**'s turn: action 1 of 2." in reads_last(ada)


async def test_an_overlong_select_is_split_into_steps() -> None:
    """Extra Features with eight Rulers: more than forty ways to hire."""
    kingdoms = {seat: {"highland": ["yedi yedi"], "lowland": ["leprecon leprecon"]} for seat in range(1, 6)}
    laid = arrange(8, {0: "wiizzaard hypnogriff yedi"}, kingdoms, powers={0: "extra-features"})
    assert len(laid.options(0, "hire")) > 25
    async with court(laid) as hob:
        ada = hob["Ada"]
        await ada.selects("Wiizzaard", on=last(ada))
        assert menu_with(last(ada), "Wiizzaard as Minnowtaur") is not None
        await ada.clicks("Back", on=last(ada))
        await ada.selects("Wiizzaard", on=last(ada))
        await ada.selects("Wiizzaard as Hypnogriff…", on=last(ada))
        await ada.selects("3 cards from Ben's hand", on=last(ada))
        assert "• Ada uses Extra Features: a Wiizzaard works as a Hypnogriff" in hob.table_text()
        assert "• Ada hires a Hypnogriff, takes 3 cards from Ben and gives 3 back" in hob.table_text()


# ---- the challenge
async def test_larissas_challenge_is_fought_in_four_presses() -> None:
    async with court(larissa()) as hob:
        ada, ben = hob["Ada"], hob["Ben"]
        await ada.selects("Bragon: Ben's Bragons (30)", on=last(ada))
        assert "Ada plays a Bragon for your Bragons in the Highland. At stake: 3 cards, 45 magic." in reads_last(ben)
        await ben.clicks("Spydra", on=last(ben))
        assert "Ben plays a Spydra for the Bragons in Ben's Highland. At stake: 4 cards, 85 magic." in reads_last(ada)
        assert [c.label for c in controls_of(last(ada)) if c.answers] == ["Bragon + Terrier", "Let it go"]
        await ada.clicks("Bragon + Terrier", on=last(ada))
        await ben.clicks("Let it go, just this once", on=last(ben))
        assert "• Ben lets it go: Ada wins the Bragons (6 cards) for their Highland" in hob.table_text()
        assert "**Ada**'s turn: action 2 of 2." in hob.table_text()
        g = await table_of(hob)
        assert g.kingdoms[0]["highland"][-1].cards == ["spydra", "terrier", *["bragon"] * 4]


async def test_a_challenge_of_five_exchanges_survives_a_restart_after_each_card() -> None:
    laid = larissa(Ada="bragon bragon bragon", Ben="bragon bragon yedi")
    async with court(laid) as hob:
        ada, ben = hob["Ada"], hob["Ben"]
        await ada.selects("Bragon: Ben's Bragons (30)", on=last(ada))
        for cards, person in enumerate((ben, ada, ben, ada), 4):
            await hob.restart()
            await hob.settle()
            assert f"{cards - 1} cards, {15 * (cards - 1)} magic." in reads_last(person)
            await person.clicks("Bragon", on=last(person))
        await hob.restart()
        await hob.settle()
        await ben.clicks("Let it go, just this once", on=last(ben))
        assert "Ada wins the Bragons (7 cards) for their Highland" in hob.table_text()


async def test_a_ruler_without_an_answer_is_asked_all_the_same() -> None:
    """The others can't tell by the text, nor by the timing and number of messages."""
    calls, texts = [], []
    for held in ("spydra yedi", "yedi yedi"):
        async with court(larissa(Ben=held)) as hob:
            await hob["Ada"].selects("Bragon: Ben's Bragons (30)", on=last(hob["Ada"]))
            await hob.settle()
            calls.append([(call.method, without_ids(call.path)) for call in hob.discord.http_requests])
            texts.append([without_ids(hob[name].reads()) for name in ("Ada", "Cara")])
            label = "Let it go" if "spydra" in held else "Let it go, just this once"
            await hob["Ben"].clicks(label, on=last(hob["Ben"]))
            assert "Ben lets it go" in hob.table_text()
    assert calls[0] == calls[1] and texts[0] == texts[1]


async def test_elves_are_answered_in_the_dm() -> None:
    laid = arrange(3, {0: "elves yedi", 1: "bragon terrier", 2: "vulcent"}, LARISSA)
    async with court(laid) as hob:
        ada, ben = hob["Ada"], hob["Ben"]
        await ada.selects("Elves: Ben's Bragons (30)", on=last(ada))
        assert "Ada's Elves want to lure your Bragons away: 2 cards, 30 magic." in reads_last(ben)
        assert [c.label for c in controls_of(last(ben)) if c.answers] == ["Bragon + Terrier", "Let them go"]
        await ben.clicks("Bragon + Terrier", on=last(ben))
        assert "• Ben gives up a Bragon and a Terrier to defend the Bragons against Ada's Elves" in hob.table_text()


async def test_the_winner_of_an_either_land_clan_picks_its_land_on_the_table() -> None:
    kingdoms = {0: {"highland": ["yedi yedi"]}, 1: {"highland": ["hentaur hentaur"], "lowland": ["klaken klaken"]}}
    async with court(arrange(3, {0: "hentaur yedi", 1: "vulcent"}, kingdoms)) as hob:
        await hob["Ada"].selects("Hentaur: Ben's Hentaurs (20)", on=last(hob["Ada"]))
        await hob["Ben"].clicks("Let it go, just this once", on=last(hob["Ben"]))
        assert "**Ada** chooses a Land for the Hentaurs." in hob.table_text()
        await hob["Ada"].clicks("Lowland, still empty", on=hob.table)
        assert "Ada wins the Hentaurs (3 cards) for their Lowland" in hob.table_text()


# ---- the Hypnogriff, and secrets
async def test_cards_given_back_are_seen_only_by_the_two_rulers_involved() -> None:
    laid = arrange(3, {0: "hypnogriff yedi yedi leprecon", 1: "bragon klaken spydra", 2: "vulcent"})
    async with court(laid) as hob:
        ada, ben, cara = hob["Ada"], hob["Ben"], hob["Cara"]
        await ada.selects("Hypnogriff: 3 cards from Ben's hand", on=last(ada))
        await hob.restart()
        await hob.settle()
        assert "Ada takes a Bragon, a Klaken and a Spydra from Ben" in reads_last(ada)
        assert "Give 3 cards back to Ben." in reads_last(ada)
        await ada.selects("Yedi", "Second Yedi", "Klaken", on=last(ada))
        g = await table_of(hob)
        assert g.hands[0] == ["bragon", "leprecon", "spydra"] and g.hands[1] == ["yedi", "yedi", "klaken"]
        assert "Ada gives 2 Yedis and a Klaken back to Ben (only you see this)" in await ben.clicks("Log", on=hob.table)
        everything = hob.table_text() + await cara.clicks("Log", on=hob.table) + await cara.types("cover hand")
        assert "Ada hires a Hypnogriff, takes 3 cards from Ben and gives 3 back" in everything
        assert not re.search("Klaken|Spydra|Bragon|Yedi", everything)


async def test_hands_of_others_appear_nowhere() -> None:
    laid = arrange(3, {0: "bragon klaken wiizzaard", 1: "yedi", 2: "vulcent"})
    async with court(laid, pictures=True) as hob:
        for name in ("Ben", "Cara"):
            person = hob[name]
            said = [await person.clicks(label, on=hob.table) for label in ("My hand", "Rules", "Zoom in", "More")]
            said += [await person.clicks("Table as text"), await person.clicks("More", on=hob.table)]
            said += [await person.clicks("Log"), await person.types("cover hand"), hob.table_text()]
            assert not [text for text in said if re.search("Bragon|Klaken|Wiizzaard", text)]
            assert await person.completes("cover settle", "cards") == ["Ada's turn: action 1 of 2."]


async def test_a_player_with_closed_dms_counters_through_my_hand() -> None:
    async with playing(*NAMES[:3], command="cover") as hob:
        ben = hob["Ben"]
        ben.closes_messages()
        await lay(hob, larissa())
        await hob["Ada"].selects("Bragon: Ben's Bragons (30)", on=last(hob["Ada"]))
        await hob.passes(70)
        assert "Ada plays a Bragon for your Bragons" in await ben.clicks("My hand", on=hob.table)
        await ben.clicks("Spydra", on=ben.seen[-1])
        assert "**Ada** may counter Ben's Spydra." in hob.table_text()


# ---- two Rulers
async def test_mobgoblins_at_the_inn_make_both_rulers_choose_simultaneously() -> None:
    async with court(inn()) as hob:
        ada, ben = hob["Ada"], hob["Ben"]
        await ada.selects("Bragon → Bragon (inn)", on=last(ada))
        assert "Ada recruits from the inn with a Bragon. At stake: 2 cards, 30 magic. You may challenge." in reads_last(
            ben
        )
        await ben.clicks("Let it go", on=last(ben))
        assert (
            "Mobgoblins are at the inn. Each Ruler takes one of their rival's top Clans: … Ada · … Ben"
            in hob.table_text()
        )
        await ben.clicks("B: Ada's Bragons (30)", on=hob.table)
        await hob.restart()
        await hob.settle()
        assert (
            "Mobgoblins are at the inn. Each Ruler takes one of their rival's top Clans: … Ada · ✓ Ben"
            in hob.table_text()
        )
        assert "You chose: Ada's Bragons (30)." in await ben.clicks("My hand", on=hob.table)
        await ben.clicks("Ada's VulcEnts (10)", on=ben.seen[-1])  # he changes his choice while Ada still chooses
        await ada.clicks("Ben's Lowland Pigxies (15)", on=hob.table)
        assert "Ben takes Ada's VulcEnts (2 cards)" in hob.table_text()
        assert "**Ada** chooses a Land for the Pigxies." in hob.table_text()
        await ada.clicks("Maneland, still empty", on=hob.table)
        g = await table_of(hob)
        assert g.kingdoms[0]["maneland"][0].species == "pigxie" and g.kingdoms[1]["lowland"][-1].species == "vulcent"


# ---- powers
async def test_dissedhard_offers_extra_discards_when_ending_the_turn() -> None:
    laid = arrange(3, {0: "bragon bragon klaken spydra yedi"}, powers={0: "dissedhard"})
    async with court(laid) as hob:
        ada = hob["Ada"]
        await ada.selects("Yedi (5)", on=last(ada))
        await ada.clicks("End turn…", on=last(ada))
        assert [c.label for c in controls_of(last(ada)) if c.label] == ["Discard none", "Back"]
        await ada.clicks("Back", on=last(ada))
        await ada.clicks("End turn…", on=last(ada))
        await ada.selects("Bragon", "Klaken", on=last(ada))
        assert "• Ada discards a Bragon" in hob.table_text() and "• Ada discards a Klaken" in hob.table_text()
        assert "**Ada** decides which of the two discards goes on top: Bragon and Klaken." in hob.table_text()
        assert "Which card goes on top of the discard pile?" in reads_last(ada)
        await ada.clicks("Bragon", on=hob.table)
        assert "• Ada puts the Bragon on top of the discard pile" in hob.table_text()
        assert "**Ben**'s turn: action 1 of 2." in hob.table_text()
    async with court(laid) as hob:
        ada = hob["Ada"]
        await ada.types("cover discard", card="yedi")
        await ada.types("cover discard", card="bragon")
        assert "You may discard one or two Creatures before your turn ends." in reads_last(ada)
        await ada.clicks("End turn", on=last(ada))
        assert "**Ben**'s turn: action 1 of 2." in hob.table_text()


# ---- looking things up
async def test_rules_cards_and_the_table_as_text() -> None:
    async with court(arrange(5, CALVIN, ARTHUR)) as hob:
        ada = hob["Ada"]
        now = await ada.clicks("Rules", on=hob.table)
        assert "Now\nYour turn: take up to 2 actions.\n" in now and "Recruit Ben's Hentaurs (20) with a Hentaur" in now
        assert "A **Spydra** counts as two cards." in await ada.types("cover rules", page="the challenge")
        said = await ada.types("cover card", name="Grumbledalf's Elves")
        assert "A rival's top Clan leaves the game" in said and "2 copies in the deck" in said
        assert "Kingdom power" in await ada.types("cover card", name="wiizzz kid")
        await ada.clicks("More", on=hob.table)
        words = await ada.clicks("Table as text")
        assert "• Highland, Sighclops on top, 3 cards, 15 magic, gem underneath: 15" in words


# ---- the end
async def test_the_last_card_ends_the_game_and_shows_the_result() -> None:
    laid = arrange(3, {0: "klaken", 1: "", 2: ""}, ARTHUR, deck="", powers={1: "mighty-swine"})
    async with court(laid, pictures=True) as hob:
        await hob["Ada"].selects("Klaken to Klakens (30)", on=last(hob["Ada"]))
        await hob.settle()
        assert hob.table.embeds[0].title == "Ben wins Cover Your Kingdom with 65 magic"
        text = await hob["Cara"].clicks("Score", on=hob.table)
        assert "1. Ben 65: Highland 45: 2 Bragons (30), 3 Sighclops (15)\nLowland 20: 2 Hentaurs (20)" in text
        assert "2. Ada 45: Lowland 45: 3 Klakens (45)" in text and "3. Cara 0: –" in text
        await hob["Cara"].clicks("More", on=hob.table)
        assert "Ben has 65 magic with 7 Creatures" in await hob["Cara"].clicks("Log")


async def test_a_contest_goes_on_with_the_next_round() -> None:
    laid = arrange(3, {0: "klaken", 1: "", 2: ""}, ARTHUR, deck="", contest="two")
    async with court(laid) as hob:
        await hob["Ada"].selects("Klaken to Klakens (30)", on=last(hob["Ada"]))
        await hob.settle()
        *_, sheet, table = hob.channel.history()
        assert table.id == hob.table.id  # below the sheet, where players see it
        assert sheet.embeds[0].title == "Ben wins round 1 with 65 magic" and not sheet.components
        assert [field.name for field in sheet.embeds[0].fields] == ["Ben 65", "Ada 45", "Cara 0"]
        assert "Highland 45: 2 Bragons (30), 3 Sighclops (15) · Lowland 20: 2 Hentaurs (20)" in words_of(sheet)
        await hob.restart()
        await hob.settle()
        assert [message.id for message in hob.channel.history()[-2:]] == [sheet.id, table.id]  # posted once
        text = words_of(table)
        assert "• Ben wins round 1 with 65 magic" in text and "round 2 of 2" in text
        await hob["Ada"].clicks("More", on=table)
        assert "**Round 1** Ada 45, Ben 65, Cara 0; won by Ben" in await hob["Ada"].clicks("Table as text")
        assert "Your turn" in words_of(last(await hob.asked()))


async def ask_to_undo_the_round(hob: Evening) -> None:
    """Let Ada end the round, and ask the others to undo it."""
    ada = hob["Ada"]
    await ada.selects("Klaken to Klakens (30)", on=last(ada))
    await hob.settle()
    await ada.types("hob take-back")
    await ada.clicks("Ask to undo", on=ada.seen[-1])


async def end_the_round_again(hob: Evening) -> None:
    """Agree to the undo and end the round again, while an update of the vote's message takes a minute."""
    path = f"/channels/{hob.channel.id}/messages/{hob.channel.last_message.id}"
    hob.discord.discord.faults.fail("PATCH", path, delay=60)
    for name in ("Ben", "Cara"):
        await hob[name].clicks("Agree")
    await hob["Ada"].types("cover discard", card="klaken")
    await hob.passes(90)


async def test_a_round_that_is_undone_and_ends_again_corrects_its_sheet() -> None:
    laid = arrange(3, {0: "klaken", 1: "", 2: ""}, ARTHUR, deck="", contest="two")
    async with court(laid) as hob:
        await ask_to_undo_the_round(hob)
        await end_the_round_again(hob)
        [sheet] = [message for message in hob.channel.history() if "wins round" in (message.embeds[0].title or "")]
        assert [field.name for field in sheet.embeds[0].fields] == ["Ben 65", "Ada 30", "Cara 0"]


async def test_a_corrected_sheet_has_the_embed_that_a_moderator_removed() -> None:
    laid = arrange(3, {0: "klaken", 1: "", 2: ""}, ARTHUR, deck="", contest="two")
    async with court(laid) as hob:
        await ask_to_undo_the_round(hob)
        sheet = next(message for message in hob.channel.history() if "wins round" in words_of(message))
        await hob.person("Mia", manage_messages=True).user.remove_embeds(sheet)
        await end_the_round_again(hob)
        [sheet] = [message for message in hob.channel.history() if message.id == sheet.id]
        assert [field.name for field in sheet.embeds[0].fields] == ["Ben 65", "Ada 30", "Cara 0"]


async def test_a_sheet_whose_embed_a_moderator_removed_comes_back_once() -> None:
    laid = arrange(3, {0: "klaken", 1: "", 2: ""}, ARTHUR, deck="", contest="two")
    async with court(laid) as hob:
        await hob["Ada"].types("cover discard", card="klaken")
        *_, sheet, table = hob.channel.history()
        moderator = hob.person("Mia", manage_messages=True).user
        for embeds in (1, 0):  # if they remove it again, they mean it
            await moderator.remove_embeds(sheet)
            await hob.settle()
            assert [message.id for message in hob.channel.history()][-2:] == [sheet.id, table.id]
            [sheet] = [message for message in hob.channel.history() if message.id == sheet.id]
            assert len(sheet.embeds) == embeds


async def test_an_undone_round_gets_a_new_score_sheet_when_it_ends() -> None:
    laid = arrange(3, {0: "klaken", 1: "", 2: ""}, ARTHUR, deck="", contest="two")
    async with court(laid) as hob:
        await ask_to_undo_the_round(hob)
        for name in ("Ben", "Cara"):
            await hob[name].clicks("Agree")
        await hob.settle()
        assert "wins round" not in "".join(map(words_of, hob.channel.history()))
        await hob["Ada"].types("cover discard", card="klaken")
        await hob.settle()
        *_, sheet, table = hob.channel.history()
        assert table.id == hob.table.id and "round 2 of 2" in words_of(table)
        assert [field.name for field in sheet.embeds[0].fields] == ["Ben 65", "Ada 30", "Cara 0"]


async def test_an_undo_into_the_first_round_deletes_the_sheets_of_all_rounds() -> None:
    """A computer plays the second round for Ada, so that her last answer ended the first."""
    laid = arrange(2, {0: "klaken", 1: ""}, {0: {"lowland": ["klaken klaken"]}}, deck="", contest="three")
    async with court(laid) as hob:
        ada, ben, luck = hob["Ada"], hob["Ben"], random.Random(1)
        await ada.types("cover discard", card="klaken")
        await ada.types("hob seat", to="computer")
        session = await hob.session()
        while len((await table_of(hob)).rounds) < 2:
            [seat, *_] = session.view().waiting
            person, option = session.info.seats[seat], random_action(session.view(seat), luck.getrandbits(32))
            with hob.discord.at_work(), contextlib.suppress(UserError):  # the computer may have answered already
                await hob.app.sessions.answer(session, seat, option, None, None if person.away else person.person)
        await hob.settle()
        sheets = {message.id for message in hob.channel.history() if message.embeds} - {hob.table.id}
        assert len(sheets) == 2
        await ada.types("hob seat", to="me")
        await ada.types("hob take-back")
        await ada.clicks("Ask to undo", on=ada.seen[-1])
        await ben.clicks("Agree")
        await hob.settle()
        assert not sheets & {message.id for message in hob.channel.history()}
        await ada.types("cover discard", card="klaken")
        await hob.settle()
        assert len([message for message in hob.channel.history() if message.embeds]) == 2, "a sheet and the table"
