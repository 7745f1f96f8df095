"""Moderation of comments before they are stored: they are refused, withheld, flagged or published."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache

from .markup import javascript_length, plain_text
from .world import Comment, Story, User, World

REPEAT_WINDOW = 6 * 60 * 1000
LINK = re.compile(r"https?://", re.IGNORECASE)


class Refusal(Exception):
    """An error with a code of the server."""

    def __init__(self, code: str, param: str | None = None, nudge: bool = False) -> None:
        super().__init__(code)
        self.code = code
        self.param = param
        self.nudge = nudge


@dataclass
class Verdict:
    """The status of a comment, and the reasons of its flags."""

    status: str = "NONE"
    reasons: list[str] = field(default_factory=list)


@lru_cache(maxsize=64)
def _pattern(words: tuple[str, ...], letters_only: bool) -> re.Pattern[str]:
    inner = "|".join(r"[\s\"?!.]+".join(map(re.escape, word.split())) for word in words)
    # In Talk 4, only ASCII letters belong to words; in Coral, all letters do.
    edge = r"[^\W\d_]" if letters_only else r"[A-Za-z0-9_]"
    return re.compile(f"(?<!{edge})(?:{inner})(?!{edge})", re.IGNORECASE)


def contains(text: str, words: list[str], letters_only: bool) -> bool:
    """Returns whether a text contains one of the words or phrases."""
    return bool(words) and bool(_pattern(tuple(words), letters_only).search(text))


@dataclass(frozen=True)
class Checks:
    """The checks that a client of Talk 4 requests."""

    toxicity: bool = False
    spam: bool = False


def talk4_verdict(
    world: World, user: User, story: Story, body: str, checks: Checks, plugins: frozenset[str]
) -> Verdict:
    """Returns the verdict of Talk 4, after all phases in its order. Raises Refusal if the comment is refused."""
    settings = world.settings
    if javascript_length(body) < 2:
        raise Refusal("COMMENT_TOO_SHORT")
    limits = settings.charCount
    if limits.enabled and limits.max is not None and javascript_length(body) > limits.max:
        raise Refusal("COMMENT_TOO_LONG")
    if story.closed:
        raise Refusal("COMMENTING_CLOSED")
    if settings.disabled:
        raise Refusal("COMMENTING_DISABLED")
    toxic = "toxic" in plugins and contains(body, settings.toxicWords, False)
    spam = "spam" in plugins and contains(body, settings.spamWords, False)
    if toxic and checks.toxicity:
        raise Refusal("COMMENT_IS_TOXIC")
    if spam and checks.spam:
        raise Refusal("COMMENT_IS_SPAM")
    if contains(body, settings.bannedWords, False):
        return Verdict("REJECTED", ["BANNED_WORD"])
    reasons = ["SUSPECT_WORD"] if contains(body, settings.suspectWords, False) else []
    if user.is_staff:
        return Verdict("APPROVED", reasons)
    if settings.premodLinksEnable and LINK.search(body):
        return Verdict("SYSTEM_WITHHELD", [*reasons, "LINKS"])
    if toxic:
        return Verdict("SYSTEM_WITHHELD", [*reasons, "TOXIC_COMMENT"])
    if spam:
        return Verdict("SYSTEM_WITHHELD", [*reasons, "SPAM_COMMENT"])
    return Verdict("PREMOD" if settings.moderation == "PRE" or user.premod else "NONE", reasons)


def coral_verdict(
    world: World, user: User, story: Story, body: str, nudge: bool, edited: Comment | None = None
) -> Verdict:
    """Returns the verdict of Coral, after all phases in its order. Raises Refusal if the comment is refused."""
    settings = world.settings
    text = plain_text(body)
    limits = settings.charCount
    least = limits.min if limits.enabled and limits.min else 1
    if javascript_length(text) < least:
        raise Refusal("COMMENT_BODY_TOO_SHORT", "input.body")
    if limits.enabled and limits.max is not None and javascript_length(text) > limits.max:
        raise Refusal("COMMENT_BODY_EXCEEDS_MAX_LENGTH", "input.body")
    if story.closed:
        raise Refusal("STORY_CLOSED")
    if settings.disabled:
        raise Refusal("COMMENTING_DISABLED")
    if _repeats(world, user, text, edited):
        if nudge:
            raise Refusal("REPEAT_POST", nudge=True)
        return Verdict("SYSTEM_WITHHELD", ["COMMENT_DETECTED_REPEAT_POST"])
    if user.is_staff:
        return Verdict("APPROVED")
    if contains(text, settings.bannedWords, True):
        return Verdict("REJECTED", ["COMMENT_DETECTED_BANNED_WORD"])
    reasons = ["COMMENT_DETECTED_SUSPECT_WORD"] if contains(text, settings.suspectWords, True) else []
    if reasons and settings.premoderateSuspectWords:
        return Verdict("SYSTEM_WITHHELD", reasons)
    for words, code, reason in (
        (settings.toxicWords, "TOXIC_COMMENT", "COMMENT_DETECTED_TOXIC"),
        (settings.spamWords, "SPAM_COMMENT", "COMMENT_DETECTED_SPAM"),
    ):
        if contains(text, words, True):
            if nudge:
                raise Refusal(code, nudge=True)
            return Verdict("SYSTEM_WITHHELD", [*reasons, reason])
    if settings.premodLinksEnable and LINK.search(text):
        return Verdict("SYSTEM_WITHHELD", [*reasons, "COMMENT_DETECTED_LINKS"])
    return Verdict("PREMOD" if settings.moderation == "PRE" or user.premod else "NONE", reasons)


def _repeats(world: World, user: User, text: str, edited: Comment | None) -> bool:
    """Returns whether a text repeats the last comment of the user, within some minutes."""
    if user.is_staff or not text:
        return False
    own = [comment for comment in world.comments.values() if comment.author_id == user.id]
    last = max(own, key=lambda comment: comment.created, default=None)
    if last is None or last is edited or last.created < world.now() - REPEAT_WINDOW or last.body is None:
        return False
    return plain_text(last.body) == text
