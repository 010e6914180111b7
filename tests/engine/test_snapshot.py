"""Snapshots survive upgrades of the code; the conformance suite tests damaged ones."""

import json
from dataclasses import dataclass
from typing import Any

import pytest

from engine.game import CorruptSnapshot
from engine.monster_muncher.cards import DECKS
from tests.engine.tiny import Tiny, TinyTable, convert, rules as tiny_rules


@dataclass
class Later(TinyTable):
    weather: str = "fair"


def sugar_to_sweetness(state: dict[str, Any]) -> dict[str, Any]:
    state["sweetness"] = state.pop("sugar")
    return state


def sweetness_to_sugar(state: dict[str, Any]) -> dict[str, Any]:
    state["sugar"] = [cubes * 10 for cubes in state.pop("sweetness")]
    return state


class LaterTiny(Tiny):
    """The game two schemas later: one field has a new unit, one is new, one step is renamed."""

    Table = Later
    schema = 3
    upgrades = {1: sugar_to_sweetness, 2: sweetness_to_sugar}
    rules = type(tiny_rules)({name: step for name, step in tiny_rules.items() if name != "convert"})


LaterTiny.rules["turn_into_candy"] = convert


def in_mid_effect() -> Any:
    """Return a table where seat 1 has answered early, and seat 0's offer is asking its own question."""
    game = Tiny()
    g = game.deal(seats=2, seed="old")
    game.answer(g, 1, g.asks[1].options[0])
    game.answer(g, 0, "convert")
    return g


def test_a_snapshot_is_json_with_the_game_and_the_schema() -> None:
    data = json.loads(Tiny().dump(in_mid_effect()))
    assert (data["game"], data["schema"]) == ("tiny", 1)
    assert "asks" not in data["state"] and "changes" not in data["state"]
    assert [frame["step"] for frame in data["state"]["stack"]] == ["choose", "convert"]


def test_an_older_snapshot_is_upgraded_and_continues_mid_effect() -> None:
    game = LaterTiny()
    game.rules.alias("convert", convert)
    old = in_mid_effect()
    g = game.load(Tiny().dump(old))
    assert (g.sugar, g.weather, g.hands) == ([40, 40], "fair", old.hands)
    assert g.asks == old.asks
    game.answer(g, 0, "right")
    assert g.sugar == [38, 40] and g.changes.keys() == {1}
    assert json.loads(game.dump(g))["schema"] == 3


def test_a_snapshot_with_a_renamed_step_and_no_alias_is_rejected() -> None:
    game = LaterTiny()
    game.rules = type(tiny_rules)({name: step for name, step in game.rules.items() if name != "convert"})
    with pytest.raises(CorruptSnapshot, match="step 'convert', which doesn't exist"):
        game.load(Tiny().dump(in_mid_effect()))


def test_a_snapshot_with_a_missing_or_failing_upgrade_is_rejected() -> None:
    class Forgetful(LaterTiny):
        upgrades = {1: sugar_to_sweetness}

    class Broken(LaterTiny):
        upgrades = {1: sugar_to_sweetness, 2: sugar_to_sweetness}

    for game in (Forgetful(), Broken()):
        with pytest.raises(CorruptSnapshot, match="KeyError"):
            game.load(Tiny().dump(in_mid_effect()))


@pytest.mark.parametrize("digits", ["1", "1234567890123"])
@pytest.mark.parametrize("number", ["100001", "-100001", "1e9", "1E5000", "Infinity", "-Infinity", "NaN", "123456.0"])
def test_a_snapshot_with_an_impossible_number_is_rejected(number: str, digits: str) -> None:
    """Such numbers would take hours to draw or count. Seeds and dice may have any number of digits."""
    g = Tiny().deal(seats=2, seed=digits)
    dump = Tiny().dump(g)
    assert Tiny().load(dump) == g
    state = json.loads(dump)["state"]
    sugar = json.dumps(state["sugar"], separators=(",", ":")).encode()
    assert dump.count(b'"sugar":' + sugar) == 1

    def with_sugar(number: str) -> bytes:
        return dump.replace(b'"sugar":' + sugar, b'"sugar":[%s,0]' % number.encode())

    assert Tiny().load(with_sugar("100000")).sugar == [100_000, 0], "the largest accepted value"
    assert Tiny().load(with_sugar("1.0")).sugar == [1, 0]
    with pytest.raises(CorruptSnapshot, match="number"):
        Tiny().load(with_sugar(number))


@pytest.mark.parametrize("rng", [-1, 1 << 128, "luck"])
def test_a_snapshot_with_an_invalid_rng_state_is_rejected(rng: Any) -> None:
    data = json.loads(Tiny().dump(in_mid_effect()))
    data["state"]["rng"] = rng
    with pytest.raises(CorruptSnapshot):
        Tiny().load(json.dumps(data).encode())


def test_a_draw_pile_is_not_taken_for_the_name_of_a_deck() -> None:
    class WithCards(Tiny):
        decks = DECKS

    game, g = WithCards(), in_mid_effect()
    assert isinstance(g.deck, list) and game.load(game.dump(g)) == g


def test_early_answers_behind_an_offer_are_redealt_only_for_others() -> None:
    game, g = Tiny(), in_mid_effect()
    chosen = g.stack[0].given[1]
    assert game.resample(g, 1, "again").stack[0].given == {1: chosen}
    hidden = {game.resample(g, 0, str(n)).stack[0].given[1] for n in range(30)}
    assert len(hidden) > 1
    for n in range(30):
        twin = game.resample(g, 0, str(n))
        assert twin.stack[0].given[1] in twin.hands[1]
