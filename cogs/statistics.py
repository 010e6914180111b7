"""What Hob remembers of games that have ended, told: a person's statistics, and a server's board."""

from bot.delivery.message import Message
from bot.ratings import PROVISIONAL
from bot.remembered import Played, Rated, Remembered
from bot.tables.refusals import Refusal
from cogs.answers import Answers
from cogs.reply import Reply
from cogs.ui.face import Face
from cogs.words.common import COMMON
from cogs.words.people import plainly
from cogs.words.voice import Voice

SAY = Voice(COMMON).say
LAST = 10  # games whose places are told


class Statistics:
    def __init__(self, answers: Answers) -> None:
        self.answers, self.remembered = answers, Remembered(answers.sessions.store)

    def face(self, typed: str) -> Face:
        """The game that is called so, by its title or its commands.  Raises Refusal."""
        for face in self.answers.faces.values():
            if plainly(typed) in (plainly(face.game.title), plainly(face.group), plainly(face.game.slug)):
                return face
        titles = ", ".join(face.game.title for face in self.answers.faces.values())
        raise Refusal("unknown", kind="game", text=typed[:40], choices=titles)

    async def stats(self, reply: Reply, person: int, guild: int | None, typed: str = "") -> None:
        """What somebody has played: oneself everywhere; others, if they want to be shown, in this server."""
        own = person == reply.person
        if not own and guild is None:
            raise Refusal("stats-server")
        if not own and (await self.answers.people.wishes(person)).hidden:
            raise Refusal("stats-hidden")
        wanted = [self.face(typed).game.slug] if typed else self.answers.faces
        played = [one for one in await self.remembered.of(person, None if own else guild) if one.game in wanted]
        if not played:
            raise Refusal("stats-none-own" if own else "stats-none")
        lines = [SAY("stats.title", mention=f"<@{person}>"), *map(self.line, played)]
        if len(played) > 1 and played[0].played > played[1].played:
            lines.append(SAY("stats.favourite", game=self.answers.faces[played[0].game].game.title))
        if not await self.remembered.rates(guild):
            lines.append(SAY("stats.unrated"))
        if own:
            lines.append(SAY("stats.yours"))
        await reply.whisper(Message(text="\n".join(lines)))

    def line(self, one: Played) -> str:
        line = SAY(
            "stats.game",
            game=self.answers.faces[one.game].game.title,
            played=one.played,
            won=one.won,
            last=one.places[:LAST],
            best=one.best if one.best is not None else SAY("join.nothing"),
            longest=one.longest,
        )
        if one.rating is None:
            return line
        key = "stats.provisional" if one.rating.provisional else "stats.rating"
        return f"{line} {SAY(key, n=one.rating.points, doubt=one.rating.doubt)}"

    async def board(self, reply: Reply, guild: int | None, typed: str) -> None:
        """The server's best, by rating; computers stand among them with their level."""
        if guild is None:
            raise Refusal("board-server")
        face = self.face(typed)
        best = await self.remembered.board(guild, face.game.slug)
        if not best:
            raise Refusal("board-none", game=face.game.title)
        lines = [SAY("board.title", game=face.game.title)]
        lines += [self.place(place, one) for place, one in enumerate(best, 1)]
        await reply.whisper(Message(text="\n".join([*lines, SAY("board.how", n=PROVISIONAL)])))

    def place(self, place: int, one: Rated) -> str:
        level = SAY(f"command.choice.{one.computer}") if one.computer else ""
        name = SAY("board.computer", level=level) if one.computer else f"<@{one.person}>"
        key = "board.provisional" if one.provisional else "board.line"
        return SAY(key, place=place, name=name, n=one.points, games=one.games)
