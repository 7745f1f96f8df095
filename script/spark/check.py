"""Compares the results of the recipes for Spark with those of one machine, for all failures of workers."""
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
FORMAT = "--format fragment"
# All rows of the large story come in, and this much of it goes out: all of it would be one line of 200 MB.
GIANT_FORMAT = FORMAT + " --max-comments 20000"

# What must come of each fault; `None` is a complete result. The words stand in the error, where the road knows any.
FAULTS = {
    "none": None, "kill-once": None, "noisy": None,
    "exit": "", "kill": "", "early": "", "short": "", "lost": "", "forgotten": "results of",
    "hang": "", "utf8": "", "torn": "", "mixed": "different versions",
}
SAID = {("exit", "python"): "out of luck", ("hang", "python"): "did nothing for 6 seconds"}

# Where a result stood in its piece, and what its rows were, is a matter of how the work was cut up: users and stories
# come as rows here, and from files there.
OF_THE_PIECE = re.compile(rb'^(\{"v":1,"key":(?:null|"(?:[^"\\]|\\.)*")),"seq":\d+(,"ok":true(,"in":"\w+")?)?')

# Only the workers of Spark are asked for hashes.
HASH_OF_OUTPUT = re.compile(rb',"out":"[0-9a-f]{64}"')

# So is the number of a row among those that came before it.
ROW_NUMBER = re.compile(rb'("message":"row )\d+')


def results(lines):
    """What a job made, as digests: one of all lines, and for every key its own."""
    found = []
    for line in lines:
        if line.startswith(b'{"trailer":'):
            continue
        line, count = OF_THE_PIECE.subn(rb"\1", line.rstrip(b"\n"))
        assert count == 1, line[:200]
        line = HASH_OF_OUTPUT.sub(b"", ROW_NUMBER.sub(rb"\1", line))
        found.append(hashlib.sha256(line).digest())
    found.sort()
    return len(found), hashlib.sha256(b"".join(found)).hexdigest()


def read(folder, names="part-*"):
    for path in sorted(pathlib.Path(folder).glob(names)):
        with open(path, "rb") as file:
            yield from file


def options(folder, form=FORMAT):
    """What workers are told; the settings of a site are one row, and need no engine."""
    return "%s --join %s" % (form, folder / "tenants.ndjson")


def dump(name, *arguments):
    """A generated dump, made once."""
    folder = WORK / name
    if not folder.exists():
        part = WORK / (name + ".part")
        shutil.rmtree(part, ignore_errors=True)
        subprocess.run(
            [sys.executable, ROOT / "bench" / "dump.py", *map(str, arguments), part], check=True,
            stdout=subprocess.DEVNULL)
        part.rename(folder)
    return folder


def on_one_machine(folder, form=FORMAT):
    """The results of the same job without any engine: `atoll shard`, and a worker for each piece."""
    pieces, out = WORK / "pieces", WORK / "one-machine"
    for old in (pieces, out):
        shutil.rmtree(old, ignore_errors=True)
    settings = {
        "PATH": os.path.dirname(ATOLL) + ":" + os.environ["PATH"], "RUN": "check", "PIECES": "4",
        "PARALLEL_ARGS": "--jobs 2"}
    subprocess.run(
        [ROOT / "recipes" / "parallel", folder, pieces, out, *form.split()], check=True,
        env={**os.environ, **settings})
    found = results(read(out / "check", "*.ndjson"))
    for old in (pieces, out):
        shutil.rmtree(old)
    return found


class Job:
    """One dump in one session of Spark, to be drawn again and again."""

    def __init__(self, spark, folder, form):
        self.spark = spark
        self.count = 0
        self.settings = {
            "dump": str(folder), "options": options(folder, form), "mostFailures": "0"}
        render.prepare(spark, self.settings)
        # Faults happen behind the sorting, so one is enough for all of them.
        spark.sql("CACHE TABLE sorted OPTIONS ('storageLevel' 'DISK_ONLY')")

    def run(self, road, fault):
        """The results, or why there are none."""
        self.count += 1
        marks = WORK / ("marks-%d" % self.count)
        marks.mkdir()
        out = WORK / ("out-%d" % self.count)
        worker = "%s %s %s %s" % (HERE / "faulty", fault, marks, ATOLL)
        limit = 6 if fault == "hang" else 600
        if road == "sql":
            worker = "timeout -k 1 %d %s" % (limit, worker)
        settings = {**self.settings, "out": str(out), "atoll": worker}
        try:
            draw = render.draw if road == "python" else draw_with_transform
            draw(self.spark, settings, limit)
            return results(read(out))
        finally:
            shutil.rmtree(out, ignore_errors=True)
            shutil.rmtree(marks)

    def close(self):
        self.spark.catalog.clearCache()


def draw_with_transform(spark, settings, _):
    """Does what spark-sql does with the second half of the file."""
    return render.execute(spark, settings, render.statements(render.DRAWING))


def reason(error):
    """The line of an error that tells why."""
    text = str(error)
    found = re.search(r"WorkerFailed: (.*)|USER_RAISED_EXCEPTION\] (.*?) SQLSTATE|IOException: (.*)", text)
    return next(filter(None, found.groups()), "") if found else text.strip().split("\n")[0]


def check(job, wanted, road, fault, expected):
    """Whether a fault was survived or caught."""
    start = time.monotonic()
    try:
        made = job.run(road, fault)
        outcome = "complete" if made == wanted else "WRONG"
        ok = expected is None and made == wanted
        why = "%d results" % made[0]
    except Exception as error:
        outcome, why = "caught", reason(error)
        said = SAID.get((fault, road), expected or "")
        ok = expected is not None and said in str(error)
    print("  %-6s  %-10s  %-8s  %5.1f s  %s%s" % (
        road, fault, outcome, time.monotonic() - start, why[:110], "" if ok else "   FAILED"), flush=True)
    return ok


def command_line(folder):
    """The script that people start: what it publishes, that it publishes nothing that is not whole, and what it leaves."""
    out, cwd = WORK / "published", WORK / "cwd"
    for old in (out, cwd):
        shutil.rmtree(old, ignore_errors=True)
    cwd.mkdir()
    marks = WORK / "marks"
    marks.mkdir(exist_ok=True)
    wanted = on_one_machine(folder)
    ok, published, runs = True, None, []
    for driver, fault, words in (
        ("sql", "none", ""), ("sql", "lost", " are there"), ("sql", "missing", "the worker does not run: "),
        ("python", "none", ""),
    ):
        start = time.monotonic()
        worker = "/nowhere/atoll" if fault == "missing" else "%s %s %s %s" % (HERE / "faulty", fault, marks, ATOLL)
        settings = {
            "DRIVER": driver, "ATOLL": worker,
            "SPARK_ARGS": "--master local[2] --driver-memory 1g "
            "--conf spark.sql.shuffle.partitions=2 --conf spark.ui.enabled=false"}
        done = subprocess.run(
            [ROOT / "recipes" / "spark" / "render", folder, out, *options(folder).split()],
            env={**os.environ, **settings}, cwd=cwd, capture_output=True, text=True)
        current = out / "CURRENT"
        named = current.read_text().strip() if current.exists() else None
        if fault == "none":
            good = done.returncode == 0 and named != published and (
                results(read(out / "runs" / named)) == wanted) and "Exception" not in done.stderr
            published = named
            runs.append(named)
        else:
            good = done.returncode != 0 and named == published and words in done.stderr
        # A run that failed leaves nothing, and Spark nothing where it was started.
        good = good and sorted(runs) == sorted(run.name for run in (out / "runs").iterdir())
        good = good and not list(cwd.iterdir())
        ok = ok and good
        print("  %-6s  %-10s  %-8s  %5.1f s%s" % (
            driver, fault, "published" if done.returncode == 0 else "refused", time.monotonic() - start,
            "" if good else "   FAILED\n" + done.stdout[-3000:] + done.stderr[-6000:]), flush=True)
    return ok


def session():
    from pyspark.sql import SparkSession

    spark = (
        SparkSession.builder.master("local[2,2]").appName("check")
        .config("spark.driver.memory", "1g").config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false").config("spark.sql.shuffle.partitions", "6")
        .config("spark.local.dir", str(WORK / "scratch")).config("spark.log.level", "OFF")
        .config("spark.sql.warehouse.dir", str(WORK / "warehouse")).getOrCreate())
    return spark


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=200_000)
    parser.add_argument("--giant", type=int, default=300_000)
    parser.add_argument("--only", help="one fault; or render: what starts it all")
    given = parser.parse_args()
    WORK.mkdir(parents=True, exist_ok=True)
    for old in [*WORK.glob("out-*"), *WORK.glob("marks*")]:
        shutil.rmtree(old)
    ok = True
    spark = session()
    try:
        for name, arguments, form, faults in (
            ("rows-%d" % given.rows, (given.rows,), FORMAT, FAULTS),
            ("giant-%d" % given.giant, (2000, "--giant", given.giant), GIANT_FORMAT, {"none": None}),
        ):
            faults = {fault: faults[fault] for fault in faults if given.only in (None, fault)}
            if not faults:
                continue
            folder = dump(name, *arguments)
            start = time.monotonic()
            wanted = on_one_machine(folder, form)
            print("%s: %d results on one machine in %.1f s" % (name, wanted[0], time.monotonic() - start), flush=True)
            job = Job(spark, folder, form)
            for fault, expected in faults.items():
                for road in ("sql", "python"):
                    ok = check(job, wanted, road, fault, expected) and ok
            job.close()
    finally:
        spark.stop()
    if given.only in (None, "render"):
        print("recipes/spark/render:", flush=True)
        ok = command_line(dump("rows-3000", 3000)) and ok
    sys.exit(0 if ok else 1)


if __name__ == "__main__":
    main()
