"""`/hob me`: a person's settings, each with its button."""

from cogs.hob.cog import DATA_ACTIONS, SETTING_VALUES
from hob.testing.play import playing
from hob.testing.reading import controls_of

LABELS = [
    *("Cards: by DM", "Pictures: on", "Turn alerts: on", "Leaderboards: shown", "Coach: off"),
    *("Export my data", "Delete my data…"),
]


async def test_every_setting_has_a_button_that_switches_it() -> None:
    async with playing("Ada", "Ben") as hob:
        ada = hob["Ada"]
        assert "• Pictures: on" in await ada.types("hob me")
        shown = ada.seen[-1]
        labels = [control.label for control in controls_of(shown)]
        assert {*LABELS} <= {*labels} and len(labels) == len(SETTING_VALUES) + len(DATA_ACTIONS)
        rows = [row if isinstance(row, dict) else row.to_dict() for row in shown.components]
        assert all(len(row["components"]) <= 2 for row in rows), "two of these labels fit in a row on a phone"
        assert "• Turn alerts: off" in await ada.clicks("Turn alerts: on", on=shown)
        assert "Turn alerts: off" in ada.labels() and ada.seen[-1].id == shown.id, "the same message"
        for now, then, said in (
            ("Coach: off", "Coach: first games", "• Coach: the first time you play each game"),
            ("Coach: first games", "Coach: always", "• Coach: in every game"),
            ("Leaderboards: shown", "Leaderboards: hidden", "• Shown on leaderboards: off"),
            ("Cards: by DM", "Cards: in channel", "• Cards: in the channel, under *My hand*"),
        ):
            assert said in await ada.clicks(now, on=ada.seen[-1]) and then in ada.labels()
        wishes = await hob.app.people.settings(ada.id)
        assert (wishes.cards, wishes.rings, wishes.hidden, wishes.coach) == ("channel", False, True, "on")
        assert (await hob.app.people.settings(hob["Ben"].id)).cards == "message"


async def test_every_setting_has_an_explanation() -> None:
    async with playing("Ada") as hob:
        lines = (await hob["Ada"].types("hob me")).split("\n")
        assert "• Turn alerts: on. I can message or mention you when it's your turn." in lines
        assert any("If on, others see your wins, your statistics and, after 10 games, your" in line for line in lines)
        settings = [line for line in lines if line.startswith("• ")]
        assert len(settings) == len(SETTING_VALUES)
        assert all(line.count(". ") == 1 and line.endswith(".") for line in settings)


async def test_settings_buttons_survive_a_restart_and_reject_unknown_values() -> None:
    async with playing("Ada", "Ben") as hob:
        ada = hob["Ada"]
        await ada.types("hob me")
        press = next(c.custom_id for c in controls_of(ada.seen[-1]) if c.label == "Pictures: on")
        await hob.restart()
        for _ in range(2):
            await ada.forges(press, ada.seen[-1])
            assert "• Pictures: off, text only" in ada.reads()
        for path in ("pictures/perhaps", "nothing/on", ""):
            assert "These buttons belong to a table that no longer exists" in await ada.forges(
                f"h:000000:0:-:me:{path}#2", ada.seen[-1]
            )
        assert not (await hob.app.people.settings(ada.id)).pictures
        assert "This is everything I've stored about you" in await ada.clicks("Export my data")
