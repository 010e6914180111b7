"""The sentences that all games share."""

from cogs.words.catalogue import Catalogue, Plural, Template

# What happened at the table beside the game (notes of the session); templates of the log.
NOTES: dict[str, Template] = {
    "hob-computer-on": "{p} lets a computer play on",
    "hob-computer-voted": "The table lets a computer play for {p}",
    "hob-back": "{p} takes the seat back",
    "hob-left": "{p} leaves; a computer plays on",
    "hob-joined": "{p} takes the seat of {q:text}",
    "hob-returned": "{p} comes back",
}

# Why a table is over without a winner, or a lobby closed.
ENDED: dict[str, Template] = {
    "lobby-expired": "The lobby closed: nobody started it for a day.",
    "lobby-empty": "The lobby closed: everybody left.",
    "lobby-cancelled": "{by:text} cancelled this table.",
    "ended-by": "{by:text} ended the game.",
    "ended-by-vote": "The table ended the game.",
}

REFUSALS: dict[str, Template] = {
    "stale": "That choice is over. {now}",
    "stranger": "That is {p}'s choice. You are welcome to watch; the next table has room for you.",
    "not-yours": "That is {p}'s choice. {now}",
    "not-now": "{not_now} {now}",
    "other-game": "{game} is not played in this channel; {other} is.",
    "no-table": "No {game} is played here. Set a table with `{new}`.",
    "elsewhere": "Your table of {game} is in {channel}.",
    "channel-taken": "{other} is played here. A thread can have a table of its own.",
    "many-tables": "You sit at {n} tables of {game}. Use the buttons above, or type in the channel.",
    "unknown": "I do not know a {kind} called “{text:text}”. You can choose: {choices:text}.",
    "several": "More than one choice is called “{text:text}”: {choices:text}.",
    "missing": "You have not said which {kind}. You can choose: {choices:text}.",
    "not-an-option": "That is not possible now. You can choose: {choices}.",
    "over": "This game is over.",
    "forged": "These buttons belong to no table of mine.",
    "no-session": "These buttons belong to no table of mine.",
    "not-offered": "The game of this table is not offered just now. The table is kept as it is.",
    "no-game": "No game is played here. `/hob help` says how to set a table.",
    "many-games": "You sit at {n} tables. Use the buttons above, or type in the channel.",
    "not-started": "The game has not started yet.",
    "already-started": "The game is under way.",
    "frozen": "This table is frozen: Hob met a fault ({code}) and stopped before anything was lost. "
    "Whoever runs this Hob has been told.",
    "not-kept": "I am sorry: your move could not be kept, so nothing has changed. Please press again in a moment.",
    "fault": "I am sorry: something went wrong on my side. Nothing is lost; please press again.",
    "away": "A computer plays for you. Take your seat back?",
    "not-seated": "You do not sit at this table.",
    "no-seat": "You have no seat here; only players have a hand.",
    "no-seat-open": "You have no seat here; *{button}* shows players what is theirs.",
    "players-only": "Only the players of this table can do that.",
    "again-players": "Only those who played can do that. Set a table of your own with `{new}`.",
    "already-seated": "You already sit at this table.",
    "full": "All {n} seats are taken. Set another table in a thread with `{new}`.",
    "too-few": Plural("{game} needs {least} players; {n} sits here.", "{game} needs {least} players; {n} sit here."),
    "only-host": "Only the host, {host}, can do that.",
    "only-host-options": "Only {host} changes options. Now: {options}.",
    "seen-cards": "You have seen {q}'s cards; you may only sit there.",
    "seen-taken": "You have seen {q}'s cards; you may only sit there, and that seat is taken.",
    "seat-taken": "That seat is not free. You can choose: {free}.",
    "no-vacant": "All seats are taken. The next table has room for you.",
    "no-rights": "I cannot set a table here: I need {rights} in this channel.",
    "cannot-post": "I may no longer post here: I need {rights} in this channel.",
    "lost-rights": "Your move is kept. I may no longer post here ({rights}); the table shows it as soon as I may.",
    "table-here": "The table is right here: {link}",
    "nudge-early": "It is too early to nudge; this table waits {wait:span} first.",
    "nudged-lately": "This table was nudged within the last hour.",
    "nudge-nobody": "Whom the table waits for hears no rings.",
    "vote-early": "It is too early for a vote; this table waits {wait:span} first.",
    "not-awaited": "The table does not wait for {p}.",
    "own-seat": "That is your own seat.",
    "no-vote": "There is nothing to vote on any more.",
    "bad-option": "That option does not exist any more.",
    "no-player": "That player does not sit here any more.",
}

SAID: dict[str, Template] = {
    "seated": "You sit at seat {letter}. Your cards will come by direct message.",
    "seated-plain": "You sit at seat {letter}.",
    "in-channel": "Your cards stay in the channel, behind *My hand*; only you see them.",
    "fine": "Fine. A message comes when the game starts.",
    "left": "You left the table. While your seat is free, `{join}` brings you back.",
    "ask-leave": "Leave the game? A computer plays on in your seat.",
    "ask-end": "End {game} for everybody? Nobody wins.",
    "ended": "The game has ended.",
    "lobby-closed": "The lobby is closed.",
    "set": "The table is set.",
    "left-lobby": "You left the table.",
    "ready": "Ready to start.",
    "players-missing": Plural("Needs {n} more player.", "Needs {n} more players."),
    "voted": "Your vote counts.",
    "vote-won": "Your vote decides it.",
    "vote-over": "The vote is over; the game goes on.",
    "computer-on": "A computer plays for you now. Any press offers you your seat back.",
    "back": "Your seat is yours again.",
    "never-away": "You play your seat yourself.",
    "nudged": Plural("{p} has been nudged.", "{p} have been nudged.", "p"),
    "brought-down": "The table stands at the bottom again.",
    "back-to-game": "The game goes on.",
    "paused": "Paused: no person sits here. `{join}` or take your seat back.",
    "host-now": "{host} is the host now.",
    "outvoted": "{mentions}: the table lets a computer play for you. Any press offers you your seat back.",
    "trying": "I try again: your cards should come by message in a moment.",
    "hands-on-their-way": "Hands are on their way; *My hand* already works.",
    "quiet-panel": "Nothing to decide here; the table shows whose turn it is.",
    "in-secret": "Choose in your message from Hob, or with *{button}*.",
    "panel-over": "The game is over: {winner}.",
    "notice": "{mentions}: your cards did not reach you by message. They are behind *{button}*; only you see them.",
    "end-vote": Plural(
        "{p} would like to end the game ({n} of {m} agrees).", "{p} would like to end the game ({n} of {m} agree)."
    ),
    "computer-vote": Plural(
        "Let a computer play for {p}? ({n} of {m} agrees)", "Let a computer play for {p}? ({n} of {m} agree)"
    ),
    "rematch": "Same table again? {mentions}, press Join.",
    "shuffle-open": "The seed is shown when the game ends. Its seal is `{seal}`.",
    "shuffle-shown": "Seed `{seed}`\nSeal `{seal}`\nThe seal is the SHA-256 of `hob:` and the seed, published before "
    "the first card was dealt. Repeat it:\n`python -c \"import hashlib; print(hashlib.sha256(b'hob:{seed}')"
    '.hexdigest())"`\nWith this seed, Hob deals the same cards and dice again: `hob replay {session}`.',
    "me": "Your settings, for all tables of mine.\n• Cards: {cards}\n• Pictures: {pictures}\n• Rings: {rings}",
    "tables": "You sit at:\n{rows}",
    "more-tables": "• and {n} more",
    "no-tables": "You sit at no table of mine.",
    "log": Plural("{game} · the last event", "{game} · the last {n} events"),
    "log-part": "{game} · events {first} to {last} of {all}",
    "log-empty": "Nothing has happened yet.",
    "wins": "{p} wins {game}",
    "share": "{p} share the win",
    "wins-with": "{p} wins {game} with {total} points",
    "total": "Total {n}",
    "chose": "You chose {what}. You may change it until everybody has chosen.",
}

AT_THE_END = "At the end"  # the name of what is told below the scores


def place(guild: int | None, channel: int) -> str:
    """Where a table stands; Discord names no channel of direct messages."""
    return f"<#{channel}>" if guild is not None else "your messages with Hob"


CARDS = {"message": "by direct message", "channel": "in the channel, behind *My hand*"}  # where they come
PICTURES = {True: "on", False: "off, words only"}
RINGS = {True: "on", False: "off"}

RIGHTS = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "send_messages_in_threads": "Send Messages in Threads",
    "embed_links": "Embed Links",
    "attach_files": "Attach Files",
}

EXAMPLE = "The picture shows an example game."
CARDS_HOUSE = (
    "The rulebook does not print its cards. Those of the deck “Hob's own” are stand-ins: names, numbers and effects of "
    "our own, made for its rules. Whoever runs this Hob and owns the game can add its cards as a deck file; then they "
    "are a choice in Options."
)
CARDS_PRINTED = (
    "The cards follow the rulebook, with their texts in our own words. Whoever runs this Hob can add further decks as "
    "files; then they are a choice in Options."
)

HELP = (
    "Hob hosts tabletop games in this channel, each by its real rules: {games}.\n"
    "Set a table with one of these, then everybody presses **Join** and the host presses **Start**:\n{commands}\n"
    "Hands come by direct message, or behind *My hand*. Everything has a button; the commands are for those who like "
    "them. `/hob me` holds your settings, `/hob tables` lists where you sit.\n"
    "-# Hob is an unofficial fan work and belongs to none of the games' publishers."
)

COMMON = Catalogue(
    "common",
    {
        "note": NOTES,
        "ended": ENDED,
        "refused": REFUSALS,
        "said": {
            **SAID,
            "farewell": "{mentions} {headline}.",
        },
        "right": RIGHTS,
        "join": {
            "yes": "yes",
            "no": "no",
            "nothing": "nothing",
            "counted": "{n} {name}",
            "and": "{most} and {last}",
            "list": "{labels:,}",
            "and-more": "{labels:,} and more",
            "nothing-now": "nothing just now",
            "somebody": "Somebody",
        },
        "number": {"minus": "minus {n}", "plus": "plus {n}"},
        "time": {
            "minutes": Plural("{n} minute", "{n} minutes"),
            "hours": Plural("{n} hour", "{n} hours"),
        },
        "message": {
            "more": "More: Table in words.",
            "where": "{game} in {place}",
            "in-messages": "your messages with Hob",
            "over": "{headline}.",
            "all": "{sentence} {marks}",
            "has-chosen": "✓ {p}",
            "chooses": "… {p}",
            "players": "Players",
            "number": "Table {session}",
            "number-stand-in": "Table {session} · our own stand-in cards, see Rules",
            "sealed": "Shuffle sealed {seal} · Table {session}",
            "sealed-and-shown": "Seed “{seed}” · seal {seal} · Table {session}",
            "at-the-end": "At the end",
        },
        "seat": {
            "name": "{letter} {p}",
            "computer": "computer",
            "free": "seat is free",
            "away": "computer plays",
            "chosen": "has chosen",
            "chooses": "is to choose",
            "plays": "is to play",
        },
        "place": {"alone": "{place}. {p}", "with-total": "{place}. {p} {total}"},
        "command": {
            "group": "Play {game} in this channel",
        },
        "option": {
            "yes": "on",
            "no": "off",
            "shown": "{title}: {value}",
            "deck": "Cards",
            "deck.help": "Hob's own cards, or a deck of whoever runs this Hob.",
            "pictures": "Pictures",
            "pictures.help": "The table as a picture, or in words only.",
            "pace": "Pace",
            "pace.help": "Over days waits longer before anybody may nudge, or vote to let a computer play.",
            "pace.live": "live",
            "pace.days": "over days",
        },
        "lobby": {
            "title": "{game} · a new table",
            "players": "**Players** ({here} of {least}–{most}): {players}",
            "seat": "{letter}{p}",
            "seat-computer": "{letter}{p}, computer",
            "seat-host": "{letter}{p}, host",
            "nobody": "nobody yet",
            "options": "**Options**: {options}",
            "guide": "**Your first game?**",
        },
        "button": {
            "hand": "My hand",
            "rules": "Rules",
            "log": "Log",
            "more": "More",
            "table": "Table",
            "join": "Join",
            "leave": "Leave",
            "add-a-computer": "Add a computer",
            "start": "Start",
            "options": "Options",
            "cancel": "Cancel",
            "play-again": "Play again",
            "check-the-shuffle": "Check the shuffle",
            "take-my-seat-back": "Take my seat back",
            "try-messages-again": "Try messages again",
            "agree": "Agree",
            "play-on": "Play on",
            "wait": "Wait",
            "back": "Back",
            "choose": "Choose…",
            "more-choices": "More…",
            "free-actions": "Free actions…",
            "lettered": "{letter}: {label}",
        },
    },
)
