"""Look-ups: the log, the rules, one card."""

from collections.abc import Mapping
from typing import Any

from bot.app import App
from bot.errors import UserError
from bot.features import Feature
from bot.i18n.fitting import capitalize, cut, normalize
from bot.i18n.translator import Translator
from bot.interactions.context import InteractionContext
from bot.screens.custom_id import ASIDE, NOWHERE, Control
from bot.screens.game_ui import NAMES, Example, GameUI, Page, example_view
from bot.screens.layout import MAX_CHOICES, Labels
from bot.screens.lobby import stand_in
from bot.screens.message import Button, Choice, Menu, Message, Row, picture_fields
from bot.screens.news import fold_repeats
from bot.screens.table_screen import TableScreen
from bot.tables import lobby_options
from bot.tables.session import TableSession
from engine import actions
from engine.decks import Card
from engine.game import Question

LOG_LINES = 15
MAX_OPTIONS = 20  # listed on the page "Now"
MAX_LOG_TEXT = 1900
MAX_PAGE_TEXT = 3900  # characters of a page of rulings
CARD = "card"  # prefix of a card's id as a page of the rules


class RulesLookup(Feature):
    def __init__(self, app: App) -> None:
        super().__init__(app)
        app.interactions.handle("log", self.log)
        app.interactions.handle("rules", self.rules, table="optional")
        self.command("log", self.log, "hob", self.here)

    # ---- the log
    async def log(self, ctx: InteractionContext) -> None:
        """Send the last fifteen events that this person may read; or older, newer, or all of them as a file."""
        session = ctx.session
        if session.g is None:
            raise UserError("frozen" if session.status == "frozen" else "not-started")
        seat = session.info.seat_of(ctx.person)
        path = ctx.control_or_none.path if ctx.control_or_none is not None else ""
        if path == "file":
            name, whole = f"{session.game.slug}-{session.id}.txt", self.lines(session, seat, escape=False)
            await ctx.send_ephemeral(Message(content=session.game.title, file=(name, "\n".join(whole) + "\n")))
            return
        lines = self.lines(session, seat)
        end = int(path) if path.isdigit() else len(lines)
        end = max(min(end, len(lines)), min(LOG_LINES, len(lines)))
        start = max(0, end - LOG_LINES)
        key = "said.log-part" if end < len(lines) else "said.log" if lines else "said.log-empty"
        title = self.screens.text(session, key, n=end - start, first=start + 1, last=end, all=len(lines))
        screen = self.screens.of(session)
        on_page = fold_repeats(lines[start:end], screen.translator)
        if len("\n".join(on_page)) > MAX_LOG_TEXT:
            on_page = [cut(line, MAX_LOG_TEXT // LOG_LINES - 1) for line in on_page]
        row = []
        if start > 0:
            row.append(screen.button("older", "log", str(start), place=ASIDE))
        if end < len(lines):
            row.append(screen.button("newer", "log", str(end + LOG_LINES), place=ASIDE))
        if len(lines) > LOG_LINES:
            row.append(screen.button("log-as-a-file", "log", "file", place=ASIDE))
        message = Message(content="\n".join([f"**{title}**", *on_page]), rows=(tuple(row),) if row else ())
        if ctx.place == ASIDE:
            await ctx.edit(message)
        else:
            await self.app.delivery.ephemeral.reading_shown(session, seat, await ctx.send_ephemeral(message))

    def lines(self, session: TableSession, seat: int | None, escape: bool = True) -> list[str]:
        screen, lines = self.screens.of(session) if escape else self.screens.of(session).plain, []
        for entry in session.log_entries(seat):
            line = screen.sentence(entry.event, entry.names)
            lines.append(line if entry.event.to is None else screen.tr("said.only-you", told=line))
        return lines

    # ---- the rules
    async def rules(self, ctx: InteractionContext) -> None:
        session, control = ctx.session_or_none, ctx.control
        ui = self.screens.ui(session) if session else self.app.games.of_group(control.path)
        seat = session.info.seat_of(ctx.person) if session else None
        pictures = (await self.app.people.settings(ctx.person)).pictures
        message = self.rules_message(ui, session, seat, ctx.picked or control.path, pictures)
        if control.place == ASIDE:
            await ctx.edit(message, drop_old=True)
            return
        sent = await ctx.send_ephemeral(message)
        if session is not None:
            await self.app.delivery.ephemeral.reading_shown(session, seat, sent)

    def rules_message(
        self, ui: GameUI[Any], session: TableSession | None, seat: int | None, slug: str, pictures: bool = True
    ) -> Message:
        """Return a page of the rules in our words.

        Without a known page, return what is relevant now: the open question and its options in a game, how to play in
        a lobby, else the first page.
        """
        pages = self.pages(ui)
        cards = {f"{CARD}/{card.id}": card for card in self.cards_on_table(ui, session)} if session is not None else {}
        page = next((page for page in pages if page.slug == slug), None)
        if session is not None and slug in cards:
            page = Page(slug, cards[slug].name, self.about(ui, session, cards[slug]))
        playing = session is not None and session.playing
        if page is None and session is not None and playing:
            title, text = ui.tr("rules.now"), self.now_page(session, seat)
        elif page is None and session is not None and session.status == "lobby" and ui.guide:
            title = ui.tr("button.how-to-play")
            lines = [ui.blurb, "", *(f"• {line}" for line in ui.guide)]
            if stand_in(self.screens.of(session)):  # the lobby refers to this page for them
                lines.append(ui.tr("rules.stand-in-cards", page=next(p.title for p in pages if p.slug == "cards")))
            text = "\n".join(lines)
        else:
            page = page or pages[0]
            title, text = page.title, page.text
            if session is not None and playing and seat is not None:
                missing, about = self.screens.of(session, seat).missing_action()
                text = f"{missing}\n\n{text}" if about == page.slug else text
        session_id, path = (session.id, "") if session is not None else (NOWHERE, ui.group)
        choices = tuple(Choice(p.title, p.slug, "", p is page) for p in pages[:MAX_CHOICES])
        rows: list[Row] = [
            Menu(ui.tr("rules.other-pages"), str(Control(session_id, "rules", path, place=ASIDE)), choices)
        ]
        if cards:
            laid = tuple(Choice(c.name, at, cut(c.text or c.short, 100), at == slug) for at, c in cards.items())
            control = str(Control(session_id, "rules", CARD, place=ASIDE))
            rows.append(Menu(ui.tr("rules.read-a-card"), control, laid[:MAX_CHOICES]))
        if playing and page is not None:
            rows.append((Button(ui.tr("rules.back-to-now"), str(Control(session_id, "rules", "now", place=ASIDE))),))
        elif not playing:
            rows.append((Button(ui.tr("button.learn"), Control.aside("learn", ui.group), "primary"),))
        example = ui.examples.get(page.slug) if page is not None and pictures else None
        return Message(
            title=ui.tr("rules.title", game=ui.game.title, page=title),
            text=text[:4000],
            colour=ui.colour,
            rows=tuple(rows),
            **(self.example_picture(ui, example) if example is not None else {}),
        )

    def example_picture(self, ui: GameUI[Any], example: Example) -> dict[str, Any]:
        """Return the picture below a page, and its description."""
        view = example_view(ui.game, example)
        translator, art = ui.translator(NAMES[: example.players], view, escape=False), ui.pictures
        draw, tell = (art.hand, art.hand_alt) if example.hand else (art.table, art.table_alt)
        return {**picture_fields(True, draw, tell, view, translator), "footer": ui.tr("rules.example")}

    def cards_on_table(self, ui: GameUI[Any], session: TableSession) -> list[Card]:
        """Return the cards on the table that a player may want to read."""
        if not session.playing:
            return []
        cards = ui.cards(lobby_options.deck_name(ui.game, session.info.options))
        laid = self.screens.of(session).texts
        return [cards[card] for card in dict.fromkeys(laid.cards_on_table())]

    def pages(self, ui: GameUI[Any]) -> list[Page]:
        """Return the game's own pages, one per rulebook chapter, then our rulings and the origin of the cards."""
        pages = [*ui.pages, *rulings(ui)]
        if ui.game.cards() and all(page.slug != "cards" for page in pages):
            text = ui.tr("rules.cards-house" if ui.game.house else "rules.cards-printed")
            pages.append(Page("cards", ui.tr("rules.cards"), text))
        return pages

    def now_page(self, session: TableSession, seat: int | None) -> str:
        """Describe the open question, the seats it waits for, each option, and what is not possible and why."""
        screen = self.screens.of(session, seat)
        view, labels = screen.view, screen.labels
        question = view.question_of(seat)
        asked = question is not None and bool(question.options)
        alone = asked and [*view.waiting, *view.chosen] == [seat]  # the question says the same as the table's line
        lines = [] if alone else [screen.status_line()]
        if question is not None and question.options:
            lines += [*[""] * (not alone), screen.question_text(question), ""]
            lines += option_lines(question, labels, screen.translator)
            if reasons := self.reasons(screen, question):
                lines += ["", screen.tr("rules.not-possible"), *reasons[:8]]
        if seat is not None and (offers := view.offers.get(seat)):
            lines += ["", screen.tr("rules.you-may-also")]
            lines += [f"• {labels.label(question, offer).label}" for offer in offers[:10]]
        if screen.ui.guide:
            lines += ["", screen.ui.tr("rules.in-short"), *[f"• {line}" for line in screen.ui.guide]]
        return "\n".join(lines)

    def reasons(self, screen: TableScreen, question: Question) -> list[str]:
        """Return why actions aren't possible, as lines; those that a player expects most come first, and are named."""
        labels = screen.labels
        actions_of: dict[str, list[str]] = {}
        for action, _, options, _ in labels.expected(question):
            if reason := next(filter(None, map(screen.reason, options)), ""):
                actions_of.setdefault(reason, []).extend([] if action in reason else [action])
        wonders = [screen.reason(path) for path in labels.unavailable_candidates(question)]
        return [
            screen.tr("rules.option-text", option=capitalize(", ".join(actions_of[reason])), text=reason)
            if actions_of.get(reason)
            else f"• {reason}"
            for reason in sorted(dict.fromkeys(wonders), key=lambda reason: not actions_of.get(reason))
            if reason
        ]

    # ---- cards
    def deck(self, ui: GameUI[Any], session: TableSession | None) -> str:
        return lobby_options.deck_name(ui.game, session.info.options if session is not None else {})

    async def card(self, ctx: InteractionContext, ui: GameUI[Any], session: TableSession | None, name: str) -> None:
        """Send picture, numbers and our text of one card of the game."""
        deck = self.deck(ui, session)
        cards = ui.cards(deck)
        card = find_card(cards, name)
        if card is None:
            near = ui.translator().join_labels([card.name for card in cards.values()])
            raise UserError("unknown", kind=ui.tr("sort.card"), text=cut(name, 40), choices=near)
        settings = await self.app.people.settings(ctx.person)
        if deck != "hob":
            title = ui.game.decks[deck].title if ui.game.decks else ""
            footer = ui.tr("rules.own-deck", title=cut(title, 100))
        else:
            footer = ui.tr("rules.stand-in") if ui.game.house else ""
        await ctx.send_ephemeral(
            Message(
                title=card.name,
                text=self.about(ui, session, card),
                footer=footer,
                colour=ui.colour,
                **picture_fields(
                    settings.pictures,
                    ui.pictures.card,
                    lambda card, translator: f"{card.name}: {ui.about_card(card, translator)}",
                    card,
                    ui.translator(),
                ),
            )
        )

    def about(self, ui: GameUI[Any], session: TableSession | None, card: Card) -> str:
        """Return a card's numbers and text, our rulings on it, and where it is."""
        lines = [ui.about_card(card, ui.translator())]
        if self.deck(ui, session) == "hob":
            lines += [f"• {ruling}" for ruling in ui.rulings if card.name in ruling]
        if session is not None and session.playing:
            places = self.screens.of(session).texts.whereabouts(card.id)  # in the channel's view: no hands
            lines += [ui.tr("rules.lies-now", places="; ".join(places))] if places else []
        return "\n".join(lines)


def option_lines(question: Question, labels: Labels[Any], translator: Translator) -> list[str]:
    """Return a question's options, each below its select's placeholder; those that need no explanation share a line."""
    options, placeholders = question.options or [], translator.catalogue.names("placeholder")
    lines: list[str] = []
    heading, explained, shares_line = "", set[tuple[str, str]](), False
    for option in options[:MAX_OPTIONS]:
        first, others = actions.parts(option, 2)
        above = placeholders.get(first, "") if others else ""
        if above != heading:  # tells equal labels apart: a card to play, the same card to discard
            heading, shares_line = above, False
            lines.append(f"**{above}**" if above else "")
        label, text = labels.label(question, option)[:2]
        if text and (label, text) not in explained:  # the same card may be under two headings
            explained.add((label, text))
            lines.append(translator.tr("rules.option-text", option=label, text=text))
            shares_line = False
        elif shares_line:
            lines[-1] += f" · **{label}**"
        else:
            lines.append(translator.tr("rules.option", option=label))
            shares_line = True
    if len(options) > MAX_OPTIONS:
        lines.append(translator.tr("rules.more-options", n=len(options) - MAX_OPTIONS))
    return lines


def rulings(ui: GameUI[Any]) -> list[Page]:
    """Return our readings of the rulebook, split into pages."""
    pages: list[str] = []
    for ruling in ui.rulings:
        line = f"• {ruling}"
        if pages and len(pages[-1]) + len(line) < MAX_PAGE_TEXT:
            pages[-1] += f"\n{line}"
        else:
            pages.append(line)
    return [
        Page(f"rulings-{n}", ui.tr("rules.rulings-on", n=n), page)
        if n > 1
        else Page("rulings", ui.tr("rules.rulings"), page)
        for n, page in enumerate(pages, 1)
    ]


def find_card(cards: Mapping[str, Card], name: str) -> Card | None:
    """Find a card by id, else by name, ignoring case, accents, spaces and hyphens."""
    typed = normalize(name)
    return cards.get(name) or next((card for card in cards.values() if normalize(card.name) == typed), None)
