"""The poster at the end of a game: every game, few and many seats, shared wins, games ended early."""

import asyncio
from random import Random
from typing import Any

import pytest

from bot.pictures import Scene
from bot.pictures.check import faults
from bot.pictures.posters import FOOT, PosterRow, PosterSpec, Thing, secrets_width, split_headline
from bot.pictures.render import render
from bot.pictures.scene import Curves, Lettering, Lines, Text
from bot.screens.game_over import game_over_summary
from bot.screens.game_over_poster import GamePoster
from bot.screens.table import table_message
from bot.tables.history import score_timeline
from bot.tables.session import TableSession
from cogs.game_uis import GAME_UIS
from cogs.monster_muncher.pictures import MuncherPoster
from db import AnswerRow
from engine import GAMES
from hob.testing.play import evening, play_on, play_some, playing
from tests.pictures import looks, sprites, words
from tests.screens import LONG, SCREENS, table_of

EVERY = [(slug, seats) for slug, game in GAMES.items() for seats in (game.seats[0], game.seats[-1])]
every_game = pytest.mark.parametrize("slug", GAMES)


def played(slug: str, seats: int, seed: int, stop: int = 0) -> TableSession:
    """Return the table of a random game that is over, or that was ended by a vote after `stop` answers."""
    game, luck, answers = GAMES[slug], Random(seed), []
    g = game.deal(seats, f"posters {seed}")
    while g.asks and not (stop and len(answers) == stop):
        (seat, ask), *_ = g.asks.items()
        option = luck.choice(ask.options)
        game.answer(g, seat, option)
        answers.append(AnswerRow("ABC234", len(answers), 0, seat, "", option, None, 0.0))
    session = table_of(game, g, LONG[:seats], status="over", **({"ended": "ended-by-vote"} if stop else {}))
    session.score_timeline = asyncio.run(score_timeline(game, g, {}, answers))
    return session


def scene_of(session: TableSession) -> Scene:
    message = table_message(SCREENS.posted(session), [])
    assert isinstance(message.picture, Scene) and 60 < len(message.alt) <= 1024
    return message.picture


def readable(scene: Scene) -> list[str]:
    """Return the faults of a poster; a sentence of more than 90 characters may end in "…"."""
    long = any(len(lines.words) > 90 for lines in leaves(scene, Lines))
    return [fault for fault in faults(scene, LONG) if not (long and fault.endswith("cut short"))]


def leaves(scene: Scene, kind: type) -> list[Any]:
    return [leaf for _, _, leaf in scene.leaves() if isinstance(leaf, kind)]


@pytest.mark.parametrize(("slug", "seats"), EVERY)
def test_every_poster_is_readable(slug: str, seats: int) -> None:
    for seed in range(3):
        session = played(slug, seats, seed)
        scene, result = scene_of(session), SCREENS.of(session).result()
        assert (scene.width, scene.height) == (900, 600) and result is not None
        assert readable(scene) == []
        [(top, sentence)] = [(y + leaf.y, leaf) for _, y, leaf in scene.leaves() if isinstance(leaf, Lines)]
        assert sentence.size >= 25, "11 pixels if it is 400 wide"
        assert top + (sentence.lines - 1) * sentence.step + sentence.size // 2 <= FOOT - 5, "it stays on its card"
        strips = [(y, leaf) for _, y, leaf in scene.leaves() if isinstance(leaf, Curves)]
        assert len(strips) == (seats <= 5), "with more seats there is no room"
        for y, curves in strips:
            assert [line[1][-1] for line in curves.lines] == [score.total for score in result.scores]
            below = y + curves.y
            rows = [at + leaf.y for _, at, leaf in scene.leaves() if isinstance(leaf, Text) and leaf.style == "name"]
            assert len(rows) >= seats and max(rows) < below < below + curves.h < top, "between the rows and the moment"
        assert {f"seat_{'abcdefgh'[seat]}" for seat in range(seats)} <= {*sprites(scene)}


@every_game
def test_a_poster_is_painted_small_and_the_same_twice(slug: str) -> None:
    scene = scene_of(played(slug, GAMES[slug].seats[-1], 5))
    assert len(render(scene)) <= 100_000 and render(scene) == render(scene)


@pytest.mark.parametrize(("slug", "seats"), EVERY)
def test_a_game_ended_early_has_no_winner(slug: str, seats: int) -> None:
    for stop in (1, 9):
        scene = scene_of(played(slug, seats, 1, stop))
        assert readable(scene) == []
        assert [word.words for word in leaves(scene, Lettering)] == ["Ended early"]
        assert not {"crown", "rosette", f"confetti_{scene.ground}"} & {*sprites(scene)}
        assert "The table voted to end the game." in [lines.words for lines in leaves(scene, Lines)]


def test_a_moment_without_anything_to_draw_has_no_window() -> None:
    nothing = scene_of(played("ghosts-love-candy", 3, 1, stop=1))
    assert "pane" not in looks(nothing) and readable(nothing) == []
    assert "pane" in looks(scene_of(played("kingdoms-candy", 3, 1)))
    long = scene_of(played("ghosts-love-candy", 3, 1))
    assert "pane" not in looks(long), "a long sentence takes its place"


def test_a_shared_win_has_a_rosette_each_and_no_other_winner() -> None:
    session = next(
        session for seed in range(200) if len((session := played("ghosts-love-candy", 3, seed)).view().winners) == 2
    )
    scene = scene_of(session)
    assert readable(scene) == []
    assert sprites(scene).count("rosette") == sprites(scene).count("hero_ghost") == sprites(scene).count("crown") == 2
    assert " & " in "".join(word.words for word in leaves(scene, Lettering))


def test_a_long_name_takes_a_line_of_its_own() -> None:
    assert split_headline("Ada", "Ada wins!", "wins!") == ("Ada wins!",)
    assert split_headline("W" * 20, f"{'W' * 20} wins!", "wins!") == ("W" * 20, "wins!")


def test_secrets_are_revealed_at_the_end() -> None:
    session = played("ghosts-love-candy", 4, 2)
    shown, alt = sprites(scene_of(session)), table_message(SCREENS.posted(session), []).alt
    for seat, values in session.view().loves.items():  # type: ignore[attr-defined]
        best = next(iter(values))
        assert f"candy_{best}" in shown
        assert f"Love card: {GAME_UIS['ghosts-love-candy'].translator().name(best)} 5" in alt, seat
    session = played("candy-chaser", 3, 2)
    assert all(f"chaser_{candy}" in sprites(scene_of(session)) for candy in session.view().objectives)  # type: ignore[attr-defined]


def test_the_decisive_moment_is_described_like_in_the_log() -> None:
    for slug in GAMES:
        session = played(slug, GAMES[slug].seats[0], 3)
        assert session.g is not None
        plain = SCREENS.of(session).plain
        told = [plain.sentence(event) for event in session.g.log if event.to is None]
        (moment,) = leaves(scene_of(session), Lines)
        assert moment.words in told or moment.words.startswith("No single moment") or " and won by " in moment.words


def test_without_a_decisive_moment_the_poster_shows_the_lead() -> None:
    session = played("kingdoms-candy", 4, 2)
    first, second = (score.total for score in SCREENS.of(session).result().scores[:2])  # type: ignore[union-attr]
    (moment,) = leaves(scene_of(session), Lines)
    assert moment.words == f"Ben pulled ahead bit by bit and won by {first - second} Candies"  # type: ignore[operator]


@every_game
def test_a_games_poster_sets_only_values_that_are_used(slug: str) -> None:
    values = {name for name, value in vars(GAME_UIS[slug].poster).items() if name[0] != "_" and not callable(value)}
    assert values <= GamePoster.__annotations__.keys()


def test_smaller_secrets_need_less_room() -> None:
    row = PosterRow(0, "Ada", "1", 1, (0, 1), "#FF7A6B", tuple(Thing("crown") for _ in range(9)))
    poster = object.__new__(PosterSpec)
    object.__setattr__(poster, "shrink", 0.0)
    object.__setattr__(poster, "close", 0.5)
    object.__setattr__(poster, "lead", "")
    assert secrets_width(poster, row, 30) > secrets_width(poster, row, 26)


def test_a_game_dealt_by_other_rules_has_a_poster_without_a_curve() -> None:
    session = played("monster-muncher", 3, 1)
    assert session.g is not None
    session.score_timeline = asyncio.run(score_timeline(session.game, session.g, {}, []))
    assert session.score_timeline == []
    assert readable(scene_of(session)) == [] and leaves(scene_of(session), Curves) == []


async def test_the_end_shows_the_poster_and_score_shows_the_numbers() -> None:
    async with evening(moment=1.0) as hob:
        await hob.set_table("ghosts", "Ada", "Ben", "Cara")
        await hob["Ada"].clicks("Start")
        luck = Random(1)
        assert await play_some(hob, luck, 48) == 48
        await hob.change(pictures=True)
        assert await play_on(hob, luck) > 3
        await hob.settle()
        session = await hob.session()
        (embed,) = hob.table.embeds
        image = embed.to_dict()["image"]
        assert "Scores: " in image["description"] and not embed.fields
        assert len(session.score_timeline) > 5 and session.score_timeline[-1].totals == tuple(
            s.total for s in session.game.standing(session.g)
        )
        said = await hob["Cara"].clicks("Score")
        assert all(f"{score.place}. " in said for score in SCREENS.of(session).result().scores)
        await hob.restart()
        assert (await hob.session()).score_timeline == session.score_timeline


async def test_munchers_moment_counts_all_turns_and_shows_scoring_rows() -> None:
    async with playing("Ada", "Ben", "Cara", command="muncher") as hob:
        await play_on(hob, Random(8))
        await hob.change(pictures=True)
        session = await hob.session()
        assert session.g is not None
        screen = SCREENS.of(session)
        poster = MuncherPoster(game_over_summary(screen), session.view(), screen.plain.translator)  # type: ignore[arg-type]
        g, turns, discards = session.game.deal(3, session.g.seed), 0, 0
        for entry in await hob.store.answers(session.id):
            turns += entry.step == "turn"
            discards += entry.option.startswith("discard/")
            told = len(g.log)
            session.game.answer(g, entry.seat, entry.option)
            for index, event in enumerate(g.log[told:], told):
                if event.key in ("plays", "plays-snack", "destroys", "steals", "bounces"):
                    chip = poster.when(index, event).split()
                    assert chip[:2] == ["Turn", str(-(-turns // 3))], event
        assert discards > 3 and turns > 9
        row = [monster.card for monster in session.view().rows[poster.best]]  # type: ignore[attr-defined]
        assert {thing.name for thing in poster.secrets(poster.best)} == {f"mun_{card}" for card in row}
        names = [screen.plain.translator.name(card) for card in row]
        assert all(name in table_message(SCREENS.posted(session), []).alt for name in names)


async def test_a_series_shows_how_often_each_player_won() -> None:
    async with evening(moment=1.0) as hob:
        await hob.set_table("chaser", "Ada", "Ben")
        await hob["Ada"].clicks("Start")
        await play_on(hob, Random(1))
        first = (await hob.session()).view().winners[0]
        await hob["Ada"].clicks("Play again")
        await hob["Ben"].clicks("Join")
        await hob["Ada"].clicks("Start")
        await play_on(hob, Random(2))
        await hob.change(pictures=True)
        await hob.settle()
        session = await hob.session()
        wins = dict.fromkeys(("Ada", "Ben"), 0)
        for seat in (first, session.view().winners[0]):
            wins[session.info.names()[seat]] += 1
        shown = " · ".join(f"{name} {n}" for name, n in sorted(wins.items(), key=lambda won: -won[1]) if n)
        assert shown in words(scene_of(session))
        assert session.info.server and any(session.info.server in text for text in words(scene_of(session)))


def lasting(session: TableSession, sentence: str) -> list[tuple[int, int]]:
    """Return the winner's lasting gain and previous lead for each answer that logged this sentence.

    The lasting gain is the smallest later lead minus the previous lead.
    """
    assert session.g is not None
    winner, plain = session.view().winners[0], SCREENS.of(session).plain  # type: ignore[attr-defined]
    leads = [
        p.totals[winner] - max(n for seat, n in enumerate(p.totals) if seat != winner) for p in session.score_timeline
    ]
    told = [n for n, e in enumerate(session.g.log) if e.to is None and plain.sentence(e) == sentence]
    steps = [n for n, p in enumerate(session.score_timeline) if any(p.since <= place < p.events for place in told)]
    return [(min(leads[n:]) - leads[n - 1], leads[n - 1]) for n in steps if n]


@pytest.mark.parametrize("slug", ["ghosts-love-candy", "kingdoms-candy", "cover-your-kingdom"])
def test_the_decisive_moment_is_lasting_and_significant(slug: str) -> None:
    none = turned = 0
    for seed in range(8):
        session = played(slug, GAMES[slug].seats[0] + 1, seed)
        (moment,) = leaves(scene_of(session), Lines)
        last = session.score_timeline[-1].totals
        winner = session.view().winners[0]  # type: ignore[attr-defined]
        lead = last[winner] - max(n for seat, n in enumerate(last) if seat != winner)
        if "Little by little" in words(scene_of(session)):
            assert moment.words in table_message(SCREENS.posted(session), []).alt
            none += 1
            continue
        there = lasting(session, moment.words)
        assert any(kept > 0 and (2 * kept >= lead or 8 * kept >= last[winner]) for kept, _ in there), moment.words
        turned += any(before <= 0 for _, before in there)
    assert turned >= 4, "usually the moment when the winner took the lead for good"
    assert slug != "kingdoms-candy" or none, "small differences are not mentioned"
