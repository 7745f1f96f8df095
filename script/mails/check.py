"""Reads mails as mail programs do, and prints each problem as a sentence.

    python3 script/mails/check.py thread.eml ...

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

# Sendmail cuts at 990, the standard at 998; nothing of a mail comes near.
LONGEST_LINE = 900
VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta"}
BLOCKS = {"p", "div", "td", "tr", "table", "h1", "h2", "h3", "li", "ul", "ol", "blockquote", "br", "hr"}
# What may stand in the HTML of a mail at all.
ELEMENTS = set(
    "html head meta title style body div table tr td h1 h2 h3 p a b i em strong s code span blockquote ul ol"
    " li br hr".split())


class Words(html.parser.HTMLParser):
    """The words a reader sees, in their order: no head, nothing that is not displayed."""

    def __init__(self):
        super().__init__()
        self.text = []
        self.stack = []
        self.lists = []
        self.faults = []
        self.links = []

    def hidden(self):
        return any(hides for _, hides in self.stack)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if tag not in ELEMENTS:
            self.faults.append("<%s> has no place in a mail" % tag)
        if tag == "a":
            self.links.append(values.get("href") or "")
        for name in values:
            if name.startswith("on") or name in ("src", "srcset", "target", "id"):
                self.faults.append("the attribute %s has no place in a mail" % name)
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
            self.stack.append((tag, tag == "head" or "display:none" in style))

    def handle_endtag(self, tag):
        if not self.stack or self.stack[-1][0] != tag:
            self.faults.append("</%s> closes nothing" % tag)
            return
        self.stack.pop()
        if tag in ("ol", "ul") and self.lists:
            self.lists.pop()
        if tag in BLOCKS:
            self.text.append(" ")
        if tag == "a":
            self.text.append("\x00")

    def handle_data(self, data):
        if not self.hidden():
            self.text.append(data)


ADDRESS = re.compile(r"(?:https?://|mailto:)\S+")


def words(text):
    """The letters and digits, whatever stands between them, addresses left out."""
    text = re.sub("[\u2060\u2066-\u2069\u200b\u200d\ufe0f]", "", text)
    # Behind a link whose words do not show it, its host stands in HTML and its address in text.
    text = re.sub(r"\x00\s*\([^()\s]*\)", " ", text).replace("\x00", "")
    text = ADDRESS.sub(" ", re.sub(r"<\s*((?:https?://|mailto:)[^<>]*?)>", lambda it: " ", text, flags=re.S))
    return re.findall(r"[^\W_]+", text)


def without(links, text):
    """The text without these addresses, wherever its lines may have been broken in them."""
    # The address of a comment has a line to itself, whole.
    text = re.sub(r"(?m)^[|> ]*<(?:https?://|mailto:)[^\s<>]+>\r?$", " ", text)
    for link in sorted(set(links), key=len, reverse=True):
        text = re.sub(r"[\s|>]*".join(map(re.escape, link)), " ", text)
    return text


def lines_of(raw):
    """What is wrong with the lines of a whole message."""
    if re.search(rb"(?<!\r)\n|\r(?!\n)", raw):
        yield "a line does not end with CR and LF"
    longest = max(len(line) for line in raw.split(b"\r\n"))
    if longest > LONGEST_LINE:
        yield "a line has %d bytes" % longest
    if re.search(rb"[^\x00-\x7f]", raw):
        yield "a byte is not ASCII"


def parts_of(message):
    """What is wrong with the parts, and the two of them."""
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


def headers_of(message, raw):
    """What is wrong with the headers."""
    names = [name.lower() for name in message.keys()]
    for name in set(names):
        if names.count(name) > 1:
            yield "the header %s stands twice" % name
    # The server that sends a message dates it where nothing said when it was written.
    for name in ("message-id", "mime-version", "subject", "content-type"):
        if name not in names:
            yield "the header %s is missing" % name
    for line in raw.split(b"\r\n\r\n", 1)[0].split(b"\r\n"):
        if len(line) > 78 and b" " in line.strip().replace(b": ", b":", 1):
            yield "a header line has %d bytes and could be folded" % len(line)
        words = re.findall(rb"=\?\S+\?=", line)
        if words and len(line) > 76:
            yield "a header line with an encoded word has %d bytes" % len(line)
        if max(map(len, words), default=0) > 75:
            yield "an encoded word has %d bytes" % max(map(len, words))


def faults(raw, wanted=None):
    """Everything that is wrong with a message, whose HTML is to be read as some other."""
    yield from lines_of(raw)
    message = reading.message_in(raw)
    for part in message.walk():
        for defect in part.defects:
            yield "a defect: %r" % defect
        for name, value in part.items():
            for defect in getattr(value, "defects", ()):
                yield "a defect of %s: %r" % (name, defect)
    yield from headers_of(message, raw)
    yield from parts_of(message)
    plain, markup = [part.get_content() for part in message.iter_parts()]
    if wanted is not None:
        yield from differences(reading.outline(markup), reading.outline(wanted))
    reader = Words()
    reader.feed(markup)
    reader.close()
    yield from reader.faults
    for tag, _ in reader.stack:
        yield "<%s> is not closed" % tag
    for link in reader.links:
        if not re.match(r"(?:https?://|mailto:)[\x21-\x7e]+$", link):
            yield "a link leads to %r" % link
    said, shown = words(without(reader.links, plain)), words("".join(reader.text))
    # Letter by letter: lines break inside of words where a script has no blanks.
    said, shown = "".join(said), "".join(shown)
    if said != shown:
        place = next((i for i, pair in enumerate(zip(said, shown)) if pair[0] != pair[1]), -1)
        start = max(0, place - 20)
        yield "text and HTML differ at letter %d: %r and %r" % (
            place, said[start:place + 20], shown[start:place + 20])


def differences(sent, wanted):
    """Where the HTML of a message is first read otherwise than it was drawn."""
    for one, other in itertools.zip_longest(sent, wanted):
        if one != other:
            yield "the HTML is sent as %.200r in place of %.200r" % (one, other)
            return


def main():
    wrong = False
    for path in sys.argv[1:]:
        wanted = None
        drawn = path.removesuffix(".eml") + ".html"
        if os.path.exists(drawn):
            with open(drawn, encoding="utf-8", newline="") as file:
                wanted = file.read()
        with open(path, "rb") as file:
            for fault in faults(file.read(), wanted):
                print("%s: %s" % (path, fault))
                wrong = True
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
