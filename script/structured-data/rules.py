"""The rules of schema.org (vocabulary.json) and of Google (google.json), held against one JSON-LD document.

`findings(document)` yields a sentence for each breach; `is_reference` and `required` serve the test of the rules.
"""
import datetime
import json
import os
import re

HERE = os.path.dirname(os.path.abspath(__file__))
CONTEXT = "https://schema.org"
# Relative to the page that the data are part of, or to another page of the same thread.
ANCHOR = re.compile(r"(page-\d+\.html)?#[A-Za-z][\w-]*$")
ADDRESS = re.compile(r"https?://[^\s<>\"{}|\\^`\[\]]+$")
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$")


def read(name):
    with open(os.path.join(HERE, name), encoding="utf-8") as file:
        return json.load(file)


VOCABULARY = read("vocabulary.json")
GOOGLE = read("google.json")
TYPES, PROPERTIES = VOCABULARY["types"], VOCABULARY["properties"]


def parse(text):
    """The document, if no key is given twice and no number is missing from JSON."""
    def unique(pairs):
        keys = [key for key, _ in pairs]
        for key in keys:
            if keys.count(key) > 1:
                raise ValueError("%r is given twice" % key)
        return dict(pairs)

    def refuse(word):
        raise ValueError("%s is not JSON" % word)
    return json.loads(text, object_pairs_hook=unique, parse_constant=refuse)


def ancestry(name):
    """A type and all types that it is a kind of."""
    found, waiting = [], [name]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.append(name)
            waiting += TYPES.get(name, [])
    return found


def is_a(name, others):
    return not set(ancestry(name)).isdisjoint(others)


def values(node, key):
    value = node.get(key, [])
    return value if isinstance(value, list) else [value]


def is_reference(node):
    """Whether a node only names another one, which is described elsewhere."""
    return set(node) == {"@id"}


def required(kind):
    """The properties that Google requires of a type, as lists of which one is enough."""
    return [choice for name in ancestry(kind) for choice in GOOGLE["required"].get(name, [])
            # What Google requires of a comment it does not require of a question or an answer.
            if name != "Comment" or kind == "Comment"]


def findings(document, is_for_host=False):
    """`is_for_host`: the data are for a page that describes the reviewed item itself, under the same @id."""
    if not isinstance(document, dict):
        yield "the document is no object"
        return
    if document.get("@context") != CONTEXT:
        yield "@context is %r in place of %r" % (document.get("@context"), CONTEXT)
    kind = document.get("@type")
    if not isinstance(kind, str) or not is_a(kind, GOOGLE["items"]):
        yield "Google has no feature for a %s" % kind
    seen = {}
    waiting = [(str(kind), {key: value for key, value in document.items() if key != "@context"}, is_for_host, {})]
    while waiting:
        path, node, is_hosts, around = waiting.pop()
        kind = node.get("@type")
        if kind not in TYPES:
            yield "%s: unknown type %r" % (path, kind)
            continue
        yield from of_node(path, kind, node, is_hosts)
        parent = node.get("parentItem")
        if isinstance(parent, dict) and parent.get("@id") in (around.get("@id", parent), around.get("url", parent)):
            yield "%s: names the comment that it is in as its parent" % path
        name = node.get("@id")
        if name is not None:
            yield from of_address(path + ".@id", name)
            if name in seen:
                yield "%s: has the @id of %s" % (path, seen[name])
            seen[name] = path
        for key, value in node.items():
            if key.startswith("@"):
                if key not in ("@type", "@id"):
                    yield "%s: unknown keyword %s" % (path, key)
                continue
            for index, item in enumerate(value if isinstance(value, list) else [value]):
                place = "%s.%s%s" % (path, key, "[%d]" % index if isinstance(value, list) else "")
                yield from of_value(place, kind, key, item)
                if isinstance(item, dict) and not is_reference(item):
                    waiting.append((place, item, False, node))


def of_node(path, kind, node, is_hosts):
    """The properties of one node."""
    for choice in required(kind):
        if is_hosts and choice == ["image"]:
            continue
        if not any(values(node, name) not in ([], [""], [{}]) for name in choice):
            yield "%s: Google requires %s of a %s" % (path, " or ".join(choice), kind)
    for key, value in node.items():
        if value in ("", [], {}, None):
            yield "%s: %s is empty" % (path, key)
    if "review" in node or "aggregateRating" in node:
        if not is_a(kind, GOOGLE["reviewed"]):
            yield "%s: Google takes no reviews of a %s" % (path, kind)
    if kind == "QAPage" and len(values(node, "mainEntity")) != 1:
        yield "%s: Google takes one question on a page, not %d" % (path, len(values(node, "mainEntity")))
    if kind == "Question":
        answers = len(values(node, "acceptedAnswer")) + len(values(node, "suggestedAnswer"))
        if isinstance(node.get("answerCount"), int) and node["answerCount"] < answers:
            yield "%s: answerCount is %d, and %d are here" % (path, node["answerCount"], answers)
    if isinstance(node.get("commentCount"), int) and node["commentCount"] < len(values(node, "comment")):
        yield "%s: commentCount is %d, and %d are here" % (path, node["commentCount"], len(values(node, "comment")))
    if "ratingValue" in node:
        low, high = node.get("worstRating", 1), node.get("bestRating", 5)
        if not isinstance(node["ratingValue"], (int, float)) or not low <= node["ratingValue"] <= high:
            yield "%s: ratingValue %r is not between %s and %s" % (path, node["ratingValue"], low, high)
    if str(node.get("dateModified", "9")) < str(node.get("datePublished", "")):
        yield "%s: was modified before it was published" % path


def of_value(path, kind, key, value):
    """One value of a property: schema.org's domain and range."""
    if key not in PROPERTIES:
        yield "%s: schema.org has no property %s" % (path, key)
        return
    domain, range_ = PROPERTIES[key]
    if not is_a(kind, domain):
        yield "%s: a %s has no %s" % (path, kind, key)
    if isinstance(value, dict):
        if is_reference(value):
            yield from of_address(path, value["@id"])
        elif value.get("@type") in TYPES and not is_a(value["@type"], range_):
            yield "%s: a %s, where schema.org expects %s" % (path, value["@type"], " or ".join(range_))
    elif isinstance(value, bool) or value is None:
        if "Boolean" not in range_:
            yield "%s: %r, where schema.org expects %s" % (path, value, " or ".join(range_))
    elif isinstance(value, (int, float)):
        fits = ["Number"] if isinstance(value, float) else ["Number", "Integer"]
        if not set(fits) & set(range_):
            yield "%s: a number, where schema.org expects %s" % (path, " or ".join(range_))
    elif isinstance(value, str):
        yield from of_text(path, range_, value)
    else:
        yield "%s: a list in a list" % path


def of_text(path, range_, value):
    if "DateTime" in range_:
        try:
            datetime.datetime.fromisoformat(value.replace("Z", "+00:00"))
        except ValueError:
            yield "%s: %r is no moment" % (path, value)
        if not MOMENT.match(value):
            yield "%s: %r is no moment with a time zone" % (path, value)
    elif "Text" in range_:
        return
    elif "URL" in range_:
        yield from of_address(path, value)
    else:
        # A type by its address, such as the action that is counted.
        name = value.removeprefix(CONTEXT + "/")
        if name == value or name not in TYPES or not is_a(name, range_):
            yield "%s: %r, where schema.org expects %s" % (path, value, " or ".join(range_))


def of_address(path, value):
    if not isinstance(value, str) or not (ADDRESS.match(value) or ANCHOR.match(value)):
        yield "%s: %r is no address" % (path, value)
