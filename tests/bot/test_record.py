"""The record of a game can be checked by whoever has it: by Hob, and by a program of a few lines that is not Hob's."""

import hashlib
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.__main__ import main
from bot.record import checked, record_of
from bot.sessions.course import TAKE_BACK, went_on
from db import AnswerRow
from engine import GAMES


def played(slug: str = "candy-chaser") -> dict[str, Any]:
    """A whole game, in which every tenth answer was taken back."""
    game, luck = GAMES[slug], Random(3)
    g = game.deal(game.seats[0], "a seed")
    entries: list[AnswerRow] = []
    while g.asks:
        seat = luck.choice(sorted(g.asks))
        one = AnswerRow("ABCDEF", len(entries), g.question, seat, "", luck.choice(g.asks[seat].options), None, 0.0)
        before = game.load(game.dump(g))
        entries.append(one)
        game.answer(g, seat, one.option)
        if g.asks and len(entries) % 10 == 9:
            back = AnswerRow("ABCDEF", len(entries), g.questions + 1, seat, TAKE_BACK, "anew", None, 0.0, one.revision)
            entries.append(back)
            g = went_on(game, before, back)
    made: dict[str, Any] = json.loads(record_of(game, "ABCDEF", {}, g, entries))
    return made


@pytest.mark.parametrize("slug", GAMES)
def test_a_true_record_is_found_true(slug: str) -> None:
    true, lines = checked(json.dumps(played(slug)))
    assert true and "lead from this seed to these scores" in lines[-1], lines


def test_what_was_changed_is_found() -> None:
    good = played()
    for name, value in (("seed", "another"), ("seal", "00"), ("seats", 3), ("game", "whist"), ("history", [])):
        true, lines = checked(json.dumps({**good, name: value}))
        assert not true and lines[-1].startswith("FALSE"), name
    good["scores"][0]["place"] = 9
    assert not checked(json.dumps(good))[0]
    assert not checked("{")[0] and not checked("[]")[0]


def test_a_second_program_finds_the_same_seal_and_the_same_first_cards() -> None:
    """SHA-256 and BLAKE2b of Python, the text of engine/chance.py, and Candy Chaser's five objectives."""
    record = played()
    assert hashlib.sha256(f"hob:{record['seed']}".encode()).hexdigest() == record["seal"]
    state = hashlib.blake2b(record["seed"].encode(), digest_size=16, person=b"hob start").digest()
    cards = ["blue", "purple", "green", "yellow", "red"]
    for last in range(4, 0, -1):
        while True:
            drawn = hashlib.blake2b(state, digest_size=24).digest()
            state, number = drawn[:16], int.from_bytes(drawn[16:])
            if number < 2**64 - 2**64 % (last + 1):
                break
        other = number % (last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    g: Any = GAMES["candy-chaser"].deal(record["seats"], record["seed"])
    assert g.objectives + g.box == cards


def test_hob_verify_reads_a_record(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "candy-chaser-ABCDEF.json"
    file.write_text(json.dumps(played()))
    assert main(["verify", str(file)]) == 0 and "True: " in capsys.readouterr().out
    file.write_text(json.dumps({**played(), "seed": "another"}))
    assert main(["verify", str(file)]) == 1 and "FALSE" in capsys.readouterr().out
