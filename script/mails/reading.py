"""Reads messages as mail programs do."""
import email
import email.policy
import html.parser
import re


def message_in(raw):
    """The message in some bytes, in the parser's strictest setting."""
    return email.message_from_bytes(raw, policy=email.policy.SMTP)


def html_of(path):
    """The HTML of the message in a file, decoded."""
    with open(path, "rb") as file:
        return message_in(file.read()).get_body(("html",)).get_content()


class Outline(html.parser.HTMLParser):
    """What a browser reads in HTML: tags, texts and style sheets; white space is one blank, comments are none."""

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
    """The parts of some HTML, to be compared with those of other HTML."""
    outline = Outline()
    outline.feed(markup)
    outline.close()
    return [part for part in map(collapsed, outline.parts) if part.strip(" ")]


def collapsed(text):
    """Text with one blank in place of all white space of HTML, of which a no-break space is none."""
    return re.sub("[ \\t\\r\\n\\f]+", " ", text)
