#!/usr/bin/env python3
"""Writes seeded benchmark corpora: one large Atoll document, or many small ones as NDJSON.

    corpus.py thread 100000 OUT     one document with 100,000 comments
    corpus.py many   2000   OUT     2,000 documents of 5-60 comments, one a line

The same arguments give the same bytes on every machine and with every Python 3: the generator of random numbers is in this
file (splitmix64), all arithmetic that affects the output uses integers, and nothing depends on the order of hashes. Memory is
bounded, because the parents of replies are among the latest comments. The statistics are written to OUT.stats and to standard
error.
"""

import argparse
import hashlib
import json
import os
import re
import sys
import time

import words

# Increase this when the bytes change, so that old corpora are not used any longer.
VERSION = 2

MASK = (1 << 64) - 1
WINDOW = 4096
MAX_DEPTH = 12
FEATURED = 5  # at most, in one thread
START = 1556973296  # 2019-05-04T12:34:56Z

# The lengths of bodies: the length in bytes that a share of the bodies (in 1/100,000) does not exceed, with linear interpolation.
LENGTHS = (
    (0, 3), (1000, 12), (5000, 26), (10000, 38), (20000, 60), (30000, 84), (40000, 111),
    (50000, 141), (60000, 179), (70000, 234), (80000, 320), (85000, 386), (90000, 496),
    (95000, 700), (97000, 890), (98000, 1070), (99000, 1425), (99500, 1770), (99800, 2350),
    (99900, 2900), (99970, 4000), (99990, 5200), (100000, 6200),
)

# The shares of bodies with each kind of Markdown, in 1/10,000. The rest is prose.
MARKDOWN = (
    ("star", 960), ("link", 400), ("underscore", 200), ("code", 120), ("quote", 700),
    ("bullets", 200), ("numbers", 200), ("fence", 150), ("heading", 150), ("html", 100),
)
# The shares of bodies that also contain these, independently of each other, in 1/10,000.
EXTRAS = (("cjk", 400), ("emoji", 550), ("accents", 200), ("url", 150), ("heart", 40), ("ampersand", 60))

# Matches bodies that Markdown changes. README.md describes the rule.
ACTIVE = re.compile(
    r"[`\\*_\[\]\x00-\x08\x0b-\x1f]|[ \t](?:\n|$)|&[A-Za-z#]|<(?!\d*(?:[ \n]|$))"
    r"|(?:^|\n)(?:[ \t+\-#>=~<&)]|\d{1,9}[.)])"
)


def splitmix(seed):
    """Returns a function that returns the next 64 random bits."""
    state = seed & MASK

    def random_bits():
        nonlocal state
        state = (state + 0x9E3779B97F4A7C15) & MASK
        z = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return z ^ (z >> 31)

    return random_bits


def uuid(high, low):
    """Returns sixteen random bytes in the form of Coral's ids."""
    digits = "%016x%016x" % (high, low)
    return "-".join((digits[:8], digits[8:12], "4" + digits[13:16], "a" + digits[17:20], digits[20:]))


class Prose:
    """Sentences from a fixed stock, cut to a length."""

    def __init__(self, random_bits):
        self.random_bits = random_bits
        # The frequency of a word decreases with its rank, as in English.
        self.table = []
        for rank, word in enumerate(words.WORDS):
            self.table += [word] * max(1, 260 // (rank + 6))
        self.stock = [self.sentence() for _ in range(8192)]

    def sentence(self):
        random_bits, table = self.random_bits, self.table
        picked = [table[random_bits() % len(table)] for _ in range(3 + random_bits() % 15)]
        shape = random_bits()
        if shape % 7 == 0:
            picked[shape // 7 % len(picked)] = words.NUMBERS[shape // 97 % len(words.NUMBERS)]
        shape = random_bits()
        if len(picked) > 6 and shape % 3 == 0:
            picked[2 + shape // 3 % 3] += ","
        if shape % 23 == 0:
            at = shape // 23 % len(picked)
            picked[at] = '"' + picked[at] + '"'
        first = picked[0][0].upper() + picked[0][1:]
        if not first[0].isalpha():
            first = "Well, " + first
        return " ".join([first] + picked[1:]) + (".", ".", ".", ".", "!", "?", "...", ".")[shape >> 40 & 7]

    def text(self, length):
        """Returns prose of about this many bytes; longer texts have paragraphs."""
        stock, random_bits = self.stock, self.random_bits
        lines = random_bits() % 100 < (55 if length > 200 else 9)
        parts, written = [], 0
        while written < length:
            bits = random_bits()
            for shift in (0, 16, 32, 48):
                piece = stock[bits >> shift & 8191]
                joint = bits >> shift + 13 & 7
                parts.append(piece)
                parts.append("\n\n" if lines and joint == 0 else "\n" if lines and joint == 1 else " ")
                written += len(piece) + len(parts[-1])
                if written >= length:
                    break
        text = "".join(parts)[:length + 3]
        if written > length + 3 and " " in text:
            text = text[:text.rindex(" ")]
        return text.rstrip() or "Yes."


class Bodies:
    """The bodies of comments, with the mix of Markdown and scripts that README.md describes."""

    def __init__(self, random_bits, count):
        self.random_bits, self.count, self.prose = random_bits, count, Prose(random_bits)
        self.kinds = []
        for kind, share in MARKDOWN:
            self.kinds += [kind] * share
        self.kinds += ["plain"] * (10000 - len(self.kinds))

    def length(self):
        at = self.random_bits() % 100000
        for (low, short), (high, long) in zip(LENGTHS, LENGTHS[1:]):
            if at < high:
                return short + (long - short) * (at - low) // (high - low)
        return LENGTHS[-1][1]

    def next(self):
        bits = self.random_bits()
        kind = self.kinds[bits % 10000]
        length = self.length()
        body = getattr(self, kind)(length)
        self.count(kind)
        bits = self.random_bits()
        for name, share in EXTRAS:
            if bits % 10000 < share:
                body = getattr(self, name)(body, length)
                self.count(name)
            bits //= 10000
            if bits < 10000:
                bits = self.random_bits()
        return body

    def pick(self, stock):
        return stock[self.random_bits() % len(stock)]

    def wrap(self, text, before, after, most=4):
        """Puts marks around one to `most` words of a line."""
        bits = self.random_bits()
        line = text.split("\n", 1)[0]
        start = line.find(" ", bits % len(line)) + 1  # 0, the first word, when there is none
        end = start
        for _ in range(1 + (bits >> 32) % most):
            end = line.find(" ", end + 1)
            if end < 0:
                end = len(line)
                break
        return text[:start] + before + text[start:end] + after + text[end:]

    def address(self):
        bits = self.random_bits()
        slug = "-".join(self.pick(self.prose.table).replace("'", "").lower() for _ in range(2 + bits % 4))
        return "https://www.example.com/%s/%s" % (self.pick(words.PATHS), slug)

    # The kinds of body.

    def plain(self, length):
        return self.prose.text(length)

    def star(self, length):
        marks = ("*", "**", "**")[self.random_bits() % 3]
        return self.wrap(self.prose.text(max(4, length - 2 * len(marks))), marks, marks)

    def underscore(self, length):
        return self.wrap(self.prose.text(max(4, length - 2)), "_", "_")

    def link(self, length):
        address = self.address()
        return self.wrap(self.prose.text(max(12, length - len(address) - 4)), "[", "](%s)" % address)

    def code(self, length):
        code = self.pick(words.CODE)
        return self.wrap(self.prose.text(max(4, length - len(code) - 3)), "`%s` " % code, "")

    def quote(self, length):
        quoted = self.prose.text(max(12, length * 2 // 5)).split("\n")
        return "\n".join("> " + line for line in quoted) + "\n\n" + self.prose.text(max(8, length // 2))

    def listed(self, length, marks):
        rows = 2 + self.random_bits() % 5
        lead = self.prose.text(max(8, length // 3)).split("\n", 1)[0]
        each = max(8, length * 2 // 3 // rows)
        return lead + "\n\n" + "\n".join(
            marks[row % len(marks)] + self.prose.text(each).replace("\n", " ") for row in range(rows))

    def bullets(self, length):
        return self.listed(length, ("- ",))

    def numbers(self, length):
        return self.listed(length, ("1. ", "2. ", "3. ", "4. ", "5. ", "6. "))

    def fence(self, length):
        lines = [self.pick(words.CODE) for _ in range(1 + self.random_bits() % 5)]
        code = "```\n" + "\n".join(lines) + "\n```"
        return self.prose.text(max(8, length - len(code) - 2)).split("\n", 1)[0] + "\n\n" + code

    def heading(self, length):
        line = self.prose.text(20 + self.random_bits() % 30).split("\n", 1)[0]
        return "#" * (1 + self.random_bits() % 3) + " " + line + "\n\n" + self.prose.text(max(8, length - len(line)))

    def html(self, length):
        piece = self.pick(words.HTML)
        return self.wrap(self.prose.text(max(8, length - len(piece))), "", " " + piece)

    # The extras. They are added only within or at the end of a line, so that plain bodies stay plain.

    def emoji(self, body, length):
        return self.after(body, self.pick(words.EMOJI) * (1 + self.random_bits() % 3))

    def cjk(self, body, length):
        if "\n" in body or ACTIVE.search(body):
            return self.after(body, self.pick(words.CJK))
        text = ""
        while len(text) * 3 < length:
            text += self.pick(words.CJK)
        return text[:max(4, length // 3)].strip()

    def accents(self, body, length):
        if not body[0].isalpha():
            return self.after(body, self.pick(words.ACCENTED))
        for _ in range(1 + len(body) // 60):
            body = self.wrap(body, self.pick(words.ACCENTED) + " ", "")
        return body

    def url(self, body, length):
        return self.after(body, self.address())

    def heart(self, body, length):
        return self.after(body, "<3")

    def ampersand(self, body, length):
        return self.after(body, "R&D, Q & A")

    def after(self, body, piece):
        return body + ("\n\n" if body.endswith("```") else " ") + piece


class Tally:
    """Statistics of the output, counted in bounded memory."""

    def __init__(self):
        self.threads = self.comments = self.roots = self.bytes = self.plain = 0
        self.body_bytes = self.edited = self.featured = self.tagged = self.liked = 0
        self.lengths, self.depths, self.kinds = {}, {}, {}
        self.digest = hashlib.sha256()

    def kind(self, name):
        self.kinds[name] = self.kinds.get(name, 0) + 1

    def body(self, text, depth):
        size = len(text.encode())
        self.comments += 1
        self.body_bytes += size
        self.roots += depth == 0
        self.plain += ACTIVE.search(text) is None
        self.lengths[size] = self.lengths.get(size, 0) + 1
        self.depths[depth] = self.depths.get(depth, 0) + 1

    def quantile(self, share):
        """Returns the body length that this share of the bodies (in 1/1000) does not exceed."""
        seen = 0
        for size in sorted(self.lengths):
            seen += self.lengths[size]
            if seen * 1000 >= share * self.comments:
                return size
        return 0

    def report(self):
        names = [name for name, _ in MARKDOWN + EXTRAS] + ["plain"]
        return {
            "version": VERSION, "sha256": self.digest.hexdigest(), "threads": self.threads,
            "comments": self.comments, "featured": self.featured, "bytes": self.bytes,
            "bytesPerComment": self.bytes // self.comments, "bodyBytes": self.body_bytes,
            "bodyMean": self.body_bytes // self.comments, "bodyMedian": self.quantile(500),
            "bodyP90": self.quantile(900), "bodyP99": self.quantile(990),
            "bodyMax": max(self.lengths), "rootsPercent": self.percent(self.roots),
            "depths": {depth: self.depths[depth] for depth in sorted(self.depths)},
            "plainBodiesPercent": self.percent(self.plain),
            "editedPercent": self.percent(self.edited), "taggedPercent": self.percent(self.tagged),
            "likedPercent": self.percent(self.liked),
            "kindsPercent": {name: self.percent(self.kinds.get(name, 0)) for name in names},
        }

    def percent(self, part):
        return round(100 * part / self.comments, 2)


def quoted(text):
    return json.dumps(text, ensure_ascii=False)


class Threads:
    """A generator of Atoll documents."""

    def __init__(self, seed):
        self.tally = Tally()
        self.random_bits = splitmix(seed)
        self.featured = 0  # in this document so far
        self.bodies = Bodies(splitmix(seed ^ 0xB0D1E5), self.tally.kind)

    def author(self, crowd):
        """Returns an author of a story, in which a few authors write most comments. The same number gives the same author."""
        bits = self.random_bits()
        number = (bits & 0xFFFFF) * (bits >> 20 & 0xFFFFF) * crowd >> 40
        random_bits = splitmix(number * 2 + 1)
        face = random_bits()
        if face % 100 < 4:
            name = words.ODD_NAMES[face // 100 % len(words.ODD_NAMES)]
        else:
            pick = (face >> 8) % len(words.NAMES)
            name = words.NAMES[pick] + words.NAMES[(face >> 24) % len(words.NAMES)]
            if face >> 60 < 9:
                name += str((face >> 40) % 2000)
        staff = number % 64 == 63
        badges = ',"badges":["Staff"]' if staff else ',"badges":["Prime"]' if face >> 50 & 3 == 0 else ""
        return '{"id":"%s","name":%s%s}' % (uuid(random_bits(), random_bits()), quoted(name), badges), staff

    def likes(self, bits):
        share, more = bits % 1000, bits // 1000
        if share < 450:
            return 0
        if share < 800:
            return 1 + more % 6
        if share < 960:
            return 5 + more % 40
        return 40 + more % 300 if share < 995 else 300 + more % 3000

    def document(self, count):
        """Yields the pieces of a document: its start, each comment, its end."""
        random_bits, tally = self.random_bits, self.tally
        self.featured = 0
        tally.threads += 1
        slug = self.bodies.address()
        yield '{"atoll":1,"story":{"id":"%s","url":"%s","title":%s},"comments":[' % (
            uuid(random_bits(), random_bits()), slug, quoted(self.bodies.prose.sentence()))
        crowd = 3 + count // 4
        window = [None] * min(WINDOW, count)
        milliseconds = (START + random_bits() % 200_000_000) * 1000
        for index in range(count):
            bits = random_bits()
            depth, parent = 0, None
            if index > 0 and bits % 1000 < 620:
                parent, depth = window[(index - 1 - (bits >> 16) % min(index, WINDOW)) % len(window)]
                depth += 1
                if depth > MAX_DEPTH:
                    parent, depth = None, 0
            identity = uuid(random_bits(), random_bits())
            window[index % len(window)] = (identity, depth)
            milliseconds += 1 + (bits >> 32) % 40_000
            author, staff = self.author(crowd)
            body = self.bodies.next()
            yield ("," if index else "") + self.comment(
                identity, parent, author, staff, milliseconds, body)
            tally.body(body, depth)
        yield "]}"

    def comment(self, identity, parent, author, staff, milliseconds, body):
        bits, tally = self.random_bits(), self.tally
        likes = self.likes(bits)
        tags = ["STAFF"] if staff else []
        if (bits >> 40) % 1000 < 3 and self.featured < FEATURED:
            self.featured += 1
            tally.featured += 1
            tags.append("FEATURED")
        edited = ""
        if bits >> 52 & 15 == 0:
            edited = ',"editedAt":"%s"' % stamp(milliseconds + 5_000 + bits % 280_000)
        tally.edited += edited != ""
        tally.tagged += bool(tags)
        tally.liked += likes > 0
        return (
            '{"id":"%s","parentId":%s,"author":%s,"createdAt":"%s","body":%s,"likes":%d,"tags":[%s]%s}'
            % (identity, '"%s"' % parent if parent else "null", author, stamp(milliseconds),
               quoted(body), likes, ",".join('"%s"' % tag for tag in tags), edited))


def stamp(milliseconds):
    seconds, rest = divmod(milliseconds, 1000)
    return "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ" % (time.gmtime(seconds)[:6] + (rest,))


def write(threads, counts, path):
    """Writes one document a line to `path`, and the statistics to `path`.stats."""
    tally, waiting, size = threads.tally, [], 0
    partial = path + ".part"
    with open(partial, "wb") as out:

        def flush():
            data = "".join(waiting).encode()
            waiting.clear()
            tally.bytes += len(data)
            tally.digest.update(data)
            out.write(data)

        for count in counts:
            for piece in threads.document(count):
                waiting.append(piece)
                size += len(piece)
                if size > 1 << 20:
                    flush()
                    size = 0
            waiting.append("\n")
        flush()
    report = tally.report()
    with open(path + ".stats", "w", encoding="utf-8") as out:
        json.dump(report, out, indent=1)
    os.replace(partial, path)
    return report


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("kind", choices=("thread", "many"))
    parser.add_argument("count", type=int, help="comments, or threads of 5-60 comments each")
    parser.add_argument("out")
    parser.add_argument("--seed", type=int, help="42 for thread, 43 for many unless told")
    given = parser.parse_args()
    if given.count < 1:
        parser.error("count must be at least 1")
    seed = given.seed if given.seed is not None else 42 if given.kind == "thread" else 43
    if given.kind == "thread":
        counts = iter((given.count,))
    else:
        sizes = splitmix(seed ^ 0x517E5)
        counts = (5 + min(sizes() % 56, sizes() % 56) for _ in range(given.count))
    report = write(Threads(seed), counts, given.out)
    for name, value in report.items():
        print("%-20s %s" % (name, value), file=sys.stderr)


if __name__ == "__main__":
    main()
