"""The pictures of Kingdom's Candy: random games, the fullest tables, every card, every kind of name."""

from random import Random

import pytest

from bot.i18n.catalogue import translate_cards, using_language
from bot.i18n.translator import Translator
from bot.pictures import Scene, Shape, Sprite, Text
from bot.pictures.check import find_overflows
from bot.pictures.fonts import drawable, fit_text
from bot.pictures.palette import KINGDOM, USED
from bot.pictures.pieces import short_names
from cogs.kingdoms_candy import pictures, text as alt
from cogs.kingdoms_candy.picture_parts import does
from cogs.kingdoms_candy.text import forecast
from cogs.kingdoms_candy.ui import GAME_UI, WORDS
from engine import GAMES, machine
from engine.kingdoms_candy.cards import DECKS, KingdomCard
from engine.kingdoms_candy.events import first_player_card
from engine.kingdoms_candy.state import Kingdom
from engine.kingdoms_candy.view import KingdomView
from tests.engine.kingdoms_candy.laying import answers, table, villain
from tests.pictures import legible, light, looks, sound, sprites, words
from tests.screens import moments_of, tables_of

GAME = GAMES["kingdoms-candy"]
CARDS = DECKS["hob"]
NAMES = ["Ada", "Ben", "Константин", "Wwwwwwwwwwwwwwwwwwww", "山田太郎"]
DRAWN = [drawable(name, "D")[0] for name in NAMES]


def translator(names: list[str]) -> Translator:
    return GAME_UI.translator(names, escape=False)


def fills(scene: Scene) -> list[str]:
    return [leaf.fill for _, _, leaf in scene.leaves() if isinstance(leaf, Shape)]


def view_of(g: Kingdom, seat: int | None = None) -> KingdomView:
    view = GAME.view(g, seat)
    assert isinstance(view, KingdomView)
    return view


def scenes(g: Kingdom) -> list[Scene]:
    """Return the table, each player's hand and each player's close-up."""
    names = translator(NAMES[: g.players])

    def draw() -> list[Scene]:
        hands = [pictures.hand(view_of(g, seat), names) for seat in range(g.players)]
        close = [pictures.close_up(view_of(g), names, seat) for seat in range(g.players)]
        return [pictures.table(view_of(g), names), *hands, *close]

    assert find_overflows(draw) == []
    return draw()


def check(scene: Scene) -> None:
    """Check that the picture has no fault, and that all its text can be read on a phone."""
    sound(scene, pictures.SIZES, DRAWN)
    legible(scene, DRAWN)


def table_of(g: Kingdom) -> Scene:
    return pictures.table(view_of(g), translator(NAMES[: g.players]))


def wild(seed: int) -> Kingdom:
    """Return a state with up to twelve Monsters per player and random tucked and kept cards."""
    luck = Random(seed)
    names = {kind: [card.id for card in CARDS.values() if card.kind == kind] for kind in ("monster", "ability")}
    g: Kingdom = GAME.deal(2 + seed % 4, "wild")  # type: ignore[assignment]
    for own in g.villains:
        own.monsters = {name: [] for name in luck.sample(names["monster"], luck.randrange(13))}
        for name in luck.sample(names["ability"], luck.randrange(11)) if own.monsters else ():
            own.monsters[luck.choice(list(own.monsters))].append(name)
        own.kept = luck.sample(names["ability"], luck.randrange(11))
        own.used = luck.sample(names["ability"], 4)
        own.sugar, own.candies, own.black = luck.randrange(60), luck.randrange(40), luck.randrange(20)
    return g


@pytest.mark.parametrize("seats", GAME.seats)
def test_random_games_have_no_faults(seats: int) -> None:
    seen: set[str] = set()
    for g in moments_of(tables_of(GAME, seats, 11)):
        for scene in scenes(g):
            if scene.key not in seen:
                seen.add(scene.key)
                check(scene)
    assert len(seen) > 10


@pytest.mark.parametrize("seed", range(12))
def test_the_fullest_tables_have_no_faults(seed: int) -> None:
    g = wild(seed)
    for scene in scenes(g):
        check(scene)
    light(table_of(g), 140_000)


def test_german_pictures_can_be_read_on_a_phone() -> None:
    with using_language("de"):
        for seed in range(4, 8):
            for scene in scenes(wild(seed)):
                check(scene)
        for card in translate_cards(WORDS, CARDS).values():
            check(pictures.card(card, translator([])))


def test_the_legibility_check_rejects_small_or_cut_text() -> None:
    legible(Scene.of(300, KINGDOM, Text(40, 150, "Creepcaramel", "name", 400, size=33)))
    with pytest.raises(AssertionError):
        legible(Scene.of(300, KINGDOM, Text(40, 150, "Creepcaramel", "name", 400, size=32)))
    with pytest.raises(AssertionError):
        legible(Scene.of(300, KINGDOM, Text(40, 150, "Creepcar…", "name", 400, size=33)))


@pytest.mark.parametrize("seats", GAME.seats)
def test_alt_texts_fit_and_name_every_card_if_there_is_room(seats: int) -> None:
    for g in moments_of(tables_of(GAME, seats, 7)):
        told = alt.table_alt(view_of(g), translator(NAMES[:seats]))
        assert 200 < len(told) <= 1024 and "{" not in told
        if "Full text: More → Table as text." not in told:
            assert all(CARDS[name].name in told for own in g.villains for name in (*own.in_play(), *own.kept))
        for seat in range(seats):
            assert 30 < len(alt.hand_alt(view_of(g, seat), translator(NAMES[:seats]))) <= 1024
            assert 30 < len(alt.close_up_alt(view_of(g), translator(NAMES[:seats]), seat)) <= 1024
    for seed in range(8):
        g = wild(seed)
        told = alt.table_alt(view_of(g), translator(NAMES[: g.players]))
        assert len(told) <= 1024 and told.startswith(f"{NAMES[view_of(g).waiting[0]]}'s turn. Kingdom: ")


def test_the_alt_text_of_a_hand_has_the_income_in_candies() -> None:
    g = table(villain("uno", sugar=7, candies=3), villain("magmot"))
    view = view_of(g, 0)
    view.villains[0].income_candies = 1
    told = alt.hand_alt(view, translator(["Ada", "Ben"]))
    assert told.startswith("Your cards. 7 sugar, 3 Candies, Monsters eat 0, next income 2 sugar and 1 Candy. ")


def test_the_alt_text_describes_the_whole_table() -> None:
    g = table(
        villain("uno+pickpocket magmot", "sugar-rush", 7, 3),
        villain("mopsel", black=1),
        monsters="rockcandor mossmunch",
        events="clearance",
    )
    told = alt.table_alt(view_of(g), translator(["Ada", "Ben"]))
    assert told.startswith("Ada's turn. Kingdom: 123 sugar. Monsters for sale: Rockcandor, Red 4, 10 sugar, eats 4; ")
    assert "Black Candy: 0 of 4 so far, one may come this round. Each point of unfed hunger costs 1 Candy. Ada," in told
    assert "Ada, First Player: 7 sugar, 3 Candies, Monsters eat 3, next income 3 sugar, score now 10." in told
    assert "Monsters: Uno (eats 1) with Pickpocket tucked, Magmot (eats 2). Kept: Sugar Rush." in told
    assert "Ben: 0 sugar, 0 Candies, 1 black cube, Monsters eat 0, next income 2 sugar, score now 0. " in told
    sale = dict.fromkeys([*g.monsters.row, *g.abilities.row])
    assert told.endswith(" ".join(f"{CARDS[name].name}: {CARDS[name].short}." for name in sale))


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_picture_shows_the_kingdom_the_events_and_the_active_player(seats: int) -> None:
    for number, g in enumerate(tables_of(GAME, seats, 2)):
        if number % 8 or not g.asks:
            continue
        scene = table_of(g)
        drawn = sprites(scene)
        assert all(f"mon_{name}" in drawn for name in g.monsters.row)
        assert all(f"abi_{name}" in drawn for name in g.abilities.row)
        shown = [name for name in drawn if name.startswith("event_") and name != "event_first-player"]
        black = "event_black-candy"
        assert [n for n in shown if n != black] == [f"event_{n}" for n in g.events if f"event_{n}" != black]
        assert drawn.count("event_first-player") == 1 and "crown" not in drawn
        assert looks(scene).count("halo") == 1 and looks(scene).count("ring") == 1
        assert str(g.sugar) in words(scene)
        for villain_ in view_of(g).villains:
            assert str(villain_.total).replace("-", "−") in words(scene)


@pytest.mark.parametrize(
    ("events", "outlooks", "said"),
    [
        ("", ["perhaps"] * 12, "Black Candy may come"),
        ("black-candy", ["no", "no", *["perhaps"] * 9], "No Black Candy now"),
        ("clearance exlollipor", ["certain", *["perhaps"] * 9], "Black Candy due"),
        ("clearance black-candy exlollipor sugar-shower", [*["perhaps"] * 8], "Black Candy may come"),
    ],
)
def test_the_black_candy_forecast_uses_only_the_drawn_events(events: str, outlooks: list[str], said: str) -> None:
    g = table(villain("uno"), villain("mopsel"), events="clearance")
    drawn = events.split()
    view = view_of(g).model_copy(update={"events": drawn, "round": len(drawn) + 1})
    assert forecast(view) == [*drawn, *outlooks]
    shown = words(pictures.table(view, translator(NAMES[:2])))
    assert said in shown and "−1 per unfed hunger" in shown


def test_the_picture_says_black_candy_is_here_during_feeding() -> None:
    g = table(villain("uno magmot", sugar=1), villain("mopsel"), events="black-candy", at="event")
    assert "Black Candy is here" in words(table_of(g))


def test_players_who_have_fed_lack_no_sugar() -> None:
    g = table(villain("uno magmot"), villain("mopsel oni-baba"), events="black-candy", at="event")
    assert words(table_of(g)).count("−3") == 2
    answers(g, "keep/0-0-3")
    assert words(table_of(g)).count("−3") == 1, "only Ben lacks sugar"


@pytest.mark.parametrize("seats", GAME.seats)
def test_appetite_is_shown_on_cards_for_sale_and_monsters_in_play(seats: int) -> None:
    rivals = [villain("mopsel")] * (seats - 1)
    g = table(villain("uno magmot oni-baba sherberg glacimaw"), *rivals, monsters="rockcandor mossmunch scorchlet")
    assert sprites(table_of(g)).count("feed") == seats + 3 + 5 + len(rivals)  # totals, for sale, in play


def test_a_close_up_names_a_rivals_monsters_with_appetite_and_abilities() -> None:
    ben = villain("mopsel+sugar-rush+diet-plan magmot creepcaramel", "pickpocket", 7, 3)
    names = translator(["Ada", "Ben", "Cara"])
    view = view_of(table(villain("uno"), ben, villain("toffle")))
    scene = pictures.close_up(view, names, 1)
    shown = set(words(scene))
    assert {"Ben", "Mopsel", "Magmot", "Creepcaramel", "Sugar Rush", "Diet Plan", "Kept", "Pickpocket"} <= shown
    assert {"costs 1 less", "its Monster eats 2 less", "At Black Candy"} <= shown and "pick" not in looks(scene)
    told = alt.close_up_alt(view, names, 1)
    assert (
        told.startswith("Ben: 7 sugar, 3 Candies, Monsters eat 4, next income ")
        and "Creepcaramel (eats 2). Kept: " in told
    )
    assert "Magmot: Abilities you buy cost 1 less." in told


def test_cards_for_sale_show_the_active_players_price_and_timing() -> None:
    g = table(villain("uno", "bulk-buyer", 9), villain("mopsel"), monsters="mossmunch rockcandor glacimaw")
    price = view_of(g).villains[0].prices["mossmunch"]
    saved = CARDS["mossmunch"].cost - price
    assert saved > 0
    shown = words(table_of(g))
    assert str(price) in shown and f"−{saved}" in shown and WORDS[f"picture.when-{CARDS['mossmunch'].moment}"] in shown
    assert f"Mossmunch, Green 2, {price} sugar, eats 2" in alt.table_alt(view_of(g), translator(NAMES[:2]))
    assert looks(table_of(g)).count("pick") == sum(f"buy/{name}" in g.asks[0].options for name in g.monsters.row) + sum(
        any(option.startswith(f"buy/{name}/") for option in g.asks[0].options) for name in g.abilities.row
    )


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_first_player_card_is_drawn_above_the_ribbon(seats: int) -> None:
    g = table(*[villain("uno"), *[villain("mopsel")] * (seats - 1)])
    assert g.first == g.active == 0
    leaves = [leaf for _, _, leaf in table_of(g).leaves()]
    ribbon = next(place for place, leaf in enumerate(leaves) if isinstance(leaf, Shape) and leaf.look == "ribbon")
    sign = next(p for p, leaf in enumerate(leaves) if isinstance(leaf, Sprite) and leaf.name == "event_first-player")
    assert sign > ribbon


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_end_shows_totals_and_crowns(seats: int) -> None:
    *_, g = tables_of(GAME, seats, 4)
    result = GAME.result(g)
    assert result is not None
    drawn = table_of(g)
    assert sprites(drawn).count("crown") == len(result.winners) and "halo" not in looks(drawn)
    for score in result.scores:
        assert str(score.total).replace("-", "−") in words(drawn)
    assert len(result.winners) == 1
    assert words(drawn)[1].endswith(f"{short_names(NAMES)[result.winners[0]]} wins")


def test_a_long_name_leaves_room_for_the_action() -> None:
    g = table(villain("uno"), villain("mopsel"))
    g.push_steps(first_player_card)  # as at tables stored when the card was a question
    machine.run(GAME.rules, g)
    names = ["Bartholomew Jenkins", "Ben"]
    head = words(pictures.table(view_of(g), translator(names)))[1]
    assert fit_text(head, "D", 32, 760)[0].endswith(" · Bartholomew J… may discard")
    assert alt.table_alt(view_of(g), translator(names)).startswith("Bartholomew Jenkins may discard. ")


def test_three_winners_are_joined_as_a_list() -> None:
    *_, g = tables_of(GAME, 3, 4)
    shared = view_of(g).model_copy(update={"winners": [0, 1, 2]})
    assert alt.table_alt(shared, translator(["Ada", "Ben", "Cara"])).startswith("Ada, Ben and Cara share the win. ")


def test_surplus_monsters_are_shown_as_a_count() -> None:
    twelve = "uno magmot khulgrok scorchlet oni-baba oni-yami sherberg thorntooth cinnabrute grilljaw ploom gnarlin"
    for seats in GAME.seats:
        rivals = [villain("mopsel")] * (seats - 1)
        some = table(villain("uno+pickpocket magmot"), *rivals)
        assert {"Uno", "Magmot"} <= set(words(table_of(some))), "two have room for their names"
        for count in range(3, 13):
            mine = twelve.split()[:count]
            g = table(villain(" ".join(mine)), *[villain("")] * (seats - 1), monsters="glacimaw mossmunch verdimont")
            scene = table_of(g)
            check(scene)
            left = 3 + count - sum(name.startswith("mon_") for name in sprites(scene))
            assert (f"+{left}" in words(scene)) == (left > 0)


def test_every_kind_of_purchase_may_be_the_posters_decisive_moment() -> None:
    bought = {key for key in WORDS.names("log") if key.startswith("buys")}
    assert "buys-tucks-cheaper" in bought and bought <= {*pictures.KingdomPoster.decisive_events}


def test_the_hand_highlights_usable_and_dims_used_abilities() -> None:
    g = table(villain("uno+candy-alchemy+one-last-lick", "sugar-rush", 9), villain("mopsel"))
    scene = pictures.hand(view_of(g, 0), translator(NAMES[:2]))
    assert looks(scene).count("pick") == 2 and USED not in fills(scene)
    assert {"Uno", "Candy Alchemy", "One Last Lick", "Sugar Rush"} <= set(words(scene))
    answers(g, "use/candy-alchemy")
    scene = pictures.hand(view_of(g, 0), translator(NAMES[:2]))
    can_buy = pictures.buyable(view_of(g, 0))
    assert looks(scene).count("pick") == 1 + sum(name in can_buy for name in (*g.monsters.row, *g.abilities.row))
    assert fills(scene).count(USED) == 1 and "veil" not in looks(scene), "its words can still be read"
    said = alt.hand_alt(view_of(g, 0), translator(NAMES[:2]))
    assert "Usable now: One Last Lick. Already used: Candy Alchemy." in said
    answers(g, "use/one-last-lick")
    g.villains[0].used = []  # as in the next round
    said = alt.hand_alt(view_of(g, 0), translator(NAMES[:2]))
    assert "Usable now: Candy Alchemy. Already used: One Last Lick." in said, "the picture dims it, too"
    alone = view_of(table(villain(""), villain("")), 0)
    assert "You have no Monsters." in words(pictures.hand(alone, translator(NAMES[:2])))


def test_the_hand_shows_own_cards_next_to_the_shop() -> None:
    g = table(villain("uno", sugar=9), villain("mopsel"), monsters="magmot", abilities="diet-plan")
    names, renderer = translator(NAMES[:2]), GAME_UI.text_renderer
    shown = words(pictures.hand(view_of(g, 0), names))
    assert {"For sale", "Magmot", "Buying an Ability", "Diet Plan"} <= set(shown)
    assert "Monsters for sale: Magmot, Red 2, 4 sugar, eats 2; " in alt.hand_alt(view_of(g, 0), names)
    assert "for sale" not in "".join(pictures.rest(view_of(g, 0), names))
    assert "for sale" in renderer(view_of(g, 0), names).hand()
    assert "For sale" not in words(pictures.hand(view_of(g, 1), names)), "Ben isn't choosing now"
    assert "for sale" not in alt.hand_alt(view_of(g, 1), names)
    crowded = set()
    for seed in range(12):
        view = view_of(wild(seed), wild(seed).active)
        drawn = "For sale" in words(pictures.hand(view, translator(NAMES)))
        crowded.add(not drawn)
        assert drawn != ("for sale" in "".join(pictures.rest(view, translator(NAMES)))), (
            "if the picture has no room, the text lists the cards for sale"
        )
    assert crowded == {True, False}


def test_every_card_has_a_picture_of_its_own() -> None:
    keys = set()
    for card in CARDS.values():
        scene = pictures.card(card, translator([]))
        check(scene)
        assert "mon_unknown" not in sprites(scene)
        keys.add(scene.key)
        if card.kind in ("starter", "monster", "ability"):
            assert "{" not in does(card, translator([]))
    assert len(keys) == len(CARDS)
    said = {key for key in WORDS if key.startswith("picture.does-")}
    assert {f"picture.does-{card.verb}" for card in CARDS.values() if card.colour} == said - {"picture.does-halve-part"}


def test_custom_cards_are_drawn_with_symbols_and_a_stand_in_picture() -> None:
    deck = {card.id: card for card in CARDS.values()}
    magmot = KingdomCard(**{**deck["magmot"].model_dump(), "id": "grump", "name": "Grump, Devourer of Cakes"})
    trick = KingdomCard(**{**deck["im-inevitable"].model_dump(), "id": "trick", "effect": ("halve", 3)})
    assert "mon_unknown" in sprites(pictures.card(magmot, translator([])))
    assert "when_start" in sprites(pictures.card(trick, translator([])))
    assert does(trick, translator([])) == "opponents lose 1/3"
    assert does(CARDS["oni-baba"], translator([])) == "take 2 Candies"
