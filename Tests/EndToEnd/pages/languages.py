"""Checks that a page and a mail in every language fit a narrow window, and takes screenshots of them."""
import os
import subprocess

import behaviour
import devtools
import documents

WIDTH = 320
# A thread with every part of a page, and a mail with new comments.
CASES = (("page", "specimen-closed", []), ("email-html", "story", ["--since", "2026-07-31T12:00:00Z"]))


def tags(atoll):
    """Returns the tags of all languages, with that of the longer words."""
    lines = subprocess.run([atoll, "locale", "list"], check=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    return [line.split()[0] for line in lines.stdout.decode().splitlines()]


def check(atoll, folder, chromium):
    """Returns the problems."""
    found = []
    os.makedirs(folder, exist_ok=True)
    with devtools.Browser(chromium) as browser:
        for tag in tags(atoll):
            for form, thread, arguments in CASES:
                name = "%s-%s" % (form, tag)
                path = os.path.join(folder, name + ".html")
                source = os.path.join(documents.DEMO, thread + ".json")
                subprocess.run(
                    [atoll, "render", "--quiet", source, "--format", form, "--locale", tag, "--now", documents.NOW,
                     *arguments, "--output", path], check=True, stdin=subprocess.DEVNULL)
                document = documents.Document(name, path, form, thread, arguments)
                browser.size(WIDTH)
                browser.open(document.url)
                found += ["%s: %s" % (name, problem) for problem in behaviour.fits(browser, document)]
                browser.size(WIDTH)
                browser.settle()
                height = min(2600, browser.run("document.scrollingElement.scrollHeight"))
                with open(os.path.join(folder, name + ".png"), "wb") as file:
                    file.write(browser.picture(0, 0, WIDTH, height))
    return found
