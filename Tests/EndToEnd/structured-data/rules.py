"""The rules of schema.org (vocabulary.json) and of Google (google.json) for a JSON-LD document.

`violations(document)` yields a sentence for each violation. `required` is also used by the test of the rules.
"""
import datetime
import json
import os
import re

HERE = os.path.dirname(os.path.abspath(__file__))
CONTEXT = "https://schema.org"
# An address relative to the page of the data, or to another page of the same thread.
ANCHOR = re.compile(r"(page-\d+\.html)?#[A-Za-z][\w-]*$")
ADDRESS = re.compile(r"https?://[^\s<>\"{}|\\^`\[\]]+$")
DATE_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$")


def read(name):
    with open(os.path.join(HERE, name), encoding="utf-8") as file:
        return json.load(file)


VOCABULARY = read("vocabulary.json")
GOOGLE = read("google.json")
TYPES, PROPERTIES = VOCABULARY["types"], VOCABULARY["properties"]


def parse(text):
    """Returns the document. Raises ValueError for repeated keys, and for NaN and Infinity, which are not JSON."""
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
    """Returns a type and all its supertypes."""
    found, waiting = [], [name]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.append(name)
            waiting += TYPES.get(name, [])
    return found


def is_a(name, others):
    """Returns whether a type is one of others or a subtype."""
    return not set(ancestry(name)).isdisjoint(others)


def values(node, key):
    """Returns the values of a property as a list."""
    value = node.get(key, [])
    return value if isinstance(value, list) else [value]


def is_reference(node):
    """Returns whether a node only refers to another one, which is described elsewhere."""
    return set(node) == {"@id"}


def required(kind):
    """Returns the properties that Google requires of a type, as lists of alternatives."""
    return [choice for name in ancestry(kind) for choice in GOOGLE["required"].get(name, [])
            # Questions and answers are comments in schema.org, but do not need the properties that Google requires of a comment.
            if name != "Comment" or kind == "Comment"]


def violations(document, is_for_host=False):
    """Yields the violations in a document. With `is_for_host`, the host page describes the reviewed item, with the same @id."""
    if not isinstance(document, dict):
        yield "the document is not an object"
        return
    if document.get("@context") != CONTEXT:
        yield "@context is %r instead of %r" % (document.get("@context"), CONTEXT)
    kind = document.get("@type")
    if not isinstance(kind, str) or not is_a(kind, GOOGLE["items"]):
        yield "Google has no feature for a %s" % kind
    seen = {}
    waiting = [(str(kind), {key: value for key, value in document.items() if key != "@context"}, is_for_host, {})]
    while waiting:
        path, node, is_host_item, outer = waiting.pop()
        kind = node.get("@type")
        if kind not in TYPES:
            yield "%s: unknown type %r" % (path, kind)
            continue
        yield from node_violations(path, kind, node, is_host_item)
        parent = node.get("parentItem")
        if isinstance(parent, dict) and parent.get("@id") in (outer.get("@id", parent), outer.get("url", parent)):
            yield "%s: refers to the comment in which it is nested as its parent" % path
        name = node.get("@id")
        if name is not None:
            yield from address_violations(path + ".@id", name)
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
                yield from value_violations(place, kind, key, item)
                if isinstance(item, dict) and not is_reference(item):
                    waiting.append((place, item, False, node))


def node_violations(path, kind, node, is_host_item):
    """Yields the violations in the properties of a node."""
    for choice in required(kind):
        if is_host_item and choice == ["image"]:
            continue
        if not any(values(node, name) not in ([], [""], [{}]) for name in choice):
            yield "%s: Google requires %s of a %s" % (path, " or ".join(choice), kind)
    for key, value in node.items():
        if value in ("", [], {}, None):
            yield "%s: %s is empty" % (path, key)
    if "review" in node or "aggregateRating" in node:
        if not is_a(kind, GOOGLE["reviewed"]):
            yield "%s: Google does not support reviews of a %s" % (path, kind)
    if kind == "QAPage" and len(values(node, "mainEntity")) != 1:
        yield "%s: Google supports one question on a page, not %d" % (path, len(values(node, "mainEntity")))
    if kind == "Question":
        answers = len(values(node, "acceptedAnswer")) + len(values(node, "suggestedAnswer"))
        if isinstance(node.get("answerCount"), int) and node["answerCount"] < answers:
            yield "%s: answerCount is %d, but there are %d answers" % (path, node["answerCount"], answers)
    if isinstance(node.get("commentCount"), int) and node["commentCount"] < len(values(node, "comment")):
        yield "%s: commentCount is %d, but there are %d comments" % (path, node["commentCount"], len(values(node, "comment")))
    if "ratingValue" in node:
        low, high = node.get("worstRating", 1), node.get("bestRating", 5)
        if not isinstance(node["ratingValue"], (int, float)) or not low <= node["ratingValue"] <= high:
            yield "%s: ratingValue %r is not between %s and %s" % (path, node["ratingValue"], low, high)
    if str(node.get("dateModified", "9")) < str(node.get("datePublished", "")):
        yield "%s: was modified before it was published" % path


def value_violations(path, kind, key, value):
    """Yields the violations of schema.org's domain and range by one value of a property."""
    if key not in PROPERTIES:
        yield "%s: schema.org has no property %s" % (path, key)
        return
    domain, range_ = PROPERTIES[key]
    if not is_a(kind, domain):
        yield "%s: a %s has no %s" % (path, kind, key)
    if isinstance(value, dict):
        if is_reference(value):
            yield from address_violations(path, value["@id"])
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
        yield from text_violations(path, range_, value)
    else:
        yield "%s: a list in a list" % path


def text_violations(path, range_, value):
    if "DateTime" in range_:
        try:
            datetime.datetime.fromisoformat(value.replace("Z", "+00:00"))
        except ValueError:
            yield "%s: %r is not a date and time" % (path, value)
        if not DATE_TIME.match(value):
            yield "%s: %r is not a date and time with a time zone" % (path, value)
    elif "Text" in range_:
        return
    elif "URL" in range_:
        yield from address_violations(path, value)
    else:
        # The address of a type, such as that of the action that is counted.
        name = value.removeprefix(CONTEXT + "/")
        if name == value or name not in TYPES or not is_a(name, range_):
            yield "%s: %r, where schema.org expects %s" % (path, value, " or ".join(range_))


def address_violations(path, value):
    if not isinstance(value, str) or not (ADDRESS.match(value) or ANCHOR.match(value)):
        yield "%s: %r is not an address" % (path, value)
