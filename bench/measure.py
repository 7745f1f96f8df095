"""Runs Atoll and the yardstick in turn and prints what each took. `run` builds both first."""

import argparse
import collections
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time

import corpus

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
CORPORA = os.path.join(HERE, "corpus")
YARDSTICK = os.path.join(HERE, ".build", "yardstick")
ATOLL = os.path.join(ROOT, ".build", "release", "atoll")
MANY = os.path.join(HERE, ".build", "release", "bench-many")

MEMORY_BAR = 2.2
LINEAR_BAR = 1.25
DUMP_MEMORY_BAR = 64

# A case is a corpus, a program, and its options; how often it runs by default; the most Atoll may take of the yardstick's
# wall time; and the case a tenth of its size that it has to be linear with. Everything has its default unless the name of the
# case says what it turns off. A page contains its own style sheet, or with `sheet` links to one that pages share.
Case = collections.namedtuple(
    "Case", "kind count pairs bar tenth program options threads to_file",
    defaults=(None, None, "render", (), 1, False))
SHARED_SHEET = ("--style-sheet", "/comments.css")
ANSI = ("--format", "ansi", "--color", "always")
TEXT = ("--format", "text")
FRAGMENT = ("--format", "fragment")
CASES = {
    "t1k": Case("thread", 1_000, 31, bar=1.2),
    "t1k-to-a-file": Case("thread", 1_000, 31, to_file=True),
    "t10k": Case("thread", 10_000, 15),
    "t100k": Case("thread", 100_000, 15, bar=0.65),
    "t1m": Case("thread", 1_000_000, 5, tenth="t100k"),
    "t100k-to-a-file": Case("thread", 100_000, 15, to_file=True),
    "t100k-without-json-ld": Case("thread", 100_000, 15, options=("--no-json-ld",)),
    "ansi100k": Case("thread", 100_000, 15, bar=1.3, options=ANSI),
    "text100k": Case("thread", 100_000, 15, bar=1.1, options=TEXT),
    "many2k": Case("many", 2_000, 21, bar=0.75, program="many"),
    "many2k-shared-sheet": Case("many", 2_000, 21, bar=0.65, program="many", options=SHARED_SHEET),
    "many2k-without-json-ld": Case("many", 2_000, 21, program="many", options=("--no-json-ld",)),
    "many50k-shared-sheet": Case("many", 50_000, 5, program="many", options=SHARED_SHEET),
    "batch50k": Case("many", 50_000, 5, bar=0.95, program="batch"),
    "batch50k-2-threads": Case("many", 50_000, 5, bar=0.5, program="batch", threads=2),
    "batch50k-fragment": Case("many", 50_000, 5, bar=0.75, program="batch", options=FRAGMENT),
    "batch50k-fragment-2-threads": Case(
        "many", 50_000, 5, bar=0.4, program="batch", options=FRAGMENT, threads=2),
    "dump100k": Case("dump", 100_000, 5, program="dump", threads=2),
    "dump1m": Case("dump", 1_000_000, 3, bar=2.5, program="dump", threads=2),
    "many200": Case("many", 200, 15, program="many"),
    "quick100k": Case("thread", 100_000, 5, tenth="t10k"),
}
FULL = ("t1k", "t100k", "ansi100k", "text100k", "many2k", "many2k-shared-sheet", "t1m")
BATCH = ("batch50k", "batch50k-2-threads", "batch50k-fragment", "batch50k-fragment-2-threads")
DUMP = ("dump1m",)
QUICK = ("t10k", "many200", "quick100k")

Run = collections.namedtuple("Run", "wall user sys rss output")


class Failed(Exception):
    """Something did not run, or not as it should."""


def dump_of(case):
    """The folder of a dump and what is in it; written when it is missing."""
    path = os.path.join(CORPORA, "dump-%d" % case.count)
    if not os.path.exists(path):
        print("writing %s" % os.path.relpath(path, ROOT), file=sys.stderr)
        part = path + ".part"
        command = [sys.executable, os.path.join(HERE, "dump.py"), str(case.count), part]
        written = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
        with open(path + ".stats", "w", encoding="utf-8") as file:
            json.dump({"comments": written["rows"], "threads": written["stories"]}, file)
        os.rename(part, path)
    with open(path + ".stats", encoding="utf-8") as file:
        stats = json.load(file)
    stats["bytes"] = sum(entry.stat().st_size for entry in os.scandir(path))
    return path, stats


def corpus_of(case):
    """The path of the case's corpus and what is in it; written when it is missing or outdated."""
    if case.kind == "dump":
        return dump_of(case)
    ending = "json" if case.kind == "thread" else "ndjson"
    path = os.path.join(CORPORA, "%s-%d.%s" % (case.kind, case.count, ending))
    try:
        with open(path + ".stats", encoding="utf-8") as file:
            stats = json.load(file)
        if stats["version"] == corpus.VERSION and os.path.getsize(path) == stats["bytes"]:
            return path, stats
    except (OSError, ValueError, KeyError):
        pass
    print("writing %s" % os.path.relpath(path, ROOT), file=sys.stderr)
    os.makedirs(CORPORA, exist_ok=True)
    command = [sys.executable, os.path.join(HERE, "corpus.py"), case.kind, str(case.count), path]
    subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
    with open(path + ".stats", encoding="utf-8") as file:
        return path, json.load(file)


def atoll_command(case, path, out):
    """Returns the command that renders the case, and whether it writes to standard output."""
    if case.program == "many":
        return [MANY, path, *case.options], True
    program = "batch" if case.program == "dump" else case.program
    command = [ATOLL, program, path, *case.options]
    if program == "batch":
        command += ["--threads", str(case.threads)]
    if case.program == "dump":
        return command + ["--store", out], False
    # To standard output, as the yardstick: with -o, Atoll also waits until the output is on the disk.
    return (command + ["-o", out], False) if case.to_file else (command, True)


def marks_of(case):
    """Returns bytes that the output contains once for each comment, and whether its lines are those of letters."""
    if "ansi" in case.options or "text" in case.options:
        # A line that begins with the author.
        return b" \xc2\xb7 ", True
    return b"<article", False


def run(command, to_stdout, out):
    """One whole process: its times, its peak memory and the size of what it wrote."""
    if not os.access(command[0], os.X_OK):
        raise Failed("%s is missing" % os.path.relpath(command[0], ROOT))
    if out != os.devnull and os.path.exists(out):
        os.remove(out)  # giving back the old pages is not part of the job
    with tempfile.TemporaryFile() as errors:
        wanted = out if to_stdout else os.devnull
        actions = [
            (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
            (os.POSIX_SPAWN_OPEN, 1, wanted, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644),
            (os.POSIX_SPAWN_DUP2, errors.fileno(), 2),
        ]
        start = time.perf_counter_ns()
        child = os.posix_spawn(command[0], command, os.environ, file_actions=actions)
        _, status, used = os.wait4(child, 0)
        wall = time.perf_counter_ns() - start
        if status != 0:
            errors.seek(0)
            said = errors.read()[-2000:].decode("utf-8", "replace").strip()
            raise Failed("%s: status %d: %s" % (" ".join(command), status, said))
    if not os.path.exists(out):
        raise Failed("%s: wrote nothing" % " ".join(command))
    written = 0 if out == os.devnull else os.path.getsize(out)
    unit = 1 if sys.platform == "darwin" else 1024
    return Run(wall / 1e6, used.ru_utime * 1e3, used.ru_stime * 1e3, used.ru_maxrss * unit, written)


def middle(runs, field):
    return statistics.median(getattr(each, field) for each in runs)


def measure(name, case, pairs, scratch):
    """Runs both in turn, prints a table, returns Atoll's and the yardstick's runs and the misses."""
    path, stats = corpus_of(case)
    size = stats["bytes"]
    # A store is a file.
    out = scratch or (path + ".db" if case.program == "dump" else os.devnull)
    atoll, to_stdout = atoll_command(case, path, out)
    yardstick = [YARDSTICK, path]
    if case.kind == "dump":
        names = ("archivedComments", "comments", "stories", "users")
        yardstick = [YARDSTICK, "--rows", *(os.path.join(path, name + ".ndjson") for name in names)]
    run(yardstick, True, out)
    run(atoll, to_stdout, out)
    theirs, ours = [], []
    for _ in range(pairs):
        theirs.append(run(yardstick, True, out))
        ours.append(run(atoll, to_stdout, out))

    print("\n%s: %s comments in %s thread%s, %.1f MB, %d pairs" % (
        name, format(stats["comments"], ","), format(stats["threads"], ","),
        "s" if stats["threads"] > 1 else "", size / 1e6, pairs))
    print("%12s %10s %10s %10s %12s %10s %10s" % (
        "", "wall ms", "user ms", "sys ms", "peak MB", "of input", "output MB"))
    for who, runs in (("yardstick", theirs), ("atoll", ours)):
        rss = middle(runs, "rss")
        print("%12s %10.1f %10.1f %10.1f %12.1f %10.2f %10.1f" % (
            who, middle(runs, "wall"), middle(runs, "user"), middle(runs, "sys"), rss / 1e6,
            rss / size, runs[0].output / 1e6))

    ratios = sorted(our.wall / their.wall for our, their in zip(ours, theirs))
    paired = statistics.median(ratios)
    print("%12s %10.3f of medians, %.3f median of pairs (%.3f-%.3f)" % (
        "wall ratio", middle(ours, "wall") / middle(theirs, "wall"), paired, ratios[0], ratios[-1]))
    misses = []
    if case.bar is not None:
        verdict(misses, name, "wall ratio", paired, case.bar)
    if case.kind == "dump":
        verdict(misses, name, "peak memory in MiB", middle(ours, "rss") / (1 << 20), DUMP_MEMORY_BAR)
    elif size > 20e6:  # below that, what any process needs is most of it
        verdict(misses, name, "peak memory / input", middle(ours, "rss") / size, MEMORY_BAR)
    sys.stdout.flush()
    return ours, theirs, misses


def verdict(misses, name, what, value, bar):
    held = value <= bar
    print("%12s %s %.3f, bar %.2f" % ("held" if held else "MISSED", what, value, bar))
    if not held:
        misses.append("%s: %s %.3f is over %.2f" % (name, what, value, bar))


def linearity(name, tenth, done):
    """Ten times the comments may cost little more than ten times the time."""
    misses = []
    print("\nlinear: %s against ten times %s" % (name, tenth))
    for which, who in ((1, "yardstick"), (0, "atoll")):
        value = middle(done[name][which], "wall") / (10 * middle(done[tenth][which], "wall"))
        if who == "atoll":
            verdict(misses, name, "growth", value, LINEAR_BAR)
        else:
            print("%12s growth %.3f" % (who, value))
    return misses


def occurrences(path, needle):
    """Returns the number of occurrences of `needle` in a file of any size."""
    found, kept = 0, b""
    with open(path, "rb") as file:
        while True:
            chunk = file.read(1 << 24)
            if not chunk:
                return found
            chunk = kept + chunk
            found += chunk.count(needle)
            kept = chunk[len(chunk) - len(needle) + 1:]


def samples(path, wanted):
    """Stretches of running text from comments all over the corpus, to be found in the page."""
    with open(path, encoding="utf-8") as file:
        comments = [each for line in file for each in json.loads(line)["comments"]]
    step = max(1, len(comments) // wanted)
    for comment in comments[::step]:
        # Markup is around addresses, and references replace active characters.
        if not corpus.ACTIVE.search(comment["body"]) and "http" not in comment["body"]:
            stretch = re.search(r"[A-Za-z ,]{20,80}", comment["body"])
            if stretch:
                yield stretch.group().strip().encode()


def verify(name, case, scratch):
    """Returns the faults of Atoll's output, which must hold every comment, so that a fast wrong answer cannot win."""
    path, stats = corpus_of(case)
    counted = subprocess.run([YARDSTICK, path, "count"], check=True, stdout=subprocess.PIPE)
    command, to_stdout = atoll_command(case, path, scratch)
    run(command, to_stdout, scratch)
    mark, is_letters = marks_of(case)
    articles = occurrences(scratch, mark)
    wrong = []
    if int(counted.stdout) != stats["comments"]:
        wrong.append("the yardstick counts %d comments" % int(counted.stdout))
    # A featured comment may stand at the head of the page and in its place, or be a mark only.
    expected = (stats["comments"], stats["comments"] + stats["featured"])
    if articles not in expected and not (is_letters and articles > expected[0]):
        wrong.append("the page has %d articles" % articles)
    if stats["bytes"] < 100e6:
        with open(scratch, "rb") as file:
            # Structured data repeats the texts.
            pages = [re.sub(rb'<script type="application/ld\+json">.*?</script>', b"", file.read(), flags=re.S)]
        # Letters come in lines, with rails before them.
        if is_letters:
            pages = [re.sub(rb"\x1b\[[0-9;]*m", b"", page) for page in pages]
            rails = rb"\n(?:[>|] |\xe2\x96\x8e |\xe2\x94\x82 | )*"
            pages = [re.sub(rails, b" ", page) for page in pages]
        lost = [text for text in samples(path, 100) if not all(text in page for page in pages)]
        if lost:
            wrong.append("text is lost: %r" % lost[:3])
    print("%s: %s comments: %s" % (
        name, format(stats["comments"], ","), "; ".join(wrong) if wrong else "all there"))
    sys.stdout.flush()
    return ["%s: %s" % (name, each) for each in wrong]


ALL_CORES = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else None


def pin(cpu, threads=1):
    """Keeps this process and all it starts on one core, as `taskset -c` does, unless there are several threads."""
    if ALL_CORES:
        os.sched_setaffinity(0, {cpu} if threads == 1 else ALL_CORES)


def arguments():
    parser = argparse.ArgumentParser(
        prog="script/bench", description="Measures Atoll against the yardstick, in turn.")
    parser.add_argument("--quick", action="store_true", help="small sizes, a few seconds")
    parser.add_argument("--batch", action="store_true", help="50,000 threads by atoll batch, 551 MB")
    parser.add_argument("--dump", action="store_true", help="a dump of 1,000,000 comments, 825 MB")
    parser.add_argument("--cases", help="comma-separated, of: " + ", ".join(CASES))
    parser.add_argument("--pairs", type=int, help="how often to run both")
    parser.add_argument("--null", action="store_true", help="write to /dev/null, not to a file")
    parser.add_argument("--cpu", type=int, help="the core to run on; the last one unless told")
    parser.add_argument("--check", action="store_true", help="exit 1 when a bar is missed")
    parser.add_argument(
        "--verify", action="store_true", help="do not measure: check that no comment is missing")
    parser.add_argument("--no-build", action="store_true", help="measure what is already built")
    given = parser.parse_args()
    names = given.cases.split(",") if given.cases else BATCH if given.batch else DUMP if given.dump else QUICK if given.quick else FULL
    for name in names:
        if name not in CASES:
            parser.error("no case %r; there are %s" % (name, ", ".join(CASES)))
    if given.pairs is not None and given.pairs < 1:
        parser.error("--pairs must be at least 1")
    return given, names


def main():
    given, names = arguments()
    for name in names:
        corpus_of(CASES[name])
    cpu = max(ALL_CORES) if given.cpu is None and ALL_CORES else given.cpu
    pin(cpu)
    scratch = os.path.join(CORPORA, "output-%d" % os.getpid())
    done, misses, failures = {}, [], []
    if not given.verify:
        where = "/dev/null" if given.null else "a file beside the corpus"
        print("core %s, output to %s, load %.2f" % (
            "any" if cpu is None else cpu, where, os.getloadavg()[0]))
    try:
        for name in names:
            case = CASES[name]
            pin(cpu, case.threads)
            try:
                if given.verify:
                    failures += verify(name, case, scratch)
                    continue
                pairs = given.pairs or case.pairs
                ours, theirs, missed = measure(name, case, pairs, None if given.null else scratch)
                done[name] = (ours, theirs)
                misses += missed
                if case.tenth in done:
                    misses += linearity(name, case.tenth, done)
            except (Failed, subprocess.CalledProcessError) as failure:
                failures.append("%s: %s" % (name, failure))
                print("\n%s: FAILED: %s" % (name, failure))
    finally:
        if os.path.exists(scratch):
            os.remove(scratch)
    for line in failures:
        print("bench: failed: %s" % line, file=sys.stderr)
    for line in misses:
        print("bench: bar missed: %s" % line, file=sys.stderr)
    return 1 if failures or (misses and given.check) else 0


if __name__ == "__main__":
    sys.exit(main())
