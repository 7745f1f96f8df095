"""Damaged files of a store: each has to be named, and none may be used."""
import os
import time

DEAF = os.path.join(os.path.dirname(os.path.abspath(__file__)), "deaf.py")
MANIFEST = "Snapshots/pictures.manifest"
TEXT = "Snapshots/look/thread/json.json"


def check(project):
    manifest = project.read(MANIFEST)
    text = project.read(TEXT)
    lines = manifest.splitlines(True)
    for what, name, content, words in (
        ("marks of a merge", MANIFEST, "<<<<<<< ours\n" + manifest, "line 1 has the marks of an unfinished merge"),
        ("a cut end", MANIFEST, manifest[:-30], "pictures.manifest:%d" % len(lines)),
        ("a cut line end", MANIFEST, manifest[:-1], "the last line is cut off"),
        ("lines out of order", MANIFEST, "".join(reversed(lines)), "out of order"),
        ("a line twice", MANIFEST, lines[0] + manifest, "listed twice"),
        ("other line ends", MANIFEST, manifest.replace("\n", "\r\n"), "ends with CR LF"),
        ("something else", MANIFEST, "PNG\n", "does not have the form NAME HASH"),
        ("marks of a merge", TEXT, text + "<<<<<<< ours\n=======\n>>>>>>> theirs\n", "marks of an unfinished merge"),
        ("other line ends", TEXT, text.replace("\n", "\r\n", 1), "ends with CR LF"),
        ("nothing", TEXT, "", "it is empty"),
    ):
        with open(project.path(name), "w", encoding="utf-8", newline="") as file:
            file.write(content)
        outcome = project.run("verify")
        said = outcome.stdout + outcome.stderr
        if outcome.returncode != 5 or words not in said:
            yield "%s in %s: verify ends with %d and says %s" % (what, name, outcome.returncode, said)
        if project.run("doctor").returncode != 5:
            yield "%s in %s: doctor does not say so" % (what, name)
        project.write(MANIFEST, manifest)
        project.write(TEXT, text)
    project.run("reject", "--all", "--quiet")
    yield from foreign(project, manifest)


def deaf(project):
    """A browser that does not answer the first order for a picture is asked again, long before it is given up."""
    began = time.monotonic()
    outcome = project.run("verify", "--fresh", "-j", "1", browser=DEAF)
    if outcome.returncode != 0 or time.monotonic() - began > 50:
        yield "a deaf browser: verify ends with %d after %d s: %s" % (
            outcome.returncode, time.monotonic() - began, outcome.stdout + outcome.stderr)


def foreign(project, manifest):
    """A picture of somebody else is not accepted, and one among those that were kept is not shown."""
    project.replace("style/theme.json", '"meta": "13/18"', '"meta": "14/18"')
    project.run("verify", "--quiet")
    with open(project.path("Snapshots/look/thread/w600-light.png.pending"), "ab") as file:
        file.write(b"more")
    outcome = project.run("accept", "look/thread/w600-light")
    if outcome.returncode != 5 or "not the screenshot that the run took" not in outcome.stderr:
        yield "a foreign picture: accept ends with %d: %s" % (outcome.returncode, outcome.stderr)
    if project.read(MANIFEST) != manifest:
        yield "a foreign picture: the manifest was changed"
    old = manifest.splitlines()[0].split()[1]
    with open(project.path("Snapshots/.work/cache/%s.png" % old), "wb") as file:
        file.write(b"not a picture")
    shown = project.run("show", manifest.split()[0], "--format", "old", "-o", "old.png")
    if shown.returncode == 0 or os.path.exists(project.path("old.png")):
        yield "a foreign picture among those kept is shown"
    for name in os.listdir(project.path("Snapshots/.work/runs")):
        project.write("Snapshots/.work/runs/" + name, "not a run\n{")
    if project.run("list").returncode != 0:
        yield "list does not survive a damaged memory of the last run"
    project.replace("style/theme.json", '"meta": "14/18"', '"meta": "13/18"')
    outcome = project.run("verify", "--fresh")
    if outcome.returncode != 0:
        yield "after all damage was mended: %s" % (outcome.stdout + outcome.stderr)
