"""Paths, which options and controls consist of."""

from engine import actions


def test_a_path_is_joined_from_parts_and_split_again() -> None:
    assert actions.join_parts("settle", "", "elves+terrier") == "settle/elves+terrier"
    assert actions.parts_of("settle/elves/highland") == ["settle", "elves", "highland"]
    assert actions.parts("settle", 3) == ["settle", "", ""] and actions.parts("a/b/c", 2) == ["a", "b"]


def test_a_path_has_a_prefix_a_parent_and_a_last_part() -> None:
    assert [actions.part_count(option) for option in ("", "done", "settle/elves")] == [0, 1, 2]
    assert [actions.prefix("settle/elves/highland", n) for n in (1, 2, 5)] == [
        "settle",
        "settle/elves",
        "settle/elves/highland",
    ]
    assert actions.parent("settle/elves/highland") == "settle/elves"
    assert actions.last_part("settle/elves/highland") == "highland"
    assert (actions.parent("done"), actions.last_part("done")) == ("", "done")


def test_a_part_may_join_several_names() -> None:
    assert actions.join_names(["elves", "terrier"]) == "elves+terrier"
    assert actions.split_names("elves+terrier") == ["elves", "terrier"] and actions.split_names("") == []
