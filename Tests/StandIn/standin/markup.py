"""Cleans the HTML of bodies as Coral does: keeps a few tags, and turns addresses into links."""

from __future__ import annotations

import re
from html import escape
from html.parser import HTMLParser

KEPT = {"a", "b", "blockquote", "br", "div", "em", "i", "li", "ol", "p", "s", "span", "strong", "ul"}
DROPPED_WITH_TEXT = {"script", "style", "template", "title", "textarea", "iframe", "noscript"}
CLASSES = {"coral-rte-spoiler", "coral-rte-sarcasm"}
BREAKS = {"br", "div", "p", "li", "blockquote"}
# The characters that `trim` of JavaScript removes.
JAVASCRIPT_SPACE = "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a" \
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
ADDRESS = re.compile(r"https?://[^\s<>\"']*[^\s<>\"'.,;:!?)]")


class _Purifier(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.out: list[str] = []
        self.open: list[str] = []
        self.silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in DROPPED_WITH_TEXT:
            self.silent += 1
        if tag not in KEPT or self.silent:
            return
        attributes = dict(attrs)
        written = ""
        if tag == "a":
            address = attributes.get("href") or ""
            if re.match(r"(https?|mailto):", address, re.IGNORECASE):
                written = f' href="{escape(address)}"'
            written += ' target="_blank" rel="noopener noreferrer ugc" class="coral-comment-content-link"'
        elif tag == "span" and (attributes.get("class") or "") in CLASSES:
            written = f' class="{attributes["class"]}"'
        self.out.append(f"<{tag}{written}>")
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in DROPPED_WITH_TEXT:
            self.silent = max(0, self.silent - 1)
        if self.silent or tag not in self.open:
            return
        while self.open:
            closed = self.open.pop()
            self.out.append(f"</{closed}>")
            if closed == tag:
                break

    def handle_data(self, data: str) -> None:
        if self.silent:
            return
        text = escape(data, quote=False)
        if "a" not in self.open:
            text = ADDRESS.sub(
                lambda found: f'<a href="{found[0]}" target="_blank" rel="noopener noreferrer ugc" '
                f'class="coral-comment-content-link">{found[0]}</a>', text)
        self.out.append(text)


class _PlainText(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.out: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in BREAKS and self.out:
            self.out.append("\n")

    def handle_data(self, data: str) -> None:
        self.out.append(data)


def purified(html: str) -> str:
    """Returns a body as Coral stores it."""
    purifier = _Purifier()
    purifier.feed(html)
    purifier.close()
    for tag in reversed(purifier.open):
        purifier.out.append(f"</{tag}>")
    return "".join(purifier.out)


def plain_text(html: str) -> str:
    """Returns the text of a body, which is checked for its length and words."""
    reader = _PlainText()
    reader.feed(html)
    reader.close()
    return "".join(reader.out).strip(JAVASCRIPT_SPACE)


def javascript_length(text: str) -> int:
    """Returns the length of a text in UTF-16 code units."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
