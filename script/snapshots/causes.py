"""Checks that an edit of the style is one cause in all its snapshots: pages, cards, mails and accessibility trees."""
SUITE = {
    "suite": "look", "styles": ["style"], "widths": [600],
    "cases": [
        {"id": "page", "story": "thread.json", "options": ["--now", "2026-08-01T00:00:00Z"],
         "formats": ["fragment"], "accessibility": True},
        {"id": "card", "story": "thread.json", "pictures": "card", "options": ["--comment", "1"]},
        {"id": "mail", "story": "thread.json", "pictures": False, "formats": ["email"]},
    ],
}

# The file, the old and the new text, the expected words of the cause, and the snapshots that change.
EDITS = (
    ("style/theme.json", '"link": "#A81010"', '"link": "#9A1010"', "--atoll-link: #a81010 → #9a1010",
     {"card/w600-light.png", "mail/email.eml", "page/fragment.html", "page/w600-light.png"}),
    ("style/theme.json", '"edge": "#7A8492"', '"edge": "#7A8499"', "--atoll-edge: #7a8492 → #7a8499",
     {"page/w600-light.png"}),
    ("style/thread.css", ".atoll .a-n {\n", ".atoll .a-n {\n  text-transform: uppercase;\n",
     ".a-n { text-transform: nothing → uppercase }",
     {"page/w600-light.png", "card/w600-light.png", "page/accessibility.txt"}),
)


def check(project):
    """Yields the edits that do not have exactly the expected cause."""
    for name, old, new, expected, snapshots in EDITS:
        before = project.read(name)
        project.replace(name, old, new)
        project.run("verify", "--quiet")
        listed = project.run("list").stdout
        project.write(name, before)
        lines = listed.splitlines()
        causes = [line for line in lines if not line.startswith("  ")]
        shown = {line.strip()[len("look/"):] for line in lines if line.startswith("  ")}
        if len(causes) != 1 or expected not in causes[0] or not snapshots <= shown:
            yield "%s → %s: %d causes\n%s" % (old, new, len(causes), listed)
