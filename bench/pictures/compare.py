"""Measures the tools with the same files, and prints a table of their best times."""
import shutil
import subprocess
import sys
import time

import blazediff

timer, folder = sys.argv[1:]
old, new, same = ("%s/%s.png" % (folder, name) for name in ("old", "new", "same"))


def ours(left, right):
    """Returns two times: including reading the file, as the other tools do, and without, because verify has the picture in memory."""
    done = subprocess.run([timer, left, right], check=True, stdout=subprocess.PIPE)
    return [int(it) / 1000 for it in done.stdout.split()[:2]]


def best(action, rounds):
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        action()
        times.append((time.perf_counter() - start) * 1000)
    return min(times)


def blaze(left, right):
    compare = getattr(blazediff, "compare", None) or blazediff.diff
    return best(lambda: compare(left, right), 15)


def magick(left, right):
    if not shutil.which("compare"):
        return None
    command = ["compare", "-metric", "AE", left, right, "null:"]
    return best(lambda: subprocess.run(command, stderr=subprocess.DEVNULL), 3)


def shown(value):
    return "-" if value is None else "%.2f ms" % value


identical, different = ours(old, same), ours(old, new)
theirs = blaze(old, same), blaze(old, new)
print("%-26s %12s %12s" % ("", "identical", "different"))
for name, times in (("atoll", (identical[0], different[0])),
                    ("atoll, picture in memory", (identical[1], different[1])),
                    ("blazediff", theirs),
                    ("ImageMagick compare", (magick(old, same), magick(old, new)))):
    print("%-26s %12s %12s" % (name, shown(times[0]), shown(times[1])))
print("ratio to blazediff, different: %.2f" % (different[0] / theirs[1]))
