"""People play Kingdom's Candy: Monsters with buttons and selects, and get no unnecessary messages."""

import random
import re

from hob.testing.play import Evening, play_on, play_some
from hob.testing.reading import controls_of, menu_with, words_of
from tests.cogs.kingdoms_candy.evenings import all_messages, castle, lay, panel, state
from tests.engine.kingdoms_candy.laying import empty, table, villain


def entries(message: object, label: str) -> list[str]:
    menu = menu_with(message, label)
    assert menu is not None
    return [text for text, _, _ in menu.options]


def button(message: object, label: str) -> str:
    return next(control.custom_id for control in controls_of(message) if control.label == label)


async def press_on(hob: Evening) -> None:
    """Let the asked player collect, or press the first answer."""
    person = await hob.asked()
    labels = [control.label for control in controls_of(hob.table) if control.answers]
    await person.clicks("Collect 5" if "Collect 5" in labels else labels[0], on=hob.table)


# ---- whole games
async def test_three_players_and_a_computer_finish_a_game_by_buttons() -> None:
    async with castle(people=3, computers=1, moment=1.0) as hob:
        assert await play_on(hob, random.Random(3)) >= 3 * 10
        session, text = await hob.session(), hob.table_text()
        assert session.status == "over" and session.g is not None and 10 <= session.g.round <= 12  # type: ignore[attr-defined]
        assert " wins Kingdom's Candy: Monsters (" in text or "share the win" in text
        assert "Monsters " in text and not re.search(r"(tokens|cubes|Abilities) 0", text)
        assert all(not person.messages for person in hob.people.values())
        assert "This game is over." in await hob["Ada"].types("kingdom collect")
        await hob["Ben"].clicks("Play again", on=hob.table)
        assert "Same table again?" in hob.table_text()


async def test_five_players_continue_after_a_restart() -> None:
    async with castle(people=5) as hob:
        for _ in range(7):
            await press_on(hob)
        before, shown = hob.table_text(), [message.id for message in hob.channel.history()]
        await hob.restart()
        await hob.settle()
        assert hob.table_text() == before and [message.id for message in hob.channel.history()] == shown
        assert await play_some(hob, random.Random(8), 12) == 12
        assert (await hob.session()).playing and hob.table_text() != before


async def test_table_panel_and_card_pictures_have_alt_texts() -> None:
    async with castle(people=3, pictures=True) as hob:
        image = hob.table.embeds[0].to_dict()["image"]
        assert image["url"] and "'s turn. Kingdom: 11" in image["description"]
        for _ in range(4):
            await press_on(hob)
        assert "Event: " in hob.table.embeds[0].to_dict()["image"]["description"]
        await panel(hob, "Ada")
        mine = hob["Ada"].seen[-1].embeds[0].to_dict()["image"]
        assert mine["url"] and mine["description"].startswith("Your cards. ")
        assert "Magmot: Monster. Red 2" in await hob["Ben"].types("kingdom card", name="magmot")
        assert hob["Ben"].seen[-1].embeds[0].to_dict()["image"]["url"]


# ---- no secrets, no direct messages
async def test_no_direct_message_is_ever_sent() -> None:
    async with castle(people=3, computers=1) as hob:
        hob["Ada"].closes_messages()
        assert "by DM" not in all_messages(hob)
        for _ in range(6):
            await press_on(hob)
            await hob.passes(25)
        await hob.passes(120)
        assert not any("/users/@me/channels" in call.path for call in hob.calls("POST"))
        assert "I couldn't DM you" not in all_messages(hob)
        pings = [message for message in hob.channel.history() if not message.embeds]
        assert len(pings) == 1 and "Your turn: collect, buy a Monster or an Ability, or pass." in pings[0].content


async def test_spectators_see_every_card_but_cannot_act() -> None:
    laid = table(villain("uno+candy-alchemy", "sugar-rush", 9), villain("mopsel magmot", candies=2))
    async with castle(laid) as hob:
        zoe = hob.person("Zoe")
        said = await zoe.clicks("My monsters", on=hob.table)
        assert said.startswith("You're not in this game.\nYou can still watch")
        assert await zoe.types("kingdom hand") == said
        await zoe.clicks("More", on=hob.table)
        words = await zoe.clicks("Table as text")
        for line in (
            "**Kingdom** 121 sugar",
            "• Uno, Red 1, eats 0, tucked: Candy Alchemy",
            "• kept: Sugar Rush Blue 2",
            "• Magmot, Red 2, eats 2",
            "**Ada**, First Player: 9 sugar, 0 Candies",
        ):
            assert line in words
        assert "That's Ada's choice" in await zoe.clicks("Collect 5", on=hob.table)
        assert "That's Ada's choice. It's **Ada**'s turn." in await hob["Ben"].clicks("Collect 5", on=hob.table)


async def test_my_monsters_offers_the_usable_abilities() -> None:
    laid = table(villain("uno+candy-alchemy", sugar=9), villain("mopsel+pickpocket", sugar=5))
    async with castle(laid) as hob:
        ada, ben = hob["Ada"], hob["Ben"]
        assert "Candy Alchemy**: Your turn, 3 sugar: take 1 Candy (**usable now**)" in await panel(hob, "Ada")
        assert entries(ada.seen[-1], "Candy Alchemy") == ["Candy Alchemy · 3 sugar", "4 sugar into 1 Candy",
                                                          "8 sugar into 2 Candies"]  # fmt: skip
        said = await ada.selects("Candy Alchemy", on=ada.seen[-1])
        assert "• Ada uses Candy Alchemy: +1 Candy" in said and "(used this round)" in said
        assert "6 sugar, 1 Candy, 1 Monster, score now 4, First Player" in hob.table_text()
        text = await panel(hob, "Ben")
        assert (
            "You don't have to do anything right now, but you can use the options below. It's **Ada**'s turn." in text
        )
        assert "**Pickpocket**: Collect: take 2 sugar from an opponent too (when you collect)" in text
        assert "• Ben converts 4 sugar into 1 Candy" in await ben.clicks("4 sugar into 1 Candy", on=ben.seen[-1])
        assert "It's **Ada**'s turn." in hob.table_text() and "B Ben, 1 sugar, 1 Candy" in hob.table_text()


async def test_my_monsters_shows_passive_effects_and_the_shop_on_your_turn() -> None:
    laid = table(villain("uno"), villain("mopsel"), monsters="magmot", at="round")
    async with castle(laid) as hob:
        text, market = await panel(hob, "Ada"), "• Magmot, Red 2, 4 sugar, eats 2: Abilities you buy cost 1 less"
        assert "• **Uno**, Red 1, eats 0: Start of turn: take 2 sugar (worked this round)" in text and market in text
        assert "Uno has already been used" not in await hob["Ada"].clicks("Rules", on=hob.table)
        text = await panel(hob, "Ben")
        assert "take 2 sugar (automatic)" in text and market not in text


async def test_an_open_panel_updates_when_the_turn_changes() -> None:
    async with castle(table(villain("uno"), villain("mopsel"))) as hob:
        ben = hob["Ben"]
        assert "You have nothing to decide" in await panel(hob, "Ben")
        await hob["Ada"].clicks("Collect 5", on=hob.table)
        assert "Your turn: collect, buy a Monster or an Ability, or pass." in words_of(ben.seen[-1])
        assert "• Ben collects 5 sugar" in await ben.clicks("Collect 5", on=ben.seen[-1])


# ---- a turn, pressed
async def test_collecting_is_one_press() -> None:
    async with castle(table(villain("uno sherberg", sugar=2), villain("mopsel"))) as hob:
        await hob["Ada"].clicks("Collect 5", on=hob.table)
        text = hob.table_text()
        assert "• Ada collects 5 sugar" in text and "• Ada gains 2 sugar (Sherberg)" in text
        assert "Ben gains 2 sugar (Mopsel)" in text and "It's **Ben**'s turn." in text


async def test_monsters_and_abilities_are_bought_in_selects() -> None:
    laid = table(villain("uno", sugar=9), villain("mopsel", sugar=9), monsters="magmot", abilities="diet-plan")
    async with castle(laid) as hob:
        await hob["Ada"].selects("Magmot · 4 (then hunger 3, sugar 5)", on=hob.table)
        assert "• Ada buys Magmot for 4 sugar" in hob.table_text()
        await hob["Ben"].selects("Diet Plan · 3 (under Mopsel)", on=hob.table)
        assert "• Ben buys Diet Plan for 3 sugar and tucks it under Mopsel" in hob.table_text()
        g = await state(hob)
        assert g.villains[0].monsters == {"uno": [], "magmot": []}
        assert g.villains[1].monsters == {"mopsel": ["diet-plan"]}


async def test_with_many_hosts_the_ability_is_picked_before_its_place() -> None:
    eight = "uno magmot khulgrok scorchlet oni-baba oni-yami sherberg thorntooth"
    laid = table(villain(eight, sugar=30), villain("mopsel"), abilities="sugar-rush diet-plan pickpocket")
    async with castle(laid) as hob:
        ada = hob["Ada"]
        assert "Diet Plan · 2" in entries(hob.table, "Sugar Rush · 3")
        await ada.selects("Diet Plan", on=hob.table)
        assert "It's **Ada**'s turn." in hob.table_text()
        aside = ada.seen[-1]
        assert entries(aside, "Diet Plan · 2 (keep)")[-1] == "Diet Plan · 2 (under Thorntooth)"
        assert "Keep or tuck…" in words_of(aside)
        await ada.clicks("Back", on=aside)
        assert "Collect 5" in [control.label for control in controls_of(ada.seen[-1])]
        await ada.selects("Pickpocket", on=ada.seen[-1])
        await ada.selects("Pickpocket · 4 (keep)", on=ada.seen[-1])
        assert "Ada buys Pickpocket for 4 sugar (−1: Magmot) and keeps it" in hob.table_text()


async def test_a_card_picked_on_the_table_is_not_selected_there_after_back() -> None:
    laid = table(villain("uno magmot", sugar=30), villain("mopsel"), abilities="sugar-rush diet-plan pickpocket")
    async with castle(laid) as hob:
        ada, before = hob["Ada"], len(hob.calls("POST", "/interactions/*"))
        await ada.selects("Diet Plan", on=hob.table)
        [response] = hob.calls("POST", "/interactions/*")[before:]
        assert (response.json["type"], "Buy…" in str(response.json["data"])) == (7, True), "the table is drawn again"
        await ada.clicks("Back", on=ada.seen[-1])
        await ada.selects("Diet Plan", on=hob.table)
        await ada.clicks("Keep it", on=ada.seen[-1])
        assert "and keeps it" in hob.table_text()


async def test_passing_needs_confirmation() -> None:
    async with castle(table(villain("uno"), villain("mopsel"))) as hob:
        ada = hob["Ada"]
        assert "Pass? You take no action, and your turn ends at once." in await ada.clicks("Pass", on=hob.table)
        await ada.clicks("Back", on=ada.seen[-1])
        assert "It's **Ada**'s turn." in hob.table_text()
        await ada.clicks("Pass", on=hob.table)
        await ada.clicks("Pass", on=ada.seen[-1])
        assert "• Ada passes" in hob.table_text()


async def test_an_ability_may_be_used_before_or_after_the_action() -> None:
    laid = table(villain("uno+candy-alchemy thorntooth", sugar=9), villain("mopsel", sugar=6))
    async with castle(laid) as hob:
        ada = hob["Ada"]
        assert entries(hob.table, "Candy Alchemy") == ["Candy Alchemy · 3 sugar", "Thorntooth → Ben · 1 sugar"]
        await ada.selects("Thorntooth", on=hob.table)
        await ada.clicks("Collect 5", on=hob.table)
        assert "**Ada** may use abilities, convert sugar (*My monsters*) or end their turn." in hob.table_text()
        assert entries(hob.table, "Candy") == ["Candy Alchemy · 3 sugar"]
        await hob.restart()
        await ada.selects("Candy Alchemy", on=hob.table)
        text = hob.table_text()
        assert "• Ada uses Thorntooth and takes 2 sugar from Ben" in text and "It's **Ben**'s turn." in text
        assert (await state(hob)).villains[0].candies == 1


async def test_a_turn_with_usable_abilities_left_is_ended_by_button() -> None:
    async with castle(table(villain("uno+candy-alchemy", sugar=9), villain("mopsel"))) as hob:
        await hob["Ada"].clicks("Collect 5", on=hob.table)
        await hob["Ada"].clicks("End turn", on=hob.table)
        assert "It's **Ben**'s turn." in hob.table_text()


async def test_pickpocket_lets_the_player_choose_a_victim() -> None:
    laid = table(villain("uno+pickpocket"), villain("mopsel", sugar=1), villain("ploom", sugar=7))
    async with castle(laid) as hob:
        await hob["Ada"].clicks("Collect 5", on=hob.table)
        assert "**Ada** may take sugar from an opponent." in hob.table_text()
        labels = [control.label for control in controls_of(hob.table) if control.answers]
        assert labels == ["Take 1 from Ben", "Take 2 from Cara", "Take nothing"]
        await hob["Ada"].clicks("Take 2 from Cara", on=hob.table)
        assert "• Ada uses Pickpocket and takes 2 sugar from Cara" in hob.table_text()


async def test_a_player_picks_the_opponent_who_covers_a_sugar_shortage() -> None:
    laid = table(villain("uno"), villain("mopsel"), villain("ploom"))
    empty(laid)
    laid.pay(1, 65)
    laid.gain(2, 65)
    async with castle(laid) as hob:
        await hob["Ada"].clicks("Collect 5", on=hob.table)
        assert "**Ada** collects, but 5 sugar must come from an opponent." in hob.table_text()
        await hob["Ada"].clicks("Take 5 from Cara", on=hob.table)
        assert "• Ada takes 5 sugar from Cara" in hob.table_text()


async def test_no_waiting_uses_the_new_ability_at_once() -> None:
    laid = table(villain("uno+no-waiting magmot", sugar=9), villain("mopsel", sugar=8), abilities="im-inevitable")
    async with castle(laid) as hob:
        await hob["Ada"].selects("I'm Inevitable", on=hob.table)
        places = [control.label for control in controls_of(hob["Ada"].seen[-1])]
        assert places == ["Keep it", "Under Uno", "Under Magmot", "Back"], "one press for a place"
        await hob["Ada"].clicks("Under Uno")
        assert "**Ada** may use I'm Inevitable right away." in hob.table_text()
        text = await panel(hob, "Ada")
        assert "Use I'm Inevitable right away? That costs 1 sugar for No Waiting plus 3 for I'm Inevitable." in text
        await hob["Ada"].clicks("Use it now · 1 + 3 sugar", on=hob.table)
        text = hob.table_text()
        assert "• Ada uses No Waiting to use I'm Inevitable right away" in text
        assert "• Ada uses I'm Inevitable; sugar lost: Ben 4" in text
        assert (await state(hob)).villains[0].sugar == 0


async def test_the_first_players_discard_offer_does_not_block_the_next_turn() -> None:
    laid = table(villain("uno"), villain("mopsel"), monsters="magmot", events="sugar-shower", at="event")
    async with castle(laid) as hob:
        ada, ben = hob["Ada"], hob["Ben"]
        assert "It's **Ben**'s turn." in hob.table_text()
        labels = [control.label for control in controls_of(hob.table) if control.answers]
        assert labels[:2] == ["Collect 5", "Pass"] and labels[-2:] == ["A: Discard a card…", "A: Discard nothing"]
        may = "A Ada may still discard a card from the Kingdom."
        assert may in hob.table_text()
        text = await panel(hob, "Ada")  # the panel explains the cards, because buttons can't
        assert "• Magmot, Red 2, 4 sugar, eats 2: Abilities you buy cost 1 less" in text
        assert "**Abilities for sale**" in text and "**Abilities for sale**" not in await panel(hob, "Ben")
        await ben.clicks("A: Discard nothing", on=hob.table)
        assert "That's Ada's choice." in ben.reads() and "A: Discard nothing" in ada.labels()
        await ada.clicks("A: Discard a card…", on=hob.table)
        labels = [control.label for control in controls_of(ada.seen[-1])]
        assert labels[0] == "Discard Magmot" and labels[-2:] == ["Discard nothing", "Back"]
        assert words_of(ada.seen[-1]).startswith("**Discard a card**\n")
        await ada.clicks("Discard Magmot", on=ada.seen[-1])
        assert "• Ada discards Magmot from the Kingdom" in hob.table_text() and "A: Leave" not in "".join(ada.labels())
        assert may not in hob.table_text()
        await ben.clicks("Collect 5", on=hob.table)
        assert "It's **Ada**'s turn." in hob.table_text()


async def test_computers_wait_for_the_first_players_discard_decision() -> None:
    three = table(villain("uno"), villain("mopsel"), villain("ploom"), events="sugar-shower", at="event")
    async with castle(people=1, computers=2) as hob:
        await lay(hob, three)
        assert "Discard nothing" in "".join(hob["Ada"].labels())
        await hob.passes(8)
        assert "Discard nothing" in "".join(hob["Ada"].labels())  # the computers wait for her
        await hob["Ada"].clicks("A: Discard nothing", on=hob.table)
        await hob.passes(8)
        assert "It's **Ada**'s turn." in hob.table_text()


# ---- Black Candy, pressed
async def test_feeding_all_monsters_takes_one_press_per_player() -> None:
    poor = villain("mopsel+sweet-talk scorchlet oni-baba", sugar=3, candies=1, black=1)
    laid = table(villain("uno magmot", sugar=9), poor, events="black-candy", at="event")
    async with castle(laid) as hob:
        assert "• Event: Black Candy, 1 of 4" in hob.table_text()
        assert "**Ada** feeds 2 Monsters that eat 3 in all." in hob.table_text()
        await hob["Ada"].clicks("Feed all · 3 sugar", on=hob.table)
        assert "• Ada feeds 2 Monsters: 3 sugar" in hob.table_text()
        await hob["Ben"].clicks("3 sugar + 1 Candy + 1 black · −2", on=hob.table)
        assert "• Ben feeds 3 Monsters: 3 sugar, 1 Candy, 1 black cube\n" in hob.table_text()
        assert (await state(hob)).villains[1].black == 2


async def test_a_monster_that_eats_nothing_asks_no_question() -> None:
    laid = table(villain("uno magmot", sugar=9), villain("mopsel"), events="black-candy", at="event")
    async with castle(laid) as hob:
        await hob["Ada"].clicks("Feed all · 3 sugar", on=hob.table)
        assert "• Ben's Monster eats nothing" in hob.table_text()


async def test_discarding_a_monster_needs_confirmation_before_feeding_the_rest() -> None:
    laid = table(villain("uno magmot+pickpocket oni-baba", sugar=9), villain(""), events="black-candy", at="event")
    async with castle(laid) as hob:
        ada = hob["Ada"]
        said = await ada.selects("Discard Magmot · hunger −3", on=hob.table)
        assert "Discard Magmot? You lose it and Pickpocket." in said
        await ada.clicks("Discard", on=ada.seen[-1])
        assert "• Ada discards Magmot along with Pickpocket" in hob.table_text()
        await hob.restart()
        assert "**Ada** feeds 2 Monsters that eat 3 in all." in hob.table_text()
        await ada.selects("1 sugar + 2 black · −2 for now", on=hob.table)
        assert "• Ada feeds 2 Monsters: 1 sugar, 2 black cubes" in hob.table_text()
        assert "Discard Uno? You lose it." not in all_messages(hob)


async def test_fizzkraken_can_be_used_before_feeding() -> None:
    laid = table(villain("fizzkraken magmot oni-baba", sugar=9), villain(""), events="black-candy", at="event")
    async with castle(laid) as hob:
        first, second, *_ = [control.label for control in controls_of(hob.table)]
        assert (first, second) == ("Fizzkraken · 1 sugar · hunger −2", "Feed all · 7 sugar"), "feeding ends the chance"
        await hob["Ada"].clicks("Fizzkraken · 1 sugar · hunger −2", on=hob.table)
        assert "• Ada uses Fizzkraken: each of their other Monsters eats 1 less" in hob.table_text()
        await hob["Ada"].clicks("Feed all · 5 sugar", on=hob.table)
        assert (await state(hob)).villains[0].sugar == 3


async def test_the_fourth_black_candy_ends_the_game_after_feeding() -> None:
    laid = table(villain("uno magmot", sugar=9), villain("", candies=2), events="black-candy", at="event",
                 black_candies=3)  # fmt: skip
    async with castle(laid) as hob:
        await hob["Ada"].clicks("Feed all · 3 sugar", on=hob.table)
        text = hob.table_text()
        assert "Ada wins Kingdom's Candy: Monsters (4 Candies)" in text
        assert "1. Ada 4: Monsters 3\nCandy tokens 1\n2 sugar = 0 Candies\n" in text
        assert "No points for: kept Abilities, tucked Abilities, black cubes, bonuses." in text
        assert "2. Ben 2: " in text and "Table " in text
        assert "You have nothing to decide" not in all_messages(hob)


async def test_zoom_in_shows_the_next_player_first_and_then_any_player() -> None:
    laid = table(villain("uno", sugar=9), villain("mopsel+sugar-rush magmot", "pickpocket", 4))
    async with castle(laid, pictures=True) as hob:
        ada = hob["Ada"]
        await ada.clicks("Zoom in", on=hob.table)
        closer = ada.seen[-1].embeds[0].to_dict()
        assert closer["title"] == "Ben" and closer["image"]["url"]
        told = closer["image"]["description"]
        assert "Monsters: Mopsel (eats 1) with Sugar Rush tucked, Magmot (eats 2). Kept: Pickpocket." in told
        shown = len(ada.seen)
        await ada.selects("Ada", on=ada.seen[-1])
        assert ada.seen[-1].embeds[0].title == "Ada" and len(ada.seen) == shown, "in the same message"
        await ada.clicks("More", on=hob.table)
        assert next(c.label for c in controls_of(ada.seen[-1])) == "Log", "Zoom in takes the log's place on the table"


async def test_zoom_and_log_move_under_more_while_a_seat_is_free() -> None:
    async with castle(table(villain("uno"), villain("mopsel")), pictures=True) as hob:
        await hob["Ben"].types("hob leave")
        await hob["Ben"].clicks("Leave")
        dora = hob.person("Dora")
        assert "Zoom in" not in [control.label for control in controls_of(hob.table)]
        await dora.clicks("More", on=hob.table)
        assert [control.label for control in controls_of(dora.seen[-1])][:2] == ["Zoom in", "Log"]
        await dora.clicks("Zoom in")
        assert dora.seen[-1].embeds[0].title == "Ada"
