"""Play and undo: a press becomes a seat's answer, and the result is shown where the button was."""

from collections import Counter
from contextlib import suppress
from dataclasses import replace

from bot.app import App
from bot.errors import Repeated, Stale, UserError
from bot.features import Feature
from bot.interactions.context import InteractionContext
from bot.screens.custom_id import ASIDE, PANEL, Control
from bot.screens.layout import MORE, Layout
from bot.screens.message import Button, Message, Row
from bot.screens.panel import immediate_news
from bot.screens.table_screen import TableScreen
from bot.tables import seats
from bot.tables.session import TableSession
from bot.tables.undo import UndoNeedsRequest, UndoNotFree, UndoService
from engine import actions
from engine.machine import Event


class Play(Feature):
    def __init__(self, app: App) -> None:
        super().__init__(app)
        app.interactions.handle("answer", self.answer)
        app.interactions.handle("pick", self.pick)
        app.interactions.handle("confirm", lambda ctx: self.submit(ctx, self.authorise(ctx), ctx.control.path))
        app.interactions.handle("narrow", self.show_narrowed)
        app.interactions.handle("hand", self.hand)
        app.interactions.handle("order", self.order)

    # ---- answers
    def authorise(self, ctx: InteractionContext) -> int:
        """Return the presser's seat, if the control is theirs and the game is running. Raises UserError."""
        owner = ctx.control.seat or 0
        if owner >= len(ctx.session.info.seats):
            raise UserError("forged")
        if ctx.session.status == "over":
            raise UserError("over")
        if ctx.seat is None:
            raise UserError("stranger", seat=owner)
        if ctx.seat != owner:
            raise UserError("not-yours", seat=owner)
        ctx.session.require_game()
        return ctx.seat

    async def answer(self, ctx: InteractionContext) -> None:
        """Submit the option that was pressed or picked in a select, unless it must be confirmed first."""
        session, seat = ctx.session, self.authorise(ctx)
        option = ctx.picked or ctx.control.path
        at_once = session.info.seats[seat].away or session.info.script
        if at_once or not await self.confirm(ctx, seat, ctx.control, option):
            await self.submit(ctx, seat, option)

    async def pick(self, ctx: InteractionContext) -> None:
        """Submit the option that combines what was picked in a select of several."""
        session, seat, path = ctx.session, self.authorise(ctx), ctx.control.path
        picked = Counter(value.split("#")[0] for value in ctx.values)
        matching = (
            option
            for option in session.view(seat).options_of(seat)
            if actions.parent(option) == path and Counter(actions.split_names(actions.last_part(option))) == picked
        )
        together = actions.join_names(sorted(picked.elements()))
        named = f"{path}/{together}" if path else together  # an empty pick is not the path alone
        await self.submit(ctx, seat, next(matching, named))

    async def submit(self, ctx: InteractionContext, seat: int, option: str) -> None:
        """Give the seat's answer, and show its result. A repeated press only shows it again. Raises UserError."""
        control = ctx.control
        try:
            events = await self.sessions.answer(ctx.session, seat, option, control.question, ctx.person, control.taken)
        except Repeated:
            events = []
        await self.show(ctx, seat, events)

    async def show(self, ctx: InteractionContext, seat: int, events: list[Event]) -> None:
        """Show an answer's result on the table itself, or in the panel that was pressed."""
        session = ctx.session
        if ctx.place == PANEL:
            await ctx.show_panel(seat, ctx.describe_events(events), edit=True)
        elif ctx.place == ASIDE:
            news = ctx.describe_events(events, True) or self.screens.of(session).status_line()
            await ctx.ephemeral_note(news, edit=True)
            await self.app.delivery.ephemeral.note_shown(session, seat, ctx.pressed_ephemeral)
        elif not await ctx.show_table(session):
            await ctx.show_panel(seat, ctx.describe_events(events))
        elif not session.info.script and (
            sentences := [*ctx.visibility_warning(), *immediate_news(self.screens.of(session), events)]
        ):
            await ctx.send_ephemeral(Message(content="\n".join(sentences)))

    async def confirm(self, ctx: InteractionContext, seat: int, control: Control, option: str) -> bool:
        """Ask for a confirmation if the answer needs one, in the same place or aside; return True if it was asked."""
        session = ctx.session
        if not self.screens.ui(session).labels.may_confirm(option):
            return False
        screen = self.screens.of(session, seat)
        view = screen.view
        question = view.question_of(seat)
        options = question.options or [] if question is not None and question.number == control.question else []
        offered = [*options, *view.offers.get(seat, [])]
        confirmation = screen.labels.confirm(question, option)
        if confirmation is None or option not in offered:
            return False
        sentence, label = confirmation
        place = PANEL if control.place == PANEL else ASIDE
        yes = Control(session.id, "confirm", option, control.question, seat, place, control.taken)
        back = Control(session.id, "narrow", "", control.question, seat, place)
        rows = ((Button(label, str(yes), "danger"), Button(self.screens.text(session, "button.back"), str(back))),)
        if place == PANEL:
            panel, mark = await self.app.delivery.panels.panel(session, seat, ctx.person)
            where = panel.content.split("\n")[0]
            message = replace(panel, content=f"{where}\n**{sentence}**", rows=rows)
            if ctx.is_private:
                await ctx.edit(message)
            else:
                self.app.delivery.ephemeral.panel_shown(session, seat, mark, await ctx.send_ephemeral(message))
        else:
            await self.ask_aside(ctx, sentence, rows)
        return True

    async def ask_aside(self, ctx: InteractionContext, prompt: str, rows: tuple[Row, ...]) -> None:
        """Ask for the rest of a choice in an ephemeral message.

        A pick in a select of the table first redraws the table. Otherwise the select would keep showing the entry, and
        Discord would ignore the same pick after *Back*.
        """
        if ctx.values and ctx.place != ASIDE:
            await ctx.show_table(ctx.session)
        await ctx.ephemeral_note(prompt, rows, edit=ctx.place == ASIDE)

    async def show_narrowed(self, ctx: InteractionContext) -> None:
        """Show the remaining choices after a part was picked, in the panel or in an ephemeral message.

        A pick that leaves no choice is the answer.
        """
        session, control, picked = ctx.session, ctx.control, ctx.picked
        seat = self.authorise(ctx)
        if session.info.seats[seat].away:
            raise UserError("away")
        screen = self.screens.of(session, seat)
        view = screen.view
        question = view.question_of(seat)
        path = picked or control.path
        if picked and session.info.last.get(seat) == (control.question, path):  # the same press again
            await self.submit(ctx, seat, path)
            return
        if question is not None and question.number != control.question:
            raise Stale("stale")
        if not path and control.place == PANEL:
            await ctx.show_panel(seat, edit=True)
            return
        place = PANEL if control.place == PANEL else ASIDE
        layout = screen.plain.layout(seat, place)
        if picked and layout.is_whole(path):
            await self.answer(ctx)
            return
        if not path:
            rows = layout.rows() if question else layout.offers(view.offers.get(seat, []))
        else:
            rows = layout.rows_after(path)
        if not rows:
            raise Stale("stale")
        if place == PANEL:
            panel, _ = await self.app.delivery.panels.panel(session, seat, ctx.person)
            await ctx.edit(replace(panel, rows=rows))
        else:
            prompt = self.narrowing_prompt(screen, layout, path)
            await self.ask_aside(ctx, prompt, rows)

    def narrowing_prompt(self, screen: TableScreen, layout: Layout, path: str) -> str:
        """Return what the choices are about: what was picked before, or else the question."""
        question = layout.question
        if actions.last_part(path).startswith(MORE):  # a page number
            path = actions.parent(path)
        if path:
            return f"**{layout.label(path).label.rstrip('…')}**"
        if question:
            return screen.plain.question_text(question)
        return screen.status_line()

    async def order(self, ctx: InteractionContext) -> None:
        """Give or withdraw a standing order, in the seat's own panel.

        An order that is given at a question answers it at once.
        """
        session, control = ctx.session, ctx.control
        seat = self.authorise(ctx)
        picked = ctx.picked or control.path
        async with session.lock:
            session.require_game()
            await self.sessions.change(session, seats.set_order(session.info, ctx.person, session.game, picked))
        if control.question and (choice := session.order_choice(seat)) is not None:
            with suppress(Stale):
                await self.sessions.answer(session, seat, choice, control.question, ctx.person)
        key = "said.order-withdrawn" if picked == seats.NO_ORDER else "said.order-given"
        await ctx.show_panel(seat, self.screens.text(session, key), edit=True)

    async def hand(self, ctx: InteractionContext) -> None:
        """*My hand*: show the seat's private panel."""
        session = ctx.session
        if ctx.seat is None:
            await self.show_how_to_follow(ctx)
            return
        session.require_game()
        await ctx.show_panel(ctx.seat)

    async def show_how_to_follow(self, ctx: InteractionContext) -> None:
        """Tell a person without a seat how to follow the game. Raises UserError if no game is being played."""
        session, screen = ctx.session, self.screens.of(ctx.session)
        say, secret = screen.tr, screen.ui.seats_have_hands
        key = "no-seat" if secret else "no-seat-open"
        if not session.playing:
            raise UserError(key)
        lines = [
            self.screens.text(session, f"refused.{key}"),
            say("said.follow", log=screen.log_path(), watch=say("button.watch-again")),
        ]
        rows: tuple[Row, ...] = ()
        if seats.free_seats(session.info, ctx.person, secret):
            sit = say("button.take-a-free-seat")
            lines.append(say("said.follow-and-join", sit=sit))
            rows = ((screen.button("take-a-free-seat", "more", "sit", "success"),),)
        await ctx.send_ephemeral(Message(content="\n".join(lines), rows=rows))


class UndoControls(Feature):
    """Undo of one's last answer: freely, or with the others' consent."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.undo = UndoService(app.sessions)
        app.interactions.handle("back", self.press)
        self.command("take-back", lambda ctx: self.undo_answer(ctx), "hob", self.here)

    async def press(self, ctx: InteractionContext) -> None:
        await self.undo_answer(ctx, asking=ctx.control.path == "ask", edit=ctx.place == PANEL)

    async def undo_answer(self, ctx: InteractionContext, asking: bool = False, edit: bool = False) -> None:
        """Undo at once if that is free; otherwise say what it takes, or, if `asking`, ask the others."""
        session = ctx.session
        try:
            done = await self.undo.undo(session, ctx.person, asking)
        except UndoNeedsRequest as refusal:
            await self.offer_request(ctx, refusal)
            return
        except UndoNotFree as refusal:
            raise UserError("back-not-free", because=self.objection_text(session, refusal)) from None
        seat = session.info.seat_of(ctx.person)
        sentence = self.screens.text(session, "said.back-done" if done else "said.back-asked")
        if done and session.playing and seat is not None:
            await ctx.show_panel(seat, sentence, edit=edit)
        else:
            await ctx.ephemeral_note(sentence)

    def objection_text(self, session: TableSession, refusal: UndoNotFree) -> str:
        """Return what prevents a free undo, as a sentence."""
        against, who = refusal.fields["against"], refusal.fields["who"]
        key = "shown-all" if against == "shown" and who is None else against
        return self.screens.of(session).tr(f"said.back-{key}", who=who)

    async def offer_request(self, ctx: InteractionContext, refusal: UndoNotFree) -> None:
        """Say what an undo takes: the others' consent, or, among computers, that the game no longer counts."""
        screen, because = self.screens.of(ctx.session), self.objection_text(ctx.session, refusal)
        label = "ask-to-take-back" if refusal.key == "back-ask" else "take-back"
        row = (screen.button(label, "back", "ask", "primary", ASIDE),)
        await ctx.ephemeral_note(screen.text(f"said.{refusal.key}", because=because), (row,))

    async def vote(self, ctx: InteractionContext, agree: bool, question: str) -> None:
        done = await self.undo.vote(ctx.session, ctx.person, agree, question)
        key = "said.back-done" if done else "said.voted" if ctx.session.info.vote is not None else "said.back-off"
        await ctx.ephemeral_note(self.screens.text(ctx.session, key))
