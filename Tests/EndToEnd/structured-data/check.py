"""Checks the JSON-LD in pages (.html) or in separate files (.json). See script/check structured-data.

    check.py FILE…             prints every violation of a rule, and ends with 1 if there is any
    check.py --wrong FILE…     expects a violation in every file
    check.py --mutate FILE…    makes one mistake at a time, such as a missing property, and expects a violation each time
"""
import argparse
import copy
import html.parser
import sys

import rules


class Scripts(html.parser.HTMLParser):
    """Collects the texts of the JSON-LD scripts of a page."""

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
    """Returns the texts of all JSON-LD in a file."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    if not path.endswith(".html"):
        return [text]
    reader = Scripts()
    reader.feed(text)
    reader.close()
    return reader.found


def violations(path):
    """Yields the violations in a file as sentences."""
    found = texts(path)
    if not found:
        yield "%s: has no structured data" % path
    for text in found:
        try:
            document = rules.parse(text)
        except ValueError as error:
            yield "%s: is not JSON: %s" % (path, error)
            continue
        for violation in rules.violations(document, is_for_host=not path.endswith(".html")):
            yield "%s: %s" % (path, violation)


def nodes(document):
    """Yields every node with a type, and its path of keys and indices."""
    waiting = [((), document)]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, dict):
            if "@type" in value:
                yield path, value
            waiting += [((*path, key), item) for key, item in value.items()]
        elif isinstance(value, list):
            waiting += [((*path, index), item) for index, item in enumerate(value)]


def at(document, path):
    for step in path:
        document = document[step]
    return document


def mutants(document):
    """Yields copies of a document with one mistake each: a required property removed, or an invalid value added."""
    replies = [path for path, _ in nodes(document) if path.count("comment") > 1]
    for path in replies[:1]:
        changed = copy.deepcopy(document)
        at(changed, path)["parentItem"] = {"@id": at(changed, path[:-2])["url"]}
        yield "a reply that names the comment around it", changed
    seen = set()
    for path, node in nodes(document):
        kind = node["@type"]
        if kind in seen:
            continue
        seen.add(kind)
        for choice in rules.required(kind):
            changed = copy.deepcopy(document)
            for name in choice:
                at(changed, path).pop(name, None)
            yield "a %s without %s" % (kind, " or ".join(choice)), changed
        for key, value in (("@type", "Remark"), ("answer", "x"), ("datePublished", "yesterday"), ("url", "javascript:x")):
            changed = copy.deepcopy(document)
            at(changed, path)[key] = value
            yield "a %s with %s %r" % (kind, key, value), changed


def survivors(path):
    """Yields the mutants in which no violation is found."""
    for text in texts(path):
        for name, document in mutants(rules.parse(text)):
            if not any(rules.violations(document)):
                yield "%s: no violation is found in %s" % (path, name)


def main():
    parser = argparse.ArgumentParser(description="Checks structured data.")
    parser.add_argument("--wrong", action="store_true", help="expect a violation in every file")
    parser.add_argument("--mutate", action="store_true", help="test the rules themselves")
    parser.add_argument("files", nargs="+", metavar="FILE")
    given = parser.parse_args()
    found = []
    for path in given.files:
        if given.mutate:
            found += survivors(path)
        elif given.wrong:
            found += [] if any(violations(path)) else ["%s: no violation is found" % path]
        else:
            found += violations(path)
    for problem in found[:200]:
        print(problem)
    print("%d files, %d problems" % (len(given.files), len(found)))
    return 1 if found else 0


sys.exit(main())
