#!/usr/bin/env python3
"""Measures the processor time and the memory of `atoll digest --campaign`.

    digest.py ATOLL STORIES READERS

Half of the readers have an account of an author, nine of ten a last visit, after which at most a tenth of the comments are. Exits
with 1 if a mail takes more than 20 ms of processor time, or the process more than 64 MiB.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile

MOST_MILLISECONDS = 20
MOST_MEBIBYTES = 64


def authors_and_times(path):
    authors, times = set(), []
    for line in open(path, encoding="utf-8"):
        for comment in json.loads(line)["comments"]:
            if comment.get("author", {}).get("id"):
                authors.add(comment["author"]["id"])
            times.append(comment["createdAt"])
    return sorted(authors), sorted(times)


def write_readers(file, count, authors, times):
    for number in range(count):
        reader = {"to": f"reader-{number}@example.com"}
        if number % 10:
            # Between none and a tenth of all comments are new.
            reader["since"] = times[-1 - number * 7919 % (len(times) // 10)]
        if authors and number % 2:
            reader["author"] = authors[number * 104729 % len(authors)]
        file.write(json.dumps(reader) + "\n")
    file.flush()


def main():
    atoll, stories, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    with tempfile.NamedTemporaryFile("w", suffix=".ndjson") as readers, tempfile.TemporaryFile() as output:
        write_readers(readers, count, *authors_and_times(stories))
        subprocess.run(
            [atoll, "digest", stories, "--campaign", "bench", "--recipients", readers.name, "-f", "email",
             "--mail-from", "news@example.com", "--now", "2026-08-01"],
            stdout=output, check=True)
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        output.seek(0)
        results = [json.loads(line) for line in output]
    mails = [result["output"] for result in results if "output" in result]
    if results[-1]["trailer"]["out"] != count or results[-1]["trailer"]["bad"]:
        sys.exit(f"digest.py: not all mails were written: {results[-1]}")
    milliseconds = (usage.ru_utime + usage.ru_stime) * 1000 / max(1, len(mails))
    mebibytes = usage.ru_maxrss / 1024
    comments = results[-1]["trailer"]["comments"]
    print(f"{os.path.getsize(stories) / 1e6:.1f} MB of stories, {count} readers, {len(mails)} mails with {comments / max(1, len(mails)):.1f} "
          f"comments and {sum(map(len, mails)) / max(1, len(mails)) / 1000:.1f} kB: {milliseconds:.2f} ms of processor time a mail, {mebibytes:.0f} MiB")
    if milliseconds > MOST_MILLISECONDS or mebibytes > MOST_MEBIBYTES:
        sys.exit(f"digest.py: the bars are {MOST_MILLISECONDS} ms and {MOST_MEBIBYTES} MiB")


main()
