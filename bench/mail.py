"""Compares the times of Atoll for a mail and of css-inline for the styles of the same mail. `bench/mail` builds both."""

import json
import os
import re
import statistics
import subprocess
import sys
import time

import css_inline

BAR = 0.4
TIMES = 301
# glibc keeps as much freed memory as in `atoll batch`, which writes many mails.
MEMORY = {"MALLOC_MMAP_THRESHOLD_": str(1 << 20), "MALLOC_TRIM_THRESHOLD_": str(4 << 20)}
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def sheet():
    """Returns the style sheet of mails with resolved tokens."""
    with open(os.path.join(ROOT, "Styles/plain/email.css"), encoding="utf-8") as file:
        css = re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S)
    with open(os.path.join(ROOT, "Styles/ign/theme.json"), encoding="utf-8") as file:
        light = json.load(file)["light"]
    return re.sub(r"var\(--atoll-([a-z0-9-]+)\)", lambda it: light.get(it.group(1), "0"), css)


def plain(html):
    """Returns the mail with a style element instead of inline styles."""
    html = re.sub(r"<style>.*?</style>", "", html, flags=re.S)
    html = re.sub(r' (?:style|bgcolor)="[^"]*"', "", html)
    return html.replace("</head>", "<style>%s</style></head>" % sheet(), 1)


def main():
    atoll, bench, story = sys.argv[1:]
    html = subprocess.run(
        [atoll, "render", "-q", story, "--format", "email-html", "--max-email-bytes", "0"],
        check=True, stdout=subprocess.PIPE).stdout.decode()
    source = plain(html)
    inliner = css_inline.CSSInliner()
    durations = []
    for _ in range(TIMES):
        start = time.perf_counter_ns()
        inliner.inline(source)
        durations.append((time.perf_counter_ns() - start) / 1000)
    theirs = statistics.median(durations)
    ours = int(subprocess.run([bench, story, str(TIMES)], check=True, stdout=subprocess.PIPE,
                              env=dict(os.environ, **MEMORY)).stdout)
    print("css-inline, styles alone   %8.0f µs" % theirs)
    print("Atoll, the whole message   %8.0f µs" % ours)
    ratio = ours / theirs
    print("%s ratio %.2f, bar %.2f" % ("held" if ratio <= BAR else "MISSED", ratio, BAR))
    sys.exit(0 if ratio <= BAR else 1)


main()
