"""Looking things up: the log, the rules, one card."""

from collections.abc import Mapping
from typing import Any

import discord

from bot.app import App
from bot.errors import Refusal
from bot.features import Feature
from bot.i18n.fitting import cut
from bot.i18n.names import plainly
from bot.interactions.context import InteractionContext
from bot.interactions.dispatch import NOWHERE
from bot.screens.custom_id import ASIDE, Control
from bot.screens.game_ui import Face, Page
from bot.screens.layout import CHOICES
from bot.screens.message import Button, Choice, Menu, Message, Row
from bot.screens.picture import pictured
from bot.screens.rule_examples import NAMES, Example, moment
from bot.tables import lobby_options
from bot.tables.session import Live
from engine import actions
from engine.decks import Card

LINES = 15
ROOM = 1900
PAGE = 3900  # characters of a page of rulings
CARD = "card"  # before a card's id, where the rules show a card


class Lookup(Feature):
    def __init__(self, app: App) -> None:
        super().__init__(app)
        app.interactions.handle("log", self.log)
        app.interactions.handle("rules", self.rules)
        self.command(self.log_command, "log")

    async def log_command(self, interaction: discord.Interaction) -> None:
        await self.at_table(interaction, self.log)

    # ---- the log
    async def log(self, ctx: InteractionContext) -> None:
        """The last fifteen events as this person may read them; older, newer, or the whole as a file."""
        live, control = ctx.table, ctx.control
        if live.g is None:
            raise Refusal("frozen" if live.status == "frozen" else "not-started")
        seat = live.info.seat_of(ctx.interaction.user.id)
        path = control.path if control else ""
        if path == "file":
            name, whole = f"{live.game.slug}-{live.id}.txt", self.lines(live, seat, escape=False)
            await ctx.whisper(Message(content=live.game.title, file=(name, "\n".join(whole) + "\n")))
            return
        lines = self.lines(live, seat)
        end = int(path) if path.isdigit() else len(lines)
        end = max(min(end, len(lines)), min(LINES, len(lines)))
        start = max(0, end - LINES)
        key = "said.log-part" if end < len(lines) else "said.log" if lines else "said.log-empty"
        title = self.screens.text(live, key, n=end - start, first=start + 1, last=end, all=len(lines))
        shown = lines[start:end]
        if len("\n".join(shown)) > ROOM:
            shown = [cut(line, ROOM // LINES - 1) for line in shown]
        row = []
        if start > 0:
            row.append(self.button(live, "older", str(start)))
        if end < len(lines):
            row.append(self.button(live, "newer", str(end + LINES)))
        if len(lines) > LINES:
            row.append(self.button(live, "log-as-a-file", "file"))
        message = Message(content="\n".join([f"**{title}**", *shown]), rows=(tuple(row),) if row else ())
        if control is not None and control.place == ASIDE:
            await ctx.edit(message)
        else:
            await ctx.whisper(message)

    def button(self, live: Live, label: str, path: str) -> Button:
        return Button(self.screens.text(live, f"button.{label}"), str(Control(live.id, "log", path, place=ASIDE)))

    def lines(self, live: Live, seat: int | None, escape: bool = True) -> list[str]:
        words, lines = self.screens.words(live, escape=escape), []
        for told in live.told(seat):
            line = self.screens.retold(live, told, words)
            lines.append(line if told.event.to is None else words.say("said.only-you", told=line))
        return lines

    # ---- the rules
    async def rules(self, ctx: InteractionContext) -> None:
        live, control, values = ctx.live, ctx.pressed_control, ctx.values
        face = self.screens.face(live) if live else self.app.games.of_group(control.path)
        seat = live.info.seat_of(ctx.interaction.user.id) if live else None
        pictures = (await self.app.people.wishes(ctx.interaction.user.id)).pictures
        message = self.rules_message(face, live, seat, values[0] if values else control.path, pictures)
        await (ctx.edit(message, turned=True) if control.place == ASIDE else ctx.whisper(message))

    def rules_message(
        self, face: Face[Any], live: Live | None, seat: int | None, slug: str, pictures: bool = True
    ) -> Message:
        """A page of the rules in our words; without a page, what is asked now and what one may do about it."""
        pages = self.pages(face)
        cards = {f"{CARD}/{card.id}": card for card in self.laid(face, live)} if live is not None else {}
        page = next((page for page in pages if page.slug == slug), None)
        if live is not None and slug in cards:
            page = Page(slug, cards[slug].name, self.about(face, live, cards[slug]))
        playing = live is not None and live.playing
        if page is None and live is not None and playing:
            title, text = face.say("rules.now"), self.now_page(live, seat)
        elif page is None and live is not None and live.status == "lobby" and face.guide:
            title, text = (
                face.say("button.how-to-play"),
                "\n".join([face.blurb, "", *(f"• {line}" for line in face.guide)]),
            )
        else:
            page = page or pages[0]
            title, text = page.title, page.text
        session, path = (live.id, "") if live is not None else (NOWHERE, face.group)
        choices = tuple(Choice(p.title, p.slug, "", p is page) for p in pages[:CHOICES])
        rows: list[Row] = [
            Menu(face.say("rules.other-pages"), str(Control(session, "rules", path, place=ASIDE)), choices)
        ]
        if cards:
            laid = tuple(Choice(c.name, at, cut(c.text or c.short, 100), at == slug) for at, c in cards.items())
            rows.append(
                Menu(face.say("rules.read-a-card"), str(Control(session, "rules", CARD, place=ASIDE)), laid[:CHOICES])
            )
        if playing and page is not None:
            rows.append((Button(face.say("rules.back-to-now"), str(Control(session, "rules", "now", place=ASIDE))),))
        elif not playing:
            learn = str(Control(NOWHERE, "learn", face.group, place=ASIDE))
            rows.append((Button(face.say("button.learn"), learn, "primary"),))
        example = face.examples.get(page.slug) if page is not None and pictures else None
        return Message(
            title=face.say("rules.title", game=face.game.title, page=title),
            text=text[:4000],
            colour=face.colour,
            rows=tuple(rows),
            **(self.pictured(face, example) if example is not None else {}),
        )

    def pictured(self, face: Face[Any], example: Example) -> dict[str, Any]:
        """The picture below a page, and its words."""
        view = moment(face.game, example)
        voice, art = face.voice(NAMES[: example.players], view, escape=False), face.pictures
        draw, tell = (art.hand, art.hand_alt) if example.hand else (art.table, art.table_alt)
        return {**pictured(True, draw, tell, view, voice), "footer": face.say("rules.example")}

    def laid(self, face: Face[Any], live: Live) -> list[Card]:
        """The cards on the table that one may want to read."""
        if not live.playing:
            return []
        cards = face.cards(lobby_options.deck(face.game, live.info.options))
        laid = face.in_words(live.view(), self.screens.words(live))
        return [cards[card] for card in dict.fromkeys(laid.laid())]

    def pages(self, face: Face[Any]) -> list[Page]:
        """The face's own, one per rulebook chapter, then our rulings and where the cards come from."""
        pages = list(face.pages)
        pages += rulings(face)
        if face.game.cards() and all(page.slug != "cards" for page in pages):
            said = face.say("rules.cards-house" if face.game.house else "rules.cards-printed")
            pages.append(Page("cards", face.say("rules.cards"), said))
        return pages

    def now_page(self, live: Live, seat: int | None) -> str:
        """Which question is open, whom it waits for, what each option means, what is not possible and why."""
        face, words, view = self.screens.face(live), self.screens.words(live), live.view(seat)
        lines = [self.screens.now(live)]
        question = view.question_of(seat) if seat is not None else None
        if question is not None and question.options:
            lines += ["", self.screens.say(live, question, words), ""]
            heading, listing, labels = "", False, face.labels(view, words)
            for option in question.options[:20]:
                head, within = actions.parts(option, 2)
                above = words.catalogue.names("placeholder").get(head, "") if within else ""
                if above != heading:  # the same card may be played or discarded
                    lines.append(f"**{above}**" if above else "")
                    listing = False
                heading = above
                label = labels.label(question, option)
                if listing and not label.text:
                    lines[-1] += f" · **{label.label}**"
                else:
                    key = "rules.option-text" if label.text else "rules.option"
                    lines.append(words.say(key, option=label.label, text=label.text))
                listing = not label.text
            if len(question.options) > 20:
                lines.append(words.say("rules.more-options", n=len(question.options) - 20))
            wonders = labels.wonders(question) if seat is not None else ()
            reasons = [self.screens.reason(live, question.seat, path) for path in wonders]
            if reasons := [reason for reason in dict.fromkeys(reasons) if reason]:
                lines += ["", words.say("rules.not-possible"), *[f"• {reason}" for reason in reasons[:8]]]
        if seat is not None and (offers := view.offers.get(seat)):
            lines += ["", words.say("rules.you-may-also")]
            lines += [f"• {face.labels(view, words).label(question, offer).label}" for offer in offers[:10]]
        if face.guide:
            lines += ["", face.say("rules.in-short"), *[f"• {line}" for line in face.guide]]
        return "\n".join(lines)

    # ---- cards
    def deck(self, face: Face[Any], live: Live | None) -> str:
        return lobby_options.deck(face.game, live.info.options if live is not None else {})

    async def card(self, ctx: InteractionContext, face: Face[Any], live: Live | None, name: str) -> None:
        """Picture, numbers, our text of one card of the game."""
        deck = self.deck(face, live)
        cards = face.cards(deck)
        card = find(cards, name)
        if card is None:
            near = face.voice().listed([card.name for card in cards.values()])
            raise Refusal("unknown", kind=face.say("sort.card"), text=cut(name, 40), choices=near)
        wishes = await self.app.people.wishes(ctx.interaction.user.id)
        if deck != "hob":
            title = face.game.decks[deck].title if face.game.decks else ""
            footer = face.say("rules.own-deck", title=cut(title, 100))
        else:
            footer = face.say("rules.stand-in") if face.game.house else ""
        await ctx.whisper(
            Message(
                title=card.name,
                text=self.about(face, live, card),
                footer=footer,
                colour=face.colour,
                **pictured(
                    wishes.pictures,
                    face.pictures.card,
                    lambda card, voice: f"{card.name}: {face.about_card(card, voice)}",
                    card,
                    face.voice(),
                ),
            )
        )

    def about(self, face: Face[Any], live: Live | None, card: Card) -> str:
        """Its numbers and text, our rulings on it, and where it lies."""
        lines = [face.about_card(card, face.voice())]
        if self.deck(face, live) == "hob":
            lines += [f"• {ruling}" for ruling in face.rulings if card.name in ruling]
        if live is not None and live.playing and (places := self.whereabouts(face, live, card)):
            lines.append(face.say("rules.lies-now", places=places))
        return "\n".join(lines)

    def whereabouts(self, face: Face[Any], live: Live, card: Card) -> str:
        """Where the card lies in the open, in the words of the channel: nothing of anybody's hand."""
        view = live.view()
        return "; ".join(face.in_words(view, self.screens.words(live, view)).whereabouts(card.id))


def rulings(face: Face[Any]) -> list[Page]:
    """Our own readings of the rulebook; what is too long for one page goes on in another."""
    pages: list[str] = []
    for ruling in face.rulings:
        line = f"• {ruling}"
        if pages and len(pages[-1]) + len(line) < PAGE:
            pages[-1] += f"\n{line}"
        else:
            pages.append(line)
    return [
        Page(f"rulings-{n}", face.say("rules.rulings-on", n=n), page)
        if n > 1
        else Page("rulings", face.say("rules.rulings"), page)
        for n, page in enumerate(pages, 1)
    ]


def find(cards: Mapping[str, Card], name: str) -> Card | None:
    """By id, else by a name typed without care for case, accents, spaces and hyphens."""
    typed = plainly(name)
    return cards.get(name) or next((card for card in cards.values() if plainly(card.name) == typed), None)
