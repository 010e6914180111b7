"""Looking things up: the log, the rules, cards."""

import random
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from bot.i18n.fitting import normalize
from bot.screens.game_ui import GameUI
from cogs.game_uis import GAME_UIS
from engine import GAMES
from hob.testing.play import Evening, Person, evening, play_on, playing
from hob.testing.reading import controls_of, words_of
from tests.cogs.tables import tattle, tattling
from tests.screens import LONG, SCREENS, faults_of_looking_up, table_of, tables_of


async def moves(hob: Evening, number: int) -> None:
    for _ in range(number):
        await (await hob.asked()).types("chaser move", candy="blue" if _ % 2 else "purple")
        if not (await hob.session()).playing:
            return


def body(person: Person) -> list[str]:
    return person.seen[-1].content.splitlines()


async def test_an_empty_log() -> None:
    async with playing("Ada", "Ben") as hob:
        assert await hob["Ada"].clicks("Log") == "**Nothing has happened yet.**"


async def test_the_log_shows_the_last_events() -> None:
    async with playing("Ada", "Ben") as hob:
        await moves(hob, 1)
        said = await hob.person("Dora").clicks("Log")
        assert said.startswith("**Candy Chaser · the last event**\n") and " rolls " in said
        await moves(hob, 1)
        assert "the last 2 events" in await hob["Ada"].types("hob log")


async def test_the_log_is_paged_and_can_be_downloaded() -> None:
    async with playing("Ada", "Ben") as hob:

        def chatter(g: object) -> None:
            for number in range(40):
                g.log_event("does-not-tattle", p=f"s{number % 2}")  # type: ignore[attr-defined]

        await hob.lay(chatter)
        ada = hob["Ada"]
        await ada.clicks("Log")
        assert len(body(ada)) == 16 and [c.label for c in controls_of(ada.seen[-1])] == ["Older", "Download full log"]
        assert body(ada)[0] == "**Candy Chaser · the last 15 events**"
        await ada.clicks("Older")
        assert body(ada)[0] == "**Candy Chaser · events 11 to 25 of 40**"
        labels = [c.label for c in controls_of(ada.seen[-1])]
        assert len(body(ada)) == 16 and labels == ["Older", "Newer", "Download full log"]
        await ada.clicks("Older")
        assert len(body(ada)) == 16 and [c.label for c in controls_of(ada.seen[-1])] == ["Newer", "Download full log"]
        await ada.clicks("Newer")
        await ada.clicks("Download full log")
        [file] = ada.seen[-1].attachments
        assert file.filename == f"candy-chaser-{(await hob.session()).id}.txt"
        text = (await file.read()).decode()
        assert text.count(" doesn't tattle\n") == 40


async def test_repeated_events_share_a_line_of_the_log() -> None:
    async with playing("Ada", "Ben") as hob:

        def chatter(g: object) -> None:
            for seat in ("s0", "s0", "s1"):
                g.log_event("does-not-tattle", p=seat)  # type: ignore[attr-defined]

        await hob.lay(chatter)
        ada = hob["Ada"]
        await ada.clicks("Log")
        assert body(ada) == [
            "**Candy Chaser · the last 3 events**",
            "Ada doesn't tattle (2×)",
            "Ben doesn't tattle",
        ]


async def test_a_downloaded_log_has_no_markup() -> None:
    async with playing("*A_d_a*", "Ben") as hob:
        ada = hob["*A_d_a*"]

        def chatter(g: object) -> None:
            for _ in range(20):
                g.log_event("does-not-tattle", p="s0")  # type: ignore[attr-defined]

        await hob.lay(chatter)
        await ada.types("hob leave")
        await ada.clicks("Leave")
        await hob.person("Dora").types("chaser join")
        dora = hob["Dora"]
        assert "\\*A\\_d\\_a\\*" in await dora.clicks("Log", on=hob.table)
        await dora.clicks("Download full log")
        text = (await dora.seen[-1].attachments[0].read()).decode()
        assert "Dora takes *A_d_a*'s seat\n" in text and "\\" not in text


async def test_a_long_log_line_is_not_cut_if_it_fits() -> None:
    async with playing("Ada", "Ben") as hob:

        def chatter(g: object) -> None:
            g.log_event("does-not-tattle", p="Somebody of a long name " * 20)  # type: ignore[attr-defined]

        await hob.lay(chatter)
        ada = hob["Ada"]
        await ada.clicks("Log")
        assert "…" not in ada.seen[-1].content


async def test_private_log_lines_are_shown_only_to_the_two_players_involved() -> None:
    async with playing("Ada", "Ben", "Cara") as hob:
        me = await tattling(hob)
        target = next(person for person in hob.people.values() if person is not me)
        third = next(person for person in hob.people.values() if person not in (me, target))
        await tattle(hob, me, target, "green")
        assert f"You guessed that {target.name} smuggles Green: " in await me.clicks("Log")
        assert "(only you see this)" in words_of(me.seen[-1])
        assert f"{me.name} guessed that you smuggle Green: " in await target.clicks("Log")
        for other in (third, hob.person("Dora")):
            said = await other.clicks("Log")
            assert "Green" not in said and f"{me.name} tattles on {target.name} and is" in said


async def test_the_rules_open_on_now_and_explain_each_option() -> None:
    async with playing("Ada", "Ben") as hob:
        me = await hob.asked()
        said = await me.clicks("Rules")
        assert "Candy Chaser · Now\nYou rolled **" in said and f"**{me.name}** rolled" not in said
        assert "**+3**: move one cube.\n\n• **Blue → 3** · **Purple → 3 (yours)** · **Green → 3**" in said
        assert "Not possible now:\n• You can't tattle until a cube has reached the goal." in said
        other = next(person for person in hob.people.values() if person is not me)
        said = await other.clicks("Rules")
        assert "• **Blue" not in said and f"**{me.name}** rolled" in said
        assert "Candy Chaser · Now" in await hob.person("Dora").clicks("Rules")


async def test_the_rules_page_says_why_a_tattle_is_not_possible() -> None:
    async with playing("Ada", "Ben", "Cara") as hob:
        me = await tattling(hob)
        said = await me.clicks("Rules")
        assert "You can't tattle on yourself." in said


async def test_the_rules_can_be_paged_and_return_to_now() -> None:
    async with playing("Ada", "Ben") as hob:
        ada = hob["Ada"]
        await ada.clicks("Rules")
        await ada.selects("Tattling")
        assert "Candy Chaser · Tattling" in words_of(ada.seen[-1])
        await ada.selects("Our rulings")
        assert "The die has the faces" in words_of(ada.seen[-1])
        await ada.clicks("Back to Now")
        assert "Candy Chaser · Now" in words_of(ada.seen[-1])
        assert len({message.id for message in ada.seen if "Another page" in words_of(message)}) == 1


async def test_rules_work_by_command_with_and_without_a_table() -> None:
    async with evening() as hob:
        ada = hob.person("Ada")
        assert "Candy Chaser · Goal" in await ada.types("chaser rules")
        await ada.selects("Tips")
        assert "Candy Chaser · Tips" in words_of(ada.seen[-1])
        assert "Candy Chaser · The goal" in await ada.types("chaser rules", page="The Goal")
        said = await ada.types("chaser rules", page="dragons")
        assert said.startswith("There's no page called “dragons”. You can choose: Goal, Setup")
        assert await ada.completes("chaser rules", "page", "tat") == ["Tattling"]
        await ada.types("chaser new", computers=1)
        assert "Candy Chaser · How to play" in await ada.clicks("How to play")


async def test_how_to_play_names_the_page_about_stand_in_cards() -> None:
    async with evening() as hob:
        ada = hob.person("Ada")
        await ada.types("kingdom new")
        assert "our own stand-in cards, see How to play" in hob.table_text()
        assert "stand-in cards, see “Where the cards come from”" in await ada.clicks("How to play")
        await ada.selects("Where the cards come from")


async def test_rules_and_log_after_the_end() -> None:
    async with playing("Ada", "Ben") as hob:
        await play_on(hob, random.Random(4))
        ada = hob["Ada"]
        assert "Candy Chaser · Goal" in await ada.clicks("Rules", on=hob.table)
        await ada.clicks("More", on=hob.table)
        assert "events" in await ada.clicks("Log")


async def test_a_card_is_found_by_name_and_shown_with_its_origin() -> None:
    async with evening() as hob:
        ada = hob.person("Ada")
        for ui in hob.app.games.values():
            cards = list(ui.game.cards().values())
            if not cards:
                continue
            card = cards[len(cards) // 2]
            said = await ada.types(f"{ui.group} card", name=card.name.upper())
            assert card.name in said
            assert ("stand-in" in said) == ui.game.house
            unknown = await ada.types(f"{ui.group} card", name="Zzyzx")
            assert unknown.startswith("There's no card called “Zzyzx”. You can choose: ")
            found = await ada.completes(f"{ui.group} card", "name", card.name[:4])
            assert any(normalize(card.name[:4]) in normalize(label) for label in found) and len(found) <= 25
            await ada.types("hob me", pictures="off")
            await ada.types(f"{ui.group} card", name=card.id)
            assert not ada.seen[-1].attachments
            await ada.types("hob me", pictures="on")


@pytest.mark.parametrize("ui", GAME_UIS.values(), ids=lambda ui: ui.group)
def test_every_page_and_every_card_of_every_game_can_be_shown(ui: GameUI) -> None:
    g = ui.game.deal(ui.game.seats[0], "pages")
    assert faults_of_looking_up(ui, table_of(ui.game, g, LONG[: g.players])) == []


async def test_a_card_lookup_shows_its_location_and_its_rulings() -> None:
    async with playing("Ada", "Ben", "Cara", command="ghosts") as hob:
        ada = hob["Ada"]

        def lay(g: Any) -> None:
            g.stashes[1].kids = ["bathtub-pirate"]
            g.kids = [kid for kid in g.kids if kid != "bathtub-pirate"]
            for spot in g.row:
                if spot.kid == "bathtub-pirate":
                    spot.kid = g.kids.pop()

        await hob.lay(lay)
        said = await ada.types("ghosts card", name="bathtub pirate")
        assert "**Now**: in Ben's stash." in said and "• Bathtub Pirate: “more candy” means more pieces" in said
        session = await hob.session()
        third = session.view().row[2].kid
        assert "**Now**: in spot 3." in await ada.types("ghosts card", name=third)
        assert session.g is not None
        assert "**Now**" not in await ada.types("ghosts card", name=session.g.kids[0])


OPEN: dict[str, Callable[[Any], Iterable[Iterable[str]]]] = {  # the public cards
    "ghosts-love-candy": lambda view: (
        [spot.kid for spot in view.row if spot.kid],
        *(stash.kids for stash in view.stashes),
        view.kid_discard,
    ),
    "kingdoms-candy": lambda view: (
        *(cards for market in (view.monsters, view.abilities) for cards in (filter(None, market.row), market.discard)),
        *([*mine.kept, *(card for m in mine.monsters for card in (m.id, *m.tucked))] for mine in view.villains),
        view.events,
    ),
    "monster-muncher": lambda view: (
        [card for row in view.rows for m in row for card in (m.card, *(snack.card for snack in m.snacks))],
        view.grave,
        *view.seen,
    ),
    "cover-your-kingdom": lambda view: (
        *(clan.cards or [] for kingdom in view.kingdoms for land in kingdom.lands for clan in land.clans),
        *(kingdom.powers for kingdom in view.kingdoms),
        [pile.face for pile in view.inn if pile.face],
        [view.discard] if view.discard else [],
        view.retired,
    ),
}


@pytest.mark.parametrize("slug", OPEN)
def test_only_face_up_cards_have_a_known_location(slug: str) -> None:
    game = GAMES[slug]
    for g in [*tables_of(game, game.seats[0], 2)][::9]:
        view = game.view(g)
        texts = SCREENS.of(table_of(game, g, LONG[: g.players])).texts
        found = {card for card in game.cards() if texts.whereabouts(card)}
        assert found == {card for cards in OPEN[slug](view) for card in cards}


async def test_rules_and_log_are_deleted_when_the_panel_is_reposted() -> None:
    async with playing("Ada", "Ben", cards="channel") as hob:
        me = await hob.asked()
        await me.clicks("My hand", on=hob.table)
        panel = me.seen[-1]
        await me.clicks("Log", on=hob.table)
        await me.clicks("Rules", on=panel)
        assert len(hob.calls("DELETE", "/webhooks/*")) == 1, "one message at a time below the panel"
        await moves(hob, 2)
        await hob.settle()
        assert await hob.asked() is me and len(hob.calls("DELETE", "/webhooks/*")) == 2, "the panel is last"


async def test_rules_stay_open_if_the_panel_is_a_dm() -> None:
    async with playing("Ada", "Ben") as hob:
        me = await hob.asked()
        await me.clicks("Rules", on=hob.table)
        await moves(hob, 2)
        await hob.settle()
        assert await hob.asked() is me and hob.calls("DELETE", "/webhooks/*") == []
