"""What tables say of whether readers saw a comment."""
from fields import answer, is_set
from stories import DELETED, REJECTED, WITHHELD

# Columns whose yes or time hides a comment, also with is_ before or _at behind, and columns without whose yes or time it is not shown.
HIDING = {
    "deleted": DELETED, "trash": DELETED, "trashed": DELETED, "removed": REJECTED, "rejected": REJECTED, "spam": REJECTED,
    "hidden": WITHHELD, "private": WITHHELD, "withheld": WITHHELD, "pending": WITHHELD, "unpublished": WITHHELD,
    "unapproved": WITHHELD, "blocked": WITHHELD, "banned": WITHHELD,
}
TIMES = {field + "_at": reason for field, reason in HIDING.items()}
OPENING = ("approved", "approved_at", "public", "visible", "published", "published_at")
# The names of all these columns.
VISIBILITY = {
    "status": "status state tombstone moderation_status",
    "approved": "approved is_approved comment_approved", "approved_at": "approved_at", "public": "public is_public",
    "visible": "visible is_visible", "published": "published is_published", "published_at": "published_at",
} | {field: "%s is_%s" % (field, field) for field in HIDING} | {field: field for field in TIMES}
HIDING |= TIMES
STATUSES = {
    "": None, "approved": None, "published": None, "visible": None, "public": None, "active": None, "accepted": None,
    "clean": None, "ham": None,
    "deleted": DELETED, "trash": DELETED, "removed": REJECTED, "rejected": REJECTED, "spam": REJECTED,
    "pending": WITHHELD, "withheld": WITHHELD, "hold": WITHHELD, "unapproved": WITHHELD, "hidden": WITHHELD,
    "private": WITHHELD,
}


def is_share(value):
    try:
        return 0 < float(value) < 1
    except ValueError:
        return False


def hidden(row, place, stories):
    """Returns why a comment is not shown, or None. A value that is not understood hides it, and is counted."""
    reasons = set()
    for field in ("status", *HIDING, *OPENING):
        if field not in row:
            continue
        if field == "published_at":
            # It is also the time of the comment, in any notation.
            reasons.add(None if is_set(row[field]) else WITHHELD)
            continue
        word, said, hiding = row[field].strip().lower(), answer(row[field]), HIDING.get(field)
        if field == "spam" and is_share(word):
            stories.doubt("shares of spam, taken as spam from 0.5 on", "%s: %.40s" % (place, word))
            said = float(word) >= 0.5
        if field != "status" and said is not None:
            reasons.add((hiding if said else None) if hiding else (None if said else WITHHELD))
        elif word in STATUSES:
            reasons.add(STATUSES[word] and (hiding or STATUSES[word]))
        else:
            stories.doubt("values of “%s” not understood, which hide the comment" % field, "%s: %.40s" % (place, row[field]))
            reasons.add(hiding or WITHHELD)
    return next((reason for reason in (DELETED, REJECTED, WITHHELD) if reason in reasons), None)
