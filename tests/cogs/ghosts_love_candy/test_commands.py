"""People type Ghosts Love Candy's slash commands: autocomplete, reasons why not, and look-ups."""

import pytest

from engine.ghosts_love_candy.state import love_values
from tests.cogs.ghosts_love_candy.evenings import marks, street
from tests.engine.ghosts_love_candy.street import Play


async def test_choose_by_command_with_autocomplete() -> None:
    async with street(people=5) as hob:
        ada = hob["Ada"]
        assert await ada.completes("ghosts choose", "ghost") == ["1", "2", "3", "5", "7", "8", "9"]
        assert await ada.completes("ghosts choose", "ghost", "7") == ["7"]
        assert "You chose: 7." in await ada.types("ghosts choose", ghost="7")
        assert "You chose: 9." in await ada.types("ghosts choose", ghost="9")
        said = await ada.types("ghosts choose", ghost="4")
        assert "The 4 is back in the box. With five or six players, ghosts 4 and 6 aren't used." in said
        assert "There's no ghost called “boo”. You can choose: 1, 2, 3, 5, 7, 8, 9." in await ada.types(
            "ghosts choose", ghost="boo"
        )
        assert "✓ Ada" in marks(hob) and "9" not in marks(hob)


async def test_haunt_and_use_by_command_with_autocomplete() -> None:
    laid = Play("Chef", "Hose Hero[2 gummies]", "Skeleton", turn="A5", stash={"A": "licorice, peppermint"})
    async with street(laid) as hob:
        ada, ben = hob["Ada"], hob["Ben"]
        gummies = love_values(laid.g.loves[0])["gummies"]
        hero = f"Hose Hero · 2× Gummies {gummies} = {2 * gummies} · ghosts 0+5 of 11"
        assert await ada.completes("ghosts haunt", "kid", "hero") == [
            hero,
            "Towel Superhero · no candy · ghosts 0+5 of 13",
        ]
        said = await ada.types("ghosts haunt", kid="Gumball Machine")
        assert "Gumball Machine isn't in the neighborhood right now." in said
        said = await ada.types("ghosts haunt", kid="nobody")
        assert "There's no kid called “nobody”. You can choose: Chef · no candy · ghosts 0+5 of 15, " in said
        said = await ben.types("ghosts haunt", kid="chef")
        assert "You can haunt a kid only on your turn. **Ada** haunts a kid with the **5**." in said
        assert await ben.completes("ghosts haunt", "kid") == ["Ada haunts a kid with the 5."]
        assert "Ada haunts Chef with the 5 and finds no candy" in await ada.types("ghosts haunt", kid="CHEF")
        offered = await ada.completes("ghosts use", "choice")
        assert offered == ["Peppermint for Gummies on Hose Hero", "Licorice for Gummies on Hose Hero"]
        said = await ada.types("ghosts use", choice="licorice/skeleton/gummies")
        assert "Skeleton has no candy." in said
        said = await ada.types("ghosts use", choice="Skeleton")
        assert "There's no choice called “Skeleton”. You can choose: Peppermint for Gummies on Hose Hero, " in said
        said = await ada.types("ghosts use", choice="gummies")
        both = "Peppermint for Gummies on Hose Hero, Licorice for Gummies on Hose Hero"
        assert f"“gummies” matches more than one choice: {both}." in said
        said = await ada.types("ghosts use", choice="Licorice for Gummies on Hose Hero")
        assert "Ada trades Licorice for Gummies on Hose Hero" in said
        assert "You can use a kid's ability right after you haunt" in await ada.types("ghosts use", choice="x")


async def test_skip_and_give_by_command() -> None:
    laid = Play("Bathtub Pirate", "Hose Hero", turn="A5", stash={"B": "2 gummies, licorice", "C": "licorice"})
    async with street(laid) as hob:
        ada, ben = hob["Ada"], hob["Ben"]
        assert "There's no ability to skip right now." in await ada.types("ghosts skip")
        await ada.types("ghosts haunt", kid="bathtub pirate")
        assert "You have to use Bathtub Pirate's ability if you can." in await ada.types("ghosts skip")
        assert await ada.completes("ghosts use", "choice") == ["Ben (3 candies)", "Cara (1 candy)"]
        await ada.types("ghosts use", choice="ben")
        assert "You give away candy only when a rival asks for it with a kid's ability." in await ada.types(
            "ghosts give", candy="x"
        )
        assert await ben.completes("ghosts give", "candy", "g") == ["Gummies"]
        assert "Ben has no Chocolate." in await ben.types("ghosts give", candy="Chocolate")
        assert "Ada asks Ben for candy and gets Gummies" in await ben.types("ghosts give", candy="gummies")
        await ben.types("ghosts haunt", kid="hose hero")
        assert "Ben doesn't use Hose Hero's ability" in await ben.types("ghosts skip")


@pytest.mark.parametrize(
    ("laid", "kid", "typed", "why"),
    [
        (
            Play("Greedy Squirrel", "Chef[gummies]", "Skeleton[gummies]"),
            "greedy squirrel",
            "skeleton/gummies",
            "next to",
        ),
        (Play("Pajama Ninja", "Chef"), "pajama ninja", "pajama-ninja", "Choose a kid other than Pajama Ninja."),
        (Play("Broom Pilot", "Chef{B2}", "Skeleton"), "broom pilot", "skeleton/chef", "There's no ghost on Skeleton."),
        (
            Play("Skeleton", kids={"B": "Chef"}),
            "skeleton",
            "chef/s1",
            "Ben already has that kid. It must go to another player.",
        ),
        (Play("Tea-Leaf Seer"), "tea-leaf seer", "s0", "Choose another player, not yourself."),
        (
            Play("Bathtub Pirate", players=4, stash={"B": "gummies", "D": "gummies"}),
            "bathtub pirate",
            "s2",
            "Cara doesn't have more candy than you.",
        ),
        (
            Play("Sticker Medic", kids={"A": "Chef", "B": "Skeleton"}),
            "sticker medic",
            "skeleton",
            "isn't in your stash",
        ),
    ],
)
async def test_an_illegal_use_of_an_ability_is_refused_with_its_reason(
    laid: Play, kid: str, typed: str, why: str
) -> None:
    async with street(laid) as hob:
        await hob["Ada"].types("ghosts haunt", kid=kid)
        assert why in await hob["Ada"].types("ghosts use", choice=typed)
        assert "**Ada** uses" in hob.table_text()


# ---- looking up
async def test_kids_and_love_cards_are_looked_up() -> None:
    async with street() as hob:
        ada = hob["Ada"]
        assert await ada.completes("ghosts card", "name", "sup") == ["Towel Superhero"]
        said = await ada.types("ghosts card", name="Gumball Machine")
        assert "Courage 11 · tie number 18 · in a stash −3 · yellow box, when scared" in said
        assert "• Gumball Machine: the player who gets it" in said and "stand-in" in said
        assert "Licorice 5, Candy Corn 4" in await ada.types("ghosts card", name="Love card B")
        said = await ada.types("ghosts rules", page="Where the cards come from")
        assert "our" in said and "stand-in" in said
        assert "Courage or more" in await ada.types("ghosts rules", page="scared kids")


async def test_the_command_group_has_the_games_commands() -> None:
    async with street() as hob:
        group = next(command for command in hob.bot.tree.get_commands() if command.name == "ghosts")
        names = {command.name for command in group.commands}  # type: ignore[union-attr]
        assert {"choose", "haunt", "use", "give", "skip"} <= names and len(names) == 12
