"""Pages of comments, as the two servers cut them, and as they should not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .world import Comment, from_iso, iso

Cursor = str | int | None


@dataclass
class Page:
    """Some comments and where to go on."""

    comments: list[Comment]
    has_next: bool
    start: Cursor
    end: Cursor


def page(
    comments: list[Comment], first: int, after: Cursor, descending: bool,
    rank: Callable[[Comment], int] | None = None,
) -> Page:
    """A page of comments sorted by time, or by a rank and then by time.

    By time the cursor is the time of the last comment, an ISO 8601 string; by rank it is the number of
    comments that went before.
    """
    if rank is None:
        ordered = sorted(comments, key=lambda comment: comment.created, reverse=descending)
        if after is not None:
            edge = from_iso(str(after))
            ordered = [
                comment for comment in ordered if (comment.created < edge if descending else comment.created > edge)
            ]
        shown = ordered[:first]
        start, end = (iso(shown[0].created), iso(shown[-1].created)) if shown else (None, None)
        return Page(shown, len(ordered) > first, start, end)
    skipped = int(after or 0)
    ordered = sorted(comments, key=lambda comment: (rank(comment), comment.created), reverse=descending)[skipped:]
    shown = ordered[:first]
    return Page(shown, len(ordered) > first, skipped, skipped + len(shown) if shown else None)


def quirky(
    quirks: list[str], comments: list[Comment], first: int, after: Cursor, descending: bool,
    rank: Callable[[Comment], int] | None = None,
) -> Page:
    """A page as a server gives it that has one of the quirks; with none of them, an honest one."""
    if "ignore-first" in quirks:
        whole = page(comments, len(comments), None, descending, rank)
        return Page(whole.comments, False, whole.start, whole.end)
    if "empty-pages" in quirks and rank is None and not _ends_empty_page(after):
        return Page([], True, after, _after_empty_page(after, comments, descending))
    found = page(comments, first, after, descending, rank)
    if "endless-pages" in quirks:
        return Page(found.comments, True, found.start, after if after is not None else found.end)
    if "null-cursor" in quirks:
        return Page(found.comments, True, None, None)
    if "overlapping-pages" in quirks and found.has_next and len(found.comments) > 1:
        before = found.comments[-2]
        found.end = iso(before.created) if rank is None else int(found.end or 0) - 1
    return found


def _ends_empty_page(after: Cursor) -> bool:
    return isinstance(after, str) and after.endswith("000Z") and len(after) == len("2024-01-01T00:00:00.000000Z")


def _after_empty_page(after: Cursor, comments: list[Comment], descending: bool) -> str:
    """A cursor for the same place, told by its microseconds from those that servers write."""
    if after is None:
        times = [comment.created for comment in comments] or [0]
        after = iso(max(times) + 1 if descending else min(times) - 1)
    return str(after).removesuffix("Z") + "000Z"
