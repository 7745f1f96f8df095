"""Runs the Nu HTML checker."""
import json
import os
import re
import subprocess

# The checker's CSS parser does not know cascade layers, and ignores the rest of a sheet that begins with one. All other
# messages count. Style sheets are checked by the browser.
IGNORED = re.compile("CSS: Unrecognized at-rule “@layer”")


def check(jar, documents, folder, ignored=IGNORED):
    """Returns what the checker finds in documents, as sentences."""
    os.makedirs(folder, exist_ok=True)
    paths = [with_sheet_in_head(document, folder) for document in documents]
    output = subprocess.run(
        ["java", "-Xss8m", "-jar", jar, "--stdout", "--exit-zero-always", "--format", "json", *paths],
        check=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    found = []
    for message in json.loads(output)["messages"]:
        text = message["message"]
        if ignored.match(text):
            continue
        name = os.path.basename(message.get("url", "")).removesuffix(".html")
        found.append("%s: Nu: %s (%s)" % (name, text, message.get("extract", "").strip()[:160]))
    return found


def with_sheet_in_head(document, folder):
    """Returns the path of a document, or of a copy in which the style sheets are in the head.

    The sheet of a fragment is inside its root. All browsers accept it there, but the HTML standard allows it only in the
    head. The rest of the fragment is checked without changes.
    """
    if document.form == "page":
        return document.path
    with open(document.path, encoding="utf-8") as file:
        text = file.read()
    sheets = re.findall(r"<style>@layer.*?</style>", text, re.DOTALL)
    for sheet in sheets:
        text = text.replace(sheet, "")
    text = text.replace("</head>", "".join(sheets) + "</head>", 1)
    path = os.path.join(folder, document.name + ".html")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path
