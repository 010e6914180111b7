"""The rules of Monster Muncher in our own words, a page per chapter of the rulebook, and its cards."""

from bot.i18n.card_texts import told
from bot.i18n.translator import Voice
from bot.screens.game_ui import Page
from engine import GAMES
from engine.decks import Card
from engine.monster_muncher.cards import PARTIES, MuncherCard

GUIDE = {
    "1": "First to 20 hunger wins. Each Monster in your row counts its number, plus Buffs, minus Debuffs.",
    "2": (
        "On your turn play a Monster, or a Snack on one of your Monsters, or discard a card. Then you draw one, by "
        "itself."
    ),
    "3": "The card you played may have an ability: use all of it, or none.",
    "4": "Bounced cards go back to the hand, stolen ones to the thief's hand, destroyed ones to the graveyard.",
    "5": (
        "Some effects wait for a moment, with a bell beside them. Press Announce before the next move, or they are "
        "lost."
    ),
}

PAGES = {
    "goal.title": "Goal",
    "goal": (
        "You keep a row of hungry Monsters. Your tracker shows what they eat together: the number on each Monster, "
        "one more for each green Buff on it, one less for each red Debuff. Be the first to reach 20.\n\n"
        "There are 60 Monsters and 20 Snacks, in five tiers each (in wide rows a dot on the Monster for each). A "
        "Monster counts; a Snack helps the Monster it lies on."
    ),
    "set-up.title": "Set-up",
    "set-up": (
        "All 80 cards are shuffled into one deck. Each player is dealt 4 and starts at 0. A random player begins; "
        "the turn goes clockwise, in the order of the letters. The graveyard beside the deck is empty and lies face"
        " up."
    ),
    "turn.title": "Your turn",
    "turn": (
        "1. Do one of three things: play one Monster into your row; or play one Snack on a Monster that is already "
        "in your row; or discard one card from your hand to the graveyard.\n"
        "2. Draw one card from the deck.\n"
        "3. The number of a new Monster counts at once.\n"
        "4. If you played a card, decide whether to use its ability.\n"
        "5. All trackers follow what the ability did, and the next player has the turn.\n\n"
        "One card a turn is all, unless an ability lets you play one more. A hand has no limit, and any card of it "
        "may be discarded.\n"
        "**Only Snacks in hand?** Then you may draw a card and end your turn instead. Whoever holds no card at all "
        "does just that, and passes if there is nothing to draw."
    ),
    "abilities.title": "Using an ability",
    "abilities": (
        "An ability is used at once when its card has been played, or not at all: you may refuse the whole of it, "
        "but you cannot pick parts. Its parts are done in the order in which they are written, and you choose each "
        "target when its part comes. A part that cannot be done, because there is no card for it, is left out and "
        "the rest goes on.\n\n"
        "Abilities that, as things stand, can only help you and leave no choice are used without asking. You are "
        "asked before a card is fully protected, because that also keeps out your own abilities. When a card "
        "changes its row later, its ability is not used again."
    ),
    "verbs.title": "The six verbs",
    "verbs": (
        "**Buff**: put green tokens on a Monster, 1 hunger each.\n"
        "**Debuff**: put red tokens on it, −1 hunger each.\n"
        "**Swap**: two players' Monsters change rows. Their tokens and Snacks go with them.\n"
        "**Bounce**: a card in play goes back to the hand of the player who has it. It is locked there: it cannot "
        "be played until that player's next turn is over, only discarded.\n"
        "**Destroy**: a card in play goes to the graveyard, face up.\n"
        "**Steal**: a rival's card in play goes to your hand. It counts for you once you play it, and it is not "
        "locked.\n\n"
        "A Monster that is bounced, destroyed or stolen loses its tokens, and its Snacks go the same way. Some "
        "abilities do the same to a Snack alone; the tokens that it gave then stay where they are, but what it "
        "would still do ends.\n"
        "Otherwise tokens stay for good."
    ),
    "limits.title": "Five Monsters, three Snacks",
    "limits": (
        "You may have 5 Monsters and 3 Snacks in play, the Snacks on whichever of your Monsters you like.\n\n"
        "**Replacing a Monster**: only with 5 in play. A new one takes the place of one of yours, which goes to the"
        " graveyard; its tokens and Snacks stay on the place, for the new one. The new one's ability may be used.\n"
        "**Replacing a Snack**: only with 3 in play. The new one lies where the old one lay. The old one is "
        "destroyed, but what it gave stays, tokens and protection.\n\n"
        "Should a swap leave you with more than 3 Snacks, you destroy some down to 3."
    ),
    "parties.title": "The four parties",
    "parties": (
        "**Peons** (a pointed hat) are tricksters: they swap Monsters and Snacks.\n"
        "**Stoneskins** (a rock) are golems of rock: they bounce what others have played.\n"
        "**Zombies** (a tombstone) destroy.\n"
        "**Mechas** (a cogwheel) are robots from the sky: they steal.\n"
        "Snacks belong to no party, but some like one more than the others."
    ),
    "words.title": "Raw hunger, protection, extra cards",
    "words": (
        "**Raw hunger** is the number on the Monster; tokens do not change it. A limit such as “4 or less”, on "
        "cards “up to 4”, looks at it.\n"
        "**Fully protected**: the Monster cannot be debuffed, swapped, bounced, destroyed or stolen, not even by "
        "its owner's abilities. It can be buffed, its owner may replace it, and its Snacks can be taken one by one.\n"
        "**An extra card** that an ability lets you play is played like any other, with its own ability; but you "
        "draw nothing for it."
    ),
    "delayed.title": "Effects that wait",
    "delayed": (
        "Some cards do something later: when a Monster is next destroyed, when a card is next stolen, once you have"
        " three Snacks in play. In the picture a bell hangs on them; it is struck out when the effect is used or "
        "void. When the moment comes, an *Announce* button stands on the table and in your messages. Press it "
        "before the next player makes a move. If you miss it, the effect is void for as long as that card stays in "
        "play; a card that leaves and comes back is as good as new.\n\n"
        "An effect belongs to whoever has the card. Whoever started the table may let announcements happen by "
        "themselves (*Options*), which is kinder to games over days.\n\n"
        "**DJ Heaven** takes the next card that somebody else steals, from anybody, with the Snacks that follow it.\n"
        "**Beauty Ribs** may be announced for every Monster that an ability destroys, whoever had it. A Monster "
        "that its owner replaces is not destroyed by an ability and does not count.\n"
        "**Rewards for three Snacks** open whenever you have three in play, by playing or by a swap."
    ),
    "deck.title": "When the deck is empty",
    "deck": (
        "As soon as the last card of the deck is drawn, the graveyard is shuffled and becomes the deck. If both are "
        "empty, nothing is drawn and the game goes on."
    ),
    "winner.title": "Who wins",
    "winner": (
        "Trackers are looked at when a card has been played, after each ability and after each announcement. "
        "Whoever has 20 or more wins at once, also in another player's turn. If several have, it is the player "
        "whose turn it is; else the one with most hunger; else the next clockwise. Nobody's tracker goes below 0, "
        "though a single Monster may eat less than nothing."
    ),
    "cards.title": "Where the cards come from",
    "cards": (
        "The rulebook describes the cards and names two of them, DJ Heaven and Beauty Ribs, but prints none. The "
        "cards here are Hob's own stand-ins: 60 Monsters, three of each party and tier, and 20 Snacks, four of each"
        " tier, made so that each party does what the rulebook says of it; the higher the tier, the more raw hunger"
        " and the weaker the ability. `/muncher card` shows each of them.\n\n"
        "Whoever runs this Hob and owns the game may add its real cards as a deck of their own; it is then chosen "
        "in the lobby under *Options*, *Cards*."
    ),
}

# Our own readings of the rulebook; the code marks each with "Ruling".
# Above a new kind of question: what is asked, and what matters.
COACH = {
    "turn": (
        "Play a Monster for the hunger it counts, a Snack on one of your Monsters, or discard a card; the first to "
        "20 hunger wins. Read the ability before you play a card: it works at once, all of it or none."
    ),
    "ability": (
        "The card you played does this now, if you want it to. "
        "Strike at whoever is nearest to 20, and mind what they can do to you next."
    ),
    "ability-next": (
        "The ability has a second part, and it goes on here. "
        "It is all or nothing, so finish what helps you more than it costs."
    ),
    "extra-play": ("You may play one more card in this turn. Take it, unless you would only spoil a card for later."),
    "too-many-snacks": ("You may have 3 Snacks in play, so one of yours must go. Destroy the one that helps least."),
}

RULINGS = {
    "first": "The first player is random.",
    "recycling": (
        "The graveyard becomes the new deck as soon as the last card is drawn; if the graveyard is empty then, when "
        "the next card is needed."
    ),
    "draws-first": "You draw before you use the ability of the card that you played.",
    "trackers": "Trackers always show raw hunger plus Buffs minus Debuffs of one's Monsters, and never less than 0.",
    "compared": (
        "Hunger is compared with 20 when a Monster has been played, after each ability and after each announcement;"
        " of several the player whose turn it is wins, else the one with most hunger, else the next clockwise."
    ),
    "no-card": "A player without any card draws one and ends the turn, or passes if there is none to draw.",
    "unasked": (
        "An ability that, as things stand, can only help and leaves nothing to choose is used without a question; "
        "where it lets you play one more card besides, you are asked for that card at once. Protection is always "
        "asked, because it also holds against its owner's abilities."
    ),
    "extra": "An extra play that an ability allows may be declined, even when a card could be played.",
    "left-out": "Parts of an ability about a card that has left its player's row are left out.",
    "swap": "A swap is between two players; no ability is used anew.",
    "snacks-after-swap": "Whoever has more than three Snacks after a swap destroys down to three.",
    "bounced": (
        "A bounced card goes to the hand of the player who controlled it, and cannot be played until the end of "
        "that player's next turn; it may be discarded."
    ),
    "stolen": (
        "A stolen card is not locked, and may be played at once where an extra card is allowed; while somebody may "
        "still announce that it goes elsewhere, it may not."
    ),
    "protection": (
        "Full protection is against everybody, its owner's abilities too; its owner may still replace the Monster."
    ),
    "by-snack": (
        "Protection by a Snack is where that Snack is, and stays on the place when the Snack has been replaced; "
        "protection by a Monster's ability lasts while the protected card stays in play."
    ),
    "snack-alone": "A Snack that alone is bounced, destroyed, stolen or swapped leaves its tokens where they are.",
    "delayed": (
        "A delayed effect belongs to whoever controls its card when its moment comes, and may be announced until the "
        "next player moves, also when the card leaves or is swapped before that. Its tokens go to the Monster that "
        "it was on at that moment, or to the one that replaces it; if that has left play, there is nothing to announce."
    ),
    "same-deed": "Of several delayed effects that would change the same deed only one can, the next clockwise.",
    "waits-for": (
        "Only abilities aimed at a Monster are bounces and swaps that a delayed effect of its owner waits for."
    ),
    "heaven": (
        "DJ Heaven takes the next card that anybody but its owner steals, together with the Snacks that follow it."
    ),
    "ribs": "Beauty Ribs must be announced for each Monster destroyed; one that is missed makes it void.",
    "three": "A reward for three Snacks opens whenever its owner has three in play, however they came there.",
    "places": "Behind the winner players are placed by their hunger.",
}


def about_card(card: Card, voice: Voice) -> str:
    assert isinstance(card, MuncherCard)
    key = "table.card-monster" if card.party else "table.card-snack"
    lines = [voice.say(key, party=card.party, tier=card.tier, hunger=card.hunger)]
    lines.append(card.text or voice.say("table.card-no-ability"))
    return "\n".join([*lines, voice.say("table.card-delayed")] if card.delayed else lines)


def more_pages(voice: Voice) -> list[Page]:
    """Every card of Hob's own, a page for each party and one for the Snacks."""
    found: dict[str, list[str]] = {kind: [] for kind in (*PARTIES, "snack")}
    for card in told("monster-muncher", GAMES["monster-muncher"].cards()).values():
        assert isinstance(card, MuncherCard)
        key = "table.page-line-monster" if card.party else "table.page-line-snack"
        line = voice.say(key, card=card.name, tier=card.tier, hunger=card.hunger, text=card.text)
        found[card.party or "snack"].append(line)
    return [Page(f"cards-{kind}", voice.say(f"table.page-{kind}"), "\n".join(lines)) for kind, lines in found.items()]
