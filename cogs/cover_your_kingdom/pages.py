"""The rules of Cover Your Kingdom in our own words, a page for each chapter."""

from cogs.ui.pending import Page
from engine.cover_your_kingdom.cards import CARDS, CoverCard

LAND_NAMES = {"highland": "Highland", "lowland": "Lowland", "either": "Either Land"}


def _species() -> str:
    return "\n".join(
        f"• **{card.name}**: {card.magic} magic, {LAND_NAMES[card.land]}, {card.copies} cards"
        for card in CARDS.values()
        if card.land
    )


def _described(kind: str) -> str:
    return "\n".join(f"• **{card.name}**{_copies(card)}: {card.text}" for card in CARDS.values() if card.kind == kind)


def _copies(card: CoverCard) -> str:
    return f" ({card.copies} cards)" if card.copies else ""


PAGES = (
    Page(
        "goal",
        "Goal",
        "Fill your Kingdom with Clans of Creatures. At the end every card in it counts the number on its gem, whether "
        "it lies on top or covered; whoever has the most magic wins. The top Clan of each stack can be lured away by "
        "your rivals, so put another one over it in time.",
    ),
    Page(
        "set-up",
        "Set-up",
        "Each Kingdom has two lands, the Highland and the Lowland, each with one stack of Clans. The deck holds 141 "
        "cards: 116 Clanning Creatures of ten species, 15 Wild Creatures and 10 Creatures for hire. Everybody is dealt "
        "six; the rest is the deck. The discard pile is empty at first; Creatures for hire that have done their work "
        "lie apart, retired. Hob draws who has the crown and begins.\n\n"
        "Two Rulers play a little differently: see *Two Rulers* and *The Drafty Inn*.",
    ),
    Page(
        "creatures",
        "Creatures",
        f"**Clanning Creatures** form Clans and live in the land named:\n{_species()}\n\n"
        f"**Wild Creatures** join any Clan but have no land of their own:\n"
        "• **CerbeRussel Terrier**: 20 magic, 10 cards\n• **Spydra**: 40 magic, 5 cards\n\n"
        "**Creatures for hire** never join a Clan and count nothing: see *Hire*.",
    ),
    Page(
        "turn",
        "Your turn",
        "Take one action or two, of these five, twice the same if you like:\n"
        "• **Settle** a new Clan of two cards\n• **Recruit** a rival's top Clan\n• **Hire** a Creature\n"
        "• **Add** a card to a top Clan of yours\n• **Discard** a Creature and draw one\n\n"
        "You draw nothing else during your turn. When it ends you refill your hand to six, then the others do, "
        "clockwise; a larger hand is kept. The crown goes to the left.\n\n"
        "If you can do nothing at all, you pass. Without cards in hand you are passed over.",
    ),
    Page(
        "settle",
        "Settle",
        "A new Clan has exactly two cards:\n"
        "• two alike from your hand;\n• one from your hand and its like from the top of the discard pile; or\n"
        "• a Wild from your hand with a Clanning Creature from your hand or from the top of the discard pile.\n\n"
        "Two Wilds are no Clan. The Wild lies below, and the Clanning Creature names the Clan. It goes to the land of "
        "its species, on top of the stack, crosswise, so that the gem of the Clan beneath looks out. Pigxies and "
        "Hentaurs live in either land: you choose. Clans never join, not even two of one species in one stack.",
    ),
    Page(
        "recruit",
        "Recruit",
        "Choose the top Clan of a rival's stack and play a card of its species, or a Wild, beside it. You may if\n"
        "• you have a Clan yourself;\n• the Clan lies on top;\n"
        "• it is not the only one in the whole Kingdom (the only one in a land is fair game);\n"
        "• its land is not guarded by a Minnowtaur, and yours where it would go is not barred by one; and\n"
        "• with six Rulers or more, its Ruler sits at most two seats away. Creatures for hire reach everybody.\n\n"
        "If you fail on a Clan, you may not go for that Clan again this turn, by whatever means.",
    ),
    Page(
        "challenge",
        "The challenge",
        "The Ruler of the Clan may answer with a card that matches or a Wild; then the recruiter may, and so on for as "
        "long as both want to and can. Whoever played last wins: the Clan and every card played for it become one Clan "
        "in the winner's Kingdom, Clanning Creature on top. Won by the recruiter, it goes on top of its land there; "
        "won by its Ruler, it stays where it lies, and has grown. Nobody draws meanwhile.\n\n"
        "A **Spydra** counts as two. It is answered by another Spydra, or by two cards that match, one of which may be "
        "a Terrier. Those two count as one answer, so the next needs only one card again.\n\n"
        "For example: Ada plays a Bragon for Ben's two Bragons, Ben answers with a Spydra, Ada with a Bragon and a "
        "Terrier together. Ben lets them go, so Ada takes all six cards to her Highland.\n\n"
        "You are asked even when nothing you hold fits, so that nobody can tell: press *Let it go*.",
    ),
    Page(
        "hire",
        "Hire",
        "Play a Creature for hire; it does its work and is retired. Nothing answers it, except where it says so.\n"
        f"{_described('hire')}",
    ),
    Page(
        "add-discard",
        "Add and discard",
        "**Add**: lay one Clanning Creature of your hand on a top Clan of yours of the same species; never a Wild. "
        "Pigxies and Hentaurs may move to the top of your other land with it.\n\n"
        "**Discard**: lay one Clanning Creature face up on the discard pile, then draw one from the deck. Wilds and "
        "Creatures for hire cannot be discarded. Your next pair, or a rival's, may use what lies on top.",
    ),
    Page(
        "end",
        "End and scoring",
        "Once the deck is empty you play on without drawing until all hands are empty. Who has no cards left is passed "
        "over, but their top Clans are still at risk. If all who hold cards can do nothing, it ends too.\n\n"
        "Every card in a Kingdom counts its gem: 5, 10 or 15 by species, 20 for a Terrier, 40 for a Spydra. Cards in "
        "hand and Creatures for hire count nothing. The most magic wins; in a tie the most Creatures; after that the "
        "victory is shared.",
    ),
    Page(
        "contests",
        "Longer contests",
        "An option of the lobby:\n• **Two or three rounds**: the magic of all rounds is added up.\n"
        "• **First to win 2**: only victories of rounds count.\n\n"
        "For each round everything is dealt anew, and the crown moves one seat on.",
    ),
    Page(
        "two-rulers",
        "Two Rulers",
        "Two of each Clanning species, two Terriers, one Spydra and both Minnowtaurs stay in the box: 116 cards are "
        "left. Each Kingdom has a third land, the **Maneland**. Horses (Peglegasus, Hentaur, UniqueHorn) live there "
        "and nowhere else; Pigxies in any of the three, and only they may move when a card is added.\n\n"
        "Six piles of seven cards are dealt: two are the first hands, four are the Drafty Inn, each with its top card "
        "face up; a Creature for hire that comes up there is shuffled back into its pile. A hand is refilled to "
        "six, or to seven if the lobby says so.",
    ),
    Page(
        "inn",
        "The Drafty Inn",
        "With two Rulers, four piles lie face down at the inn, their top cards face up. As an action, play one card of "
        "your hand and take one or more of the face-up cards that make a single Clan with it: one species and any "
        "Wilds. A Wild needs a Clanning Creature at the inn; a Clanning Creature can take Wilds alone.\n"
        "Two Bragons and two Spydras face up, for example: a Bragon or a Wild takes any of them that make a Clan with "
        "it; any other Clanning Creature takes the Spydras.\n\n"
        "Your rival may challenge before the Clan settles, as in *The challenge*; the winner keeps it all. You need no "
        "Clan of your own for this. Then the cards taken are replaced from their piles, one at a time; an emptied pile "
        "stays empty.\n\n"
        "A Creature for hire that turns up works at once, on **both** Rulers alike:\n"
        "• **Hypnogriff**: each takes two cards of the other's hand, unseen, and keeps them.\n"
        "• **Mobgoblins**: each takes a top Clan of the other's.\n"
        "• **Wiizzaard**: each moves a Clan of the other's, top to bottom or bottom to top.\n"
        "• **Elves**: each sends a top Clan of the other's out of the game; nothing holds it.\n"
        "Then it is retired and the next card is turned up.",
    ),
    Page(
        "constellations",
        "Constellations",
        "An advanced option. The first time a species enters your Kingdom, however it comes there, its constellation "
        "is lit for good. At the end of the round each cluster that is lit as a whole earns its bonus, and all three "
        "together the astronomical bonus on top:\n"
        "• 2–4 Rulers: Highland 20, Either Land 10, Lowland 20, astronomical 50\n"
        "• 5–6 Rulers: 30, 15, 30, astronomical 75\n• 7–8 Rulers: 40, 20, 40, astronomical 100\n\n"
        "The Highland and Lowland clusters have four species each, Either Land two. With seven or eight Rulers there "
        "are only six tokens of each species: first come, first served.\n\n"
        "**Light speed** (a second option): whoever first lights all ten earns the astronomical bonus once more, and "
        "so does everybody who does it before that Ruler's next turn.",
    ),
    Page(
        "powers",
        "Kingdom powers",
        "An advanced option: each Ruler has a power, open to all; with two or three Rulers each may have two, one that "
        "allows a free action and one that alters a rule. Two or three Rulers play without Extra Features and "
        f"SubCerbient.\n{_described('power')}",
    ),
    Page(
        "covered",
        "What is shown",
        "Hands are secret; how many cards they hold is not. Of a covered Clan the table shows the gem alone, as the "
        "cards would: remember what lies there, or look it up in the log. A lobby option shows covered Clans to all. "
        "Running totals are not shown; the whole count comes at the end.",
    ),
    Page(
        "tips",
        "Tips",
        "Cover a Clan that has grown: the bigger it is, the more a rival will pay for it. A Wiizzaard uncovers a good "
        "Clan with your first action, so that you can recruit it with your second. Do not spend a Spydra on a small "
        "Clan: whatever is played goes to the winner. Watch what your rivals discard and take back.",
    ),
    Page(
        "cards",
        "Where the cards come from",
        "Names, numbers of copies, what each Creature for hire and each power does, and the magic of the Pigxie are "
        "the rulebook's; the texts are ours. The rulebook does not print the other gems or all lands. Rare species are "
        "worth more: 13 copies 5 magic, 11 copies 10, 9 copies 15; Terriers 20 and Spydras 40. Four species live in "
        "the Highland, four in the Lowland, two in either; the lands of Peglegasus, VulcEnt and LepreCon Man follow "
        "from that balance. All drawings are our own.",
    ),
)
