"""Takes the screenshots of docs/gallery.md: every kind of block in both themes, light and dark. See script/pictures.

    python3 script/pages/gallery.py ATOLL FOLDER
"""
import json
import os
import subprocess
import sys

import devtools
import documents

THEMES = ("ign", "plain")
SCHEMES = ("light", "dark")
# The width of each of the four panels, as wide as a phone.
PANEL = 390
# For each picture: the document of the demo, the members of the story and the comments that are kept of it, and options.
# A name that ends in `-` stands for all comments whose ids begin with it.
BLOCKS = (
    ("notices", "specimen", ["announcement", "infobox", "questionBox"], ["plain"], []),
    ("featured", "specimen", ["likeLabel"], ["featured", "featured-media"], []),
    ("comments", "specimen", ["likeLabel"], ["plain", "edited", "off-topic", "likes-", "no-author", "rtl", "cjk", "emoji"], []),
    ("badges", "specimen", [], ["badge-"], []),
    ("replies", "specimen", [], ["depth-1", "depth-2", "depth-3", "depth-4", "depth-5", "depth-6", "siblings"], []),
    ("folded", "specimen", [], ["depth-", "siblings"], ["--fold-depth", "2"]),
    ("text", "specimen", [], ["inline", "headings", "lists", "rule"], []),
    ("quotes-and-code", "specimen", [], ["quotes", "code", "long-link"], []),
    ("spoilers", "specimen", [], ["html", "spoiler-long"], []),
    ("media", "specimen", [], ["media-"], []),
    ("tombstones", "specimen", [], ["gap-", "orphan"], []),
    ("reviews", "specimen-closed", ["mode", "ratings"], ["rating-", "question", "answer", "unanswered"], []),
    ("closed", "specimen-closed", ["closed"], ["rating-5"], []),
    ("limits", "specimen", ["commentCount"], ["depth-", "plain", "siblings"], ["--max-depth", "2", "--max-comments", "3"]),
    ("empty", "specimen", [], [], []),
)
HOST = """<!DOCTYPE html>
<meta charset="utf-8">
<style>
body { display: grid; grid-template-columns: %dpx %dpx; gap: 16px; width: max-content; margin: 0; padding: 16px; background: #9aa4b2; }
div { min-height: 100%%; }
.dark-ign { background: #202634; } .dark-plain { background: #161616; } .light-ign, .light-plain { background: #fff; }
</style>
<body>%s</body>
"""


def story(source, members, names):
    """Returns a document with some of the members and comments of another one."""
    with open(os.path.join(documents.DEMO, source + ".json"), encoding="utf-8") as file:
        whole = json.load(file)
    kept = [comment for comment in whole["comments"]
            if any(comment["id"] == name or name.endswith("-") and comment["id"].startswith(name) or
                   name == "siblings" and comment["id"].startswith("siblings-") for name in names)]
    ids = {comment["id"] for comment in kept}
    assert not names or kept, "no comments of %s" % source
    for comment in kept:
        if comment.get("parentId") not in ids and comment["id"] != "orphan":
            comment.pop("parentId", None)
    head = {key: value for key, value in whole["story"].items() if key in ("id", "url", "title", "server", *members)}
    return {"atoll": 1, "story": head, "comments": kept}


def panel(atoll, path, theme, scheme, options):
    markup = subprocess.run(
        [atoll, "render", path, "--quiet", "--format", "fragment", "--now", documents.NOW, "--sort", "oldest", "--style", "Styles/" + theme,
         "--scheme", scheme, "--templates", "Templates", *options], check=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE).stdout.decode()
    return '<div class="%s-%s">%s</div>' % (scheme, theme, markup)


def save(data, path):
    """Writes a picture as WebP, which takes half the bytes of PNG."""
    subprocess.run(["cwebp", "-quiet", "-lossless", "-near_lossless", "40", "-m", "6", "-o", path, "--", "-"], check=True, input=data)
    print("%s, %d KB" % (path, os.path.getsize(path) // 1024))


def main():
    atoll, folder = sys.argv[1:]
    scratch = os.path.join(".build", "pictures", "gallery")
    os.makedirs(scratch, exist_ok=True)
    os.makedirs(folder, exist_ok=True)
    with devtools.Browser(devtools.find()) as browser:
        for name, source, members, names, options in BLOCKS:
            path = os.path.join(scratch, name + ".json")
            with open(path, "w", encoding="utf-8") as file:
                json.dump(story(source, members, names), file)
            panels = [panel(atoll, path, theme, scheme, options) for theme in THEMES for scheme in SCHEMES]
            page = os.path.join(scratch, name + ".html")
            with open(page, "w", encoding="utf-8") as file:
                file.write(HOST % (PANEL, PANEL, "".join(panels)))
            width = 2 * PANEL + 3 * 16
            browser.size(width)
            browser.media()
            browser.open("file://" + os.path.abspath(page))
            height = browser.run("document.scrollingElement.scrollHeight")
            save(browser.picture(0, 0, width, height), os.path.join(folder, name + ".webp"))


if __name__ == "__main__":
    main()
