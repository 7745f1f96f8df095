"""The findings of the Nu HTML checker."""
import json
import os
import re
import subprocess

# The checker's style sheet parser is older than these; nothing of HTML is ignored. It reads no
# further in a sheet that begins with a layer, so the browser is what judges style sheets.
PASSED_OVER = re.compile("CSS: Unrecognized at-rule “@layer”")


def check(jar, documents, folder, passed_over=PASSED_OVER):
    """All that it finds, as sentences."""
    os.makedirs(folder, exist_ok=True)
    paths = [lifted(document, folder) for document in documents]
    said = subprocess.run(
        ["java", "-Xss8m", "-jar", jar, "--stdout", "--exit-zero-always", "--format", "json", *paths],
        check=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    found = []
    for message in json.loads(said)["messages"]:
        text = message["message"]
        if passed_over.match(text):
            continue
        name = os.path.basename(message.get("url", "")).removesuffix(".html")
        found.append("%s: Nu: %s (%s)" % (name, text, message.get("extract", "").strip()[:160]))
    return found


def lifted(document, folder):
    """The path of the document as the checker gets it.

    A fragment brings its sheet along, inside of its root; every browser reads it there, but the word
    of the standard is that a sheet stands in the head. So the host here moves it, and all else of
    the fragment is checked as it is.
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
