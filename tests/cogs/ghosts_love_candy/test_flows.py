"""People play Ghosts Love Candy: buttons, selects, messages."""

import random
import re

from hob.testing.play import play_on, play_some, playing
from hob.testing.reading import controls_of, menu_with
from tests.cogs.ghosts_love_candy.evenings import NAMES, choose, last, marks, street
from tests.engine.ghosts_love_candy.street import Play


def without_ids(text: str) -> str:
    """Replace the ids of Discord, tables and shuffles, which differ between runs."""
    return re.sub(r"\d{9,}|/(webhooks|interactions)/.*|Table [0-9A-Z]{6}", "#", text)


# ---- whole games
async def test_three_players_and_a_computer_finish_a_game_by_buttons() -> None:
    async with street(computers=1, moment=1.0) as hob:
        assert await play_on(hob, random.Random(2)) >= 3 * 8 * 2
        session, text = await hob.session(), hob.table_text()
        assert session.status == "over" and session.g is not None and session.g.round == 8  # type: ignore[attr-defined]
        assert " wins Ghosts Love Candy with " in text or "share first place" in text
        assert text.count("Love card: ") == 4 and "At the end: In the row: " in text
        for name in NAMES[:3]:
            assert "The game is over: " in last(hob[name])
            assert not any(control.answers for control in controls_of(hob[name].messages[-1]))
        await hob["Ben"].clicks("Play again", on=hob.table)
        assert "Same table again?" in hob.table_text() and "Options: Pictures: off" in hob.table_text()


async def test_six_players_continue_after_a_restart_with_three_ghosts_chosen() -> None:
    async with street(people=6) as hob:
        await choose(hob, Ada=9, Cara=2, Finn=5)
        before = marks(hob)
        assert before == "Everyone is choosing a ghost: ✓ Ada · … Ben · ✓ Cara · … Dan · … Eve · ✓ Finn"
        shown = [message.id for message in hob.channel.history()]
        await hob.restart()
        await hob.settle()
        assert marks(hob) == before and [message.id for message in hob.channel.history()] == shown
        assert "You chose: 5." in await hob["Finn"].clicks("My hand", on=hob.table)
        await hob["Ben"].clicks("7", on=hob["Ben"].messages[-1])  # a button from before the restart
        await hob["Finn"].clicks("3", on=hob["Finn"].seen[-1])
        await choose(hob, Dan=8, Eve=1)
        assert "• Ghosts revealed: Ada 9, Dan 8, Ben 7, Finn 3, Cara 2, Eve 1" in hob.table_text()
        assert "**Ada** haunts a kid with the **9**." in hob.table_text()
        assert await play_some(hob, random.Random(5), 12) == 12
        session = await hob.session()
        assert session.playing and session.g.round == 2  # type: ignore[union-attr]


async def test_table_and_hand_pictures_have_alt_texts() -> None:
    async with playing(*NAMES[:4], command="ghosts", pictures=True) as hob:
        image = hob.table.embeds[0].to_dict()["image"]
        assert image["description"].startswith("Round 1 of 8. Starting at the Kid deck: 1 ") and image["url"]
        hand = hob["Ada"].messages[-1].embeds[0].to_dict()["image"]
        assert hand["description"].startswith("Your ghosts: 1, 2, 3, 4, 5, 6, 7, 8, 9. Your Love card: ")
        await choose(hob, Ada=1, Ben=2, Cara=3, Dan=4)
        await hob["Dan"].clicks(next(c.label for c in controls_of(hob.table) if c.answers), on=hob.table)
        assert "Dan 4" in hob.table.embeds[0].to_dict()["image"]["description"]


# ---- choosing
async def test_a_chosen_ghost_can_be_changed_until_everyone_has_chosen() -> None:
    async with street() as hob:
        ada, ben = hob["Ada"], hob["Ben"]
        assert "Choose a ghost. All ghosts are revealed together." in last(ada)
        seven = next(control.custom_id for control in controls_of(ada.messages[-1]) if control.label == "7")
        await ada.clicks("7", on=ada.messages[-1])
        assert "You chose: 7. You can change it until everyone has chosen." in last(ada)
        assert marks(hob) == "Everyone is choosing a ghost: ✓ Ada · … Ben · … Cara"
        await ada.clicks("4", on=ada.messages[-1])
        assert "You chose: 4." in last(ada) and "4 ✓" in [control.label for control in controls_of(ada.messages[-1])]
        await ben.clicks("9", on=ben.messages[-1])
        await choose(hob, Cara=5)
        assert "• Ghosts revealed: Ben 9, Cara 5, Ada 4" in hob.table_text()
        await ada.forges(seven, ada.messages[-1])
        assert "That choice is no longer open. **Ben** haunts a kid with the **9**." in last(ada)


async def test_the_dm_follows_the_round() -> None:
    """Once all have chosen, the message no longer offers to change the choice or asks an answered question."""
    async with street() as hob:
        ada, ben = hob["Ada"], hob["Ben"]
        assert "-# Choose in our DMs, or press *My hand*." in hob.table_text()
        await ada.clicks("7", on=ada.messages[-1])
        await ben.clicks("9", on=ben.messages[-1])
        await choose(hob, Cara=5)
        await hob.settle()
        assert "-# Choose in" not in hob.table_text()
        assert "You have nothing to decide right now. **Ben** haunts a kid with the **9**." in last(
            ada
        ) and "chose 7" not in last(ada)
        assert "Haunt a kid with your **9**." in last(ben)
        assert [len(control.options) for control in controls_of(ben.messages[-1]) if control.answers] == [6]
        kid, other = [control for control in controls_of(hob.table) if control.answers][:2]
        await ben.clicks(kid.label, on=hob.table)
        await hob.settle()
        assert "Haunt a kid with your" not in last(ben)
        said = await ben.forges(other.custom_id, ben.messages[-1])
        assert "That choice is no longer open." in said and "Haunt a kid" not in said


async def test_played_ghosts_stay_on_the_keypad_disabled() -> None:
    async with street() as hob:
        await choose(hob, Ada=9, Ben=5, Cara=1)
        for _ in range(20):
            if (await hob.session()).view().questions[0].say == "choose":
                break
            person = await hob.asked()
            control = next(c for c in controls_of(hob.table) if c.answers)
            if control.options:
                await person._keep(
                    await person.actor.select(hob.table, [control.options[0][1]], custom_id=control.custom_id)
                )
            else:
                await person.presses(control.custom_id, hob.table)
        await hob.settle()
        keypad = [control for control in controls_of(hob["Ada"].messages[-1]) if control.label.isdigit()]
        assert [c.label for c in keypad] == list("123456789") and [c.label for c in keypad if c.disabled] == ["9"]
        assert "You've already played your 9." in await hob["Ada"].types("ghosts choose", ghost="9")


async def test_chosen_ghosts_stay_secret_until_all_have_chosen() -> None:
    """Neither the text nor the calls to Discord depend on the chosen ghost."""
    calls, texts = [], []
    for ghost in (9, 1):
        async with street() as hob:
            await choose(hob, Ada=ghost)
            await hob.settle()
            calls.append([(call.method, without_ids(call.path)) for call in hob.discord.http_requests])
            others = [hob["Ben"].reads(), hob["Cara"].reads(), await hob["Ben"].clicks("Log", on=hob.table)]
            texts.append([without_ids(text) for text in others])
            stranger = hob.person("Zoe")
            assert "only players have a hand" in await stranger.clicks("My hand", on=hob.table)
    assert calls[0] == calls[1] and texts[0] == texts[1]


async def test_only_its_owner_can_read_a_love_card() -> None:
    async with street() as hob:
        for name in NAMES[:3]:
            assert "Your Love card: " in last(hob[name])
        everything = hob.table_text() + await hob["Ada"].clicks("Log", on=hob.table)
        everything += await hob["Ada"].clicks("More", on=hob.table) + await hob["Ada"].clicks("Table as text")
        assert "Love card:" not in everything and " loves " not in everything
        assert hob["Ada"].reads().count("Love card: ") == 1


async def test_with_closed_dms_the_keypad_is_under_my_hand() -> None:
    async with playing(*NAMES[:2], command="ghosts", computers=1) as hob:
        ada = hob["Ada"]
        ada.closes_messages()
        await choose(hob, Ada=7, Ben=3)
        await hob.passes(30)
        for _ in range(30):
            session = await hob.session()
            if session.view().questions[0].say == "choose":
                break
            if not session.info.seats[session.view().waiting[0]].is_computer:
                control = next(c for c in controls_of(hob.table) if c.answers)
                person = await hob.asked()
                value = [control.options[0][1]] if control.options else []
                await person.forges(control.custom_id, hob.table, *value)
            await hob.passes(3)
        await hob.passes(90)
        keypad = await ada.clicks("My hand", on=hob.table)
        assert (
            "Choose a ghost. All ghosts are revealed together." in keypad
            and "Your ghosts: 1, 2, 3, 4, 5, 6, 8, 9." in keypad
        )
        assert "You chose: 8." in await ada.clicks("8", on=ada.seen[-1])
        assert "✓ Ada" in marks(hob)


# ---- turns
async def test_a_turn_is_one_press_and_an_ability_one_more() -> None:
    async with street(Play("Greedy Squirrel[2 gummies]", "Chef[licorice]", turn="A5")) as hob:
        ada, ben = hob["Ada"], hob["Ben"]
        before = len(hob.channel.history())
        assert "That's Ada's choice" in await ben.clicks("Chef · 0/15", on=hob.table)
        await ada.clicks("Squirrel · 0/15", on=hob.table)
        text = hob.table_text()
        assert "• Ada haunts Greedy Squirrel with the 5 and takes 2 Gummies" in text
        assert "**Ada** uses Greedy Squirrel: *You may take one candy from an adjacent kid.*" in text
        assert [c.label for c in controls_of(hob.table)][:2] == ["Licorice from Chef", "Don't use it"]
        await ada.clicks("Licorice from Chef", on=hob.table)
        assert "• Ada takes Licorice from Chef" in hob.table_text()
        assert "**Ben** haunts a kid with the" in hob.table_text()
        assert len([m for m in hob.channel.history() if m.embeds]) == 1 and len(hob.channel.history()) <= before + 1


async def test_an_optional_ability_can_be_declined() -> None:
    async with street(Play("Hose Hero", "Chef", turn="A5")) as hob:
        await hob["Ada"].clicks("Hose Hero · 0/11", on=hob.table)
        await hob["Ada"].clicks("Don't use it", on=hob.table)
        assert "• Ada doesn't use Hose Hero's ability" in hob.table_text()


async def test_two_kids_are_swapped_by_one_select() -> None:
    async with street(Play("Top-Hat Trickster", "Chef", "Skeleton", turn="A5")) as hob:
        await hob["Ada"].clicks("Trickster · 0/11", on=hob.table)
        await hob["Ada"].selects("Skeleton", "Chef", on=hob.table)
        assert "• Ada swaps Chef and Skeleton" in hob.table_text()
        row = [c.label.split(" · ")[0] for c in controls_of(hob.table)][:3]
        assert row == ["Trickster", "Skeleton", "Chef"]


async def test_many_trades_are_picked_in_steps_with_a_back_button() -> None:
    every = "candy-corn, peppermint, lollipops, gummies, chocolate, licorice"
    laid = Play("Chef", f"Hose Hero[{every}]", "Skeleton[gummies]", turn="A5", stash={"A": every})
    async with street(laid) as hob:
        ada = hob["Ada"]
        await ada.clicks("Chef · 0/15", on=hob.table)
        await ada.selects("Give Licorice", on=hob.table)
        aside = ada.seen[-1]
        assert menu_with(aside, "Licorice for Gummies on Skeleton") is not None
        await ada.clicks("Back", on=aside)
        await ada.selects("Give Chocolate", on=ada.seen[-1])
        await ada.selects("Chocolate for Gummies on Skeleton", on=ada.seen[-1])
        assert "• Ada trades Chocolate for Gummies on Skeleton" in hob.table_text()


async def test_a_rival_picks_the_candy_that_the_pirate_gets() -> None:
    laid = Play("Bathtub Pirate", "Chef", turn="A5", stash={"B": "2 gummies, licorice", "C": "licorice"})
    async with street(laid) as hob:
        ada, ben = hob["Ada"], hob["Ben"]
        await ada.clicks("Pirate · 0/14", on=hob.table)
        assert "Don't use it" not in hob.table_text()
        await ada.clicks("Ben (3 candies)", on=hob.table)
        assert "**Ben** gives Ada a candy." in hob.table_text()
        assert "Give Ada one of your candies." in await ben.clicks("My hand", on=hob.table)
        await hob.restart()
        await ben.clicks("Licorice", on=hob.table)
        assert "• Ada asks Ben for candy and gets Licorice" in hob.table_text()


async def test_a_half_used_ability_survives_a_restart() -> None:
    laid = Play("Chef[gummies]", "Foil Astronaut", "Skeleton[2 chocolate]", turn="A5", stash={"A": "licorice"})
    async with street(laid) as hob:
        ada = hob["Ada"]
        await ada.clicks("Astronaut · 0/14", on=hob.table)
        await ada.clicks("Pay Licorice", on=hob.table)
        await hob.restart()
        assert "Paid: Licorice. Which kid loses all its candy" in await ada.clicks("My hand", on=hob.table)
        await ada.clicks("Skeleton (2 candies)", on=hob.table)
        assert "• Ada puts Licorice on Foil Astronaut and takes 2 Chocolate from Skeleton" in hob.table_text()


async def test_a_scared_kid_goes_to_a_stash_and_the_table_says_so() -> None:
    async with street(Play("Soggy Zombie{B7}", "Cheerleader{B8}", turn="A5", newcomers="Chef")) as hob:
        await hob["Ada"].clicks("Zombie · 7/12", on=hob.table)
        text = hob.table_text()
        assert "• Soggy Zombie is safe next to Cheerleader" in text
        assert "A Ada, no candy\n" in text
    async with street(Play("Soggy Zombie{B7}", "Hose Hero", turn="A5", newcomers="Chef")) as hob:
        await hob["Ada"].clicks("Zombie · 7/12", on=hob.table)
        assert (
            "• Soggy Zombie is scared (ghost total 12, Courage 12) and goes to Ada; Chef moves in" in hob.table_text()
        )
        assert "A Ada, no candy · 1 kid (−4)" in hob.table_text()


async def test_only_the_seers_player_sees_the_love_card_and_can_reread_it() -> None:
    async with street(Play("Tea-Leaf Seer", turn="A5", loves={"C": "love-b"})) as hob:
        ada, ben, cara = (hob[name] for name in NAMES[:3])
        await ada.clicks("Seer · 0/10", on=hob.table)
        loved = "Licorice 5, Candy Corn 4, Chocolate 3, Peppermint 2, Gummies 1, Lollipops 0"
        assert await ada.clicks("Cara", on=hob.table) == f"You saw Cara's Love card: {loved}"
        await hob.settle()
        hand = await ada.clicks("My hand", on=hob.table)
        for panel in (hand, last(ada)):  # the direct message has it without a press
            assert f"Cara's Love card: {loved}." in panel and "You saw" not in panel
        log = await ada.clicks("Log", on=hob.table)
        assert f"You saw Cara's Love card: {loved} (only you see this)" in log
        assert "• Ada looks at Cara's Love card" in hob.table_text()
        await hob.settle()
        for other in (ben, cara):
            text = other.reads() + await other.clicks("Log", on=hob.table) + await other.clicks("My hand", on=hob.table)
            assert "You saw" not in text and "Cara's Love card:" not in text
            assert (loved in text) == (other is cara)


async def test_kids_in_the_row_and_in_stashes_can_be_looked_up_from_the_rules() -> None:
    laid = Play("Chef", "Skeleton", "Cheerleader", kids={"B": "Soggy Zombie"})
    async with street(laid) as hob:
        ada = hob["Ada"]
        await ada.clicks("Rules", on=hob.table)
        menu = menu_with(ada.seen[-1], "Chef")
        assert menu is not None and menu.placeholder == "Look up a card…"
        assert [label for label, _, _ in menu.options][:3] == ["Chef", "Skeleton", "Cheerleader"]
        assert ("Soggy Zombie", "card/soggy-zombie", "In a stash this kid is worth −4 points.") in menu.options
        read = await ada.selects("Chef", on=ada.seen[-1])
        assert "Ghosts Love Candy · Chef" in read and "tie number 05" in read and "**Now**: in spot 1." in read
        assert "Ghosts Love Candy · Now" in await ada.clicks("Back to Now", on=ada.seen[-1])


# ---- the end
async def test_the_last_press_scores_the_game_and_reveals_love_cards() -> None:
    laid = Play(
        "Soggy Zombie",
        turn="C5",
        stash={"A": "candy-corn", "B": "licorice"},
        loves={"A": "love-a", "B": "love-b"},
        last=True,
    )
    async with street(laid) as hob:
        await hob["Cara"].clicks("Zombie · 0/12", on=hob.table)
        text = hob.table_text()
        assert "Ada and Ben shout “BOO!” and share first place" in text and "Candy Corn 1 × 5 = 5\nLove card: " in text
        assert text.index("1. Ada 5: Candy Corn 1 × 5 = 5") < text.index("Love card: Candy Corn 5, Peppermint 4")
        assert "The game is over: Ada and Ben shout “BOO!” and share first place" in last(hob["Ada"])
        assert "This game is over." in await hob["Ada"].types("ghosts haunt", kid="chef")
