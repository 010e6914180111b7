"""The table message before the game: its cover, who sits here, what is missing."""

from typing import Any

from bot.i18n.translator import Voice
from bot.pictures import Scene, covers
from bot.screens.base import Telling
from bot.screens.custom_id import Control
from bot.screens.game_ui import Face
from bot.screens.lobby_options import options_text
from bot.screens.message import Choice, Field, Menu, Message, Row
from bot.screens.picture import Pictured, pictured
from bot.tables import lobby_options
from bot.tables.model import LETTERS, Seat
from bot.tables.session import Live
from engine.ai import LEVELS

TOGETHER = "\N{NO-BREAK SPACE}"


class Lobbies(Telling):
    def lobby(self, live: Live) -> Message:
        """The cover has everybody's name on a chair, and below it they are listed small; without one, in full."""
        face, info, game, words = self.face(live), live.info, live.game, self.words(live)
        if live.status == "closed":
            said = words.say(f"ended.{info.ended or 'lobby-expired'}", by=info.ended_by)
            return Message(title=game.title, text=said, colour=face.colour)
        invited = [person for person in info.invited if info.seat_of(person) is None]
        mentions = " ".join(f"<@{person}>" for person in invited)
        drawn = self.cover(live, face)
        shown = drawn["picture"] is not None
        return Message(
            content=words.say("night.called" if info.night else "said.rematch", mentions=mentions) if invited else "",
            mentions=tuple(invited),
            title=words.say("lobby.title", game=game.title),
            text=face.blurb if shown else "\n".join(filter(None, [face.blurb, self.facts(face)])),
            below="\n".join(self.standing(live, words, shown)),
            fields=() if shown else (Field(self.how_many(live, words), self.seated(live, words)),),
            colour=face.colour,
            footer=words.say(f"message.number{self.stand_in(live)}", session=live.id),
            rows=self.lobby_rows(live),
            **drawn,
        )

    def lobby_rows(self, live: Live) -> tuple[Row, ...]:
        """Loud is what comes next: to join while players are missing, then to start."""
        closing = (
            self.button(live, "how-to-play", "rules"),
            self.button(live, "leave", "lobby", "leave"),
            self.button(live, "cancel", "lobby", "cancel", "danger"),
        )
        if not live.info.policy.arranged:
            return (closing,)
        enough, full = len(live.info.seats) >= live.game.seats[0], len(live.info.seats) >= live.game.seats[-1]
        join = self.button(live, "join", "lobby", "join", "secondary" if enough else "success")
        start = self.button(live, "start", "lobby", "start", "success" if enough else "secondary")
        leading = (start, self.button(live, "options", "lobby", "options"))
        alone = live.guild is None  # in somebody's messages nobody else can join
        return (
            leading if full or alone else (join, *leading),
            self.add_a_computer(live),
            closing,
        )

    def standing(self, live: Live, words: Voice, shown: bool) -> list[str]:
        """What is missing, and what the cover does not say, or too small: who has which part, what is not as usual."""
        info, missing = live.info, live.game.seats[0] - len(live.info.seats)
        ready = "said.ready" if info.policy.arranged else "refused.daily-undealt"
        lines = [words.say("said.players-missing" if missing > 0 else ready, n=missing)]
        if info.host_moved:
            lines.append(words.say("said.host-now", host=f"s{info.seat_of(info.host)}"))
        if evening := self.evening(live):
            lines.append(evening)
        if shown:
            lines.append(f"-# {self.seated(live, words)}")
        if chosen := options_text(self.face(live), info, unusual=True):
            lines.append(f"-# {words.say('lobby.options', options=chosen)}")
        return lines

    # ---- the cover
    def cover(self, live: Live, face: Face[Any]) -> Pictured:
        plain = self.words(live, escape=False)
        wanted = live.info.pictures and face.cover is not None
        return pictured(wanted, self.cover_of, self.cover_alt, live, face, plain)

    def cover_of(self, live: Live, face: Face[Any], plain: Voice) -> Scene:
        assert face.cover is not None
        lines = [face.say("game.cover-above"), face.say("game.cover-below")]
        if "game.cover-also" in face.words:
            lines.append(face.say("game.cover-also"))
        return covers.cover(face.cover, lines, self.facts(face), plain.names, live.game.seats[-1])

    def cover_alt(self, live: Live, face: Face[Any], plain: Voice) -> str:
        least, most = live.game.seats[0], live.game.seats[-1]
        here, seated = len(live.info.seats), self.seated(live, plain)
        return plain.say("lobby.cover", game=live.game.title, here=here, least=least, most=most, players=seated)

    # ---- who sits here
    def how_many(self, live: Live, words: Voice) -> str:
        least, most = live.game.seats[0], live.game.seats[-1]
        return words.say("lobby.players", here=len(live.info.seats), least=least, most=most)

    def seated(self, live: Live, words: Voice) -> str:
        """Who sits where, and who of them is the host or a computer."""

        def role(seat: Seat) -> str:
            return "-computer" if seat.person is None else "-host" if seat.person == live.info.host else ""

        def one(number: int, seat: Seat) -> str:
            letter, level = f"{LETTERS[number]}{TOGETHER}", words.say(f"level.{seat.level}")
            return words.say(f"lobby.seat{role(seat)}", letter=letter, p=f"s{number}", level=level)

        told = [one(number, seat) for number, seat in enumerate(live.info.seats)]
        return " · ".join(told) or words.say("lobby.nobody")

    def facts(self, face: Face[Any]) -> str:
        """For how many it is, and how long it takes, where the game says so."""
        least, most = face.game.seats[0], face.game.seats[-1]
        return face.say("game.facts", least=least, most=most) if "game.facts" in face.words else ""

    def add_a_computer(self, live: Live) -> Menu:
        """A select of levels; its id is new with each seat, so that the same level can be picked again."""
        say = self.words(live).say
        choices = tuple(Choice(say(f"level.{level}.title"), level, say(f"level.{level}.help")) for level in LEVELS)
        id = str(Control(live.id, "lobby", f"computer/{len(live.info.seats)}"))
        return Menu(say("lobby.add-a-computer"), id, choices)

    def stand_in(self, live: Live) -> str:
        deck = lobby_options.deck(live.game, live.info.options)
        return "-stand-in" if live.game.cards(deck) and live.game.house and deck == "hob" else ""
