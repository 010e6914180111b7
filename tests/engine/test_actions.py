"""Paths: what options, and what controls carry, are made of."""

from engine import actions


def test_a_path_is_put_together_of_its_parts_and_taken_apart_again() -> None:
    assert actions.path("settle", "", "elves+terrier") == "settle/elves+terrier"
    assert actions.parts_of("settle/elves/highland") == ["settle", "elves", "highland"]
    assert actions.parts("settle", 3) == ["settle", "", ""] and actions.parts("a/b/c", 2) == ["a", "b"]


def test_a_path_has_a_beginning_and_a_last_part() -> None:
    assert [actions.depth(option) for option in ("", "done", "settle/elves")] == [0, 1, 2]
    assert [actions.beginning("settle/elves/highland", n) for n in (1, 2, 5)] == [
        "settle",
        "settle/elves",
        "settle/elves/highland",
    ]
    assert actions.above("settle/elves/highland") == "settle/elves"
    assert actions.last("settle/elves/highland") == "highland"
    assert (actions.above("done"), actions.last("done")) == ("", "done")


def test_a_part_may_name_several_things() -> None:
    assert actions.together(["elves", "terrier"]) == "elves+terrier"
    assert actions.names("elves+terrier") == ["elves", "terrier"] and actions.names("") == []
