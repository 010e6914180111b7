"""People play Monster Muncher: buttons, selects, messages."""

import random

from engine import GAMES
from engine.monster_muncher.cards import DECKS
from hob.testing.play import Person, evening, play_on, press_something
from hob.testing.reading import controls_of, menu_with, words_of
from tests.cogs.monster_muncher.evenings import FIVE, lay, more, table
from tests.engine.monster_muncher.laying import Laid

GAME = GAMES["monster-muncher"]


def last(person: Person) -> str:
    """Return the text of the person's newest direct message."""
    return words_of(person.messages[-1])


# ---- whole games
async def test_two_players_and_a_computer_finish_a_game_by_buttons() -> None:
    async with table(computers=1, moment=1.0) as (hob, (ada, ben)):
        assert await play_on(hob, random.Random(3)) > 15
        text = hob.table_text()
        session = await hob.session()
        winner = next(line for line in text.splitlines() if " wins Monster Muncher with " in line)
        assert int(winner.split()[-2]) >= 20 and session.status == "over"
        assert text.count(" hunger: ") == 3 and "Table " in text
        assert "was first to 20" in text
        assert f"The game is over: {winner}" in last(ada) and f"The game is over: {winner}" in last(ben)
        assert not any(control.answers for control in controls_of(ada.messages[-1]))


async def test_four_players_play_with_pictures() -> None:
    async with table(people=4, pictures=True) as (hob, people):
        luck = random.Random(1)
        for _ in range(3):
            session = await hob.session()
            (seat,) = session.view().waiting
            await press_something(hob, people[seat], session, seat, luck)
        image = hob.table.embeds[0].to_dict()["image"]
        assert "Deck " in image["description"] and "of 20 hunger, 4 cards in hand" in image["description"]
        assert all("Your hand: " in last(person) for person in people)


async def test_computers_wait_while_a_player_may_announce() -> None:
    status = {"bone-idle-bill": "armed"}
    laid = Laid("rotlet nib-nudger", ada="bone-idle-bill", ben="dread-ned sky-sentry", status=status)
    async with table(people=1, computers=1) as (hob, (ada,)):
        await lay(hob, laid)
        await ada.selects("Rotlet")
        await ada.clicks("Dread Ned 4 (Ember)")
        await hob.passes(5)
        assert "**Ember** plays or discards." in hob.table_text()
        await ada.clicks("A: Announce Bone Idle Bill", on=hob.table)
        assert "Bone Idle Bill gives itself +2" in hob.table_text()
        await hob.passes(5)
        assert "**Ember** plays or discards." not in hob.table_text()


async def test_a_computer_announces_at_once() -> None:
    status = {"bone-idle-bill": "armed"}
    laid = Laid("rotlet nib-nudger", ben="dread-ned sky-sentry", cara="bone-idle-bill", status=status)
    async with table(laid, people=3) as (hob, (ada, _, cara)):
        await cara.types("hob seat", to="computer")
        await ada.selects("Rotlet")
        await ada.clicks("Sky Sentry 4 (Ben)")
        assert "• Bone Idle Bill gives itself +2" in hob.table_text()
        assert "Announce" not in hob.table_text() and "**Ben** plays or discards." in hob.table_text()


async def test_a_computer_announces_before_its_own_move() -> None:
    laid = Laid("rotlet nib-nudger", ben="dread-ned bone-idle-bill", status={"bone-idle-bill": "armed"})
    async with table(people=1, computers=1) as (hob, (ada,)):
        await lay(hob, laid)
        await ada.selects("Rotlet")
        await ada.clicks("Dread Ned 4 (Ember)")
        assert "Ember announces Bone Idle Bill" in await ada.clicks("Log", on=hob.table)


# ---- a turn
async def test_an_ordinary_turn_takes_two_presses_in_one_dm() -> None:
    laid = Laid("rotlet lurch-lad", ben="dread-ned sky-sentry")
    async with table(laid) as (hob, (ada, ben)):
        before = len(ada.messages)
        assert "Your turn: play or discard." in last(ada)
        await ada.selects("Rotlet", on=ada.messages[-1])
        assert "**Rotlet**: Destroy a rival's Monster." in last(ada) and len(ada.messages) == before
        assert "**Ada** may use **Rotlet**: Destroy a rival's Monster." in hob.table_text()
        assert [c.label for c in controls_of(hob.table)][:3] == [
            "Dread Ned 4 (Ben)",
            "Sky Sentry 4 (Ben)",
            "Don't use it",
        ]
        await ada.clicks("Dread Ned 4 (Ben)", on=ada.messages[-1])
        text = hob.table_text()
        assert "• Ada plays Rotlet (+1)" in text and "• Ada destroys Ben's Dread Ned" in text
        assert "**Ben** plays or discards." in text and "You have nothing to decide" in last(ada)
        assert "Your turn" in last(ben)


async def test_an_ability_can_also_be_answered_on_the_table() -> None:
    async with table(Laid("rotlet", ben="dread-ned sky-sentry")) as (hob, (ada, ben)):
        await ada.selects("Rotlet")
        assert "That's Ada's choice" in await ben.clicks("Dread Ned 4 (Ben)", on=hob.table)
        await ada.clicks("Don't use it", on=hob.table)
        assert "• Ada doesn't use Rotlet" in hob.table_text()


async def test_the_parts_of_an_ability_are_asked_in_sequence() -> None:
    async with table(Laid("wormy-wanda", ada="sky-sentry", ben="dread-ned lurch-lad")) as (hob, (ada, _)):
        await ada.selects("Wormy Wanda")
        await ada.clicks("Sky Sentry 4 (Ada)", on=hob.table)
        assert "**Ada** continues with **Wormy Wanda**: destroy a rival's Monster." in hob.table_text()
        assert "Don't use it" not in hob.table_text()
        await ada.clicks("Lurch Lad 4 (Ben)", on=hob.table)
        assert "• Ada destroys their own Sky Sentry" in hob.table_text()


async def test_an_extra_card_is_chosen_in_the_hand_only() -> None:
    async with table(Laid("slate-sly nib-nudger rock-rusk", ada="dread-ned lurch-lad")) as (hob, (ada, _)):
        await ada.selects("Slate Sly")
        await ada.clicks("Dread Ned 4 (Ada)", on=hob.table)
        assert "**Ada** may play one more card." in hob.table_text() and "Nib Nudger" not in hob.table_text()
        assert "You may play one more Monster." in last(ada)
        menu = menu_with(ada.messages[-1], "Nib Nudger")
        assert menu is not None and "Dread Ned" not in [label for label, _, _ in menu.options]
        await ada.clicks("No extra card", on=ada.messages[-1])
        assert "Slate Sly gives itself +2" in hob.table_text()


async def test_a_player_with_only_snacks_can_draw_and_end_the_turn() -> None:
    async with table(Laid("rock-rusk trio-taffy", pile="nib-nudger")) as (hob, (ada, ben)):
        await ada.clicks("Draw, end turn", on=ada.messages[-1])
        assert "• Ada draws a card and ends the turn" in hob.table_text()
        assert "You draw Nib Nudger" in await ada.clicks("Log", on=hob.table)
        assert "Nib Nudger" not in await ben.clicks("Log", on=hob.table)


async def test_a_surplus_snack_is_destroyed_by_button() -> None:
    row = "lurch-lad[rock-rusk,trio-taffy,full-tray] dread-ned"
    async with table(Laid("swap-soup duke-doppel", ada=row, ben="sky-sentry[bolt-brittle] cloud-cruncher")) as (
        hob,
        (ada, _),
    ):
        await ada.selects("Duke Doppel")
        await ada.selects("Dread Ned 4 ↔ Sky Sentry 4 (Ben)", on=hob.table)
        assert "**Ada** destroys a Snack." in hob.table_text()
        await ada.clicks("Trio Taffy on Lurch Lad (Ada)", on=hob.table)
        assert "• Ada has too many Snacks and destroys Trio Taffy" in hob.table_text()


async def test_a_monster_played_into_a_full_row_replaces_another() -> None:
    async with table(Laid("rotlet rock-rusk", ada="dread-ned[trio-taffy,full-tray,bolt-brittle]" + FIVE[9:])) as (
        hob,
        (ada, _ben),
    ):
        menu = menu_with(ada.messages[-1], "Rotlet for")
        assert menu is not None and len(menu.options) == 8
        await ada.selects("Rotlet for Slate Sly", on=ada.messages[-1])
        assert "• Ada replaces Slate Sly with Rotlet" in hob.table_text()


# ---- delayed effects
async def test_only_the_owner_can_announce_an_effect_on_the_table() -> None:
    status = {"bone-idle-bill": "armed", "beauty-ribs": "armed"}
    laid = Laid("rotlet", ben="bone-idle-bill sky-sentry", cara="lurch-lad[beauty-ribs]", status=status)
    async with table(laid, people=3) as (hob, (ada, ben, cara)):
        await ada.selects("Rotlet")
        await ada.clicks("Sky Sentry 4 (Ben)", on=hob.table)
        assert "That's Ben's choice" in await cara.clicks("B: Announce Bone Idle Bill", on=hob.table)
        await ben.clicks("B: Announce Bone Idle Bill", on=hob.table)
        assert "• Ben announces Bone Idle Bill: tokens for a destroyed Monster" in hob.table_text()
        assert "Announce Beauty Ribs" in await cara.clicks("My hand", on=hob.table)
        await ben.types("muncher discard", card=laid.hand("ben")[0])
        assert "• Cara didn't announce Beauty Ribs: its effect is void" in hob.table_text()
        assert "Announce" not in hob.table_text()


async def test_announcing_keeps_a_bounced_monster_in_play() -> None:
    laid = Laid("boulder-bo", ben="onyx-ogle dread-ned[rock-rusk]", status={"onyx-ogle": "armed"})
    async with table(laid) as (hob, (ada, ben)):
        await ada.selects("Boulder Bo")
        await ada.clicks("Dread Ned 4 (Ben)", on=hob.table)
        await ben.clicks("B: Announce Onyx Ogle", on=hob.table)
        assert "• Ben announces Onyx Ogle and keeps Dread Ned and Rock Rusk in play" in hob.table_text()


async def test_an_effect_is_announced_by_command_only_while_it_is_open() -> None:
    laid = Laid(
        "snatch-drone", hands={"ben": "rotlet"}, ben="sky-sentry", cara="dj-heaven", status={"dj-heaven": "armed"}
    )
    laid.g.rows[1][0].card = "claw-unit-seven"
    laid.g.pile.append("sky-sentry")
    laid.g.pile.remove("claw-unit-seven")
    async with table(laid, people=3) as (hob, (ada, ben, cara)):
        await ada.selects("Snatch Drone")
        await ada.clicks("Claw Unit Seven 2 (Ben)", on=hob.table)
        assert await cara.completes("muncher announce", "card") == ["Announce DJ Heaven"]
        assert "DJ Heaven has nothing to announce right now." in await ben.types("muncher announce", card="dj-heaven")
        await cara.types("muncher announce", card="DJ Heaven")
        assert "• Cara announces DJ Heaven and takes Claw Unit Seven from Ada" in hob.table_text()
        assert "claw-unit-seven" in (await hob.session()).g.hands[2]
        assert "moment comes" in await cara.types("muncher announce", card="dj-heaven")


# ---- secrets
async def test_no_message_shows_another_players_hand() -> None:
    async with table(people=3) as (hob, people):
        hands = (await hob.session()).g.hands
        names = [{DECKS["hob"][card].name for card in hand} for hand in hands]
        for person in people:
            await person.clicks("My hand", on=hob.table)
            await person.clicks("Log", on=hob.table)
            await person.clicks("Rules", on=hob.table)
            await more(person, hob)
            await person.clicks("Table as text", on=person.seen[-1])
        for seat, person in enumerate(people):
            text = person.reads()
            assert all(name in text for name in names[seat])
            for other in range(3):
                assert other == seat or not any(name in text for name in names[other])
        stranger = hob.person("Stranger")
        assert "You're not in this game" in await stranger.clicks("My hand", on=hob.table)
        assert not any(name in stranger.reads() for hand in names for name in hand)


async def test_an_extra_play_reveals_nothing_to_others() -> None:
    async with table(Laid("encore-eclair nib-nudger rotlet", ada="dread-ned")) as (hob, (ada, ben)):
        await ada.types("muncher play", card="encore-eclair", on="dread-ned")
        await ada.types("muncher use")
        assert "Nib Nudger" in await ada.clicks("My hand", on=hob.table)
        for label in ("My hand", "Log", "Rules"):
            assert "Nib Nudger" not in await ben.clicks(label, on=hob.table)
        assert "Nib Nudger" not in hob.table_text()


async def test_with_closed_dms_the_hand_is_in_the_channel() -> None:
    async with evening() as hob:
        ada, ben = hob.person("Ada"), hob.person("Ben")
        path = f"/channels/{ben.user.dm_channel.id}/messages"
        hob.discord.inject_error("POST", path, status=403, code=50007, times=None)
        await ada.types("muncher new")
        await ben.clicks("Join")
        await ada.clicks("Start")
        await lay(hob, Laid("rotlet", hands={"ben": "lurch-lad prankle"}))
        assert ben.messages == [] and "I couldn't DM you your cards" in ada.reads()
        await ada.types("muncher play", card="rotlet")
        await ben.clicks("My hand", on=hob.table)
        await ben.selects("Lurch Lad", on=ben.seen[-1])
        assert "• Ben plays Lurch Lad (+4)" in hob.table_text()


# ---- restarts
async def test_a_half_used_ability_continues_after_a_restart() -> None:
    async with table(Laid("wormy-wanda", ada="sky-sentry", ben="dread-ned lurch-lad")) as (hob, (ada, ben)):
        await ada.selects("Wormy Wanda")
        await ada.clicks("Sky Sentry 4 (Ada)", on=hob.table)
        before = hob.table
        await hob.restart()
        await hob.settle()
        assert hob.table.id == before.id and "**Ada** continues with **Wormy Wanda**" in hob.table_text()
        await ada.clicks("Dread Ned 4 (Ben)", on=before)
        assert "• Ada destroys Ben's Dread Ned" in hob.table_text()
        assert "Your turn" in last(ben)


async def test_a_pending_announcement_survives_a_restart() -> None:
    laid = Laid("rotlet", ben="bone-idle-bill sky-sentry", status={"bone-idle-bill": "armed"})
    async with table(laid) as (hob, (ada, ben)):
        await ada.selects("Rotlet")
        await ada.clicks("Sky Sentry 4 (Ben)", on=hob.table)
        await hob.restart()
        await hob.settle()
        await ben.clicks("B: Announce Bone Idle Bill", on=hob.table)
        assert "Bone Idle Bill gives itself +2" in hob.table_text()


async def test_a_hand_from_before_a_restart_can_be_played() -> None:
    async with table(Laid("rotlet lurch-lad")) as (hob, (ada, _)):
        old = ada.messages[-1]
        await hob.restart()
        await ada.selects("Lurch Lad", on=old)
        assert "• Ada plays Lurch Lad (+4)" in hob.table_text()


# ---- the end
async def test_the_end_lists_only_the_hand_of_a_player_without_monsters() -> None:
    async with table(Laid("lurch-lad", ada="dread-ned+14-1[rock-rusk]")) as (hob, (ada, _)):
        await ada.selects("Lurch Lad")
        assert "2. Ben 0 hunger: In hand at the end: " in hob.table_text()


async def test_the_end_lists_each_monster_and_the_first_to_20() -> None:
    laid = Laid("lurch-lad", ada="dread-ned+14-1[rock-rusk]", ben="nib-nudger rotlet")
    async with table(laid) as (hob, (ada, ben)):
        await ada.selects("Lurch Lad")
        text = hob.table_text()
        assert "Ada wins Monster Muncher with 21 hunger" in text
        counted = "1. Ada 21 hunger: Dread Ned 4 + 14 − 1 = 17 with Rock Rusk\nLurch Lad 4\n"
        assert f"{counted}Ada was first to 20" in text
        assert "2. Ben 2 hunger: Nib Nudger 1\nRotlet 1" in text
        # Ben's hand is no longer secret, nor is the card that Ada drew.
        names = [DECKS["hob"][card].name for card in laid.hand("ben")]
        assert f"Rotlet 1\nIn hand at the end: {', '.join(names[:-1])} and {names[-1]}\n" in text
        assert text.count("In hand at the end: ") == 2
        assert [c.label for c in controls_of(hob.table)] == [
            *("Play again", "Replay", "Rules", "More"),
            "Review with the coach",
        ]
        assert "This game is over." in await ben.types("muncher play", card="rotlet")


async def test_announcements_can_be_made_automatic() -> None:
    async with evening() as hob:
        await hob.set_table("muncher", "Ada", "Ben")
        ada = hob["Ada"]
        await ada.clicks("Options")
        await ada.clicks("Announcements: by hand (rulebook)")
        await ada.clicks("Start", on=hob.table)
        assert (await hob.session()).g.by_themselves
        options = {"announcements": "by-themselves"}
        status = {"bone-idle-bill": "armed"}
        await lay(hob, Laid("rotlet", ben="bone-idle-bill sky-sentry", status=status, options=options))
        await ada.selects("Rotlet")
        await ada.clicks("Sky Sentry 4 (Ben)", on=hob.table)
        assert "• Bone Idle Bill gives itself +2" in hob.table_text()
        assert "Announce" not in hob.table_text()
