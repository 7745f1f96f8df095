"""Counts the processor instructions of fixed runs of atoll, and compares them with bench/counts.json.

    script/bench --counts            exit code 1 if a case takes over 2 % more than the file says
    script/bench --counts --write    write the file anew; the commit says why a number has changed

Counts come from valgrind's callgrind. Unlike times they do not depend on how busy the machine is, and hardly
on the processor, so a test can compare them. Every case uses the default options unless its name says
what it turns off.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
FILE = os.path.join(HERE, "counts.json")
# A case may take this much more than the file says.
TOLERANCE = 0.02

# The C library and libcrypto choose their code by the processor's features; these make the choice the same everywhere.
ENVIRONMENT = {
    "PATH": "/usr/bin:/bin",
    "HOME": "/nonexistent",
    "TZ": "UTC",
    "LC_ALL": "C.UTF-8",
    "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX512F,-AVX512VL,-AVX2_Usable,-ERMS,-FSRM",
    "OPENSSL_ia32cap": "0:0",
}
NOW = "2026-08-01T12:00:00Z"

# name: the corpus, its size, the command.
CASES = {
    "start": (None, 0, "--version"),
    "page-of-1": ("thread", 1, "render {input} --now {now} -o {output}"),
    "page": ("thread", 1000, "render {input} --format page --now {now} -o {output}"),
    "page-linked-without-json-ld": (
        "thread", 1000, "render {input} --format page --now {now} --style-sheet /c.css --no-json-ld -o {output}"),
    "page-10000": ("thread", 10000, "render {input} --format page --now {now} -o {output}"),
    "fragment": ("thread", 1000, "render {input} --format fragment --now {now} -o {output}"),
    "ansi": ("thread", 1000, "render {input} --format ansi --color always --now {now} -o {output}"),
    "text": ("thread", 1000, "render {input} --format text --now {now} -o {output}"),
    "mail": ("thread", 100, "render {input} --format email --now {now} -o {output}"),
    "batch-page": ("many", 200, "batch {input} --threads 1 --format page --now {now} -o {output}"),
    "batch-fragment": ("many", 200, "batch {input} --threads 1 --format fragment --now {now} -o {output}"),
    "hostile-bodies": ("hostile", 0, "render {input} --format page --now {now} -o {output}"),
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


def count(atoll, name, folder):
    """Returns the instructions of one run of a case."""
    kind, size, command = CASES[name]
    words = command.format(
        input=write_input(kind, size, folder) if kind else "", now=NOW,
        output=os.path.join(folder, "output")).split()
    process = subprocess.run(
        ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", atoll] + words,
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
        with open(FILE, encoding="utf-8") as file:
            expected = json.load(file)
    counts, failures = {}, []
    with tempfile.TemporaryDirectory() as folder:
        atoll = stripped(arguments.atoll, folder, "atoll")
        other = stripped(arguments.against, folder, "other") if arguments.against else None
        for name in names:
            counts[name] = count(atoll, name, folder)
            if other:
                expected[name] = count(other, name, folder)
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
            json.dump(counts, file, indent=2)
            file.write("\n")
    if failures:
        sys.exit("over %d %% more instructions than before: %s; if that is meant, run script/bench --counts --write "
                 "and give the reason in the commit" % (100 * TOLERANCE, ", ".join(failures)))


main()
