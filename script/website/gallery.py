"""Renders the threads of the gallery with atoll, whose path is in the variable ATOLL."""
import html
import os
import subprocess
import tempfile
from dataclasses import dataclass

from mkdocs.structure.files import File

HERE = os.path.dirname(os.path.abspath(__file__))
PAGE = "live.md"
KINDS = os.path.join(HERE, os.pardir, "pages", "threads")
LINES_OF_TEXT = 24


@dataclass
class Example:
    """A rendering that the gallery shows in a frame."""
    name: str
    title: str
    arguments: list
    # The input, if it is not the demo thread.
    thread: str = "thread.json"

    @property
    def page(self):
        """The page of the rendering, or the first one of a folder."""
        return "gallery/%s/index.html" % self.name if "--pages" in self.arguments else "gallery/%s.html" % self.name

    @property
    def command(self):
        return " ".join(["atoll render", os.path.basename(self.thread), *self.arguments])

    @property
    def figure(self):
        return ('<figure class="live"><iframe src="%s" title="%s" loading="lazy"></iframe><figcaption><a href="%s">%s</a>'
                '<code>%s</code></figcaption></figure>') % (
            self.page, html.escape(self.title), self.page, html.escape(self.title), html.escape(self.command))


def examples(themes):
    """Returns the examples of each section."""
    kinds = [("reviews", "Reviews"), ("questions", "Questions and answers"), ("closed", "A closed story")]
    return {
        "themes": [Example(theme, "The theme " + theme, ["--style", theme]) for theme in themes],
        "threads": [Example("%s-%s" % (kind, theme), "%s in %s" % (title, theme), ["--style", theme],
                            os.path.join(KINDS, kind + ".json")) for kind, title in kinds for theme in themes],
        "languages": [Example(locale, name, ["--locale", locale]) for locale, name in (
            ("ar", "Arabic"), ("de", "German"), ("es", "Spanish"), ("fr", "French"), ("he", "Hebrew"), ("hi", "Hindi"),
            ("ja", "Japanese"), ("ko", "Korean"), ("pl", "Polish"), ("pt-BR", "Brazilian Portuguese"), ("ru", "Russian"),
            ("zh-Hans", "Simplified Chinese"))],
        "forms": [
            Example("archive", "An archive", ["--archive", "2026-08-31"]),
            Example("linked", "Linked pages", ["--pages", "10"]),
            Example("mail", "A mail", ["--format", "email-html"]),
            Example("card", "A card in a page", ["--format", "card", "--comment", "demo-4"]),
        ],
    }


# A fragment or card needs a page around it.
HOST = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>%s</title>
<style>:root { color-scheme: light dark } body { margin: 1rem }</style></head>
<body><main><h1 style="font: 600 1.25rem system-ui, sans-serif">%s</h1>
%s
</main></body></html>
"""


class Gallery:
    """The renderings, in a temporary folder."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory()
        self.atoll("demo", "--quiet", "-o", ".")
        self.sections = examples(self.atoll("theme", "list").split())

    def atoll(self, *arguments):
        return subprocess.run(
            [os.environ["ATOLL"], *arguments], cwd=self.folder.name, check=True, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE).stdout.decode()

    def files(self, config):
        """Renders the examples, and returns their files."""
        os.makedirs(os.path.join(self.folder.name, "gallery"))
        for example in sum(self.sections.values(), []):
            output = example.page.removesuffix("index.html")
            self.atoll("render", "--quiet", example.thread, *example.arguments, "-o", output)
            if "card" in example.arguments:
                self.put_into_page(os.path.join(self.folder.name, output), example.title)
        for folder, _, names in os.walk(os.path.join(self.folder.name, "gallery")):
            for name in sorted(names):
                path = os.path.join(folder, name)
                yield File.generated(config, os.path.relpath(path, self.folder.name), abs_src_path=path)

    @staticmethod
    def put_into_page(path, title):
        with open(path, encoding="utf-8") as file:
            card = file.read()
        with open(path, "w", encoding="utf-8") as file:
            file.write(HOST % (title, title, card))

    def markup(self, section):
        return '<div class="frames">%s</div>' % "".join(example.figure for example in self.sections[section])

    def fragment(self):
        return self.atoll("render", "--quiet", "thread.json", "--format", "fragment", "--scheme", "host", "--sort", "most-liked",
                          "--max-comments", "3", "--heading-level", "3")

    def text(self):
        lines = self.atoll("render", "--quiet", "thread.json", "--format", "text", "--width", "72").split("\n")
        return '<pre tabindex="0"><code>%s</code></pre>' % html.escape("\n".join(lines[:LINES_OF_TEXT]))


GALLERY = Gallery()


def on_files(files, config):
    for file in GALLERY.files(config):
        files.append(file)
    return files


def on_page_content(content, page, config, files):
    if page.file.src_uri != PAGE:
        return content
    for section in GALLERY.sections:
        content = content.replace("<!-- %s -->" % section, GALLERY.markup(section))
    return content.replace("<!-- fragment -->", GALLERY.fragment()).replace("<!-- text -->", GALLERY.text())
