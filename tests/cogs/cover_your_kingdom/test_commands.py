"""People type Cover Your Kingdom's slash commands, and read why something isn't possible."""

from tests.cogs.cover_your_kingdom.evenings import ARTHUR, CALVIN, court, inn, larissa, table_of
from tests.engine.cover_your_kingdom.table import arrange


# ---- slash commands
async def test_the_inn_by_command() -> None:
    async with court(inn()) as hob:
        ada, ben = hob["Ada"], hob["Ben"]
        assert await ada.completes("cover inn", "card") == ["Yedi", "Bragon"]
        assert await ada.completes("cover inn", "take", card="bragon") == ["Terrier", "Bragon", "Bragon + Terrier"]
        assert "There is no Yedi, or not as many, face up at the inn." in (
            await ada.types("cover inn", card="yedi", take="yedi")
        )
        await ada.types("cover inn", card="Bragon", take="bragon+terrier")
        assert await ben.completes("cover counter", "cards") == ["Let it go", "Bragon"]
        await ben.types("cover counter", cards="let it go")
        assert await ben.completes("cover choose", "choice") == ["Ada's Bragons (50)", "Ada's VulcEnts (10)"]
        await ben.types("cover choose", choice="Ada's VulcEnts (10)")
        await ada.types("cover choose", choice=(await ada.completes("cover choose", "choice"))[0])
        assert await ada.completes("cover land", "land") == ["Highland", "Lowland", "Maneland"]
        assert "• Ada's Pigxies come to the Maneland" in await ada.types("cover land", land="Maneland")


async def test_settle_by_command() -> None:
    async with court(arrange(5, CALVIN, ARTHUR, discards="klaken")) as hob:
        ada = hob["Ada"]
        assert await ada.completes("cover settle", "cards") == [
            "Spydra + Bragon",
            "2 Hentaurs",
            "Spydra + Hentaur",
            "Klaken + Klaken from the discard",
            "Spydra + Klaken",
            "Spydra + Klaken from the discard",
        ]
        assert await ada.completes("cover settle", "land", cards="hentaur+hentaur") == ["Highland", "Lowland"]
        said = await ada.types("cover settle", cards="2 Hentaurs", land="lowland")
        assert "• Ada settles 2 Hentaurs in the Lowland" in said and "Your turn: one more action." in said
        said = await ada.types("cover settle", cards="Klaken + Klaken from the discard")
        assert "• Ada settles Klaken and the discarded Klaken in the Lowland" in said


async def test_recruit_hire_add_and_discard_by_command() -> None:
    async with court(arrange(5, CALVIN, ARTHUR)) as hob:
        ada = hob["Ada"]
        assert await ada.completes("cover recruit", "clan") == ["Ben's Hentaurs (20)", "Ben's Sighclops (15)"]
        assert await ada.completes("cover recruit", "card", clan="Ben's Hentaurs (20)") == ["Hentaur", "Spydra"]
        assert await ada.completes("cover hire", "creature", "wiz") == []
        assert await ada.completes("cover hire", "target", "", creature="wiizzaard") == [
            "Ben's lowest Highland Clan to the top",
        ]
        said = await ada.types("cover hire", creature="Wiizzaard", target="Ben's lowest Highland Clan to the top")
        assert "• Ada's Wiizzaard brings Ben's lowest Clan of the Highland to the top: Bragons" in said
        assert await ada.completes("cover add", "card") == ["Klaken"]
        said = await ada.types("cover add", card="klaken")
        assert "• Ada adds a Klaken in the Lowland, now 3 cards" in said
        ben = hob["Ben"]
        found = await ben.completes("cover discard", "card")
        assert found and "• Ben discards a " in await ben.types("cover discard", card=found[0])
        await ben.types("cover done")
        assert "**Cara** takes action 1." in hob.table_text()


async def test_either_land_clans_move_when_added_to_by_command() -> None:
    kingdoms = {0: {"highland": ["hentaur hentaur"], "lowland": ["klaken klaken"]}}
    async with court(arrange(3, {0: "hentaur hentaur klaken"}, kingdoms)) as hob:
        ada = hob["Ada"]
        assert await ada.completes("cover add", "land", card="hentaur") == [
            "Hentaurs of the Highland, stay there",
            "Hentaurs of the Highland, move to the Lowland",
        ]
        said = await ada.types("cover add", card="Hentaur", land="Hentaurs of the Highland, move to the Lowland")
        assert "• Ada adds a Hentaur and moves the Clan, now 3 cards, to the Lowland" in said


async def test_counter_and_give_by_command() -> None:
    async with court(larissa()) as hob:
        ada, ben = hob["Ada"], hob["Ben"]
        await ada.types("cover recruit", clan="Ben's Bragons (30)", card="bragon")
        assert "A Spydra" not in await ben.types("cover counter", cards="spydra")
        assert await ada.completes("cover counter", "cards") == ["Let it go", "Bragon + Terrier"]
        said = await ada.types("cover counter", cards="bragon")
        assert "Spydra counts as two: answer with a Spydra, or with two cards" in said
        assert "• Ben gives up" not in await ada.types("cover counter", cards="bragon+terrier")
        assert "Ada takes the Bragons" in await ben.types("cover counter", cards="let-go")
    async with court(arrange(3, {0: "hypnogriff yedi yedi", 1: "bragon klaken", 2: "vulcent"})) as hob:
        ada = hob["Ada"]
        await ada.types("cover hire", creature="hypnogriff", target="s1")
        assert "Yedi + Klaken" in await ada.completes("cover give", "cards", "klaken")
        assert "Ada gives 2 Yedis back to Ben" in await ada.types("cover give", cards="2 Yedis")
        assert (await table_of(hob)).hands[1] == ["yedi", "yedi"]


async def test_powers_by_command_and_by_press() -> None:
    kingdoms = {0: {"highland": ["bragon bragon", "yedi yedi"]}}
    async with court(arrange(3, {0: "klaken yedi", 1: "bragon"}, kingdoms, powers={0: "wiizzz"})) as hob:
        ada = hob["Ada"]
        assert await ada.completes("cover choose", "choice") == ["Free: swap in the Highland"]
        await ada.types("cover discard", card="klaken")
        await ada.types("cover discard", card="yedi")
        assert "**Ada** may still swap two Clans." in hob.table_text()
        await ada.clicks("Free: swap in the Highland", on=hob.table)
        assert "• Ada uses Wiizzz Kid: the two top Clans of the Highland change places" in hob.table_text()
        assert "**Ben** takes action 1." in hob.table_text()
        assert "Wiizzz Kid" in await ada.types("cover choose", choice="Free: swap in the Highland")
    async with court(arrange(3, {0: "klaken klaken yedi yedi"}, powers={0: "match-maker"})) as hob:
        ada = hob["Ada"]
        said = await ada.types("cover choose", choice="Free: settle 2 Klakens in the Lowland · +30")
        assert "• Ada uses Match Maker" in said and "Your turn: 2 actions, or only one." in said


async def test_passing_when_nothing_is_possible() -> None:
    async with court(arrange(3, {0: "spydra", 1: "spydra yedi", 2: "yedi"}, deck="")) as hob:
        ada = hob["Ada"]
        assert "You pass on your own turn, when nothing else is possible. **Ada** takes action 1." in await hob[
            "Ben"
        ].types("cover pass")
        await ada.types("cover pass")
        assert "• Ada can do nothing and passes" in hob.table_text()
        assert "You can still do something; passing is for when nothing is possible." in (
            await hob["Ben"].types("cover pass")
        )


async def test_two_clans_alike_are_told_apart_when_added_to_by_command() -> None:
    kingdoms = {0: {"highland": ["hentaur hentaur"], "lowland": ["hentaur hentaur hentaur"]}}
    async with court(arrange(3, {0: "hentaur yedi"}, kingdoms)) as hob:
        assert await hob["Ada"].completes("cover add", "land", card="hentaur") == [
            "Hentaurs of the Highland, stay there",
            "Hentaurs of the Highland, move to the Lowland",
            "Hentaurs of the Lowland, stay there",
            "Hentaurs of the Lowland, move to the Highland",
        ]


# ---- why not
NOT_POSSIBLE = [
    ("recruit", {"clan": "c5", "card": "hentaur"}, "The Yedis are the only Clan in Cara's Kingdom."),
    ("recruit", {"clan": "c2", "card": "spydra"}, "only the top Clan of a stack can be chosen"),
    ("recruit", {"clan": "c1", "card": "spydra"}, "That Clan (Klakens) is yours already."),
    ("recruit", {"clan": "c4", "card": "bragon"}, "Bragon does not match Hentaur."),
    ("settle", {"cards": "bragon+klaken"}, "Bragon does not match Klaken."),
    ("settle", {"cards": "spydra+spydra"}, "Wilds cannot settle"),
    ("settle", {"cards": "yedi+yedi"}, "You do not hold Yedi, or not as many."),
    ("discard", {"card": "Spydra"}, "Spydra is wild and cannot be discarded."),
    ("discard", {"card": "wiizzaard"}, "Wiizzaard, being for hire, cannot be discarded."),
    ("hire", {"creature": "elves", "target": "c3"}, "You do not hold Elves, or not as many."),
    ("hire", {"creature": "wiizzaard", "target": "c1/top"}, "fewer than two Clans"),
    ("inn", {"card": "bragon", "take": "bragon"}, "Only two Rulers have an inn."),
    ("choose", {"choice": "moon"}, "There is no power to use and no Creature at the inn to answer."),
    ("done", {}, "You must take one action before you may end your turn."),
    ("discard", {"card": "unicorn"}, "There's no card called “unicorn”. You can choose: Bragon, Hentaur"),
    ("recruit", {"clan": "Nobody's Clan", "card": "bragon"}, "You can choose: Ben's Hentaurs (20)"),
]


async def test_what_is_not_possible_is_answered_by_the_reason() -> None:
    kingdoms = ARTHUR | {2: {"highland": ["yedi yedi"]}}
    async with court(arrange(5, CALVIN, kingdoms)) as hob:
        for command, given, why in NOT_POSSIBLE:
            said = await hob["Ada"].types(f"cover {command}", **given)
            assert why in said and "Your turn: 2 actions, or only one." in said


async def test_a_verb_out_of_turn_says_whose_turn_it_is() -> None:
    async with court(arrange(5, CALVIN, ARTHUR)) as hob:
        ben = hob["Ben"]
        assert "You settle on your own turn, with two cards that make a Clan. **Ada** takes action 1." in (
            await ben.types("cover settle", cards="yedi+yedi")
        )
        assert "You answer when somebody wants a Clan of yours" in await ben.types("cover counter", cards="spydra")
