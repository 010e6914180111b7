"""Decks: each file is read once and checked as a whole, and all errors are reported together."""

import os
from pathlib import Path

import pytest

from engine.decks import Card, Deck, Decks, EffectRule, InvalidDeck, effect_faults, slug


class Sweet(Card):
    sugar: int


def check(deck: Deck[Sweet]) -> list[str]:
    return [] if len(deck) == 2 else [f"{len(deck)} cards, not 2"]


GOOD = """
game = "sweets"
title = "Two sweets"
[[card]]
name = "I'm Toffee"
sugar = 3
[[card]]
id = "gum"
name = "Gum"
sugar = 1
text = "Sticks."
"""


def write(folder: Path, text: str, name: str = "hob") -> Path:
    file = folder / f"{name}.toml"
    file.write_text(text, encoding="utf-8")
    return file


def decks(folder: Path, text: str = GOOD) -> Decks[Sweet]:
    return Decks("sweets", Sweet, write(folder, text), check)


def faults(folder: Path, text: str) -> list[str]:
    with pytest.raises(InvalidDeck) as refused:
        decks(folder, text)
    return str(refused.value).splitlines()


def test_a_deck_maps_ids_to_cards_in_file_order(tmp_path: Path) -> None:
    deck = decks(tmp_path)["hob"]
    assert list(deck) == ["im-toffee", "gum"] and deck["gum"].sugar == 1
    assert (deck.name, deck.title, deck.source) == ("hob", "Two sweets", "house")
    assert deck["im-toffee"].name == "I'm Toffee" and deck["im-toffee"].text == ""


def test_an_operators_deck_is_offered_with_hobs_own(tmp_path: Path) -> None:
    mine = decks(tmp_path)
    folder = tmp_path / "decks"
    folder.mkdir()
    write(folder, GOOD.replace("3", "9"), "printed")
    write(folder, GOOD.replace("title", 'source = "shop"\ntitle'), "second")
    mine.add_folder(folder)
    assert list(mine) == ["hob", "printed", "second"]
    assert (mine["printed"]["im-toffee"].sugar, mine["printed"].source, mine["second"].source) == (
        9,
        "operator",
        "shop",
    )
    assert mine["hob"]["im-toffee"].sugar == 3


def test_all_faults_of_a_deck_are_reported_together(tmp_path: Path) -> None:
    found = faults(
        tmp_path,
        """
        card = [
            {name = "Toffee", sugar = 1},
            {name = "toffee", sugar = 1},
            {name = "Fudge", sugar = "much"},
            {name = "Gum", sugar = 1, sticky = true},
            {sugar = 1},
            {id = "No Slug", name = "Gum", sugar = 1},
            "Mint",
        ]
        """,
    )
    wanted = [
        'the line game = "sweets" is missing',
        "Fudge: sugar",
        "Gum: sticky",
        "card 5: id",
        "card 5: name",
        "Gum: id",
        "card 7:",
        "toffee: two cards have this id",
    ]
    assert len(found) == len(wanted)
    for line, start in zip(found, wanted, strict=True):
        assert line.startswith(f"hob.toml: {start}"), line


def test_of_another_games_deck_only_that_is_reported(tmp_path: Path) -> None:
    [fault] = faults(tmp_path, 'game = "chess"\ncard = [{name = "Pawn"}, {name = "King"}]')
    assert fault.startswith("hob.toml: game is 'chess', not \"sweets\"; put the file into its game's folder")


def test_a_games_own_deck_rules_are_checked_once_all_cards_are_valid(tmp_path: Path) -> None:
    assert faults(tmp_path, 'game = "sweets"') == ["hob.toml: 0 cards, not 2"]
    assert faults(tmp_path, 'title = "Mine"') == ['hob.toml: the line game = "sweets" is missing']
    assert faults(tmp_path, 'game = "sweets"\ncard = "none"') == ["hob.toml: 0 cards, not 2"]


@pytest.mark.parametrize("text", ["game = ", "[[card]\n", "game = 'sweets'\ngame = 'sweets'"])
def test_invalid_toml_is_refused(tmp_path: Path, text: str) -> None:
    assert faults(tmp_path, text)[0].startswith("hob.toml: ")


def test_a_missing_or_binary_file_is_refused(tmp_path: Path) -> None:
    mine = decks(tmp_path)
    with pytest.raises(InvalidDeck, match=r"gone\.toml"):
        mine.add("gone", tmp_path / "gone.toml")
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(InvalidDeck, match=r"bytes\.toml"):
        mine.add("bytes", tmp_path / "bytes.toml")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"x = " + b"[" * 10_000 + b"]" * 10_000, "line 1 has more than 4,000 characters"),
        (
            b"x = [\n" + b"[\n" * 9_999 + b"]\n" * 10_000,
            "lists are nested more than 8 deep, or a number exceeds 64 bits",
        ),
        (b"x = " + b"[" * 9 + b"]" * 9, "lists are nested more than 8 deep"),
        (b"x = " + b"{a=[\n" * 5_000 + b"]}" * 5_000, "line 5001 has more than 4,000 characters"),
        (b"x = " + b"{a=[\n" * 5_000 + b"]}\n" * 5_000, "lists are nested more than 8 deep"),
        (b"[" + b"a." * 9_999 + b"a]", "line 1 has more than 4,000 characters"),
        (b"[" + b"a." * 1_900 + b"a]", "lists are nested more than 8 deep"),
        (b"".join(b"[[" + b"a." * n + b"a]]\n" for n in range(300)), "lists are nested more than 8 deep"),
        (b"a." * 49_999 + b"a = 1", "line 1 has more than 4,000 characters"),
        (b"x = " + b"9" * 5_000, "line 1 has more than 4,000 characters"),
        (b"x = 9223372036854775808", "lists are nested more than 8 deep, or a number exceeds 64 bits"),
        (b"game = 0x" + b"f" * 3_900, "lists are nested more than 8 deep, or a number exceeds 64 bits"),
        (b"k" * 3_000 + b" k", "Expected '=' after a key"),
        (b"#\n" * 2**16 + b"#", "the file is larger than 131,072 bytes"),
        (b"game = '\xe9'", "the file isn't UTF-8 text"),
        (GOOD.encode("utf-16"), "the file isn't UTF-8 text"),
        (b"", "the file is empty"),
        (b"\xef\xbb\xbf\r\n", "the file is empty"),
    ],
)
def test_a_malformed_deck_file_is_refused_in_one_line(tmp_path: Path, data: bytes, said: str) -> None:
    house = decks(tmp_path)
    file = tmp_path / "odd.toml"
    file.write_bytes(data)
    with pytest.raises(InvalidDeck) as refused:
        house.add("odd", file)
    [line] = str(refused.value).splitlines()
    assert line.startswith(f"odd.toml: {said}") and len(line) < 300


def test_a_5000_digit_number_is_refused_even_if_the_line_is_allowed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.decks.MAX_VALUES", 6_000)
    [line] = faults(tmp_path, f"game = {'9' * 5_000}")
    assert line.startswith("hob.toml: lists are nested more than 8 deep, or a number exceeds 64 bits")


def test_irregular_files_are_refused_unread(tmp_path: Path) -> None:
    """No process writes to the pipe, so opening it would block forever."""
    house, folder = decks(tmp_path), tmp_path / "decks"
    folder.mkdir()
    os.mkfifo(folder / "pipe.toml")
    (folder / "folder.toml").mkdir()
    (folder / "zero.toml").symlink_to("/dev/zero")
    (folder / "lost.toml").symlink_to(folder / "nowhere")
    with pytest.raises(InvalidDeck) as refused:
        house.add_folder(folder)
    odd = "this isn't a regular file; put a file in its place, or remove it"
    assert str(refused.value).splitlines() == [
        f"folder.toml: {odd}",
        "lost.toml: the file can't be read (No such file or directory); check its name and permissions",
        f"pipe.toml: {odd}",
        f"zero.toml: {odd}",
    ]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_deck_with_windows_line_endings_or_a_bom_is_read(tmp_path: Path, encoding: str, end: str) -> None:
    house = decks(tmp_path)
    (tmp_path / "windows.toml").write_bytes(GOOD.replace("\n", end).encode(encoding))
    house.add("windows", tmp_path / "windows.toml")
    assert dict(house["windows"]) == dict(house["hob"])


def test_faults_of_all_operator_files_are_reported_together(tmp_path: Path) -> None:
    mine = decks(tmp_path)
    folder = tmp_path / "decks"
    folder.mkdir()
    write(folder, GOOD, "hob")
    write(folder, GOOD, "My Deck")
    write(folder, "game = 1", "one")
    write(folder, GOOD, "sound")
    write(folder, GOOD, "x" * 31)
    write(folder, GOOD, "y" * 30)
    with pytest.raises(InvalidDeck) as refused:
        mine.add_folder(folder)
    lines = str(refused.value).splitlines()
    assert [line.split(":")[0] for line in lines] == ["My Deck.toml", "hob.toml", "one.toml", f"{'x' * 31}.toml"]
    assert list(mine) == ["hob", "sound", "y" * 30]


def test_a_missing_folder_holds_no_decks(tmp_path: Path) -> None:
    mine = decks(tmp_path)
    mine.add_folder(tmp_path / "nowhere")
    assert list(mine) == ["hob"]


VERBS = {"take": EffectRule(["haunt", "scared"], (["here", "adjacent"], range(1, 4))), "guard": EffectRule(["haunt"])}


def test_unknown_verbs_and_constants_in_effects_are_reported() -> None:
    assert list(effect_faults([("take", "here", 3), ("guard",)], "haunt", VERBS)) == []
    wrong = [("eat",), (), ("guard",), ("take", "here"), ("take", "there", 9)]
    assert list(effect_faults(wrong, "scared", VERBS)) == [
        "unknown verb 'eat'; choose from take, guard",
        "unknown verb ''; choose from take, guard",
        "guard is for haunt, not for scared",
        "take needs 2 constants, not 1",
        "take can't take 'there', only here, adjacent",
        "take can't take 9, only 1 to 3",
    ]
    assert list(effect_faults([("guard",)], "", VERBS)) == ["guard is for haunt, not for no moment"]


@pytest.mark.parametrize(
    ("name", "made"), [("I'm Inevitable", "im-inevitable"), ("Uno, Dos", "uno-dos"), ("  A--B! ", "a-b"), ("’s", "s")]
)
def test_names_are_converted_to_slugs(name: str, made: str) -> None:
    assert slug(name) == made
