"""Which answers can be undone freely, for every game by its contract alone; games that cheat are caught."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from engine import GAMES, machine, rng, undo
from engine.machine import Ask
from engine.undo import Objection, free, objection
from tests.engine.cover_your_kingdom.table import arrange
from tests.engine.playing import ALL, CASES, Case, every_case, move, tables
from tests.engine.tiny import Tiny, variant

OTHER_WORLDS = 40  # a second opinion, in worlds that `free` hasn't examined


def after(game: Any, before: Any, seat: int, option: str) -> Any:
    g = game.load(game.dump(before))
    game.answer(g, seat, option)
    return g


def verdict(game: Any, before: Any, seat: int, option: str) -> Objection | None:
    g = after(game, before, seat, option)
    found = objection(game, before, seat, option, g)
    assert free(game, before, seat, option, g) == (found is None)
    return found


def until(game: Any, seats: int, good: Callable[[Any], list[tuple[int, str]]], **options: Any) -> tuple[Any, int, str]:
    """Return a table of a random game with an answer that `good` accepts, its seat, and the answer."""
    for number in range(200):
        g, luck = game.deal(seats=seats, seed=f"until {number}", **options), Random(number)
        while g.asks:
            for seat, option in good(g):
                return g, seat, option
            move(game, g, luck)
    raise AssertionError("no such table")


def asked(g: Any, say: str) -> list[int]:
    return [seat for seat, ask in sorted(g.asks.items()) if ask.say == say]


# ---- free answers, and others
def test_undoing_a_declined_tattle_is_free_but_not_a_slid_card() -> None:
    game = GAMES["candy-chaser"]
    g, seat, option = until(game, 3, lambda g: [(s, "pass") for s in asked(g, "tattle")])
    assert verdict(game, g, seat, option) is None
    slide = next(option for option in g.asks[seat].options if option != "pass")
    against = verdict(game, g, seat, slide)
    assert against is not None and against.key in ("shown", "over")


def test_undoing_a_moved_cube_is_not_free_after_the_next_roll() -> None:
    game = GAMES["candy-chaser"]
    g = game.deal(seats=3, seed="cubes")
    assert verdict(game, g, next(iter(g.asks)), "red") == Objection("chance")


def test_an_answer_that_ends_the_game_cannot_be_undone() -> None:
    game = GAMES["candy-chaser"]

    def ends(g: Any) -> list[tuple[int, str]]:
        options = [(seat, option) for seat in asked(g, "tattle") for option in g.asks[seat].options]
        return [one for one in options if not after(game, g, *one).asks]

    assert verdict(game, *until(game, 2, ends)) == Objection("over")


def test_undoing_a_haunt_is_free_unless_it_reveals_a_kid() -> None:
    game = GAMES["ghosts-love-candy"]

    def haunting(drawn: bool) -> Callable[[Any], list[tuple[int, str]]]:
        def good(g: Any) -> list[tuple[int, str]]:
            options = [(seat, option) for seat in asked(g, "haunt") for option in g.asks[seat].options]
            return [one for one in options if (len(after(game, g, *one).kids) < len(g.kids)) == drawn]

        return good

    assert verdict(game, *until(game, 3, haunting(drawn=False))) is None
    assert verdict(game, *until(game, 3, haunting(drawn=True))) == Objection("shown", None)


def test_undoing_a_settle_as_first_action_is_free_but_not_a_draw() -> None:
    game = GAMES["cover-your-kingdom"]

    def settling(g: Any) -> list[tuple[int, str]]:
        options = [(seat, option) for seat in asked(g, "action") for option in g.asks[seat].options]
        settled = [(seat, option) for seat, option in options if option.startswith("settle/")]
        return [(seat, option) for seat, option in settled if asked(after(game, g, seat, option), "action") == [seat]]

    g, seat, option = until(game, 3, settling)
    assert verdict(game, g, seat, option) is None
    discard = next(option for option in g.asks[seat].options if option.startswith("discard/"))
    assert verdict(game, g, seat, discard) == Objection("shown", seat), "a player who draws has seen a card"


def test_undoing_a_draw_is_not_free_even_if_every_world_draws_it() -> None:
    for deck in ("bragon yedi yedi yedi yedi yedi yedi yedi", "yedi yedi yedi yedi yedi yedi yedi bragon"):
        t = arrange(2, {0: "klaken pigxie", 1: "yedi yedi"}, deck=deck)
        for option in ("discard/klaken", "discard/pigxie"):
            assert verdict(GAMES["cover-your-kingdom"], t.g, 0, option) == Objection("shown", 0)


def test_undoing_a_conversion_is_free_but_not_a_purchase_with_a_reveal() -> None:
    game = GAMES["kingdoms-candy"]

    def converting(g: Any) -> list[tuple[int, str]]:
        return [(s, o) for s in asked(g, "action") for o in game.offers(g, s) if o.startswith("convert/")]

    def buying(g: Any) -> list[tuple[int, str]]:
        return [(s, o) for s in asked(g, "action") for o in g.asks[s].options if o.startswith("buy/")]

    assert verdict(game, *until(game, 2, converting)) is None
    assert verdict(game, *until(game, 2, buying)) == Objection("shown", None)


def test_undoing_a_draw_in_monster_muncher_is_not_free() -> None:
    game = GAMES["monster-muncher"]

    def drawing(g: Any) -> list[tuple[int, str]]:
        options = [(seat, option) for seat in asked(g, "turn") for option in g.asks[seat].options]
        return [(s, o) for s, o in options if len(after(game, g, s, o).pile) < len(g.pile)]

    g, seat, option = until(game, 3, drawing)
    against = verdict(game, g, seat, option)
    assert against is not None and against.key in ("shown", "chance")


def test_undoing_an_early_choice_or_an_offer_is_free() -> None:
    game = Tiny()
    g = game.deal(seats=3, seed="tiny")
    assert verdict(game, g, 0, g.asks[0].options[0]) is None
    assert verdict(game, g, 1, "convert") is None
    game.answer(g, 1, "convert")
    assert verdict(game, g, 1, "right") is None
    game.answer(g, 1, "right")
    for seat in (0, 1):
        game.answer(g, seat, g.asks[seat].options[0])
    assert verdict(game, g, 2, g.asks[2].options[0]) == Objection("chance"), (
        "the last answer makes every seat draw a card"
    )


# ---- games that cheat
def converting(then: Callable[[Any, int], None]) -> Any:
    """Return Tiny with an additional effect when sugar is converted."""

    def convert(g: Any, me: int) -> Any:
        yield Ask(me, "side", ["left", "right"], fields={"p": f"s{me}"})
        g.sugar[me] -= 2
        then(g, me)

    return variant(convert=convert)


def shows_the_next_card(g: Any, me: int) -> None:
    g.played.append(g.deck.pop())


def tells_of_a_rival(g: Any, me: int) -> None:
    """Leak a rival's card in the log only."""
    g.log_event("holds", p=f"s{1 - me}", card=max(g.hands[1 - me]))


def whispers_to_a_rival(g: Any, me: int) -> None:
    g.log_event("next", to=1 - me, card=g.deck[-1])


def whispers_to_oneself(g: Any, me: int) -> None:
    g.log_event("next", to=me, card=g.deck[-1])


def counts_what_a_rival_holds(g: Any, me: int) -> None:
    g.candy[me] += "c5" in g.hands[1 - me]


def rolls(g: Any, me: int) -> None:
    rng.randbelow(g, 2)


def rolls_by_a_secret(g: Any, me: int) -> None:
    """This uses no random number, but would have if the rival held that card."""
    if max(g.hands[1 - me]) < "c7":
        rng.randbelow(g, 2)


def ends_by_a_secret(g: Any, me: int) -> None:
    if "c5" in g.hands[1 - me]:
        g.sugar[me] = 0  # the seat loses its offer, without an event


CHEATS = [
    (shows_the_next_card, "shown"),
    (tells_of_a_rival, "shown"),
    (whispers_to_a_rival, "shown"),
    (whispers_to_oneself, "shown"),
    (counts_what_a_rival_holds, "shown"),
    (ends_by_a_secret, "shown"),
    (rolls_by_a_secret, "shown"),
    (rolls, "chance"),
]


@pytest.mark.parametrize(("cheat", "key"), CHEATS, ids=[cheat.__name__ for cheat, _ in CHEATS])
def test_undoing_a_step_that_leaks_or_rolls_is_not_free(cheat: Any, key: str) -> None:
    game = converting(cheat)
    for number in range(20):
        g = game.deal(seats=2, seed=f"cheat {number}", sugar=5)
        game.answer(g, 0, "convert")
        against = verdict(game, g, 0, "left")
        if cheat is rolls_by_a_secret and max(g.hands[1]) < "c7":
            continue
        assert against is not None and against.key == key, number


class NeverRedealsTheOption(Tiny):
    """Never deal a c1 to another seat in a world."""

    def redeal_hidden(self, g: Any, seat: int | None) -> None:
        super().redeal_hidden(g, seat)
        for me, hand in enumerate(g.hands):
            if me != seat:
                hand[:] = ["c9"] * len(hand)


def test_an_undo_is_not_free_without_a_world_to_compare() -> None:
    game = NeverRedealsTheOption()
    g = game.deal(seats=2, seed="unsure")
    g.hands[0] = ["c1", "c2", "c3"]
    machine.run(game.rules, g)
    assert verdict(game, g, 0, "c1") == Objection("unsure", None)


# ---- every game, any answer
def shown(game: Any, g: Any) -> list[Any]:
    """Return what each viewer sees and reads, without the numbers of questions."""
    found = []
    for viewer in (None, *range(g.players)):
        view = game.view(g, viewer).model_dump()
        for question in view["questions"]:
            question["number"] = 0
        found.append((view, game.events(g, viewer)))
    return found


@pytest.mark.slow
@every_case
def test_undoing_and_repeating_an_answer_changes_nothing(case: Case) -> None:
    game, luck = case.game, Random(f"again {case}")
    for before in tables(case):
        g = game.load(game.dump(before))
        seat = luck.choice(sorted(g.asks))
        option = luck.choice([*g.asks[seat].options, *game.offers(g, seat)])
        game.answer(g, seat, option)
        number = g.questions + 1
        again = undo.restore(game, before, number)
        assert shown(game, again) == shown(game, before) and again.question == number
        assert undo.restore(game, before, number) == game.load(game.dump(again)) == again
        game.answer(again, seat, option)
        assert shown(game, again) == shown(game, g)


@pytest.mark.parametrize("slug", ALL)
def test_a_free_undo_leaks_nothing_even_in_unexamined_worlds(slug: str) -> None:
    game, luck, found = ALL[slug], Random(slug), 0
    for before in tables(next(case for case in CASES if case.slug == slug), 24):
        seat = luck.choice(sorted(before.asks))
        option = luck.choice(before.asks[seat].options)
        g = after(game, before, seat, option)
        if not free(game, before, seat, option, g):
            continue
        found += 1
        for viewer in (None, *range(g.players)):
            for number in range(OTHER_WORLDS):
                world = game.resample(before, viewer, f"second {number}")
                try:
                    game.answer(world, seat, option)
                except machine.IllegalChoice:
                    continue
                assert game.view(world, viewer) == game.view(g, viewer)
                assert game.events(world, viewer) == game.events(g, viewer)
    assert found, "no undo was free"


@pytest.mark.parametrize("slug", ALL)
def test_a_quick_check_finds_what_a_thorough_one_finds(slug: str) -> None:
    game, luck = ALL[slug], Random(slug)
    for before in tables(Case(slug, game.seats[-1]), 24):
        seat = luck.choice(sorted(before.asks))
        option = luck.choice(before.asks[seat].options)
        g = after(game, before, seat, option)
        quick, thorough = objection(game, before, seat, option, g, quick=True), verdict(game, before, seat, option)
        assert "unsure" in (quick and quick.key, thorough and thorough.key) or (quick is None) == (thorough is None)


# ---- restoring
def test_an_undo_changes_future_rolls_but_derives_them_from_the_seed() -> None:
    game = GAMES["candy-chaser"]
    g = game.deal(seats=3, seed="cubes")
    (seat,) = g.asks
    dice = set()
    for salt in ("taken back at 1", "taken back at 2", "taken back at 3", "taken back at 4", "taken back at 5"):
        again = undo.restore(game, g, g.questions + 1, salt)
        assert again == undo.restore(game, g, g.questions + 1, salt), "it depends only on the seed"
        assert shown(game, again) == shown(game, g) and again.seed == g.seed
        game.answer(again, seat, "red")
        dice.add(again.rng)
    assert len(dice) == 5


def test_an_undo_reshuffles_face_down_cards_unnoticed() -> None:
    game = GAMES["kingdoms-candy"]
    g = game.deal(seats=2, seed="markets")
    again = undo.restore(game, g, g.questions + 1, "taken back at 7")
    assert again.monsters.deck != g.monsters.deck and again.monsters.row == g.monsters.row
    assert shown(game, again) == shown(game, g)


def test_an_undo_keeps_hands_and_knowledge() -> None:
    for slug in ("cover-your-kingdom", "monster-muncher", "tiny"):
        game = ALL[slug]
        g = game.deal(seats=3, seed="hands")
        again = undo.restore(game, g, g.questions + 1, "taken back at 7")
        assert again.hands == g.hands and again.rng != g.rng and again.log == g.log
        for seat in range(3):
            assert game.resample(again, seat, "x") == game.resample(undo.restore(game, g, g.questions + 1), seat, "x")
