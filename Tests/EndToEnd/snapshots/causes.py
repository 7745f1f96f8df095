"""Checks that an edit is one cause in all its snapshots, and is reported as unseen only if no snapshot shows it."""
SUITE = {
    "suite": "look", "styles": ["style"], "templates": "templates", "widths": [600],
    "cases": [
        {"id": "page", "story": "thread.json", "options": ["--now", "2026-08-01T00:00:00Z"],
         "formats": ["fragment", "atom", "text"], "accessibility": True},
        {"id": "card", "story": "thread.json", "pictures": "card", "options": ["--comment", "1"]},
        {"id": "mail", "story": "thread.json", "pictures": False, "formats": ["email", "ansi"]},
        {"id": "pages", "story": "thread.json", "options": ["--pages", "2"], "files": ["index.html", "page-2.html"]},
    ],
}

# The file, the old and the new text, the expected words of each cause, and the snapshots that change.
EDITS = (
    ("style/theme.json", '"link": "#A81010"', '"link": "#9A1010"', ("--atoll-link: #a81010 → #9a1010",),
     {"card/w600-light.png", "mail/email.eml", "page/fragment.html", "page/w600-light.png"}),
    ("style/theme.json", '"edge": "#7A8492"', '"edge": "#7A8499"', ("--atoll-edge: #7a8492 → #7a8499",),
     {"page/w600-light.png"}),
    ("style/thread.css", ".atoll .a-n {\n", ".atoll .a-n {\n  text-transform: uppercase;\n",
     (".a-n { text-transform: nothing → uppercase }",),
     {"page/w600-light.png", "card/w600-light.png", "page/accessibility.txt"}),
    ("style/theme.json", '"link": "underline bright-red #A81010', '"link": "underline bright-red #10A810',
     ("style/theme.json:",), {"mail/ansi-16m.ansi"}),
    ("templates/author.mustache", "<bdi>{{author}}</bdi>", "<bdi>{{author}}</bdi>:", ("templates/author.mustache:",),
     {"page/w600-light.png", "card/w600-light.png", "page/accessibility.txt", "page/fragment.html", "pages/w600-light-page-2.png"}),
    ("templates/page.mustache", 'lang="{{lang}}"', 'lang="xx"', ("templates/page.mustache:",), {"page/accessibility.txt"}),
    ("templates/comment.mustache", ' id="{{anchor}}"', "", ("templates/comment.mustache:",), {"page/accessibility.txt"}),
    ("thread.json", "Hi, I am here", "Hi, I was here", ("thread.json:",),
     {"page/w600-light.png", "page/atom.txt", "page/text.txt", "mail/email.eml"}),
)


def check(project):
    """Yields the edits that do not have exactly the expected causes."""
    for name, old, new, expected, snapshots in EDITS:
        before = project.read(name)
        project.replace(name, old, new)
        outcome = project.run("verify", "--quiet")
        listed = project.run("list").stdout
        project.write(name, before)
        lines = listed.splitlines()
        causes = [line for line in lines if not line.startswith("  ")]
        shown = {line.strip()[len("look/"):] for line in lines if line.startswith("  ")}
        if len(causes) != len(expected) or not snapshots <= shown or not all(
                words in cause for words, cause in zip(expected, causes)):
            yield "%s → %s: %d causes\n%s" % (old, new, len(causes), listed)
        if outcome.returncode != 1 or "\nunseen" in "\n" + outcome.stdout:
            yield "%s → %s: verify ends with %d and prints\n%s" % (old, new, outcome.returncode, outcome.stdout)
    yield from two_edits(project)
    yield from unseen(project)


def two_edits(project):
    """Yields a problem if two edits that always meet are not two causes, or accepting one accepts the other."""
    before = project.read("style/theme.json")
    project.replace("style/theme.json", '"link": "#A81010"', '"link": "#9A1010"')
    project.replace("style/theme.json", '"card": "#FFFFFF"', '"card": "#FFFFF1"')
    project.run("verify", "--quiet")
    causes = [line.split()[0] for line in project.run("list").stdout.splitlines() if line[0] != " "]
    project.run("accept", "--cause", causes[0])
    left = [line.split()[0] for line in project.run("list").stdout.splitlines() if line[0] != " "]
    if len(causes) != 2 or left != causes[1:]:
        yield "two edits: the causes are %s, and %s after one was accepted" % (causes, left)
    project.run("reject", "--all", "--quiet")
    project.write("style/theme.json", before)


def unseen(project):
    """Yields a problem if an edit that no snapshot shows is not reported."""
    name, old, new = "style/theme.json", "bright-red #A81010 #FF8A8A", "bright-red #A81010 #10FF8A"
    before = project.read(name)
    project.replace(name, old, new)
    outcome = project.run("verify")
    project.write(name, before)
    if outcome.returncode != 0 or "unseen       style/theme.json:" not in outcome.stdout:
        yield "a terminal's colour on dark: verify ends with %d and prints\n%s" % (outcome.returncode, outcome.stdout)
