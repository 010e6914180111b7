from bot.__main__ import main


def test_hob_finds_nothing_wrong() -> None:
    assert main(["check", "."]) == 0
