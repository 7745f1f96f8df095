"""Tests that interrupting a run at any time leaves no incomplete files."""

from __future__ import annotations

import random
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from .command import INTERRUPTED, RUN_TIMEOUT, SUCCESS, TERMINATED, CommandCase, Ran, can_trace


@dataclass(frozen=True)
class Course:
    """The duration of a run: the number of its requests, and the seconds from the last one to its end."""

    requests: int
    tail: float


class Interruption(CommandCase):
    """Tests for both servers."""

    def setUp(self) -> None:
        super().setUp()
        self.control("seed", {"story": "big", "comments": 300, "seed": 2})

    def interrupted(self, times: int, course: Course, *given: str, who: str | None = None) -> Iterator[Ran]:
        """Runs a command several times, interrupted at different moments.

        Half of the runs wait for an answer when they are stopped, so that none of them comes to its end however busy
        the machine is; the others have had their last answer, or are about to, and may be writing.
        """
        chance = random.Random(self.protocol)
        for number in range(times):
            waiting = number % 2 == 0
            answered = number // 2 % course.requests if waiting else course.requests
            rules = [{"fault": "stall-before", "skip": answered}] if waiting else []
            self.control("faults", {"rules": rules})
            asked = len(self.server.log) + answered + waiting
            process = self.start(*given, who=who)
            self.wait_until(lambda: len(self.server.log) >= asked or process.poll() is not None, "request")
            if not waiting:
                time.sleep(chance.uniform(0, 1.5) * course.tail)
            signals = (signal.SIGINT, signal.SIGINT, signal.SIGTERM, signal.SIGKILL)
            stopped = signals[number // 2 % len(signals)]
            process.send_signal(stopped)
            ran = self.end(process)
            self.control("faults", {"rules": []})
            endings = (INTERRUPTED, TERMINATED, -stopped)
            self.assertIn(ran.code, endings if waiting else (SUCCESS, *endings), ran.err)
            # A killed process cannot clean up.
            if stopped == signal.SIGKILL:
                for path in self.home.rglob("*"):
                    if path.is_file() and path.name.startswith(".atoll-"):
                        path.unlink()
            yield ran

    def course(self, *given: str, who: str | None = None) -> Course:
        """Returns the course of a run without interruption."""
        process = self.start(*given, who=who)
        before = seen = len(self.server.log)
        last = time.monotonic()

        def has_ended() -> bool:
            nonlocal last, seen
            if len(self.server.log) > seen:
                last, seen = time.monotonic(), len(self.server.log)
            return process.poll() is not None

        self.wait_until(has_ended, "end")
        tail = time.monotonic() - last
        ran = self.end(process)
        self.assertEqual(ran.code, SUCCESS, ran.err)
        self.assertGreater(seen, before)
        return Course(seen - before, tail)

    def test_interrupting_leaves_no_incomplete_file(self) -> None:
        self.control("seed", {"story": "large", "comments": 3000, "seed": 3})
        target = self.work / "out.json"
        given = ("fetch", "--story-id", "large", "-o", "out.json")
        course = self.course(*given)
        whole, before = target.read_bytes(), b"what was there before"
        times, stopped = 28, 0
        target.write_bytes(before)
        for _ in self.interrupted(times, course, *given):
            self.assertEqual(self.left_over(), ["out.json"])
            self.assertIn(target.read_bytes(), (whole, before))
            stopped += target.read_bytes() == before
            target.write_bytes(before)
        self.assertGreaterEqual(stopped, times // 2)

    def stop_at(self, call: str, *given: str, input: str = "") -> None:
        """Runs a command, and interrupts it at a system call."""
        subprocess.run(
            ["strace", "-f", "-o", "/dev/null", "-e", f"trace={call}", "-e", f"inject={call}:signal=INT:when=1",
             *self.arguments(*given)],
            cwd=self.work, env=self.environment(), input=input, text=True, capture_output=True, timeout=RUN_TIMEOUT,
            check=False)

    def test_interrupting_a_replacement_leaves_a_complete_file(self) -> None:
        if not can_trace():
            self.skipTest("no strace")
        target = self.work / "out.json"
        self.fetch("big", "-o", "out.json")
        whole, before = target.read_bytes(), b"what was there before"
        for call, wanted in (("fchmod", before), ("rename", whole)):
            target.write_bytes(before)
            self.stop_at(call, "fetch", "--story-id", "big", "-o", "out.json")
            self.assertEqual((self.left_over(), target.read_bytes()), (["out.json"], wanted), call)
        self.secrets.add("alice-password")
        self.stop_at("rename", "sign-in", "--email", "alice@example.org", input="alice-password\n")
        for path in self.home.rglob("tokens/*"):
            self.assertFalse(path.name.startswith("."), path)

    def test_interrupting_a_sign_in_keeps_a_complete_token_or_none(self) -> None:
        self.secrets.add("alice-password")
        for number in range(8):
            process = self.start("sign-in", "--email", "alice@example.org")
            assert process.stdin is not None
            process.stdin.write("alice-password\n")
            process.stdin.flush()
            time.sleep(0.05 * number)
            process.send_signal(signal.SIGINT)
            self.end(process)
            files = [path for path in self.home.rglob("*") if path.is_file()]
            for path in files:
                self.assertEqual(path.parent.name, "tokens")
                self.assertEqual(path.read_text(encoding="utf-8").count("."), 2)
                path.unlink()

    def test_interrupting_a_post_at_any_moment_keeps_its_text_or_publishes_it(self) -> None:
        self.control("settings", {"rateLimit": False})
        course = self.course("post", "--story-id", "big", "--text", "how long", who="alice")
        sent = ("post", "--story-id", "big", "--text", "not lost")
        for ran in self.interrupted(12, course, *sent, who="alice"):
            there = [one["body"] for one in self.tree("big")].count("not lost")
            # Before the text is read, it is not lost: it is in the history of the shell.
            self.assertIn((there, self.drafts()), ((0, []), (0, ["not lost"]), (1, ["not lost"]), (1, [])))
            if ran.code == SUCCESS:
                self.assertEqual((there, self.drafts()), (1, []))
            for path in self.home.rglob("drafts/*"):
                path.unlink()
            self.control("seed", {"story": "big", "comments": 300, "seed": 2})
            self.control("clock", {"advance": 600})

    def test_interrupting_a_post_keeps_its_text(self) -> None:
        self.control("faults", {"rules": [{"fault": "stall-after", "operation": "mutation"}]})
        process = self.start("post", "--story-id", "big", "--text", "not lost", who="alice")
        self.wait_for("mutation")
        process.send_signal(signal.SIGINT)
        ran = self.end(process)
        self.assertIn(ran.code, (INTERRUPTED, -signal.SIGINT), ran.err)
        self.assertEqual(self.drafts(), ["not lost"])
        self.assertRegex(ran.err, r"not known whether the comment arrived; your text is saved in \S+/drafts/")

    def wait_for(self, kind: str) -> None:
        """Waits until the server has received an operation of a kind."""
        self.wait_until(
            lambda: any(entry["body"].startswith("{") and kind in entry["body"] for entry in self.server.log), kind)

    def wait_until(self, condition: Callable[[], bool], what: str) -> None:
        """Waits for a condition, long enough for a busy machine."""
        end = time.monotonic() + RUN_TIMEOUT
        while not condition():
            if time.monotonic() > end:
                self.fail(f"no {what} came")
            time.sleep(0.002)


class InterruptionWithTalk4(Interruption):
    protocol = "talk4"
