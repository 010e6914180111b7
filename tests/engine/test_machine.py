"""The machine: steps, questions with only one answer, simultaneous choices, offers, faults."""

from dataclasses import dataclass, field
from typing import Any

import pytest

from engine import machine
from engine.machine import Ask, Event, IllegalChoice, Rules, RulesFault, Table, seat_id, seat_of

rules = Rules()


@dataclass
class Notes(Table):
    notes: list[Any] = field(default_factory=list)
    lists: dict[int, list[str]] = field(default_factory=dict)


@rules.step
def note(g, *what):
    g.notes.extend(what)


@rules.step
def public(g, me):
    g.notes.append((yield Ask(me, "public", g.lists[me])))


@rules.step
def secret(g, me):
    g.notes.append((yield Ask(me, "secret", g.lists[me], secret=True)))


@rules.step
def stays(g, me):
    g.notes.append((yield Ask(me, "stays", g.lists[me], stays=True)))


@rules.step
def together(g):
    g.notes.append((yield {me: Ask(me, "together", options) for me, options in g.lists.items()}))


@rules.step
def shorten(g, me):
    """Ask which option to remove, as an offer's step would."""
    word = yield Ask(me, "shorten", ["a", "b"])
    g.lists[me].remove(word)


@rules.step
def maybe(g, me):
    if g.lists[me]:
        g.notes.append((yield Ask(me, "maybe", g.lists[me])))


def table(*frames: Any, **lists: list[str]) -> Notes:
    g = Notes(players=3, lists={seat_of(seat): options for seat, options in lists.items()})
    g.push_steps(*frames)
    machine.run(rules, g)
    return g


def answer(g: Notes, seat: int, option: str, **offers: Any) -> None:
    machine.answer(rules, g, seat, option, offers)


def test_frames_run_in_the_order_given_and_newer_ones_first() -> None:
    assert table((note, 1), ("note", 2), "note", (note, 3)).notes == [1, 2, 3]
    g = Notes(players=2)
    g.push_steps((note, "later"))
    g.push_steps((note, "now"))
    machine.run(rules, g)
    assert g.notes == ["now", "later"] and not g.stack and not g.asks and g.question == 0


def test_a_public_question_with_one_option_is_answered_automatically() -> None:
    g = table((public, 0), s0=["only"])
    assert g.notes == ["only"] and g.questions == 0


@pytest.mark.parametrize("step", [secret, stays])
def test_a_secret_or_staying_question_with_one_option_is_still_asked(step: Any) -> None:
    g = table((step, 0), s0=["only"])
    assert g.asks.keys() == {0} and g.notes == []
    answer(g, 0, "only")
    assert g.notes == ["only"]


def test_a_step_that_does_not_ask_simply_ends() -> None:
    assert table((maybe, 0), (note, "end"), s0=[]).notes == ["end"]


def test_questions_are_numbered_as_they_open_and_keep_their_number() -> None:
    g = table((public, 0), (public, 1), s0=["a", "b"], s1=["a", "b"])
    assert g.question == 1
    machine.run(rules, g)
    assert g.question == 1
    answer(g, 0, "b")
    assert (g.question, g.questions) == (2, 2)
    answer(g, 1, "a")
    assert g.notes == ["b", "a"] and not g.changes


def test_an_illegal_answer_changes_nothing() -> None:
    g = table((public, 0), s0=["a", "b"])
    before = machine.clone(g)
    for seat, option in ((0, "c"), (1, "a"), (-1, "a"), (0, "")):
        with pytest.raises(IllegalChoice):
            answer(g, seat, option)
    assert g == before


def test_simultaneous_choices_wait_for_all_seats_and_may_be_replaced() -> None:
    g = table(together, s0=["a", "b"], s1=["c", "d"], s2=["e", "f"])
    answer(g, 1, "c")
    assert (g.asks.keys(), g.changes.keys()) == ({0, 2}, {1})
    answer(g, 1, "d")
    with pytest.raises(IllegalChoice):
        answer(g, 1, "a")
    answer(g, 2, "e")
    assert g.notes == []
    answer(g, 0, "a")
    assert g.notes == [{0: "a", 1: "d", 2: "e"}] and not g.asks and not g.changes


def test_a_single_option_in_a_simultaneous_choice_is_chosen_for_the_seat() -> None:
    g = table(together, s0=["a", "b"], s1=["only"])
    assert (g.asks.keys(), g.changes.keys()) == ({0}, {1})
    answer(g, 0, "b")
    assert g.notes == [{0: "b", 1: "only"}]
    assert table(together, s0=["a"], s1=["b"]).notes == [{0: "a", 1: "b"}]


def test_an_offer_runs_first_and_the_open_question_is_asked_again() -> None:
    g = table((public, 0), s0=["a", "b", "c"])
    answer(g, 1, "shorten", shorten=(shorten, 0))
    assert g.asks[0].say == "shorten" and g.question == 2
    answer(g, 0, "a")
    assert g.asks[0].options == ["b", "c"] and g.question == 1


def test_an_early_answer_stands_unless_an_offer_made_it_impossible() -> None:
    g = table(together, s0=["a", "b", "c", "d"], s1=["e", "f"])
    answer(g, 0, "a")
    answer(g, 1, "shorten", shorten=(shorten, 0))
    assert g.asks.keys() == {0} and not g.changes
    answer(g, 0, "b")
    assert g.asks.keys() == {1} and g.changes.keys() == {0}
    answer(g, 1, "shorten", shorten=(shorten, 0))
    answer(g, 0, "a")
    assert g.asks.keys() == {0, 1} and not g.changes


def test_an_early_answer_of_a_seat_no_longer_asked_is_dropped() -> None:
    g = table(together, s0=["a", "b"], s1=["c", "d"], s2=["e", "f"])
    answer(g, 2, "e")
    del g.lists[2]
    machine.run(rules, g)
    answer(g, 0, "a")
    answer(g, 1, "c")
    assert g.notes == [{0: "a", 1: "c"}]


def test_reading_what_a_frame_asks_changes_nothing() -> None:
    g = table(together, s0=["a", "b"], s1=["c", "d"])
    before = machine.clone(g)
    assert machine.asks_of(rules, g, g.stack[-1]) == g.asks
    assert machine.asks_of(rules, g, machine.Frame("public", [1]))[1].options == ["c", "d"]
    assert machine.asks_of(rules, g, machine.Frame("note")) == {}
    assert g == before


def test_a_question_without_options_is_a_fault() -> None:
    with pytest.raises(RulesFault, match="public asks seat 2 without options"):
        table((public, 2), s2=[])


def test_a_step_that_asks_twice_is_a_fault() -> None:
    def twice(g):
        yield Ask(0, "once", ["a", "b"])
        yield Ask(0, "twice", ["a", "b"])

    g = Notes(players=2)
    g.push_steps(twice)
    machine.run({"twice": twice}, g)
    with pytest.raises(RulesFault, match="twice asked twice"):
        machine.answer({"twice": twice}, g, 0, "a", {})


def test_an_endless_chain_of_steps_is_a_fault() -> None:
    def for_ever(g):
        g.push_steps(for_ever)

    g = Notes(players=2)
    g.push_steps(for_ever)
    with pytest.raises(RulesFault, match="10000 steps without a question"):
        machine.run({"for_ever": for_ever}, g)


def test_an_unknown_step_is_a_fault_that_suggests_similar_names() -> None:
    """The name is misspelt, or the function lacks the decorator."""

    def shorter(g, me):
        g.notes.append(me)

    for frame, name in ((("shrten", 0), "shrten"), ((shorter, 0), "shorter")):
        g = Notes(players=2)
        g.push_steps((note, 1), frame)
        with pytest.raises(RulesFault) as fault:
            machine.run(rules, g)
        assert str(fault.value).startswith(f"After note comes the step {name!r}, which doesn't exist; similar")
        assert ": shorten," in str(fault.value) and "@rules.step" in str(fault.value).splitlines()[1]


def test_a_table_field_without_a_default_is_refused_when_defined() -> None:
    with pytest.raises(TypeError, match=r"Cups: the field 'dice' has no default .*\nWrite `dice: "):

        @dataclass
        class Cups(Table):
            rounds: int = 3
            dice: list[int]


def test_rules_faults_are_two_lines_long() -> None:
    def for_ever(g):
        g.push_steps(for_ever)

    def twice(g):
        yield Ask(0, "once", ["a"])
        yield Ask(0, "twice", ["a"])

    for frame in ("nowhere", (public, 2), for_ever, twice):
        g = Notes(players=3, lists={2: []})
        g.push_steps(frame)
        with pytest.raises(RulesFault) as fault:
            machine.run({**rules, "for_ever": for_ever, "twice": twice}, g)
        assert len(str(fault.value).splitlines()) == 2


def test_duplicate_step_names_are_refused_but_aliases_work() -> None:
    mine = Rules()
    mine.step(note)
    with pytest.raises(ValueError, match="two steps have the name note"):
        mine.step(note)
    mine.alias("remark", note)
    g = Notes(players=2)
    g.push_steps(("remark", 1))
    machine.run(mine, g)
    assert g.notes == [1]


def test_a_clone_is_independent_and_shares_only_events() -> None:
    g = table(together, s0=["a", "b"], s1=["c", "d"])
    g.log_event("said", p="s0")
    twin = machine.clone(g)
    assert twin == g and twin.log[0] is g.log[0]
    answer(twin, 0, "a")
    twin.log_event("said", to=1, p="s1")
    twin.lists[0].append("z")
    assert g.stack[-1].given == {} and g.log == [Event("said", {"p": "s0"})] and g.lists[0] == ["a", "b"]


def test_seats_convert_to_ids_like_s0_and_back() -> None:
    assert [seat_id(7), seat_of("s7")] == ["s7", 7]
