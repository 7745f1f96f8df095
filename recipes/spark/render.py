"""Runs render.sql with a worker driven from Python, for platforms without TRANSFORM.

    spark-submit render.py --dump DUMP --out RESULTS/new --atoll 'atoll' --options '--format fragment'

All statements are the same, except the one with TRANSFORM, and so are the results. The file is self-contained:
executors need neither this project nor any packages except those of mapInArrow itself.
"""
import argparse
import os
import re
import shlex
import subprocess
import tempfile
import threading
import time

BATCH_BYTES = 4 << 20


class WorkerFailed(Exception):
    """What is wrong with a worker, and what it said."""


class Worker:
    """One `atoll batch`: lines in, result lines out, and proof that none is missing."""

    def __init__(self, command, patience):
        self.patience = patience
        self.errors = tempfile.TemporaryFile()
        # Standard error goes to a file, so the worker never waits for a reader of it.
        try:
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors,
                start_new_session=True)
        except OSError as error:
            raise WorkerFailed("the worker does not run: %s" % error)
        self.sent = 0
        self.trouble = None
        self.lastSign = time.monotonic()
        self.isOver = threading.Event()

    def results(self, batches):
        """The result lines for batches of lines, each checked to be followed by a trailer that fits."""
        feeder = threading.Thread(target=self.feed, args=(batches,), daemon=True)
        watch = threading.Thread(target=self.watch, daemon=True)
        feeder.start()
        watch.start()
        received, trailer = 0, None
        try:
            for line in self.process.stdout:
                self.lastSign = time.monotonic()
                if trailer is not None or not line.endswith(b"\n"):
                    raise self.failure("it wrote what is no result line")
                if line.startswith(b'{"trailer":'):
                    trailer = line
                else:
                    received += 1
                yield line[:-1]
            feeder.join()
            status = self.process.wait()
            if self.trouble is None and status != 0:
                self.trouble = "it ended with %d" % status
            if self.trouble:
                raise self.failure(self.trouble)
            self.compare(trailer, received)
        finally:
            self.end()

    def compare(self, trailer, received):
        """No exit code tells that a line was lost on the way; the trailer does."""
        if trailer is None:
            raise self.failure("it ended without a trailer")
        counted = {name: int(number) for name, number in re.findall(rb'"(in|out)":(\d+)', trailer)}
        if counted != {b"in": self.sent, b"out": received}:
            raise self.failure(
                "%d lines went in and %d came out; its trailer says %s"
                % (self.sent, received, trailer.decode("utf-8", "replace").strip()))

    def feed(self, batches):
        try:
            with self.process.stdin as pipe:
                for batch in batches:
                    lines = batch.column("line").cast("binary").to_pylist()
                    # Before they are written: a worker that does not take them owes an explanation.
                    self.sent += len(lines)
                    if lines:
                        pipe.write(b"\n".join(lines) + b"\n")
                    self.lastSign = time.monotonic()
        except BrokenPipeError:
            # Why it takes no more, its end will tell; and if it ended well, then its trailer.
            pass
        except Exception as error:  # told by whoever reads the results
            self.trouble = self.trouble or "its lines could not be read: %s" % error
            self.kill()

    def watch(self):
        """No engine ends a task that does nothing."""
        while not self.isOver.wait(min(1, self.patience / 4)):
            if time.monotonic() - self.lastSign > self.patience:
                self.trouble = "it did nothing for %g seconds" % self.patience
                return self.kill()

    def kill(self):
        try:
            os.killpg(self.process.pid, 9)
        except ProcessLookupError:
            pass

    def end(self):
        self.isOver.set()
        if self.process.poll() is None:
            self.kill()
        self.process.wait()

    def failure(self, what):
        self.errors.seek(max(0, self.errors.seek(0, os.SEEK_END) - 2000))
        said = self.errors.read().decode("utf-8", "replace").strip()
        return WorkerFailed("the worker failed: " + what + (". It said: " + said if said else ""))


def renderer(command, patience):
    """A function for mapInArrow that has a worker draw what is in a partition."""

    def render(batches):
        import pyarrow

        first = next((batch for batch in batches if batch.num_rows), None)
        if first is None:
            return

        def all_batches():
            yield first
            yield from batches

        def packed(lines):
            try:
                text = pyarrow.array(lines, pyarrow.binary()).cast(pyarrow.string())
            except pyarrow.ArrowInvalid as error:
                raise WorkerFailed("the worker failed: it wrote what is no text: %s" % error)
            return pyarrow.RecordBatch.from_arrays([text], names=["line"])

        lines, size = [], 0
        for line in Worker(command, patience).results(all_batches()):
            lines.append(line)
            size += len(line)
            if size >= BATCH_BYTES:
                yield packed(lines)
                lines, size = [], 0
        if lines:
            yield packed(lines)

    return render


PREPARING, DRAWING = range(2)


def statements(part):
    """The statements of render.sql: those before the worker comes in, or the others.

    The one that tries whether a worker runs is left out: here a worker that does not says so itself.
    """
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "render.sql")
    with open(path, encoding="utf-8") as file:
        text = re.sub(r"(?m)^\s*--.*\n", "", file.read())
    found = [statement.strip() for statement in re.split(r";\s*\n", text) if statement.strip()]
    found = [statement for statement in found if "TRANSFORM (probe)" not in statement]
    first = next(index for index, statement in enumerate(found) if "TRANSFORM" in statement)
    return found[:first] if part == PREPARING else found[first:]


def execute(spark, settings, commands):
    """Runs statements and returns what the last says."""
    for name, value in settings.items():
        spark.conf.set(name, value)
    for command in commands:
        result = spark.sql(command)
    return next((row[0] for row in result.collect()), None)


def prepare(spark, settings):
    """Says what is to be drawn; next to nothing is done yet."""
    execute(spark, settings, statements(PREPARING))


def draw(spark, settings, patience):
    """Draws it. Raises if any story is missing or not whole."""
    worker = "%s batch --group --strip-key --threads 1 --hashes --max-errors 100%% %s" % (
        settings["atoll"], settings["options"])
    spark.table("sorted").select("line").mapInArrow(
        renderer(shlex.split(worker), patience), "line string").createOrReplaceTempView("results")
    # All but the statement that has TRANSFORM in it.
    return execute(spark, settings, statements(DRAWING)[1:])


def main():
    from pyspark.sql import SparkSession

    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--dump", required=True, help="what mongoexport wrote: a folder Spark can read")
    parser.add_argument("--out", required=True, help="a folder for the results that is not there yet")
    parser.add_argument("--atoll", default="atoll", help="the worker, where executors find it")
    parser.add_argument("--options", default="", help="options of atoll batch")
    parser.add_argument("--most-failures", default="0", help="how many stories may fail")
    parser.add_argument(
        "--patience", type=float, default=600, help="seconds a worker may do nothing at all")
    given = parser.parse_args()
    settings = {
        "dump": given.dump, "out": given.out, "atoll": given.atoll, "options": given.options,
        "mostFailures": given.most_failures}
    spark = SparkSession.builder.appName("atoll").getOrCreate()
    prepare(spark, settings)
    print(draw(spark, settings, given.patience))
    spark.stop()


if __name__ == "__main__":
    main()
