"""What tables say of whether readers saw a comment: names of columns, and the values that say yes or no.

Atoll has the same lists and rules for unknown keys of its documents, in Sources/Story/StoryDecoding/HidingWords.swift. A test
compares the lists, and another one what both make of the same values.
"""
import re

from stories import DELETED, REASONS, REJECTED, WITHHELD

# Columns whose yes, or time, hides a comment; with is_ before them or _at behind, too.
FLAGS = {
    "deleted": DELETED, "trash": DELETED, "trashed": DELETED, "removed": REJECTED,
    "rejected": REJECTED, "spam": REJECTED, "hidden": WITHHELD, "private": WITHHELD,
    "withheld": WITHHELD, "pending": WITHHELD, "unpublished": WITHHELD,
    "unapproved": WITHHELD, "blocked": WITHHELD, "banned": WITHHELD, "hold": WITHHELD,
}
# Columns without whose yes, or time, a comment is not shown.
PERMISSIONS = ("approved", "comment_approved", "approved_at", "public", "visible", "published")
# The time of the comment, in any notation, without which it is a draft.
PUBLICATION_TIMES = ("published_at",)
STATUSES = ("status", "state", "moderation_status")
# The words of a status that say that readers see the comment.
SHOWN = (
    "approved", "approve", "accepted", "published", "publish", "public", "visible", "active",
    "live", "ok", "open", "normal", "posted", "featured", "everyone", "clean", "ham",
)
# The names of all these columns.
VISIBILITY = {
    "status": "tombstone " + " ".join(STATUSES),
    **{field: "%s is_%s" % (field, field) for field in (*FLAGS, *PERMISSIONS)},
    **{field: field for field in (*PUBLICATION_TIMES, *(flag + "_at" for flag in FLAGS))},
}
OPENING = PERMISSIONS + PUBLICATION_TIMES
YES = ("true", "1", "yes", "t", "y", "on")
# The words that say no, and those that databases and statistics programs write for nothing.
NO = (
    "", "false", "no", "f", "n", "off", "never", "null", "none", "nan", "nat", "<na>", "na", "n/a",
    "-", "–", "—", "\\n",
)

# Earlier years are not times of comments, but how programs write that there is no time: 0000-00-00, 0001-01-01, 1970-01-01.
FIRST_YEAR = 1973
MONTHS = {
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec",
    "january", "february", "march", "april", "june", "july", "august", "september", "october",
    "november", "december",
}
TIME_WORDS = {
    "mon", "tue", "wed", "thu", "fri", "sat", "sun", "monday", "tuesday", "wednesday", "thursday",
    "friday", "saturday", "sunday", "t", "z", "utc", "gmt", "am", "pm",
}


def year_of(text):
    """Returns the year of a time, or None if a text in lower case is none.

    A time is a number of seconds, milliseconds or microseconds since 1970 from 1973 on; a date as 20240131, or with day, month
    and a year of four digits in any notation; a time of day may follow. Day and month need not be told apart.
    """
    if re.fullmatch(r"[0-9]+(\.[0-9]*)?", text) and len(text) != 8:
        # 1e8 seconds are in 1973: a smaller number is something else.
        return FIRST_YEAR if 1e8 <= float(text.partition(".")[0]) < 1e17 else None
    numbers, words = re.findall("[0-9]+", text), re.findall("[a-z]+", text)
    if not MONTHS.union(TIME_WORDS).issuperset(words) or re.search("[^0-9a-z ./,:+-]", text):
        return None
    if not MONTHS.isdisjoint(words):
        # A zone may have four digits, too, but is less than a year.
        day = next((int(each) for each in numbers if len(each) <= 2), 0)
        return max((int(each) for each in numbers if len(each) == 4), default=None) if 1 <= day <= 31 else None
    date = numbers[:3]
    if date and len(date[0]) == 8:
        date = [date[0][:4], date[0][4:6], date[0][6:]]
    if len(date) < 3:
        return None
    year, *others = date if len(date[0]) == 4 else date[::-1]
    if len(year) != 4 or max(map(len, others)) > 2:
        return None
    first, second = sorted(map(int, others))
    return int(year) if first <= 12 and second <= 31 and (first > 0 or int(year) == 0) else None


def answer(value):
    """Returns whether a value of a table is a yes (true, 1.0, a time) or a no (false, 0.0, no time), or None if it is neither."""
    word = str("" if value is None else value).strip(" \t\r\n").lower()
    if word in NO:
        return False
    if word in YES:
        return True
    if (year := year_of(word)) is not None:
        return year >= FIRST_YEAR
    if not re.fullmatch(r"[0-9.+e-]+", word):
        return None
    try:
        return {0: False, 1: True}.get(float(word))
    except ValueError:
        return None


def is_set(value):
    """Returns whether a value says that something was done, as in a column of deletions; everything but a no does."""
    return answer(value) is not False


def is_share(word):
    """Returns whether a word is a share between none and all, as some systems write for spam."""
    try:
        return re.fullmatch(r"[0-9.+e-]+", word) is not None and 0 < float(word) < 1
    except ValueError:
        return False


def reason(word, flag=None, is_status=False):
    """Returns why a word hides a comment, or None, and whether it is understood.

    The word is in lower case, and the value of a flag, of a status or of a permission.
    """
    said = answer(word)
    if flag == "spam" and is_share(word):
        said = float(word) >= 0.5
    if word in SHOWN:
        return None, True
    if word in FLAGS:
        return FLAGS[flag or word], True
    if is_status:
        return (None, True) if word in ("", "none") else (WITHHELD, False)
    if said is None:
        return FLAGS[flag] if flag else WITHHELD, False
    if flag:
        return FLAGS[flag] if said else None, True
    return None if said else WITHHELD, True


def hidden(row, place, stories):
    """Returns why a comment is not shown, or None. A value that is not understood hides it, and is counted."""
    reasons = [WITHHELD for field in PUBLICATION_TIMES if field in row and not is_set(row[field])]
    for field in VISIBILITY:
        if field not in row or field in PUBLICATION_TIMES:
            continue
        word, flag = row[field].strip().lower(), field.removesuffix("_at") if field not in (*PERMISSIONS, "status") else None
        found, is_understood = reason(word, flag, is_status=field == "status")
        if flag == "spam" and is_share(word):
            stories.doubt("shares of spam, taken as spam from 0.5 on", "%s: %.40s" % (place, word))
        elif not is_understood:
            stories.doubt("values of “%s” not understood, which hide the comment" % field, "%s: %.40s" % (place, row[field]))
        if found:
            reasons.append(found)
    return max(reasons, key=REASONS.index, default=None)
