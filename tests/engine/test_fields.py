"""Fields that say who may see them: view, `redeal_hidden`, component counts and lobby settings follow."""

from dataclasses import dataclass, field, make_dataclass
from itertools import chain
from typing import Any, Literal

import pytest

from engine import rng
from engine.check import RulesCheck
from engine.fields import hidden, internal, option, secret, shown
from engine.game import Game, GameOptions, InvalidOptions, Standing
from engine.machine import Ask, Rules, Table

rules = Rules()


@dataclass
class RoleTable(Table):
    hands: list[list[int]] = secret("cards")
    roles: list[str] = secret("roles")
    dice: list[list[int]] = secret("dice", range(1, 7))
    deck: list[int] = hidden("cards")
    box: list[str] = hidden("roles")
    played: list[int] = shown(of="cards")
    turn: int = internal(0)
    size: Literal[3, 2] = option(3)
    open: bool = option(False)


@rules.step
def play(g: RoleTable, me: int) -> Any:
    card = yield Ask(me, "play", [str(card) for card in g.hands[me]], secret=True)
    g.hands[me].remove(int(card))
    g.played.append(int(card))
    g.turn += 1
    if any(g.hands):
        g.push_steps((play, g.next_seat(me)))


class Roles(Game[RoleTable]):
    slug, title, seats, rules = "roles", "Roles", range(2, 4), rules

    def set_up(self, g: RoleTable, game_options: GameOptions) -> None:
        g.deck, g.box = list(range(12)), ["fox", "hen", "owl", "rat"]
        g.hands = [sorted(rng.draw(g, g.deck) for _ in range(g.size)) for _ in range(g.players)]
        g.roles = [rng.draw(g, g.box) for _ in range(g.players)]
        g.dice = [sorted(rng.roll(g, range(1, 7)) for _ in range(4)) for _ in range(g.players)]
        g.push_steps((play, 0))

    def standing(self, g: RoleTable) -> list[Standing]:
        return [Standing(sum(hand), (sum(hand),)) for hand in g.hands]


GAME = Roles()


def test_each_viewer_sees_what_the_field_markers_allow() -> None:
    g = GAME.deal(2, "seed")
    mine, channel = GAME.view_fields(g, 1), GAME.view_fields(g, None)
    assert mine == {
        "hands": g.hands[1],
        "hands_count": [3, 3],
        "roles": g.roles[1],
        "dice": g.dice[1],
        "dice_count": [4, 4],
        "deck_count": 6,
        "box_count": 2,
        "played": [],
    }
    assert channel == {**mine, "hands": [], "roles": None, "dice": []}
    assert GAME.view(g, 1).model_dump().items() >= mine.items()


def test_only_fields_hidden_from_the_seat_are_redealt() -> None:
    g = GAME.deal(3, "seed")
    worlds = [GAME.resample(g, 0, f"world {number}") for number in range(20)]
    assert {(*world.hands[0], world.roles[0], *world.dice[0]) for world in worlds} == {
        (*g.hands[0], g.roles[0], *g.dice[0])
    }
    for name in ("hands", "roles", "dice", "deck", "box"):
        assert len({str(getattr(world, name)) for world in worlds}) > 1, name
    for world in worlds:
        assert sorted([*world.deck, *chain(*world.hands)]) == list(range(12))
        assert sorted([*world.box, *world.roles]) == ["fox", "hen", "owl", "rat"]
        assert world.hands[1] == sorted(world.hands[1])


def test_components_are_counted_across_all_fields() -> None:
    g = GAME.deal(2, "seed")
    GAME.answer(g, 0, g.asks[0].options[0])
    assert GAME.component_counts(g) == {"cards": 12, "roles": 4, "dice": 8}


def test_option_fields_become_lobby_settings_stored_on_the_table() -> None:
    assert {name: one.default for name, one in GAME.Options.model_fields.items()} == {"size": 3, "open": False}
    g = GAME.deal(2, "seed", size=2)
    assert (g.size, g.open, len(g.hands[0])) == (2, False, 2)
    with pytest.raises(InvalidOptions):
        GAME.deal(2, "seed", size=4)


def test_the_derived_methods_keep_the_contract() -> None:
    check = RulesCheck(GAME)
    for seats in GAME.seats:
        list(check.play(seats, "fields"))
    assert check.faults() == []


def test_a_game_can_override_a_single_derived_method() -> None:
    class Open(Roles):
        def view_fields(self, g: RoleTable, seat: int | None) -> dict[str, Any]:
            return {**super().view_fields(g, seat), "box_count": 0}

    g = Open().deal(2, "seed")
    assert Open().view(g).box_count == 0 and Open().component_counts(g) == {"cards": 12, "roles": 4, "dice": 8}


def test_a_field_without_a_visibility_marker_is_refused() -> None:
    @dataclass
    class Half(Table):
        deck: list[int] = hidden("cards")
        points: list[int] = field(default_factory=list)

    with pytest.raises(TypeError, match="Half: the field 'points' doesn't say who may see it"):
        type("Bad", (Roles,), {"Table": Half})


@pytest.mark.parametrize("name", ["me", "over"])
def test_a_field_with_the_name_of_something_in_every_view_is_refused(name: str) -> None:
    taken = make_dataclass("Taken", [(name, list[int], shown())], bases=(Table,))
    with pytest.raises(TypeError, match=f"Taken: every view already has a '{name}'"):
        type("Bad", (Roles,), {"Table": taken})


def test_a_game_without_field_markers_must_define_view_fields() -> None:
    @dataclass
    class Plain(Table):
        points: int = 0

    with pytest.raises(TypeError, match="Bad needs the method view_fields"):
        type("Bad", (Game,), {"Table": Plain})


def test_next_seat_skips_seats_that_are_out() -> None:
    g = Table(players=4)
    assert (g.next_seat(1), g.next_seat(3)) == (2, 0)
    assert (g.next_seat(0, [1, 0, 0, 2]), g.next_seat(3, [0, 0, 0, 2])) == (3, 3)


def test_events_since_returns_the_events_after_the_last_match() -> None:
    g = Table(players=2)
    for key in ("bids", "loses", "bids", "calls"):
        g.log_event(key)
    assert [event.key for event in g.events_since("loses")] == ["bids", "calls"]
    assert len(g.events_since("wins")) == 4 and g.events_since("calls") == []
    assert Table(players=2, log=g.log[1:]).events_since("loses") == g.log[2:], "the very first event counts, too"
