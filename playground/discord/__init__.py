"""A loopback Discord: REST API v10 and the gateway, as far as bots like Hob use them."""

from playground.discord.interactions import Interaction
from playground.discord.loopback import Loopback
from playground.discord.people import CannotDo, Person

__all__ = ["CannotDo", "Interaction", "Loopback", "Person"]
