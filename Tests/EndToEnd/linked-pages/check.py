"""Crawls a thread in linked pages, and asks nginx for the old addresses of its comments. See script/check linked-pages."""
import argparse
import collections
import contextlib
import http.client
import json
import os
import re
import shutil
import subprocess
import sys
import urllib.parse

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "embeds"))
import markup  # noqa: E402
import nginx  # noqa: E402
from reading import Page  # noqa: E402

FOLDER = "/talk/a/"
BASE = "https://example.com" + FOLDER
# Ids with a meaning in nginx, addresses or file systems, and ids that differ only in case.
HOSTILE_IDS = ["default", "Hostnames", "include", "volatile", "a.b", "A.B", "aXb", "Ab1", "aB1", "~^x", "a b", "a%20b", "\"", "\\", "$host",
           "{", "}", ";", "#", "é", "..", "../../etc", "a&b=c", "a+b", "*.x", ".x", "x" * 120]


def write_threads(folder, count):
    """Writes the threads, and yields the name of each with the number of comments on a page."""
    subprocess.run([sys.executable, "bench/corpus.py", "thread", str(count), os.path.join(folder, "long.json")],
                   check=True, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    yield "long", 100
    comments = [{"id": name, "author": {"name": "Ann"}, "createdAt": 1_700_000_000_000 + index * 1000, "body": "Text.",
                 **({"parentId": HOSTILE_IDS[index - 1]} if index % 5 else {})} for index, name in enumerate(HOSTILE_IDS)]
    with open(os.path.join(folder, "hostile.json"), "w", encoding="utf-8") as file:
        json.dump({"atoll": 1, "story": {"id": "s", "title": "Odd ids", "url": "https://example.com/a"}, "comments": comments}, file)
    yield "hostile", 4


def number_of(name):
    """Returns the number of a page: page-3.html, replies-ID-3.html."""
    return int(name.rpartition("-")[2].removesuffix(".html"))


class Crawl:
    """All pages that can be reached from the list of pages, and the problems of their links, titles and comments."""

    def __init__(self, folder):
        self.folder = folder
        self.pages = {}
        self.problems = []
        waiting = ["index.html"]
        while waiting:
            name = waiting.pop()
            if name in self.pages:
                continue
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                self.pages[name] = Page(file.read())
            waiting += [target for target, _ in self.targets(name) if target.endswith(".html")]
        self.check_links()
        self.check_heads()

    def targets(self, name):
        """Yields the files and anchors to which a page links."""
        for link in self.pages[name].links:
            address = urllib.parse.urlsplit(urllib.parse.urljoin(BASE + name, link))
            if address.netloc == "example.com" and address.path.startswith(FOLDER):
                target = address.path.removeprefix(FOLDER) or "index.html"
                if os.path.isfile(os.path.join(self.folder, target)):
                    yield target, address.fragment
                else:
                    self.problems.append("%s: a link to %s, which does not exist" % (name, link))

    def check_links(self):
        for name in self.pages:
            for target, anchor in self.targets(name):
                if anchor and anchor not in self.pages[target].ids:
                    self.problems.append("%s: a link to %s#%s, which does not exist" % (name, target, anchor))
        for name in sorted(os.listdir(self.folder)):
            if name.endswith(".html") and name not in self.pages:
                self.problems.append("%s: no page links to it" % name)

    def check_heads(self):
        titles = collections.Counter(page.title for page in self.pages.values())
        # The newest comments are shown first.
        numbered = sorted((name for name in self.pages if name.startswith("page-")), key=number_of, reverse=True)
        if {number_of(name) for name in numbered} != set(range(1, len(numbered) + 1)):
            self.problems.append("the pages have the wrong numbers: %s" % numbered)
        for name, page in self.pages.items():
            if titles[page.title] > 1:
                self.problems.append("%s: has the title of another page: %s" % (name, page.title))
            if page.relations.get("canonical") != BASE + name.replace("index.html", ""):
                self.problems.append("%s: its canonical address is %s" % (name, page.relations.get("canonical")))
            for relation, step in (("prev", -1), ("next", 1)):
                if page.relations.get(relation) not in self.neighbours(name, numbered, step):
                    self.problems.append("%s: rel=%s is %s" % (name, relation, page.relations.get(relation)))

    def neighbours(self, name, numbered, step):
        """Returns the pages that can be before or after a page."""
        if name in numbered:
            place = numbered.index(name) + step
            return [numbered[place] if 0 <= place < len(numbered) else None]
        if name == "index.html":
            return [None]
        number = number_of(name) + step
        other = "%s-%d.html" % (name.rpartition("-")[0], number)
        # The pages of a branch follow the page of its root.
        return numbered if number == 0 else [other if other in self.pages else None]

    def check_comments(self, thread):
        """Checks that every comment is on exactly one page, at its address in comments.json. Returns these addresses by id."""
        with open(os.path.join(self.folder, "comments.json"), encoding="utf-8") as file:
            addresses = json.load(file)["comments"]
        expected = {comment["id"] for comment in thread["comments"]}
        if set(addresses) != expected:
            self.problems.append("comments.json has %d comments instead of %d" % (len(addresses), len(expected)))
        found = collections.Counter("%s#%s" % (name, anchor) for name, page in self.pages.items() for anchor in page.comments)
        for address, count in (found - collections.Counter(addresses.values())).items():
            self.problems.append("%s: is there %d times more than in comments.json" % (address, count))
        for address in collections.Counter(addresses.values()) - found:
            self.problems.append("%s: is missing" % address)
        return addresses

    def check_data(self, thread, addresses):
        """Checks that the structured data describe every comment once, nested in its parent or with a reference to it."""
        described, named, parents = collections.Counter(), set(), {}
        for name, page in self.pages.items():
            waiting = [(data, None) for data in page.data]
            while waiting:
                node, outer = waiting.pop()
                address = urllib.parse.urljoin(BASE + name, node.get("url", ""))
                if node["@type"] == "Comment":
                    described[address] += 1
                    parent = node.get("parentItem")
                    parents[address] = urllib.parse.urljoin(BASE + name, parent["@id"]) if parent else outer
                    if parent and outer:
                        self.problems.append("%s: is nested in its parent, and also refers to one" % address)
                if "@id" in node:
                    named.add(urllib.parse.urljoin(BASE + name, node["@id"]))
                inner = address if node["@type"] == "Comment" else None
                waiting += [(child, inner) for child in node.get("comment", [])]
        for comment in thread["comments"]:
            address = BASE + addresses[comment["id"]]
            parent = comment.get("parentId")
            expected = BASE + addresses[parent] if parent in addresses else None
            if described[address] != 1:
                self.problems.append("%s: is described %d times" % (address, described[address]))
            elif parents[address] != expected:
                self.problems.append("%s: has the parent %s in the data instead of %s" % (address, parents[address], expected))
        for parent in {parent for parent in parents.values() if parent} - named - set(described):
            self.problems.append("%s: is the parent of a comment, but is not described" % parent)


def redirect_problems(addresses, port):
    """Yields the old addresses of comments for which nginx gives a wrong answer."""
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", port, timeout=300)) as client:
        def get(path):
            client.request("GET", path)
            answer = client.getresponse()
            answer.read()
            return answer.status, answer.getheader("Location")
        for name, address in addresses.items():
            for form in ("/story?commentID=%s", "/story?from=mail&commentId=%s&x=1"):
                path = form % urllib.parse.quote(name, safe="")
                status, location = get(path)
                # Only ids like those of Coral and Talk are in the table.
                if name in ("default", "include", "volatile") or not re.fullmatch("[a-z0-9-]+", name):
                    if status != 200:
                        yield "nginx does not show the story at %s (%d)" % (path, status)
                    continue
                target = urllib.parse.urlsplit(location or "")
                if status != 301 or target.path + "#" + target.fragment != FOLDER + address:
                    yield "nginx sends %s to %s (%d)" % (path, location, status)
        for page in {address.split("#")[0] for address in addresses.values()}:
            if get(FOLDER + page)[0] != 200:
                yield "nginx has no %s" % page
        for path in ("/story", "/story?commentID=", "/story?commentID=unknown-%24host"):
            if get(path)[0] != 200:
                yield "nginx does not show the story at %s" % path


def check(atoll, root, name, size):
    """Divides a thread into pages, and returns all problems except those of the markup."""
    folder = os.path.join(root, name, FOLDER.strip("/"))
    os.makedirs(os.path.dirname(folder))
    source = os.path.join(root, name + ".json")
    subprocess.run([atoll, "render", "--quiet", source, "--pages", str(size), "--permalinks", "page", "--pages-url", BASE,
                    "--structured-data", "article", "--output", folder], check=True, stdin=subprocess.DEVNULL)
    with open(source, encoding="utf-8") as file:
        thread = json.load(file)
    crawl = Crawl(folder)
    addresses = crawl.check_comments(thread)
    crawl.check_data(thread, addresses)
    with nginx.server(os.path.join(root, name), folder) as port:
        crawl.problems += redirect_problems(addresses, port)
    print("%s: %d comments, %d pages" % (name, len(addresses), len(crawl.pages) - 1))
    if not any(name.startswith("replies-") for name in crawl.pages):
        crawl.problems.append("no branch has pages of its own")
    return crawl.problems


def main():
    parser = argparse.ArgumentParser(description="Checks threads that are divided into linked pages.")
    parser.add_argument("--atoll", required=True)
    parser.add_argument("--folder", required=True)
    parser.add_argument("--comments", type=int, default=5000)
    parser.add_argument("--axe", required=True)
    parser.add_argument("--nu", required=True)
    parser.add_argument("--all", action="store_true", help="check the markup of all pages")
    given = parser.parse_args()
    root = os.path.abspath(given.folder)
    shutil.rmtree(root, ignore_errors=True)
    os.makedirs(root)
    problems = []
    for name, size in write_threads(root, given.comments):
        found = check(os.path.abspath(given.atoll), root, name, size)
        folder = os.path.join(root, name, FOLDER.strip("/"))
        found += markup.check(folder, given.axe, given.nu, not given.all)
        problems += ["%s: %s" % (name, problem) for problem in found]
    for problem in problems[:200]:
        print(problem)
    print("%d problems" % len(problems))
    return 1 if problems else 0


sys.exit(main())
