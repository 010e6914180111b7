"""The rulebook's examples."""

from pathlib import Path

from hob.testing.transcripts import check_transcript
from tests.engine.kingdoms_candy.laying import answers, kingdom, sugars, table, told, villain

TRANSCRIPTS = Path(__file__).parent / "transcripts"


def test_example_im_inevitable_with_magmot_costs_9_sugar_in_all() -> None:
    g = table(villain("uno magmot+no-waiting", sugar=9), villain("mopsel", sugar=8), abilities="im-inevitable")
    check_transcript(kingdom, TRANSCRIPTS / "im-inevitable-with-magmot.txt", g)
    assert g.villains[0].sugar == 0


def test_example_black_candy_magmot_and_oni_baba_eat_2_and_uno_2() -> None:
    g = table(villain("uno magmot oni-baba", sugar=6), villain(), events="black-candy", at="event")
    assert g.eats(g.villains[0]) == {"uno": 2, "magmot": 2, "oni-baba": 2}
    check_transcript(kingdom, TRANSCRIPTS / "black-candy-comes.txt", g)
    assert sugars(g) == [0, 0] and g.villains[0].black == 0 and len(g.villains[0].monsters) == 3


def test_example_set_bonus_gives_2_from_uno_1_per_pair_and_1_candy() -> None:
    g = table(villain("uno magmot oni-baba bogglebon"), villain("mopsel"), at="round")
    assert g.villains[0].sugar == 3 and g.villains[0].candies == 1
    assert told(g) == [
        ("gains", {"p": "s0", "n": 3, "sources": ["set", "uno"]}),
        ("gains-set-candy", {"p": "s0", "n": 1}),
    ]


def test_example_untucked_set_makes_oni_baba_2_cheaper_with_1_candy() -> None:
    kept = "sugar-rush sweet-talk im-inevitable no-waiting"
    g = table(villain("uno", kept, sugar=4), villain("mopsel"), monsters="oni-baba")
    check_transcript(kingdom, TRANSCRIPTS / "oni-baba-with-an-untucked-set.txt", g)
    assert g.villains[0].sugar == 0 and g.villains[0].candies == 1


def test_candies_count_16_with_one_sugar_cube_and_17_with_four() -> None:
    kept = "im-inevitable sugar-rush diet-plan"
    for sugar, total in ((1, 16), (4, 17)):
        me = villain("uno+pickpocket scorchlet oni-yami", kept, sugar=5 + sugar, candies=6, black=2)
        g = table(me, villain(), events="black-candy", at="event", black_candies=3)
        answers(g, "keep/5-0-0")
        result = kingdom.result(g)
        assert result is not None and result.winners == [0]
        first = result.scores[0]
        assert first.total == total
        assert [(line.key, line.points) for line in first.lines] == [
            *(("monsters", 3), ("kept", 6), ("tucked", 1), ("candies", 6 + sugar // 4)),
            *(("sugar", 0), ("black", -2), ("bonuses", 2)),
        ]
        assert first.lines[4].fields == {"n": sugar % 4}
        assert first.lines[6].fields == {"cards": ["oni-yami"], "each": [2]}
