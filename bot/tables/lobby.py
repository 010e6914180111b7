"""The lobby before a game, and the rematch after it: seats, settings, start."""

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any

from bot.errors import UserError
from bot.tables import lobby_options
from bot.tables.model import COMPUTERS, Seat, TableInfo
from engine.ai import Level
from engine.game import Game


def open_lobby(
    person: int,
    name: str,
    game: Game[Any],
    computers: Sequence[Level] = (),
    chosen_options: Mapping[str, Any] | None = None,
) -> TableInfo:
    """Open a lobby with its host, the given settings, and as many of the computers as fit."""
    info = TableInfo(host=person, seats=[Seat(person=person, name=name)], options=dict(chosen_options or {}))
    return _add_computers(info, game, computers)


def rematch(
    info: TableInfo, person: int, name: str, game: Game[Any], notifiable: Container[int], winners: Iterable[int] = ()
) -> TableInfo:
    """Open the lobby of a rematch with the same settings and computers.

    The other players are invited, and join by pressing. `notifiable` are persons with notifications on; `winners` are
    the seats that won the previous game; a win for a seat that its person has left is no one's. Raises UserError.
    """
    if info.seat_of(person) is None:
        raise UserError("again-players")
    settings = lobby_options.rematch_settings(game, info.options)
    new = TableInfo(host=person, seats=[Seat(person=person, name=name)], options=settings)
    won = Counter(info.wins)
    won.update(occupant_key(info.seats[seat]) for seat in winners if not info.seats[seat].vacant)
    new.server, new.wins = info.server, dict(won)
    new.series, new.language = info.series, info.language
    new.invited = [other for other in info.persons() if other != person and other in notifiable]
    return _add_computers(new, game, [seat.level for seat in info.seats if seat.person is None and not seat.vacant])


def open_night_lobby(
    night: str, people: Sequence[int], notifiable: Container[int], chosen_options: Mapping[str, Any]
) -> TableInfo:
    """Open the lobby of a game night and invite those who signed up. The first to join becomes the host."""
    info = TableInfo(host=people[0] if people else 0, options=dict(chosen_options), night=night, series=night)
    info.invited = [person for person in people if person in notifiable]
    return info


def join(info: TableInfo, person: int, name: str, game: Game[Any]) -> TableInfo:
    """Seat a person in the lobby. Raises UserError."""
    if info.seat_of(person) is not None:
        raise UserError("already-seated")
    _require_room(info, game)
    info = info.copy_for_edit()
    if not info.persons():
        info.host = person
    info.seats.append(Seat(person=person, name=name))
    return info


def leave(info: TableInfo, person: int) -> TableInfo:
    """Take a person out; the next becomes the host. An empty lobby closes, except a night's. Raises UserError."""
    seat = info.seat_of(person)
    if seat is None:
        raise UserError("not-seated")
    info = info.copy_for_edit()
    info.seats.pop(seat)
    persons = info.persons()
    if not persons and not info.night:
        info.ended = "lobby-empty"
    elif persons and info.host == person:
        info.host, info.host_moved = persons[0], True
    if not persons:  # the next person to join becomes the host
        info.host_moved = False
    return info


def add_computer(info: TableInfo, person: int, game: Game[Any], level: Level) -> TableInfo:
    """Add a computer, for the host. Raises UserError."""
    require_host(info, person)
    _require_room(info, game)
    return _add_computers(info, game, [level])


def remove(info: TableInfo, person: int, who: str) -> TableInfo:
    """Remove the occupant with the key `who` (see `occupant_key`), for the host. Raises UserError."""
    require_host(info, person)
    left = [seat for seat in info.seats if occupant_key(seat) != who or seat.person == info.host]
    if len(left) == len(info.seats):
        raise UserError("no-player")
    info = info.copy_for_edit()
    info.seats = left
    return info


def occupant_key(seat: Seat) -> str:
    """Return a key of the occupant that stays valid when seats shift."""
    return seat.name if seat.person is None else str(seat.person)


def choose_setting(info: TableInfo, person: int, game: Game[Any], name: str, picked: str) -> TableInfo:
    """Set an option, for the host. Raises UserError."""
    require_host(info, person)
    changed = lobby_options.choose_setting(game, info.options, name, picked)
    info = info.copy_for_edit()
    info.options = changed
    return info


def cancel(info: TableInfo, person: int, name: str, moderator: bool) -> TableInfo:
    """Cancel the lobby, for the host or a moderator. Raises UserError."""
    if not moderator:
        require_host(info, person)
    info = info.copy_for_edit()
    info.ended, info.ended_by, info.ender = "lobby-cancelled", name, person
    return info


def expire(info: TableInfo) -> TableInfo:
    info = info.copy_for_edit()
    info.ended = "lobby-expired"
    return info


def prepare_start(info: TableInfo, person: int, game: Game[Any], host_is_silent: bool) -> TableInfo:
    """Return a copy of the table to start with.

    Raises UserError if no person or too few players are seated, or if the person isn't the host; while the host is
    silent, any seated person may start.
    """
    if not (host_is_silent and info.seat_of(person) is not None):
        require_host(info, person)
    if not info.persons():
        raise UserError("not-seated")
    if len(info.seats) < game.seats[0]:
        raise UserError("too-few")
    # The rules draw a random first player; seats stay in joining order.
    return info.copy_for_edit()


def require_host(info: TableInfo, person: int, refusal: str = "only-host", **fields: str) -> None:
    """Raise UserError unless the person is the host; a game night's table has none if they were erased."""
    if info.host != person:
        raise UserError(refusal, **fields) if info.host else UserError("not-seated")


def _require_room(info: TableInfo, game: Game[Any]) -> None:
    if len(info.seats) >= game.seats[-1]:
        raise UserError("full")


def _add_computers(info: TableInfo, game: Game[Any], computers: Sequence[Level]) -> TableInfo:
    """Add these computers as far as there is room."""
    info = info.copy_for_edit()
    for level in computers[: game.seats[-1] - len(info.seats)]:
        names = {seat.name for seat in info.seats if seat.person is None}
        info.seats.append(Seat(name=next(name for name in COMPUTERS if name not in names), level=level))
    return info
