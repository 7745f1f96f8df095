#!/usr/bin/env python3
"""Measures every line of every demo and fixture with PyPI's wcwidth. No line may be wider than requested.

    Tests/EndToEnd/widths/widths.py ATOLL FILE...
"""

import re
import subprocess
import sys

import wcwidth

SEQUENCE = re.compile("\x1b\\[[0-9;]*m|\x1b\\]8;[^\x1b]*\x1b\\\\")
OPTIONS = [
    ["--format", "ansi", "--color", "always", "--hyperlinks", "always"],
    ["--format", "ansi", "--color", "never", "--ambiguous-width", "2", "--spoilers", "show"],
    ["--format", "ansi", "--color", "always", "--locale", "ja", "--spoilers", "show"],
    *[["--format", "ansi", "--color", "never", "--locale", tag] for tag in ("he", "hi", "ko", "zh-Hans", "qps")],
    ["--format", "text"],
    ["--format", "text", "--flowed", "--locale", "ar"],
    ["--format", "text", "--ascii", "--spoilers", "show"],
]
WIDTHS = [20, 40, 72, 80, 120, 200]


def main():
    atoll, files = sys.argv[1], sys.argv[2:]
    lines, wide = 0, []
    for path in files:
        for options in OPTIONS:
            ambiguous = 2 if "--ambiguous-width" in options else 1
            for width in WIDTHS:
                command = [atoll, "render", "-q", path, "--width", str(width)] + options
                out = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
                for line in out.decode("utf-8").split("\n"):
                    lines += 1
                    found = wcwidth.wcswidth(
                        SEQUENCE.sub("", line), ambiguous_width=ambiguous)
                    if not 0 <= found <= width:
                        wide.append("%s %s --width %d: %d: %s" % (
                            path, " ".join(options), width, found, line))
    for line in wide[:20]:
        print(line)
    print("%d lines measured by wcwidth %s, %d too wide" % (lines, wcwidth.__version__, len(wide)))
    return 1 if wide else 0


if __name__ == "__main__":
    sys.exit(main())
