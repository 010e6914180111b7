"""People type Cover Your Kingdom's slash commands, and read why something isn't possible."""

from tests.cogs.cover_your_kingdom.evenings import ARTHUR, CALVIN, court, inn, larissa, table_of
from tests.engine.cover_your_kingdom.table import arrange


# ---- slash commands
async def test_the_inn_by_command() -> None:
    async with court(inn()) as hob:
        ada, ben = hob["Ada"], hob["Ben"]
        assert await ada.completes("cover inn", "card") == ["Yedi", "Bragon"]
        assert await ada.completes("cover inn", "take", card="bragon") == ["Terrier", "Bragon", "Bragon + Terrier"]
        assert "There aren't enough Yedi cards face up at the inn." in (
            await ada.types("cover inn", card="yedi", take="yedi")
        )
        await ada.types("cover inn", card="Bragon", take="bragon+terrier")
        assert await ben.completes("cover counter", "cards") == ["Let it go", "Bragon"]
        await ben.types("cover counter", cards="let it go")
        assert await ben.completes("cover choose", "choice") == ["Ada's Bragons (50)", "Ada's VulcEnts (10)"]
        await ben.types("cover choose", choice="Ada's VulcEnts (10)")
        await ada.types("cover choose", choice=(await ada.completes("cover choose", "choice"))[0])
        assert await ada.completes("cover land", "land") == ["Highland", "Lowland", "Maneland"]
        assert "• The Pigxies join Ada's Maneland" in await ada.types("cover land", land="Maneland")


async def test_settle_by_command() -> None:
    async with court(arrange(5, CALVIN, ARTHUR, discards="klaken")) as hob:
        ada = hob["Ada"]
        assert await ada.completes("cover settle", "cards") == [
            "Spydra + Bragon",
            "2 Hentaurs",
            "Spydra + Hentaur",
            "Klaken + Klaken (from discard)",
            "Spydra + Klaken",
            "Spydra + Klaken (from discard)",
        ]
        assert await ada.completes("cover settle", "land", cards="hentaur+hentaur") == ["Highland", "Lowland"]
        said = await ada.types("cover settle", cards="2 Hentaurs", land="lowland")
        assert "• Ada settles 2 Hentaurs in the Lowland" in said and "Your turn: you may take one more action." in said
        said = await ada.types("cover settle", cards="Klaken + Klaken (from discard)")
        assert "• Ada settles a Klaken in the Lowland with the Klaken from the discard pile" in said


async def test_recruit_hire_add_and_discard_by_command() -> None:
    async with court(arrange(5, CALVIN, ARTHUR)) as hob:
        ada = hob["Ada"]
        assert await ada.completes("cover recruit", "clan") == ["Ben's Hentaurs (20)", "Ben's Sighclops (15)"]
        assert await ada.completes("cover recruit", "card", clan="Ben's Hentaurs (20)") == ["Hentaur", "Spydra"]
        assert await ada.completes("cover hire", "creature", "wiz") == []
        assert await ada.completes("cover hire", "target", "", creature="wiizzaard") == [
            "Ben's bottom Highland Clan to the top",
        ]
        said = await ada.types("cover hire", creature="Wiizzaard", target="Ben's bottom Highland Clan to the top")
        assert "• Ada's Wiizzaard moves the bottom Clan of Ben's Highland to the top: Bragons" in said
        assert await ada.completes("cover add", "card") == ["Klaken"]
        said = await ada.types("cover add", card="klaken")
        assert "• Ada adds a Klaken to their top Lowland Clan (now 3 cards)" in said
        ben = hob["Ben"]
        found = await ben.completes("cover discard", "card")
        assert found and "• Ben discards a " in await ben.types("cover discard", card=found[0])
        await ben.types("cover done")
        assert "**Cara**'s turn: action 1 of 2." in hob.table_text()


async def test_adding_to_an_either_land_clan_by_command_can_move_it() -> None:
    kingdoms = {0: {"highland": ["hentaur hentaur"], "lowland": ["klaken klaken"]}}
    async with court(arrange(3, {0: "hentaur hentaur klaken"}, kingdoms)) as hob:
        ada = hob["Ada"]
        assert await ada.completes("cover add", "land", card="hentaur") == [
            "Hentaurs in the Highland: stay there",
            "Hentaurs in the Highland: move to the Lowland",
        ]
        said = await ada.types("cover add", card="Hentaur", land="Hentaurs in the Highland: move to the Lowland")
        assert "• Ada adds a Hentaur and moves the Clan (now 3 cards) to the Lowland" in said


async def test_counter_and_give_by_command() -> None:
    async with court(larissa()) as hob:
        ada, ben = hob["Ada"], hob["Ben"]
        await ada.types("cover recruit", clan="Ben's Bragons (30)", card="bragon")
        assert "A Spydra" not in await ben.types("cover counter", cards="spydra")
        assert await ada.completes("cover counter", "cards") == ["Let it go", "Bragon + Terrier"]
        said = await ada.types("cover counter", cards="bragon")
        assert "Spydra counts as two cards. Counter with a Spydra, or with two cards" in said
        assert "• Ben gives up" not in await ada.types("cover counter", cards="bragon+terrier")
        assert "Ada wins the Bragons" in await ben.types("cover counter", cards="let-go")
    async with court(arrange(3, {0: "hypnogriff yedi yedi", 1: "bragon klaken", 2: "vulcent"})) as hob:
        ada = hob["Ada"]
        await ada.types("cover hire", creature="hypnogriff", target="s1")
        assert "Yedi + Klaken" in await ada.completes("cover give", "cards", "klaken")
        assert "Ada gives 2 Yedis back to Ben" in await ada.types("cover give", cards="2 Yedis")
        assert (await table_of(hob)).hands[1] == ["yedi", "yedi"]


async def test_powers_by_command_and_by_button() -> None:
    kingdoms = {0: {"highland": ["bragon bragon", "yedi yedi"]}}
    async with court(arrange(3, {0: "klaken yedi", 1: "bragon"}, kingdoms, powers={0: "wiizzz"})) as hob:
        ada = hob["Ada"]
        assert await ada.completes("cover choose", "choice") == ["Free: swap Highland Clans"]
        await ada.types("cover discard", card="klaken")
        await ada.types("cover discard", card="yedi")
        assert "**Ada** may still swap two Clans." in hob.table_text()
        await ada.clicks("Free: swap Highland Clans", on=hob.table)
        assert "• Ada uses Wiizzz Kid: the top two Clans of the Highland swap places" in hob.table_text()
        assert "**Ben**'s turn: action 1 of 2." in hob.table_text()
        assert "Wiizzz Kid" in await ada.types("cover choose", choice="Free: swap Highland Clans")
    async with court(arrange(3, {0: "klaken klaken yedi yedi"}, powers={0: "match-maker"})) as hob:
        ada = hob["Ada"]
        said = await ada.types("cover choose", choice="Free: settle 2 Klakens in the Lowland · +30")
        assert "• Ada uses Match Maker" in said and "Your turn: take up to 2 actions." in said


async def test_passing_when_nothing_is_possible() -> None:
    async with court(arrange(3, {0: "spydra", 1: "spydra yedi", 2: "yedi"}, deck="")) as hob:
        ada = hob["Ada"]
        said = await hob["Ben"].types("cover pass")
        assert "You can pass only on your turn, when you can't do anything else." in said
        assert "**Ada**'s turn: action 1 of 2." in said
        await ada.types("cover pass")
        assert "• Ada can't do anything and passes" in hob.table_text()
        assert "You can still take an action. You may pass only if you can't." in (await hob["Ben"].types("cover pass"))


async def test_adding_by_command_distinguishes_two_clans_of_the_same_kind() -> None:
    kingdoms = {0: {"highland": ["hentaur hentaur"], "lowland": ["hentaur hentaur hentaur"]}}
    async with court(arrange(3, {0: "hentaur yedi"}, kingdoms)) as hob:
        assert await hob["Ada"].completes("cover add", "land", card="hentaur") == [
            "Hentaurs in the Highland: stay there",
            "Hentaurs in the Highland: move to the Lowland",
            "Hentaurs in the Lowland: stay there",
            "Hentaurs in the Lowland: move to the Highland",
        ]


# ---- why not
NOT_POSSIBLE = [
    ("recruit", {"clan": "c5", "card": "hentaur"}, "The Yedis are safe: they're the only Clan in Cara's Kingdom."),
    ("recruit", {"clan": "c2", "card": "spydra"}, "You can only choose the top Clan of a stack"),
    ("recruit", {"clan": "c1", "card": "spydra"}, "That Clan (Klakens) is already yours."),
    ("recruit", {"clan": "c4", "card": "bragon"}, "Bragon and Hentaur don't match."),
    ("settle", {"cards": "bragon+klaken"}, "Bragon and Klaken don't match."),
    ("settle", {"cards": "spydra+spydra"}, "Wilds can't settle"),
    ("settle", {"cards": "yedi+yedi"}, "You don't have enough Yedi cards in your hand."),
    ("discard", {"card": "Spydra"}, "You can't discard a Spydra, because it's a Wild."),
    ("discard", {"card": "wiizzaard"}, "You can't discard a Creature for hire (Wiizzaard)."),
    ("hire", {"creature": "elves", "target": "c3"}, "You don't have enough Elves cards in your hand."),
    ("hire", {"creature": "wiizzaard", "target": "c1/top"}, "fewer than two Clans"),
    ("inn", {"card": "bragon", "take": "bragon"}, "The inn is only open with two Rulers."),
    ("choose", {"choice": "moon"}, "You have no Kingdom power to use now and no choice to make at the inn."),
    ("done", {}, "You must take an action before you can end your turn."),
    ("discard", {"card": "unicorn"}, "There's no card called “unicorn”. You can choose: Bragon, Hentaur"),
    ("recruit", {"clan": "Nobody's Clan", "card": "bragon"}, "You can choose: Ben's Hentaurs (20)"),
]


async def test_impossible_actions_are_answered_with_the_reason() -> None:
    kingdoms = ARTHUR | {2: {"highland": ["yedi yedi"]}}
    async with court(arrange(5, CALVIN, kingdoms)) as hob:
        for command, given, why in NOT_POSSIBLE:
            said = await hob["Ada"].types(f"cover {command}", **given)
            assert why in said and "Your turn: take up to 2 actions." in said


async def test_a_command_out_of_turn_says_whose_turn_it_is() -> None:
    async with court(arrange(5, CALVIN, ARTHUR)) as hob:
        ben = hob["Ben"]
        assert "You can settle on your turn, with two cards that make a Clan. **Ada**'s turn: action 1 of 2." in (
            await ben.types("cover settle", cards="yedi+yedi")
        )
        assert "You can counter when a rival goes after one of your Clans" in await ben.types(
            "cover counter", cards="spydra"
        )
