"""`/hob tables`: where a person plays, and whose turn it is."""

from dataclasses import replace

from hob.testing.play import playing


async def test_many_tables_are_listed_as_far_as_one_message_goes() -> None:
    names = ("Ada", "Bartholomew the Bold", "Cassandra the Clever", "Desmond of Dunharrow")
    async with playing(*names, command="ghosts") as hob:
        ada, session = hob["Ada"], await hob.session()
        row = await hob.store.get(session.id)
        assert row is not None
        prompts = {seat: {"since": hob.clock()} for seat in (1, 2, 3)}
        for n in range(22):
            where = {"id": f"TABL{n:02}", "channel_id": hob.channel.id + 1 + n, "revision": 0}
            await hob.store.create(replace(row, **where, table=row.table | {"needs": prompts}), [ada.id])
        lines = (await ada.types("hob tables")).split("\n")[1:]
        assert "your turn" in lines[0] and all("waiting for" in line for line in lines[1:-1])
        assert 10 < len(lines) < 20 and lines[-1] == f"• and {23 - len(lines) + 1} more"
