"""Tests with servers that fail, hang, redirect, or return wrong answers."""

from __future__ import annotations

import os
import resource
import socket
import subprocess
import threading
import time
from pathlib import Path
from typing import Any

from .command import ATOLL, RUN_TIMEOUT, SUCCESS, UNAVAILABLE, CommandCase, Ran

# The time limit of a request in these tests, and that of a run: three requests, one more, and the start on a busy machine.
TIMEOUT = 1
# All attempts may take three times as long; the default timeout of 20 seconds would exceed this limit on any machine.
LIMIT = 50
# The memory of the command itself and the 64 MiB that an answer may have; an answer of 200 MB must not fit.
MEMORY = 160 * 1024 * 1024


class Relay:
    """A relay from the IPv6 loopback address to a port on IPv4."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.listener = socket.create_server(("::1", 0), family=socket.AF_INET6)

    def __enter__(self) -> int:
        threading.Thread(target=self._accept, daemon=True).start()
        return int(self.listener.getsockname()[1])

    def __exit__(self, *_: object) -> None:
        self.listener.close()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self.listener.accept()
            except OSError:
                return
            far = socket.create_connection(("127.0.0.1", self.port))
            for source, target in ((near, far), (far, near)):
                threading.Thread(target=self._copy, args=(source, target), daemon=True).start()

    @staticmethod
    def _copy(source: socket.socket, target: socket.socket) -> None:
        with target:
            try:
                while data := source.recv(65_536):
                    target.sendall(data)
            except OSError:
                pass


class TroubleCase(CommandCase):
    """Tests that expect failures within a short time."""

    def setUp(self) -> None:
        super().setUp()
        self.control("seed", {"story": "big", "comments": 300, "seed": 2})

    def fail_all(self, fault: str, **options: Any) -> None:
        self.control("faults", {"rules": [{"fault": fault, **options}]})

    def timed(self, *given: str, **options: Any) -> tuple[Ran, float]:
        start = time.monotonic()
        ran = self.run_atoll(*given, "--timeout", str(TIMEOUT), **options)
        return ran, time.monotonic() - start

    def assert_fails_in_time(self, *given: str, **options: Any) -> Ran:
        ran, took = self.timed(*given, **options)
        self.assertNotEqual(ran.code, SUCCESS)
        self.assertLess(took, LIMIT)
        self.assertIn("error: ", ran.err)
        # A crash would be a signal.
        self.assertGreater(ran.code, 0)
        return ran


class Connections(TroubleCase):
    """Tests that do not depend on the protocol."""

    # Dead and slow servers

    def test_requests_to_servers_that_never_answer_end_in_time(self) -> None:
        for fault, options in (("stall-before", {}), ("drip", {"bytesPerSecond": 5}), ("drop-before", {}),
                               ("reset-before", {}), ("error-500", {}), ("truncated", {}), ("html", {}),
                               ("empty", {}), ("truncated-json", {})):
            self.fail_all(fault, **options)
            self.assert_fails_in_time("fetch", "--story-id", "big", "-o", "out.json")
            self.assertEqual(self.left_over(), [], fault)

    def test_requests_to_a_server_that_accepts_no_connection_end_in_time(self) -> None:
        with socket.socket() as deaf:
            deaf.bind(("127.0.0.1", 0))
            deaf.listen(0)
            self.assert_fails_in_time_at(deaf.getsockname()[1])
        with socket.socket() as closed:
            closed.bind(("127.0.0.1", 0))
            self.assert_fails_in_time_at(closed.getsockname()[1])

    def assert_fails_in_time_at(self, port: int) -> None:
        start = time.monotonic()
        done = subprocess.run(
            [ATOLL, "fetch", "--server", f"http://127.0.0.1:{port}", "--story-id", "x", "--timeout", str(TIMEOUT)],
            cwd=self.work, env=self.environment(), capture_output=True, text=True, timeout=RUN_TIMEOUT)
        self.assertNotEqual(done.returncode, SUCCESS)
        self.assertLess(time.monotonic() - start, LIMIT)

    # Large answers

    def test_endless_answers_are_cut_off_and_memory_stays_small(self) -> None:
        for fault, options in (("huge", {}), ("huge", {"chunked": True}), ("gzip-bomb", {})):
            self.fail_all(fault, **options)
            ran, used = self.measured("fetch", "--story-id", "big", "-o", "out.json", "--timeout", "20")
            self.assertEqual(ran.code, UNAVAILABLE, ran.err)
            self.assertIn("the answer is longer than allowed", ran.err)
            self.assertEqual(self.left_over(), [])
            self.assertLess(used.ru_maxrss * 1024, MEMORY, fault)

    def measured(self, *given: str) -> tuple[Ran, resource.struct_rusage]:
        """Runs the command, and returns the resources that it used."""
        process = self.start(*given)
        assert process.stdin and process.stdout and process.stderr
        process.stdin.close()
        out, err = process.stdout.read(), process.stderr.read()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        process.stdout.close()
        process.stderr.close()
        return Ran(process.returncode, out, err), used

    # Waiting

    def test_retry_after_is_respected(self) -> None:
        for rule in ({"fault": "too-many", "retryAfter": 1}, {"fault": "unavailable", "retryAfter": 1},
                     {"fault": "unavailable", "retryAfter": 2, "retryAfterDate": True}):
            self.control("faults", {"rules": [{**rule, "times": 1, "operation": "Comments"}]})
            start = time.monotonic()
            self.fetch("big")
            self.assertGreater(time.monotonic() - start, 0.9)

    def test_waiting_costs_no_processor_time(self) -> None:
        self.fail_all("stall-before")
        _, used = self.measured("fetch", "--story-id", "big", "--timeout", "2")
        # It waits for at least six seconds.
        self.assertLess(used.ru_utime + used.ru_stime, 1)

    # Connections

    def test_an_ipv6_address_is_reached(self) -> None:
        with Relay(self.server.port) as port:
            done = subprocess.run(
                [ATOLL, "fetch", "--server", f"http://[::1]:{port}", "--story-id", "big"], cwd=self.work,
                env=self.environment(), capture_output=True, text=True, timeout=RUN_TIMEOUT, check=False)
        self.assertEqual(done.returncode, SUCCESS, done.stderr)

    def test_without_libcurl_the_message_names_the_package(self) -> None:
        (self.work / "libcurl.so.4").write_text("no library\n", encoding="utf-8")
        environment = self.environment() | {"LD_LIBRARY_PATH": str(self.work)}
        for given, code, tells in ((("fetch", "--server", self.origin, "--story-id", "big"), UNAVAILABLE, "libcurl4"),
                                   (("demo",), SUCCESS, "")):
            done = subprocess.run(
                [ATOLL, *given], cwd=self.work, env=environment, capture_output=True, text=True, timeout=RUN_TIMEOUT,
                check=False)
            self.assertEqual(done.returncode, code, done.stderr)
            self.assertIn(tells, done.stderr)

    def test_answers_with_a_byte_order_mark_or_an_invalid_byte_are_read(self) -> None:
        wanted = {comment["id"] for comment in self.tree("big")}
        for fault in ("byte-order-mark", "bad-byte", "gzip-members"):
            self.fail_all(fault, operation="Comments")
            ran = self.fetch("big")
            self.assertEqual(set(ran.ids), wanted)

    def test_a_full_disk_leaves_nothing(self) -> None:
        target = Path("/dev/full")
        if not target.exists():
            self.skipTest("no /dev/full")
        process = subprocess.run(
            [ATOLL, "fetch", "--server", self.origin, "--story-id", "big"], cwd=self.work, env=self.environment(),
            stdout=os.open(target, os.O_WRONLY), stderr=subprocess.PIPE, timeout=RUN_TIMEOUT)
        self.assertNotEqual(process.returncode, SUCCESS)
        self.assertIn(b"error: ", process.stderr)


class Trouble(TroubleCase):
    """Tests for both servers."""

    def test_actions_end_in_time_too(self) -> None:
        comment = self.tree("big")[0]["id"]
        own = self.control("comment", {"story": "big", "author": "user-alice", "body": "before"})["id"]
        for given in (("post", "--story-id", "big", "--text", "hello"), ("reply", comment, "--text", "hello"),
                      ("edit", own, "--text", "hello"), ("like", comment), ("report", comment)):
            self.fail_all("stall-before", operation="mutation")
            self.assert_fails_in_time(*given, who="alice")
        self.assertEqual(self.drafts(), ["hello", "hello", "hello"])

    def test_runs_end_in_time_when_the_server_dies_at_any_moment(self) -> None:
        comment = self.tree("big")[0]["id"]
        for given in (("post", "--story-id", "big", "--text", "hello"), ("like", comment),
                      ("fetch", "--story-id", "big", "-o", "out.json")):
            alive = 0
            while True:
                self.control("faults", {"rules": [{"fault": "stall-before", "skip": alive}]})
                ran, took = self.timed(*given, who="alice")
                self.assertLess(took, LIMIT, (given, alive))
                if ran.code == SUCCESS:
                    break
                self.assertGreater(ran.code, 0)
                alive += 1
            self.assertGreater(alive, 2)

    # Redirects

    def test_nothing_is_sent_to_another_host(self) -> None:
        self.fail_all("redirect")
        ran = self.assert_fails_in_time("fetch", "--story-id", "big", who="alice")
        self.assertIn("redirects to another one", ran.err)
        self.assertEqual([entry for entry in self.log() if entry["server"] == "other"], [])

    def test_redirects_on_the_same_host_are_followed_with_the_token(self) -> None:
        path = "/moved" + ("/api/graphql" if self.protocol == "coral" else "/api/v1/graph/ql")
        self.fail_all("redirect-same", operation="Comments", times=1)
        wanted = {comment["id"] for comment in self.tree("big")}
        ran = self.fetch("big", who="alice")
        self.assertEqual(set(ran.ids), wanted)
        moved = [entry for entry in self.log() if entry["path"] == path]
        self.assertEqual([entry["viewer"] for entry in moved], ["user-alice"])

    def test_redirect_loops_end(self) -> None:
        self.fail_all("redirect-loop")
        self.assert_fails_in_time("fetch", "--story-id", "big")


class TroubleWithTalk4(Trouble):
    protocol = "talk4"
