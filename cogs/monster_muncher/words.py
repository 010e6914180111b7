"""What Monster Muncher says."""

from cogs.ui.pending import Page
from cogs.ui.words import Plural, Template

PARTIES = {"peon": "Peon", "stoneskin": "Stoneskin", "zombie": "Zombie", "mecha": "Mecha"}
KINDS = {"any": "card", "monster": "Monster", "snack": "Snack"}
EFFECTS = {  # delayed effects, as they are announced
    "watch-swap": "tokens for the swap",
    "watch-bounce": "the bounced Monster stays in play",
    "watch-destroy": "tokens for the destroyed Monster",
    "watch-every-destroy": "tokens for the destroyed Monster",
    "watch-steal": "the stolen card changes hands",
    "three": "the reward for 3 Snacks",
}
STATES = {  # what a card in play still does
    "armed": "waits for its moment",
    "open": "may be announced now",
    "used": "its effect is used",
    "void": "its effect is void",
    "shields": "protects its Monster",
}

BLURB = "Feed your Monsters to 20 hunger first, while they are swapped, bounced, destroyed and stolen."

SAY = {
    "turn": "Your turn: play a Monster or a Snack, or discard.",
    "ability": "**{card}**: {text}",
    "ability-next": "**{card}** goes on: {part}",
    "extra-play": "You may play one more {kind}.",
    "too-many-snacks": "You have more than 3 Snacks: destroy one.",
}
NOW = {
    "turn": "**{p}** plays or discards.",
    "ability": "**{p}** may use **{card}**: {text}",
    "ability-next": "**{p}** goes on with **{card}**: {part}",
    "extra-play": "**{p}** may play one more card.",
    "too-many-snacks": "**{p}** destroys a Snack.",
}
PARTS = {  # one effect of an ability; -up-to where it has a limit of raw hunger
    "buff-foe": "buff a rival's Monster by {n}.",
    "buff-own-other": "buff another of your Monsters by {n}.",
    "debuff-foe": "debuff a rival's Monster by {n}.",
    "swap-self": "swap this Monster with a rival's.",
    "swap-self-up-to": "swap this Monster with a rival's of raw hunger {n} or less.",
    "swap-own": "swap one of your Monsters with a rival's.",
    "swap-own-up-to": "swap one of your Monsters with a rival's of raw hunger {n} or less.",
    "swap-own-other": "swap another of your Monsters with a rival's.",
    "swap-own-other-up-to": "swap another of your Monsters with a rival's of raw hunger {n} or less.",
    "swap-same-self": "swap this Monster with a rival's of the same raw hunger.",
    "swap-same-own": "swap one of your Monsters with a rival's of the same raw hunger.",
    "swap-same-own-other": "swap another of your Monsters with a rival's of the same raw hunger.",
    "swap-snacks": "swap one of your Snacks with a rival's.",
    "bounce-foe": "bounce a rival's Monster.",
    "bounce-foe-up-to": "bounce a rival's Monster of raw hunger {n} or less.",
    "bounce-own-other": "bounce another of your Monsters.",
    "bounce-own-other-up-to": "bounce another of your Monsters of raw hunger {n} or less.",
    "bounce-snack": "bounce a rival's Snack.",
    "destroy-foe": "destroy a rival's Monster.",
    "destroy-foe-up-to": "destroy a rival's Monster of raw hunger {n} or less.",
    "destroy-own-other": "destroy another of your Monsters.",
    "destroy-own-other-up-to": "destroy another of your Monsters of raw hunger {n} or less.",
    "destroy-snack": "destroy a rival's Snack.",
    "steal-foe": "steal a rival's Monster.",
    "steal-foe-up-to": "steal a rival's Monster of raw hunger {n} or less.",
    "steal-snack": "steal a rival's Snack.",
    "protect-own-other": "fully protect another of your Monsters.",
    "protect-own-other-up-to": "fully protect another of your Monsters of raw hunger {n} or less.",
}
TARGETS = {  # the select of an ability's targets, by the verb
    "buff": "Buff…",
    "debuff": "Debuff…",
    "swap": "Swap…",
    "swap-same": "Swap…",
    "swap-snacks": "Swap Snacks…",
    "bounce": "Bounce…",
    "bounce-snack": "Bounce a Snack…",
    "destroy": "Destroy…",
    "destroy-snack": "Destroy a Snack…",
    "steal": "Steal…",
    "steal-snack": "Steal a Snack…",
    "protect": "Protect…",
}
LOG: dict[str, Template] = {
    "plays": "{p} plays {card} ({n:+} hunger)",
    "plays-snack": "{p} plays {card} on {m}",
    "replaces": "{p} replaces {old} with {card}",
    "discards": "{p} discards {card}",
    "draws-and-ends": "{p} draws and ends the turn",
    "draws": Plural("{p} draws a card", "{p} draws {n} cards"),
    "draws-by": Plural("{card} lets {p} draw a card", "{card} lets {p} draw {n} cards"),
    "you-draw": "You draw {cards}",
    "passes": "{p} has nothing to play and nothing to draw",
    "does-not-use": "{p} does not use {card}",
    "nothing-to-do": "{card} finds nothing to do",
    "gives": "{card} gives {m} {n:+}",
    "swaps": "{p} swaps {a} with {q}'s {b}",
    "bounces": "{p} bounces {q}'s {cards}",
    "bounces-own": "{p} bounces {cards} of their own",
    "destroys": "{p} destroys {q}'s {cards}",
    "destroys-own": "{p} destroys {cards} of their own",
    "steals": "{p} steals {q}'s {cards}",
    "is-protected": "{m} is fully protected",
    "announces": "{p} announces {card}: {effect}",
    "void": "{p} did not announce {card}; it is void",
    "destroys-snack": "{p} destroys {card}, a Snack too many",
    "graveyard-becomes-deck": "The graveyard becomes the deck",
    "reaches": "{p} reaches {n} hunger",
}
ANNOUNCED = {  # where an announcement is about cards, which
    "watch-steal": "{p} announces {card} and takes {cards} from {q}",
    "watch-bounce": "{p} announces {card} and keeps {cards} in play",
}
WHY = {
    "five-monsters": "You have 5 Monsters in play: name the one that is replaced.",
    "replace-at-five": "A Monster is replaced only when you have 5 in play.",
    "three-snacks": "You have 3 Snacks in play: name the one that is replaced.",
    "replace-at-three": "A Snack is replaced only when you have 3 in play.",
    "locked": "{card} was bounced: it is locked until your next turn is over. You may discard it.",
    "locked-this-turn": "{card} was bounced: it is locked until this turn is over. You may discard it.",
    "contested": "{card} was just stolen, and somebody may still announce that it goes elsewhere.",
    "snack-needs-monster": "A Snack goes on a Monster of yours, and you have none in play.",
    "name-monster": "A Snack goes on a Monster of yours that is in play: name which.",
    "not-in-hand": "{card} is not in your hand.",
    "wrong-kind": "You may play only a {kind} now.",
    "not-yours": "{card} is not in your row.",
    "only-snacks": "You may draw instead of playing only while you hold nothing but Snacks.",
    "nothing-to-draw": "There is no card left to draw.",
    "protected": "{m} is fully protected.",
    "raw-above": "The raw hunger of {m} is above {k}.",
    "raw-differs": "{m} does not have the same raw hunger, {k}.",
    "other-party": "{m} is of another party.",
    "wrong-side": "{card} is not what this part of the ability is for.",
    "not-in-play": "{card} is not in play.",
    "nothing-to-announce": "{card} has nothing to announce now.",
}
LINES = {
    "monster": "{m} {sum}",
    "monster-snacks": "{m} {sum} with {snacks}",
    "passed-own-turn": "{p} was first at 20, in a turn of their own",
    "passed-other-turn": "{p} was first at 20, in {q}'s turn",
}

LOCKED = {True: "Locked until this turn is over", False: "Locked until your next turn is over"}  # by its last turn
IN_HAND = "In hand at the end: {cards}"

GUIDE = (
    "First to 20 hunger wins. Each Monster in your row counts its number, plus Buffs, minus Debuffs.",
    "On your turn play a Monster, or a Snack on one of your Monsters, or discard a card. Then you draw one, by itself.",
    "The card you played may have an ability: use all of it, or none.",
    "Bounced cards go back to the hand, stolen ones to the thief's hand, destroyed ones to the graveyard.",
    "Some effects wait for a moment, with a bell beside them. Press Announce before the next move, or they are lost.",
)

PAGES = (
    Page(
        "goal",
        "Goal",
        "You keep a row of hungry Monsters. Your tracker shows what they eat together: the number on each Monster, one "
        "more for each green Buff on it, one less for each red Debuff. Be the first to reach 20.\n\n"
        "There are 60 Monsters and 20 Snacks, in five tiers each (in wide rows a dot on the Monster for each). A "
        "Monster counts; a Snack helps the Monster it lies on.",
    ),
    Page(
        "set-up",
        "Set-up",
        "All 80 cards are shuffled into one deck. Each player is dealt 4 and starts at 0. A random player begins; the "
        "turn goes clockwise, in the order of the letters. The graveyard beside the deck is empty and lies face up.",
    ),
    Page(
        "turn",
        "Your turn",
        "1. Do one of three things: play one Monster into your row; or play one Snack on a Monster that is already in "
        "your row; or discard one card from your hand to the graveyard.\n"
        "2. Draw one card from the deck.\n"
        "3. The number of a new Monster counts at once.\n"
        "4. If you played a card, decide whether to use its ability.\n"
        "5. All trackers follow what the ability did, and the next player has the turn.\n\n"
        "One card a turn is all, unless an ability lets you play one more. A hand has no limit, and any card of it may "
        "be discarded.\n"
        "**Only Snacks in hand?** Then you may draw a card and end your turn instead. Whoever holds no card at all "
        "does just that, and passes if there is nothing to draw.",
    ),
    Page(
        "abilities",
        "Using an ability",
        "An ability is used at once when its card has been played, or not at all: you may refuse the whole of it, but "
        "you cannot pick parts. Its parts are done in the order in which they are written, and you choose each target "
        "when its part comes. A part that cannot be done, because there is no card for it, is left out and the rest "
        "goes on.\n\n"
        "Abilities that, as things stand, can only help you and leave no choice are used without asking. When a "
        "card changes its row later, its ability is not used again.",
    ),
    Page(
        "verbs",
        "The six verbs",
        "**Buff**: put green tokens on a Monster, 1 hunger each.\n"
        "**Debuff**: put red tokens on it, −1 hunger each.\n"
        "**Swap**: two players' Monsters change rows. Their tokens and Snacks go with them.\n"
        "**Bounce**: a card in play goes back to the hand of the player who has it. It is locked there: it cannot be "
        "played until that player's next turn is over, only discarded.\n"
        "**Destroy**: a card in play goes to the graveyard, face up.\n"
        "**Steal**: a rival's card in play goes to your hand. It counts for you once you play it, and it is not "
        "locked.\n\n"
        "A Monster that is bounced, destroyed or stolen loses its tokens, and its Snacks go the same way. Some "
        "abilities do the same to a Snack alone; the tokens that it gave then stay where they are, but what it would "
        "still do ends.\n"
        "Otherwise tokens stay for good.",
    ),
    Page(
        "limits",
        "Five Monsters, three Snacks",
        "You may have 5 Monsters and 3 Snacks in play, the Snacks on whichever of your Monsters you like.\n\n"
        "**Replacing a Monster**: only with 5 in play. A new one takes the place of one of yours, which goes to the "
        "graveyard; its tokens and Snacks stay on the place, for the new one. The new one's ability may be used.\n"
        "**Replacing a Snack**: only with 3 in play. The new one lies where the old one lay. The old one is destroyed, "
        "but what it gave stays, tokens and protection.\n\n"
        "Should a swap leave you with more than 3 Snacks, you destroy some down to 3.",
    ),
    Page(
        "parties",
        "The four parties",
        "**Peons** (a pointed hat) are tricksters: they swap Monsters and Snacks.\n"
        "**Stoneskins** (a rock) are golems of rock: they bounce what others have played.\n"
        "**Zombies** (a tombstone) destroy.\n"
        "**Mechas** (a cogwheel) are robots from the sky: they steal.\n"
        "Snacks belong to no party, but some like one more than the others.",
    ),
    Page(
        "words",
        "Raw hunger, protection, extra cards",
        "**Raw hunger** is the number on the Monster; tokens do not change it. A limit such as “4 or less”, on "
        "cards “up to 4”, looks at it.\n"
        "**Fully protected**: the Monster cannot be debuffed, swapped, bounced, destroyed or stolen, not even by its "
        "owner's abilities. It can be buffed, its owner may replace it, and its Snacks can be taken one by one.\n"
        "**An extra card** that an ability lets you play is played like any other, with its own ability; but you draw "
        "nothing for it.",
    ),
    Page(
        "delayed",
        "Effects that wait",
        "Some cards do something later: when a Monster is next destroyed, when a card is next stolen, once you have "
        "three Snacks in play. In the picture a bell hangs on them; it is struck out when the effect is used or void. "
        "When the moment comes, an *Announce* button stands on the table and in your messages. "
        "Press it before the next player makes a move. If you miss it, the effect is void for as long as that card "
        "stays in play; a card that leaves and comes back is as good as new.\n\n"
        "An effect belongs to whoever has the card. Whoever started the table may let announcements happen by "
        "themselves (*Options*), which is kinder to games over days.\n\n"
        "**DJ Heaven** takes the next card that somebody else steals, from anybody, with the Snacks that follow it.\n"
        "**Beauty Ribs** may be announced for every Monster that an ability destroys, whoever had it. A Monster that "
        "its owner replaces is not destroyed by an ability and does not count.\n"
        "**Rewards for three Snacks** open whenever you have three in play, by playing or by a swap.",
    ),
    Page(
        "deck",
        "When the deck is empty",
        "The graveyard is shuffled and becomes the deck. If both are empty, nothing is drawn and the game goes on.",
    ),
    Page(
        "winner",
        "Who wins",
        "Trackers are looked at when a card has been played, after each ability and after each announcement. Whoever "
        "has 20 or more wins at once, also in another player's turn. If several have, it is the player whose turn it "
        "is; else the one with most hunger; else the next clockwise. Nobody's tracker goes below 0, though a single "
        "Monster may eat less than nothing.",
    ),
    Page(
        "cards",
        "Where the cards come from",
        "The rulebook describes the cards and names two of them, DJ Heaven and Beauty Ribs, but prints none. The cards "
        "here are Hob's own stand-ins: 60 Monsters, three of each party and tier, and 20 Snacks, four of each tier, "
        "made so that each party does what the rulebook says of it; the higher the tier, the more raw hunger and the "
        "weaker the ability. `/muncher card` shows each of them.\n\n"
        "Whoever runs this Hob and owns the game may add its real cards as a deck of their own; it is then chosen in "
        "the lobby under *Options*, *Cards*.",
    ),
)
