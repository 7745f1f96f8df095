"""Checks the JSON-LD in files: in pages (.html), or as files of its own (.json). See script/check-structured-data.

    check.py FILE…             prints every breach, and ends with 1 if there is any
    check.py --wrong FILE…     expects a breach in every file
    check.py --mutate FILE…    takes each required property away in turn, and expects a breach each time
"""
import argparse
import copy
import html.parser
import sys

import rules


class Scripts(html.parser.HTMLParser):
    """The texts of the JSON-LD scripts of a page."""

    def __init__(self):
        super().__init__()
        self.found = []
        self.is_open = False

    def handle_starttag(self, tag, attrs):
        self.is_open = tag == "script" and dict(attrs).get("type") == "application/ld+json"
        if self.is_open:
            self.found.append("")

    def handle_endtag(self, tag):
        self.is_open = False

    def handle_data(self, data):
        if self.is_open:
            self.found[-1] += data


def texts(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    if not path.endswith(".html"):
        return [text]
    reader = Scripts()
    reader.feed(text)
    reader.close()
    return reader.found


def findings(path):
    found = texts(path)
    if not found:
        yield "%s: has no structured data" % path
    for text in found:
        try:
            document = rules.parse(text)
        except ValueError as error:
            yield "%s: is not JSON: %s" % (path, error)
            continue
        for finding in rules.findings(document, is_for_host=not path.endswith(".html")):
            yield "%s: %s" % (path, finding)


def nodes(document):
    """Every node with a type, by the way to it."""
    waiting = [((), document)]
    while waiting:
        way, value = waiting.pop()
        if isinstance(value, dict):
            if "@type" in value:
                yield way, value
            waiting += [((*way, key), item) for key, item in value.items()]
        elif isinstance(value, list):
            waiting += [((*way, index), item) for index, item in enumerate(value)]


def at(document, way):
    for step in way:
        document = document[step]
    return document


def mutants(document):
    """The document without what each kind of node must have, and with what it must not have."""
    replies = [way for way, _ in nodes(document) if way.count("comment") > 1]
    for way in replies[:1]:
        changed = copy.deepcopy(document)
        at(changed, way)["parentItem"] = {"@id": at(changed, way[:-2])["url"]}
        yield "a reply that names the comment around it", changed
    seen = set()
    for way, node in nodes(document):
        kind = node["@type"]
        if kind in seen:
            continue
        seen.add(kind)
        for choice in rules.required(kind):
            changed = copy.deepcopy(document)
            for name in choice:
                at(changed, way).pop(name, None)
            yield "a %s without %s" % (kind, " or ".join(choice)), changed
        for key, value in (("@type", "Remark"), ("answer", "x"), ("datePublished", "yesterday"), ("url", "javascript:x")):
            changed = copy.deepcopy(document)
            at(changed, way)[key] = value
            yield "a %s with %s %r" % (kind, key, value), changed


def survivors(path):
    """The mutants in which nothing is found."""
    for text in texts(path):
        for name, document in mutants(rules.parse(text)):
            if not any(rules.findings(document)):
                yield "%s: nothing is found in %s" % (path, name)


def main():
    parser = argparse.ArgumentParser(description="Checks structured data.")
    parser.add_argument("--wrong", action="store_true", help="expect a breach in every file")
    parser.add_argument("--mutate", action="store_true", help="test the rules themselves")
    parser.add_argument("files", nargs="+", metavar="FILE")
    given = parser.parse_args()
    found = []
    for path in given.files:
        if given.mutate:
            found += survivors(path)
        elif given.wrong:
            found += [] if any(findings(path)) else ["%s: nothing is found in it" % path]
        else:
            found += findings(path)
    for finding in found[:200]:
        print(finding)
    print("%d files, %d findings" % (len(given.files), len(found)))
    return 1 if found else 0


sys.exit(main())
