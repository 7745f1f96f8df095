"""Parses pages as a crawler does."""
import html.parser
import json


class Page(html.parser.HTMLParser):
    """The links, ids, comments, head and structured data of a page."""

    def __init__(self, text):
        super().__init__()
        self.links, self.ids, self.comments, self.data = [], set(), [], []
        self.relations, self.title = {}, ""
        self.context = None
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        classes = (values.get("class") or "").split()
        if tag == "link" and values.get("rel") in ("canonical", "prev", "next"):
            self.relations[values["rel"]] = values["href"]
        if tag in ("a", "link") and "href" in values:
            self.links.append(values["href"])
        if "id" in values:
            self.ids.add(values["id"])
            if tag == "li" and "a-c" in classes:
                self.comments.append(values["id"])
        self.context = "data" if values.get("type") == "application/ld+json" else tag

    def handle_endtag(self, tag):
        self.context = None

    def handle_data(self, data):
        if self.context == "title":
            self.title += data
        elif self.context == "data":
            self.data.append(json.loads(data))
