"""The line of the private panel that says why an expected action isn't possible, and the rules page behind it."""

from typing import Any

from hob.testing.play import Evening, Person, evening, playing
from hob.testing.reading import words_of
from tests.cogs.cover_your_kingdom.evenings import court, larissa, lay, reads_last
from tests.cogs.ghosts_love_candy.evenings import street
from tests.cogs.kingdoms_candy.evenings import castle, panel
from tests.cogs.monster_muncher.evenings import table as muncher
from tests.cogs.tables import into_tattling, tattling
from tests.engine.cover_your_kingdom.table import arrange
from tests.engine.ghosts_love_candy.street import Play
from tests.engine.kingdoms_candy.laying import table, villain
from tests.engine.monster_muncher.laying import Laid


def why(person: Person) -> str:
    """Return the line of the person's newest direct message; "" without one."""
    return next((line for line in reads_last(person).splitlines() if line.startswith("-# Why not")), "")


async def opens(hob: Evening, person: Person, page: str) -> str:
    """Press *Rules* in the person's panel, check its page, and return its text."""
    await person.clicks("Rules", on=person.messages[-1])
    said = words_of(person.seen[-1])
    assert f" · {page}\n" in said
    return said


async def test_rule_pages_are_available_in_a_lobby() -> None:
    async with evening(games=["candy-chaser"]) as hob:
        ada = hob.person("Ada")
        await ada.types("chaser new")
        await ada.clicks("How to play", on=hob.table)
        await ada.selects("Tattling")
        assert "Candy Chaser · Tattling\nThere is one round of tattling." in words_of(ada.seen[-1])


# ---- Candy Chaser
async def test_the_panel_explains_why_tattling_is_not_yet_possible() -> None:
    async with playing("Ada", "Ben") as hob:
        me = await hob.asked()
        assert why(me) == "" and " · Now\n" in await opens(hob, me, "Now")

        def near(g: Any) -> None:
            into_tattling(g)
            g.stack[-1].number = g.questions = 100

        await hob.lay(near)
        line = "Why not **tattle**? You can't tattle until a cube has reached the goal."
        assert why(me) == f"-# {line}"
        assert f"{line}\n\nThere is one round of tattling." in await opens(hob, me, "Tattling")
        other = next(person for person in hob.people.values() if person is not me)
        assert why(other) == "" and line not in await opens(hob, other, "Now")


async def test_a_used_tattletale_card_is_explained_in_french() -> None:
    async with playing("Ada", "Ben", "Cara", language="fr") as hob:
        me = await tattling(hob)
        assert "Pourquoi pas" not in reads_last(me)
        target = next(person for person in hob.people.values() if person is not me)
        session = await hob.session()
        candy = session.g.objectives[session.info.seat_of(target.id)]  # type: ignore[union-attr, index]
        await me.types("chaser tattle", player=target.name, candy=candy)
        await me.clicks("Dénoncer", on=me.seen[-1])
        await hob.settle()
        names = {"blue": "Bleu", "purple": "Violet", "green": "Vert", "yellow": "Jaune", "red": "Rouge"}
        name = names[candy]
        assert f"-# Pourquoi pas **{name}** ? Tu as déjà utilisé ta carte {name}." in reads_last(me)


# ---- Cover Your Kingdom
async def test_recruiting_requires_a_clan_of_your_own() -> None:
    async with court(arrange(2, {0: "yedi yedi"})) as hob:
        ada = hob["Ada"]
        assert why(ada) == "-# Why not **recruit**? You need a Clan of your own first."
        assert "You need a Clan of your own first.\n\n" in await opens(hob, ada, "Recruit")


async def test_recruiting_needs_a_matching_card_or_a_wild() -> None:
    kingdoms = {0: {"highland": ["yedi yedi"]}, 1: {"highland": ["bragon bragon"], "lowland": ["klaken klaken"]}}
    async with court(arrange(3, {0: "leprecon leprecon", 1: "spydra"}, kingdoms)) as hob:
        need = "You need a card that matches a rival's top Clan (Bragon, Klaken), or a Wild."
        assert why(hob["Ada"]) == f"-# Why not **recruit**? {need}"
        await lay(hob, larissa())
        assert "recruit" not in why(hob["Ada"]), "she can recruit"
        await lay(hob, larissa(Ada="bragon leprecon vulcent hentaur"))
        assert why(hob["Ada"]).startswith(
            "-# Why not **settle**? You need two of one species, or a Wild and a Clanning"
        )
        await opens(hob, hob["Ada"], "Settle")


async def test_the_panel_says_that_a_kingdoms_only_clan_cannot_be_recruited() -> None:
    kingdoms = {0: {"highland": ["yedi yedi"]}, 1: {"highland": ["bragon bragon"]}}
    async with court(arrange(2, {0: "bragon leprecon", 1: "spydra"}, kingdoms), language="de") as hob:
        said = reads_last(hob["Ada"])
        assert "-# Warum nicht **anwerben**? Die Bragons sind sicher" in said


async def test_one_card_does_not_counter_a_spydra() -> None:
    async with court(larissa(Ada="spydra leprecon", Ben="bragon yedi")) as hob:
        await hob["Ada"].types("cover recruit", clan="Ben's Bragons (30)", card="spydra")
        assert why(hob["Ben"]).startswith("-# Why not **counter**? The Spydra counts as two cards.")
        await opens(hob, hob["Ben"], "The challenge")


# ---- Ghosts Love Candy
async def test_a_mandatory_ability_explains_why_it_cannot_be_skipped() -> None:
    laid = Play("Bathtub Pirate", "Hose Hero", turn="A5", stash={"B": "2 gummies, licorice", "C": "licorice"})
    async with street(laid) as hob:
        ada = hob["Ada"]
        assert why(ada) == "", "every kid can be haunted"
        await ada.types("ghosts haunt", kid="bathtub pirate")
        assert why(ada) == "-# Why not **skip it**? You have to use Bathtub Pirate's ability if you can."
        await opens(hob, ada, "Abilities")


async def test_the_panel_says_that_a_kid_is_out_of_reach() -> None:
    async with street(Play("Greedy Squirrel", "Chef[gummies]", "Hose Hero[licorice]", turn="A5")) as hob:
        ada = hob["Ada"]
        await ada.types("ghosts haunt", kid="greedy squirrel")
        assert why(ada) == "-# Why not **Hose Hero**? Hose Hero isn't next to the kid you're haunting."


async def test_ghosts_in_the_box_are_explained_only_in_the_first_round() -> None:
    async with street(people=5) as hob:
        assert why(hob["Ada"]).startswith("-# Why not **4**? The 4 is back in the box.")
        await opens(hob, hob["Ada"], "Setup")

        def second(g: Any) -> None:
            g.round, g.questions = 2, 100
            g.stack[-1].number = 100

        await hob.lay(second)
        assert why(hob["Ada"]) == ""


# ---- Kingdom's Candy
async def test_nothing_can_be_bought_without_sugar() -> None:
    async with castle(table(villain("uno", sugar=1, black=2), villain("biscotto", sugar=4))) as hob:
        said = await panel(hob, "Ada")
        assert "-# Why not **buy**? " in said and "sugar; you have 1." in said
        await hob["Ada"].clicks("Rules", on=hob["Ada"].seen[-1])
        assert " · Your turn\n" in words_of(hob["Ada"].seen[-1])
        assert "Why not" not in await panel(hob, "Ben")


async def test_now_names_the_refusal_that_a_player_expects_most_first() -> None:
    laid = table(villain("uno", sugar=1), villain("biscotto"), monsters="oni-yami rockcandor scorchlet")
    async with castle(laid) as hob:
        said = await hob["Ada"].clicks("Rules", on=hob.table)
        refusals = said.partition("Not possible now:\n")[2].split("\n")
        assert refusals[0].startswith("• **Buy**: ") and refusals[1].startswith("• Oni Yami costs")


# ---- Monster Muncher
async def test_a_snack_needs_a_monster() -> None:
    async with muncher(Laid("rock-rusk rotlet")) as (hob, (ada, ben)):
        assert why(ada).startswith("-# Why not **play Rock Rusk**? To play a Snack, you need a Monster")
        await opens(hob, ada, "Five Monsters, three Snacks")
        assert why(ben) == ""


async def test_the_panel_says_that_a_protected_monster_is_no_target() -> None:
    laid = Laid("rotlet nib-nudger", ben="dread-ned* sky-sentry")
    async with muncher(laid) as (_, (ada, _)):
        await ada.selects("Rotlet")
        assert why(ada) == "-# Why not **Dread Ned 4 (Ben)**? Dread Ned is fully protected."
