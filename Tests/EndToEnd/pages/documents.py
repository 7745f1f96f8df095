"""Renders the documents that are checked: the demo, specimens and a very deep thread, in every form."""
import json
import os
import subprocess
from dataclasses import dataclass

DEMO = "Sources/Command/AtollCommand/Demo"
# Threads of stories of other kinds, such as questions and reviews.
THREADS = "Tests/EndToEnd/pages/threads"
NOW = "2026-07-31T18:30:00Z"

# The host page of fragments and cards, with a style sheet that disfigures everything that is not protected from it.
# docs/themes.md describes these rules, and which of them have no effect. Its language is not that of the comments.
HOST = """<!DOCTYPE html>
<html lang="tr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>A host page</title>
<style>
%s
</style>
</head>
<body>
<main>
<h1>A host page</h1>
%s
</main>
</body>
</html>
"""
HOSTILE = """
html { font-size: 62.5%; }
body { margin: 0; color: #0a7; background: #fff; line-height: 3; letter-spacing: 0.3em;
  text-align: center; text-transform: uppercase; word-spacing: 1em; font-style: italic;
  word-break: break-all; hyphens: auto; line-break: anywhere; text-align-last: center; tab-size: 20; quotes: "x" "x";
  -webkit-text-fill-color: red; -webkit-text-stroke: 1px red; text-emphasis: dot; user-select: none; pointer-events: none;
  text-underline-position: under; font-synthesis: none; }
h1 { color: #000; }
main > h1 { letter-spacing: 0; }
main * { box-sizing: content-box; margin: 1em; float: right; opacity: 0.4; }
main section, main article, main header, main footer { padding: 40px; border: 5px dotted lime; }
main p { color: red !important; font-size: 40px !important; }
main a { color: yellow !important; display: block; background: blue; }
main ol, main ul { list-style: square !important; padding-left: 80px; }
main li { display: inline; width: 50px; }
main h2, main h3 { font: 900 60px/1 fantasy; background: pink; position: absolute; top: 0; }
main details { display: none; }
main summary { list-style: square; visibility: hidden; }
main input { display: none !important; }
main time, main span { display: none; transform: rotate(9deg); }
main form { width: 2000px; }
main ::before, main ::after { content: "!" !important; display: block; }
"""
FRIENDLY = """
body { margin: 0; background: #fff; color: #000; }
@media (prefers-color-scheme: dark) { body { background: #000; color: #fff; } }
"""


@dataclass
class Document:
    """A file to check."""
    name: str
    path: str
    form: str
    thread: str
    arguments: list

    @property
    def url(self):
        return "file://" + os.path.abspath(self.path)

    @property
    def is_sortable(self):
        """Returns whether there are sort controls. A fragment has them only on request."""
        has_controls = "off" not in self.arguments if self.form == "page" else "on" in self.arguments
        return has_controls and self.form != "card" and self.thread != "empty"

    @property
    def is_page_list(self):
        """Returns whether the document only lists the pages of a divided thread."""
        return os.path.basename(self.path) == "index.html"

    @property
    def has_all_media(self):
        """Returns whether the document is checked with all schemes, contrasts and forced colours."""
        return self.form == "page" and self.thread == "specimen" and "--locale" not in self.arguments


def deep_thread(levels):
    """Returns a thread in which every comment replies to the previous one."""
    comments = []
    for level in range(levels):
        body = "Level %d. A column of words has to be wide enough to be read with ease." % (level + 1)
        if level % 10 == 5:
            body += " " + "unbreakable" * 40
        comment = {
            "id": "deep-%d" % level, "author": {"name": "Diver %d" % level}, "likes": level,
            "createdAt": "2026-07-31T%02d:%02d:00Z" % (8 + level // 60, level % 60), "body": body,
        }
        if level:
            comment["parentId"] = "deep-%d" % (level - 1)
        comments.append(comment)
    story = {"id": "deep", "url": "https://www.example.com/deep", "title": "Deep"}
    return {"atoll": 1, "story": story, "comments": comments}


def named_thread():
    """Returns a thread whose authors have long names, which the line of a folded group lists."""
    names = ["Root", "Alexandra-Constantinopoulou", "Bartholomew van der Westhuizen", "Christopher Featherstonehaugh"]
    thread = deep_thread(len(names))
    for name, comment in zip(names, thread["comments"]):
        comment["author"] = {"name": name}
    return thread


def choices():
    """Yields the form, thread and arguments of every document."""
    threads = sorted(name[:-5] for name in os.listdir(DEMO) if name.endswith(".json"))
    for thread in threads:
        yield "page", thread, ["--style", "ign"]
        yield "page", thread, ["--style", "plain", "--locale", "ar", "--sort-controls", "off"]
    yield "page", "story", ["--style", "ign", "--locale", "ar", "--coral-classes"]
    yield "page", "specimen", ["--style", "ign", "--locale", "ar", "--sort-controls", "off",
                               "--coral-classes"]
    yield "page", "specimen", ["--style", "plain", "--talk-classes"]
    yield "fragment", "specimen", ["--style", "ign", "--sort-controls", "on"]
    yield "fragment", "specimen", ["--style", "plain", "--locale", "ar", "--sort-controls", "on"]
    yield "fragment", "story", ["--style", "plain", "--sort-controls", "off"]
    yield "fragment", "story", ["--style", "ign", "--coral-classes", "--sort-controls", "on"]
    card = ["--comment", "demo-4", "--ancestors", "2"]
    yield "card", "story", ["--style", "ign", *card]
    yield "card", "story", ["--style", "plain", "--locale", "ar", *card]
    yield "page", "deep", ["--style", "ign", "--depth-cap", "40"]
    yield "page", "deep", ["--style", "plain"]
    yield "page", "empty", ["--style", "ign"]
    yield "page", "named", ["--style", "ign", "--fold-depth", "1"]
    yield "page", "named", ["--style", "plain", "--fold-depth", "1"]
    yield "page", "story", ["--style", "ign", "--scheme", "dark"]
    yield "page", "untitled", ["--style", "ign"]
    yield "page", "story", ["--style", "ign", "--max-depth", "2", "--max-comments", "12"]
    inside = ["--permalinks", "page"]
    yield "page", "story", ["--style", "ign", *inside]
    yield "page", "story", ["--style", "ign", "--locale", "ar", *inside]
    yield "fragment", "story", ["--style", "ign", "--anchors", "talk-", *inside]
    folded = ["--fold-depth", "1", *inside]
    yield "page", "story", ["--style", "ign", *folded]
    yield "page", "story", ["--style", "plain", "--locale", "ar", *folded]
    yield "fragment", "story", ["--style", "ign", "--anchors", "talk-", *folded]
    for thread in sorted(name[:-5] for name in os.listdir(THREADS)):
        yield "page", thread, ["--style", "ign", *inside]
        yield "fragment", thread, ["--style", "plain", "--anchors", thread + "-", *inside]


def make(atoll, folder):
    """Renders all documents into a folder, and returns them."""
    os.makedirs(folder, exist_ok=True)
    untitled = {**deep_thread(3), "story": {"id": "untitled"}}
    for name, thread in (
            ("deep", deep_thread(45)), ("empty", deep_thread(0)), ("named", named_thread()), ("untitled", untitled)):
        with open(os.path.join(folder, name + ".json"), "w", encoding="utf-8") as file:
            json.dump(thread, file)
    made = []
    for form, thread, arguments in choices():
        words = [word for word in arguments if not word.startswith("--style")]
        name = "-".join([form, thread, *(word.strip("-") for word in words if word != "demo-4")])
        folders = [it for it in (DEMO, THREADS, folder) if os.path.exists(os.path.join(it, thread + ".json"))]
        source = os.path.join(folders[0], thread + ".json")
        markup = subprocess.run(
            [atoll, "render", "--quiet", source, "--format", form, "--now", NOW, *styled(arguments)],
            check=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE).stdout.decode()
        if form != "page":
            # With the classes of Coral, host pages are meant to change the style.
            sheet = FRIENDLY if "--coral-classes" in arguments else HOSTILE
            markup = HOST % (sheet, markup)
        path = os.path.join(folder, name + ".html")
        with open(path, "w", encoding="utf-8") as file:
            file.write(markup)
        made.append(Document(name, path, form, thread, arguments))
    return made + pages(atoll, folder) + cards(atoll, folder)


def pages(atoll, folder):
    """Renders the pages of divided threads, each into its own folder."""
    made = []
    story, untitled = os.path.join(DEMO, "story.json"), os.path.join(folder, "untitled.json")
    for source, locale, limit in ((story, "en", "9"), (story, "ar", "9"), (untitled, "de", "3")):
        target = os.path.join(folder, "pages-" + locale)
        subprocess.run(
            [atoll, "render", "--quiet", source, "--now", NOW, "--pages", limit,
             "--locale", locale, "--permalinks", "page", "--pages-url", "https://www.example.com/c/",
             "--output", target], check=True, stdin=subprocess.DEVNULL)
        made += in_folder(target, "pages", locale)
    return made


def cards(atoll, folder):
    """Renders the pages of `atoll card`, with and without a title of the story."""
    made = []
    for source, comment, style, locale in (
            (os.path.join(DEMO, "story.json"), "demo-4", "ign", "en"),
            (os.path.join(folder, "untitled.json"), "deep-1", "plain", "ar")):
        target = os.path.join(folder, "card-" + locale)
        subprocess.run(
            [atoll, "card", "--quiet", source, "--comment", comment, "--ancestors", "2", "--now", NOW,
             "--locale", locale, "--address", "https://www.example.com/c/4/", "--output", target,
             *styled(["--style", style])], check=True, stdin=subprocess.DEVNULL)
        made += in_folder(target, "card", locale)
    return made


def in_folder(folder, thread, locale):
    """Returns the pages in a folder, sorted by name."""
    return [Document("%s-%s-%s" % (thread, locale, name[:-5]), os.path.join(folder, name), "page", thread,
                     ["--sort-controls", "off", "--locale", locale])
            for name in sorted(os.listdir(folder)) if name.endswith(".html")]


def styled(arguments):
    """Returns arguments with the styles and templates of the working copy, which then need no new build."""
    folders = ["Styles/" + word if before == "--style" else word
               for before, word in zip(["", *arguments], arguments)]
    return [*folders, "--templates", "Templates"]
