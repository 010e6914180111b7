"""People type the slash commands of Kingdom's Candy: Monsters: moves, reasons why not, and look-ups."""

from hob.testing.reading import words_of
from tests.cogs.kingdoms_candy.evenings import castle, lay, state
from tests.engine.kingdoms_candy.laying import answers, table, villain


async def test_every_action_works_by_command() -> None:
    laid = table(villain("uno", sugar=9), villain("mopsel", sugar=20), monsters="magmot mossmunch",
                 abilities="diet-plan im-inevitable")  # fmt: skip
    async with castle(laid) as hob:
        ada, ben = hob["Ada"], hob["Ben"]
        assert "• Ada collects 5 sugar" in await ada.types("kingdom collect")
        offered = await ben.completes("kingdom buy", "card", "m")
        assert {"Magmot · 4 (then hunger 3, sugar 18)", "Mossmunch · 5 (then hunger 3, sugar 17)"} <= set(offered)
        assert await ben.completes("kingdom buy", "place", "", card="diet-plan") == [
            "Keep it",
            "Under Mopsel",
        ]
        said = await ben.types("kingdom buy", card="Diet Plan", place="under mopsel")
        assert "• Ben buys Diet Plan for 3 sugar and tucks it under Mopsel" in said
        await ben.types("kingdom done")
        await ada.types("kingdom pick", choice="none")
        assert "• Ben buys Magmot for 4 sugar" in await ben.types("kingdom buy", card="magmot")
        said = await ada.types("kingdom pass")
        assert (
            "Pass? You take no action, and your turn ends at once." in said
            and "It's **Ada**'s turn." in hob.table_text()
        )
        assert "• Ada passes" in await ada.clicks("Pass", on=ada.seen[-1])


async def test_abilities_converting_and_cubes_work_by_command() -> None:
    mine = villain("uno+candy-alchemy thorntooth", sugar=13, black=2)
    async with castle(table(mine, villain("mopsel", sugar=9))) as hob:
        ada, ben = hob["Ada"], hob["Ben"]
        assert await ada.completes("kingdom use", "ability") == ["Candy Alchemy · 3 sugar", "Thorntooth · 1 sugar"]
        assert await ada.completes("kingdom use", "target", "", ability="thorntooth") == ["Thorntooth → Ben · 1 sugar"]
        assert await ada.completes("kingdom remove", "cubes") == [
            "Remove 1 black cube · 2 sugar",
            "Remove 2 black cubes · 4 sugar",
        ]
        assert "• Ada removes 2 black cubes" in await ada.types("kingdom remove", cubes="2")
        said = await ada.types("kingdom use", ability="Thorntooth")
        assert "• Ada uses Thorntooth and takes 2 sugar from Ben" in said
        assert "Your turn: collect" in said  # the updated panel
        assert "• Ada uses Candy Alchemy: +1 Candy" in await ada.types("kingdom use", ability="Candy Alchemy")
        assert await ben.completes("kingdom convert", "candies") == ["4 sugar into 1 Candy"]
        assert "• Ben converts 4 sugar into 1 Candy" in await ben.types("kingdom convert", candies="1")
        await ada.types("kingdom convert", candies="1")
        assert [own.candies for own in (await state(hob)).villains] == [2, 1]


async def test_choices_ending_a_turn_and_feeding_work_by_command() -> None:
    laid = table(villain("uno+pickpocket+candy-alchemy"), villain("mopsel magmot", sugar=9), events="sugar-shower")
    async with castle(laid) as hob:
        ada, ben = hob["Ada"], hob["Ben"]
        await ada.types("kingdom collect")
        assert "• Ada uses Pickpocket and takes 2 sugar from Ben" in hob.table_text()  # no other player has any
        await ada.types("kingdom done")
        await ben.types("kingdom collect")
        await ben.types("kingdom done")
        assert "• Ben is now First Player" in hob.table_text() and "It's **Ben**'s turn." in hob.table_text()
        assert (await ada.completes("kingdom sweep", "away"))[-1] == "Discard nothing"
        card = (await ada.completes("kingdom sweep", "away"))[0]
        card = card.removeprefix("Discard ")
        assert f"• Ada discards {card} from the Kingdom" in await ada.types("kingdom sweep", away=card)
        assert "The First Player may discard a card after the Event" in await ada.types("kingdom sweep", away=card)
        hungry = table(villain("uno magmot", sugar=9), villain(""), events="black-candy", at="event")
        await lay(hob, hungry)
        assert (await ada.completes("kingdom feed", "plan"))[:2] == [
            "Feed all · 3 sugar",
            "2 sugar + 1 black · −1 for now",
        ]
        assert await ada.completes("kingdom feed", "plan", "disc") == [
            "Discard Uno · hunger −1", "Discard Magmot · hunger −3"]  # fmt: skip
        said = await ada.types("kingdom feed", plan="Discard Uno · hunger −1")
        assert "Discard Uno? You lose it." in said and "Ada discards" not in hob.table_text()
        assert "• Ada discards Uno" in await ada.clicks("Discard", on=ada.seen[-1])
        assert "• Ada feeds a Monster: 2 sugar" in await ada.types("kingdom feed", plan="Feed all · 2 sugar")


NOT_POSSIBLE = [
    ("buy", {"card": "rockcandor"}, "Rockcandor costs 9 sugar; you have 6."),
    ("buy", {"card": "Verdimont"}, "Verdimont isn't face up in the Kingdom."),
    ("buy", {"card": "pickpocket", "place": "keep"}, "You can't have a third."),
    ("buy", {"card": "sugar-rush", "place": "keep"}, "You've already kept Sugar Rush"),
    ("buy", {"card": "candy-alchemy", "place": "tuck/uno"}, "Candy Alchemy is already tucked under Uno."),
    ("buy", {"card": "candy-alchemy", "place": "Uno"}, "Candy Alchemy is already tucked under Uno."),
    ("buy", {"card": "candy-alchemy", "place": "under Oni Yami"}, "Candy Alchemy is already tucked under Uno."),
    ("buy", {"card": "sugar-rush", "place": "mopsel"}, "You don't have Mopsel in play."),
    ("buy", {"card": "sugar-rush", "place": "here"}, "called “here”. You can choose: Under Uno, Under Oni Yami."),
    ("buy", {"card": "sugar-rush"}, "Under Uno, Under Oni Yami"),
    ("buy", {"card": "mossmunch", "place": "keep"}, "Mossmunch is a Monster. Only Abilities are kept or tucked."),
    ("buy", {"card": "cheese"}, "There's no card for sale called “cheese”."),
    ("use", {"ability": "Pickpocket"}, "You can use Pickpocket when you collect. You'll be asked then."),
    ("use", {"ability": "uno"}, "Uno works automatically when its moment comes."),
    ("use", {"ability": "sugar rush"}, "You can't use the text of a kept Ability."),
    ("use", {"ability": "oni-yami"}, "Oni Yami counts only at the end of the game"),
    ("convert", {"candies": "2"}, "That costs 8 sugar; you have 6."),
    ("remove", {"cubes": "2"}, "You only have 1 black cube."),
    ("feed", {"plan": "all"}, "You feed your Monsters when Black Candy comes up. It's **Ada**'s turn."),
    ("pick", {"choice": "Ben"}, "No card is asking you to choose right now. It's **Ada**'s turn."),
    (
        "done",
        {},
        "Your turn ends automatically once you have no ability left to use. If you're last in the round, you can"
        " convert sugar first. It's **Ada**'s turn.",
    ),
]


async def test_an_illegal_action_is_refused_with_its_reason() -> None:
    mine = villain("uno+pickpocket+candy-alchemy oni-yami", "sugar-rush pickpocket", sugar=6, black=1)
    laid = table(mine, villain("mopsel"), monsters="rockcandor mossmunch",
                 abilities="pickpocket sugar-rush candy-alchemy")  # fmt: skip
    async with castle(laid) as hob:
        for command, given, sentence in NOT_POSSIBLE:
            said = await hob["Ada"].types(f"kingdom {command}", **given)
            assert sentence in said, said
            assert "Your turn: collect, buy a Monster or an Ability, or pass." in said
            assert "It's **Ada**'s turn." in hob.table_text()


async def test_a_command_out_of_turn_says_when_it_can_be_used() -> None:
    async with castle(table(villain("uno"), villain("mopsel"))) as hob:
        ben = hob["Ben"]
        now = "It's **Ada**'s turn."
        assert f"You can collect only on your turn. {now}" in await ben.types("kingdom collect")
        assert f"You can buy only on your turn. {now}" in await ben.types("kingdom buy", card="magmot")
        assert "You can't use any ability right now" in await ben.types("kingdom use", ability="mopsel")
        assert f"You need 4 sugar to make a Candy. {now}" in await ben.types("kingdom convert", candies="1")
        assert await ben.completes("kingdom buy", "card") == ["It's Ada's turn."]


async def test_every_player_sees_the_complete_log() -> None:
    laid = table(villain("uno+candy-alchemy", sugar=9), villain("mopsel"), events="clearance")
    answers(laid, "use/candy-alchemy", "collect", "pass")
    async with castle(laid) as hob:
        log = await hob["Ben"].clicks("Log", on=hob.table)
        for line in (
            "Ada uses Candy Alchemy: +1 Candy",
            "Event: Clearance (All six cards in the Kingdom change)",
            "Ben passes",
        ):
            assert line in log
        assert "only you" not in log


async def test_rules_cards_and_pages_can_be_looked_up() -> None:
    async with castle(people=2) as hob:
        ada = hob["Ada"]
        page = await ada.clicks("Rules", on=hob.table)
        assert "Kingdom's Candy: Monsters · Now" in page
        assert "**Buy…**" in page and "Buy an Ability…" not in page  # Monsters can be bought, too
        await ada.selects("Black Candy", on=ada.seen[-1])
        assert "for each other Monster you still have" in words_of(ada.seen[-1])
        assert "You're a villain" in await ada.types("kingdom rules", page="Goal")
        assert "stand-in" in await ada.types("kingdom card", name="I'm Inevitable")
        assert "Oni Baba" in await ada.completes("kingdom card", "name", "oni")
