"""Counts the processor instructions of fixed runs of atoll, and compares them with bench/counts.json.

    script/bench --counts            exit code 1 if a case takes over 2 % more than the file says
    script/bench --counts --write    write the file anew; the commit says why a number has changed

Counts come from valgrind's callgrind. Unlike times they do not depend on how busy the machine is, and hardly
on the processor, so a test can compare them. They do depend on the compiler and the C library: the file says
which it was made with, and with others nothing is compared. Every case uses the default options unless its
name says what it turns off.
"""

import argparse
import json
import os
import platform
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
FILE = os.path.join(HERE, "counts.json")
# A case may take this much more than the file says.
TOLERANCE = 0.02

# The C library and nettle choose their code by the processor's features; these make the choice the same everywhere.
ENVIRONMENT = {
    "PATH": "/usr/bin:/bin",
    "HOME": "/nonexistent",
    "TZ": "UTC",
    "LC_ALL": "C.UTF-8",
    "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX512F,-AVX512VL,-AVX2_Usable,-ERMS,-FSRM",
    "NETTLE_FAT_OVERRIDE": "none",
    "SWIFT_DETERMINISTIC_HASHING": "1",
}
NOW = "2026-08-01T12:00:00Z"

# name: the corpus, its size, the command.
PAGE = "render {input} --now {now} -o {output}"
BATCH = "batch {input} --threads 1 --now {now} -o {output}"
CASES = {
    "start": (None, 0, "--version"),
    "page-of-1": ("thread", 1, PAGE),
    "page": ("thread", 1000, PAGE),
    "page-without-json-ld": ("thread", 1000, PAGE + " --no-json-ld"),
    "page-shared-sheet-without-json-ld": ("thread", 1000, PAGE + " --style-sheet /c.css --no-json-ld"),
    "page-10000": ("thread", 10000, PAGE),
    "fragment": ("thread", 1000, PAGE + " --format fragment"),
    "fragment-of-1": ("thread", 1, PAGE + " --format fragment"),
    "ansi": ("thread", 1000, PAGE + " --format ansi --color always"),
    "text": ("thread", 1000, PAGE + " --format text"),
    "mail": ("thread", 100, PAGE + " --format email"),
    "batch-200": ("many", 200, BATCH),
    "batch-2000": ("many", 2000, BATCH),
    "batch-200-without-json-ld": ("many", 200, BATCH + " --no-json-ld"),
    "batch-200-fragment": ("many", 200, BATCH + " --format fragment"),
    "batch-200-hashes": ("many", 200, BATCH + " --hashes"),
    "hostile-bodies": ("hostile", 0, PAGE),
}


def hostile_document():
    """A story whose bodies are shapes that cost parsers most."""
    shapes = [
        "*a" * 8000, "[" * 16000, "![a](" * 6000, "> " * 8000 + "a", "`" * 16000 + "a", "<a " * 8000,
        "&#" * 8000, "a_b" * 6000, "- " * 8000, "\\*" * 8000, "{{%|" * 4000, "http://" * 4000,
    ]
    comments = [{"id": i + 1, "author": "A", "body": body} for i, body in enumerate(shapes)]
    return json.dumps({"atoll": 1, "story": {"title": "Hostile"}, "comments": comments})


def write_input(kind, count, folder):
    path = os.path.join(folder, "%s-%d.json" % (kind, count))
    if os.path.exists(path):
        return path
    if kind == "hostile":
        with open(path, "w", encoding="utf-8") as file:
            file.write(hostile_document())
    else:
        command = [sys.executable, os.path.join(HERE, "corpus.py"), kind, str(count), path]
        subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
    return path


def words(name, folder):
    """Returns the arguments of a case, whose files are in a folder."""
    kind, size, command = CASES[name]
    return command.format(
        input=write_input(kind, size, folder) if kind else "", now=NOW,
        output=os.path.join(folder, "output")).split()


def run(atoll, name, folder, profile="/dev/null"):
    """Runs a case under callgrind, which writes its profile to a file. Returns the number of instructions."""
    process = subprocess.run(
        ["valgrind", "--tool=callgrind", "--demangle=no", "--callgrind-out-file=" + profile, atoll] + words(name, folder),
        env=ENVIRONMENT, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE, text=True)
    found = re.search(r"Collected : (\d+)", process.stderr)
    if process.returncode != 0 or not found:
        sys.exit("%s: exit code %d\n%s" % (name, process.returncode, process.stderr[-2000:]))
    return int(found.group(1))


def stripped(program, folder, name):
    """Returns the path of a copy without debug information, which valgrind cannot read here."""
    copy = os.path.join(folder, name)
    subprocess.run(["strip", "-o", copy, program], check=True)
    return copy


def toolchain():
    """Returns the names and versions of everything that counts depend on."""
    said = subprocess.run(["swift", "--version"], check=True, capture_output=True, text=True).stdout
    swift = re.search(r"Swift version [\d.]+", said)
    return ", ".join([platform.machine(), swift.group() if swift else "", *platform.libc_ver()])


def read_expected():
    """Returns the counts of the file, if they can be compared with those of this machine."""
    with open(FILE, encoding="utf-8") as file:
        recorded = json.load(file)
    if recorded["toolchain"] != toolchain():
        print("bench/counts.json is not compared: it was made with %s; this is %s" % (
            recorded["toolchain"], toolchain()))
        return {}
    return recorded["instructions"]


def main():
    parser = argparse.ArgumentParser(prog="script/bench --counts", description=__doc__.split("\n")[0])
    parser.add_argument("--atoll", default=os.path.join(ROOT, ".build", "release", "atoll"))
    parser.add_argument("--against", help="compare with this program instead of bench/counts.json")
    parser.add_argument("--write", action="store_true", help="write bench/counts.json")
    parser.add_argument("cases", nargs="*", metavar="CASE", help=", ".join(CASES))
    arguments = parser.parse_args()
    names = arguments.cases or list(CASES)
    unknown = [name for name in names if name not in CASES]
    if unknown:
        parser.error("no such case: " + ", ".join(unknown))
    expected = {}
    if not arguments.write and not arguments.against:
        expected = read_expected()
    counts, failures = {}, []
    with tempfile.TemporaryDirectory() as folder:
        atoll = stripped(arguments.atoll, folder, "atoll")
        other = stripped(arguments.against, folder, "other") if arguments.against else None
        for name in names:
            counts[name] = run(atoll, name, folder)
            if other:
                expected[name] = run(other, name, folder)
            if name not in expected:
                print("%-28s %14s" % (name, format(counts[name], ",")), flush=True)
                continue
            change = counts[name] / expected[name] - 1
            print("%-28s %14s %14s %+7.2f %%" % (
                name, format(counts[name], ","), format(expected[name], ","), 100 * change), flush=True)
            if change > TOLERANCE:
                failures.append(name)
    if arguments.write:
        with open(FILE, "w", encoding="utf-8") as file:
            json.dump({"toolchain": toolchain(), "instructions": counts}, file, indent=2)
            file.write("\n")
    if failures:
        sys.exit("over %d %% more instructions than before: %s; if that is meant, run script/bench --counts --write "
                 "and give the reason in the commit" % (100 * TOLERANCE, ", ".join(failures)))


if __name__ == "__main__":
    main()
