"""Edits of one property each over the IGN theme, and what has to be said about them."""
import json

TOKENS = "style/theme.json"
LIGHT, DARK = "look/thread/w600-light.png", "look/thread/w600-dark.png"
HOVER, FOCUS, VISITED = ("look/states/w600-light-%s.png" % it for it in ("hover", "focus", "visited"))

STORY = {
    "atoll": 1,
    "story": {
        "id": "s1", "url": "https://example.com/a", "title": "A story", "organization": "A paper",
        "announcement": "Be kind.", "infobox": "A [rule](https://example.com/rules).\n\n> Quoted",
        "questionBox": "What would you [ask](https://example.com/ask)?"},
    "comments": [
        {"id": "1", "author": {"name": "Ann"}, "createdAt": "2026-07-31T10:00:00Z", "likes": 3,
         "body": "Hello *you*, and [there](https://example.com/b).\n\n> Quoted\n\n`code`\n\n"
                 "```\nmore\ncode\n```\n\n---\n\n1. one\n2. two"},
        {"id": "2", "parentId": "1", "author": {"name": "Bo"}, "createdAt": "2026-07-31T11:00:00Z",
         "edited": True, "body": "Hi, I am here. And so are you"},
        {"id": "3", "parentId": "2", "createdAt": "2026-07-31T11:30:00Z", "tombstone": "deleted"},
        {"id": "4", "author": {"name": "Cy"}, "createdAt": "2026-07-31T12:00:00Z", "body": "Late",
         "tags": ["STAFF"]},
        {"id": "5", "author": {"name": "Di"}, "createdAt": "2026-07-31T12:10:00Z", "body": "Well said.",
         "tags": ["FEATURED", "EXPERT"],
         "media": {"kind": "image", "url": "https://example.com/c.jpg", "title": "A cliff"}},
    ],
}
OPTIONS = ["--now", "2026-08-01T00:00:00Z"]
SUITE = {
    "suite": "look", "styles": ["style"], "widths": [600],
    "cases": [
        {"id": "thread", "story": "thread.json", "options": OPTIONS, "schemes": ["light", "dark"]},
        {"id": "states", "story": "thread.json", "options": OPTIONS, "states": ["hover", "focus", "visited"]},
    ],
}

@LISTS@

def prepare(project):
    """The story that shows all of it, and a shadow, of which the theme has none to edit."""
    project.write("thread.json", json.dumps(STORY, ensure_ascii=False))
    border = "  border-block-end: 1px solid"
    project.replace("style/thread.css", border, "  box-shadow: 0 1px 3px rgb(0 0 0 / 0.15);\n" + border)


def check(project, all_of_them):
    """What is said wrongly about the edits, one after the other."""
    edits = LISTED + (MORE if all_of_them else MORE[::SAMPLED])
    missed = 0
    for name, old, new, snapshot, *wanted in edits:
        before = project.read(name)
        project.replace(name, old, new)
        outcome = project.run("verify", snapshot)
        shown = project.run("show", snapshot).stdout
        project.write(name, before)
        edit = "%s: %s → %s" % (name, old.strip(), new.strip())
        unsaid = [words for words in wanted if "\n  %s" % words not in shown]
        if outcome.returncode != 1:
            yield "%s: verify ends with %d: %s" % (edit, outcome.returncode, outcome.stderr)
        for words in unsaid:
            yield "%s: show does not say '%s' but\n%s" % (edit, words, shown)
        missed += outcome.returncode != 1 or bool(unsaid)
    print("       %d of %d edits of one property seen, and named with selector and property" % (
        len(edits) - missed, len(edits)))
    last = project.run("verify")
    if last.returncode != 0:
        yield "after all edits were taken back: %s" % (last.stdout + last.stderr)
