"""For callers that ask a face itself instead of its pieces; to be removed with the last of them."""

from dataclasses import replace
from typing import Any


class Bridge:
    def __post_init__(self: Any) -> None:
        def described(verb: Any) -> Any:
            params = tuple(replace(p, help=self.say(f"verb.{verb.name}.{p.name}")) for p in verb.params)
            help, not_now = self.say(f"verb.{verb.name}"), self.say(f"not-now.{verb.name}")
            return replace(verb, params=params, help=help, not_now=not_now)

        object.__setattr__(self, "verbs", tuple(map(described, self.verbs)))

    @property
    def alike(self: Any) -> bool:
        return bool(self.ambiguous_options)

    @property
    def close_ups(self: Any) -> bool:
        return self.pictures.close_up is not None

    @property
    def WHY(self: Any) -> Any:
        return self.words.all_of("why")

    @property
    def PLACEHOLDERS(self: Any) -> Any:
        return self.words.names("placeholder")

    @property
    def KINDS(self: Any) -> Any:
        return self.words.names("kind")

    @property
    def CHOICES(self: Any) -> Any:
        found: dict[str, dict[str, str]] = {}
        for key, text in self.words.names("option").items():
            name, _, value = key.partition(".")
            found.setdefault(name, {})[value] = text
        return found

    def label(self: Any, view: Any, question: Any, path: str, words: Any) -> Any:
        return self.labels(view, words).label(question, path)

    def argument(self: Any, view: Any, question: Any, option: str, param: str, words: Any) -> Any:
        return self.labels(view, words).argument(question, option, param)

    def confirm(self: Any, view: Any, question: Any, option: str, words: Any) -> Any:
        return self.labels(view, words).confirm(question, option)

    def wonders(self: Any, view: Any, question: Any) -> Any:
        return self.labels(view, self.voice(view=view)).wonders(question)

    def laid(self: Any, view: Any) -> Any:
        return self.in_words(view, self.voice(view=view)).laid()

    def card_words(self: Any, card: Any) -> Any:
        return self.about_card(card, self.voice())

    def whereabouts(self: Any, view: Any, card: str, words: Any) -> Any:
        return self.in_words(view, words).whereabouts(card)

    def table_in_words(self: Any, view: Any, words: Any) -> Any:
        return self.in_words(view, words).table()
