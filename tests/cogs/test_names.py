"""Names of people: markup, mentions, length, duplicates; and the uniqueness and length of labels."""

import json

import pytest

from bot.i18n.fitting import cut, escape_text, format_signed, normalize
from bot.tables.model import disambiguate_names
from cogs.game_uis import GAME_UIS
from cogs.ghosts_love_candy.labels import GhostsLabels
from hob.testing.play import Evening, playing
from hob.testing.reading import controls_of
from playground.discord.limits import strip_text
from tests.bot.faults import writes_fail


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("*Ada*", "\\*Ada\\*"),
        ("_A_ __B__ ~~C~~", "\\_A\\_ \\_\\_B\\_\\_ \\~\\~C\\~\\~"),
        ("[||](.)", "[\\|\\|]\u200b(.)"),
        ("@everyone", "@\u200beveryone"),
        ("<@12345678901234567>", "‹@\u200b12345678901234567›"),
        ("<#123> </x:1> <t:5>", "‹#123› ‹/x:1› ‹t:5›"),
        ("https://evil.example", "https:⁄⁄evil.example"),
        ("🦊 Fuchs", "🦊 Fuchs"),
        ("A very long name that nobody reads", "A very long name th…"),
        ("Ada\u202e\u2066evil", "Adaevil"),
        ("שלום", "\N{FIRST STRONG ISOLATE}שלום\N{POP DIRECTIONAL ISOLATE}"),
    ],
)
async def test_player_names_are_escaped(name: str, shown: str) -> None:
    """Discord may strip what keeps a name harmless, so both are looked at: what is sent and what is shown."""
    async with playing(name, "Ben") as hob:
        assert shown in sent(hob) and strip_text(shown) in hob.table_text()
        hob.discord.forget_calls()
        await hob[name].types("hob end")
        await hob[name].clicks("End it")
        assert f"{shown} ended the game" in sent(hob)
        assert hob.table_text().startswith(f"{strip_text(shown)} ended the game")


def sent(hob: Evening) -> str:
    return json.dumps([call.json for call in hob.calls("*")], ensure_ascii=False).replace(r"\\", "\\")


@pytest.mark.parametrize("nick", ["\u3164\u2800", "\u0301\u0302", "\u200b \u200d"])
async def test_an_invisible_name_is_replaced_by_the_login_name(nick: str) -> None:
    async with playing("Ada", "Ben") as hob:
        hob.discord.rename(hob.guild.id, hob["Ben"].id, nick)
        await hob["Ben"].clicks("My hand")
        assert (await hob.session()).info.seats[1].name == hob["Ben"].user.name


async def test_a_new_name_outlives_a_restart() -> None:
    async with playing("Ada", "Ben", cards="channel") as hob:
        hob.discord.rename(hob.guild.id, hob["Ben"].id, "Benny")
        await hob["Ben"].clicks("My hand")
        await hob.restart()
        assert (await hob.session()).info.names() == ["Ada", "Benny"]
        await hob["Ada"].types("chaser table")
        assert "Benny" in hob.table_text()


async def test_a_renamed_player_sees_their_hand_on_a_full_disk() -> None:
    async with playing("Ada", "Ben", cards="channel") as hob:
        hob.discord.rename(hob.guild.id, hob["Ben"].id, "Benny")
        with writes_fail(hob.store):
            assert "nothing has changed" not in await hob["Ben"].clicks("My hand")
        await hob["Ben"].clicks("My hand")
        assert (await hob.session()).info.names() == ["Ada", "Benny"]


async def test_names_are_escaped_in_error_messages() -> None:
    async with playing("*Ada*", "Ben") as hob:
        said = await hob["Ben"].types("hob seat", player="Zoe")
        assert said.startswith("There's no player called “Zoe”. You can choose: \\*Ada\\*, Ben.")


async def test_identical_names_are_distinguished_by_seat_letters() -> None:
    async with playing("Ada", "Ben", "Cara") as hob:
        for person in hob.people.values():
            hob.discord.rename(hob.guild.id, person.id, "Twin")
        for person in hob.people.values():
            await person.clicks("My hand")
        await (await hob.asked()).types("chaser move", candy="blue")
        text = hob.table_text()
        assert "A Twin (A)" in text and "B Twin (B)" in text and "C Twin (C)" in text


def test_a_name_with_a_letter_does_not_become_another_players_name() -> None:
    assert disambiguate_names(["Ada", "Ben", "Ada"]) == ["Ada (A)", "Ben", "Ada (C)"]
    assert disambiguate_names(["Ada", "Ada (A)", "Ada"]) == ["Ada (A)", "Ada (A) (B)", "Ada (C)"]


def test_a_button_names_a_player_who_is_called_like_another_ones_id() -> None:
    ui = GAME_UIS["ghosts-love-candy"]
    view = ui.game.view(ui.game.deal(3, "names"), 0)
    labels = ui.labels(view, ui.translator(["Ada", "s0", "Ben"], view, escape=False))
    assert isinstance(labels, GhostsLabels)
    label = labels.fit_names("label.use", 34, {"kid": "s1"})
    assert "s0" in label and "Ada" not in label


async def test_a_player_named_like_an_id_is_not_confused_with_it() -> None:
    async with playing("s1", "Ben", "Cara") as hob:
        await hob["s1"].types("hob leave")
        await hob["s1"].clicks("Leave")
        dora = hob.person("blue")
        await dora.types("chaser join")
        assert "blue takes s1" in hob.table_text()
        said = await hob["Ben"].types("hob seat", player="s7")
        assert said.startswith("There's no player called “s7”")


async def test_labels_are_unique_within_a_message() -> None:
    async with playing("Ada", "Ben", computers=2) as hob:
        for person in hob.people.values():
            await person.clicks("My hand")
            for message in (hob.table, person.seen[-1]):
                labels = [control.label for control in controls_of(message)]
                assert len(labels) == len(set(labels)) and all(len(label) <= 34 for label in labels)


def test_text_helpers_format_cut_normalize_and_escape() -> None:
    assert (format_signed(3), format_signed(0), format_signed(-2)) == ("+3", "0", "−2")
    assert (cut("abcdef", 4), cut("abc", 4)) == ("abc…", "abc")
    assert normalize("Crème Brûlée −2") == normalize("creme brulee-2")
    assert escape_text("**x**") == "\\*\\*x\\*\\*"
