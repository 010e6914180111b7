"""Reasons for hints depend only on what the seat knows, and are complete sentences for every kind of option."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from bot.i18n.catalogue import using_language
from cogs.coach.reasons import HintText, advise, finalists
from cogs.game_uis import GAME_UIS
from engine import GAMES
from engine.ai import MoveStats, SearchResult, analyse
from engine.game import Game
from tests.engine.kingdoms_candy.laying import answers, table, villain

every_game = pytest.mark.parametrize("slug", GAMES)
NAMES = ["Ada", "Ben", "Cara"]
SHARE = 0.03  # of the search budget, because the quality of a hint doesn't matter here


def moments(game: Game[Any], seed: str, moves: int) -> Iterator[tuple[Any, int]]:
    """Yield a random game at its questions with a choice, with the seat that is asked."""
    g, luck = game.deal(seats=min(3, game.seats[-1]), seed=seed), random.Random(seed)
    for _ in range(moves):
        if not g.asks:
            return
        seat = luck.choice(sorted(g.asks))
        if len(g.asks[seat].options) > 1:
            yield g, seat
        game.answer(g, seat, luck.choice(g.asks[seat].options))


def hint(game: Game[Any], g: Any, seat: int) -> str:
    view = game.view(g, seat)
    ui = GAME_UIS[game.slug]
    translator = ui.translator(NAMES, view)
    result = analyse(game, g, seat, "normal", 5, SHARE)
    watched = tuple(event.pattern for event in ui.labels.hint_events)
    final = analyse(game, g, seat, "normal", 6, SHARE, finalists(result), watched)
    return HintText(view, ui.labels(view, translator), translator, advise(result, final)).text()


@every_game
def test_a_hint_depends_only_on_information_visible_to_the_seat(slug: str) -> None:
    game, compared = GAMES[slug], 0
    for number, (g, seat) in enumerate(moments(game, f"hint {slug}", 60)):
        if number % 4 or compared == 4:
            continue
        true = hint(game, g, seat)
        for world in range(2):
            assert hint(game, game.resample(g, seat, f"world {world}"), seat) == true
        compared += 1
    assert compared >= 3


@every_game
def test_every_option_has_a_name_outside_its_select(slug: str) -> None:
    game, ui = GAMES[slug], GAME_UIS[slug]
    for g, seat in moments(game, f"names {slug}", 120):
        view = game.view(g, seat)
        translator = ui.translator(NAMES, view)
        labels = ui.labels(view, translator)
        options = [*g.asks[seat].options, *game.offers(g, seat)]
        names = [labels.option_phrase(option) for option in options]
        assert all(name.strip() and "…" not in name[:-1] for name in names), names
        assert len({*names}) == len(names), f"{g.asks[seat].say}: two options are called alike: {sorted(names)}"


def said(*stats: MoveStats, slug: str = "candy-chaser", seats: int = 2) -> list[str]:
    game = GAMES[slug]
    g = game.deal(seats=seats, seed="words")
    seat = next(iter(g.asks))
    view = game.view(g, seat)
    labels = GAME_UIS[slug].labels(view, GAME_UIS[slug].translator(NAMES, view))
    return HintText(view, labels, labels.translator, advise(SearchResult(seat, "hard", list(stats)))).text().split("\n")


def option(slug: str, begin: str) -> str:
    """Return an option of the first question that begins with `begin`."""
    g = GAMES[slug].deal(seats=2, seed="words")
    return next(option for ask in g.asks.values() for option in ask.options if option.startswith(begin))


def test_a_hint_gives_its_reason_first_and_then_one_number_with_its_unit() -> None:
    best = MoveStats("red", 50, 0.7, gain=1.2, later=1.5, rival=-0.7, ahead=0.61)
    second = MoveStats("blue", 20, 0.5, later=1.4, rival=2.2, ahead=0.55)
    choose, why, number, honest = said(best, second)
    assert choose.startswith("I'd choose: **Red")
    assert why == "Your candy moves up 1 space right away."
    assert number.startswith(
        "With this, you're ahead after a few moves in 61% of my simulations; with **Blue"
    ) and number.endswith("**, in only 55%.")
    assert "seeing only what you see" in honest


def test_the_number_is_a_win_rate_if_the_search_reaches_the_end() -> None:
    best, second = (MoveStats(name, 50, worth, over=1.0, ahead=worth) for name, worth in (("red", 0.61), ("blue", 0.5)))
    _, _, number, _ = said(best, second)
    assert number.startswith("You win in 61% of my simulations; with **Blue") and number.endswith("**, in only 50%.")


def test_a_number_never_contradicts_the_choice() -> None:
    """The best option of the whole search may be ahead less often; then the number is its gain on the best rival."""
    best = MoveStats("red", 50, 0.7, later=3, rival=0, ahead=0.4)
    _, _, number, _ = said(best, MoveStats("blue", 20, 0.5, later=1, rival=0, ahead=0.5))
    assert number.startswith(
        "My choice changes your lead over your best rival by +3 spaces in the next few moves; **Blue"
    )
    _, _, number, _ = said(best, MoveStats("blue", 20, 0.5, later=4, rival=0, ahead=0.5))
    assert number == "With this, you're ahead after a few moves in 40% of my simulations."


def test_a_hint_that_ends_the_game_says_so() -> None:
    wins = MoveStats("red", 50, 1.0, over=1.0, at_once=1.0, ahead=1.0)
    second = MoveStats("blue", 20, 0.5)
    assert said(wins, second)[1:-1] == ["That ends the game, and you win."]
    assert said(wins._replace(ahead=0.6), second)[1] == "That ends the game."


def test_a_hint_says_which_rival_loses_and_what_it_prevents() -> None:
    """The reason comes from the points that each seat gains and loses in the search."""
    slug, buy = "kingdoms-candy", option("kingdoms-candy", "buy/")
    me = next(iter(GAMES[slug].deal(seats=2, seed="words").asks))
    rival = NAMES[1 - me]

    def why(best: tuple[int, int], second: tuple[int, int]) -> str:
        """Return the reasons, given the rival's points at once and later for two options."""
        (a, b), (c, d) = [[(0, n) if me == 0 else (n, 0) for n in changes] for changes in (best, second)]
        collecting = MoveStats("collect", 50, 0.7, now_by_seat=a, later_by_seat=b)
        return said(collecting, MoveStats(buy, 40, 0.6, now_by_seat=c, later_by_seat=d), slug=slug)[1]

    prevents = f"It keeps {rival} from getting {{}} over the next few moves."
    assert why((-2, 1), (0, 4)) == f"{rival} loses 2 Candies right away. {prevents.format('1 Candy')}"
    regained = why((-3, -3), (-2, 1))
    assert regained == f"{rival} loses 3 Candies right away. {prevents.format('3 Candies')}", "both cost the rival some"


def test_a_hint_says_what_it_prepares() -> None:
    slug = "kingdoms-candy"
    buy, other = option(slug, "buy/"), "pass"
    best = MoveStats("collect", 50, 0.7, later=4, plan=buy, plan_share=0.7)
    card = GAME_UIS[slug].cards()[buy.split("/")[1]].name
    why = said(best, MoveStats(other, 40, 0.6), slug=slug)[1]
    assert why == f"It sets up {card}: about 4 Candies in total over the next few moves."
    assert "It pays off later" in said(best._replace(plan_share=0.2), MoveStats(other, 40, 0.6), slug=slug)[1]


def test_a_hint_tells_what_happens_at_once_before_what_comes_later() -> None:
    slug = "kingdoms-candy"
    best = MoveStats("collect", 50, 0.7, gain=1, later=9)
    why = said(best, MoveStats("pass", 40, 0.6), slug=slug)[1]
    assert why.startswith("That's +1 Candy right away. It pays off later: about 9 Candies in total")


def test_a_hint_explains_why_it_rejects_a_larger_immediate_gain() -> None:
    best = MoveStats("red", 50, 0.7, gain=0, later=3)
    eager = MoveStats("blue", 40, 0.6, gain=2, later=1)
    assert "** gets you 2 spaces right away, but is worse in the long run." in said(best, eager)[1]


def test_a_reason_can_be_a_change_in_how_often_events_happen() -> None:
    """In Candy Chaser: getting caught, tattling wrongly, and catching someone."""
    best, second = MoveStats("red", 50, 0.7, seen=(0.1, 0, 0.5)), MoveStats("blue", 20, 0.5, seen=(0.4, 0, 0.3))
    found_out, catches = said(best, second)[1].split(". ")
    assert found_out.startswith("This way, you're less likely to get caught than with **Blue")
    assert catches.startswith("This way, you're more likely to catch someone than with **Blue")


def test_a_hint_counts_monsters_discarded_with_their_abilities() -> None:
    starves = GAME_UIS["kingdoms-candy"].labels.hint_events[0]
    g = table(villain("uno magmot+no-waiting"), villain("mopsel"), events="black-candy", at="event")
    answers(g, "discard/uno", "discard/magmot")
    discarded = [event.fields["m"] for event in g.log if starves.pattern.matches(event, 0)]
    assert starves.key == "label.hint-starves" and discarded == ["uno", "magmot"]


def test_only_equal_options_of_the_same_kind_are_called_just_as_good() -> None:
    slug, close = "monster-muncher", {"worth": 0.5, "error": 0.02}
    play, discard = option(slug, "play/"), option(slug, "discard/")
    other = next(
        one
        for ask in GAMES[slug].deal(seats=2, seed="words").asks.values()
        for one in ask.options
        if one.startswith("play/") and one != play
    )
    best = MoveStats(play, 50, 0.51, error=0.02)
    assert any(line.startswith("Just as good") for line in said(best, MoveStats(other, 40, **close), slug=slug))
    for second in (
        MoveStats(discard, 40, **close),  # another kind
        MoveStats(other, 40, 0.5, gain=3, error=0.02),  # brings something else
        MoveStats(other, 40, 0.4, error=0.2),  # a large difference, however uncertain
    ):
        assert not any(line.startswith("Just as good") for line in said(best, second, slug=slug))
    clear = best._replace(error=0.001), MoveStats(other, 40, 0.5, error=0.001)  # larger than the noise
    assert not any(line.startswith("Just as good") for line in said(*clear, slug=slug))


def test_a_hint_for_a_forced_choice_says_so() -> None:
    choose, why, _ = said(MoveStats("red"))
    assert choose.startswith("I'd choose: **Red") and why == "It's your only choice."


@pytest.mark.parametrize(
    ("slug", "unit"), [("monster-muncher", "hunger"), ("kingdoms-candy", "Cand"), ("cover-your-kingdom", "magic")]
)
def test_a_hint_counts_in_the_units_of_its_game(slug: str, unit: str) -> None:
    g = GAMES[slug].deal(seats=2, seed="words")
    one, other, *_ = next(iter(g.asks.values())).options
    best = MoveStats(one, 50, 0.7, gain=30, later=30, rival=3)
    why, number = said(best, MoveStats(other, 20, 0.5, later=1), slug=slug)[1:3]
    assert why.startswith("That's +30") and unit in why and unit in number
    assert "point" not in why + number


def test_recruiting_from_the_inn_is_mentioned_once() -> None:
    game, ui = GAMES["cover-your-kingdom"], GAME_UIS["cover-your-kingdom"]
    g = game.deal(seats=2, seed="inn")
    (seat,) = g.asks
    view = game.view(g, seat)
    labels = ui.labels(view, ui.translator(NAMES, view))
    names = [labels.option_phrase(option) for option in g.asks[seat].options if option.startswith("inn/")]
    assert names and all(name.startswith("Recruit from the inn · ") and "Inn:" not in name for name in names), names


@pytest.mark.parametrize("language", ["en", "de"])
def test_option_names_of_an_ability_say_what_it_does(language: str) -> None:
    game, ui, quoted = GAMES["ghosts-love-candy"], GAME_UIS["ghosts-love-candy"], []
    with using_language(language):
        for g, seat in (moment for n in range(4) for moment in moments(game, f"quoted {n}", 120)):
            view = game.view(g, seat)
            question = view.question_of(seat)
            if question and question.say == "ability":
                kid = question.fields["kid"]
                labels = ui.labels(view, ui.translator(NAMES, view))
                quoted += [(kid, labels.option_phrase(option)) for option in question.options if option != "skip"]
    bare = {kid for kid, said in quoted if " · " not in said}
    assert len({kid for kid, _ in quoted}) > 8 and bare <= {"hose-hero", "sticker-medic"}, bare
