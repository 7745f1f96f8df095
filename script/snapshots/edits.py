"""Edits of one property each, and what has to be said about them."""

TOKENS = "style/theme.json"

# File, what stands there, what comes in its place, and what `show` has to say.
EDITS = (
    (TOKENS, '"ink": "#181C25"', '"ink": "#191D26"', "color #181c25 → #191d26"),
    (TOKENS, '"ink": "#181C25"', '"ink": "#292D36"', "color #181c25 → #292d36"),
    (TOKENS, '"page": "#F6F8F7"', '"page": "#F6F8F6"', "background-color #f6f8f7 → #f6f8f6"),
    (TOKENS, '"page": "#F6F8F7"', '"page": "#F2F4F3"', "background-color #f6f8f7 → #f2f4f3"),
    (TOKENS, '"line": "#D5DBDA"', '"line": "#D0D6D5"', "border-bottom-color #d5dbda → #d0d6d5"),
    (TOKENS, '"link": "#A81010"', '"link": "#A81011"', "color #a81010 → #a81011"),
    (TOKENS, '"link": "#A81010"', '"link": "#B02020"', "color #a81010 → #b02020"),
    (TOKENS, '"ink-muted": "#5B6474"', '"ink-muted": "#5B6475"', "color #5b6474 → #5b6475"),
    (TOKENS, '"body": "16/24"', '"body": "17/24"', "font-size 16px → 17px"),
    (TOKENS, '"body": "16/24"', '"body": "16/25"', "line-height 24px → 25px"),
    (TOKENS, '"meta": "13/18"', '"meta": "14/18"', "font-size 13px → 14px"),
    (TOKENS, '"radius": 2', '"radius": 3', "border-top-left-radius 2px → 3px"),
    (TOKENS, '"rail": 2', '"rail": 3', "rail"),
    (TOKENS, '"space-3": 12', '"space-3": 13', "12px → 13px"),
    ("style/body.css", "border-inline-start: 2px", "border-inline-start: 3px",
     "border-left-width 2px → 3px"),
    ("style/body.css", "line-height: 1.5;", "line-height: 1.6;", "line-height"),
    ("style/thread.css", "  border-block-end: 1px solid",
     "  box-shadow: 0 1px 3px rgb(0 0 0 / 0.12);\n  border-block-end: 1px solid",
     "box-shadow none → rgba(0, 0, 0, 0.12) 0px 1px 3px 0px"),
    ("style/thread.css", "  border-block-end: 1px solid",
     "  letter-spacing: 0.02px;\n  border-block-end: 1px solid",
     "letter-spacing normal → 0.02px"),
    ("thread.json", "Late", "Later", "text “Late” → “Later”"),
    ("thread.json", "so are you", "so are you.", "so are you” → “"),
)


def check(project):
    """What is said wrongly about the edits, one after the other."""
    for name, old, new, words in EDITS:
        before = project.read(name)
        project.replace(name, old, new)
        outcome = project.run("verify")
        shown = project.run("show", "look/thread/w600-light.png").stdout
        project.write(name, before)
        edit = "%s: %s → %s" % (name, old.strip(), new.strip())
        if outcome.returncode != 1:
            yield "%s: verify ends with %d: %s" % (edit, outcome.returncode, outcome.stderr)
        elif words not in shown:
            yield "%s: show does not say '%s' but\n%s" % (edit, words, shown)
    last = project.run("verify")
    if last.returncode != 0:
        yield "after all edits were taken back: %s" % (last.stdout + last.stderr)
