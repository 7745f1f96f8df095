"""Reads mails as mail programs do, and prints each problem as a sentence.

    python3 Tests/EndToEnd/mails/check.py thread.eml ...

Uses only Python's own mail parser in its strictest setting and its HTML tokenizer. If a
`thread.html` is next to the message, the HTML of the message must be the same. Ends with 1 if there is any problem.
"""
import email.policy
import html.parser
import itertools
import os
import re
import sys

import reading

# Sendmail cuts lines at 990 bytes, and RFC 5322 allows 998. Lines of Atoll's mails are much shorter.
MAX_LINE_BYTES = 900
VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta"}
BLOCKS = {"p", "div", "td", "tr", "table", "h1", "h2", "h3", "li", "ul", "ol", "blockquote", "br", "hr"}
# The elements that the HTML of a mail may contain.
ELEMENTS = set(
    "html head meta title style body div table tr td h1 h2 h3 p a b i em strong s code span blockquote ul ol"
    " li br hr img".split())


class VisibleText(html.parser.HTMLParser):
    """The text of a mail that readers see, in order: without the head and hidden elements."""

    def __init__(self):
        super().__init__()
        self.text = []
        self.stack = []
        self.lists = []
        self.problems = []
        self.links = []

    def is_hidden(self):
        return any(hides for _, hides in self.stack)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if tag not in ELEMENTS:
            self.problems.append("<%s> is not allowed in a mail" % tag)
        if tag == "a":
            self.links.append(values.get("href") or "")
        if tag == "img":
            # Its words are what readers see who have blocked pictures.
            self.handle_data(values.get("alt") or "")
            if not (values.pop("src", "") or "").startswith("https://"):
                self.problems.append("a picture has no https address")
        for name in values:
            if name.startswith("on") or name in ("src", "srcset", "target", "id"):
                self.problems.append("the attribute %s is not allowed in a mail" % name)
        if tag in BLOCKS:
            self.text.append(" ")
        if tag == "ol":
            self.lists.append(int(values.get("start") or 1))
        if tag == "ul":
            self.lists.append(None)
        if tag == "li" and self.lists and self.lists[-1] is not None:
            self.handle_data("%d. " % self.lists[-1])
            self.lists[-1] += 1
        if tag not in VOID:
            style = values.get("style") or ""
            hides = tag == "head" or "display:none" in style or values.get("aria-hidden") == "true"
            self.stack.append((tag, hides))

    def handle_endtag(self, tag):
        if not self.stack or self.stack[-1][0] != tag:
            self.problems.append("</%s> has no start tag" % tag)
            return
        self.stack.pop()
        if tag in ("ol", "ul") and self.lists:
            self.lists.pop()
        if tag in BLOCKS:
            self.text.append(" ")
        if tag == "a":
            self.text.append("\x00")

    def handle_data(self, data):
        if not self.is_hidden():
            self.text.append(data)


ADDRESS = re.compile(r"(?:https?://|mailto:)\S+")


def words(text):
    """Returns the words of a text, without punctuation and addresses."""
    text = re.sub("[\u2060\u2066-\u2069\u200b\u200d\ufe0f]", "", text)
    # A link is followed by its host in HTML and by its address in text, if its words do not show them.
    text = re.sub(r"\x00\s*\([^()\s]*\)", " ", text).replace("\x00", "")
    text = ADDRESS.sub(" ", re.sub(r"<\s*((?:https?://|mailto:)[^<>]*?)>", lambda it: " ", text, flags=re.S))
    return re.findall(r"[^\W_]+", text)


def without_addresses(links, text):
    """Returns a text without the addresses of links, which may be broken into several lines."""
    # The address of a comment is alone on its line, and never broken.
    text = re.sub(r"(?m)^[|> ]*<(?:https?://|mailto:)[^\s<>]+>\r?$", " ", text)
    for link in sorted(set(links), key=len, reverse=True):
        text = re.sub(r"[\s|>]*".join(map(re.escape, link)), " ", text)
    return text


def line_problems(raw):
    """Yields the problems of the lines of a message."""
    if re.search(rb"(?<!\r)\n|\r(?!\n)", raw):
        yield "a line does not end with CR and LF"
    longest = max(len(line) for line in raw.split(b"\r\n"))
    if longest > MAX_LINE_BYTES:
        yield "a line has %d bytes" % longest
    if re.search(rb"[^\x00-\x7f]", raw):
        yield "a byte is not ASCII"


def part_problems(message):
    """Yields the problems of the parts of a message: their number, types and encodings."""
    parts = list(message.iter_parts())
    types = [part.get_content_type() for part in parts]
    if message.get_content_type() != "multipart/alternative" or types != ["text/plain", "text/html"]:
        yield "the parts are %s" % types
    for part in parts:
        if part.get_content_charset() != "utf-8":
            yield "a part is in %s" % part.get_content_charset()
        encoding = part["Content-Transfer-Encoding"]
        lines = part.as_bytes(policy=email.policy.SMTP).split(b"\r\n\r\n", 1)[1].split(b"\r\n")
        if encoding != "7bit" and max(map(len, lines)) > 76:
            yield "a line of the %s part is longer than 76" % encoding


def header_problems(message, raw):
    """Yields the problems of the headers of a message."""
    names = [name.lower() for name in message.keys()]
    for name in set(names):
        if names.count(name) > 1:
            yield "the header %s is there twice" % name
    # Date may be missing: the server that sends the message adds it.
    for name in ("message-id", "mime-version", "subject", "content-type"):
        if name not in names:
            yield "the header %s is missing" % name
    for line in raw.split(b"\r\n\r\n", 1)[0].split(b"\r\n"):
        if len(line) > 78 and b" " in line.strip().replace(b": ", b":", 1):
            yield "a header line has %d bytes and could be folded" % len(line)
        encoded = re.findall(rb"=\?\S+\?=", line)
        if encoded and len(line) > 76:
            yield "a header line with an encoded word has %d bytes" % len(line)
        if max(map(len, encoded), default=0) > 75:
            yield "an encoded word has %d bytes" % max(map(len, encoded))


def problems(raw, expected=None):
    """Yields all problems of a message, whose HTML is compared with the expected HTML if there is any."""
    yield from line_problems(raw)
    message = reading.parse_message(raw)
    for part in message.walk():
        for defect in part.defects:
            yield "a defect: %r" % defect
        for name, value in part.items():
            for defect in getattr(value, "defects", ()):
                yield "a defect of %s: %r" % (name, defect)
    yield from header_problems(message, raw)
    yield from part_problems(message)
    plain, markup = [part.get_content() for part in message.iter_parts()]
    if expected is not None:
        yield from first_difference(reading.outline(markup), reading.outline(expected))
    reader = VisibleText()
    reader.feed(markup)
    reader.close()
    yield from reader.problems
    for tag, _ in reader.stack:
        yield "<%s> is not closed" % tag
    for link in reader.links:
        if not re.match(r"(?:https?://|mailto:)[\x21-\x7e]+$", link):
            yield "a link leads to %r" % link
    # Letters are compared, because in scripts without spaces lines break inside words.
    text, shown = "".join(words(without_addresses(reader.links, plain))), "".join(words("".join(reader.text)))
    if text != shown:
        place = next((i for i, pair in enumerate(zip(text, shown)) if pair[0] != pair[1]), -1)
        start = max(0, place - 20)
        yield "text and HTML differ at letter %d: %r and %r" % (
            place, text[start:place + 20], shown[start:place + 20])


def first_difference(sent, expected):
    """Yields the first difference between the HTML in the message and the expected HTML."""
    for one, other in itertools.zip_longest(sent, expected):
        if one != other:
            yield "the HTML in the message is %.200r instead of %.200r" % (one, other)
            return


def main():
    has_problems = False
    for path in sys.argv[1:]:
        expected = None
        markup = path.removesuffix(".eml") + ".html"
        if os.path.exists(markup):
            with open(markup, encoding="utf-8", newline="") as file:
                expected = file.read()
        with open(path, "rb") as file:
            for problem in problems(file.read(), expected):
                print("%s: %s" % (path, problem))
                has_problems = True
    return 1 if has_problems else 0


if __name__ == "__main__":
    sys.exit(main())
