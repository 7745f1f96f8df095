"""The stories of an export, and the command line of the importers.

An importer reads all of its input before it writes the first document, so that an error leaves no half of an output. In
between, the comments are in a temporary file, so that a large export needs little memory.
"""
import argparse
import collections
import gzip
import json
import os
import re
import signal
import sqlite3
import sys
import zlib

from reading import Input, InputError
from fields import has_hash_of_mail_address, html_body, is_day_first_in, is_ip_address, moment, whole, without_domains

# Exit codes, as Atoll's.
BAD_DATA, NO_INPUT, IO_ERROR = 65, 66, 74
# Why a comment is not shown. One that was never public is left out, unless a reply needs its place.
DELETED, REJECTED, WITHHELD = "deleted", "rejected", "withheld"
UNPUBLISHED = (REJECTED, WITHHELD)
# The id and the name of an author of whom nothing is known.
ANONYMOUS = (None, "Anonymous")
# Of several reasons for one comment, the last one of these counts. What is left out is in no document, whoever answers it.
LEFT_OUT = "left out"
REASONS = (WITHHELD, REJECTED, DELETED, LEFT_OUT)
# The facts that a later record of a story may add. That it is closed is not among them: an open one does not say that it is open.
ADDABLE = ("url", "title", "createdAt", "mode")


def encoded(value):
    """Returns JSON without nulls and empty lists, in UTF-8."""
    kept = {key: each for key, each in value.items() if each not in (None, [])}
    return json.dumps(kept, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def one_line(title):
    """Returns a title, which is plain text, without line ends, or None if there is none."""
    return " ".join((title or "").split()) or None


def without_decimal(id):
    """Returns 10 for the id 10.0, and any other id as it is; programs write 10.0 if some numbers of a column are missing."""
    return id.removesuffix(".0") if "0" <= id[-3:-2] <= "9" else id


def table_of(place):
    """Returns the name of the input of a line: comments.csv for comments.csv:7."""
    return place.rpartition(":")[0]


def tombstone(comment, reason):
    """Returns the tombstone of an encoded comment."""
    facts = json.loads(comment)
    return encoded({**{key: facts.get(key) for key in ("id", "parentId", "createdAt")}, "tombstone": reason})


class Stories:
    """The stories and comments of an export, and counts of what is not carried over.

    What one record hides is hidden, whatever other records of it say, and in whatever order they come: a comment that was
    shown may have been deleted since. `site` is what the comments that are added next have unique ids in, so that this is so
    across stories, too; it is "" for the whole system, and None if ids are only those of one story.
    """

    def __init__(self, has_unique_ids=False):
        self.site = "" if has_unique_ids else None
        self.left_out, self.lost, self.doubts = (collections.Counter() for _ in range(3))
        self.examples, self.story_doubts, self.stems, self.ids_by_address = {}, {}, {}, {}
        self.number, self.has_decimal_parents, self.has_open_times = 0, False, False
        # The orders in the dates of each table: the day first, the month first, or both.
        self.orders = {}
        # Ids of stories such as 7.0, and parents that say that there is none, unless a comment has this id.
        self.decimal_stories, self.words_for_no_parent = set(), set()
        # Without a name, it is a temporary file that SQLite removes.
        self.database = sqlite3.connect("", isolation_level=None)
        self.database.executescript("""
            PRAGMA journal_mode = OFF; PRAGMA cache_size = -32768; BEGIN;
            CREATE TABLE story(number INTEGER PRIMARY KEY, key TEXT UNIQUE, facts BLOB, hidden TEXT);
            CREATE TABLE comment(
                number INTEGER PRIMARY KEY, story TEXT, id TEXT, parent TEXT, hidden TEXT, has_author INTEGER, likes INTEGER,
                site TEXT, written BLOB);
            CREATE TABLE hidden(scope TEXT, id TEXT, reason INTEGER, PRIMARY KEY(scope, id)) WITHOUT ROWID;
            """)

    def leave_out(self, what, count=1):
        """Counts records of the export that are in no document."""
        self.left_out[what] += count

    def lose(self, what, count=1):
        """Counts values of the export that are in no document."""
        self.lost[what] += count

    def doubt(self, what, example, count=1):
        """Counts values that are probably wrong, and keeps the first example."""
        self.doubts[what] += count
        self.examples.setdefault(what, example)

    def doubt_story(self, key, what, example):
        """Counts a story that is probably wrong, if there will be a document for it."""
        self.story_doubts[str(key)] = (what, example)

    def time(self, value, place, found=None):
        """Returns a time as in documents; one that is not understood is counted. `found` is what `moment` made of it, if known."""
        if value in (None, "") or str(value).startswith("0000-00-00"):
            return None
        found = found or moment(value)
        if found and found.startswith("0001-"):
            # Some programs write this if there is no time.
            return None
        if found is None:
            self.doubt("times not understood", "%s: %.40s" % (place, value))
        return found

    def time_of_comment(self, value, place):
        """Returns a time as above, or the place and the value if its day and month cannot be told apart before all is read."""
        if value in (None, ""):
            return None
        found, is_day_first = moment(value), is_day_first_in(value)
        if found and is_day_first is not None:
            self.orders.setdefault(table_of(place), set()).add(is_day_first)
        if found is None and moment(value, True) is not None:
            self.has_open_times = True
            return "%s\n%s" % (place, " ".join(str(value).split()))
        return self.time(value, place, found)

    def settle_times(self):
        """Reads a time such as 1/2/2024 in the order of other times of its table; without any, or with both orders, it is in doubt."""
        def settled(comment):
            facts = json.loads(comment)
            for key in ("createdAt", "editedAt"):
                place, is_open, value = facts.get(key, "").partition("\n")
                if is_open:
                    orders = self.orders.get(table_of(place), ())
                    facts[key] = moment(value, *orders) if len(orders) == 1 else None
                    if facts[key] is None:
                        self.doubt("times whose day and month cannot be told apart", "%s: %.40s" % (place, value))
            return encoded(facts)
        self.database.create_function("settled", 1, settled)
        self.database.execute("UPDATE comment SET written = settled(written)")

    def add_story(self, key, place, url=None, title=None, created=None, closed=False, **others):
        """Adds the facts of a story. If a story is added twice, its first facts remain, and later ones fill the gaps."""
        key = str(key)
        facts = {"id": key, "url": url or None, "title": one_line(title), "createdAt": self.time(created, place),
                 "closed": closed or None, **others}
        done = self.database.execute("INSERT OR IGNORE INTO story(key, facts) VALUES(?, ?)", (key, encoded(facts)))
        if not done.rowcount:
            self.complete_story(key, facts, "%s: story %s" % (place, key))

    def complete_story(self, key, facts, example):
        """Fills the gaps in the facts of a story; another address than the known one is in doubt, with this example."""
        url = (facts.get("url") or "").partition("#")[0]
        (old,), = self.database.execute("SELECT facts FROM story WHERE key = ?", (key,)).fetchall()
        known = json.loads(old or b"{}")
        added = {name: facts[name] for name in ADDABLE if facts.get(name) and name not in known}
        if old and added:
            self.database.execute("UPDATE story SET facts = ? WHERE key = ?", (encoded({**known, **added}), key))
        if url and (known.get("url") or "").partition("#")[0] not in ("", url):
            # Perhaps they are stories of two sites, which number them both from 1.
            self.doubt("stories that are given with several addresses", example)

    def change_story(self, key, url, title):
        """Changes the address and the title of a story that was added."""
        for old, in self.database.execute("SELECT facts FROM story WHERE key = ? AND facts IS NOT NULL", (str(key),)).fetchall():
            changed = {**json.loads(old), "url": url or None, "title": one_line(title)}
            self.database.execute("UPDATE story SET facts = ? WHERE key = ?", (encoded(changed), str(key)))

    def address(self, key):
        """Returns the address of a story without its fragment, if it is known."""
        for facts, in self.database.execute("SELECT facts FROM story WHERE key = ?", (key,)):
            return (json.loads(facts or b"{}").get("url") or "").partition("#")[0] or None
        return None

    def hide_story(self, key, what):
        """Leaves out a story and its comments, of which readers saw nothing; `what` such stories are: "deleted threads"."""
        self.database.execute(
            "INSERT INTO story(key, hidden) VALUES(?, ?) ON CONFLICT(key) DO UPDATE SET hidden = excluded.hidden", (str(key), what))

    def hide_other_stories(self, what):
        """Leaves out the comments of all stories that were not added."""
        self.database.execute(
            "INSERT INTO story(key, hidden) SELECT DISTINCT story, ? FROM comment WHERE story NOT IN (SELECT key FROM story)", (what,))

    def story_of(self, id, address, source):
        """Returns the id of the story of a row of a table: that of its page, or the address of it, or the name of the table."""
        if id and without_decimal(id) != id:
            self.decimal_stories.add(id)
        if address:
            self.ids_by_address.setdefault(address, set()).add(id or address)
        elif not id:
            self.stems.setdefault(source.stem, source.name)
        return id or address or source.stem

    def join_stories(self):
        """Joins stories that some tables name by the address alone, and others also by an id, and 7.0 with 7 if there is a 7."""
        is_known = "SELECT 1 FROM story WHERE key = ?"
        joined = [(id, without_decimal(id)) for id in sorted(self.decimal_stories)
                  if self.database.execute(is_known, (without_decimal(id),)).fetchone()]
        whole_ids = dict(joined)
        for address, ids in self.ids_by_address.items():
            ids = {whole_ids.get(id, id) for id in ids}
            if len(ids) == 2 and address in ids:
                joined.append((address, *(ids - {address})))
            elif len(ids) > 1:
                self.doubt("addresses of several stories", address)
        if joined:
            for old, new in joined:
                for facts, in self.database.execute("SELECT facts FROM story WHERE key = ? AND facts IS NOT NULL", (old,)).fetchall():
                    self.complete_story(new, json.loads(facts), "story %s" % old)
            self.database.execute("CREATE TABLE joined(old TEXT PRIMARY KEY, new TEXT)")
            self.database.executemany("INSERT INTO joined VALUES(?, ?)", joined)
            self.database.executescript("""
                UPDATE comment SET story = (SELECT new FROM joined WHERE old = story) WHERE story IN (SELECT old FROM joined);
                INSERT INTO hidden SELECT 'story ' || new, id, reason FROM hidden JOIN joined ON scope = 'story ' || old WHERE true
                    ON CONFLICT DO UPDATE SET reason = max(reason, excluded.reason);
                DELETE FROM story WHERE key IN (SELECT old FROM joined);
                """)

    def settle_parents(self):
        """Takes 10.0 for the comment 10 if there is no other, and a word for nothing for no parent if no comment has this id."""
        self.database.create_function("trimmed", 1, without_decimal, deterministic=True)
        self.database.create_function(
            "with_parent", 2, lambda comment, parent: encoded({**json.loads(comment), "parentId": parent}), deterministic=True)
        self.database.executescript("""
            CREATE INDEX of_id ON comment(story, id);
            UPDATE comment SET parent = trimmed(parent), written = with_parent(written, trimmed(parent)) WHERE parent GLOB '*[0-9].0'
                AND NOT EXISTS (SELECT 1 FROM comment AS other WHERE other.story = comment.story AND other.id = comment.parent)
                AND EXISTS (SELECT 1 FROM comment AS other WHERE other.story = comment.story AND other.id = trimmed(comment.parent));
            """)
        self.database.executemany("""
            UPDATE comment SET parent = NULL, written = with_parent(written, NULL) WHERE parent = ?
                AND NOT EXISTS (SELECT 1 FROM comment AS other WHERE other.story = comment.story AND other.id = comment.parent);
            """, [(word,) for word in self.words_for_no_parent])

    def hide_comment(self, story, id, reason):
        """Hides all records of a comment, those that come later, too."""
        scopes = ["story %s" % (story or "")] + ([] if self.site is None else ["site %s" % self.site])
        for scope in scopes if id not in (None, "") else ():
            self.database.execute(
                "INSERT INTO hidden VALUES(?, ?, ?) ON CONFLICT DO UPDATE SET reason = max(reason, excluded.reason)",
                (scope, str(id), REASONS.index(reason)))

    def leave_out_comment(self, story, id, what):
        """Leaves out a comment that readers did not see, and all other records of it; `what` such comments are."""
        self.leave_out(what)
        self.hide_comment(story, id, LEFT_OUT)

    def author(self, name, id=None, avatar=None, badges=()):
        """Returns an author without addresses of people."""
        words = str(name or "").split()
        name = " ".join(word for word in words if not is_ip_address(word))
        self.lose("IP addresses in names", any(map(is_ip_address, words)))
        without = without_domains(name)
        if without != name:
            self.lose("domains of mail addresses in names")
        is_address = id and ("@" in str(id) or str(id).startswith("email_") or is_ip_address(str(id)))
        # Remark42 makes the addresses of pictures of the ids.
        if avatar and (has_hash_of_mail_address(avatar) or is_address and re.search("[0-9a-f]{40}", avatar)):
            self.lose("pictures whose addresses are made of mail addresses")
            avatar = None
        if is_address:
            self.lose("ids of authors made of addresses")
            id = None
        person = {"id": str(id) if id else None, "name": without or ANONYMOUS[1],
                  "badges": [each for each in badges if each], "avatar": avatar}
        return {key: value for key, value in person.items() if value}

    def add(self, story, id, place, body, author, syntax="markdown", created=None, parent=None, likes=None, edited=None,
            hidden=None, base=None, **others):
        """Adds a comment to a story.

        `edited` is a time, or whether the comment was edited; `hidden` is the reason why it is not shown; relative links in
        HTML begin at `base`, or at the address of the story. An author of None is a deleted account.
        """
        self.number += 1
        comment = {"id": str(id) if id not in (None, "") else "n%d" % self.number,
                   "parentId": str(parent) if parent not in (None, "") else None,
                   "createdAt": self.time_of_comment(created, place), "tombstone": hidden}
        self.has_decimal_parents |= str(parent).endswith(".0")
        likes = whole(likes)
        if likes is not None and likes < 0:
            self.lose("negative scores")
            likes = 0
        if hidden is None:
            body = str(body or "").strip()
            if not body:
                self.doubt("comments without text", place)
            comment.update(
                author=author, body=html_body(body, lambda: base or self.address(str(story)), self.lose) if syntax == "html" else body,
                bodySyntax=None if syntax == "markdown" else syntax, likes=likes, edited=True if edited is True else None,
                editedAt=None if isinstance(edited, bool) else self.time_of_comment(edited, place), **others)
        else:
            self.hide_comment(story, comment["id"], hidden)
        self.database.execute("INSERT INTO comment VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)", (
            self.number, str(story or ""), comment["id"], comment["parentId"], hidden, hidden is not None or author is not None,
            0 if hidden else likes or 0, self.site, encoded(comment)))

    def facts(self, number):
        """Returns whether the author of a record is known, and what tells its comment from others: its author, text and time."""
        (written,), = self.database.execute("SELECT written FROM comment WHERE number = ?", (number,))
        comment = json.loads(written)
        author, time = comment.get("author", {}), comment.get("createdAt")
        name = (author.get("id"), author.get("name", ANONYMOUS[1]))
        has_name = name != ANONYMOUS
        return has_name, [("author", name)] * has_name + [("body", comment.get("body"))] + [("time", time)] * (time is not None)

    def comment_of(self, number, id, first, known):
        """Returns the id of the comment of a record: one of its own, if author, text and time are those of no comment with its id.

        `first` is the number of the first record with this id, and `known` has the facts of the comments that share an id.
        """
        has_name, facts = self.facts(number)
        if (comments := known.get(id)) is None:
            first_has_name, first_facts = self.facts(first)
            comments = dict.fromkeys((first_has_name, *first_facts), id)
        # An account that one of the records has no name of may have been deleted since.
        alike = collections.Counter(comments[fact] for fact in (*facts, not has_name) if fact in comments)
        if alike:
            return alike.most_common(1)[0][0]
        own = "%s\t%d" % (id, number)
        known[id] = comments
        for fact in (has_name, *facts):
            comments.setdefault(fact, own)
        self.doubt("different comments with the same id", "comment %s" % id)
        return own

    def records(self, story):
        """Returns one record of each comment of a story by its id: (number, parent, reason why it is hidden, if it is).

        Of a comment that is given twice, the first counts, but one without an author before one with: the account may have
        been deleted since. Another shown comment with the same id has the number of its record after the id.
        """
        by_id, authors, is_own_reason, known = {}, {}, {}, {}
        for number, id, parent, is_own, has_author, rank in self.database.execute(
                "SELECT number, comment.id, parent, max(scope LIKE 'story %'), has_author, max(reason) FROM comment "
                "LEFT JOIN hidden ON hidden.id = comment.id AND scope IN ('story ' || story, 'site ' || site) "
                "WHERE story = ? GROUP BY number ORDER BY number", (story,)):
            reason = None if rank is None else REASONS[rank]
            if reason:
                is_own_reason[id] = is_own_reason.get(id) or bool(is_own)
            if id in by_id and not reason:
                id = self.comment_of(number, id, by_id[id][0], known)
            if reason == LEFT_OUT or id in by_id:
                self.leave_out("comments given twice")
            if reason == LEFT_OUT:
                continue
            is_better = parent is not None and by_id[id][1] is None if reason and id in by_id else not has_author and authors.get(id)
            if id not in by_id or is_better:
                by_id[id], authors[id] = (number, parent, reason), has_author
        for id, is_own in is_own_reason.items():
            if not is_own:
                self.doubt("comments that are shown in one story and hidden in another, taken as hidden", "comment %s" % id)
        return by_id

    def kept(self, story):
        """Returns the comments of a story that its document has: by their numbers, the reason why each is hidden, or None."""
        by_id, needed, kept = self.records(story), set(), {}
        for number, parent, hidden in by_id.values():
            if hidden not in UNPUBLISHED:
                while parent in by_id and parent not in needed:
                    needed.add(parent)
                    parent = by_id[parent][1]
        for id, (number, parent, hidden) in by_id.items():
            if hidden in UNPUBLISHED and id not in needed:
                self.leave_out("%s comments without shown replies" % hidden)
                continue
            kept[number] = hidden
            if parent is not None and parent not in by_id:
                self.doubt("replies to comments that are not in the export", "comment %s" % id)
        return kept

    def count_hidden(self, key, what):
        """Counts a hidden story and its comments, and returns the number of these."""
        (count,), = self.database.execute("SELECT count(*) FROM comment WHERE story = ?", (key,))
        if count:
            self.leave_out(what)
            self.leave_out("comments of " + what, count)
        return count

    def write(self, output):
        """Writes a document for each story that has comments, and returns the counts of what was written."""
        self.join_stories()
        if self.has_open_times:
            self.settle_times()
        if self.has_decimal_parents or self.words_for_no_parent:
            self.settle_parents()
        counts = dict.fromkeys(("stories", "comments", "roots", DELETED, REJECTED, WITHHELD, "likes"), 0)
        self.database.executescript("""
            CREATE INDEX of_story ON comment(story, number);
            INSERT INTO story(key) SELECT DISTINCT story FROM comment WHERE story NOT IN (SELECT key FROM story);
            """)
        for key, facts, hidden in self.database.execute("SELECT key, facts, hidden FROM story ORDER BY number"):
            if hidden and self.count_hidden(key, hidden):
                continue
            kept = self.kept(key)
            if not kept:
                self.leave_out("stories without comments")
                continue
            if key in self.story_doubts:
                self.doubt(*self.story_doubts[key])
            if facts is None:
                self.doubt("stories of which only the comments are in the export", "story %s" % key)
            counts["stories"] += 1
            output.write(b'{"atoll":1,"story":%b,"comments":[' % (facts or encoded({"id": key or None})))
            separator = b""
            for number, parent, likes, comment in self.database.execute(
                    "SELECT number, parent, likes, written FROM comment WHERE story = ? ORDER BY number", (key,)):
                if number in kept:
                    reason = kept[number]
                    output.write(separator + (tombstone(comment, reason) if reason else comment))
                    separator = b","
                    counts["comments"] += 1
                    counts["roots"] += parent is None
                    counts[reason or "likes"] += 1 if reason else likes
            output.write(b"]}\n")
        return counts

    def report(self, counts, name):
        """Writes the counts to standard error."""
        # They may be exports of one page, of which a later one hides comments of an earlier one.
        for table in self.stems.values() if len(self.stems) > 1 else ():
            self.doubt("tables without a page, each taken as a story of its own", table)
        print("%s: %s" % (name, ", ".join("%s: %d" % each for each in counts.items())), file=sys.stderr)
        for words, counter in (("left out", self.left_out), ("lost", self.lost), ("in doubt", self.doubts)):
            for what, count in counter.items():
                example = " (the first: %s)" % self.examples[what] if counter is self.doubts else ""
                if count:
                    print("%s: %s: %s: %d%s" % (name, words, what, count, example), file=sys.stderr)


def run(read, what, has_site=False, has_unique_ids=False):
    """Runs an importer: `read(inputs, stories, site)` adds what the inputs contain; `has_unique_ids` is as in Stories."""
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    name = os.path.basename(sys.argv[0])
    parser = argparse.ArgumentParser(
        prog=name, allow_abbrev=False, description="Converts %s to Atoll documents, one story a line." % what)
    parser.add_argument("inputs", metavar="INPUT", nargs="+", help="a file, also one compressed by gzip; - is standard input")
    if has_site:
        parser.add_argument("--site", metavar="ADDRESS", default="", help="where the site is: https://example.com")
    arguments = parser.parse_args()
    site = arguments.site.rstrip("/") if has_site else ""
    if site and not site.startswith(("https://", "http://")):
        parser.error("the address of a site begins with https://, such as https://%s" % site)

    def stop(code, message):
        print("%s: %s" % (name, message), file=sys.stderr)
        sys.exit(code)

    def place():
        """Returns the place in the input that is being read."""
        return [source.last_place for source in inputs if source.is_open][-1]

    stories, inputs = Stories(has_unique_ids), [Input(path) for path in arguments.inputs]
    try:
        read(inputs, stories, site)
    except InputError as error:
        stop(BAD_DATA, error)
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        stop(BAD_DATA, "%s: %s" % (place(), error))
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        stop(BAD_DATA, "%s: a value is not of the expected type: %s" % (place(), error))
    except OSError as error:
        stop(NO_INPUT, "%s: %s" % (error.filename, error.strerror) if error.filename else error)
    except sqlite3.OperationalError as error:
        stop(IO_ERROR, "the temporary file: %s (SQLITE_TMPDIR can name another folder)" % error)
    try:
        counts = stories.write(sys.stdout.buffer)
        sys.stdout.flush()
    except (OSError, sqlite3.OperationalError) as error:
        stop(IO_ERROR, error)
    stories.report(counts, name)
