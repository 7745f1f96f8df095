"""Rows of tables, and what they say of whether readers saw a comment: names of columns, and values that say yes or no.

Atoll has the same lists and rules for unknown keys of its documents, in Sources/Story/AtollStoryDecoding/HidingWords.swift. A test
compares the lists, and another one what both make of the same values.
"""
import re

from reading import InputError, csv_rows
from stories import DELETED, REASONS, REJECTED, WITHHELD

# Columns that hide a comment if the value is a yes or a time, in any of the forms below; “is_” or “was_” may be before any name.
FLAGS = {
    "deleted": DELETED, "softdeleted": DELETED, "erased": DELETED, "trash": DELETED, "trashed": DELETED,
    "removed": REJECTED, "rejected": REJECTED, "spam": REJECTED, "disapproved": REJECTED,
    "declined": REJECTED, "denied": REJECTED, "hidden": WITHHELD, "private": WITHHELD,
    "withheld": WITHHELD, "pending": WITHHELD, "unpublished": WITHHELD, "draft": WITHHELD,
    "unapproved": WITHHELD, "blocked": WITHHELD, "banned": WITHHELD, "shadowbanned": WITHHELD,
    "disabled": WITHHELD, "inactive": WITHHELD,
    "hold": WITHHELD, "onhold": WITHHELD, "held": WITHHELD,
}
FLAG_FORMS = ("%s", "%s_at", "%s_on", "%s_by", "%s_by_id", "%s_date", "%s_time", "date_%s")
# The forms that say who did it.
MODERATOR_FORMS = ("_by", "_by_id")
# The flags that may be a share of spam.
SHARES = ("spam", "is_spam", "was_spam")
# Columns that hide a comment unless the value is a yes or a time.
PERMISSIONS = (
    "approved", "comment_approved", "approved_at", "approved_on", "approved_date", "date_approved",
    "public", "visible", "visibility", "published", "active", "enabled",
)
# The time of the comment, in any notation, without which it is a draft.
PUBLICATION_TIMES = (
    "published_at", "published_on", "published_date", "date_published", "publication_date", "publish_date",
)
STATUSES = (
    "status", "state", "moderation_status", "moderation_state", "approval_status", "approval_state",
    "review_status", "review_state", "publication_status", "publish_status",
)
# The words of a status that say that readers see the comment.
SHOWN = (
    "approved", "approve", "accepted", "published", "publish", "public", "visible", "active",
    "live", "ok", "open", "normal", "posted", "featured", "everyone", "clean", "ham",
)
# The meaning of each of these columns: one of three kinds, or a flag of this name.
STATUS, PERMISSION, PUBLICATION = "a status", "a permission", "a time of publication"
COLUMNS = {"tombstone": STATUS} | {
    before + name: kind for before in ("", "is_", "was_") for name, kind in (
        *((form % flag, flag) for flag in FLAGS for form in FLAG_FORMS), *((name, STATUS) for name in STATUSES),
        *((name, PERMISSION) for name in PERMISSIONS), *((name, PUBLICATION) for name in PUBLICATION_TIMES))
}
YES = ("true", "1", "yes", "t", "y", "on")
# The words that say no, and those that databases and statistics programs write for nothing.
NO = (
    "", "false", "no", "f", "n", "off", "never", "null", "none", "nan", "nat", "<na>", "na", "n/a",
    "-", "–", "—", "\\n",
)
# The latter alone, and those of them that no person, page or comment is called.
NOTHING = NO[NO.index("null"):]
NULLS = ("NULL", "NaN", "<NA>", "\\N")
# The values that databases have for the parent of a comment that has none.
ROOTS = ("0", "0.0", "root")

# The form in spreadsheet programs of a number of more than 11 digits, whose other digits are lost: 1.23457E+17.
SHORTENED = re.compile(r"\d([.,]\d+)?E\+\d+", re.IGNORECASE)

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
    return {0: False, 1: True}.get(decimal(word))


def decimal(word):
    """Returns the value of a word that is a number, or None."""
    try:
        return float(word) if re.fullmatch(r"[0-9.+e-]+", word) else None
    except ValueError:
        return None


def is_share(word):
    """Returns whether a word is a share between none and all, as some systems write for spam."""
    return 0 < (decimal(word) or 0) < 1


def reason(word, column):
    """Returns why the value of a column, in lower case, hides a comment, or None, and whether it is understood."""
    kind, said = COLUMNS[column], answer(word)
    flag = kind if kind in FLAGS else None
    if kind == PUBLICATION:
        is_time = said or word in SHOWN or said is None and re.search("[0-9]", word)
        return None if is_time else FLAGS.get(word, WITHHELD), is_time or said is False or word in FLAGS
    if flag and column.endswith(MODERATOR_FORMS):
        # The name or id of the person who did it: any word or number, also one that could be a date.
        return None if word in NO or decimal(word) == 0 else FLAGS[flag], True
    if column in SHARES and is_share(word):
        said = float(word) >= 0.5
    if word in SHOWN:
        return None, True
    if word in FLAGS:
        return FLAGS[flag or word], True
    if kind == STATUS:
        return (None, True) if word == "" or word in NOTHING else (WITHHELD, False)
    if said is None:
        return FLAGS[flag] if flag else WITHHELD, False
    if flag:
        return FLAGS[flag] if said else None, True
    return None if said else WITHHELD, True


def hidden(row, place, stories):
    """Returns why a comment is not shown, or None. A value that is not understood hides it, and is counted."""
    reasons = []
    for column, value in row.items():
        if column not in COLUMNS:
            continue
        word = value.strip(" \t\r\n").lower()
        found, is_understood = reason(word, column)
        if column in SHARES and is_share(word):
            stories.doubt("shares of spam, taken as spam from 0.5 on", "%s: %.40s" % (place, word))
        elif not is_understood:
            stories.doubt("values of “%s” not understood, which hide the comment" % column, "%s: %.40s" % (place, value))
        if found:
            reasons.append(found)
    return max(reasons, key=REASONS.index, default=None)


def is_nothing(field, cell):
    """Returns whether a cell only says that there is nothing in it.

    Ids of comments may be any short word, and the parent is one of them: `parent_of` decides.
    """
    if field in ("author", "title", "id", "parent"):
        return cell.strip() in NULLS
    return field != "body" and cell.strip().lower() in NOTHING


def table_rows(source, names, stories):
    """Yields (place, row) as csv_rows, with the columns above, and without cells of others that only say that there is nothing."""
    opening = [column for column, kind in COLUMNS.items() if kind in (PERMISSION, PUBLICATION)]
    for place, row in csv_rows(source, names | {column: column for column in COLUMNS}, stories, opening):
        for field in ("id", "parent", "story", "post"):
            if SHORTENED.fullmatch(row.get(field, "").strip()):
                raise InputError("the id “%s” is a number that a spreadsheet program has shortened; give the table as it was exported" % row[field], place)
        if SHORTENED.fullmatch(row.get("author_id", "").strip()):
            stories.lose("ids of authors that a spreadsheet program has shortened")
            del row["author_id"]
        yield place, {field: cell for field, cell in row.items() if field in COLUMNS or not is_nothing(field, cell)}


def parent_of(row, stories):
    """Returns the id of the parent; a word for nothing is one only if a comment has this id."""
    parent = row.get("parent", "")
    if parent.strip() in ROOTS:
        return ""
    if parent.strip().lower() in NOTHING:
        stories.words_for_no_parent.add(parent)
    return parent


def created(row):
    """Returns the time of a comment, or that of its publication."""
    return row.get("created") or next((row[column] for column, kind in COLUMNS.items() if kind == PUBLICATION and row.get(column)), None)


def edited(row):
    """Returns when a comment was edited, or True if only that is known, or None."""
    said, word = answer(row.get("edited")), row.get("edited", "").strip().lower()
    if said is not True or year_of(word) is not None:
        return None if said is False else row.get("edited")
    return True


def number(text, what, place, stories):
    """Returns a number as digits, 1234 for "1,234" and 12 for "12.0", or None; `what` are not understood are counted."""
    text = (text or "").strip()
    if re.fullmatch(r"[+-]?(\d+|\d{1,3}(,\d{3})+)(\.0*)?", text):
        return text.replace(",", "").split(".")[0]
    if text:
        stories.doubt(what + " not understood", "%s: %.40s" % (place, text))
    return None
