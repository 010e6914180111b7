"""Standing orders are given in the player's own panel and answered without a press; other players can't notice them."""

import re
from typing import Any

import pytest

from bot.tables.service import Sessions
from db import SessionChange
from hob.testing.play import Evening, playing
from hob.testing.reading import controls_of, menu_with
from tests.cogs.cover_your_kingdom.evenings import court, larissa, last, reads_last
from tests.engine.cover_your_kingdom.table import Tabletop, arrange

ALL = "Let everything go (until your next turn)"
RECRUIT = "Bragon: Ben's Bragons (30)"
FORCED = "Let it go when nothing fits (for this game)"
TOLD = "**Automatic answer**"


async def order_of(hob: Evening, seat: int) -> str:
    order = (await hob.session()).info.seats[seat].order
    return f"{order.key} {order.ends}" if order else ""


async def test_an_order_until_the_own_turn_survives_a_restart() -> None:
    async with court(larissa()) as hob:
        ada, ben, cara = hob["Ada"], hob["Ben"], hob["Cara"]
        assert menu_with(last(ada), ALL) is None  # it is her own turn
        await ben.selects(ALL, on=last(ben))
        assert f"{TOLD}: {ALL}." in reads_last(ben) and await order_of(hob, 1) == "let-go turn"
        await hob.restart()
        rung = len(ben.messages)
        await ada.selects(RECRUIT, on=last(ada))
        await hob.passes(8)
        assert "• Ben lets it go: Ada wins the Bragons (3 cards) for their Highland" in hob.table_text()
        assert len(ben.messages) == rung  # edited, without a notification
        news = reads_last(ben)
        assert "Ada tries to recruit Ben's Bragons with a Bragon" in news and "Ben lets it go" in news
        assert "Undo" in "".join(control.label for control in controls_of(last(ben)))
        assert await order_of(hob, 1) == "let-go turn"
        await ada.clicks("End turn", on=last(ada))
        assert "**Ben**'s turn: action 1 of 2." in hob.table_text() and await order_of(hob, 1) == ""
        assert TOLD not in reads_last(ben) and "Ben lets it go" in reads_last(ben)  # he hasn't seen it yet
        assert all(TOLD not in person.reads() for person in (ada, cara)) and TOLD not in await ada.types("hob log")


async def test_an_order_covers_only_its_questions_and_can_be_withdrawn() -> None:
    async with court(larissa()) as hob:
        ada, ben, cara = hob["Ada"], hob["Ben"], hob["Cara"]
        await ben.selects("Let it go if it's under 40 magic (for this game)", on=last(ben))
        await ada.selects(RECRUIT, on=last(ada))
        await hob.passes(60)
        assert "3 cards, 45 magic" in reads_last(ben) and "**Ben** may counter" in hob.table_text()
        menu = menu_with(last(ben), "Ask me every time")
        assert menu is not None and f"{TOLD}: Let it go if it's under 40 magic (for this game)." in reads_last(ben)
        await cara.forges(menu.custom_id, last(cara), "let-go/game")
        assert "That's Ben's choice." in reads_last(cara)
        await ben.forges(menu.custom_id, last(ben), "let-go/never")
        assert "That automatic answer isn't available here." in reads_last(ben)
        assert await order_of(hob, 1) == "under-40 game"
        await ben.selects("Counter with anything that fits, otherwise let it go (for this game)", on=last(ben))
        await hob.passes(8)
        assert "**Ada** may counter Ben's Spydra." in hob.table_text()
        await ada.clicks("Let it go", on=last(ada))
        assert "**Ada**'s turn: action 2 of 2." in hob.table_text()
        await ben.selects("Ask me every time", on=last(ben))
        assert await order_of(hob, 1) == "" and "I'll ask you every time" in reads_last(ben)


async def test_an_order_ends_when_its_person_leaves_or_undoes_the_answer() -> None:
    async with court(larissa()) as hob:
        ada, ben, cara = hob["Ada"], hob["Ben"], hob["Cara"]
        await cara.selects("Let everything go (for this game)", on=last(cara))
        await cara.types("hob seat", to="computer")
        assert await order_of(hob, 2) == ""
        await ben.selects("Let everything go (for this game)", on=last(ben))
        await ada.selects(RECRUIT, on=last(ada))
        await hob.passes(8)
        assert "Ben lets it go" in hob.table_text()
        await ben.clicks("Undo", on=last(ben))
        await hob.passes(30)
        assert await order_of(hob, 1) == "" and "**Ben** may counter Ada's Bragon." in hob.table_text()
        await ben.selects("Let everything go (for this game)", on=last(ben))
        await ben.types("hob leave")
        await ben.clicks("Leave")
        assert await order_of(hob, 1) == ""


def without_ids(text: str) -> str:
    return re.sub(r"\d{9,}|Table [0-9A-Z]{6}|:[0-9A-Z]{6}:", "#", text)


async def evening(cards: str, by_order: bool, order: str = ALL, held: str = "spydra yedi") -> Any:
    """Play a scene in which Ben passes by an order or by hand; return what the others see and the calls to Discord."""
    delays = {"order_least": 3.0, "order_spread": 0.0, "order_forced_spread": 0.0}
    async with court(larissa(Ben=held), cards=cards, **delays, moment=1.0) as hob:
        ada, ben, cara = hob["Ada"], hob["Ben"], hob["Cara"]
        await ben.clicks("My hand", on=hob.table)
        if by_order:
            await ben.selects(order, on=ben.seen[-1])
        else:
            await hob.passes(1)
        await hob.passes(200)
        await ada.clicks("My hand", on=hob.table)
        await ada.selects(RECRUIT, on=ada.seen[-1])
        await hob.passes(1.5)
        read = []
        if by_order:
            await hob.passes(1.5)
        else:
            await hob.passes(0.25)
            await ben.clicks("Let it go" if "spydra" in held else "Let it go, just this once", on=ben.seen[-1])
            await hob.passes(0.25)
        for seconds in (0.5, 10, 70):
            await hob.passes(seconds)
            read.append([without_ids(person.reads()) for person in (ada, cara)])
        await ada.clicks("End turn", on=ada.seen[-1])
        for seconds in (5, 70):  # a player who has just pressed is notified later
            await hob.passes(seconds)
            read.append([without_ids(person.reads()) for person in (ada, cara)])
        assert "Ben lets it go" in hob.table_text() and "**Ben**'s turn: action 1" in hob.table_text()
        others = (str(place.user.dm_channel.id) for place in (ada, cara))
        public = (str(hob.channel.id), *others)
        calls = [c for c in hob.discord.http_requests if any(f"/channels/{place}/" in c.path for place in public)]
        return read, [(c.method, without_ids(c.path)) for c in calls if c.method != "GET"]


@pytest.mark.parametrize("cards", ["message", "channel"])
async def test_a_standing_order_looks_like_a_press_to_others(cards: str) -> None:
    by_order, by_hand = await evening(cards, True), await evening(cards, False)
    assert by_order == by_hand
    forced = [await evening(cards, by_order, FORCED, "yedi yedi") for by_order in (True, False)]
    assert forced == [by_hand, by_hand]


# ---- questions without a choice
DONT_ASK = "Let it go, don't ask again"


def raid(ada: str, ben: str) -> Tabletop:
    """Return a table where Ben has two top Clans and one below."""
    clans = {0: {"highland": ["yedi yedi"]}, 1: {"highland": ["vulcent vulcent", "bragon bragon"]}}
    clans[1]["lowland"] = ["klaken klaken"]
    return arrange(3, {0: ada, 1: ben, 2: "yedi"}, clans)


async def test_a_player_who_can_only_let_go_is_asked_once() -> None:
    async with court(raid("bragon klaken", "yedi yedi")) as hob:
        ada, ben = hob["Ada"], hob["Ben"]
        await ada.selects(RECRUIT, on=last(ada))
        assert [c.label for c in controls_of(last(ben)) if c.label][:2] == [DONT_ASK, "Let it go, just this once"]
        assert "You have only one choice here." in reads_last(ben)
        await ben.clicks(DONT_ASK, on=last(ben))
        assert "• Ben lets it go: Ada wins the Bragons (3 cards)" in hob.table_text()
        assert await order_of(hob, 1) == "nothing-fits game"
        messages = len(ben.messages)
        await ada.selects("Klaken: Ben's Klakens (30)", on=last(ada))
        assert "**Ben** may counter Ada's Klaken." in hob.table_text()
        await hob.passes(21)
        assert "• Ben lets it go: Ada wins the Klakens (3 cards)" in hob.table_text()
        assert len(ben.messages) == messages and DONT_ASK not in reads_last(ada)


async def test_a_forced_answer_has_its_own_pause() -> None:
    delays = {"order_least": 0.0, "order_spread": 0.0, "order_forced_spread": 1000.0}
    async with court(raid("bragon klaken", "yedi yedi"), **delays) as hob:
        ada, ben = hob["Ada"], hob["Ben"]
        await ben.selects(FORCED, on=last(ben))
        await ada.selects(RECRUIT, on=last(ada))
        assert "**Ben** may counter Ada's Bragon." in hob.table_text()
        await hob.passes(1000)
        assert "Ben lets it go" in hob.table_text()


async def test_a_player_who_can_counter_is_asked_despite_the_order() -> None:
    async with court(raid("bragon klaken", "spydra yedi")) as hob:
        ada, ben = hob["Ada"], hob["Ben"]
        await ben.selects(FORCED, on=last(ben))
        await ada.selects(RECRUIT, on=last(ada))
        await hob.passes(30)
        assert "**Ben** may counter Ada's Bragon." in hob.table_text()
        assert [c.label for c in controls_of(last(ben)) if c.answers] == ["Spydra", "Let it go"]
        await ben.clicks("Spydra", on=last(ben))
        await ada.clicks("Let it go, just this once", on=last(ada))  # her own turn
        assert "• Ada backs down: Ben keeps the Bragons" in hob.table_text() and await order_of(hob, 0) == ""


async def test_an_order_also_backs_down_in_the_own_turn() -> None:
    async with court(raid("bragon klaken", "spydra spydra")) as hob:
        ada, ben = hob["Ada"], hob["Ben"]
        await ada.selects(RECRUIT, on=last(ada))
        await ben.clicks("Spydra", on=last(ben))
        await ada.clicks(DONT_ASK, on=last(ada))
        assert "• Ada backs down" in hob.table_text() and await order_of(hob, 0) == "nothing-fits game"
        await ada.selects("Klaken: Ben's Klakens (30)", on=last(ada))
        await ben.clicks("Spydra", on=last(ben))
        await hob.passes(21)
        assert "• Ada backs down: Ben keeps the Klakens" in hob.table_text()


async def test_the_same_press_on_the_offer_twice_gives_the_order_and_one_answer() -> None:
    async with court(raid("bragon klaken", "yedi yedi")) as hob:
        ada, ben = hob["Ada"], hob["Ben"]
        await ada.selects(RECRUIT, on=last(ada))
        offer = next(c for c in controls_of(last(ben)) if c.label == DONT_ASK)
        await ben.presses(offer.custom_id, last(ben))
        await ada.selects("Klaken: Ben's Klakens (30)", on=last(ada))
        await ben.forges(offer.custom_id, last(ben))
        assert "**Ben** may counter Ada's Klaken." in hob.table_text() and await order_of(hob, 1) == "nothing-fits game"


async def test_an_order_answers_despite_a_change_in_another_process() -> None:
    async with court(raid("bragon klaken", "yedi yedi")) as hob:
        ada, ben, commit, session = hob["Ada"], hob["Ben"], hob.store.commit, await hob.session()
        other = Sessions(hob.store, hob.clock)

        async def overtaken(change: SessionChange) -> int:
            hob.store.commit = commit  # type: ignore[method-assign]
            revision = await commit(change)
            await other.update_name(await other.open(session.id), ada.id, "Adele")
            return revision

        await ada.selects(RECRUIT, on=last(ada))
        hob.store.commit = overtaken  # type: ignore[method-assign]
        await ben.clicks(DONT_ASK, on=last(ben))
        assert "**Adele**'s turn: action 2 of 2." in hob.table_text() and await order_of(hob, 1) == "nothing-fits game"


async def test_a_game_without_secrets_offers_orders_behind_its_own_button() -> None:
    async with playing("Ada", "Ben", command="kingdom") as hob:
        asked = await hob.asked()
        waits = next(hob[name] for name in ("Ada", "Ben") if hob[name] is not asked)
        await waits.clicks("My monsters", on=hob.table)
        await waits.selects("Feed all Monsters with sugar, if there's enough (for this game)", on=waits.seen[-1])
        assert f"{TOLD}: Feed all Monsters with sugar" in waits.reads()
    async with playing("Ada", "Ben") as hob:
        await hob["Ada"].clicks("My hand", on=hob.table)
        assert "Answer automatically" not in hob["Ada"].reads()
