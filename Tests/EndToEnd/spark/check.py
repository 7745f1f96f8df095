"""Compares the results of the recipes for Spark, with workers that fail, with those of one machine."""
import argparse
import base64
import contextlib
import hashlib
import os
import pathlib
import re
import shlex
import shutil
import sqlite3
import subprocess
import sys
import time

import render
import rows

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
WORK = ROOT / ".build" / "spark"
ATOLL = os.environ["ATOLL"]
FAULTY = HERE / "faulty"
FORMAT = ("--format", "fragment")
# Spark reads all rows of the large story, but its output is limited: the complete output would be one line of 200 MB.
GIANT_FORMAT = (*FORMAT, "--max-comments", "20000")
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
# Tests/EndToEnd/spark/faulty damages the result after this number, or passes on this number of rows.
DAMAGED_RESULT, ROWS_READ = 40, 2000


def atoll(*arguments, **settings):
    """Runs atoll and returns what it prints."""
    return subprocess.run([ATOLL, *map(str, arguments)], check=True, stdout=subprocess.PIPE, **settings).stdout


def stored(store):
    """Returns the number of stories of a store, and a digest of them and their outputs, which is that of an export."""
    with contextlib.closing(sqlite3.connect(store)) as database:
        stories = database.execute(
            "SELECT key, hash, comments, title, url, latest FROM story ORDER BY key").fetchall()
        people = database.execute("SELECT author, name FROM person ORDER BY author, name").fetchall()
    return len(stories), hashlib.sha256(repr((stories, people)).encode()).hexdigest()


def loaded(results, store=None, *options):
    """Returns the same for the results of a job, loaded into a store."""
    store = store or new_store("loaded")
    atoll("store", "load", store, results, "--no-sync", "--max-line", 1 << 30, *options)
    return stored(store)


def new_store(name):
    path = WORK / (name + ".db")
    for old in WORK.glob(name + ".db*"):
        old.unlink()
    return path


def worker_options(folder, form=FORMAT):
    """Returns the options of the workers. The settings of the site are one row, which they join from a file."""
    return [*form, "--join", str(folder / "tenants.ndjson")]


def encoded(words):
    """Returns words for a shell as render.sql takes them."""
    return base64.b64encode(shlex.join(words).encode()).decode()


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


def on_one_machine(folder, form=FORMAT, store=None):
    """Returns the stories of a dump that one machine renders, without Spark."""
    start = time.monotonic()
    store = store or new_store("one-machine")
    atoll("batch", folder, "--store", store, "--no-sync", "--max-errors", "100%", *form)
    found = stored(store)
    print("%s: %d stories on one machine in %.1f s" % (folder.name, found[0], time.monotonic() - start), flush=True)
    return found


class Job:
    """One dump in one Spark session, which is rendered again and again."""

    def __init__(self, spark, folder, form):
        self.spark = spark
        self.count = 0
        self.options = worker_options(folder, form)
        self.settings = render.input_settings(str(folder))
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
        worker = [str(FAULTY), fault, str(marks), ATOLL]
        timeout = HANG_SECONDS if fault == "hang" else 600
        settings = {**self.settings, "out": str(out)}
        try:
            if driver == "python":
                render.render_stories(self.spark, settings, worker, self.options, timeout)
            else:
                settings["atoll"] = encoded(["timeout", "-k", "1", str(timeout), *worker])
                settings["options"] = encoded(self.options)
                render.execute(self.spark, settings, render.statements()[1])
            return loaded(out)
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
        details = "%d stories" % found[0]
    except Exception as error:
        outcome, details = "detected", reason(error)
        words = MESSAGES.get((fault, driver), DETECTED.get(fault))
        is_right = words is not None and words in str(error)
    print("  %-6s  %-10s  %-8s  %5.1f s  %s%s" % (
        driver, fault, outcome, time.monotonic() - start, details[:110], "" if is_right else "   FAILED"), flush=True)
    return is_right


def run_recipe(name, dump, out, options, driver="sql", spark=(), **settings):
    """Runs recipes/spark/render in a folder that has to stay empty, and returns its outcome."""
    cwd = WORK / "cwd"
    shutil.rmtree(cwd, ignore_errors=True)
    cwd.mkdir()
    start = time.monotonic()
    master = spark or ("--master", "local[2]", "--driver-memory", "1g")
    done = subprocess.run(
        [ROOT / "recipes" / "spark" / "render", dump, out, *master, "--conf", "spark.sql.shuffle.partitions=2",
         "--conf", "spark.ui.enabled=false", "--", *options],
        env={**os.environ, "DRIVER": driver, **settings}, cwd=cwd, capture_output=True, text=True)
    is_clean = not list(cwd.iterdir()) or bool(spark)
    print("  %-6s  %-18s  %-8s  %5.1f s%s" % (
        driver, name, "complete" if done.returncode == 0 else "refused", time.monotonic() - start,
        "" if is_clean else "   LEFT FILES"), flush=True)
    if done.returncode:
        print(done.stderr[-3000:], file=sys.stderr)
    return done if is_clean else None


def check_recipe():
    """Runs the recipe as users do, and returns whether its results make the same store as one machine."""
    dump = make_dump("rows-3000", 3000)
    # A path with characters that have a meaning in a shell.
    spaced = WORK / "a folder; with spaces $(x)"
    shutil.rmtree(spaced, ignore_errors=True)
    shutil.copytree(dump, spaced)
    options = worker_options(spaced)
    expected = on_one_machine(dump)
    out = WORK / "results"
    outcomes = []
    cluster = ("--master", "local-cluster[2,1,1024]", "--executor-memory", "1g", "--conf", "spark.executorEnv.LC_ALL=C.UTF-8")
    for name, driver, spark in (("cluster", "sql", cluster), ("local", "python", ())):
        done = run_recipe(name, dump, out, options, driver, spark)
        outcomes.append(done is not None and done.returncode == 0 and loaded(out) == expected)
    outcomes += [check_missing(dump, out), check_changes(spaced, out, options), check_rows(out)]
    return all(outcomes)


# Pairs of a dump and results, in a folder with the dump d, the link `link` to it, and other: which of them Spark must not get.
REFUSED_PATHS = [
    "d d", "./d d", "d ./d/", "d link", "link d", "{here}/d d", "file:{here}/d d", "d file://{here}/d", "d/x d", "d .", "d /", "d other/../d",
    "d d/users", "d d/comments-new", "d link/stories/x", "hdfs://nn:8020/data/d hdfs://nn/data", "hdfs:///data/d hdfs://nn/data//",
    "hdfs://nn/data/d /data", "s3a://b/x//y/ s3://b/x", "s3://b/x s3://b", "webhdfs://nn:9870/d hdfs://nn:8020/d", "/data/d HDFS:///data",
    "file:///data/d /data", "/data/d s3://bucket/data"]
ACCEPTED_PATHS = ["d other", "d dd", "d d/results", "file:/elsewhere/d d", "s3a://b/x s3a://c/x", "hdfs://nn/data /other", "hdfs://nn/d s3://nn2/d",
                  "file:///data/d s3://bucket/data", "file:///data/d hdfs://nn/data", "file:///data/d hdfs:///data", "hdfs://nn:8020/d s3://nn/d"]


def check_paths():
    """Returns whether the recipe overwrites no dump, however its path is written. The Spark that it starts only says that it runs."""
    folder = WORK / "paths"
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "bin").mkdir(parents=True)
    (folder / "d").mkdir()
    (folder / "link").symlink_to("d")
    (folder / "bin" / "spark-sql").write_text("#!/bin/sh\necho started\n")
    (folder / "bin" / "spark-sql").chmod(0o755)
    wrong = []
    for pairs, outcome in ((REFUSED_PATHS, (64, "")), (ACCEPTED_PATHS, (0, "started\n"))):
        for pair in pairs:
            done = subprocess.run(
                [ROOT / "recipes" / "spark" / "render", *pair.format(here=folder).split()], cwd=folder,
                env={**os.environ, "SPARK_HOME": str(folder)}, capture_output=True, text=True)
            if (done.returncode, done.stdout) != outcome:
                wrong.append(pair)
    print("  %d pairs of paths%s" % (len(REFUSED_PATHS + ACCEPTED_PATHS), "   WRONG: %s" % wrong if wrong else ""), flush=True)
    return not wrong


def check_missing(dump, out):
    """Returns whether a worker that is not there is reported, and old results are not taken for new ones."""
    done = run_recipe("missing", dump, out, [], ATOLL="/nowhere/atoll")
    return done is not None and done.returncode != 0 and "the worker does not run: " in done.stderr


def check_changes(folder, out, options):
    """Returns whether results since a moment, read from Parquet, bring a store to the state of the whole dump."""
    from pyspark.sql import SparkSession

    store = new_store("changes")
    on_one_machine(folder, store=store)
    rows = [row for row in (folder / "comments.ndjson").read_text().split("\n") if row.startswith('{') and '"body":' in row]
    new = re.sub(r'"createdAt":\{"\$date":"[^"]*"\}', '"createdAt":{"$date":"2040-01-01T00:00:00Z"}', rows[0])
    new = re.sub(r'"id":"[^"]*"', '"id":"new"', new, count=1)
    with open(folder / "comments.ndjson", "a") as file:
        file.write(new + "\n")
    (folder / "commentModerationActions.ndjson").write_text(
        '{"id":"a1","commentID":"new","createdAt":{"$date":"2040-01-01T00:00:00Z"}}\n')
    expected = on_one_machine(folder)
    done = run_recipe("since", folder, out, options, SINCE="2039-01-01T00:00:00Z")
    if done is None or done.returncode:
        return False
    count = sum(line.startswith(b'{"v":1,') for path in out.glob("part-*") for line in open(path, "rb"))
    print("  %d results since the moment" % count)
    return 0 < count < expected[0] and loaded(out, store, "--changes") == expected


def check_rows(out):
    """Returns whether rows belong to the stories of one machine, however they name them, and whether load says what is missing."""
    folder, flat = WORK / "hostile", WORK / "hostile-flat"
    for old in (folder, flat):
        shutil.rmtree(old, ignore_errors=True)
    rows.write_rows(folder)
    rows.write_flat(folder, flat)
    expected = on_one_machine(flat)
    outcomes = []
    for driver in DRIVERS:
        done = run_recipe("rows", folder, out, worker_options(folder), driver)
        if done is None or done.returncode:
            return False
        messages = subprocess.run(
            [ATOLL, "store", "load", new_store("rows"), out, "--no-sync"], capture_output=True, text=True).stderr
        outcomes += [loaded(out) == expected, "12 broken rows" in done.stdout] + [
            words in messages for words in ("of 25 stories failed", "rows that cannot be read: 12", "users are missing: 4;", "rows are missing: 5;")]
    # A moment after which nothing has changed.
    (folder / "commentModerationActions.json").write_text("")
    done = run_recipe("nothing new", folder, out, worker_options(folder), SINCE="2039-01-01T00:00:00Z")
    outcomes.append(done is not None and "complete: 0 rows, 0 stories" in done.stdout)
    outcomes.append(loaded(out, WORK / "rows.db", "--changes") == expected)
    # Options that no worker takes are reported before anything is read.
    for driver, options, words in ("sql", ["--bogus"], "unknown option"), ("python", ["--now", "now"], "another time in each process"):
        done = run_recipe("options", folder, out, options, driver)
        outcomes.append(done is not None and done.returncode != 0 and words in done.stderr)
    print("  rows: %s" % outcomes, flush=True)
    return all(outcomes)


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
    expected = on_one_machine(folder, form)
    job = Job(spark, folder, form)
    if set(faults) - {"none", "kill-once"}:
        job.check_partitions()
    outcomes = [check(job, expected, driver, fault) for fault in faults for driver in DRIVERS]
    job.close()
    return all(outcomes)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=30_000, help="comments of the dump that is rendered without lasting faults")
    parser.add_argument("--fault-rows", type=int, default=30_000, help="comments of the dump for all other faults")
    parser.add_argument("--giant", type=int, default=100_000, help="comments of the large story")
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
        outcomes += [check_paths(), check_recipe()]
    return 0 if all(outcomes) else 1


if __name__ == "__main__":
    sys.exit(main())
