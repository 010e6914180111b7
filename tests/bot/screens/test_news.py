"""The summary since a player's last turn: the events in order, folded.

It appears in the panel, on the table and in the notification.
"""

from typing import Any

from bot.screens.notifications import turn_notification
from bot.screens.panel import panel_message
from bot.screens.table import table_message
from bot.tables.session import TableSession
from engine import GAMES
from engine.machine import seat_id
from hob.testing.play import Evening, Person, playing
from hob.testing.reading import words_of
from tests.cogs.tables import into_tattling, tattle
from tests.screens import SCREENS, table_of

GAME = GAMES["candy-chaser"]
NAMES = ["Ada", "Ben", "Cara", "Dora"]


def after(*told: tuple[str, dict[str, Any]]) -> tuple[TableSession, int]:
    """Return a table at which these events have happened since the asked player's last turn, and their seat."""
    g = GAME.deal(4, "news")
    (me,) = g.asks
    g.log_event("stays", p=f"s{me}", die=2, candy="green", a=0, b=0)  # before the player's own last turn
    before = len(g.log)
    for key, fields in told:
        g.log_event(key, **{name: seat(me, value) for name, value in fields.items()})
    return table_of(GAME, g, NAMES, acted={me: before}, options={"pictures": False}), me


def seat(me: int, value: Any) -> Any:
    """Return the seat for a value like `+1`, the next player's; `+0` is the player's own."""
    return f"s{(me + int(value)) % 4}" if isinstance(value, str) and value.startswith("+") else value


def name(me: int, further: int) -> str:
    return NAMES[(me + further) % 4]


def moved(by: str, candy: str = "red") -> tuple[str, dict[str, Any]]:
    return "moves", {"p": by, "die": 1, "candy": candy, "a": 0, "b": 1}


def test_the_panel_lists_events_in_order_with_own_ones_in_bold() -> None:
    session, me = after(moved("+1"), ("tattles-wrong", {"p": "+2", "t": "+0"}), moved("+3", "blue"))
    lines = panel_message(SCREENS.posted(session, me), False).text.split("\n")
    assert lines[:3] == [
        f"• {name(me, 1)} rolls +1; Red moves to 1",
        f"• **{name(me, 2)} tattles on {name(me, 0)} and is wrong: {name(me, 2)} is out**",
        f"• {name(me, 3)} rolls +1; Blue moves to 1",
    ]
    assert "stays on" not in "\n".join(lines)


def test_equal_actions_of_several_players_share_a_line() -> None:
    session, me = after(*(("does-not-tattle", {"p": f"+{n}"}) for n in (1, 2, 3)))
    said = panel_message(SCREENS.posted(session, me), False).text
    assert f"• {name(me, 1)} doesn't tattle; same for {name(me, 2)} and {name(me, 3)}\n" in said


def test_repeated_events_share_a_line_in_panel_and_table() -> None:
    passes = ("does-not-tattle", {"p": "+1"})
    session, me = after(moved("+1"), passes, passes, ("does-not-tattle", {"p": "+2"}), moved("+2"), moved("+2"))
    one, other = name(me, 1), name(me, 2)
    lines = [
        f"• {one} rolls +1; Red moves to 1",
        f"• {one} doesn't tattle (2×)",
        f"• {other} doesn't tattle",
        f"• {other} rolls +1; Red moves to 1 (2×)",
    ]
    assert panel_message(SCREENS.posted(session, me), False).text.split("\n")[:4] == lines
    assert "\n".join(lines[1:]) in table_message(SCREENS.posted(session), []).text
    session.info.language = "de"
    assert f"• {one} petzt nicht (2×)" in panel_message(SCREENS.posted(session, me), False).text


def test_shortened_news_drop_minor_events_then_the_oldest() -> None:
    passes = [("does-not-tattle", {"p": f"+{n}"}) for n in (1, 3)]
    session, me = after(moved("+1", "green"), passes[0], *[moved("+2", "red"), moved("+2", "blue")] * 4, passes[1])
    lines = panel_message(SCREENS.posted(session, me), False).text.split("\n")[:5]
    assert len([line for line in lines if "Red" in line or "Blue" in line]) == 4
    assert lines[-1] == "-# … 7 more: *Table → Log*"
    assert "Green" not in "\n".join(lines) and "doesn't tattle" not in "\n".join(lines)


def test_own_events_and_attacks_survive_shortening() -> None:
    attacks = [("tattles-wrong", {"p": "+2", "t": "+0"}), ("tattles-right", {"p": "+1", "t": "+3"})]
    session, me = after(*attacks, *[moved("+2", "red"), moved("+2", "blue")] * 6)
    # Two of these lines take two lines on a phone.
    lines = panel_message(SCREENS.posted(session, me), False).text.split("\n")[:3]
    assert lines[0] == f"• **{name(me, 2)} tattles on {name(me, 0)} and is wrong: {name(me, 2)} is out**"
    assert lines[1] == f"• {name(me, 1)} tattles on {name(me, 3)} and is right: {name(me, 3)} is out"
    assert lines[-1] == "-# … 12 more: *Table → Log*"


def test_what_only_the_player_was_told_survives_shortening() -> None:
    wrong, right = ("tattles-wrong", {"p": "+1", "t": "+0"}), ("tattles-right", {"p": "+2", "t": "+0"})
    session, me = after(("slid-to-you-wrong", {"p": "+1", "candy": "red"}), wrong, right, wrong)
    g: Any = session.g
    g.log[-4] = g.log[-4]._replace(to=me)
    lines = panel_message(SCREENS.posted(session, me), False).text.split("\n")[:3]
    assert lines[0] == f"• **{name(me, 1)} guessed that you smuggle Red: wrong!**"
    assert lines[1] == f"• **{name(me, 1)} tattles on {name(me, 0)} and is wrong: {name(me, 1)} is out**"
    assert lines[2] == "-# … 2 more: *Table → Log*"


def test_successive_incomes_share_a_line() -> None:
    game = GAMES["kingdoms-candy"]
    g = game.deal(2, "news")
    (me,) = g.asks
    before = len(g.log)
    g.log_event("gains", p=seat_id(1 - me), n=2, sources=["ploom"])
    g.log_event("gains-set-candy", p=seat_id(1 - me), n=1)
    g.log_event("collects", p=seat_id(1 - me), n=5)
    g.log_event("gains", p=seat_id(me), n=3, sources=["ploom"])
    session = table_of(game, g, NAMES[:2], acted={me: before}, options={"pictures": False})
    mine, other = NAMES[me], NAMES[1 - me]
    assert panel_message(SCREENS.posted(session, me), False).text.split("\n")[:3] == [
        f"• {other} gains 2 sugar (Ploom); {other} gains 1 Candy for a set of colours",
        f"• {other} collects 5 sugar",
        f"• **{mine} gains 3 sugar (Ploom)**",
    ]


def test_the_table_lists_what_the_player_missed() -> None:
    session, me = after(*[moved(f"+{n}", candy) for n, candy in ((1, "red"), (2, "blue"), (3, "red"))])
    said = table_message(SCREENS.posted(session), []).text
    assert f"cube.\n• {name(me, 1)} rolls" in said and "stays on" not in said
    session, me = after(*[moved(f"+{n}", candy) for n in (1, 2, 3) for candy in ("red", "blue")])
    said = table_message(SCREENS.posted(session), []).text
    assert f"cube.\n• {name(me, 2)} rolls" in said and "-# … 2 more: *Log*" in said and "stays on" not in said
    session, me = after()  # asked again at once
    assert f"{name(me, 0)} rolls +2; Green stays on 0" in table_message(SCREENS.posted(session), []).text


def test_the_table_counts_the_events_that_it_has_no_room_for() -> None:
    long_lines = [("tattles-right", {"p": f"+{n}", "t": f"+{n + 1}"}) for n in (1, 2)]  # two lines on a phone
    session, _ = after(moved("+1"), *long_lines, moved("+3"))
    said = table_message(SCREENS.posted(session), []).text
    assert "Red moves" not in said and "-# … 2 more: *Log*" in said


def test_a_notification_lists_own_events_in_order() -> None:
    session, me = after(
        moved("+1"), ("tattles-right", {"p": "+1", "t": "+2"}), ("tattles-wrong", {"p": "+3", "t": "+0"})
    )
    who, asked, since = turn_notification(SCREENS.posted(session), [me]).content.split("\n")
    assert who.startswith("<@") and "move one cube" in asked
    assert since.startswith(f"Since your last turn: {name(me, 1)} rolls") and len(since) < 200
    assert since.endswith(f"{name(me, 3)} tattles on {name(me, 0)} and is wrong: {name(me, 3)} is out.")
    session, me = after(
        ("tattles-wrong", {"p": "+3", "t": "+0"}), *[moved("+1", candy) for candy in ("red", "blue") * 4]
    )
    since = turn_notification(SCREENS.posted(session), [me]).content.split("\n")[2]
    assert since.startswith(f"Since your last turn: {name(me, 3)} tattles on {name(me, 0)}") and "Blue" in since


def test_private_events_appear_only_in_the_players_panel() -> None:
    session, me = after(("slid-to-you-wrong", {"p": "+1", "candy": "red"}))
    g: Any = session.g
    g.log[-1] = g.log[-1]._replace(to=me)
    assert "guessed that you smuggle Red: wrong!" in panel_message(SCREENS.posted(session, me), False).text
    other = (me + 2) % 4
    for message in (
        panel_message(SCREENS.posted(session, other), False),
        table_message(SCREENS.posted(session), []),
        turn_notification(SCREENS.posted(session), [me]),
    ):
        assert "guessed you" not in message.text + message.content


def test_a_table_without_a_log_button_says_where_the_other_events_are() -> None:
    game = GAMES["kingdoms-candy"]
    g = game.deal(2, "news")
    (me,) = g.asks
    for n in range(1, 20):
        g.log_event("collects", p=seat_id(1 - me), n=n)
    session = table_of(game, g, NAMES[:2], acted={me: 0})
    assert " more: *Table → More → Log*" in panel_message(SCREENS.posted(session, me), False).text
    session = table_of(game, g, NAMES[:2], acted={me: 0}, options={"pictures": False})
    assert " more: *Table → Log*" in panel_message(SCREENS.posted(session, me), False).text


async def test_a_player_tattled_on_reads_the_events_in_order() -> None:
    async with playing("Ada", "Ben", "Cara", "Dora") as hob:
        me = await hob.asked()
        await hob.lay(into_tattling)
        await me.types("chaser move", candy="blue")
        session = await hob.session()
        seat = session.info.seat_of(me.id)
        assert session.g is not None and seat is not None
        first = await hob.asked()
        await first.types("chaser pass")
        second = await hob.asked()
        wrong = next(candy for candy in ("red", "green") if candy != session.g.objectives[seat])  # type: ignore[attr-defined]
        await tattle(hob, second, me, wrong)
        third = await hob.asked()
        await third.types("chaser pass")
        assert await hob.asked() is me
        await me.clicks("My hand", on=hob.table)
        said = words_of(me.seen[-1])
        assert (
            f"• {first.name} doesn't tattle\n"
            f"• **{second.name} guessed that you smuggle {wrong.capitalize()}: wrong!**\n"
            f"• **{second.name} tattles on {me.name} and is wrong: {second.name} is out**\n"
            f"• {third.name} doesn't tattle\n"
        ) in said


async def move_until_asked(hob: Evening, person: Person) -> None:
    for _ in range(3):
        if (asked := await hob.asked()) is person:
            return
        await asked.types("chaser move", candy="red")
    raise AssertionError(f"the table never waits for {person.name}")


async def test_the_log_keeps_former_players_names() -> None:
    async with playing("Ada", "Ben", "Cara") as hob:
        ben = hob["Ben"]
        await move_until_asked(hob, ben)
        await ben.types("chaser move", candy="blue")
        await ben.types("hob leave")
        await ben.clicks("Leave")
        dora = hob.person("Dora")
        await dora.types("chaser join")
        await move_until_asked(hob, dora)
        await dora.types("chaser move", candy="green")
        said = (await hob["Ada"].types("hob log")).split("\n")
        assert any(line.startswith("Ben rolls") for line in said) and any(
            line.startswith("Dora rolls") for line in said
        )
        assert said.index("Ben leaves; a computer takes over") < said.index("Dora takes Ben's seat")
        last = next(n for n, line in enumerate(said) if line.startswith("Dora"))
        assert not any(line.startswith("Ben rolls") for line in said[last:])
        assert "• Dora rolls" in words_of(hob.table)
