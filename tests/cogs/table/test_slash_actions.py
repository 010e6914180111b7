"""Slash commands: in the right and the wrong place, in time and too late, with autocomplete."""

import random

import pytest

from bot.process.version import version
from engine.candy_chaser.rules import Chaser
from engine.cover_your_kingdom.state import Cover
from hob.testing.play import EVERY_GAME, Evening, Person, evening, play_on, playing
from hob.testing.reading import words_of
from tests.cogs.tables import other_than, tattle, tattling


async def test_a_command_makes_the_move_and_reports_it() -> None:
    async with playing("Ada", "Ben") as hob:
        me = await hob.asked()
        said = await me.types("chaser move", candy="Blue")
        assert f"{me.name} rolls" in said and "You smuggle" in said
        assert f"• {me.name} rolls" in hob.table_text()


async def test_obvious_events_appear_only_in_the_log() -> None:
    async with playing("Ada", "Ben", command="muncher") as hob:
        me = await hob.asked()
        card = (await me.completes("muncher discard", "card"))[0]
        said = await me.types("muncher discard", card=card)
        assert f"• {me.name} discards " in said and " draws " not in said
        assert f"{me.name} draws " in await me.clicks("Log", on=hob.table)


async def test_typed_options_match_case_insensitively_and_by_label() -> None:
    async with playing("Ada", "Ben") as hob:
        for typed in ("BLUE", " pUrple ", "green"):
            me = await hob.asked()
            assert f"{me.name} rolls" in await me.types("chaser move", candy=typed)
        me = await hob.asked()
        label = (await me.completes("chaser move", "candy", "yel"))[0]
        assert label.startswith("Yellow ")
        assert f"{me.name} rolls" in await me.types("chaser move", candy=label)


async def test_commands_without_a_table_explain_how_to_open_one() -> None:
    async with evening() as hob:
        ada = hob.person("Ada")
        assert await ada.types("chaser move", candy="blue") == (
            "No one is playing Candy Chaser here. Open a table with `/chaser new`."
        )
        for command in ("join", "start", "hand", "table", "pass"):
            assert "No one is playing Candy Chaser here." in await ada.types(f"chaser {command}")
        for command in ("leave", "log", "end", "seat"):
            assert (
                await ada.types(f"hob {command}") == "No one is playing here. `/hob help` explains how to open a table."
            )


async def test_a_command_in_the_wrong_channel_names_the_right_one() -> None:
    async with playing("Ada", "Ben") as hob:
        elsewhere = hob.guild.create_text_channel("elsewhere")
        said = await hob["Ada"].types("chaser move", channel=elsewhere, candy="blue")
        assert said == f"Your Candy Chaser table is in <#{hob.channel.id}>."
        assert await hob["Ada"].types("hob log", channel=elsewhere) == said


async def test_a_command_of_another_game_is_refused() -> None:
    async with playing("Ada", "Ben", games=EVERY_GAME) as hob:
        said = await hob["Ada"].types("ghosts hand")
        assert said == "The game in this channel is Candy Chaser, not Ghosts Love Candy."


async def test_a_command_before_the_start_is_refused() -> None:
    async with evening() as hob:
        await hob.set_table("chaser", "Ada", "Ben")
        for command in ("chaser hand", "hob log", "hob seat", "chaser pass"):
            assert await hob["Ada"].types(command) == "The game hasn't started yet."
        assert await hob["Ada"].types("chaser move", candy="blue") == "The game hasn't started yet."


async def test_a_command_after_the_end_is_refused() -> None:
    async with playing("Ada", "Ben") as hob:
        await play_on(hob, random.Random(3))
        for command in ("chaser hand", "chaser pass", "hob seat", "hob end"):
            assert "This game is over." in await hob["Ada"].types(command)
        said = await hob["Ada"].types("chaser move", candy="blue")
        assert said.startswith("This game is over.") and "Play again" in said


async def test_a_command_out_of_turn_is_refused_with_the_panel() -> None:
    async with playing("Ada", "Ben") as hob:
        me = await hob.asked()
        other = await other_than(hob, me)
        said = await other.types("chaser move", candy="blue")
        assert said.startswith(f"You can move a cube only on your turn. **{me.name}** rolled")
        assert "You smuggle" in said


async def test_a_command_from_a_spectator_is_refused() -> None:
    async with playing("Ada", "Ben") as hob:
        said = await hob.person("Dora").types("chaser move", candy="blue")
        assert said == "Only the players at this table can do that."


async def test_commands_in_dms_need_exactly_one_table() -> None:
    async with playing("Ada", "Ben") as hob:
        me = await hob.asked()
        assert f"{me.name} rolls" in await me.types_to_hob("chaser move", candy="blue")
        second = hob.guild.create_text_channel("second")
        await me.types("chaser new", channel=second, computers=1)
        said = await me.types_to_hob("chaser move", candy="blue")
        assert said.startswith("You're at 2 tables of Candy Chaser. Use the buttons of the table you mean, or type ")
        stranger = hob.person("Dora")
        assert "No one is playing Candy Chaser here." in await stranger.types_to_hob("chaser hand")


async def test_commands_in_dms_keep_the_server_nickname_at_the_table() -> None:
    async with playing("Ada", "Ben") as hob:
        me = await hob.asked()
        hob.discord.rename(hob.guild.id, me.id, "Queen")
        await me.clicks("My hand")
        assert (await hob.session()).info.names().count("Queen") == 1
        await me.types_to_hob("chaser hand")
        assert (await hob.session()).info.names().count("Queen") == 1


async def test_tattling_by_command() -> None:
    async with playing("Ada", "Ben", "Cara") as hob:
        me = await tattling(hob)
        session = await hob.session()
        target = next(person for person in hob.people.values() if person is not me)
        seat = session.info.seat_of(target.id)
        assert seat is not None and session.g is not None
        candy = session.g.objectives[seat]  # type: ignore[attr-defined]
        people = await me.completes("chaser tattle", "player")
        assert target.name in people and me.name not in people
        assert len(await me.completes("chaser tattle", "candy", player=f"s{seat}")) == 5
        revision = session.revision
        said = await me.types("chaser tattle", player=target.name, candy=candy)
        assert f"Does {target.name} smuggle " in said and "If not, you're out." in said
        assert (await hob.session()).revision == revision  # the second press tattles
        assert "You may tattle on a player." in await me.clicks("Back", on=me.seen[-1])
        said = await tattle(hob, me, target)
        assert f"{me.name} tattles on {target.name} and is right: {target.name} is out" in said
        assert f"You guessed that {target.name} smuggles" in said
        assert f"You were right: {target.name} is out. Tattle again?" in said
        said = await me.types("chaser tattle", player=target.name, candy=candy)
        assert f"{target.name} is already out." in said
        assert f"{me.name} doesn't tattle" in await me.types("chaser pass")


WHY = {
    ("move", "pink"): "“pink” isn't a candy in this game. Choose Blue, Purple, Green, Yellow or Red.",
    ("move", "2"): "A cube always moves the full number you rolled",
    ("move", "-1"): "A cube always moves the full number you rolled",
}


async def test_players_whose_names_are_symbols_can_be_named() -> None:
    async with playing("\N{FOX FACE}", "\N{BEAR FACE}", "\N{PANDA FACE}") as hob:
        me = await tattling(hob)
        for other in (person for person in hob.people.values() if person is not me):
            assert await me.completes("chaser tattle", "player", other.name) == [other.name]
            said = await me.types("chaser tattle", player=other.name, candy="blue")
            assert f"Does {other.name} smuggle Blue?" in said


async def test_an_illegal_cube_move_is_refused_with_its_reason() -> None:
    async with playing("Ada", "Ben") as hob:
        me = await hob.asked()
        for (verb, typed), said in WHY.items():
            assert said in await me.types(f"chaser {verb}", candy=typed)
        assert "You can't tattle until a cube has reached the goal." in await me.types("chaser pass")
        other = await other_than(hob, me)
        assert "You can't tattle until a cube has reached the goal." in (
            await me.types("chaser tattle", player=other.name, candy="blue")
        )


async def test_an_illegal_tattle_is_refused_with_its_reason() -> None:
    async with playing("Ada", "Ben", "Cara") as hob:
        me = await tattling(hob)
        assert "You can't tattle on yourself." in await me.types("chaser tattle", player=me.name, candy="blue")
        other = await other_than(hob, me)
        assert "isn't a candy in this game" in await me.types("chaser tattle", player=other.name, candy="pink")
        assert "A cube has reached the goal, so cubes don't move any more." in await me.types(
            "chaser move", candy="blue"
        )
        unknown = await me.types("chaser tattle", player="Zoe", candy="blue")
        assert unknown.startswith("There's no player called “Zoe”. You can choose: ")
        assert other.name in unknown.splitlines()[0]

        def gave_blue_away(g: Chaser) -> None:
            g.tattles[g.active].remove("blue")

        await hob.lay(gave_blue_away)
        assert "You've already used your Blue card." in await me.types("chaser tattle", player=other.name, candy="blue")


async def test_autocomplete_offers_labels_and_filters() -> None:
    async with playing("Ada", "Ben") as hob:
        me = await hob.asked()
        assert len(await me.completes("chaser move", "candy")) == 5
        assert [label.split()[0] for label in await me.completes("chaser move", "candy", "r")] != []
        assert [label.split()[0] for label in await me.completes("chaser move", "candy", "BLU")] == ["Blue"]
        assert await me.completes("chaser move", "candy", "zzz") == []


async def test_an_unavailable_command_autocompletes_to_its_reason() -> None:
    async with playing("Ada", "Ben") as hob:
        me = await hob.asked()
        other = await other_than(hob, me)
        for verb, option in (("move", "candy"), ("tattle", "candy")):
            [entry] = await other.completes(f"chaser {verb}", option)
            assert entry.startswith(f"{me.name} rolled")
        [entry] = await me.completes("chaser tattle", "player")
        assert entry.startswith("You can tattle when it's your turn")
        said = await other.types("chaser move", candy="-")
        assert said.startswith("You can move a cube only on your turn.") and f"{me.name}** rolled" in said
        said = await me.types("chaser tattle", player="-", candy="-")
        assert said.startswith("You can tattle when it's your turn")


async def test_autocomplete_shows_names_without_backslashes() -> None:
    async with playing("a_b_c", "d_e_f") as hob:
        me = await hob.asked()
        [said] = await (await other_than(hob, me)).completes("chaser move", "candy")
        assert said.startswith(f"{me.name} rolled ")


async def test_autocomplete_without_a_table_is_empty() -> None:
    async with evening() as hob:
        ada, dora = hob.person("Ada"), hob.person("Dora")
        assert await ada.completes("chaser move", "candy") == []
        assert await ada.completes("chaser join", "seat") == []
        await ada.types("chaser new", computers=1)
        assert await ada.completes("chaser move", "candy") == []
        await ada.types("chaser start")
        assert await dora.completes("chaser move", "candy") == []


async def test_help_tables_me() -> None:
    async with evening() as hob:
        ada = hob.person("Ada")
        said = await ada.types("hob help")
        assert f"Hob {version().number} is an unofficial fan project" in said
        assert "\nOpen a table…\nCandy Chaser: " in said and "\nLearn a game…\nCandy Chaser: " in said
        assert await ada.types("hob tables") == "You aren't at any table. `/hob help` explains how to open one."
        await ada.types("chaser new", computers=1)
        here = f"<#{hob.channel.id}> · [go there](https://discord.com/channels/{hob.guild.id}/{hob.channel.id}/{hob.table.id})"
        assert await ada.types("hob tables") == f"Your tables:\n• Candy Chaser in {here}"
        first, *told = (await ada.types("hob me")).split("\n")
        assert first == "Your settings, for every table I run."
        assert [line.split(". ")[0] for line in told][:5] == [
            "• Cards: by DM", "• Pictures: on", "• Turn alerts: on", "• Shown on leaderboards: on", "• Coach: off"
        ]  # fmt: skip
        said = await ada.types("hob me", cards="channel", pictures="off", rings="off")
        assert "in the channel" in said and "off, text only" in said and "Turn alerts: off" in said


async def test_the_list_of_tables_is_truncated_to_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    async with evening(moment=0) as hob:
        for limit in ("new_by_person", "tables_of_person"):
            monkeypatch.setattr(hob.settings.limits, limit, 0)
        ada = hob.person("Ada")
        for number in range(41):
            await ada.types("kingdom new", channel=hob.guild.create_text_channel(f"games-{number}"))
        said = await ada.types("hob tables")
        assert said.count("• Kingdom's Candy: Monsters in <#") == 20 and said.endswith("• and 21 more")
        assert len(said) <= 4096


async def test_changing_the_card_setting_mid_game_keeps_a_single_dm() -> None:
    async with playing("Ada", "Ben") as hob:
        ben = hob["Ben"]
        await ben.types("hob me", cards="channel")
        await ben.types("chaser hand")
        ben.user.dm_channel.history()
        await hob.settle()
        count = len(ben.messages)
        await ben.types("hob me", cards="message")
        await hob.settle()
        assert len(ben.messages) == count == 1


async def test_switching_cards_back_to_dm_sends_the_hand_immediately() -> None:
    async with evening() as hob:
        await hob.set_table("chaser", "Ada", "Ben")
        await hob["Ben"].types("hob me", cards="channel")
        await hob["Ada"].types("chaser start")
        await hob.settle()
        assert hob["Ben"].messages == []
        await hob["Ben"].types("hob me", cards="message")
        await hob.settle()
        assert "You smuggle" in words_of(hob["Ben"].messages[0])


async def test_players_with_pictures_off_get_text_only() -> None:
    async with playing("Ada", "Ben", pictures=True) as hob:
        ada = hob["Ada"]
        await ada.clicks("My hand")
        assert ada.seen[-1].attachments
        await ada.types("hob me", pictures="off")
        await ada.clicks("My hand")
        assert not ada.seen[-1].attachments and "You smuggle" in words_of(ada.seen[-1])
        assert "**Board**" in await ada.types("chaser table")


async def test_tables_waiting_for_the_player_are_listed_first_with_links() -> None:
    async with playing("Ada", "Ben", games=EVERY_GAME) as hob:
        other = hob.guild.create_text_channel("other")
        await hob["Ada"].types("ghosts new", channel=other)
        first, second = await hob.asked(), None
        second = next(person for person in hob.people.values() if person is not first)
        here = f"[go there](https://discord.com/channels/{hob.guild.id}/{hob.channel.id}/{hob.table.id})"
        told = (await first.types("hob tables")).splitlines()
        assert told[1].startswith(f"• **Candy Chaser** in <#{hob.channel.id}> · your turn (began <t:")
        assert told[1].endswith(here)
        told = (await second.types("hob tables")).splitlines()
        assert told[1].startswith(f"• Candy Chaser in <#{hob.channel.id}> · waiting for {first.name} (turn began <t:")
        assert told[1].endswith(here)
        assert (
            (await hob["Ada"].types("hob tables")).splitlines()[2].startswith(f"• Ghosts Love Candy in <#{other.id}>")
        )


async def chosen(hob: Evening, me: Person, command: str, option: str, typed: str) -> str:
    """Return the value that autocomplete sends for its only entry with this label."""
    entries = await me.actor.autocomplete(hob.channel, command, option, typed)
    [value] = [entry["value"] for entry in entries if entry["name"].strip("\u2060") == typed]
    return value


async def leave(*people: Person) -> None:
    for person in people:
        await person.types("hob leave")
        await person.clicks("Leave")


async def test_an_autocompleted_player_is_not_one_who_is_named_like_the_value() -> None:
    async with playing("s1", "Ben", "Cara", look_around=3600) as hob:
        await leave(hob["s1"], hob["Ben"])
        dora = hob.person("Dora")
        await dora.types("chaser join", seat=await chosen(hob, dora, "chaser join", "seat", "Ben"))
        assert (await hob.session()).info.seat_of(dora.id) == 1


async def test_a_player_is_tattled_on_though_another_is_named_like_their_value() -> None:
    async with playing("s1", "Ben", "s0") as hob:
        me = await tattling(hob)
        for other in (person for person in hob.people.values() if person is not me):
            value = await chosen(hob, me, "chaser tattle", "player", other.name)
            said = await me.types("chaser tattle", player=value, candy="blue")
            assert f"Does {other.name} smuggle Blue?" in said


async def test_a_name_that_fits_two_players_takes_no_ones_seat() -> None:
    async with playing("Cara", "Ben", "Bén", look_around=3600) as hob:
        await leave(hob["Ben"], hob["Bén"])
        dora = hob.person("Dora")
        assert await dora.types("chaser join", seat="ben") == "“ben” matches more than one choice: Ben, Bén."
        await dora.types("chaser join", seat="Bén")
        assert (await hob.session()).info.seat_of(dora.id) == 2


async def test_the_same_command_twice_at_once_acts_once() -> None:
    """A player has two actions, so the second command would have been one, too."""
    async with playing("Ada", "Ben", command="cover") as hob:
        me, session = await hob.asked(), await hob.session()

        def pair(g: Cover) -> None:
            g.hands[g.active][:2] = ["yedi", "yedi"]

        await hob.lay(pair)
        hob.discord.world.lag = lambda: 0  # both arrive at the same moment
        for _ in range(2):
            me.user.begins_slash(hob.channel, "cover discard", card="yedi")
        await hob.settle()
        assert [entry.option for entry in await hob.store.answers(session.id)] == ["discard/yedi"]
        await me.types("cover discard", card="yedi")
        assert len(await hob.store.answers(session.id)) == 2
