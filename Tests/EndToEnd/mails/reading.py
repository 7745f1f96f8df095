"""Reads messages as mail programs do."""
import email
import email.policy
import html.parser
import re


def parse_message(raw):
    """Parses a message with the strictest setting of Python's parser."""
    return email.message_from_bytes(raw, policy=email.policy.SMTP)


def html_of(path):
    """Returns the decoded HTML of the message in a file."""
    with open(path, "rb") as file:
        return parse_message(file.read()).get_body(("html",)).get_content()


class Outline(html.parser.HTMLParser):
    """The tags, texts and style sheets of HTML, without comments."""

    def __init__(self):
        super().__init__()
        self.parts = [""]

    def handle_decl(self, decl):
        self.add("<!%s>" % decl)

    def handle_starttag(self, tag, attributes):
        self.add("<%s %s>" % (tag, attributes))

    def handle_endtag(self, tag):
        self.add("</%s>" % tag)

    def handle_data(self, data):
        self.parts[-1] += data

    def add(self, tag):
        self.parts += [tag, ""]


def outline(markup):
    """Returns the parts of HTML for a comparison: tags, and texts with collapsed white space."""
    outline = Outline()
    outline.feed(markup)
    outline.close()
    return [part for part in map(collapsed, outline.parts) if part.strip(" ")]


def collapsed(text):
    """Returns a text with each run of HTML's white space, which does not include no-break spaces, as one space."""
    return re.sub("[ \\t\\r\\n\\f]+", " ", text)
