"""The rules of Cover Your Kingdom in our own words, a page per chapter of the rulebook, and its cards."""

from bot.i18n.translator import Voice
from engine.cover_your_kingdom.cards import CARDS, HORSES, CoverCard
from engine.decks import Card

GUIDE = {
    "1": "The most magic in your Kingdom at the end wins: every card of your Clans counts.",
    "2": "On your turn take one or two actions: settle a pair, recruit, hire, add or discard.",
    "3": "A new Clan covers the one below. Covered Clans are safe; top Clans can be recruited.",
    "4": (
        "To recruit, play a card that matches a rival's top Clan. Its Ruler may answer, and so on: the last card "
        "wins all."
    ),
    "5": "A Terrier fits any Clan. So does a Spydra, and it takes two cards, or another Spydra, to beat it.",
    "6": "Answer a challenge in your messages or behind *My hand*, even if only to let it go.",
}

LANDS = {"highland": "Highland", "lowland": "Lowland", "maneland": "Maneland", "either": "Either Land"}


def _species() -> str:
    return "\n".join(
        f"• **{card.name}**: {card.magic} magic, {LANDS[card.land]}, {card.copies} cards"
        for card in CARDS.values()
        if card.land
    )


def _described(kind: str) -> str:
    return "\n".join(f"• **{card.name}**{_copies(card)}: {card.text}" for card in CARDS.values() if card.kind == kind)


def _copies(card: CoverCard) -> str:
    return f" ({card.copies} cards)" if card.copies else ""


PAGES = {
    "goal.title": "Goal",
    "goal": (
        "Fill your Kingdom with Clans of Creatures. At the end every card in it counts the number on its gem, "
        "whether it lies on top or covered; whoever has the most magic wins. The top Clan of each stack can be "
        "lured away by your rivals, so put another one over it in time."
    ),
    "set-up.title": "Set-up",
    "set-up": (
        "Each Kingdom has two lands, the Highland and the Lowland, each with one stack of Clans. The deck holds 141"
        " cards: 116 Clanning Creatures of ten species, 15 Wild Creatures and 10 Creatures for hire. Everybody is "
        "dealt six; the rest is the deck. The discard pile is empty at first; Creatures for hire that have done "
        "their work lie apart, retired. Hob draws who has the crown and begins.\n\n"
        "Two Rulers play a little differently: see *Two Rulers* and *The Drafty Inn*."
    ),
    "creatures.title": "Creatures",
    "creatures": (
        "**Clanning Creatures** form Clans and live in the land named:\n"
        f"{_species()}\n\n"
        "**Wild Creatures** join any Clan but have no land of their own:\n"
        "• **CerbeRussel Terrier**: 20 magic, 10 cards\n"
        "• **Spydra**: 40 magic, 5 cards\n\n"
        "**Creatures for hire** never join a Clan and count nothing: see *Hire*."
    ),
    "turn.title": "Your turn",
    "turn": (
        "Take one action or two, of these five, twice the same if you like:\n"
        "• **Settle** a new Clan of two cards\n"
        "• **Recruit** a rival's top Clan\n"
        "• **Hire** a Creature\n"
        "• **Add** a card to a top Clan of yours\n"
        "• **Discard** a Creature and draw one\n\n"
        "You draw nothing else during your turn. When it ends you refill your hand to six, then the others do, "
        "clockwise; a larger hand is kept. The crown goes to the left.\n\n"
        "If you can do nothing at all, you pass. Without cards in hand you are passed over."
    ),
    "settle.title": "Settle",
    "settle": (
        "A new Clan has exactly two cards:\n"
        "• two alike from your hand;\n"
        "• one from your hand and its like from the top of the discard pile; or\n"
        "• a Wild from your hand with a Clanning Creature from your hand or from the top of the discard pile.\n\n"
        "Two Wilds are no Clan. The Wild lies below, and the Clanning Creature names the Clan. It goes to the land "
        "of its species, on top of the stack, crosswise, so that the gem of the Clan beneath looks out. Pigxies and"
        " Hentaurs live in either land: you choose. Clans never join, not even two of one species in one stack."
    ),
    "recruit.title": "Recruit",
    "recruit": (
        "Choose the top Clan of a rival's stack and play a card of its species, or a Wild, beside it. You may if\n"
        "• you have a Clan yourself;\n"
        "• the Clan lies on top;\n"
        "• it is not the only one in the whole Kingdom (the only one in a land is fair game);\n"
        "• its land is not guarded by a Minnowtaur, and yours where it would go is not barred by one; and\n"
        "• with six Rulers or more, its Ruler sits at most two seats away. Creatures for hire reach everybody.\n\n"
        "If you fail on a Clan, you may not go for that Clan again this turn, by whatever means."
    ),
    "challenge.title": "The challenge",
    "challenge": (
        "The Ruler of the Clan may answer with a card that matches or a Wild; then the recruiter may, and so on for"
        " as long as both want to and can. Whoever played last wins: the Clan and every card played for it become "
        "one Clan in the winner's Kingdom, Clanning Creature on top. Won by the recruiter, it goes on top of its "
        "land there; won by its Ruler, it stays where it lies, and has grown. Nobody draws meanwhile.\n\n"
        "A **Spydra** counts as two. It is answered by another Spydra, or by two cards that match, one of which may"
        " be a Terrier. Those two count as one answer, so the next needs only one card again.\n\n"
        "For example: Ada plays a Bragon for Ben's two Bragons, Ben answers with a Spydra, Ada with a Bragon and a "
        "Terrier together. Ben lets them go, so Ada takes all six cards to her Highland.\n\n"
        "You are asked even when nothing you hold fits, so that nobody can tell: press *Let it go*."
    ),
    "hire.title": "Hire",
    "hire": (
        "Play a Creature for hire; it does its work and is retired. Nothing answers it, except where it says so.\n"
        f"{_described('hire')}"
    ),
    "add-discard.title": "Add and discard",
    "add-discard": (
        "**Add**: lay one Clanning Creature of your hand on a top Clan of yours of the same species; never a Wild. "
        "Pigxies and Hentaurs may move to the top of your other land with it.\n\n"
        "**Discard**: lay one Clanning Creature face up on the discard pile, then draw one from the deck. Wilds and"
        " Creatures for hire cannot be discarded. Your next pair, or a rival's, may use what lies on top."
    ),
    "end.title": "End and scoring",
    "end": (
        "Once the deck is empty you play on without drawing until all hands are empty. Who has no cards left is "
        "passed over, but their top Clans are still at risk. If all who hold cards can do nothing, it ends too.\n\n"
        "Every card in a Kingdom counts its gem: 5, 10 or 15 by species, 20 for a Terrier, 40 for a Spydra. Cards "
        "in hand and Creatures for hire count nothing. The most magic wins; in a tie the most Creatures; after that"
        " the victory is shared."
    ),
    "contests.title": "Longer contests",
    "contests": (
        "An option of the lobby:\n"
        "• **Two or three rounds**: the magic of all rounds is added up.\n"
        "• **First to win 2**: only victories of rounds count.\n\n"
        "For each round everything is dealt anew, and the crown moves one seat on."
    ),
    "two-rulers.title": "Two Rulers",
    "two-rulers": (
        "Two of each Clanning species, two Terriers, one Spydra and both Minnowtaurs stay in the box: 116 cards are"
        " left. Each Kingdom has a third land, the **Maneland**. Horses (Peglegasus, Hentaur, UniqueHorn) live "
        "there and nowhere else; Pigxies in any of the three, and only they may move when a card is added.\n\n"
        "Six piles of seven cards are dealt: two are the first hands, four are the Drafty Inn, each with its top "
        "card face up; a Creature for hire that comes up there is shuffled back into its pile. A hand is refilled "
        "to six, or to seven if the lobby says so."
    ),
    "inn.title": "The Drafty Inn",
    "inn": (
        "With two Rulers, four piles lie face down at the inn, their top cards face up. As an action, play one card"
        " of your hand and take one or more of the face-up cards that make a single Clan with it: one species and "
        "any Wilds. A Wild needs a Clanning Creature at the inn; a Clanning Creature can take Wilds alone.\n"
        "Two Bragons and two Spydras face up, for example: a Bragon or a Wild takes any of them that make a Clan "
        "with it; any other Clanning Creature takes the Spydras.\n\n"
        "Your rival may challenge before the Clan settles, as in *The challenge*; the winner keeps it all. You need"
        " no Clan of your own for this. Then the cards taken are replaced from their piles, one at a time; an "
        "emptied pile stays empty.\n\n"
        "A Creature for hire that turns up works at once, on **both** Rulers alike:\n"
        "• **Hypnogriff**: each takes two cards of the other's hand, unseen, and keeps them.\n"
        "• **Mobgoblins**: each takes a top Clan of the other's.\n"
        "• **Wiizzaard**: each moves a Clan of the other's, top to bottom or bottom to top.\n"
        "• **Elves**: each sends a top Clan of the other's out of the game; nothing holds it.\n"
        "Then it is retired and the next card is turned up."
    ),
    "constellations.title": "Constellations",
    "constellations": (
        "An advanced option. The first time a species enters your Kingdom, however it comes there, its "
        "constellation is lit for good. At the end of the round each cluster that is lit as a whole earns its "
        "bonus, and all three together the astronomical bonus on top:\n"
        "• 2–4 Rulers: Highland 20, Either Land 10, Lowland 20, astronomical 50\n"
        "• 5–6 Rulers: 30, 15, 30, astronomical 75\n"
        "• 7–8 Rulers: 40, 20, 40, astronomical 100\n\n"
        "The Highland and Lowland clusters have four species each, Either Land two. With seven or eight Rulers "
        "there are only six tokens of each species: first come, first served.\n\n"
        "**Light speed** (a second option): whoever first lights all ten earns the astronomical bonus once more, "
        "and so does everybody who does it before that Ruler's next turn."
    ),
    "powers.title": "Kingdom powers",
    "powers": (
        "An advanced option: each Ruler has a power, open to all; with two or three Rulers each may have two, one "
        "that allows a free action and one that alters a rule. Two or three Rulers play without Extra Features and "
        "SubCerbient.\n"
        f"{_described('power')}"
    ),
    "covered.title": "What is shown",
    "covered": (
        "Hands are secret; how many cards they hold is not. Of a covered Clan the table shows the gem alone, as the"
        " cards would: remember what lies there, or look it up in the log. A lobby option shows covered Clans to "
        "all. Running totals are not shown; the whole count comes at the end."
    ),
    "tips.title": "Tips",
    "tips": (
        "Cover a Clan that has grown: the bigger it is, the more a rival will pay for it. A Wiizzaard uncovers a "
        "good Clan with your first action, so that you can recruit it with your second. Do not spend a Spydra on a "
        "small Clan: whatever is played goes to the winner. Watch what your rivals discard and take back."
    ),
    "cards.title": "Where the cards come from",
    "cards": (
        "Names, numbers of copies, what each Creature for hire and each power does, and the magic of the Pigxie are"
        " the rulebook's; the texts are ours. The rulebook does not print the other gems or all lands. Rare species"
        " are worth more: 13 copies 5 magic, 11 copies 10, 9 copies 15; Terriers 20 and Spydras 40. Four species "
        "live in the Highland, four in the Lowland, two in either; the lands of Peglegasus, VulcEnt and LepreCon "
        "Man follow from that balance. All drawings are our own."
    ),
}

# Our own readings of the rulebook; the code marks each with "Ruling".
# Above a new kind of question: what is asked, and what matters.
COACH = {
    "action": (
        "The most magic (the gems) at the end wins: settle two Creatures alike, or one and a Wild, as a Clan, recruit "
        "a rival's top Clan with a card that matches, hire, add or discard. Take one action or two; a Clan below "
        "another is safe, so cover your best soon."
    ),
    "inn": (
        "Four Creatures lie face up at the inn: with one matching card of your hand you recruit all of one species "
        "there, and any Wilds, as one Clan. It costs you one card and one action, but your rival may challenge for it."
    ),
    "counter": (
        "You may play a card that matches the Clan, or let go; whoever plays the last card wins the Clan and all "
        "cards played for it. Let go what is small, and fight for what is large."
    ),
    "elves": (
        "The Elves take your Clan out of your Kingdom unless you pay with a Spydra or two Creatures that match. "
        "Pay for a large Clan; for a small one the cards are worth more in your hand."
    ),
    "give": (
        "You have taken cards from somebody's hand, and give as many back, whichever you like. Keep what makes a "
        "pair or answers a challenge."
    ),
    "land": (
        "These Creatures may live in either Land, and you choose where the Clan lies. "
        "Cover the Clan that you can least afford to lose."
    ),
    "finish": (
        "DissedHard lets you lay Creatures on the discard pile at the end of your turn, and draws nothing for "
        "them. What lies on top may become a pair of yours next turn, or a rival's before that."
    ),
    "top": (
        "Both cards go to the discard pile, and only the one on top can be used for a pair. Put below what the "
        "next Ruler might want."
    ),
    "free-settle": (
        "Your Ruler lets you settle one more Clan without an action. "
        "It costs nothing, so pass only to keep cards for answers."
    ),
    "free-swap": (
        "You may bring the Clan below to the top and cover the one above with it. "
        "Hide the larger one; the top one can be taken."
    ),
    "inn-challenge": (
        "Somebody recruits what is at the inn, and you may challenge for it with a card that matches. Whoever "
        "plays the last card wins all the others, so begin only what you can finish."
    ),
    "inn-mobgoblins": (
        "You take one top Clan of that Kingdom into yours. "
        "Take the one with the most magic, if it does not uncover a better one for others."
    ),
    "inn-elves": (
        "One top Clan of that Kingdom leaves the game. Choose the one with the most magic, but see what it uncovers."
    ),
    "inn-wiizzaard": (
        "You move a Clan within that Kingdom. "
        "Lay bare what you would like to recruit, or cover what others would take from you."
    ),
}

RULINGS = {
    "unprinted": (
        "The rulebook prints neither the magic of the cards, except the Pigxie's, nor the land of every species: "
        "ours are inferred."
    ),
    "answer-to-spydra": (
        "The two cards that answer a Spydra count as one answer, so a single card answers them; nobody plays two "
        "unless he must."
    ),
    "with-wilds": "A Clan with Wilds in it is matched by its own species or by Wilds.",
    "land-to-go-to": "One may recruit only a Clan that has a land to go to: none that a Minnowtaur bars.",
    "guarded": "A Minnowtaur upright keeps every rival's Elves, Mobgoblins and Wiizzaard from that land too.",
    "barred": (
        "A Minnowtaur sideways bars settling and recruiting only; adding, moving by Add and swapping are not barred."
    ),
    "second-guard": "A second Minnowtaur of the same kind at one land would do nothing, so it cannot be played.",
    "passed-over": (
        "A Ruler without cards is passed over, but for Minnowtaurs and light speed that turn has come all the same."
    ),
    "failed": (
        "A Clan that one failed on, by recruiting or by Elves, is safe that turn from recruiting, Elves, Mobgoblins"
        " and Wiizzaard alike."
    ),
    "own-elves": "The Elves do not lure from one's own Kingdom.",
    "no-target": (
        "A Creature for hire without a target cannot be played; a stack of one has nothing for the Wiizzaard to move."
    ),
    "either-land": "The new Ruler of an Either Land Clan says where it goes.",
    "large-hand": "A hand of more than six cards is kept.",
    "passing": (
        "Who can take no action passes; when all who hold cards have passed in a row, the round is over and cards "
        "in hand count nothing."
    ),
    "shared": "Rulers who tie in magic and in Creatures share the victory.",
    "contests": (
        "In an extended contest the crown moves one seat on for each round, powers are kept and constellations "
        "begin anew; shared victories of a round count for each; rounds added up are tied by all their Creatures."
    ),
    "two-hands": (
        "With two Rulers hands are dealt seven cards and refilled to six, as the rulebook says, or to seven by option."
    ),
    "inn-order": (
        "At the inn the conditions of recruiting do not apply; of two face-up cards alike the one farther left is "
        "taken first; a pile of nothing but Creatures for hire stays face down."
    ),
    "inn-only-clan": "Creatures hired at the inn may take or lure away even the only Clan of a Kingdom.",
    "equinity": (
        "A Hentaur that stands in as a Wild by Equinity may do so at the inn, against Elves and as one of the two "
        "cards that answer a Spydra, and it lights its own constellation."
    ),
    "subcerbient": "Against Elves too Terriers of SubCerbient's count as two, and Spydras against SubCerbient as one.",
    "wiizzz": "Wiizzz Kid swaps at any time of the own turn, also while a rival is asked.",
    "own-clans": (
        "You are asked to remember what other Rulers have covered; what you have covered yourself your panel tells you."
    ),
    "match-maker": (
        "Match Maker's free settling comes before or after the actions, and does not count as one of them; who has "
        "done nothing else may end the turn all the same, for that Clan might have been the action."
    ),
    "dissedhard": (
        "DissedHard discards Clanning Creatures only and draws nothing for them; of two unlike ones their Ruler "
        "says which lies on top."
    ),
    "powers-each": "From four Rulers on there are not enough powers for two each, so everybody has one.",
}


def about_card(card: Card, voice: Voice) -> str:
    assert isinstance(card, CoverCard)
    if card.kind == "power":
        kind = voice.say("table.about-action" if card.power == "action" else "table.about-modifying")
        return "\n".join([kind, card.text])
    key = "about-hire" if card.kind == "hire" else "about-wild" if card.kind == "wild" else "about"
    lines = [voice.say(f"table.{key}", magic=card.magic, land=card.land, copies=card.copies)]
    if card.id in HORSES:
        lines.append(voice.say("table.about-horse"))
    elif card.land == "either":
        lines.append(voice.say("table.about-either"))
    return "\n".join([*lines, card.text] if card.text else lines)
