"""Paths: what options, and what controls carry, are made of."""

from engine import paths


def test_a_path_is_put_together_of_its_parts_and_taken_apart_again() -> None:
    assert paths.path("settle", "", "elves+terrier") == "settle/elves+terrier"
    assert paths.parts_of("settle/elves/highland") == ["settle", "elves", "highland"]
    assert paths.parts("settle", 3) == ["settle", "", ""] and paths.parts("a/b/c", 2) == ["a", "b"]


def test_a_path_has_a_beginning_and_a_last_part() -> None:
    assert [paths.depth(option) for option in ("", "done", "settle/elves")] == [0, 1, 2]
    assert [paths.beginning("settle/elves/highland", n) for n in (1, 2, 5)] == [
        "settle",
        "settle/elves",
        "settle/elves/highland",
    ]
    assert (paths.above("settle/elves/highland"), paths.last("settle/elves/highland")) == ("settle/elves", "highland")
    assert (paths.above("done"), paths.last("done")) == ("", "done")


def test_a_part_may_name_several_things() -> None:
    assert paths.together(["elves", "terrier"]) == "elves+terrier"
    assert paths.names("elves+terrier") == ["elves", "terrier"] and paths.names("") == []
