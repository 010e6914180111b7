"""A lobby and a rematch: seats, host, computers, options, start."""

from bot.tables import lobby, seats
from bot.tables.model import COMPUTERS, Seat, TableInfo
from engine import GAMES
from tests.bot.tables.tables import ADA, BEN, CARA, DORA, EVE, NAMES, at_play, refused

CHASER = GAMES["candy-chaser"]  # for two to four players
GHOSTS = GAMES["ghosts-love-candy"]  # for three to six players


def opened(*people: int, computers: int = 0) -> TableInfo:
    info = lobby.open_lobby(people[0], NAMES[people[0]], CHASER, ["hard"] * computers)
    for person in people[1:]:
        info = lobby.join(info, person, NAMES[person], CHASER)
    return info


def names(info: TableInfo) -> list[str]:
    return [seat.name for seat in info.seats]


def test_a_lobby_opens_with_its_host_and_as_many_computers_as_have_room() -> None:
    info = opened(ADA, computers=7)
    assert (info.host, names(info)) == (ADA, ["Ada", *COMPUTERS[:3]])


def test_players_join_in_order_until_the_lobby_is_full() -> None:
    info = opened(ADA, BEN, CARA)
    with refused("already-seated", info):
        lobby.join(info, BEN, "Ben", CHASER)
    info = lobby.join(info, DORA, "Dora", CHASER)
    assert names(info) == ["Ada", "Ben", "Cara", "Dora"]
    with refused("full", info):
        lobby.join(info, EVE, "Eve", CHASER)
    with refused("full", info):
        lobby.add_computer(info, ADA, CHASER, "easy")


def test_the_next_person_is_the_host_and_without_any_the_lobby_closes() -> None:
    info = lobby.leave(opened(ADA, BEN, computers=1), ADA)
    assert (info.host, info.host_moved, names(info), info.ended) == (BEN, True, ["Ember", "Ben"], "")
    assert lobby.leave(info, BEN).ended == "lobby-empty"
    with refused("not-seated", info):
        lobby.leave(info, CARA)


def test_host_only_actions_are_refused_to_others() -> None:
    info = opened(ADA, BEN)
    for act in (
        lambda: lobby.add_computer(info, BEN, CHASER, "easy"),
        lambda: lobby.remove(info, BEN, str(ADA)),
        lambda: lobby.choose_setting(info, BEN, CHASER, "pace", "days"),
        lambda: lobby.cancel(info, BEN, "Ben", moderator=False),
        lambda: lobby.prepare_start(info, BEN, CHASER, host_is_silent=False),
    ):
        with refused("only-host", info):
            act()
    assert lobby.cancel(info, BEN, "Ben", moderator=True).ended_by == "Ben"


def test_an_added_computer_takes_a_free_name() -> None:
    info = lobby.remove(opened(ADA, computers=2), ADA, "Ember")
    assert names(lobby.add_computer(info, ADA, CHASER, "easy")) == ["Ada", "Soot", "Ember"]


def test_the_host_can_remove_anyone_else() -> None:
    info = opened(ADA, BEN, computers=1)
    assert names(lobby.remove(info, ADA, str(BEN))) == ["Ada", "Ember"]
    assert names(lobby.remove(info, ADA, "Ember")) == ["Ada", "Ben"]
    for who in (str(ADA), "Nobody", ""):
        with refused("no-player", info):
            lobby.remove(info, ADA, who)


def test_the_host_chooses_settings() -> None:
    info = lobby.choose_setting(opened(ADA), ADA, CHASER, "pace", "days")
    info = lobby.choose_setting(info, ADA, CHASER, "pictures", "false")
    assert (info.settings.pace, info.settings.pictures) == ("days", False)
    for name, value in (("pace", "never"), ("pictures", "1"), ("deck", "hob"), ("", "")):
        with refused("bad-option", info):
            lobby.choose_setting(info, ADA, CHASER, name, value)


def test_the_game_starts_with_enough_players() -> None:
    with refused("too-few"):
        lobby.prepare_start(opened(ADA), ADA, CHASER, host_is_silent=False)
    info = opened(ADA, BEN)
    assert lobby.prepare_start(info, ADA, CHASER, host_is_silent=False).seats == info.seats


def test_a_seated_person_starts_for_a_silent_host() -> None:
    info = opened(ADA, BEN)
    assert lobby.prepare_start(info, BEN, CHASER, host_is_silent=True).seats == info.seats
    with refused("only-host", info):
        lobby.prepare_start(info, CARA, CHASER, host_is_silent=True)


def test_an_unstarted_lobby_closes() -> None:
    assert lobby.expire(opened(ADA)).ended == "lobby-expired"


def test_a_rematch_keeps_options_and_computers_and_invites_the_others() -> None:
    before = at_play(ADA, BEN, CARA, computers=2)
    before.options = {"pace": "days", "deck": "hob", "gone": 1}
    before = seats.leave_seat(before, CARA, 9, 0.0)
    info = lobby.rematch(before, BEN, "Ben", GHOSTS, {ADA, BEN, CARA})
    assert (info.host, info.seats[0], info.invited) == (BEN, Seat(person=BEN, name="Ben"), [ADA])
    assert len(info.seats) == 3 and info.options == {"pace": "days", "deck": "hob"}
    # players with notifications off aren't invited
    assert lobby.rematch(before, BEN, "Ben", GHOSTS, {BEN}).invited == []
    with refused("again-players", before):
        lobby.rematch(before, DORA, "Dora", GHOSTS, set())


def test_a_win_for_a_seat_that_its_person_has_left_counts_for_no_one() -> None:
    before = seats.leave_seat(at_play(ADA, BEN, CARA, wins={str(BEN): 2}), CARA, 9, 0.0)
    assert lobby.rematch(before, ADA, "Ada", GHOSTS, set(), winners=[0, 2]).wins == {str(BEN): 2, str(ADA): 1}
