"""Views: everything is public except the order of the decks."""

from collections import Counter
from random import Random

from engine.kingdoms_candy.view import KingdomView
from tests.engine.kingdoms_candy.laying import answers, kingdom, play, random_choice, table, villain


def test_everybody_sees_the_same_table() -> None:
    g = table(villain("uno+candy-alchemy", "sugar-rush", sugar=9, black=1), villain("mopsel magmot", candies=2))
    views = [kingdom.view(g, seat).model_dump(exclude={"seat"}) for seat in (None, 0, 1)]
    assert views[0] == views[1] == views[2]


def test_the_view_shows_usable_cards_and_why_others_are_not_usable() -> None:
    g = table(villain("uno+candy-alchemy", "sugar-rush", sugar=9), villain("mopsel magmot"))
    view: KingdomView = kingdom.view(g)
    assert [(use.card, use.open, use.why) for use in view.villains[0].uses] == [
        ("uno", False, "by-itself"),
        ("candy-alchemy", True, ""),
    ]
    assert view.villains[1].uses[1].fields == {"card": "magmot"}
    answers(g, "use/candy-alchemy")
    assert kingdom.view(g).villains[0].uses[1].why == "used"


def test_the_view_shows_the_kingdom_events_and_remaining_cards() -> None:
    g = table(villain("uno", sugar=9), villain("mopsel"), events="clearance", monsters="magmot", abilities="pickpocket")
    answers(g, "pass", "pass")
    view = kingdom.view(g)
    assert view.events == ["clearance"] and view.events_left == 11 and view.black_candies == 0
    assert view.monsters.discard[0] == "magmot" and view.abilities.discard[0] == "pickpocket"
    assert view.monsters.deck == len(g.monsters.deck) and view.sugar == g.sugar
    assert (view.round, view.phase, view.first, view.active, view.sweeper) == (2, "start", 1, 1, 0)


def test_a_running_total_is_shown() -> None:
    g = table(villain("uno magmot", "sugar-rush", sugar=9, candies=3), villain("mopsel"))
    assert kingdom.view(g).villains[0].total == 1 + 2 + 2 + 2 + 3


def test_resampling_shuffles_decks_only_into_possible_orders() -> None:
    luck = Random("resample")
    seen: Counter[str] = Counter()
    for seed in range(4):
        g = kingdom.deal(seats=2, seed=f"resample {seed}")
        while g.asks:
            twin = kingdom.resample(g, None, str(luck.random()))
            assert sorted(twin.abilities.deck[:10]) == sorted(g.abilities.deck[:10]) or not g.abilities.bottom
            assert sorted(twin.abilities.deck) == sorted(g.abilities.deck)
            assert sorted(twin.monsters.deck) == sorted(g.monsters.deck)
            whole = len(twin.event_deck) // 3 * 3
            piles = [twin.event_deck[at : at + 3] for at in range(0, whole, 3)]
            assert all(pile.count("black-candy") == 1 for pile in piles)
            assert twin.black_candies + twin.event_deck.count("black-candy") == 4
            for name in ("monsters", "abilities"):
                seen[name] += getattr(twin, name).deck != getattr(g, name).deck
            seen["events"] += twin.event_deck != g.event_deck
            kingdom.answer(g, *random_choice(g, luck))
    assert min(seen[name] for name in ("monsters", "abilities", "events")) > 20


def test_a_finished_game_can_be_seen_and_loaded() -> None:
    g = play(3, "finished")
    assert kingdom.view(kingdom.load(kingdom.dump(g))) == kingdom.view(g)
