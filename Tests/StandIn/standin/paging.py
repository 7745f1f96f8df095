"""Pages of comments and stories, as the two servers return them, and with quirks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .scalars import Date
from .world import Comment, Story, iso

# The end of a page: a time, or the number of comments up to there.
End = str | int | None


@dataclass
class Page:
    """A page of comments, with its cursors."""

    comments: list[Comment]
    has_next: bool
    start: End
    end: End


@dataclass
class StoryPage:
    """A page of stories, with its cursors."""

    stories: list[Story]
    has_next: bool

    @property
    def end(self) -> str | None:
        return iso(self.stories[-1].created) if self.stories else None

    @property
    def start(self) -> str | None:
        return iso(self.stories[0].created) if self.stories else None


def story_page(stories: list[Story], first: int, after: Date | int | None, descending: bool = True) -> StoryPage:
    """Returns a page of stories sorted by the time of their creation.

    Both servers compare only that time, so stories with the same time as the last one of a page are lost.
    """
    ordered = sorted(stories, key=lambda story: story.created, reverse=descending)
    if isinstance(after, Date):
        edge = _edge(after)
        ordered = [story for story in ordered if (story.created < edge if descending else story.created > edge)]
    elif after:
        # In MongoDB a number is not comparable with a date.
        ordered = []
    return StoryPage(ordered[:first], len(ordered) > first)


def page(
    comments: list[Comment], first: int, after: Date | int | None, descending: bool,
    rank: Callable[[Comment], int] | None = None,
) -> Page:
    """Returns a page of comments sorted by time, or by a rank and then by time.

    The cursor of the first is the time of the last comment, that of the second the number of comments up to there. Neither
    server accepts one instead of the other.
    """
    if rank is None:
        ordered = sorted(comments, key=lambda comment: comment.created, reverse=descending)
        if after is not None:
            edge = _edge(after)
            ordered = [
                comment for comment in ordered if (comment.created < edge if descending else comment.created > edge)
            ]
        shown = ordered[:first]
        start, end = (iso(shown[0].created), iso(shown[-1].created)) if shown else (None, None)
        return Page(shown, len(ordered) > first, start, end)
    if isinstance(after, Date):
        raise ValueError("skip requires an integer")
    skipped = after or 0
    ordered = sorted(comments, key=lambda comment: (rank(comment), comment.created), reverse=descending)[skipped:]
    shown = ordered[:first]
    return Page(shown, len(ordered) > first, skipped, skipped + len(shown) if shown else None)


def page_with_quirks(
    quirks: list[str], comments: list[Comment], first: int, after: Date | int | None, descending: bool,
    rank: Callable[[Comment], int] | None = None,
) -> Page:
    """Returns the page of a server with quirks; without any, the same as `page`."""
    if "ignore-first" in quirks:
        whole = page(comments, len(comments), None, descending, rank)
        return Page(whole.comments, False, whole.start, whole.end)
    if "empty-pages" in quirks and rank is None and not _ends_empty_page(after) and page(
        comments, first, after, descending
    ).comments:
        return Page([], True, None, _after_empty_page(after, comments, descending))
    if "lost-cursors" in quirks and after is not None:
        return Page([], False, None, None)
    if "short-lists" in quirks:
        comments = comments[::2]
    found = page(comments, first, after, descending, rank)
    if "endless-pages" in quirks:
        return Page(found.comments, True, found.start, _written(after) if after is not None else found.end)
    if "null-cursor" in quirks:
        return Page(found.comments, True, None, None)
    if "overlapping-pages" in quirks and found.has_next and len(found.comments) > 1:
        before = found.comments[-2]
        found.end = iso(before.created) if rank is None else int(found.end or 0) - 1
    return found


def _edge(after: Date | int) -> int:
    if not isinstance(after, Date) or after.milliseconds is None:
        raise ValueError("this cursor is not a date")
    return after.milliseconds


def _written(after: Date | int) -> End:
    return after.text if isinstance(after, Date) else after


def _ends_empty_page(after: Date | int | None) -> bool:
    return isinstance(after, Date) and after.text.endswith("000Z") and len(after.text) == len(
        "2024-01-01T00:00:00.000000Z")


def _after_empty_page(after: Date | int | None, comments: list[Comment], descending: bool) -> str:
    """Returns a cursor for the same position with microseconds, by which it is recognised."""
    if after is None:
        times = [comment.created for comment in comments] or [0]
        edge = max(times) + 1 if descending else min(times) - 1
    else:
        edge = _edge(after)
    return iso(edge).removesuffix("Z") + "000Z"
