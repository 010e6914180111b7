"""Late and double presses in Kingdom's Candy: each button of a repeatable offer works once."""

from hob.testing.reading import controls_of, menu_with
from tests.cogs.kingdoms_candy.evenings import castle, panel, state
from tests.engine.kingdoms_candy.laying import table, villain


def button(message: object, label: str) -> str:
    return next(control.custom_id for control in controls_of(message) if control.label == label)


async def test_a_double_click_on_a_repeatable_action_acts_once() -> None:
    async with castle(table(villain("uno"), villain("mopsel", sugar=12))) as hob:
        ben, convert = hob["Ben"], "4 sugar into 1 Candy"

        async def candies() -> int:
            return int((await state(hob)).villains[1].candies)

        await panel(hob, "Ben")
        spent = button(ben.seen[-1], convert)
        said = await hob.at_once((ben, convert), (ben, convert))
        assert await candies() == 1 and "over" not in "".join(said)
        await ben.clicks(convert, on=ben.seen[-1])  # the panel was redrawn, so this is a new press
        assert await candies() == 2
        await hob.restart()
        await hob["Ada"].clicks("Collect 5", on=hob.table)
        assert "over" not in await ben.forges(spent, ben.seen[-1])
        assert await candies() == 2
        await ben.selects(convert, on=ben.seen[-1])  # it is Ben's turn: free actions are in a select
        assert await candies() == 3


async def test_two_different_simultaneous_presses_both_count() -> None:
    async with castle(table(villain("uno"), villain("mopsel", sugar=12))) as hob:
        ben = hob["Ben"]
        await panel(hob, "Ben")
        await hob.at_once((ben, "4 sugar into 1 Candy"), (ben, "8 sugar into 2 Candies"))
        assert (await state(hob)).villains[1].candies == 3


async def test_a_double_pick_in_a_select_acts_once() -> None:
    async with castle(table(villain("uno"), villain("mopsel", sugar=20))) as hob:
        ben = hob["Ben"]
        await panel(hob, "Ben")
        menu = menu_with(ben.seen[-1], "4 sugar into 1 Candy")
        assert menu is not None
        picks = [ben.begins(menu.custom_id, ben.seen[-1], "convert/1") for _ in range(2)]
        await hob.settle()
        assert all(pick.answer is not None for pick in picks)
        assert (await state(hob)).villains[1].candies == 1


async def test_typing_a_repeatable_command_twice_acts_twice() -> None:
    async with castle(table(villain("uno"), villain("mopsel", sugar=20))) as hob:
        for _ in range(2):
            await hob["Ben"].types("kingdom convert", candies="1")
        assert (await state(hob)).villains[1].candies == 2


async def test_a_stale_press_shows_the_current_panel() -> None:
    laid = table(villain("uno", sugar=9), villain("mopsel"), monsters="magmot")
    async with castle(laid) as hob:
        ada = hob["Ada"]
        await panel(hob, "Ada")
        old = next(control for control in controls_of(hob.table) if control.label == "Pass")
        await ada.clicks("Collect 5", on=hob.table)
        assert "That choice is no longer open. It's **Ben**'s turn." in await ada.forges(old.custom_id, hob.table)
        assert (await state(hob)).villains[0].sugar == 14
