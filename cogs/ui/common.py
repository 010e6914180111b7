"""For callers that do not say common sentences by key yet; to be removed with the last of them."""

from cogs.words.common import *  # noqa: F403
