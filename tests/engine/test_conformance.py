"""The contract of `engine/README.md`, clause by clause, for every game, every number of seats, every option."""

import json
import os
import re
import subprocess
import sys
from contextlib import nullcontext
from dataclasses import is_dataclass
from pathlib import Path
from random import Random
from typing import Any, get_args, get_type_hints

import pytest

from engine import machine
from engine.decks import Deck
from engine.game import CorruptSnapshot, Game, InvalidOptions, PublicModel, Standing, places as game_places
from engine.machine import Event, IllegalChoice
from tests.engine import golden, leaks
from tests.engine.playing import (
    ALL,
    CASES,
    LONGEST,
    PATH,
    POSITIONS,
    RECENT,
    Case,
    every_case,
    move,
    play,
    play_out,
    positions,
    recent_events,
    tables,
    watched,
)

SLUG = re.compile(r"[a-z0-9+-]+")
JUNK = ["", " ", "no-such-thing", "s0", "s1/s1", "s99", "s/", "/", "-", "pass", "done", "0", "+2", "Übung", "x" * 100]
JUNK += ["9" * 5000, f"convert/{'9' * 5000}", f"keep/{'9' * 5000}-0-0"]  # more digits than Python reads
every_game = pytest.mark.parametrize("game", ALL.values(), ids=lambda game: game.slug)


# ---- whole games
@every_case
def test_a_random_game_keeps_the_contract_at_every_decision(case: Case) -> None:
    """Clauses 1, 2, 3 and 9: asking again, dump and load change nothing, and nothing is lost."""
    game = watched(case.game)
    luck = Random(str(case))
    start = case.deal("whole game", game)
    everything, told = game.component_counts(start), 0
    assert game.eliminated(start) == []
    for g in play(game, start, luck):
        with recent_events(g) if g.asks else nullcontext():
            dump = game.dump(g)
            loaded = game.load(dump)
            assert loaded == g and game.dump(loaded) == dump
            assert (loaded.asks, loaded.changes) == (g.asks, g.changes)
            assert game.component_counts(g) == everything
            machine.run(game.rules, g)  # asks the open question again
            assert g == loaded
            if g.asks:
                assert game.result(g) is None
                check_standing(g.players, game.standing(g))
                check_options(game, g)
            assert game.dump(g) == dump
        for event in g.log[told:]:
            check_event(event, case.seats)
        told = len(g.log)
    check_end(game, start)


def check_options(game: Game[Any], g: Any) -> None:
    assert sorted(g.asks | g.changes) == [ask.seat for _, ask in sorted((g.asks | g.changes).items())]
    for seat in range(g.players):
        ask = g.asks.get(seat) or g.changes.get(seat)
        offers = game.offers(g, seat)
        assert offers == game.offers(g, seat)
        options = [*(ask.options if ask else []), *offers]
        assert len(options) == len(set(options)), f"seat {seat} has an option twice: {options}"
        assert [option for option in options if len(option) > LONGEST or not PATH.fullmatch(option)] == []
        if ask:
            assert ask.options and SLUG.fullmatch(ask.say)
            assert ask.fields.get("p", machine.seat_id(seat)) == machine.seat_id(seat)
            assert all(plain(value) for value in ask.fields.values()), ask.fields


def check_event(event: Event, seats: int) -> None:
    assert SLUG.fullmatch(event.key) and event.to in (None, *range(seats)), event
    assert all(plain(value) for value in event.fields.values()), event


def plain(value: Any) -> bool:
    """Return whether a value is an id, a path of ids, an int, a bool, or a list of these."""
    if isinstance(value, list):
        return all(plain(item) for item in value)
    return isinstance(value, int) or (isinstance(value, str) and (value == "" or bool(PATH.fullmatch(value))))


def check_standing(players: int, standing: list[Standing]) -> None:
    """Check that every seat has a standing, and that the ranks are comparable."""
    assert len(standing) == players and len({len(mine.rank) for mine in standing}) == 1


def check_end(game: Game[Any], g: Any) -> None:
    """Check that the result has every seat once, with shared places for ties, and that first place wins.

    The standing at the end must match the result.
    """
    result = game.result(g)
    assert result is not None and not g.stack and not g.changes
    assert sorted(score.seat for score in result.scores) == list(range(g.players))
    places = [score.place for score in result.scores]
    assert places == sorted(places)
    assert all(place == 1 + sum(other < place for other in places) for place in places)
    assert result.winners and sorted(result.winners) == sorted(s.seat for s in result.scores if s.place == 1)
    standing = game.standing(g)
    check_standing(g.players, standing)
    assert [(s.total, s.place) for s in sorted(result.scores, key=lambda score: score.seat)] == [
        (mine.total, place) for mine, place in zip(standing, game_places(standing), strict=True)
    ]
    assert not {*game.eliminated(g)} & {*result.winners}
    json.loads(result.model_dump_json())
    for seat in range(-1, g.players + 1):
        assert game.offers(g, seat) == []
        assert game.why_not(g, seat, "pass") == ("over", {})
        with pytest.raises(IllegalChoice):
            game.answer(g, seat, "pass")
    assert all(game.view(g, viewer).over for viewer in leaks.viewers(g))


@every_case
def test_a_game_can_be_replayed_from_its_seed(case: Case) -> None:
    """Clause 5: the seed decides everything except the answers, and another seed gives another game."""
    first, again = (play_out(case.game, case.deal("same"), Random(1)) for _ in range(2))
    assert case.game.dump(first) == case.game.dump(again)
    assert len({case.game.dump(case.deal(seed)).replace(seed.encode(), b"") for seed in ("one", "two", "six")}) > 1


@every_case
def test_storing_a_table_before_each_answer_does_not_change_the_game(case: Case) -> None:
    """Clause 9: it makes no difference whether the asking step is still suspended, or asks again after loading."""
    straight = play_out(case.game, case.deal("stored"), Random(2))
    g, luck = case.deal("stored"), Random(2)
    while g.asks:
        with recent_events(g):
            loaded = case.game.load(case.game.dump(g))
        loaded.log[:0] = g.log[:-RECENT]
        g = loaded
        move(case.game, g, luck)
    assert case.game.dump(g) == case.game.dump(straight)


@pytest.mark.slow
def test_two_processes_play_identically() -> None:
    """Clause 3: no set is ever iterated, so the process's hash seed changes nothing."""
    runs = []
    for hash_seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-m", "tests.engine.playing"],
            cwd=Path(__file__).parents[2],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        )
        runs.append(json.loads(done.stdout))
    assert runs[0] == runs[1] and runs[0].keys() == {str(case) for case in CASES}


# ---- who may answer what
@every_case
def test_only_asked_seats_may_answer_with_legal_options(case: Case) -> None:
    game, seen = case.game, set(JUNK)
    for g in tables(case):
        asked = g.asks | g.changes
        seen |= {option for ask in asked.values() for option in ask.options}
        dump, views = game.dump(g), [game.view(g, viewer) for viewer in leaks.viewers(g)]
        for seat in (*range(g.players), -1, g.players, 99):
            legal = {*(asked[seat].options if seat in asked else []), *game.offers(g, seat)}
            for option in sorted(seen - legal):
                with pytest.raises(IllegalChoice):
                    game.answer(g, seat, option)
        assert game.dump(g) == dump
        assert [game.view(g, viewer) for viewer in leaks.viewers(g)] == views


@every_case
def test_why_not_gives_a_reason_exactly_for_illegal_options(case: Case) -> None:
    """Clause 11."""
    game, seen = case.game, set(JUNK)
    for g in tables(case):
        dump = game.dump(g)
        asked = g.asks | g.changes
        seen |= {option for ask in asked.values() for option in ask.options}
        for seat in (*range(g.players), -1, g.players):
            legal = {*(asked[seat].options if seat in asked else []), *game.offers(g, seat)}
            for option in sorted(seen | legal):
                reason = game.why_not(g, seat, option)
                if option in legal:
                    assert reason is None, (seat, option)
                else:
                    assert reason is not None, (seat, option)
                    key, fields = reason
                    assert SLUG.fullmatch(key) and json.loads(json.dumps(fields)) == fields
        assert game.dump(g) == dump


@every_case
def test_taking_an_offer_keeps_open_questions_open(case: Case) -> None:
    """Clause 10: the offer's own step runs at once; early answers stay, or were made impossible."""
    game = case.game
    for g in tables(case):
        for seat in range(g.players):
            for option in game.offers(g, seat):
                twin = machine.clone(g)
                depth, given = len(twin.stack), twin.stack[-1].given
                game.answer(twin, seat, option)
                game.load(game.dump(twin))
                if len(twin.stack) >= depth and twin.stack[depth - 1].number == g.question:
                    assert twin.stack[depth - 1].given.items() <= given.items()


@every_case
def test_an_early_answer_can_be_replaced_and_stays_secret(case: Case) -> None:
    """Clause 1, for simultaneous choices: others see that a seat has chosen, but not what."""
    game, luck = case.game, Random(str(case))
    for g in tables(case, POSITIONS * 2):
        if len(g.asks) < 2:
            continue
        seat = luck.choice(sorted(g.asks))
        options = g.asks[seat].options
        first, last = machine.clone(g), g
        game.answer(first, seat, options[0])
        for option in options:
            game.answer(last, seat, option)
        assert seat in last.changes and seat not in last.asks and last.log == first.log
        for viewer in leaks.viewers(g):
            if viewer != seat:
                assert game.view(first, viewer) == game.view(last, viewer)
        mine = game.view(game.load(game.dump(last)), seat)
        assert mine == game.view(last, seat) and seat in mine.chosen
        question = mine.question_of(seat)
        assert question and question.given == options[-1] and question.options == options


# ---- secrets
@every_case
def test_no_position_leaks_a_secret(case: Case) -> None:
    """Clauses 4, 6 and 7: see `leaks.py`."""
    for number, g in enumerate(tables(case)):
        assert leaks.leaks(case.game, g, f"{case} {number}") == []


@every_case
def test_a_redeal_changes_every_secret_and_the_deal_leaks_none(case: Case) -> None:
    """Clauses 7 and 8: a resampled world hides what others see, and the deal's log tells only what is known."""
    assert leaks.case_leaks(case) == []


@every_case
def test_world_weights_use_only_visible_events_and_stay_positive(case: Case) -> None:
    """Neither events to other seats nor the seat's own hand may change a weight."""
    game = case.game
    for number, g in enumerate(tables(case)):
        for seat in range(g.players):
            world = game.resample(g, seat, str(number))
            dump, weight, purpose = game.dump(world), game.weight(world, seat), game.rationality(world, seat)
            assert 0 < weight < float("inf") and game.weight(g, seat) > 0
            assert len(purpose) == g.players and all(0 <= sure <= 1 for sure in purpose) and purpose[seat] == 1
            assert game.dump(world) == dump
            world.log = game.events(world, seat)
            assert game.weight(world, seat) == weight and game.rationality(world, seat) == purpose


@every_case
def test_views_and_logs_are_json_without_secret_options(case: Case) -> None:
    game = case.game
    for g in tables(case):
        for viewer in leaks.viewers(g):
            view = game.view(g, viewer)
            assert game.ViewModel.model_validate_json(view.model_dump_json()) == view
            assert view.waiting == sorted(g.asks) and view.chosen == sorted(g.changes) and not view.over
            assert all(event.to in (None, viewer) for event in game.events(g, viewer))
            json.dumps(game.events(g, viewer))
            for question in view.questions:
                ask = (g.asks | g.changes)[question.seat]
                secret = ask.secret and question.seat != viewer
                assert question.options == (None if secret else ask.options)
                assert question.given is None or question.seat == viewer


@every_game
def test_views_and_their_parts_reject_unknown_fields(game: Game[Any]) -> None:
    """Clause 6: no other fields, neither at creation nor later."""
    for part in parts_of(game.ViewModel):
        if issubclass(part, PublicModel):
            assert part.model_config["extra"] == "forbid", part
        else:
            assert is_dataclass(part) and hasattr(part, "__slots__"), part
            with pytest.raises(TypeError, match="unexpected keyword argument 'secret'"):
                part(secret="hand")
            with pytest.raises(AttributeError):
                object.__new__(part).secret = "hand"


def parts_of(model: type[Any]) -> list[type[Any]]:
    """Return a model, and every class in its fields, at any depth."""
    found: list[type[Any]] = []
    todo: list[Any] = [model]
    while todo:
        part = todo.pop()
        if get_args(part):
            todo += get_args(part)
        elif issubclass(part, PublicModel) or is_dataclass(part):
            found.append(part)
            todo += get_type_hints(part).values() if is_dataclass(part) else annotations(part)
        else:
            assert part in (int, str, bool, type(None), Any) or part in (list, dict), part
    return found


def annotations(model: type[PublicModel]) -> list[Any]:
    return [field.annotation for field in model.model_fields.values()]


@every_case
def test_every_redealt_table_is_plausible(case: Case) -> None:
    for number, g in enumerate(tables(case, 2)):
        assert all(case.game.weight(case.game.resample(g, seat, str(number)), seat) > 0 for seat in range(g.players))


@every_case
def test_a_resampled_table_can_be_played_to_its_end(case: Case) -> None:
    game = case.game
    for number, g in enumerate(tables(case, 2)):
        for viewer in leaks.viewers(g):
            twin = play_out(game, game.resample(g, viewer, str(number)), Random(number))
            assert game.result(twin) is not None
            assert game.view(game.resample(twin, viewer, "over"), viewer) == game.view(twin, viewer)


# ---- the public interface
@every_game
def test_a_table_needs_the_right_number_of_seats_and_known_options(game: Game[Any]) -> None:
    for seats in (game.seats[0] - 1, game.seats[-1] + 1):
        with pytest.raises(InvalidOptions):
            game.deal(seats=seats)
    with pytest.raises(InvalidOptions):
        game.deal(seats=game.seats[0], no_such_option=True)
    with pytest.raises(InvalidOptions):
        game.deal(seats=game.seats[0], **dict.fromkeys(game.Options.model_fields or ["none"], object()))
    assert game.deal(seats=game.seats[0]).seed != game.deal(seats=game.seats[0]).seed


@every_game
def test_each_game_has_a_valid_slug_and_cards_with_matching_ids(game: Game[Any]) -> None:
    assert ALL[game.slug] is game and SLUG.fullmatch(game.slug) and game.title and game.seats
    assert all(card.id == key for key, card in game.cards().items())


@pytest.mark.parametrize("game", [game for game in ALL.values() if game.decks], ids=lambda game: game.slug)
def test_a_table_whose_cards_have_left_its_deck_is_refused(game: Game[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    assert game.decks is not None
    g, luck = game.deal(seats=game.seats[0], seed="decks"), Random(1)
    stored = [game.dump(g)]
    while g.asks:
        move(game, g, luck)
    for dump in (*stored, game.dump(g)):  # a table that has ended asks nothing, but must still be shown
        fewer, whole = Deck(game.decks["hob"]), json.loads(dump)
        del fewer[next(iter(game.every_card(game.load(dump))))]
        for name, deck in ("fewer", fewer), ("gone", None):
            whole["state"]["deck"] = name
            if deck is not None:
                monkeypatch.setitem(game.decks, name, deck)
            with pytest.raises(CorruptSnapshot, match=f"the deck {name} has no "):
                game.load(json.dumps(whole).encode())


@every_game
def test_a_damaged_snapshot_is_refused(game: Game[Any]) -> None:
    g = game.deal(seats=game.seats[0], seed="damaged")
    luck = Random(1)
    for _ in range(3):
        move(game, g, luck)
    whole = json.loads(game.dump(g))
    for name, broken in damages(game, game.dump(g), whole).items():
        with pytest.raises(CorruptSnapshot, match=game.slug):
            pytest.fail(f"{name} was loaded: {game.load(broken)}")


def damages(game: Game[Any], dump: bytes, whole: dict[str, Any]) -> dict[str, bytes]:
    state = whole["state"]
    top = state["stack"][-1]
    changed: dict[str, Any] = {
        "another game": {**whole, "game": "chess"},
        "a newer schema": {**whole, "schema": game.schema + 1},
        "a schema before the first": {**whole, "schema": 0},
        "a schema that is no number": {**whole, "schema": "new"},
        "no state": {"game": game.slug, "schema": game.schema},
        "an empty state": {**whole, "state": {}},
        "a state that is a list": {**whole, "state": [state]},
        "players that are no number": {**whole, "state": {**state, "players": "many"}},
        "too many players": {**whole, "state": {**state, "players": game.seats[-1] + 1}},
        "a log of numbers": {**whole, "state": {**state, "log": [1, 2]}},
        "a stack of names": {**whole, "state": {**state, "stack": [top["step"]]}},
        "an unknown step": {**whole, "state": {**state, "stack": [{**top, "step": "no_such_step"}]}},
        "too many arguments": {**whole, "state": {**state, "stack": [{**top, "args": [0] * 20}]}},
        "nothing": None,
        "a list": [],
        "a word": "hob",
    }
    cut = {f"cut at {end}": dump[:end] for end in (0, 1, len(dump) // 2, len(dump) - 1)}
    return {**{name: json.dumps(data).encode() for name, data in changed.items()}, **cut, "bytes": b"\xff\xfe\x00"}


# ---- golden snapshots
@every_game
def test_a_stored_table_still_asks_the_recorded_questions(game: Game[Any]) -> None:
    """Clause 9: tables of older versions load, ask the recorded questions, and can be played to the end."""
    for number, record in enumerate(golden.read(game.slug)):
        g = game.load(json.dumps(record["snapshot"]).encode())
        assert golden.asked(g) == record["asked"], f"snapshot {number} of {game.slug} asks another question"
        assert game.result(play_out(game, g, Random(number))) is not None


@every_case
def test_sampled_positions_have_open_questions(case: Case) -> None:
    """The samples that the other tests use all belong to the case's game and have an open question."""
    found = [case.game.load(dump) for dump in positions(case)]
    assert len(found) == POSITIONS and all(g.asks and g.players == case.seats for g in found)
