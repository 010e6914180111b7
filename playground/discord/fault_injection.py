"""Fault injection: failing requests, slow responses, rate limits."""

from __future__ import annotations

import math
import re
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from playground.discord.shapes import Data


@dataclass
class Rule:
    """A fault for requests that match `method` and `path` (regular expressions; the path without /api/v10)."""

    method: str = ".*"
    path: str = ".*"
    times: int = 1
    status: int | None = None  # respond with this status instead
    body: Data | None = None
    headers: dict[str, str] = field(default_factory=dict)
    via: bool = True  # Discord's own responses have a Via header; Cloudflare's ban doesn't
    drop: str | None = None  # break the connection "before" or "after" the effect
    delay: float = 0.0  # seconds to wait before handling the request
    label: str = ""
    scope: str = "user"  # of a 429: "user", "global", or "shared", for which the bot is not to blame

    def fits(self, method: str, path: str) -> bool:
        return self.times > 0 and bool(re.fullmatch(self.method, method)) and bool(re.fullmatch(self.path, path))


@dataclass
class Bucket:
    """A rate limit: `limit` requests of one kind per `per` seconds."""

    method: str
    path: str  # a regular expression; each value of its groups has its own bucket
    limit: int
    per: float
    scope: str = "user"  # "shared": the resource's own limit, which doesn't count against the bot
    older: float = 0.0  # limit only edits of messages older than this many seconds, per channel; in no header


BAN, BAN_SPAN = 10_000, 600.0  # invalid requests, within this many seconds

# Five messages in five seconds is what people report for a channel; Discord publishes only the 50 per second.
USUAL = [
    Bucket("POST", r"/channels/(\d+)/messages", 5, 5.0),
    Bucket("PATCH", r"/channels/(\d+)/messages/\d+", 5, 5.0),
    Bucket("POST", r"/webhooks/(\d+/[^/]+)", 5, 5.0),
    Bucket("PATCH|DELETE|GET", r"/webhooks/(\d+/[^/]+)/messages/.*", 5, 5.0),
    # Discord documents a code for this, 30046 (https://docs.discord.com/developers/topics/opcodes-and-status-codes),
    # but doesn't report the limit in headers (https://github.com/discord/discord-api-docs/issues/4413). Its size is
    # what people measured (https://github.com/discord-userdoccers/discord-userdoccers/pull/551). It is not known
    # whether an edit as the response to an interaction counts; here it does.
    Bucket("PATCH|POST", ".*", 3, 6.0, older=3600.0),
]
TOO_OLD = 30046

# "If you open a significant amount of DMs too quickly, your bot may be rate limited or blocked from opening new ones":
# https://docs.discord.com/developers/resources/user#create-dm. The response is 40003, "You are opening direct messages
# too fast"; Discord publishes no number, so this is a strict guess.
DM_OPENINGS = Bucket("POST", "/users/@me/channels", 5, 10.0)


def rate_limit_body(after: float, scope: str) -> Data:
    """Return the body of a 429."""
    text = "The resource is being rate limited." if scope == "shared" else "You are being rate limited."
    return {"message": text, "code": 0, "retry_after": math.ceil(after * 1000) / 1000, "global": scope == "global"}


def scope_headers(scope: str) -> dict[str, str]:
    """Return the headers that state the scope of a limit."""
    return {"X-RateLimit-Scope": scope} | ({"X-RateLimit-Global": "true"} if scope == "global" else {})


class FaultInjection:
    def __init__(self, clock: Callable[[], float], buckets: list[Bucket] | None):
        self.clock = clock
        self.rules: list[Rule] = []
        self.buckets = buckets
        self.used: dict[tuple[int, str], tuple[float, int]] = {}
        self.old_edits: dict[tuple[int, str], list[float]] = {}  # by bucket and channel: times of accepted edits
        self.second: tuple[float, int] = (-1.0, 0)
        self.invalid: deque[float] = deque()  # times of invalid requests, which count towards a ban

    def fail(self, method: str = ".*", path: str = ".*", **what: Any) -> Rule:
        rule = Rule(method, path, **what)
        if rule.status == 429:
            rule.scope = "global" if (rule.body or {}).get("global") else rule.scope
            rule.body = rate_limit_body(0.3, rule.scope) | (rule.body or {})
            after = str(math.ceil(rule.body["retry_after"]))
            rule.headers = {"Retry-After": after, **scope_headers(rule.scope), **rule.headers}
        self.rules.append(rule)
        return rule

    def clear(self) -> None:
        self.rules.clear()

    def next(self, method: str, path: str) -> Rule | None:
        for rule in self.rules:
            if rule.fits(method, path):
                rule.times -= 1
                return rule
        return None

    def count_invalid(self, status: int, headers: Mapping[str, str]) -> None:
        """Count invalid requests as Discord does: 401, 403, and 429 unless the limit is shared."""
        if status in (401, 403) or (status == 429 and headers.get("X-RateLimit-Scope") != "shared"):
            self.invalid.append(self.clock())

    @property
    def banned(self) -> bool:
        """Return True if Cloudflare blocks the bot because of too many recent invalid requests."""
        while self.invalid and self.clock() - self.invalid[0] >= BAN_SPAN:
            self.invalid.popleft()
        return len(self.invalid) >= BAN

    def count(self, method: str, path: str, edits: tuple[str, float] | None) -> tuple[Data | None, dict[str, str]]:
        """Count a request. Return the body of a 429 if it exceeds a limit, else None, and the rate limit headers.

        `edits`: the channel and the age of the message that it edits.
        """
        refused, headers = self._count_request(method, path)
        if refused is None and edits is not None:
            refused = self._count_old_edit(method, path, *edits)
            headers |= scope_headers("user") if refused else {}
        return refused, headers

    def _count_old_edit(self, method: str, path: str, channel: str, age: float) -> Data | None:
        now = self.clock()
        for n, bucket in enumerate(self.buckets or []):
            counts = bucket.older and age > bucket.older and re.fullmatch(bucket.method, method)
            if not counts or not re.fullmatch(bucket.path, path):
                continue
            accepted = self.old_edits[n, channel] = [
                at for at in self.old_edits.get((n, channel), []) if now - at < bucket.per
            ]
            if len(accepted) >= bucket.limit:
                text = "Maximum number of edits to messages older than 1 hour reached. Try again later"
                return rate_limit_body(accepted[0] + bucket.per - now, "user") | {"message": text, "code": TOO_OLD}
            accepted.append(now)
        return None

    def _count_request(self, method: str, path: str) -> tuple[Data | None, dict[str, str]]:
        if self.buckets is None or path.startswith("/interactions"):
            return None, {}
        now = self.clock()
        if not path.startswith("/webhooks"):
            began, used = self.second
            self.second = (began, used + 1) if now - began < 1.0 else (now, 1)
            if self.second[1] > 50:
                return rate_limit_body(1.0 - (now - self.second[0]), "global"), scope_headers("global")
        for n, bucket in enumerate(self.buckets):
            match = re.fullmatch(bucket.path, path)
            if match and not bucket.older and re.fullmatch(bucket.method, method):
                return self._count(n, bucket, match.group(1) if match.groups() else "", now)
        return None, {}

    def _count(self, n: int, bucket: Bucket, key: str, now: float) -> tuple[Data | None, dict[str, str]]:
        began, used = self.used.get((n, key), (now, 0))
        if now - began >= bucket.per:
            began, used = now, 0
        left = bucket.per - (now - began)
        headers = {
            "X-RateLimit-Limit": str(bucket.limit), "X-RateLimit-Remaining": str(max(0, bucket.limit - used - 1)),
            "X-RateLimit-Reset": f"{now + left:.3f}", "X-RateLimit-Reset-After": f"{left:.3f}",
            "X-RateLimit-Bucket": f"bucket{n}",
        }  # fmt: skip
        if used >= bucket.limit:
            return rate_limit_body(left, bucket.scope), headers | scope_headers(bucket.scope)
        self.used[n, key] = (began, used + 1)
        return None, headers
