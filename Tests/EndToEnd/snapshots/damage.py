"""Checks that damaged files of a store are reported and never used, and that a browser that hangs is restarted."""
import os

UNRESPONSIVE_BROWSER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "unresponsive_browser.py")
MANIFEST = "Snapshots/pictures.manifest"
TEXT = "Snapshots/look/thread/json.json"


def check(project):
    """Yields the damaged files that are not reported."""
    manifest = project.read(MANIFEST)
    text = project.read(TEXT)
    lines = manifest.splitlines(True)
    for damage, name, content, words in (
        ("merge markers", MANIFEST, "<<<<<<< ours\n" + manifest, "line 1 has the marks of an unfinished merge"),
        ("a truncated line", MANIFEST, manifest[:-30], "pictures.manifest:%d" % len(lines)),
        ("a missing line end", MANIFEST, manifest[:-1], "the last line is cut off"),
        ("lines out of order", MANIFEST, "".join(reversed(lines)), "out of order"),
        ("a repeated line", MANIFEST, lines[0] + manifest, "listed twice"),
        ("CR LF", MANIFEST, manifest.replace("\n", "\r\n"), "has a CR"),
        ("an unknown form", MANIFEST, "PNG\n", "does not have the form NAME HASH"),
        ("merge markers", TEXT, text + "<<<<<<< ours\n=======\n>>>>>>> theirs\n", "marks of an unfinished merge"),
        ("CR LF", TEXT, text.replace("\n", "\r\n", 1), "has a CR"),
        ("no content", TEXT, "", "it is empty"),
    ):
        with open(project.path(name), "w", encoding="utf-8", newline="") as file:
            file.write(content)
        outcome = project.run("verify")
        output = outcome.stdout + outcome.stderr
        if outcome.returncode != 5 or words not in output:
            yield "%s in %s: verify ends with %d and prints %s" % (damage, name, outcome.returncode, output)
        if project.run("doctor").returncode != 5:
            yield "%s in %s: doctor does not report it" % (damage, name)
        project.write(MANIFEST, manifest)
        project.write(TEXT, text)
    project.run("reject", "--all", "--quiet")
    yield from replaced_pictures(project, manifest)


def check_unresponsive_browser(project):
    """Yields a problem if verify does not ask again soon when the browser ignores a request for a screenshot."""
    # Without a second request no screenshot would come: the browser answers all requests but the first.
    outcome = project.run("verify", "--fresh", "-j", "1", browser=UNRESPONSIVE_BROWSER)
    if outcome.returncode != 0:
        yield "an unresponsive browser: verify ends with %d: %s" % (
            outcome.returncode, outcome.stdout + outcome.stderr)


def replaced_pictures(project, manifest):
    """Yields a problem if a pending or cached screenshot is used although its file was changed after the run."""
    project.replace("style/theme.json", '"meta": "13/18"', '"meta": "14/18"')
    project.run("verify", "--quiet")
    with open(project.path("Snapshots/look/thread/w600-light.png.pending"), "ab") as file:
        file.write(b"more")
    outcome = project.run("accept", "look/thread/w600-light")
    if outcome.returncode != 5 or "not the screenshot that the run took" not in outcome.stderr:
        yield "a changed screenshot: accept ends with %d: %s" % (outcome.returncode, outcome.stderr)
    if project.read(MANIFEST) != manifest:
        yield "a changed screenshot: the manifest was changed"
    old = manifest.splitlines()[0].split()[1]
    with open(project.path("Snapshots/.work/cache/%s.png" % old), "wb") as file:
        file.write(b"not a picture")
    shown = project.run("show", manifest.split()[0], "--format", "old", "-o", "old.png")
    if shown.returncode == 0 or os.path.exists(project.path("old.png")):
        yield "a changed screenshot in the cache is shown"
    for name in os.listdir(project.path("Snapshots/.work/runs")):
        project.write("Snapshots/.work/runs/" + name, "not a run\n{")
    if project.run("list").returncode != 0:
        yield "list fails if the record of the last run is damaged"
    project.replace("style/theme.json", '"meta": "14/18"', '"meta": "13/18"')
    outcome = project.run("verify", "--fresh")
    if outcome.returncode != 0:
        yield "after all damage was repaired: %s" % (outcome.stdout + outcome.stderr)
