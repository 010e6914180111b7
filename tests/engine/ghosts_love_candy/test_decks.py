"""An operator's decks: the file format, rejected files with the reason, and games with every effect."""

import re
from collections.abc import Iterator
from itertools import cycle, product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.decks import EffectRule, InvalidDeck, effect_faults
from engine.game import CorruptSnapshot
from engine.ghosts_love_candy.abilities import VERBS
from engine.ghosts_love_candy.cards import DECKS
from tests.engine.ghosts_love_candy.street import game

HEAD = 'game = "ghosts-love-candy"\ntitle = "Ours"\n'
PLAIN = [{"name": f"Kid {n}", "tie": n, "courage": 12, "when": "stash"} for n in range(1, 25)]


def toml(cards: list[dict[str, Any]], head: str = HEAD) -> str:
    def value(thing: Any) -> str:
        if isinstance(thing, list | tuple):
            return f"[{', '.join(map(value, thing))}]"
        return str(thing).lower() if isinstance(thing, bool) else str(thing) if isinstance(thing, int) else f'"{thing}"'

    return head + "\n".join(
        "[[card]]\n" + "".join(f"{name} = {value(thing)}\n" for name, thing in card.items()) for card in cards
    )


def changed(**fields: Any) -> list[dict[str, Any]]:
    """Return a deck with a changed first kid."""
    return [{**PLAIN[0], **fields}, *PLAIN[1:]]


@pytest.fixture
def decks() -> Iterator[Any]:
    yield game.decks
    for name in [name for name in game.decks if name != "hob"]:
        del game.decks[name]


@pytest.fixture
def faults(decks: Any, tmp_path: Path) -> Any:
    def read(cards: list[dict[str, Any]], head: str = HEAD) -> list[str]:
        (tmp_path / "ours.toml").write_text(toml(cards, head), encoding="utf-8")
        with pytest.raises(InvalidDeck) as fault:
            decks.add("ours", tmp_path / "ours.toml")
        assert "ours" not in decks
        return [line.removeprefix("ours.toml: ") for line in str(fault.value).splitlines()]

    return read


def test_an_operators_deck_is_chosen_by_its_file_name(decks: Any, tmp_path: Path) -> None:
    (tmp_path / "our-own.toml").write_text(toml(PLAIN), encoding="utf-8")
    decks.add_folder(tmp_path)
    assert decks["our-own"].title == "Ours" and decks["our-own"].source == "operator"
    g = game.deal(3, seed="ours", deck="our-own")
    assert g.deck == game.view(g).deck == "our-own" and g.row[0].kid.startswith("kid-")
    assert game.cards("our-own")["kid-7"].courage == 12
    assert game.load(game.dump(g)) == g


def test_a_table_with_a_missing_deck_or_kid_is_not_loaded(decks: Any, tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text(toml(PLAIN), encoding="utf-8")
    decks.add_folder(tmp_path)
    stored = game.dump(game.deal(3, seed="gone", deck="ours"))
    file.write_text(toml(changed(name="Somebody Else")), encoding="utf-8")
    decks.add_folder(tmp_path)
    with pytest.raises(CorruptSnapshot, match=r"the deck ours has no kid-1$"):
        game.load(stored)
    del decks["ours"]
    with pytest.raises(CorruptSnapshot, match="the deck ours has no kid-1, kid-10"):
        game.load(stored)


def test_a_missing_deck_folder_adds_nothing(decks: Any, tmp_path: Path) -> None:
    decks.add_folder(tmp_path / "none")
    assert [*decks] == ["hob"]


def test_all_faults_of_all_deck_files_are_reported_together(decks: Any, tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(toml(changed(courage=0, when="later")), encoding="utf-8")
    (tmp_path / "b.toml").write_text("[", encoding="utf-8")
    (tmp_path / "c.toml").write_text(toml(PLAIN), encoding="utf-8")
    (tmp_path / "hob.toml").write_text(toml(PLAIN), encoding="utf-8")
    (tmp_path / "Our Own.toml").write_text(toml(PLAIN), encoding="utf-8")
    with pytest.raises(InvalidDeck) as fault:
        decks.add_folder(tmp_path)
    lines = str(fault.value).splitlines()
    assert [line.split(":")[0] for line in lines] == ["Our Own.toml", "a.toml", "a.toml", "b.toml", "hob.toml"]
    assert "courage" in lines[1] and "when" in lines[2] and "c" in decks


def test_a_deck_of_another_game_is_refused(faults: Any) -> None:
    [fault] = faults(PLAIN, 'game = "monster-muncher"\n')
    assert fault.startswith("game is 'monster-muncher', not \"ghosts-love-candy\"; ")


def test_there_must_be_24_kids_with_different_small_numbers(faults: Any) -> None:
    assert faults(PLAIN[:20]) == ["20 kids, not 24"]
    assert faults(changed(tie=2)) == ["2 kids have the small number 2; all must differ"]
    assert faults(changed(name="Kid 2")) == ["kid-2: two cards have this id"]


@pytest.mark.parametrize("name", ["Gummies", "S2", "Skip", "Use", "Love-A"])
def test_a_kid_cannot_have_a_reserved_id(faults: Any, name: str) -> None:
    assert faults(changed(name=name)) == [f"{name.lower()}: this id means something else"]


def test_a_kid_id_longer_than_29_characters_is_refused(faults: Any) -> None:
    name = "a" * 30
    assert faults(changed(name=name)) == [f"{name}: the id is longer than 29 characters"]


@pytest.mark.parametrize(
    ("when", "effect", "fault"),
    [
        ("haunt", ["fly", "adjacent"], "unknown verb 'fly'; choose from guard, courage"),
        ("haunt", [], "unknown verb ''; choose from guard, courage"),
        ("in-row", ["peek", "rival"], "peek is for haunt or scared, not for in-row"),
        ("haunt", ["peek"], "peek needs 1 constants, not 0"),
        ("haunt", ["peek", "rival", 2], "peek needs 1 constants, not 2"),
        ("haunt", ["peek", "adjacent"], "peek can't take 'adjacent', only rival, richer-rival"),
        ("in-row", ["courage", "adjacent", 99], "courage can't take 99, only -9 to 9"),
        ("in-row", ["courage", "adjacent", "less"], "courage can't take 'less', only -9 to 9"),
        ("end-row", ["candy-gains", "fudge", 1], "candy-gains can't take 'fudge', only candy-corn"),
    ],
)
def test_an_invalid_effect_is_refused_with_the_reason(faults: Any, when: str, effect: list[Any], fault: str) -> None:
    (told,) = faults(changed(when=when, effects=[effect]))
    assert told.startswith(f"Kid 1: effects: Value error, {fault}")


def test_all_ability_faults_are_reported_even_if_when_is_invalid(faults: Any) -> None:
    told = faults(changed(when="never", effects=[["fly"], ["peek", "rival"]]))
    assert told[0].startswith("Kid 1: when: ")
    assert "unknown verb 'fly'" in told[1] and "peek is for haunt or scared, not for no moment" in told[1]


def test_effect_faults_name_the_allowed_moments_and_constants() -> None:
    verbs = {"gain": EffectRule(["start"], (range(1, 4), ["sugar"]))}
    assert [*effect_faults([("gain", 2, "sugar")], "start", verbs)] == []
    assert [*effect_faults([("gain", 0, "salt")], "end", verbs)] == [
        "gain is for start, not for end",
        "gain can't take 0, only 1 to 3",
        "gain can't take 'salt', only sugar",
    ]


def everything() -> list[list[Any]]:
    """Return every verb that a kid can use when haunted or scared, with every combination of words."""
    acting = [(name, verb) for name, verb in VERBS.items() if "haunt" in verb.when]
    return [[name, *words] for name, verb in acting for words in product(*verb.constants)]


def wild_decks() -> list[list[dict[str, Any]]]:
    """Return decks with every combination of verb and words, one or two per kid, when haunted and when scared."""
    effects, found = everything(), []
    numbers = cycle(range(-2, 4))
    effects += [effects[0]] * (-len(effects) % 18)
    for start in range(0, len(effects), 18):
        kids = [
            {
                "when": "scared" if n % 3 == 0 else "haunt",
                "may": n % 2 == 0,
                "effects": effects[start:][n : n + 1 + n % 2],
            }
            for n in range(18)
        ]
        words = [[word, next(numbers)] for word in ("here", "adjacent", "elsewhere", "any-kid")]
        kids += [{"when": "in-row", "effects": [["courage", *word]]} for word in words]
        kids += [{"when": "in-row", "effects": [["guard", "outward"]]}]
        kids += [{"when": "stash", "stash": -5, "effects": [["kids-gain", 2], ["kids-gain", -1]]}]
        found.append([{"name": f"Kid {n}", "tie": n, "courage": 4 + n % 7, **kid} for n, kid in enumerate(kids, 1)])
    return found


def test_every_verb_can_be_played_with_every_constant(decks: Any, tmp_path: Path) -> None:
    """Play random games; the kids have little courage, so many are scared, and some spots of the row stay empty."""
    luck, happened = Random("wild"), set()
    tried = [effect for cards in wild_decks() for card in cards for effect in card["effects"]]
    assert all(effect in tried for effect in everything())
    for number, cards in enumerate(wild_decks()):
        name = f"wild-{number}"
        (tmp_path / f"{name}.toml").write_text(toml(cards), encoding="utf-8")
        decks.add(name, tmp_path / f"{name}.toml")
        for players in (3, 6):
            g = game.deal(players, seed=name, deck=name)
            counted = game.component_counts(g)
            while g.asks:
                me = luck.choice(sorted(g.asks))
                assert all(len(option) <= 60 for option in g.asks[me].options)
                game.answer(g, me, luck.choice(g.asks[me].options))
                assert game.component_counts(g) == counted
            assert game.result(g) and g.round == g.rounds
            happened |= {event.key for event in g.log}
    assert happened >= {
        *("takes-candy", "takes-candy-from-player", "asks-for-candy", "gives-candy", "pays-and-takes"),
        *("moves-all-candy", "trades-with-kid", "trades-with-player", "clears-ghosts", "moves-ghost"),
        *("moves-kid", "sends-home", "swaps-kids", "looks", "loves", "is-safe", "is-scared-for-good"),
    }


def test_a_kid_resolves_its_effects_in_order_or_does_nothing(decks: Any, tmp_path: Path) -> None:
    both = [["take-candy", "any-kid"], ["peek", "next-rival"], ["swap-kids", "any-kid"]]
    (tmp_path / "two.toml").write_text(toml(changed(when="haunt", may=True, effects=both)), encoding="utf-8")
    decks.add("two", tmp_path / "two.toml")
    g = game.deal(3, seed="two", deck="two")
    if not any(spot.kid == "kid-1" for spot in g.row):
        g.kids[g.kids.index("kid-1")], g.row[0].kid = g.row[0].kid, "kid-1"
    for me, ghost in enumerate("987"):
        game.answer(g, me, ghost)
    game.answer(g, 0, "kid-1")
    assert g.asks[0].options[0] == "skip"
    game.answer(g, 0, g.asks[0].options[1])
    assert g.seen[0] == [1], "the second effect leaves no choice"
    assert "skip" not in g.asks[0].options and all("+" in option for option in g.asks[0].options)
    game.answer(g, 0, g.asks[0].options[0])
    assert g.asks[1].say == "haunt"
    for spot in g.row:
        g.candy_discard, spot.candy = g.candy_discard + spot.candy, []
    game.answer(g, 1, "kid-1")
    assert g.log[-1].key == "can-do-nothing" and g.asks[2].say == "haunt"


@pytest.mark.parametrize(
    ("kid", "says"),
    [
        ("cardboard-robot", "different"),
        ("foil-astronaut", "one adjacent kid"),
        ("hose-hero", "one adjacent kid"),
        ("gumball-machine", "−3"),
        ("three-ball-juggler", "in seat order"),
        ("stern-dentist", "below 0"),
        ("broom-pilot", "to any kid"),
    ],
)
def test_a_kids_short_text_mentions_every_effect(kid: str, says: str) -> None:
    assert says in DECKS["hob"][kid].short


def test_short_texts_of_end_of_game_kids_mention_the_row() -> None:
    kids = [kid for kid in DECKS["hob"].values() if kid.when == "end-row"]
    assert len(kids) == 4 and all(kid.short.startswith("In the row at the end: ") for kid in kids)


def test_short_texts_mention_special_stash_values() -> None:
    for kid in DECKS["hob"].values():
        assert kid.stash == -2 or re.search(rf"{abs(kid.stash)}\b", kid.short), kid.name


def test_every_kid_has_a_brief_text_and_a_unique_short_name() -> None:
    kids = DECKS["hob"].values()
    assert all(kid.brief for kid in kids) and len({kid.nick or kid.name for kid in kids}) == len(kids)
    assert all(len(kid.nick or kid.name) <= 12 for kid in kids)
    for kid in kids:
        assert kid.may == kid.brief.startswith("May "), kid.name
        assert (kid.when == "end-row") == kid.brief.startswith("In row at end: "), kid.name
        assert kid.stash == -2 or re.search(rf"{abs(kid.stash)}\b", kid.brief), kid.name


@pytest.mark.parametrize(
    ("kid", "says"),
    [
        ("cardboard-robot", "different"),
        ("foil-astronaut", "1 neighbor"),
        ("gumball-machine", "Stash −3"),
        ("three-ball-juggler", "next seat"),
        ("stern-dentist", "even < 0"),
    ],
)
def test_a_kids_brief_text_mentions_every_effect(kid: str, says: str) -> None:
    assert says in DECKS["hob"][kid].brief
