"""A table before its game and after it: who sits down, what is chosen, when it starts, and Play again."""

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any

from bot.errors import Refusal
from bot.tables import lobby_options
from bot.tables.model import COMPUTERS, Seat, TableInfo
from engine.ai import Level
from engine.game import Game


def opened(
    person: int, name: str, game: Game[Any], computers: Sequence[Level] = (), chosen: Mapping[str, Any] | None = None
) -> TableInfo:
    """With its host, the options that tables begin with there, and as many of the computers as have room."""
    made = TableInfo(host=person, seats=[Seat(person=person, name=name)], options=dict(chosen or {}))
    return _filled(made, game, computers)


def again(
    info: TableInfo, person: int, name: str, game: Game[Any], hearing: Container[int], winners: Iterable[int] = ()
) -> TableInfo:
    """The lobby of a rematch: the same options and computers; the others are invited, and seated by their own press.

    `hearing` are the persons who want to hear rings; `winners` the seats that won the game before.  Raises Refusal.
    """
    if info.seat_of(person) is None:
        raise Refusal("again-players")
    kept = lobby_options.kept(game, info.options)
    made = TableInfo(host=person, seats=[Seat(person=person, name=name)], options=kept)
    won = Counter(info.wins)
    won.update(sitter(info.seats[seat]) for seat in winners)
    made.server, made.wins = info.server, dict(won)
    made.series, made.language = info.series, info.language
    made.invited = [other for other in info.persons() if other != person and other in hearing]
    return _filled(made, game, [seat.level for seat in info.seats if seat.person is None and not seat.vacant])


def called(night: str, people: Sequence[int], hearing: Container[int], chosen: Mapping[str, Any]) -> TableInfo:
    """The lobby of a table night: who signed up is invited, and whoever sits down first is the host."""
    made = TableInfo(host=people[0] if people else 0, options=dict(chosen), night=night, series=night)
    made.invited = [person for person in people if person in hearing]
    return made


def join(info: TableInfo, person: int, name: str, game: Game[Any]) -> TableInfo:
    """Raises Refusal."""
    if info.seat_of(person) is not None:
        raise Refusal("already-seated")
    _with_room(info, game)
    info = info.draft()
    if not info.persons():
        info.host = person
    info.seats.append(Seat(person=person, name=name))
    return info


def leave(info: TableInfo, person: int) -> TableInfo:
    """The next person is the host; without any the lobby closes, save that of a table night.  Raises Refusal."""
    seat = info.seat_of(person)
    if seat is None:
        raise Refusal("not-seated")
    info = info.draft()
    info.seats.pop(seat)
    persons = info.persons()
    if not persons and not info.night:
        info.ended = "lobby-empty"
    elif persons and info.host == person:
        info.host, info.host_moved = persons[0], True
    if not persons:  # whoever sits down next is the host
        info.host_moved = False
    return info


def add_computer(info: TableInfo, person: int, game: Game[Any], level: Level) -> TableInfo:
    """Raises Refusal."""
    _host_only(info, person)
    _with_room(info, game)
    return _filled(info, game, [level])


def remove(info: TableInfo, person: int, who: str) -> TableInfo:
    """The host takes somebody's seat away, who is called as `sitter` calls them.  Raises Refusal."""
    _host_only(info, person)
    left = [seat for seat in info.seats if sitter(seat) != who or seat.person == info.host]
    if len(left) == len(info.seats):
        raise Refusal("no-player")
    info = info.draft()
    info.seats = left
    return info


def sitter(seat: Seat) -> str:
    """Who sits there, wherever the seat moves when others leave."""
    return seat.name if seat.person is None else str(seat.person)


def choose(info: TableInfo, person: int, game: Game[Any], name: str, picked: str) -> TableInfo:
    """The host sets an option.  Raises Refusal."""
    _host_only(info, person)
    changed = lobby_options.choose(game, info.options, name, picked)
    info = info.draft()
    info.options = changed
    return info


def cancel(info: TableInfo, person: int, name: str, moderator: bool) -> TableInfo:
    """Raises Refusal."""
    if not moderator:
        _host_only(info, person)
    info = info.draft()
    info.ended, info.ended_by, info.ender = "lobby-cancelled", name, person
    return info


def expired(info: TableInfo) -> TableInfo:
    info = info.draft()
    info.ended = "lobby-expired"
    return info


def started(info: TableInfo, person: int, game: Game[Any], host_is_silent: bool) -> TableInfo:
    """By the host, or, if they have been silent for long, by anybody who sits there.  Raises Refusal."""
    if not (host_is_silent and info.seat_of(person) is not None):
        _host_only(info, person)
    if not info.persons():
        raise Refusal("not-seated")
    if len(info.seats) < game.seats[0]:
        raise Refusal("too-few")
    # A random first player is drawn by the rules; seats keep the order of joining.
    return info.draft()


def _host_only(info: TableInfo, person: int) -> None:
    if info.host != person:
        raise Refusal("only-host")


def _with_room(info: TableInfo, game: Game[Any]) -> None:
    if len(info.seats) >= game.seats[-1]:
        raise Refusal("full")


def _filled(info: TableInfo, game: Game[Any], computers: Sequence[Level]) -> TableInfo:
    """With these computers more, as far as there is room."""
    info = info.draft()
    for level in computers[: game.seats[-1] - len(info.seats)]:
        taken = {seat.name for seat in info.seats if seat.person is None}
        info.seats.append(Seat(name=next(name for name in COMPUTERS if name not in taken), level=level))
    return info
