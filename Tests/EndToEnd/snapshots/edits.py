"""Checks that edits of one property in the IGN theme are detected, with the expected findings."""
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

# One edit of each kind that other tools miss, or that a tolerance hides: text, backgrounds, borders, radii, a shadow, links, a
# word, a full stop, sizes. The file, the old and the new text, the snapshot that changes, and the findings that `show` prints.
BASIC_EDITS = (
    (TOKENS, '"ink": "#181C25"', '"ink": "#292D36"', LIGHT,
     "@layer atoll :root { --atoll-ink: #181c25 → #292d36 }",
     "body color #181c25 → #292d36, 50 elements"),
    (TOKENS, '"ink": "#181C25"', '"ink": "#3A3E47"', LIGHT,
     "@layer atoll :root { --atoll-ink: #181c25 → #3a3e47 }",
     "body color #181c25 → #3a3e47, 50 elements"),
    (TOKENS, '"page": "#F6F8F7"', '"page": "#F2F4F3"', LIGHT,
     "@layer atoll :root { --atoll-page: #f6f8f7 → #f2f4f3 }",
     "html background-color #f6f8f7 → #f2f4f3"),
    (TOKENS, '"card": "#FFFFFF"', '"card": "#F7F7F7"', LIGHT,
     "@layer atoll :root { --atoll-card: #fff → #f7f7f7 }",
     ".atoll background-color #ffffff → #f7f7f7"),
    (TOKENS, '"line": "#D5DBDA"', '"line": "#CDD3D2"', LIGHT,
     "@layer atoll :root { --atoll-line: #d5dbda → #cdd3d2 }",
     ".a-bar border-bottom-color #d5dbda → #cdd3d2"),
    ("style/body.css", "border-inline-start: 2px", "border-inline-start: 1px", LIGHT,
     "@layer atoll .atoll .a-b blockquote { border-inline-start: 2px solid var(--atoll-edge) → 1px solid var(--atoll-edge) }",
     "blockquote border-left-width 2px → 1px, 2 elements"),
    (TOKENS, '"radius": 2', '"radius": 4', LIGHT,
     "@layer atoll .atoll .a-spoiler { border-radius: 2px → 4px }",
     ".a-ann border-top-left-radius 2px → 4px"),
    (TOKENS, '"radius": 2', '"radius": 3', LIGHT,
     "@layer atoll .atoll .a-spoiler { border-radius: 2px → 3px }",
     ".a-ann border-top-left-radius 2px → 3px"),
    ("style/thread.css", "rgb(0 0 0 / 0.15)", "rgb(0 0 0 / 0.12)", LIGHT,
     "@layer atoll .atoll .a-l > .a-c { box-shadow: rgba(0, 0, 0, 0.15) 0px 1px 3px → rgba(0, 0, 0, 0.12) 0px 1px 3px }",
     ".a-c box-shadow rgba(0, 0, 0, 0.15) 0px 1px 3px 0px → rgba(0, 0, 0, 0.12) 0px 1px 3px 0px, 3 elements"),
    (TOKENS, '"link": "#A81010"', '"link": "#A81021"', LIGHT,
     "@layer atoll :root { --atoll-link: #a81010 → #a81021 }",
     "a color #a81010 → #a81021, 6 elements"),
    (TOKENS, '"link": "#A81010"', '"link": "#C03030"', LIGHT,
     "@layer atoll :root { --atoll-link: #a81010 → #c03030 }",
     "a color #a81010 → #c03030, 6 elements"),
    (TOKENS, '"ink-muted": "#5B6474"', '"ink-muted": "#5B6485"', LIGHT,
     "@layer atoll :root { --atoll-ink-muted: #5b6474 → #5b6485 }",
     ".a-by color #5b6474 → #5b6485, 2 elements"),
    ("style/thread.css", "  letter-spacing: 0.04em", "  letter-spacing: 0.06em", LIGHT,
     "@layer atoll .atoll .a-g { letter-spacing: 0.04em → 0.06em }",
     ".a-g letter-spacing 0.44px → 0.66px, 5 elements"),
    ("thread.json", "Late", "Later", LIGHT,
     "p text “Late” → “Later”"),
    ("thread.json", "so are you", "so are you.", LIGHT,
     "p text “…. And so are you” → “…. And so are you.”"),
    (TOKENS, '"body": "16/24"', '"body": "17/24"', LIGHT,
     "@layer atoll body { font: max(16px,1rem)/1.5 var(--atoll-font-text) → max(17px,1.0625rem)/1.4117 var(--atoll-font-text) }",
     "body font-size 16px → 17px, 52 elements"),
    ("style/body.css", "line-height: 1.5;", "line-height: 1.54;", LIGHT,
     "@layer atoll .atoll .a-b pre { line-height: 1.5 → 1.54 }",
     "pre line-height 21px → 21.56px, 2 elements"),
    ("style/notices.css", "inline-size: 1.8em", "inline-size: 1.75em", LIGHT,
     "@layer atoll .atoll .a-icon { inline-size: 1.8em → 1.75em }"),
)
# Edits in all parts of the theme, as small as possible.
MORE_EDITS = (
    (TOKENS, '"page": "#F6F8F7"', '"page": "#F6F8F6"', LIGHT,
     "@layer atoll :root { --atoll-page: #f6f8f7 → #f6f8f6 }",
     "html background-color #f6f8f7 → #f6f8f6"),
    (TOKENS, '"ink-secondary": "#41495A"', '"ink-secondary": "#41495B"', LIGHT,
     "@layer atoll :root { --atoll-ink-secondary: #41495a → #41495b }",
     "span color #41495a → #41495b, 5 elements"),
    (TOKENS, '"sunken": "#E9EDEC"', '"sunken": "#E9EDED"', LIGHT,
     "@layer atoll :root { --atoll-sunken: #e9edec → #e9eded }",
     "a background-color #e9edec → #e9eded, 2 elements"),
    (TOKENS, '"accent": "#BF1313"', '"accent": "#BF1314"', LIGHT,
     "@layer atoll :root { --atoll-accent: #bf1313 → #bf1314 }",
     ".a-org color #bf1313 → #bf1314"),
    (TOKENS, '"edge": "#7A8492"', '"edge": "#7A8493"', LIGHT,
     "@layer atoll :root { --atoll-edge: #7a8492 → #7a8493 }"),
    (TOKENS, '"slab": "#202634"', '"slab": "#202635"', LIGHT,
     "@layer atoll :root { --atoll-slab: #202634 → #202635 }",
     ".a-q background-color #202634 → #202635"),
    (TOKENS, '"slab-link": "#FFA3A3"', '"slab-link": "#FFA3A4"', LIGHT,
     "@layer atoll :root { --atoll-slab-link: #ffa3a3 → #ffa3a4 }",
     "a color #ffa3a3 → #ffa3a4"),
    (TOKENS, '"announcement-edge": "#7A5200"', '"announcement-edge": "#7A5201"', LIGHT,
     "@layer atoll :root { --atoll-announcement-edge: #7a5200 → #7a5201 }",
     ".a-ann border-top-color #7a5200 → #7a5201"),
    (TOKENS, '"info": "#E4EDF7"', '"info": "#E4EDF6"', LIGHT,
     "@layer atoll :root { --atoll-info: #e4edf7 → #e4edf6 }",
     ".a-info background-color #e4edf7 → #e4edf6"),
    (TOKENS, '"featured": "#FCEDED"', '"featured": "#FCEDEC"', LIGHT,
     "@layer atoll :root { --atoll-featured: #fceded → #fcedec }",
     ".a-feats background-color #fceded → #fcedec"),
    (TOKENS, '"badge-staff": "#BF1313"', '"badge-staff": "#BF1314"', LIGHT,
     "@layer atoll :root { --atoll-badge-staff: #bf1313 → #bf1314 }",
     ".a-g background-color #bf1313 → #bf1314, 3 elements"),
    (TOKENS, '"badge-expert-ink": "#FFFFFF"', '"badge-expert-ink": "#FFFFFD"', LIGHT,
     "@layer atoll :root { --atoll-badge-expert-ink: #fff → #fffffd }",
     ".a-g color #ffffff → #fffffd, 2 elements"),
    (TOKENS, '"rail-1": "#BF1313"', '"rail-1": "#BF1314"', LIGHT,
     "@layer atoll :root { --atoll-rail-1: #bf1313 → #bf1314 }",
     "ol border-left-color #bf1313 → #bf1314"),
    (TOKENS, '"card": "#202634"', '"card": "#202635"', DARK,
     "@layer atoll @media (prefers-color-scheme: dark) :root { --atoll-card: #202634 → #202635 }",
     ".atoll background-color #202634 → #202635"),
    (TOKENS, '"link": "#FF8A8A"', '"link": "#FF8A8B"', DARK,
     "@layer atoll @media (prefers-color-scheme: dark) :root { --atoll-link: #ff8a8a → #ff8a8b }",
     "a color #ff8a8a → #ff8a8b, 6 elements"),
    (TOKENS, '"link-visited": "#6B2A86"', '"link-visited": "#6B2A87"', VISITED,
     "@layer atoll :root { --atoll-link-visited: #6b2a86 → #6b2a87 }",
     "a color #6b2a86 → #6b2a87, 6 elements"),
    (TOKENS, '"focus": "#0B5CAD"', '"focus": "#0B5CAE"', FOCUS,
     "@layer atoll :root { --atoll-focus: #0b5cad → #0b5cae }",
     "a outline-color #0b5cad → #0b5cae, 5 elements"),
    ("style/thread.css", ".atoll .a-r > summary:hover {\n  color: var(--atoll-ink)",
     ".atoll .a-r > summary:hover {\n  color: var(--atoll-link)", HOVER,
     "@layer atoll .atoll .a-r > summary:hover { color: var(--atoll-ink) → var(--atoll-link) }",
     "summary color #181c25 → #a81010, 6 elements"),
    (TOKENS, '"body": "16/24"', '"body": "16/25"', LIGHT,
     "@layer atoll body { font: max(16px,1rem)/1.5 var(--atoll-font-text) → max(16px,1rem)/1.5625 var(--atoll-font-text) }",
     "body line-height 24px → 25px, 51 elements"),
    (TOKENS, '"meta": "13/18"', '"meta": "14/18"', LIGHT,
     "@layer atoll body .a-org { font-size: max(13px, 0.8125rem) → max(14px, 0.875rem) }",
     ".a-org font-size 13px → 14px"),
    (TOKENS, '"name": "15/20"', '"name": "16/20"', LIGHT,
     "@layer atoll .atoll .a-n { font-size: max(15px, 0.9375rem) → max(16px, 1rem) }",
     ".a-n font-size 15px → 16px, 15 elements"),
    (TOKENS, '"heading": "20/28"', '"heading": "21/28"', LIGHT,
     "@layer atoll .atoll .a-title { font-size: max(20px, 1.25rem) → max(21px, 1.3125rem) }",
     ".a-title font-size 20px → 21px, 2 elements"),
    (TOKENS, '"space-2": 8', '"space-2": 9', LIGHT,
     "@layer atoll .atoll .a-r > summary { gap: 8px → 9px }",
     "blockquote margin-top 8px → 9px, 2 elements"),
    (TOKENS, '"space-3": 12', '"space-3": 13', LIGHT,
     "@layer atoll .atoll .a-c > article > .a-f { margin-inline-start: 12px → 13px }",
     ".a-ann padding-top 12px → 13px"),
    (TOKENS, '"indent-middle": 12', '"indent-middle": 13', LIGHT,
     "@layer atoll @container atoll (width < 560px) .atoll > * { --a-indent: 12px → 13px }",
     "ol padding-left 10px → 11px, 2 elements"),
    (TOKENS, '"rail": 2', '"rail": 3', LIGHT,
     "@layer atoll .atoll > * { --a-weight: 2px → 3px }",
     "ol padding-left 10px → 9px, 2 elements"),
    (TOKENS, '"target": 24', '"target": 25', LIGHT,
     "@layer atoll .atoll .a-r > summary { min-block-size: 24px → 25px }",
     ".a-go min-height 24px → 25px"),
    ("style/body.css", "padding: 1px 4px", "padding: 1px 5px", LIGHT,
     "@layer atoll .atoll .a-b code { padding: 1px 4px → 1px 5px }",
     "code padding-right 4px → 5px"),
    ("style/body.css", "line-height: 1.5;", "line-height: 1.6;", LIGHT,
     "@layer atoll .atoll .a-b pre { line-height: 1.5 → 1.6 }",
     "pre line-height 21px → 22.4px, 2 elements"),
    ("style/frame.css", "font-weight: 800", "font-weight: 400", LIGHT,
     "@layer atoll .atoll .a-title { font-weight: 800 → 400 }",
     ".a-title font-weight 800 → 400, 2 elements"),
    ("style/frame.css", "skew(-12deg)", "skew(-11deg)", LIGHT,
     "@layer atoll .atoll .a-title::before { transform: skew(-12deg) → skew(-11deg) }",
     ".a-title::before transform matrix(1, 0, -0.212557, 1, 0, 0) → matrix(1, 0, -0.19438, 1, 0, 0)"),
    ("style/notices.css", "border-inline-start: 4px solid", "border-inline-start: 5px solid", LIGHT,
     "@layer atoll .atoll :is(.a-ann, .a-info, .a-q, .a-feats) { border-inline-start: 4px solid → 5px solid }",
     ".a-ann border-left-width 4px → 5px"),
    ("style/notices.css", "border-radius: 6px", "border-radius: 7px", LIGHT,
     "@layer atoll .atoll .a-icon { border-radius: 6px → 7px }",
     ".a-icon border-top-left-radius 6px → 7px"),
    ("style/thread.css", "line-badge);\n  text-transform: uppercase", "line-badge);\n  text-transform: none", LIGHT,
     "@layer atoll .atoll .a-g { text-transform: uppercase → none }"),
    ("style/thread.css", "font-style: italic", "font-style: normal", LIGHT,
     "@layer atoll .atoll .a-e { font-style: italic → normal }",
     ".a-e font-style italic → normal"),
    ("style/document.css", "border-block-start: 6px", "border-block-start: 7px", LIGHT,
     "@layer atoll body { border-block-start: 6px solid var(--atoll-brand) → 7px solid var(--atoll-brand) }",
     "body border-top-width 6px → 7px"),
)
# Without --all, one of so many edits is checked.
SAMPLE_STEP = 6


def prepare(project):
    """Writes a story that shows all parts of the theme, and adds a shadow, because the theme has none."""
    project.write("thread.json", json.dumps(STORY, ensure_ascii=False))
    border = "  border-block-end: 1px solid"
    project.replace("style/thread.css", border, "  box-shadow: 0 1px 3px rgb(0 0 0 / 0.15);\n" + border)


def check(project, is_complete):
    """Yields the edits that are not detected, or not with the expected findings."""
    edits = BASIC_EDITS + (MORE_EDITS if is_complete else MORE_EDITS[::SAMPLE_STEP])
    missed = 0
    for name, old, new, snapshot, *expected in edits:
        before = project.read(name)
        project.replace(name, old, new)
        outcome = project.run("verify", snapshot)
        shown = project.run("show", snapshot).stdout
        project.write(name, before)
        edit = "%s: %s → %s" % (name, old.strip(), new.strip())
        missing = [words for words in expected if "\n  %s" % words not in shown]
        if outcome.returncode != 1:
            yield "%s: verify ends with %d: %s" % (edit, outcome.returncode, outcome.stderr)
        for words in missing:
            yield "%s: show does not print '%s' but\n%s" % (edit, words, shown)
        missed += outcome.returncode != 1 or bool(missing)
    print("       %d of %d edits of one property detected, and named with selector and property" % (
        len(edits) - missed, len(edits)))
    last = project.run("verify")
    if last.returncode != 0:
        yield "after all edits were reverted: %s" % (last.stdout + last.stderr)
