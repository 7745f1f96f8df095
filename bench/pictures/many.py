"""Measures verify with 200 cases of 4 variants: with all screenshots taken again, and with nothing changed."""
import json
import os
import subprocess
import sys
import tempfile
import time

CASES = 200
WORDS = "the reef keeps what the tide brings and the tide brings what the storm left of every thread".split()


def story(number):
    comments = []
    for index in range(12):
        body = " ".join(WORDS[(number * 7 + index * 3 + place) % len(WORDS)] for place in range(30))
        comment = {"id": str(index), "author": {"name": "Author %d" % (number + index)},
                   "createdAt": "2026-07-31T10:%02d:00Z" % index, "body": body}
        if index % 3:
            comment["parentId"] = str(index - 1)
        comments.append(comment)
    return {"atoll": 1, "story": {"id": "s%d" % number, "url": "https://example.com/a", "title": "A story"},
            "comments": comments}


def measure(atoll, folder, *words):
    start = time.perf_counter()
    status = subprocess.run([atoll, "snapshot", *words], cwd=folder, stdout=subprocess.DEVNULL).returncode
    return status, time.perf_counter() - start


def main():
    atoll = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory(prefix="atoll-many-") as folder:
        os.mkdir(folder + "/Snapshots")
        cases = []
        for number in range(CASES):
            with open("%s/%d.json" % (folder, number), "w", encoding="utf-8") as file:
                json.dump(story(number), file)
            cases.append({"id": "c%d" % number, "story": "%d.json" % number,
                          "options": ["--now", "2026-08-01T00:00:00Z"]})
        with open(folder + "/Snapshots/suite.json", "w", encoding="utf-8") as file:
            json.dump({"suite": "many", "widths": [390, 1200], "schemes": ["light", "dark"], "cases": cases}, file)
        measure(atoll, folder, "verify", "--quiet")
        measure(atoll, folder, "accept", "--all", "--quiet")
        for name, words in (("all screenshots", ["--fresh"]), ("nothing changed", [])):
            status, seconds = measure(atoll, folder, "verify", "--quiet", *words)
            print("%d cases, 4 variants each, %-16s %6.1f s%s" % (
                CASES, name, seconds, "" if status == 0 else ", but verify ends with %d" % status))


main()
