"""The data of a server: users, stories, comments, settings and the clock."""

from __future__ import annotations

import random
import threading
import time
import uuid
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from .settings import Settings

PUBLISHED = ("NONE", "APPROVED")


def iso(milliseconds: int) -> str:
    """Returns a time as both servers write it: in UTC, with milliseconds."""
    seconds, rest = divmod(milliseconds, 1000)
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%S") + f".{rest:03d}Z"


def from_iso(text: str) -> int:
    """Returns the milliseconds of an ISO 8601 time. Raises ValueError if it is invalid."""
    moment = datetime.fromisoformat(text.replace("Z", "+00:00"))
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return round(moment.timestamp() * 1000)


@dataclass
class User:
    """A user, who may be able to sign in."""

    id: str
    username: str | None
    email: str | None = None
    password: str | None = None
    role: str = "COMMENTER"
    banned: bool = False
    suspended_until: int | None = None
    premod: bool = False
    warned: bool = False
    verified: bool = True
    created: int = 0
    badges: list[str] = field(default_factory=list)
    ignored: list[str] = field(default_factory=list)

    @property
    def is_staff(self) -> bool:
        return self.role in ("STAFF", "MODERATOR", "ADMIN")

    @property
    def is_moderator(self) -> bool:
        return self.role in ("MODERATOR", "ADMIN")


@dataclass
class Revision:
    """One version of a comment's body."""

    id: str
    body: str
    created: int
    rich_text: str | None = None
    media: dict[str, Any] | None = None


@dataclass
class Action:
    """A flag or disagreement."""

    id: str
    kind: str
    reason: str | None
    user_id: str | None
    created: int
    message: str | None = None


@dataclass
class Comment:
    """A comment with its revisions, actions and reactions."""

    id: str
    story_id: str
    author_id: str | None
    parent_id: str | None
    created: int
    depth: int
    status: str
    revisions: list[Revision]
    tags: list[str] = field(default_factory=list)
    actions: list[Action] = field(default_factory=list)
    # For each kind of reaction, the ids of the actions by user …
    reactions: dict[str, dict[str, str]] = field(default_factory=dict)
    # … and the number of reactions of unknown users.
    more_likes: int = 0
    deleted: bool = False
    rating: int | None = None
    mutation_id: str | None = None

    @property
    def body(self) -> str | None:
        return self.revisions[-1].body if self.revisions else None

    @property
    def published(self) -> bool:
        return self.status in PUBLISHED

    @property
    def edited(self) -> bool:
        return len(self.revisions) > 1

    def likes(self, kind: str = "LIKE") -> int:
        return len(self.reactions.get(kind, {})) + (self.more_likes if kind == "LIKE" else 0)


@dataclass
class Story:
    """A story."""

    id: str
    url: str
    title: str
    created: int
    closed: bool = False
    archived: bool = False
    site: str = "site-1"
    mode: str = "COMMENTS"
    question_box: str | None = None
    comments: list[str] = field(default_factory=list)


class World:
    """The data of a server. Callers must hold the lock of the server."""

    def __init__(self, settings: Settings, seed: int) -> None:
        self.settings = settings
        self.random = random.Random(f"ids {seed}")
        self.offset = 0
        self.latest = 0
        self.users: dict[str, User] = {}
        self.stories: dict[str, Story] = {}
        self.comments: dict[str, Comment] = {}
        self.children: dict[str, list[str]] = {}
        self.revoked: set[str] = set()
        self.sign_ins: dict[str, list[int]] = {}
        self.rates: dict[str, tuple[int, int]] = {}
        # The lock of the server, if others may run while a request waits.
        self.lock: threading.RLock | None = None

    # Time

    def now(self) -> int:
        """Returns the server's time in milliseconds."""
        return time.time_ns() // 1_000_000 + self.offset

    def next_time(self) -> int:
        """Returns the time, but later than every time before, because servers lose comments with equal times between pages."""
        self.latest = max(self.now(), self.latest + 1)
        return self.latest

    def wait(self, seconds: int) -> None:
        """Waits, while other requests are executed."""
        if seconds and self.lock is not None:
            self.lock.release()
            try:
                time.sleep(seconds)
            finally:
                self.lock.acquire()

    def new_id(self) -> str:
        return str(uuid.UUID(int=self.random.getrandbits(128), version=4))

    # Users

    def user_by_email(self, email: str) -> User | None:
        wanted = email.strip().lower()
        return next((user for user in self.users.values() if user.email == wanted), None)

    def is_suspended(self, user: User) -> bool:
        return user.suspended_until is not None and user.suspended_until > self.now()

    # Stories and comments

    def story_by_url(self, url: str) -> Story | None:
        return next((story for story in self.stories.values() if story.url == url), None)

    def add_comment(self, comment: Comment) -> Comment:
        self.comments[comment.id] = comment
        self.stories[comment.story_id].comments.append(comment.id)
        if comment.parent_id is not None:
            self.children.setdefault(comment.parent_id, []).append(comment.id)
        return comment

    def write(self, story: Story, author: User, body: str, parent: Comment | None, status: str = "NONE") -> Comment:
        """Adds a new comment without any check."""
        created = self.next_time()
        return self.add_comment(Comment(
            id=self.new_id(), story_id=story.id, author_id=author.id,
            parent_id=parent.id if parent else None, created=created,
            depth=parent.depth + 1 if parent else 0, status=status,
            revisions=[Revision(self.new_id(), body, created)],
            tags=["STAFF"] if author.is_staff else [],
        ))

    def remove_story(self, story_id: str) -> None:
        story = self.stories.pop(story_id, None)
        for comment_id in story.comments if story else ():
            self.comments.pop(comment_id, None)
            self.children.pop(comment_id, None)

    def replies(self, comment: Comment) -> list[Comment]:
        return [self.comments[child] for child in self.children.get(comment.id, ())]

    def published_replies(self, comment: Comment) -> list[Comment]:
        return [reply for reply in self.replies(comment) if reply.published]

    def descendants(self, comment: Comment) -> list[Comment]:
        """Returns all comments below a comment, in any order."""
        found: list[Comment] = []
        waiting = list(self.children.get(comment.id, ()))
        while waiting:
            child = self.comments[waiting.pop()]
            found.append(child)
            waiting += self.children.get(child.id, ())
        return found

    def ancestors(self, comment: Comment) -> list[Comment]:
        """Returns the ancestors of a comment, the nearest first."""
        found: list[Comment] = []
        while comment.parent_id is not None:
            comment = self.comments[comment.parent_id]
            found.append(comment)
        return found

    def of_story(self, story: Story) -> Iterable[Comment]:
        return (self.comments[comment_id] for comment_id in story.comments)

    def tree(self, story: Story, everything: bool = False) -> list[Comment]:
        """Returns the comments that visitors can see, or all, in preorder with the oldest first."""
        roots = [comment for comment in self.of_story(story) if comment.parent_id is None]
        found: list[Comment] = []
        waiting = sorted(roots, key=lambda comment: comment.created, reverse=True)
        while waiting:
            comment = waiting.pop()
            if not (comment.published or everything):
                continue
            found.append(comment)
            waiting += sorted(self.replies(comment), key=lambda reply: reply.created, reverse=True)
        return found

    # Limits

    def exceeds_rate(self, key: str, most: int, seconds: int) -> bool:
        """Counts an attempt, and returns whether it exceeds the limit. As with the real servers, it then prolongs the wait."""
        now = self.now()
        tries, until = self.rates.get(key, (0, 0))
        tries = tries + 1 if until > now else 1
        self.rates[key] = (tries, now + seconds * 1000)
        return tries > most
