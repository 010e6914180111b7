"""Decks: read once, checked whole, every fault named at once."""

from pathlib import Path

import pytest

from engine.cards import BadDeck, Card, Deck, Decks, Verb, faults_of, slug


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
    with pytest.raises(BadDeck) as refused:
        decks(folder, text)
    return str(refused.value).splitlines()


def test_a_deck_is_its_cards_by_id_in_the_files_order(tmp_path: Path) -> None:
    deck = decks(tmp_path)["hob"]
    assert list(deck) == ["im-toffee", "gum"] and deck["gum"].sugar == 1
    assert (deck.name, deck.title, deck.source) == ("hob", "Two sweets", "house")
    assert deck["im-toffee"].name == "I'm Toffee" and deck["im-toffee"].text == ""


def test_an_operators_deck_stands_beside_our_own(tmp_path: Path) -> None:
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


def test_every_fault_of_a_deck_is_named_at_once(tmp_path: Path) -> None:
    found = faults(
        tmp_path,
        """
        game = "chess"
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
        "game is 'chess', not \"sweets\"",
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


def test_what_the_game_itself_asks_of_a_deck_is_checked_when_the_cards_are_sound(tmp_path: Path) -> None:
    assert faults(tmp_path, 'game = "sweets"') == ["hob.toml: 0 cards, not 2"]
    assert faults(tmp_path, 'game = "sweets"\ncard = "none"') == ["hob.toml: 0 cards, not 2"]


@pytest.mark.parametrize("text", ["game = ", "[[card]\n", "game = 'sweets'\ngame = 'sweets'"])
def test_a_file_that_is_no_toml_is_refused(tmp_path: Path, text: str) -> None:
    assert faults(tmp_path, text)[0].startswith("hob.toml: ")


def test_a_file_that_is_missing_or_no_text_is_refused(tmp_path: Path) -> None:
    mine = decks(tmp_path)
    with pytest.raises(BadDeck, match=r"gone\.toml"):
        mine.add("gone", tmp_path / "gone.toml")
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(BadDeck, match=r"bytes\.toml"):
        mine.add("bytes", tmp_path / "bytes.toml")


def test_the_faults_of_all_of_an_operators_files_are_named_at_once(tmp_path: Path) -> None:
    mine = decks(tmp_path)
    folder = tmp_path / "decks"
    folder.mkdir()
    write(folder, GOOD, "hob")
    write(folder, GOOD, "My Deck")
    write(folder, "game = 1", "one")
    write(folder, GOOD, "sound")
    write(folder, GOOD, "x" * 31)
    write(folder, GOOD, "y" * 30)
    with pytest.raises(BadDeck) as refused:
        mine.add_folder(folder)
    lines = str(refused.value).splitlines()
    assert [line.split(":")[0] for line in lines] == ["My Deck.toml", "hob.toml", "one.toml", f"{'x' * 31}.toml"]
    assert list(mine) == ["hob", "sound", "y" * 30]


def test_a_folder_that_is_not_there_holds_no_decks(tmp_path: Path) -> None:
    mine = decks(tmp_path)
    mine.add_folder(tmp_path / "nowhere")
    assert list(mine) == ["hob"]


VERBS = {"take": Verb(["haunt", "scared"], (["here", "adjacent"], range(1, 4))), "guard": Verb(["haunt"])}


def test_effects_are_verbs_and_constants_that_the_rules_know() -> None:
    assert list(faults_of([("take", "here", 3), ("guard",)], "haunt", VERBS)) == []
    wrong = [("eat",), (), ("guard",), ("take", "here"), ("take", "there", 9)]
    assert list(faults_of(wrong, "scared", VERBS)) == [
        "there is no verb 'eat', only take, guard",
        "there is no verb '', only take, guard",
        "guard is for haunt, not for scared",
        "take needs 2 constants, not 1",
        "take cannot take 'there', only here, adjacent",
        "take cannot take 9, only 1 to 3",
    ]
    assert list(faults_of([("guard",)], "", VERBS)) == ["guard is for haunt, not for no moment"]


@pytest.mark.parametrize(
    ("name", "made"), [("I'm Inevitable", "im-inevitable"), ("Uno, Dos", "uno-dos"), ("  A--B! ", "a-b"), ("’s", "s")]
)
def test_slugs(name: str, made: str) -> None:
    assert slug(name) == made
