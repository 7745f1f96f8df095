"""Runs render.sql with workers started from Python, for platforms without TRANSFORM.

    spark-submit render.py --dump DUMP --out RESULTS --atoll atoll -- --format fragment

All statements except the one with TRANSFORM are the same, and so are the results. The file is self-contained:
executors need neither this project nor any packages except those that mapInArrow itself needs.
"""
import argparse
import os
import re
import subprocess
import tempfile
import threading
import time

BATCH_BYTES = 4 << 20
MAX_QUOTED_BYTES = 2000


class WorkerFailed(Exception):
    """The failure of a worker, with the last of its messages."""


class Worker:
    """One `atoll batch` process, whose results are checked against its trailer."""

    def __init__(self, command, timeout):
        self.timeout = timeout
        # Standard error goes to a file, so that the worker never waits until somebody reads it.
        self.errors = tempfile.TemporaryFile()
        try:
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors,
                start_new_session=True)
        except OSError as error:
            raise WorkerFailed("the worker does not run: %s" % error)
        self.sent = 0
        self.failure = None
        self.last_activity = time.monotonic()
        self.has_ended = threading.Event()

    def results(self, batches):
        """Yields the result lines for batches of lines, and raises WorkerFailed if the trailer does not match them."""
        writer = threading.Thread(target=self.write, args=(batches,), daemon=True)
        watchdog = threading.Thread(target=self.kill_when_idle, daemon=True)
        writer.start()
        watchdog.start()
        received, trailer = 0, None
        try:
            for line in self.process.stdout:
                self.last_activity = time.monotonic()
                if trailer is not None or not line.endswith(b"\n"):
                    raise self.error("its output is not result lines")
                if line.startswith(b'{"trailer":'):
                    trailer = line
                elif not line.startswith(b'{"header":'):
                    received += 1
                yield line[:-1]
            writer.join()
            status = self.process.wait()
            if self.failure is None and status != 0:
                self.failure = "its exit status is %d" % status
            if self.failure:
                raise self.error(self.failure)
            self.check_trailer(trailer, received)
        finally:
            self.end()

    def check_trailer(self, trailer, received):
        """Raises WorkerFailed if lines or results are missing, which an exit status of 0 does not rule out."""
        if trailer is None:
            raise self.error("it ended without a trailer")
        counted = {name: int(number) for name, number in re.findall(rb'"(in|out)":(\d+)', trailer)}
        if counted != {b"in": self.sent, b"out": received}:
            raise self.error(
                "%d lines were sent and %d results received; its trailer is %s"
                % (self.sent, received, trailer.decode("utf-8", "replace").strip()))

    def write(self, batches):
        """Writes batches of lines to the worker's standard input, in a thread."""
        try:
            with self.process.stdin as pipe:
                for batch in batches:
                    lines = batch.column("line").cast("binary").to_pylist()
                    # Counted before they are written: if the worker closes its input, its trailer counts fewer.
                    self.sent += sum(map(bool, lines))
                    if lines:
                        pipe.write(b"\n".join(lines) + b"\n")
                    self.last_activity = time.monotonic()
        except BrokenPipeError:
            # The worker's exit status or its trailer shows the reason.
            pass
        except Exception as error:  # results() raises it in the main thread
            self.failure = self.failure or "its input cannot be read: %s" % error
            self.kill()

    def kill_when_idle(self):
        """Kills a worker that neither reads nor writes within the timeout, in a thread. Spark has no such limit."""
        while not self.has_ended.wait(min(1, self.timeout / 4)):
            if time.monotonic() - self.last_activity > self.timeout:
                self.failure = "it was idle for %g seconds" % self.timeout
                return self.kill()

    def kill(self):
        try:
            os.killpg(self.process.pid, 9)
        except ProcessLookupError:
            pass

    def end(self):
        self.has_ended.set()
        if self.process.poll() is None:
            self.kill()
        self.process.wait()

    def error(self, reason):
        """Returns a WorkerFailed with a reason and the last messages of the worker."""
        self.errors.seek(max(0, self.errors.seek(0, os.SEEK_END) - MAX_QUOTED_BYTES))
        messages = self.errors.read().decode("utf-8", "replace").strip()
        return WorkerFailed("the worker failed: " + reason + (". Its messages: " + messages if messages else ""))


def partition_renderer(command, timeout):
    """Returns a function for mapInArrow that renders the rows of a partition with a worker."""

    def render_partition(batches):
        import pyarrow

        first = next((batch for batch in batches if batch.num_rows), None)
        if first is None:
            return

        def all_batches():
            yield first
            yield from batches

        def record_batch(lines):
            try:
                text = pyarrow.array(lines, pyarrow.binary()).cast(pyarrow.string())
            except pyarrow.ArrowInvalid as error:
                raise WorkerFailed("the worker failed: its output is not UTF-8: %s" % error)
            return pyarrow.RecordBatch.from_arrays([text], names=["line"])

        lines, size = [], 0
        for line in Worker(command, timeout).results(all_batches()):
            lines.append(line)
            size += len(line)
            if size >= BATCH_BYTES:
                yield record_batch(lines)
                lines, size = [], 0
        if lines:
            yield record_batch(lines)

    return render_partition


def statements():
    """Returns the statements of render.sql as two lists: those before the one with TRANSFORM, and the others.

    The statement that starts a worker to test it is left out: check_worker does the same.
    """
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "render.sql")
    with open(path, encoding="utf-8") as file:
        text = re.sub(r"(?m)^\s*--.*\n", "", file.read())
    found = [statement.strip() for statement in re.split(r";\s*\n", text) if statement.strip()]
    found = [statement for statement in found if "TRANSFORM (probe)" not in statement]
    first = next(index for index, statement in enumerate(found) if "TRANSFORM" in statement)
    return found[:first], found[first:]


def execute(spark, settings, commands):
    """Runs statements and returns the last value of their results, or None if there is none."""
    for name, value in settings.items():
        spark.conf.set(name, value)
    value = None
    for command in commands:
        for row in spark.sql(command).collect():
            value = row[0]
    return value


def input_settings(dump, form="text", since=""):
    """Returns the variables of render.sql for the tables in a folder."""
    return {
        "dump": dump, "format": form, "row": "value" if form == "text" else "to_json(struct(*))", "since": since,
        "actions": "commentModerationActions" if since else "comments"}


def worker_command(worker, options):
    """Returns the command line of a worker, as a list of words."""
    return [*worker, "batch", "--group", "--strip-key", "--for-store", "--threads", "1", "--max-errors", "100%", *options]


def check_worker(spark, worker, options, timeout):
    """Raises WorkerFailed if a worker does not run or does not take the options, before anything is read."""
    command = worker_command(worker, options)
    # An empty line is no row.
    spark.sql("SELECT '' AS line").mapInArrow(partition_renderer(command, timeout), "line string").collect()


def prepare(spark, settings):
    """Defines the views of the input. Spark reads next to nothing before they are used."""
    execute(spark, settings, statements()[0])


def render_stories(spark, settings, worker, options, timeout):
    """Renders all stories and returns the summary. Raises an exception if any result is missing or incomplete.

    `worker` is a list of words, such as ["atoll"], and so is `options`.
    """
    spark.table("sorted").select("line").mapInArrow(
        partition_renderer(worker_command(worker, options), timeout), "line string").createOrReplaceTempView("results")
    # This view replaces the one with TRANSFORM, which is the first statement.
    return execute(spark, settings, statements()[1][1:])


def main():
    from pyspark.sql import SparkSession

    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--dump", required=True, help="a folder with the tables, that Spark can read")
    parser.add_argument("--format", default="text", help="their format (default: text, for mongoexport)")
    parser.add_argument("--since", default="", help="only stories with rows changed since this moment")
    parser.add_argument("--out", required=True, help="a folder for the results, which is overwritten")
    parser.add_argument("--atoll", default="atoll", help="the path of the worker on the executors")
    parser.add_argument("options", nargs="*", help="after --: options of atoll batch")
    parser.add_argument(
        "--timeout", type=float, default=600, help="the time in seconds after which an idle worker is killed (default: 600)")
    given = parser.parse_args()
    settings = input_settings(given.dump, given.format, given.since)
    spark = SparkSession.builder.appName("atoll").getOrCreate()
    check_worker(spark, [given.atoll], given.options, given.timeout)
    prepare(spark, settings)
    print(render_stories(spark, {**settings, "out": given.out}, [given.atoll], given.options, given.timeout))
    spark.stop()


if __name__ == "__main__":
    main()
