"""What a crawler reads of a page."""
import html.parser
import json


class Page(html.parser.HTMLParser):
    """The links, ids, comments, head and structured data of a page."""

    def __init__(self, text):
        super().__init__()
        self.links, self.ids, self.comments, self.data = [], set(), [], []
        self.relations, self.title = {}, ""
        self.open = None
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        classes = (given.get("class") or "").split()
        if tag == "link" and given.get("rel") in ("canonical", "prev", "next"):
            self.relations[given["rel"]] = given["href"]
        if tag in ("a", "link") and "href" in given:
            self.links.append(given["href"])
        if "id" in given:
            self.ids.add(given["id"])
            if tag == "li" and "a-c" in classes:
                self.comments.append(given["id"])
        self.open = "data" if given.get("type") == "application/ld+json" else tag

    def handle_endtag(self, tag):
        self.open = None

    def handle_data(self, data):
        if self.open == "title":
            self.title += data
        elif self.open == "data":
            self.data.append(json.loads(data))
