"""Compares the results of the recipes for Spark, with workers that fail, with those of one machine."""
import argparse
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

import render

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
WORK = ROOT / ".build" / "spark"
ATOLL = os.environ["ATOLL"]
FAULTY = HERE / "faulty"
FORMAT = "--format fragment"
# Spark reads all rows of the large story, but its output is limited: the complete output would be one line of 200 MB.
GIANT_FORMAT = FORMAT + " --max-comments 20000"
HANG_SECONDS = 3

DRIVERS = ("sql", "python")
# The results must be complete in spite of these faults. The whole dump is rendered with them.
SURVIVED = ("none", "kill-once")
# The same, with a smaller dump.
SURVIVED_SMALL = ("noisy",)
# The job must fail, and its error must contain these words, or those of MESSAGES for one driver.
DETECTED = {
    "exit": "", "kill": "", "early": "", "short": "", "lost": "", "forgotten": "stories have results",
    "hang": "", "utf8": "", "torn": "", "mixed": "different versions",
}
MESSAGES = {("exit", "python"): "out of luck", ("hang", "python"): "it was idle for %d seconds" % HANG_SECONDS}
FAULTS = SURVIVED + SURVIVED_SMALL + tuple(DETECTED)
# script/spark/faulty damages the result after this number, or passes on this number of rows.
DAMAGED_RESULT, ROWS_READ = 40, 2000

# Fields of a result that depend on how the dump was split: its number in the piece, and the hash of its rows (`in`),
# because here users and stories are among the rows, while on one machine they come from files.
PIECE_FIELDS = re.compile(rb'^(\{"v":1,"key":(?:null|"(?:[^"\\]|\\.)*")),"seq":\d+(,"ok":true(,"in":"\w+")?)?')
# A row that cannot be used is named by its number in the story, or by its line in the dump.
UNUSABLE_ROW = re.compile(rb'("code":"(?:unusable-row|no_key)")[^}]*')
# Only the workers of Spark write hashes.
OUTPUT_HASH = re.compile(rb',"out":"[0-9a-f]{64}"')


def summary(lines):
    """Returns the number of results in the lines, and a digest that does not depend on pieces or their order."""
    digests = []
    for line in lines:
        if line.startswith(b'{"trailer":'):
            continue
        line, count = PIECE_FIELDS.subn(rb"\1", line.rstrip(b"\n"))
        assert count == 1, line[:200]
        line = OUTPUT_HASH.sub(b"", UNUSABLE_ROW.sub(rb"\1", line))
        digests.append(hashlib.sha256(line).digest())
    digests.sort()
    return len(digests), hashlib.sha256(b"".join(digests)).hexdigest()


def read_lines(folder, names="part-*"):
    for path in sorted(pathlib.Path(folder).glob(names)):
        with open(path, "rb") as file:
            yield from file


def worker_options(folder, form=FORMAT):
    """Returns the options of the workers. The settings of the site are one row, which they join from a file."""
    return "%s --join %s" % (form, folder / "tenants.ndjson")


def make_dump(name, *arguments):
    """Generates a dump, unless it exists already, and returns its folder."""
    folder = WORK / name
    if not folder.exists():
        part = WORK / (name + ".part")
        shutil.rmtree(part, ignore_errors=True)
        subprocess.run(
            [sys.executable, ROOT / "bench" / "dump.py", *map(str, arguments), part], check=True,
            stdout=subprocess.DEVNULL)
        part.rename(folder)
    return folder


def one_machine_summary(folder, form=FORMAT):
    """Returns the summary of the results for a dump on one machine."""
    start = time.monotonic()
    out = WORK / "one-machine.ndjson"
    subprocess.run(
        [ATOLL, "batch", folder, "--hashes", "--max-errors", "100%", "-o", out, *form.split()], check=True)
    found = summary(read_lines(WORK, out.name))
    out.unlink()
    print("%s: %d results on one machine in %.1f s" % (folder.name, found[0], time.monotonic() - start), flush=True)
    return found


class Job:
    """One dump in one Spark session, which is rendered again and again."""

    def __init__(self, spark, folder, form):
        self.spark = spark
        self.count = 0
        self.settings = {
            "dump": str(folder), "options": worker_options(folder, form), "maxFailures": "0"}
        render.prepare(spark, self.settings)
        # Workers get sorted rows, so all runs can share them.
        spark.sql("CACHE TABLE sorted OPTIONS ('storageLevel' 'DISK_ONLY')")

    def check_partitions(self):
        """Raises an exception if a fault could not happen in every partition."""
        partitions = self.spark.sql(
            "SELECT count(DISTINCT key) AS stories, count(*) AS rows FROM sorted GROUP BY spark_partition_id()").collect()
        if len(partitions) < 2:
            raise AssertionError("one partition has all rows, so that workers cannot differ; increase --fault-rows")
        if min(it.stories for it in partitions) <= DAMAGED_RESULT or min(it.rows for it in partitions) <= ROWS_READ:
            raise AssertionError("the partitions are too small for the faults; increase --fault-rows: %s" % partitions)

    def run(self, driver, fault):
        """Returns the summary of the results. Raises an exception if the job fails."""
        self.count += 1
        marks = WORK / ("marks-%d" % self.count)
        marks.mkdir()
        out = WORK / ("out-%d" % self.count)
        worker = "%s %s %s %s" % (FAULTY, fault, marks, ATOLL)
        timeout = HANG_SECONDS if fault == "hang" else 600
        settings = {**self.settings, "out": str(out)}
        try:
            if driver == "python":
                render.render_stories(self.spark, {**settings, "atoll": worker}, timeout)
            else:
                settings["atoll"] = "timeout -k 1 %d %s" % (timeout, worker)
                render.execute(self.spark, settings, render.statements()[1])
            return summary(read_lines(out))
        finally:
            shutil.rmtree(out, ignore_errors=True)
            shutil.rmtree(marks)

    def close(self):
        self.spark.catalog.clearCache()


def reason(error):
    """Returns the line of a Spark exception that contains the reason."""
    text = str(error)
    found = re.search(r"WorkerFailed: (.*)|USER_RAISED_EXCEPTION\] (.*?) SQLSTATE|IOException: (.*)", text)
    return next(filter(None, found.groups()), "") if found else text.strip().split("\n")[0]


def check(job, expected, driver, fault):
    """Runs a job with a fault, prints the outcome, and returns whether the outcome is right."""
    start = time.monotonic()
    try:
        found = job.run(driver, fault)
        outcome = "complete" if found == expected else "WRONG"
        is_right = fault not in DETECTED and found == expected
        details = "%d results" % found[0]
    except Exception as error:
        outcome, details = "detected", reason(error)
        words = MESSAGES.get((fault, driver), DETECTED.get(fault))
        is_right = words is not None and words in str(error)
    print("  %-6s  %-10s  %-8s  %5.1f s  %s%s" % (
        driver, fault, outcome, time.monotonic() - start, details[:110], "" if is_right else "   FAILED"), flush=True)
    return is_right


def check_script(folder):
    """Runs recipes/spark/render, and returns whether it publishes complete results only, and leaves no other files."""
    out, cwd = WORK / "published", WORK / "cwd"
    for old in (out, cwd):
        shutil.rmtree(old, ignore_errors=True)
    cwd.mkdir()
    marks = WORK / "marks"
    marks.mkdir(exist_ok=True)
    expected = one_machine_summary(folder)
    is_right, published, runs = True, None, []
    for driver, fault, words in (
        ("sql", "none", ""), ("sql", "lost", " were received"), ("sql", "missing", "the worker does not run: "),
        ("python", "none", ""),
    ):
        start = time.monotonic()
        worker = "/nowhere/atoll" if fault == "missing" else "%s %s %s %s" % (FAULTY, fault, marks, ATOLL)
        settings = {
            "DRIVER": driver, "ATOLL": worker,
            "SPARK_ARGS": "--master local[2] --driver-memory 1g "
            "--conf spark.sql.shuffle.partitions=2 --conf spark.ui.enabled=false"}
        done = subprocess.run(
            [ROOT / "recipes" / "spark" / "render", folder, out, *worker_options(folder).split()],
            env={**os.environ, **settings}, cwd=cwd, capture_output=True, text=True)
        current = out / "CURRENT"
        run = current.read_text().strip() if current.exists() else None
        if fault == "none":
            passes = done.returncode == 0 and run != published and (
                summary(read_lines(out / "runs" / run)) == expected) and "Exception" not in done.stderr
            published = run
            runs.append(run)
        else:
            passes = done.returncode != 0 and run == published and words in done.stderr
        # A failed run is removed, and Spark leaves no files in the working folder.
        passes = passes and sorted(runs) == sorted(path.name for path in (out / "runs").iterdir())
        passes = passes and not list(cwd.iterdir())
        is_right = is_right and passes
        print("  %-6s  %-10s  %-8s  %5.1f s%s" % (
            driver, fault, "published" if done.returncode == 0 else "refused", time.monotonic() - start,
            "" if passes else "   FAILED\n" + done.stdout[-3000:] + done.stderr[-6000:]), flush=True)
    return is_right


def start_session():
    from pyspark.sql import SparkSession

    return (
        SparkSession.builder.master("local[2,2]").appName("check")
        .config("spark.driver.memory", "1g").config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false").config("spark.sql.shuffle.partitions", "6")
        # Otherwise the partitions of a small dump would be merged.
        .config("spark.sql.adaptive.coalescePartitions.enabled", "false")
        .config("spark.local.dir", str(WORK / "scratch")).config("spark.log.level", "OFF")
        .config("spark.sql.warehouse.dir", str(WORK / "warehouse")).getOrCreate())


def check_dump(spark, folder, form, faults):
    """Renders a dump with each fault and each driver, and returns whether all outcomes are right."""
    expected = one_machine_summary(folder, form)
    job = Job(spark, folder, form)
    if set(faults) - set(SURVIVED):
        job.check_partitions()
    outcomes = [check(job, expected, driver, fault) for fault in faults for driver in DRIVERS]
    job.close()
    return all(outcomes)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=200_000, help="comments of the dump that is rendered without lasting faults")
    parser.add_argument("--fault-rows", type=int, default=60_000, help="comments of the dump for all other faults")
    parser.add_argument("--giant", type=int, default=300_000, help="comments of the large story")
    parser.add_argument(
        "--only", choices=(*FAULTS, "render"), metavar="FAULT", help="one fault, or render: the script of the recipe")
    given = parser.parse_args()
    WORK.mkdir(parents=True, exist_ok=True)
    for old in [*WORK.glob("out-*"), *WORK.glob("marks*")]:
        shutil.rmtree(old)
    outcomes = []
    spark = start_session()
    try:
        for name, arguments, form, faults in (
            ("rows-%d" % given.rows, (given.rows,), FORMAT, SURVIVED),
            ("rows-%d" % given.fault_rows, (given.fault_rows,), FORMAT, SURVIVED_SMALL + tuple(DETECTED)),
            ("giant-%d" % given.giant, (2000, "--giant", given.giant), GIANT_FORMAT, ("none",)),
        ):
            faults = [fault for fault in faults if given.only in (None, fault)]
            if faults:
                outcomes.append(check_dump(spark, make_dump(name, *arguments), form, faults))
    finally:
        spark.stop()
    if given.only in (None, "render"):
        print("recipes/spark/render:", flush=True)
        outcomes.append(check_script(make_dump("rows-3000", 3000)))
    return 0 if all(outcomes) else 1


if __name__ == "__main__":
    sys.exit(main())
