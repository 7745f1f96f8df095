"""Crawls a thread in linked pages, and asks nginx for the old addresses of its comments. See script/check-linked-pages."""
import argparse
import collections
import contextlib
import http.client
import json
import os
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
# Ids that mean something to nginx, to addresses or to file systems, and ids that differ only in case.
HOSTILE = ["default", "Hostnames", "include", "volatile", "a.b", "A.B", "aXb", "Ab1", "aB1", "~^x", "a b", "a%20b", "\"", "\\", "$host",
           "{", "}", ";", "#", "é", "..", "../../etc", "a&b=c", "a+b", "*.x", ".x", "x" * 120]


def write_threads(folder, count):
    """Writes the threads, and yields each name with the number of comments on a page."""
    subprocess.run([sys.executable, "bench/corpus.py", "thread", str(count), os.path.join(folder, "long.json")],
                   check=True, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    yield "long", 100
    comments = [{"id": name, "author": {"name": "Ann"}, "createdAt": 1_700_000_000_000 + index * 1000, "body": "Text.",
                 **({"parentId": HOSTILE[index - 1]} if index % 5 else {})} for index, name in enumerate(HOSTILE)]
    with open(os.path.join(folder, "hostile.json"), "w", encoding="utf-8") as file:
        json.dump({"atoll": 1, "story": {"id": "s", "title": "Odd ids", "url": "https://example.com/a"}, "comments": comments}, file)
    yield "hostile", 4


class Crawl:
    """All pages that can be reached from the list of pages."""

    def __init__(self, folder):
        self.folder = folder
        self.pages = {}
        self.findings = []
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
        """The files and anchors of the folder that a page links to."""
        for link in self.pages[name].links:
            address = urllib.parse.urlsplit(urllib.parse.urljoin(BASE + name, link))
            if address.netloc == "example.com" and address.path.startswith(FOLDER):
                target = address.path.removeprefix(FOLDER) or "index.html"
                if os.path.isfile(os.path.join(self.folder, target)):
                    yield target, address.fragment
                else:
                    self.findings.append("%s: a link to %s leads nowhere" % (name, link))

    def check_links(self):
        for name in self.pages:
            for target, anchor in self.targets(name):
                if anchor and anchor not in self.pages[target].ids:
                    self.findings.append("%s: a link to %s#%s, which does not exist" % (name, target, anchor))
        for name in sorted(os.listdir(self.folder)):
            if name.endswith(".html") and name not in self.pages:
                self.findings.append("%s: no page leads to it" % name)

    def check_heads(self):
        titles = collections.Counter(page.title for page in self.pages.values())
        numbered = ["page-%d.html" % (index + 1) for index in range(len(self.pages) - 1)]
        for name, page in self.pages.items():
            if titles[page.title] > 1:
                self.findings.append("%s: has the title of another page: %s" % (name, page.title))
            if page.relations.get("canonical") != BASE + name.replace("index.html", ""):
                self.findings.append("%s: its canonical address is %s" % (name, page.relations.get("canonical")))
            place = numbered.index(name) if name in numbered else None
            for relation, step in (("prev", -1), ("next", 1)):
                other = None if place is None or not 0 <= place + step < len(numbered) else numbered[place + step]
                if page.relations.get(relation) != other:
                    self.findings.append("%s: rel=%s is %s" % (name, relation, page.relations.get(relation)))

    def check_comments(self, thread):
        """Every comment of the thread is on one page, where the table of places says it is."""
        with open(os.path.join(self.folder, "comments.json"), encoding="utf-8") as file:
            places = json.load(file)["comments"]
        wanted = {comment["id"] for comment in thread["comments"]}
        if set(places) != wanted:
            self.findings.append("comments.json has %d comments in place of %d" % (len(places), len(wanted)))
        found = collections.Counter("%s#%s" % (name, anchor) for name, page in self.pages.items() for anchor in page.comments)
        for place, count in (found - collections.Counter(places.values())).items():
            self.findings.append("%s: is there %d times more than the table says" % (place, count))
        for place in collections.Counter(places.values()) - found:
            self.findings.append("%s: is not there" % place)
        return places

    def check_data(self, thread, places):
        """The structured data describe every comment once, in or below its parent, or with its parent's name."""
        described, named, parents = collections.Counter(), set(), {}
        for name, page in self.pages.items():
            waiting = [(data, None) for data in page.data]
            while waiting:
                node, around = waiting.pop()
                address = urllib.parse.urljoin(BASE + name, node.get("url", ""))
                if node["@type"] == "Comment":
                    described[address] += 1
                    above = node.get("parentItem")
                    parents[address] = urllib.parse.urljoin(BASE + name, above["@id"]) if above else around
                    if above and around:
                        self.findings.append("%s: is in its parent and names one" % address)
                if "@id" in node:
                    named.add(urllib.parse.urljoin(BASE + name, node["@id"]))
                inner = address if node["@type"] == "Comment" else None
                waiting += [(child, inner) for child in node.get("comment", [])]
        for comment in thread["comments"]:
            address = BASE + places[comment["id"]]
            parent = comment.get("parentId")
            wanted = BASE + places[parent] if parent in places else None
            if described[address] != 1:
                self.findings.append("%s: is described %d times" % (address, described[address]))
            elif parents[address] != wanted:
                self.findings.append("%s: answers %s in the data in place of %s" % (address, parents[address], wanted))
        for parent in {above for address, above in parents.items() if above} - named - set(described):
            self.findings.append("%s: is named as a parent and described nowhere" % parent)


def redirects(folder, places, port):
    """What is wrong with nginx's answers to the old addresses."""
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", port, timeout=20)) as client:
        def ask(path):
            client.request("GET", path)
            answer = client.getresponse()
            answer.read()
            return answer.status, answer.getheader("Location")
        for name, place in places.items():
            for form in ("/story?commentID=%s", "/story?from=mail&commentId=%s&x=1"):
                path = form % urllib.parse.quote(name, safe="")
                status, location = ask(path)
                target = urllib.parse.urlsplit(location or "")
                if status != 301 or target.path + "#" + target.fragment != FOLDER + place:
                    yield "nginx sends %s to %s (%d)" % (path, location, status)
        for page in {place.split("#")[0] for place in places.values()}:
            if ask(FOLDER + page)[0] != 200:
                yield "nginx has no %s" % page
        for path in ("/story", "/story?commentID=", "/story?commentID=unknown-%24host"):
            if ask(path)[0] != 200:
                yield "nginx does not show the story at %s" % path


def check(atoll, root, name, size):
    """All findings about one thread."""
    folder = os.path.join(root, name, FOLDER.strip("/"))
    os.makedirs(os.path.dirname(folder))
    source = os.path.join(root, name + ".json")
    subprocess.run([atoll, "render", "--quiet", source, "--pages", str(size), "--permalinks", "page", "--pages-url", BASE,
                    "--structured-data", "article", "--output", folder], check=True, stdin=subprocess.DEVNULL)
    with open(source, encoding="utf-8") as file:
        thread = json.load(file)
    crawl = Crawl(folder)
    places = crawl.check_comments(thread)
    crawl.check_data(thread, places)
    with nginx.server(os.path.join(root, name), folder) as port:
        crawl.findings += redirects(folder, places, port)
    print("%s: %d comments, %d pages" % (name, len(places), len(crawl.pages) - 1))
    return crawl.findings


def main():
    parser = argparse.ArgumentParser(description="Checks threads in linked pages.")
    parser.add_argument("--atoll", required=True)
    parser.add_argument("--folder", required=True)
    parser.add_argument("--comments", type=int, default=5000)
    parser.add_argument("--axe", required=True)
    parser.add_argument("--nu", required=True)
    parser.add_argument("--all", action="store_true")
    given = parser.parse_args()
    root = os.path.abspath(given.folder)
    shutil.rmtree(root, ignore_errors=True)
    os.makedirs(root)
    found = []
    for name, size in write_threads(root, given.comments):
        found += ["%s: %s" % (name, finding) for finding in check(os.path.abspath(given.atoll), root, name, size)]
        folder = os.path.join(root, name, FOLDER.strip("/"))
        seen = markup.check(folder, given.axe, given.nu, not given.all)
        found += ["%s: %s" % (name, finding) for finding in seen]
    for finding in found[:200]:
        print(finding)
    print("%d findings" % len(found))
    return 1 if found else 0


sys.exit(main())
