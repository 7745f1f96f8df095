"""Checks fragments and cards in host pages of several kinds, and takes screenshots of them."""
import csv
import os
import re
import subprocess

import devtools
import documents

WIDTHS = (390, 1200)
STORY = os.path.join(documents.DEMO, "story.json")

PAGE = """<!DOCTYPE html>
<html lang="en" %s>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>%s</title>
<style>%s</style>
</head>
<body>
<main>
<h1>%s</h1>
%s
</main>
</body>
</html>
"""
PLAIN = "body { margin: 0; font: 17px/1.5 Georgia, serif; } main { max-width: 900px; margin: 0 auto; padding: 16px; }"
# A site with a switch for its colour scheme: it sets the property that fragments follow.
TOGGLE = PLAIN + """
:root { color-scheme: light; } :root[data-theme=dark] { color-scheme: dark; }
body { background: light-dark(#fff, #111); color: light-dark(#000, #fff); }"""
DARK = PLAIN + ":root { color-scheme: dark; } body { background: #111; color: #eee; }"
# The reset of a CSS framework, in a cascade layer as in recent frameworks.
RESET = PLAIN + """
@layer base {
  *, ::before, ::after { box-sizing: border-box; margin: 0; padding: 0; border: 0 solid; }
  h1, h2, h3 { font-size: inherit; font-weight: inherit; }
  ol, ul { list-style: none; } a { color: inherit; text-decoration: inherit; }
  button, input { font: inherit; } summary { display: list-item; } img { display: block; }
  p { margin-bottom: 1rem !important; } label { display: inline-block; }
}"""
FIRST_LAYER = "@layer atoll;"

COLORS = """(() => [...document.querySelectorAll('.atoll')].map(root => {
  const name = root.querySelector('.a-n');
  return [getComputedStyle(root).backgroundColor, getComputedStyle(name).color];
}))()"""
LOOK = """(() => [...document.querySelectorAll('.atoll')].map(root =>
  [root, ...root.querySelectorAll('*')].filter(it => !it.closest('style')).map(it => {
    const style = getComputedStyle(it);
    return [it.className, style.color, style.backgroundColor, style.fontSize, style.fontWeight,
      style.display, style.marginBottom, style.paddingTop, style.listStyleType].join('; ');
  })))()"""


class Host:
    """Renders fragments, puts them into a host page, and opens it."""

    def __init__(self, atoll, folder, browser):
        self.atoll = atoll
        self.folder = folder
        self.browser = browser
        os.makedirs(folder, exist_ok=True)

    def fragment(self, *arguments):
        line = [self.atoll, "render", "--quiet", STORY, "--now", documents.NOW, *arguments]
        return subprocess.run(line, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE).stdout.decode()

    def write(self, name, sheet, body, attributes=""):
        """Writes a host page, and returns its address."""
        path = os.path.join(self.folder, name + ".html")
        with open(path, "w", encoding="utf-8") as file:
            file.write(PAGE % (attributes, name, sheet, name, body))
        return "file://" + os.path.abspath(path)

    def open(self, name, sheet, body, attributes=""):
        self.browser.open(self.write(name, sheet, body, attributes))

    def picture(self, name, width):
        """Takes a screenshot, and yields a problem if the page is too wide."""
        height = min(2600, self.browser.run("document.scrollingElement.scrollHeight"))
        with open(os.path.join(self.folder, "%s-%d.png" % (name, width)), "wb") as file:
            file.write(self.browser.picture(0, 0, width, height))
        overflow = self.browser.run("document.scrollingElement.scrollWidth - innerWidth")
        if overflow > 0:
            yield "%s (%d px): is %d px too wide" % (name, width, overflow)


def follows_the_toggle(host, width):
    """With --scheme host, a fragment has the colour scheme of the host page, whatever that of the reader's system."""
    body = host.fragment("-f", "fragment", "--scheme", "host", "--max-comments", "8")
    seen = {}
    for system in ("light", "dark"):
        host.browser.media(system)
        for theme in ("light", "dark"):
            host.open("white-site-with-toggle-" + theme, TOGGLE, body, 'data-theme="%s"' % theme)
            yield from host.picture("white-site-with-toggle-" + theme, width)
            seen[system, theme] = host.browser.run(COLORS)
    host.browser.media()
    if seen["light", "light"] != seen["dark", "light"] or seen["light", "dark"] != seen["dark", "dark"]:
        yield "toggle (%d px): the reader's system changes the colours" % width
    if seen["light", "light"] == seen["light", "dark"]:
        yield "toggle (%d px): the switch of the host changes nothing" % width
    host.open("dark-site", DARK, body)
    yield from host.picture("dark-site", width)
    if host.browser.run(COLORS) != seen["light", "dark"]:
        yield "dark site (%d px): the colours are not dark" % width


def withstands_resets(host, width):
    """The reset of a framework in a layer changes nothing if the layer of Atoll comes first."""
    body = host.fragment("-f", "fragment", "--max-comments", "8")
    host.open("no-reset", PLAIN, body)
    alone = host.browser.run(LOOK)
    host.open("framework-reset", FIRST_LAYER + RESET, body)
    yield from host.picture("framework-reset", width)
    if host.browser.run(LOOK) != alone:
        yield "framework reset (%d px): it changes the fragment" % width


def keeps_two_apart(host, width):
    """Two fragments with different themes on a page do not change each other."""
    first = host.fragment("-f", "fragment", "--max-comments", "4", "--scheme", "light")
    second = host.fragment("-f", "fragment", "--max-comments", "4", "--scheme", "dark", "--style", "plain")
    alone = []
    for name, body in (("first", first), ("second", second)):
        host.open("alone-" + name, PLAIN, body)
        alone += host.browser.run(LOOK)
    host.open("two-fragments", PLAIN, first + second)
    yield from host.picture("two-fragments", width)
    if host.browser.run(LOOK) != alone:
        yield "two fragments (%d px): one changes the other" % width


def pseudo_elements():
    """Returns the names of pseudo-elements.tsv, with the elements that they are set on."""
    with open(os.path.join(os.path.dirname(__file__), "pseudo-elements.tsv"), encoding="utf-8") as file:
        rows = list(csv.DictReader((line for line in file if not line.startswith("#")), delimiter="\t"))
    return [(row["pseudo-element"], row["elements"]) for row in rows]


# Each would be visible. The first is the drop cap of many sites.
DISFIGURING = (
    "font-size: 4em{0}; float: left{0}",
    "color: red{0}; background: lime{0}; letter-spacing: .5em{0}; text-decoration: underline 3px{0}; text-shadow: 0 0 3px red{0}",
    "content: 'x'{0}; display: block{0}; margin: 20px{0}",
    "display: none{0}; content-visibility: hidden{0}",
)


def withstands_pseudo_elements(host, width):
    """Rules of a host for pseudo-elements change nothing, important or not, with and without selected text."""
    if width != WIDTHS[0]:
        return
    known = [row for row in pseudo_elements() if host.browser.run("CSS.supports('selector(::%s)')" % row[0])]
    missing = {"first-letter", "first-line", "marker", "selection", "target-text", "details-content"} - {row[0] for row in known}
    if missing:
        yield "this Chromium has no ::%s, so its rules are not checked" % ", ::".join(sorted(missing))
    body = host.fragment("-f", "fragment", "--sort-controls", "on")
    word = re.search(r'class="a-b"[^>]*><p>(\w+)', body).group(1)

    def sheet(rows, style, importance):
        return PLAIN + "".join(
            ":root::%s { %s }" % (name, style.format(importance)) if elements == ":root" else
            # The root of the fragment is a section, and so are no elements of the host.
            "main section::%s, main section %s::%s { %s }" % (name, elements, name, style.format(importance)) for name, elements in rows)

    def pictures(rows, style="", importance="", mark="#:~:text=" + word):
        # The browser marks the text in the address as ::target-text.
        host.browser.open(host.write("pseudo-elements", sheet(rows, style, importance), body) + mark)
        taken = []
        for script in ("0", "getSelection().selectAllChildren(document.querySelector('.atoll'))"):
            host.browser.run("void %s" % script)
            host.browser.settle()
            # The thread only: the selection of the host's own text is its own.
            box = host.browser.run("(({ x, y, width }) => [x, y + scrollY, width])(document.querySelector('.atoll').getBoundingClientRect())")
            taken.append(host.browser.picture(*box, 3000))
        return taken

    alone = pictures([])
    if alone != pictures([]):
        yield "two pictures of a fragment differ"
    if alone[0] in (alone[1], pictures([], mark="")[0]):
        yield "pictures do not show what is selected, or marked in the address"
    for style in DISFIGURING:
        for importance in ("", " !important"):
            if pictures(known, style, importance) != alone:
                culprits = [row[0] for row in known if pictures([row], style, importance) != alone]
                yield "a host changes a fragment with { %s } for ::%s" % (
                    style.format(importance), ", ::".join(culprits) or "several")


def has_room_in_a_float(host, width):
    """In a float and in an inline block, a fragment is as wide as a column of text."""
    body = host.fragment("-f", "fragment", "--max-comments", "3")
    card = host.fragment("-f", "card", "--comment", "demo-4")
    for name, style in (("float", "float: left"), ("inline-block", "display: inline-block")):
        boxed = '<div style="%s">%%s</div><p>Words of the host.</p>' % style
        for kind, markup in (("fragment", body), ("card", card)):
            host.open("%s-%s" % (name, kind), PLAIN, boxed % markup)
            yield from host.picture("%s-%s" % (name, kind), width)
            found = host.browser.run("document.querySelector('.atoll').getBoundingClientRect().width")
            if found < min(300, width * 0.75):
                yield "%s (%d px): the %s is %d px wide" % (name, width, kind, found)


def loses_no_rule(host, width):
    """The built-in part of the style sheet gives the same style as the complete sheet."""
    cases = (["-f", "card", "--comment", "demo-4", "--ancestors", "2"], ["-f", "fragment"], ["-f", "page"],
             ["-f", "fragment", "--max-comments", "1"])
    for arguments in cases:
        form = arguments[1]
        part = host.fragment(*arguments)
        sheet = subprocess.run([host.atoll, "theme", "css", "--format", form], check=True,
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE).stdout.decode()
        name = "part-of-sheet-" + form
        start, end = part.index("<style>") + 7, part.index("</style>")
        complete = part[:start] + sheet + part[end:]
        for scheme in ("light", "dark"):
            host.browser.media(scheme)
            looks = []
            for text in (part, complete):
                path = os.path.join(host.folder, name + ".html")
                with open(path, "w", encoding="utf-8") as file:
                    # Without this, the policy of the page would not allow the complete sheet.
                    file.write(text.replace('http-equiv="Content-Security-Policy"', 'name="policy"'))
                host.browser.open("file://" + os.path.abspath(path))
                looks.append(host.browser.run(LOOK))
            if looks[0] != looks[1]:
                different = [pair for one, other in zip(*looks) for pair in zip(one, other) if pair[0] != pair[1]]
                yield "%s (%d px, %s): differs from the complete sheet: %s" % (name, width, scheme, different[:1])
        host.browser.media()


CHECKS = (follows_the_toggle, withstands_resets, withstands_pseudo_elements, keeps_two_apart, has_room_in_a_float, loses_no_rule)


def check(atoll, folder, chromium):
    """Returns the problems of fragments in host pages."""
    found = []
    with devtools.Browser(chromium) as browser:
        host = Host(atoll, folder, browser)
        for width in WIDTHS:
            browser.size(width)
            for check_host in CHECKS:
                found += check_host(host, width)
    return found
