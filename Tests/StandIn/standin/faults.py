"""The faults of the servers, and the rules that select them."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

from .messages import Request

# Faults of requests that are not executed.
BEFORE = (
    "drop-before", "reset-before", "stall-before", "error-500", "unavailable", "too-many", "rate-limited",
    "graphql-error", "refused-data", "html", "huge", "gzip-bomb", "redirect", "redirect-same", "redirect-loop", "unauthorized",
)
# Faults of requests that are executed.
AFTER = (
    "drop-after", "reset-after", "stall-after", "slow", "error-500-after", "bad-gateway-after", "truncated",
    "truncated-json", "wrong-type", "empty", "null-data", "not-utf8", "bad-byte",
    "byte-order-mark", "drip", "gzip-members", "null-story", "other-story",
)
# Faults of requests that are executed later: `late` answers then, `drop-late` closes the connection at once, and
# `gateway-late` answers at once as a proxy that has stopped waiting.
LATE = ("late", "drop-late", "gateway-late")
# The faults of a mixture without a list of its own. None of them takes long.
MIXTURE = (
    "drop-before", "drop-after", "reset-before", "reset-after", "error-500", "error-500-after", "unavailable",
    "bad-gateway-after", "too-many", "graphql-error", "truncated", "truncated-json", "html", "empty",
)
OPTIONS = {
    "seconds": (int, float), "retryAfter": (int,), "retryAfterDate": (bool,), "bytes": (int,), "chunked": (bool,),
    "bytesPerSecond": (int,), "code": (int,), "others": (int,),
}
SELECTORS = {
    "fault": (str,), "times": (int,), "skip": (int,), "operation": (str,), "story": (str,), "probability": (int, float),
    "seed": (int,), "faults": (list,),
}


@dataclass(frozen=True)
class Fault:
    """A fault that applies to a request."""

    name: str
    options: dict[str, Any]

    @property
    def is_executed(self) -> bool:
        """Returns whether the request is executed before the fault."""
        return self.name in AFTER

    @property
    def is_late(self) -> bool:
        """Returns whether the request is executed after a delay."""
        return self.name in LATE

    def option(self, name: str, default: Any) -> Any:
        return self.options.get(name, default)


@dataclass
class Rule:
    """A fault, and the requests that it applies to."""

    fault: str
    times: int | None = None
    skip: int = 0
    operation: str | None = None
    story: str | None = None
    probability: float = 1.0
    seed: int = 0
    faults: list[str] = field(default_factory=lambda: list(MIXTURE))
    options: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.chance = random.Random(f"{self.fault} {self.seed}")

    @staticmethod
    def of(value: Any) -> Rule:
        """Returns the rule of a request to the control endpoint. Raises ValueError if it is invalid."""
        if not isinstance(value, dict) or "fault" not in value:
            raise ValueError("a rule is an object with a 'fault'")
        for name, given in value.items():
            types = OPTIONS.get(name) or SELECTORS.get(name)
            if types is None or not isinstance(given, types):
                raise ValueError(f"'{name}' is not a key of a rule, or has a wrong type")
        names = [value["fault"], *value.get("faults", [])]
        for name in names:
            if name not in (*BEFORE, *AFTER, *LATE, "random"):
                raise ValueError(f"unknown fault '{name}'")
        options = {name: given for name, given in value.items() if name in OPTIONS}
        return Rule(options=options, **{name: given for name, given in value.items() if name in SELECTORS})

    def matches(self, request: Request, route: str | None) -> bool:
        """Returns whether the rule applies to a request."""
        name, kind = request.operation
        if self.story is not None and f'"{self.story}"'.encode() not in request.body:
            return False
        return self.operation is None or self.operation in (name, kind, route)

    def take(self) -> Fault | None:
        """Returns the fault, unless `skip`, `times` or `probability` prevent it."""
        if self.skip > 0:
            self.skip -= 1
            return None
        if self.times == 0 or self.chance.random() >= self.probability:
            return None
        if self.times is not None:
            self.times -= 1
        name = self.chance.choice(self.faults) if self.fault == "random" else self.fault
        return Fault(name, self.options)


class Faults:
    """The current rules."""

    def __init__(self) -> None:
        self.rules: list[Rule] = []

    def set(self, value: Any) -> None:
        if not isinstance(value, dict) or set(value) - {"rules"}:
            raise ValueError("faults are an object with 'rules'")
        self.rules = [Rule.of(rule) for rule in value.get("rules", [])]

    def next(self, request: Request, route: str | None) -> Fault | None:
        for rule in self.rules:
            if rule.matches(request, route):
                fault = rule.take()
                if fault is not None:
                    return fault
        return None
