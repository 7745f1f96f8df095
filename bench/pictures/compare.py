"""Times the tools on the same files, best of several, and prints a table."""
import shutil
import subprocess
import sys
import time

import blazediff

atoll, folder = sys.argv[1:]
old, new, same = ("%s/%s.png" % (folder, name) for name in ("old", "new", "same"))


def ours(left, right):
    said = subprocess.run([atoll, "--time-pictures", left, right], check=True, stdout=subprocess.PIPE)
    return int(said.stdout.split()[0]) / 1000


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


print("%-24s %12s %12s" % ("", "identical", "different"))
for name, tool in (("atoll", ours), ("blazediff", blaze), ("ImageMagick compare", magick)):
    print("%-24s %12s %12s" % (name, shown(tool(old, same)), shown(tool(old, new))))
print("ratio to blazediff, different: %.2f" % (ours(old, new) / blaze(old, new)))
