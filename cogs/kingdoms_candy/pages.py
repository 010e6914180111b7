"""The rules of Kingdom's Candy: Monsters in our own words, a page per chapter, and Hob's own cards."""

from bot.i18n.card_texts import told
from bot.i18n.translator import Voice
from bot.screens.game_ui import Page
from cogs.kingdoms_candy.text import printed
from engine.decks import Card
from engine.kingdoms_candy.cards import DECKS, KingdomCard

GUIDE = {
    "1": "On your turn do one thing: collect 5 sugar, buy a Monster, or buy an Ability.",
    "2": "Monsters count Candies at the end; most of them bring something each round, unasked.",
    "3": (
        "Tuck an Ability under a Monster to use it, or keep it for its Candies: Monsters of its colour cost less then."
    ),
    "4": "Each round ends with an Event. Four of them are Black Candy: your Monsters eat sugar then.",
    "5": "What you cannot feed becomes black cubes, 1 Candy less each; 2 sugar remove one before your action.",
    "6": "After the fourth Black Candy the most Candies win. 4 sugar make 1 Candy, at any time.",
}

PAGES = {
    "goal.title": "Goal",
    "goal": (
        "You are a villain after candy. Each round you take one action: you gather sugar, hire a Monster or buy an "
        "Ability for it. Now and then Black Candy comes, and your Monsters must eat. After the fourth Black Candy "
        "everybody counts Candies; the most win.\n\n"
        "• **Sugar** pays for everything and feeds Monsters. The Kingdom has 130 of it, and no more comes.\n"
        "• **Candies** are points. There is no end of them.\n"
        "• **Black cubes** are hunger that was not stilled: each counts −1.\n"
        "Nothing is secret but the order of the decks."
    ),
    "reading.title": "What is on a card",
    "reading": (
        "• Top left, on a cube: the **cost** in sugar.\n"
        "• Top right, on a candy: its **colour** and its **value** in Candies. Red is a circle, Blue a triangle, "
        "Green a square.\n"
        "• A mouth: how much a Monster **eats** at Black Candy. A Starting Monster eats 1 for each other Monster "
        "you control.\n"
        "• Its **ability**, the moment at which it works, and perhaps what using it costs.\n\n"
        "In play a Monster lies before its owner. Abilities tucked under it hang below it; kept ones lie beside. "
        "`/kingdom card` shows any card, *My monsters* explains all of yours."
    ),
    "set-up.title": "Set-up",
    "set-up": (
        "• Everybody gets a random Starting Monster and 5 sugar; the Starting Monsters left over stay in the box.\n"
        "• Three Monsters and three Abilities lie face up in the Kingdom, each kind beside its deck. Discarded "
        "cards go to the pile of their deck, face up.\n"
        "• The Ability deck has two parts: one card of each type below, all others above, each part shuffled.\n"
        "• The Event deck has four piles, one on top of the other. Each holds two Events and one Black Candy, "
        "shuffled. So the first Black Candy comes in round 1, 2 or 3, the last in round 10, 11 or 12.\n"
        "• The first First Player is drawn by lot."
    ),
    "round.title": "A round",
    "round": (
        "1. From the First Player clockwise, everybody takes one turn.\n"
        "2. An Event is drawn and followed.\n"
        "3. The First Player may discard one face-up card of the Kingdom, and a new one takes its place; nobody waits"
        " for that, and it lapses when the next player acts. (An option of the table: always, or only with 2 or 3"
        " players.)\n"
        "4. The First Player card goes clockwise, and all abilities can be used again."
    ),
    "turn.title": "Your turn",
    "turn": (
        "**At its start** comes by itself what your cards bring: sugar of their abilities, the bonuses of your "
        "Monsters' colours. Before your action you may also use abilities of that moment that cost sugar, and "
        "return black cubes for 2 sugar each.\n\n"
        "**Then take one action:**\n"
        "• **Collect** 5 sugar,\n"
        "• **buy a Monster**, or\n"
        "• **buy an Ability**.\n"
        "You may also pass.\n\n"
        "Abilities with lightning or an hourglass may be used before and after the action. Your turn ends by itself"
        " when nothing is left that you could use; else press *End turn*."
    ),
    "collect.title": "1. Collect",
    "collect": (
        "Take 5 sugar from the Kingdom. Then abilities that work when you collect add to it; one that takes sugar "
        "from an opponent asks you whom.\n\n"
        "If the Kingdom has less than 5, you take what is missing from the opponent who has most (you choose among "
        "equals), as far as they have it. All other gains are simply cut short."
    ),
    "monster.title": "2. Buy a Monster",
    "monster": (
        "Pay the cost of a face-up Monster; it is yours, and a new one takes its place in the Kingdom. Everything "
        "that makes it cheaper counts by itself: abilities, and each kept Ability of the Monster's colour. No cost "
        "falls below zero. What buying brings comes after the payment. The new Monster does nothing for its own "
        "purchase."
    ),
    "ability.title": "3. Buy an Ability",
    "ability": (
        "Pay the cost of a face-up Ability, and choose at once, for good:\n"
        "• **Tuck** it under one of your Monsters: now you can use its text. It counts 1 Candy at the end. Only one"
        " of each type among all your Monsters.\n"
        "• **Keep** it: its text cannot be used, but it counts its value, and makes Monsters of its colour 1 sugar "
        "cheaper. Only one of each type among those you keep.\n"
        "So you can own two of a type: one tucked, one kept. If a Monster is discarded, all that is tucked under it"
        " goes too."
    ),
    "abilities.title": "Use abilities",
    "abilities": (
        "Every card works once a round, and using it takes no action. When:\n"
        "• **lightning** (printed cards have no symbol here): any time in your turn\n"
        "• **sunrise**: at the start of your turn, before your action\n"
        "• **sack**: when you collect\n"
        "• **card with a plus**: when you buy an Ability\n"
        "• **Monster with a plus**: when you buy a Monster\n"
        "• **black cube**: at Black Candy\n"
        "• **hourglass**: once in the whole game, in your turn\n"
        "• **flag**: counted at the end\n\n"
        "What costs sugar is paid to the Kingdom. What is free and can only help works by itself; everything else "
        "is among *Free actions…* or is asked when its moment comes. A card that would change nothing cannot be "
        "used.\n\n"
        "An ability that lets you use another one at once costs both prices. Example: I'm Inevitable is bought for "
        "1 less thanks to Magmot and tucked; No Waiting costs 1, I'm Inevitable itself 3: 5 + 1 + 3 = 9 sugar in "
        "all."
    ),
    "any-time.title": "Any time: Candies and black cubes",
    "any-time": (
        "• **4 sugar make 1 Candy.** Anybody may do it while any question is open, also in another's turn: *My "
        "monsters*, or `/kingdom convert`. Never back.\n"
        "• **2 sugar remove 1 black cube**, any number of them, at the start of your own turn before your action."
    ),
    "sets.title": "Bonuses for colours",
    "sets": (
        "**Monsters, at the start of your turn.** For each colour: 2 Monsters bring 1 sugar, 3 bring 2, 4 or more "
        "bring 3. For each set of a Red, a Blue and a Green Monster 1 Candy. A Monster counts in both.\n\n"
        "**Kept Abilities, when you buy a Monster.** For each kept Ability of its colour it costs 1 less. For each "
        "set of a Red, a Blue and a Green one you get 1 Candy.\n\n"
        "All of it adds up. Tucked Abilities count for no set, and printed values do not matter here. Example: with"
        " two Blue, one Red and one Green Ability kept, Oni Baba costs 2 less and brings 1 Candy."
    ),
    "events.title": "Events",
    "events": (
        "At the end of each round one Event is drawn; those drawn lie in the picture, in four groups of three. Each"
        " group holds one Black Candy, so you can see what is still to come. Whoever ties for an Event's condition "
        "gets its reward too, even if all do. Sugar is dealt in turn order while the Kingdom has any."
    ),
    "black-candy.title": "Black Candy",
    "black-candy": (
        "From the First Player on, everybody feeds all their Monsters. Free abilities of this moment help first, "
        "and by themselves. Then, in this order:\n"
        "• You may **discard** Monsters, with all that is tucked under them, at no cost. A Starting Monster's "
        "appetite counts the Monsters that stay.\n"
        "• **Sugar** feeds.\n"
        "• **Candies** feed one each, but only what your sugar cannot.\n"
        "• Whatever you cannot or will not feed becomes a **black cube** each.\n\n"
        "A Monster that eats nothing is fed, and cannot be discarded. Example: Magmot eats 2, Oni Baba 2, and Uno "
        "2, for there are two others: 6 in all."
    ),
    "end.title": "End and count",
    "end": (
        "The game ends when the fourth Black Candy has been eaten. Every 4 sugar left become 1 Candy, for everybody, "
        "without being asked. Count:\n"
        "• the values of your Monsters\n"
        "• the values of your kept Abilities\n"
        "• 1 for each tucked Ability\n"
        "• your Candy tokens\n"
        "• −1 for each black cube\n"
        "• the bonuses of cards with a flag\n\n"
        "The most Candies win. In a tie more Candy tokens, then more Monsters; else the victory is shared.\n"
        "Example: Monsters 3, kept 6, tucked 1, tokens 6, a single sugar cube 0, black cubes −2, Oni Yami's bonus "
        "2: 16. With four cubes of sugar it were 17."
    ),
    "cards.title": "Where the cards come from",
    "cards": (
        "The rulebook prints only a few of its cards. Hob's own deck is a stand-in: its numbers and texts are ours,"
        " made so that every rule of the book has cards to work on. These bear names that the rulebook mentions: "
        "Magmot, Oni Baba, Oni Yami, Uno, Pickpocket, I'm Inevitable, The One Gummy, Exlollipor, Home Sweet Home.\n\n"
        "Whoever runs this Hob and owns the game may lay a file with its cards into Hob's data folder; it is then "
        "among the lobby's options. Hob is a fan's work and belongs to none of the game's publishers."
    ),
}

# Our own readings of the rulebook; the code marks each with "Ruling".
# Above a new kind of question: what is asked, and what matters.
COACH = {
    "action": (
        "The most Candies win after the fourth Black Candy, when Monsters eat sugar. Each turn collect sugar, or buy a "
        "Monster (early ones bring most) or an Ability: under a Monster it works; kept, it counts Candies and makes "
        "Monsters of its colour cheaper."
    ),
    "pickpocket": (
        "You take sugar from one opponent, as far as they have it. "
        "Take it from whoever leads, or from whom it keeps from buying what you want."
    ),
    "shortage": (
        "There is not enough sugar left in the Kingdom, so you take the rest from somebody. "
        "The leader will miss it most."
    ),
    "use-now": (
        "You may use the new Ability this very turn, if you pay for it too. "
        "Waiting is fine when the sugar is needed to feed your Monsters."
    ),
    "finish": (
        "Before your turn ends you may use more of your abilities or turn 4 sugar into 1 Candy. "
        "Keep enough sugar for Black Candy, when your Monsters must eat."
    ),
    "feed": (
        "Each Monster eats now, and what goes unfed becomes black cubes, 1 Candy less each. "
        "Feed all if you can; a Monster that brings nothing any more may be let go."
    ),
    "first-player-card": (
        "As the first player you may take one card out of the Kingdom. "
        "Do it to what the next player wants and you do not."
    ),
}

RULINGS = {
    "one-victim": "Pickpocket takes unasked where only one opponent has sugar.",
    "supply": "There are 130 sugar; Candies and Black Cubes never run out.",
    "cards": (
        "The rulebook does not print its cards: Hob's deck is a stand-in. Magmot, Oni Baba, Oni Yami, Uno, "
        "Pickpocket, I'm Inevitable and three events bear the rulebook's names."
    ),
    "first-player": "The first First Player is drawn by lot; the card goes clockwise after each round's event.",
    "sweep": (
        "The First Player's discard after the event stops nobody: it is on offer until the next player has taken an "
        "action or passed."
    ),
    "pass": "A turn may be passed.",
    "convert": (
        "Sugar is turned into Candy by anybody whenever a question is open, never back. Whoever acts last in a round "
        "and then holds 4 sugar or more is asked before the event is drawn."
    ),
    "start": (
        "At the start of a turn free income and set bonuses come first and by themselves; Black Cubes are removed "
        "and abilities that cost sugar are used after that, before the action."
    ),
    "by-itself": (
        "Free abilities that can only help are used by themselves: gains, reductions, and at Black Candy the "
        "Monster that gains most eats less."
    ),
    "sets": (
        "Set bonuses of sugar count for each colour, only the highest step of each. The rulebook's example brings "
        "both a pair's sugar and a set's Candy: that takes four Monsters, a pair of one colour and one of each "
        "other."
    ),
    "kept-sets": "A printed value does not matter for sets of kept Abilities, only the number of cards.",
    "shortage": (
        "When the Kingdom is short, the rest of a Collect comes from the richest opponent, the collector choosing "
        "among equals, and only as far as that one has sugar. Every other gain is cut short."
    ),
    "collect": "A Collect takes its own 5 sugar before abilities add to it.",
    "buying": (
        "Buying: reductions, payment, the new card in the Kingdom, what earlier cards give; a card does nothing for"
        " its own purchase."
    ),
    "below-zero": "Costs of Abilities are never below zero either.",
    "for-good": "Keeping or tucking is for good. Two of a kind at most: one kept, one tucked.",
    "at-once": "An Ability bought and used at once has been used in this round.",
    "no-waiting": (
        "No Waiting uses a card whatever its symbol, where it can do something, and not one that its own symbol "
        "allows in this turn anyway."
    ),
    "does-nothing": "A card that would change nothing cannot be used.",
    "token": "A One-Time token leaves with its card; another copy can be used again.",
    "empty-deck": (
        "An empty deck is made anew of its shuffled discard pile. Without one a place stays empty until there is."
    ),
    "plans": "Black Candy goes round in turn order, one plan after another.",
    "sugar-first": (
        "Sugar feeds first; Candy tokens only what sugar cannot; each cube not fed is a Black Cube. Or a Monster is"
        " discarded, at no cost; discards come first, so a starter's appetite counts the Monsters that stay."
    ),
    "eats-nothing": (
        "A Monster that eats nothing is fed and cannot be discarded. A starter may be, and leaves the game."
    ),
    "relief": "What made Monsters eat less goes on doing so when its card has been discarded.",
    "events": "In events sugar is dealt in turn order.",
    "fourth": "After the fourth Black Candy the First Player card is no longer used.",
    "count": (
        "Before the count every 4 sugar left are converted into 1 Candy token, for everybody; a single cube counts 0: "
        "so the rulebook's example adds up to its 16. Who ties in tokens and Monsters as well shares the victory."
    ),
}


def about_card(card: Card, voice: Voice) -> str:
    assert isinstance(card, KingdomCard)
    kind = voice.say(f"table.kind-{card.kind}")
    return voice.say("table.card", kind=kind, numbers=numbers(card, voice), text=card.text)


def numbers(card: KingdomCard, voice: Voice) -> list[str]:
    """ "Red 2", "costs 4", "eats 2", "when you buy an Ability"."""
    say = voice.say
    parts = [printed(card, voice)] if card.colour else []
    parts += [say("table.costs", n=card.cost)] if card.kind in ("monster", "ability") else []
    parts += [say("table.eats-others")] if card.kind == "starter" else []
    parts += [say("table.eats", n=card.feed)] if card.feed is not None else []
    moment = say(f"table.moment-{card.moment}")
    return [*parts, say("table.moment-paid", moment=moment, n=card.activation) if card.activation else moment]


def more_pages(voice: Voice) -> list[Page]:
    """Hob's own cards."""
    return [
        Page("monsters", voice.say("table.page-monsters"), listed(voice, "starter", "monster")),
        Page("abilities-list", voice.say("table.page-abilities"), listed(voice, "ability")),
        Page("events-list", voice.say("table.page-events"), listed(voice, "event", "first-player")),
    ]


def listed(voice: Voice, *kinds: str) -> str:
    return "\n".join(entry(card, voice) for card in told("kingdoms-candy", DECKS["hob"]).values() if card.kind in kinds)


def entry(card: KingdomCard, voice: Voice) -> str:
    key = "table.page-name-copies" if card.copies > 1 else "table.page-name"
    name = voice.say(key, card=card.name, n=card.copies)
    key = "table.page-line-numbers" if card.colour else "table.page-line"
    return voice.say(key, name=name, numbers=numbers(card, voice), text=card.text)
