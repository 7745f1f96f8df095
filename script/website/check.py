"""Checks the website. See script/check-site."""
import argparse
import functools
import html.parser
import http.server
import os
import posixpath
import re
import sys
import threading
import urllib.parse
from dataclasses import dataclass, replace

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, "pages"))

import accessibility  # noqa: E402
import devtools  # noqa: E402
import nu  # noqa: E402

WIDTHS = (390, 1200)
SEARCH = "search.html"
# Words to search for, and a page that has to be found.
SEARCHES = (("disqus", "other-systems.html"), ("screenshots", "snapshots.html"), ("radius", "tutorial.html"))
# The pages that are checked in every scheme and contrast.
THOROUGH = ("index", "live", "tutorial")
# The checker does not know this attribute of frames yet.
IGNORED = re.compile(nu.IGNORED.pattern + "|Attribute “loading” not allowed on element “iframe”")


@dataclass
class Page:
    """A page of the website, as the checks of accessibility and markup need it."""
    name: str
    path: str
    url: str
    form: str = "page"

    @property
    def has_all_media(self):
        return self.name in THOROUGH


class References(html.parser.HTMLParser):
    """The links and files that a page refers to, and the ids that it has."""

    def __init__(self, text):
        super().__init__()
        self.targets, self.ids = [], set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.ids |= {values[name] for name in ("id", "name") if values.get(name)}
        for name in ("href", "src", "action"):
            if values.get(name):
                self.targets.append(values[name])
        if values.get("srcset"):
            self.targets += [part.split()[0] for part in values["srcset"].split(",")]


def dead_links(site):
    """Yields the references to files and places that do not exist. Nothing is requested from the network."""
    pages = {}
    for folder, _, names in os.walk(site):
        for name in names:
            if name.endswith(".html"):
                path = os.path.join(folder, name)
                with open(path, encoding="utf-8") as file:
                    pages[os.path.relpath(path, site)] = References(file.read())
    for page, references in sorted(pages.items()):
        for target in references.targets:
            address = urllib.parse.urlsplit(target)
            if address.scheme or address.netloc:
                continue
            path = urllib.parse.unquote(address.path)
            # The page for missing addresses can be shown at any of them, so its links begin at the root.
            path = path[1:] if path.startswith("/") else posixpath.normpath(posixpath.join(posixpath.dirname(page), path)) if path else page
            anchor = urllib.parse.unquote(address.fragment)
            if not os.path.isfile(os.path.join(site, path)):
                yield "%s: %s does not exist" % (page, target)
            elif anchor and path in pages and anchor not in pages[path].ids:
                yield "%s: there is no place %s" % (page, target)


def behaviour(browser, page):
    """Yields problems of a page: scripts, messages, requests that fail, and content that is too wide."""
    browser.media()
    for width in WIDTHS:
        browser.size(width)
        browser.open(page.url)
        needed = browser.run("document.scrollingElement.scrollWidth")
        if needed > width:
            yield "is %d px wide in a window of %d px" % (needed, width)
    if page.name != "search" and browser.run("document.scripts.length - document.querySelectorAll('[type=\"application/ld+json\"]').length"):
        yield "has scripts"
    for event in browser.events:
        params = event["params"]
        if event["method"] == "Log.entryAdded" and params["entry"]["level"] in ("warning", "error"):
            yield "logs: %s %s" % (params["entry"]["text"], params["entry"].get("url", ""))
        elif event["method"] == "Runtime.exceptionThrown":
            yield "throws: %s" % params["exceptionDetails"]["text"]


def searches(browser, page):
    """Yields the searches that do not find their page."""
    for word, wanted in SEARCHES:
        browser.open("%s?q=%s" % (page.url, word))
        found = browser.run("""new Promise(done => {
          const results = document.getElementById('mkdocs-search-results');
          const end = () => done([...results.querySelectorAll('a')].map(it => it.getAttribute('href')));
          if (results.firstChild) end();
          new MutationObserver(end).observe(results, {childList: true});
        })""")
        if not any(wanted in link for link in found):
            yield "%s does not find %s, but %s" % (word, wanted, found[:5])


class Handler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    """A server that says nothing about pages which the browser leaves before they are loaded."""

    def handle_error(self, *_):
        pass


def main():
    parser = argparse.ArgumentParser(description="Checks the website.")
    parser.add_argument("--site", required=True)
    parser.add_argument("--axe", required=True)
    parser.add_argument("--nu", required=True)
    parser.add_argument("--only", default="", help="only the pages with this text in their names")
    given = parser.parse_args()
    server = Server(("127.0.0.1", 0), functools.partial(Handler, directory=given.site))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with open(given.axe, encoding="utf-8") as file:
        axe = file.read()

    pages = [Page(name.removesuffix(".html"), os.path.join(given.site, name), "http://127.0.0.1:%d/%s" % (server.server_port, name))
             for name in sorted(os.listdir(given.site)) if name.endswith(".html") and given.only in name]
    found = [*dead_links(given.site), *nu.check(given.nu, [replace(page, form="fragment") for page in pages], given.site + "-nu", IGNORED)]
    with devtools.Browser(devtools.find()) as browser:
        for page in pages:
            for problem in [*behaviour(browser, page), *accessibility.findings(browser, page, axe)]:
                found.append("%s: %s" % (page.name, problem))
            if page.name == "search":
                found += ["search: %s" % problem for problem in searches(browser, page)]
    server.shutdown()
    for problem in dict.fromkeys(found):
        print(problem)
    print("%d pages, %d problems" % (len(pages), len(found)))
    return 1 if found else 0


sys.exit(main())
