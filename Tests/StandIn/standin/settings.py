"""The settings of a server, with their names at the control endpoint."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

QUIRKS = (
    "ignore-first", "endless-pages", "empty-pages", "overlapping-pages", "null-cursor", "shifting-pages",
    "lost-cursors", "short-lists",
)


@dataclass
class CharCount:
    """The allowed length of bodies."""

    enabled: bool = False
    min: int | None = None
    max: int | None = None


@dataclass
class Settings:
    """The settings of an operator, and the quirks of the server."""

    bannedWords: list[str] = field(default_factory=lambda: ["cabbage", "rotten fish"])
    suspectWords: list[str] = field(default_factory=lambda: ["turnip"])
    toxicWords: list[str] = field(default_factory=lambda: ["venomous"])
    spamWords: list[str] = field(default_factory=lambda: ["wristwatches"])
    editWindow: int = 3600
    slowChecks: int = 0
    charCount: CharCount = field(default_factory=CharCount)
    rateLimit: bool = True
    retryAfter: int | None = None
    disabled: bool = False
    disabledMessage: str = "Comments are closed everywhere for now."
    moderation: str = "POST"
    premodLinksEnable: bool = False
    premoderateSuspectWords: bool = False
    requireEmailConfirmation: bool = False
    infoBox: str | None = None
    announcement: str | None = None
    questionBox: str | None = None
    closedMessage: str = "This story is closed."
    avatars: bool = False
    media: list[str] = field(default_factory=list)
    organization: str = "The Stand-in Times"
    persistedOnly: bool = False
    reducedSecurity: bool = False
    introspection: bool = False
    createStories: bool = True
    gzip: bool = True
    tokenLifetime: int = 86_400
    quirks: list[str] = field(default_factory=list)

    def update(self, changes: dict[str, Any]) -> None:
        """Changes settings by name. Raises ValueError for an unknown name or a wrong type."""
        known = {entry.name: entry for entry in fields(self)}
        for name, value in changes.items():
            if name not in known:
                raise ValueError(f"unknown setting '{name}'")
            setattr(self, name, self._checked(name, value))

    def _checked(self, name: str, value: Any) -> Any:
        if name == "charCount":
            allowed = {entry.name for entry in fields(CharCount)}
            if not isinstance(value, dict) or not set(value) <= allowed:
                raise ValueError(f"'charCount' is an object of {sorted(allowed)}")
            return CharCount(**value)
        if name == "quirks" and (not isinstance(value, list) or not set(value) <= set(QUIRKS)):
            raise ValueError(f"'quirks' is a list of some of {', '.join(QUIRKS)}")
        current = getattr(self, name)
        if current is not None and value is not None and type(current) is not type(value):
            raise ValueError(f"'{name}' is a {type(current).__name__}")
        return value
