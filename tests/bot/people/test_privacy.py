"""Erasing a person from stored tables: names in those of an older Hob, and ids in other names."""

import json

from bot.people.privacy import table_eraser
from bot.tables.model import Note, Seat, TableInfo

ADA, BEN, CARA = 11, 22, 33


def test_a_persons_name_is_also_erased_from_older_tables() -> None:
    info = TableInfo(
        host=BEN,
        seats=[
            Seat(person=BEN, name="Ben", seen_by=[BEN, ADA]),
            Seat(name="Ada", vacant=True, seen_by=[ADA]),
            Seat(name="Cara", vacant=True, seen_by=[CARA]),
        ],
        notes=[Note(after=3, key="hob-joined", fields={"p": "s0", "q": "Ada"})],
        ended="ended-by",
        ended_by="Ada",
    )
    table, _ = table_eraser(ADA, {"Ada"})(info.model_dump(mode="json"), {})
    assert "Ada" not in json.dumps(table) and str(ADA) not in json.dumps(table)
    after = TableInfo.model_validate(table)
    assert after.names() == ["Ben", "B", "Cara"] and after.ended == "ended-by-somebody"
    assert after.name_history()[0] == ["A", "B", "Cara"]
    assert table_eraser(ADA)({"seats": "damaged"}, {}) == ({}, {})


def test_an_id_in_another_players_name_does_not_stop_the_erasure() -> None:
    info = TableInfo(host=BEN, seats=[Seat(person=BEN, name=f"I am {ADA}"), Seat(person=CARA, name=f"{ADA}{ADA}")])
    table, _ = table_eraser(ADA)(info.model_dump(mode="json"), {})
    assert TableInfo.model_validate(table).names() == ["I am ?", f"{ADA}{ADA}"]
