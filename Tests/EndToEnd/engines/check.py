"""Compares a hostile thread before and after real template engines. See script/check engines."""
import argparse
import html.parser
import json
import os
import shutil
import subprocess
import sys

import engines
import hostile

HERE = os.path.dirname(os.path.abspath(__file__))
FORMS = {
    "page": ["--format", "page"],
    "page-without-data": ["--format", "page", "--no-json-ld"],
    "page-as-forum": ["--format", "page", "--structured-data", "forum", "--permalinks", "page"],
    "fragment": ["--format", "fragment"],
    "fragment-with-ids": ["--format", "fragment", "--anchors", "talk-"],
    "json-ld": ["--format", "json-ld"],
    "atom": ["--format", "atom"],
    "card": ["--format", "card", "--comment", "c5{{x}}%[a]~"],
    "email-html": ["--format", "email-html"],
    "email-text": ["--format", "email-text"],
}
# Plain text is put through engines for text only, and every character of it counts.
TEXT = "email-text"
TEXT_ENGINES = {
    "django", "ejs", "erb", "handlebars", "jinja", "jinja-lines-hash", "jinja-lines-percent", "liquid", "mako", "mustache",
    "nunjucks", "twig",
}
# The page of `atoll card`, which needs a browser for its picture.
CARD_PAGE = "card-page"
# Escapes in JSON begin with a backslash, on which some engines act.
FORMS_WITH_JSON = ("page", "page-as-forum", "json-ld")
ENGINES_WITHOUT_JSON = ("literal", "python-replace")
# Engines that are tested with the text of another engine in ACTIVE.
ALIASES = {"jekyll": "liquid", "jinja-lines-percent": "jinja-lines", "jinja-lines-hash": "jinja-lines"}
# Hugo's readFile changes nothing, as docs/embedding.md says.
HARMLESS = {"hugo-read"}


class Reader(html.parser.HTMLParser):
    """The tags, attributes and texts of HTML, as a browser reads them."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.found = []
        self.is_style = False

    def handle_starttag(self, tag, attrs):
        self.is_style = tag == "style"
        self.found.append((tag, attrs))

    def handle_endtag(self, tag):
        self.found.append(("/" + tag, []))

    def handle_data(self, data):
        # Blade treats `@layer` as an unknown directive, and changes the space after it.
        if self.is_style:
            data = " ".join(data.split())
        if self.found and isinstance(self.found[-1], str):
            self.found[-1] += data
        else:
            self.found.append(data)

    def handle_comment(self, data):
        self.found.append(("!", data))

    def unknown_decl(self, data):
        self.found.append(("![", data))


def read(path):
    """Returns the tags, attributes and texts of a file; the lines of plain text."""
    reader = Reader()
    with open(path, encoding="utf-8", errors="replace", newline="") as file:
        text = file.read().rstrip("\n")
    if os.path.basename(path) == TEXT + ".html":
        return text.split("\n")
    reader.feed(text)
    reader.close()
    return reader.found


def write_inputs(atoll, folder):
    """Writes the hostile thread in every form, and for each engine a text on which it acts. Returns their folder."""
    story = os.path.join(folder, "story.json")
    with open(story, "w", encoding="utf-8") as file:
        json.dump(hostile.story(), file)
    inputs = os.path.join(folder, "inputs")
    os.makedirs(inputs)
    for form, arguments in FORMS.items():
        subprocess.run(
            [atoll, "render", "--quiet", story, *arguments, "-o", os.path.join(inputs, form + ".html")],
            check=True, stdin=subprocess.DEVNULL)
    if shutil.which(os.environ.get("CHROMIUM", "chromium")):
        card = os.path.join(folder, "card")
        subprocess.run(
            [atoll, "card", "--quiet", story, *FORMS["card"][2:], "--address", "https://www.example.com/c/", "-o", card],
            check=True, stdin=subprocess.DEVNULL)
        shutil.copy(os.path.join(card, "index.html"), os.path.join(inputs, CARD_PAGE + ".html"))
    else:
        print("skipped the page of a card: there is no Chromium")
    for name, text in hostile.ACTIVE.items():
        with open(os.path.join(inputs, "raw-%s.html" % name), "w", encoding="utf-8") as file:
            file.write("<pre>\n%s\n</pre>" % text)
    return inputs


def run_engines(inputs, outputs, tools):
    arguments = [inputs, outputs]
    # Only Debian's own Node looks in this folder by default.
    subprocess.run(
        ["node", os.path.join(HERE, "engines.js"), *arguments], check=True,
        env={**os.environ, "NODE_PATH": "/usr/share/nodejs"})
    subprocess.run(["ruby", os.path.join(HERE, "engines.rb"), *arguments], check=True)
    subprocess.run(
        ["php", "-d", "short_open_tag=1", os.path.join(HERE, "engines.php"), *arguments,
         os.path.join(tools, "wordpress", "wp-includes")], check=True)
    engines.python_engines(inputs, outputs)
    engines.ssi(inputs, outputs)
    engines.hugo(inputs, outputs)
    engines.jekyll(inputs, outputs)


def problems(inputs, outputs, forms):
    """Yields each form that an engine changes, and each engine that does not act on its own text."""
    for engine in sorted(os.listdir(outputs)):
        folder = os.path.join(outputs, engine)
        for form in forms:
            # Merge tags exist only in mails; the style sheets of pages contain square brackets.
            if engine == "merge-tags" and form != "email-html" or engine in ENGINES_WITHOUT_JSON and form in FORMS_WITH_JSON:
                continue
            if form == TEXT and engine not in TEXT_ENGINES:
                continue
            before = read(os.path.join(inputs, form + ".html"))
            after = read(os.path.join(folder, form + ".html"))
            if before != after:
                first = next((pair for pair in zip(before, after) if pair[0] != pair[1]), (len(before), len(after)))
                yield "%s changes a %s: %.160r becomes %.160r" % (engine, form, *first)
        # An engine that does not act on the unescaped text would prove nothing.
        name = "raw-%s.html" % ALIASES.get(engine, engine)
        if engine not in HARMLESS and read(os.path.join(inputs, name)) == read(os.path.join(folder, name)):
            yield "%s does not act on its own text" % engine


def main():
    parser = argparse.ArgumentParser(description="Runs rendered threads through template engines.")
    parser.add_argument("--atoll", required=True)
    parser.add_argument("--tools", required=True)
    parser.add_argument("--folder", required=True)
    given = parser.parse_args()
    folder = os.path.abspath(given.folder)
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    outputs = os.path.join(folder, "outputs")
    inputs = write_inputs(given.atoll, folder)
    run_engines(inputs, outputs, os.path.abspath(given.tools))
    forms = [form for form in (*FORMS, CARD_PAGE) if os.path.exists(os.path.join(inputs, form + ".html"))]
    found = list(problems(inputs, outputs, forms))
    for problem in found:
        print(problem)
    print("%d engines, %d forms, %d problems" % (len(os.listdir(outputs)), len(forms), len(found)))
    sys.exit(1 if found else 0)


main()
