"""The rules of Kingdom's Candy: Monsters in our own words, a page per chapter, and Hob's own cards."""

from cogs.kingdoms_candy.words import COLOURS, MOMENTS
from cogs.ui.pending import Page
from engine.kingdoms_candy.cards import DECKS, KingdomCard

RULES = (
    Page(
        "goal",
        "Goal",
        "You are a villain after candy. Each round you take one action: you gather sugar, hire a Monster or buy an "
        "Ability for it. Now and then Black Candy comes, and your Monsters must eat. After the fourth Black Candy "
        "everybody counts Candies; the most win.\n\n"
        "• **Sugar** pays for everything and feeds Monsters. The Kingdom has 130 of it, and no more comes.\n"
        "• **Candies** are points. There is no end of them.\n"
        "• **Black cubes** are hunger that was not stilled: each counts −1.\n"
        "Nothing is secret but the order of the decks.",
    ),
    Page(
        "reading",
        "What is on a card",
        "• Top left, on a cube: the **cost** in sugar.\n"
        "• Top right, on a candy: its **colour** and its **value** in Candies. Red is a circle, Blue a triangle, Green "
        "a square.\n"
        "• A mouth: how much a Monster **eats** at Black Candy. A Starting Monster eats 1 for each other Monster you "
        "control.\n"
        "• Its **ability**, the moment at which it works, and perhaps what using it costs.\n\n"
        "In play a Monster lies before its owner. Abilities tucked under it hang below it; kept ones lie beside. "
        "`/kingdom card` shows any card, *My monsters* explains all of yours.",
    ),
    Page(
        "set-up",
        "Set-up",
        "• Everybody gets a random Starting Monster and 5 sugar; the Starting Monsters left over stay in the box.\n"
        "• Three Monsters and three Abilities lie face up in the Kingdom, each kind beside its deck. Discarded cards "
        "go to the pile of their deck, face up.\n"
        "• The Ability deck has two parts: one card of each type below, all others above, each part shuffled.\n"
        "• The Event deck has four piles, one on top of the other. Each holds two Events and one Black Candy, "
        "shuffled. So the first Black Candy comes in round 1, 2 or 3, the last in round 10, 11 or 12.\n"
        "• The first First Player is drawn by lot.",
    ),
    Page(
        "round",
        "A round",
        "1. From the First Player clockwise, everybody takes one turn.\n"
        "2. An Event is drawn and followed.\n"
        "3. The First Player may discard one face-up card of the Kingdom, and a new one takes its place. (An option of "
        "the table: always, or only with 2 or 3 players.)\n"
        "4. The First Player card goes clockwise, and all abilities can be used again.",
    ),
    Page(
        "turn",
        "Your turn",
        "**At its start** comes by itself what your cards bring: sugar of their abilities, the bonuses of your "
        "Monsters' colours. Before your action you may also use abilities of that moment that cost sugar, and return "
        "black cubes for 2 sugar each.\n\n"
        "**Then take one action:**\n"
        "• **Collect** 5 sugar,\n"
        "• **buy a Monster**, or\n"
        "• **buy an Ability**.\n"
        "You may also pass.\n\n"
        "Abilities with lightning or an hourglass may be used before and after the action. Your turn ends by itself "
        "when nothing is left that you could use; else press *End turn*.",
    ),
    Page(
        "collect",
        "1. Collect",
        "Take 5 sugar from the Kingdom. Then abilities that work when you collect add to it; one that takes sugar from "
        "an opponent asks you whom.\n\n"
        "If the Kingdom has less than 5, you take what is missing from the opponent who has most (you choose among "
        "equals), as far as they have it. All other gains are simply cut short.",
    ),
    Page(
        "monster",
        "2. Buy a Monster",
        "Pay the cost of a face-up Monster; it is yours, and a new one takes its place in the Kingdom. Everything that "
        "makes it cheaper counts by itself: abilities, and each kept Ability of the Monster's colour. No cost falls "
        "below zero. What buying brings comes after the payment. The new Monster does nothing for its own purchase.",
    ),
    Page(
        "ability",
        "3. Buy an Ability",
        "Pay the cost of a face-up Ability, and choose at once, for good:\n"
        "• **Tuck** it under one of your Monsters: now you can use its text. It counts 1 Candy at the end. Only one of "
        "each type among all your Monsters.\n"
        "• **Keep** it: its text cannot be used, but it counts its value, and makes Monsters of its colour 1 sugar "
        "cheaper. Only one of each type among those you keep.\n"
        "So you can own two of a type: one tucked, one kept. If a Monster is discarded, all that is tucked under it "
        "goes too.",
    ),
    Page(
        "abilities",
        "Use abilities",
        "Every card works once a round, and using it takes no action. When:\n"
        "• **lightning** (printed cards have no symbol here): any time in your turn\n"
        "• **sunrise**: at the start of your turn, before your action\n"
        "• **sack**: when you collect\n"
        "• **card with a plus**: when you buy an Ability\n"
        "• **Monster with a plus**: when you buy a Monster\n"
        "• **black cube**: at Black Candy\n"
        "• **hourglass**: once in the whole game, in your turn\n"
        "• **flag**: counted at the end\n\n"
        "What costs sugar is paid to the Kingdom. What is free and can only help works by itself; everything else is "
        "among *Free actions…* or is asked when its moment comes. A card that would change nothing cannot be used.\n\n"
        "An ability that lets you use another one at once costs both prices. Example: I'm Inevitable is bought for 1 "
        "less thanks to Magmot and tucked; No Waiting costs 1, I'm Inevitable itself 3: 5 + 1 + 3 = 9 sugar in all.",
    ),
    Page(
        "any-time",
        "Any time: Candies and black cubes",
        "• **4 sugar make 1 Candy.** Anybody may do it while any question is open, also in another's turn: *My "
        "monsters*, or `/kingdom convert`. Never back.\n"
        "• **2 sugar remove 1 black cube**, any number of them, at the start of your own turn before your action.",
    ),
    Page(
        "sets",
        "Bonuses for colours",
        "**Monsters, at the start of your turn.** For each colour: 2 Monsters bring 1 sugar, 3 bring 2, 4 or more "
        "bring 3. For each set of a Red, a Blue and a Green Monster 1 Candy. A Monster counts in both.\n\n"
        "**Kept Abilities, when you buy a Monster.** For each kept Ability of its colour it costs 1 less. For each set "
        "of a Red, a Blue and a Green one you get 1 Candy.\n\n"
        "All of it adds up. Tucked Abilities count for no set, and printed values do not matter here. Example: with "
        "two Blue, one Red and one Green Ability kept, Oni Baba costs 2 less and brings 1 Candy.",
    ),
    Page(
        "events",
        "Events",
        "At the end of each round one Event is drawn; those drawn lie in the picture, in four groups of three. Each "
        "group holds one Black Candy, so you can see what is still to come. Whoever ties for an Event's condition gets "
        "its reward too, even if all do. Sugar is dealt in turn order while the Kingdom has any.",
    ),
    Page(
        "black-candy",
        "Black Candy",
        "From the First Player on, everybody feeds all their Monsters. Free abilities of this moment help first, and "
        "by themselves. Then, in this order:\n"
        "• You may **discard** Monsters, with all that is tucked under them, at no cost. A Starting Monster's appetite "
        "counts the Monsters that stay.\n"
        "• **Sugar** feeds.\n"
        "• **Candies** feed one each, but only what your sugar cannot.\n"
        "• Whatever you cannot or will not feed becomes a **black cube** each.\n\n"
        "A Monster that eats nothing is fed, and cannot be discarded. Example: Magmot eats 2, Oni Baba 2, and Uno 2, "
        "for there are two others: 6 in all.",
    ),
    Page(
        "end",
        "End and count",
        "The game ends when the fourth Black Candy has been eaten. Count:\n"
        "• the values of your Monsters\n• the values of your kept Abilities\n• 1 for each tucked Ability\n"
        "• your Candy tokens\n• 1 for every 4 sugar\n• −1 for each black cube\n• the bonuses of cards with a flag\n\n"
        "The most Candies win. In a tie more Candy tokens, then more Monsters; else the victory is shared.\n"
        "Example: Monsters 3, kept 6, tucked 1, tokens 6, a single sugar cube 0, black cubes −2, Oni Yami's bonus 2: "
        "16. With four cubes of sugar it were 17.",
    ),
)


def numbers(card: KingdomCard) -> str:
    """ "Red 2 · costs 4 · eats 2 · when you buy an Ability"."""
    parts = [f"{COLOURS[card.colour]} {card.value}"] if card.colour else []
    parts += [f"costs {card.cost}"] if card.kind in ("monster", "ability") else []
    parts += ["eats 1 for each other Monster"] if card.kind == "starter" else []
    parts += [f"eats {card.feed}"] if card.feed is not None else []
    parts.append(MOMENTS[card.moment] + (f", {card.activation} sugar" if card.activation else ""))
    return " · ".join(parts)


def cards_page(slug: str, title: str, *kinds: str) -> Page:
    cards = [card for card in DECKS["hob"].values() if card.kind in kinds]
    return Page(slug, title, "\n".join(entry(card) for card in cards))


def entry(card: KingdomCard) -> str:
    copies = f" (×{card.copies})" if card.copies > 1 else ""
    shown = f" {numbers(card)}." if card.colour else ""
    return f"• **{card.name}**{copies}{shown} {card.text}"


PAGES = (
    *RULES,
    cards_page("monsters", "Hob's Monsters", "starter", "monster"),
    cards_page("abilities-list", "Hob's Abilities", "ability"),
    cards_page("events-list", "Hob's Events", "event", "first-player"),
    Page(
        "cards",
        "Where the cards come from",
        "The rulebook prints only a few of its cards. Hob's own deck is a stand-in: its numbers and texts are ours, "
        "made so that every rule of the book has cards to work on. These bear names that the rulebook mentions: "
        "Magmot, Oni Baba, Oni Yami, Uno, Pickpocket, I'm Inevitable, The One Gummy, Exlollipor, Home Sweet Home.\n\n"
        "Whoever runs this Hob and owns the game may lay a file with its cards into Hob's data folder; it is then "
        "among the lobby's options. Hob is a fan's work and belongs to none of the game's publishers.",
    ),
)
