#!/usr/bin/env python3
"""Writes a folder like the output of mongoexport for a Coral database: comments.ndjson, archivedComments.ndjson,
users.ndjson, stories.ndjson and tenants.ndjson.

    dump.py 200000 FOLDER                   200,000 comments, most stories small, some large
    dump.py 200000 FOLDER --giant 300000    also one story with 300,000 more

The same arguments give the same bytes everywhere. Rows of many stories are mixed, as in a database, and one story in ten is
archived. Some rows have problems that real dumps have: they are broken, empty, without a story, or in both collections.
"""
import argparse
import html
import json
import os
import time

import words
from corpus import Bodies, Prose, quoted, splitmix, uuid

START = 1_556_973_296_000
BODIES = 8192
OPEN_STORIES = 256
MAX_DOUBLINGS = 11
PASSWORD = "$2a$10$" + "N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy"


def stamp(milliseconds):
    """Returns a time as mongoexport writes it: without a fraction if that is zero."""
    seconds, rest = divmod(milliseconds, 1000)
    text = "%04d-%02d-%02dT%02d:%02d:%02d" % time.gmtime(seconds)[:6]
    return '{"$date":"%s%sZ"}' % (text, ".%03d" % rest if rest else "")


def id_of(number, salt):
    """Returns the id that belongs to a number."""
    random_bits = splitmix(number * 4 + salt)
    return uuid(random_bits(), random_bits())


class Story:
    """A story whose comments are being written."""

    def __init__(self, number, size, crowd, archived):
        self.number, self.identity = number, id_of(number, 1)
        self.left, self.crowd, self.archived = size, crowd, archived
        self.latest = []
        self.milliseconds = START + number * 977_000


class Dump:
    """The files of a dump, and the state of their generator."""

    def __init__(self, folder, rows, giant, seed):
        self.random_bits = splitmix(seed)
        self.rows, self.giant = rows, giant
        self.user_count = max(10, (rows + giant) // 20)
        bodies = Bodies(splitmix(seed ^ 0xB0D1E5), lambda kind: None)
        self.bodies = [
            quoted(html.escape(bodies.next(), quote=False).replace("\n", "<br>"))
            for _ in range(BODIES)]
        self.prose = Prose(splitmix(seed ^ 0x7171E5))
        self.files = {
            name: open(os.path.join(folder, name + ".ndjson"), "w", encoding="utf-8", newline="\n")
            for name in ("comments", "archivedComments", "users", "stories", "tenants")}
        self.story_count = 0

    def write(self):
        self.users()
        self.files["tenants"].write(
            '{"id":"t1","organization":{"name":"Example Games"},"domain":"coral.example.com",'
            '"locale":"en-US","communityGuidelines":{"enabled":true,"content":"Be kind."},'
            '"auth":{"secret":"SECRET-sso"}}\n')
        left = self.rows
        stories = [self.story(self.giant)] if self.giant else []
        while left > 0 or stories:
            while left > 0 and len(stories) < OPEN_STORIES:
                size = min(left, self.size())
                left -= size
                stories.append(self.story(size))
            # The giant story is the first, and gets as many rows as all others.
            bits = self.random_bits()
            at = 0 if bits & 1 and stories[0].left > 1000 else (bits >> 1) % len(stories)
            story = stories[at]
            self.comment(story)
            if story.left == 0:
                stories[at] = stories[-1]
                stories.pop()
        for file in self.files.values():
            file.close()

    def size(self):
        """Returns the number of comments of a story: half of the stories have a few, and each doubling is half as likely."""
        bits = self.random_bits()
        doublings = 0
        while doublings < MAX_DOUBLINGS and bits >> doublings & 1:
            doublings += 1
        return 1 + (8 + (bits >> 32) % 8 << doublings) // 2

    def story(self, size):
        number = self.story_count
        self.story_count += 1
        bits = self.random_bits()
        story = Story(number, size, 3 + size // 4, bits % 10 == 0)
        title = self.prose.sentence()
        self.files["stories"].write(
            '{"tenantID":"t1","id":"%s","siteID":"site1","url":"https://www.example.com/articles/%d",'
            '"metadata":{"title":%s},"createdAt":%s,"settings":{"mode":"COMMENTS"}}\n'
            % (story.identity, number, quoted(title), stamp(story.milliseconds)))
        return story

    def comment(self, story):
        random_bits = self.random_bits
        bits = random_bits()
        story.left -= 1
        story.milliseconds += (bits >> 24) % 40_000 // 250 * 250
        identity = uuid(random_bits(), random_bits())
        parent = ""
        if story.latest and bits % 100 < 60:
            parent = ',"parentID":"%s"' % story.latest[(bits >> 8) % len(story.latest)]
        if len(story.latest) < 32:
            story.latest.append(identity)
        else:
            story.latest[(bits >> 16) % 32] = identity
        bits = random_bits()
        # Each story has other authors, and a few of them write most comments.
        face = (bits & 0xFFFF) * (bits >> 16 & 0xFFFF) * story.crowd >> 32
        user = (story.number * 7919 + face * 104_729) % self.user_count
        likes = ',"REACTION":%d' % (bits >> 40 & 15) if bits >> 44 & 1 else ""
        status = ("REJECTED", "APPROVED")[bits >> 46 & 1] if bits >> 47 & 31 == 0 else "NONE"
        when = stamp(story.milliseconds)
        row = (
            '{"_id":{"$oid":"%s"},"id":"%s","tenantID":"t1","childIDs":[],"childCount":0,'
            '"revisions":[{"id":"%s","body":%s,"actionCounts":{},"metadata":{"nudge":true,'
            '"linkCount":0},"createdAt":%s}],"createdAt":%s,"storyID":"%s","authorID":"%s",'
            '"siteID":"site1","tags":[],"status":"%s","ancestorIDs":[],"actionCounts":{"FLAG":%d%s}%s}\n'
            % (identity.replace("-", "")[:24], identity, identity[::-1],
               self.bodies[bits >> 50 & BODIES - 1], when, when, story.identity, id_of(user, 2),
               status, bits >> 60, likes, parent))
        mine = "archivedComments" if story.archived else "comments"
        self.files[mine].write(row)
        if bits >> 32 & 0xFFF == 0:
            self.problem_row(row, bits)

    def problem_row(self, row, bits):
        """Writes a row with a problem that real dumps have."""
        kind = bits >> 20 & 3
        if kind == 0:
            self.files["comments"].write(row)
            self.files["archivedComments"].write(row)
        elif kind == 1:
            self.files["comments"].write(row.replace('"status":', '"status"'))
        elif kind == 2:
            self.files["comments"].write(row.replace('"storyID":', '"noStoryID":'))
        else:
            self.files["comments"].write("\n")

    def users(self):
        for number in range(self.user_count):
            if number % 97 == 96:
                continue  # a user who does not exist any longer
            random_bits = splitmix(number * 2 + 1)
            face = random_bits()
            name = words.NAMES[face % len(words.NAMES)] + str(number)
            if face % 25 == 0:
                name = words.ODD_NAMES[(face >> 16) % len(words.ODD_NAMES)]
            identity = id_of(number, 2)
            badges = '["Staff"]' if number % 64 == 63 else "[]"
            self.files["users"].write(
                '{"_id":{"$oid":"%s"},"tenantID":"t1","id":"%s","username":%s,"email":"SECRET-%d@example.com",'
                '"badges":%s,"profiles":[{"type":"local","id":"SECRET-%d@example.com","password":"%s",'
                '"passwordID":"SECRET-%s"}],"tokens":[],"role":"COMMENTER","ssoURL":null,'
                '"notifications":{"onReply":false,"onFeatured":false,"onStaffReplies":false,'
                '"onModeration":false,"digestFrequency":"NONE"},"status":{"username":{"status":"ALLOWED",'
                '"history":[]},"ban":{"active":false,"history":[]},"suspension":{"history":[]},'
                '"premod":{"active":false,"history":[]},"warning":{"active":false,"history":[]}},'
                '"ignoredUsers":[],"moderatorNotes":[],"digests":[],"commentCounts":{"status":{"NONE":%d}},'
                '"createdAt":%s}\n'
                % (identity.replace("-", "")[:24], identity, quoted(name), number, badges, number,
                   PASSWORD, identity, face >> 58, stamp(START - number * 1000)))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("rows", type=int)
    parser.add_argument("folder")
    parser.add_argument("--giant", type=int, default=0, help="the number of comments of an additional story")
    parser.add_argument("--seed", type=int, default=7)
    given = parser.parse_args()
    os.makedirs(given.folder, exist_ok=True)
    dump = Dump(given.folder, given.rows, given.giant, given.seed)
    dump.write()
    print(json.dumps({"rows": given.rows + given.giant, "stories": dump.story_count, "users": dump.user_count}))


if __name__ == "__main__":
    main()
