"""Users who lose patience: whatever is stopped, and whenever, nothing half-written is left."""

from __future__ import annotations

import random
import signal
import subprocess
import time
from collections.abc import Iterator
from typing import Any

from .command import INTERRUPTED, LONGEST, SUCCESS, TERMINATED, CommandCase, Ran, can_trace


class Interruption(CommandCase):
    """What holds for both servers."""

    def setUp(self) -> None:
        super().setUp()
        self.control("seed", {"story": "big", "comments": 300, "seed": 2})

    def interrupted(self, times: int, most: float, *given: str, **options: Any) -> Iterator[Ran]:
        """Runs again and again, each stopped at another moment; more of them near the end, when it writes."""
        chance = random.Random(self.protocol)
        for number in range(times):
            process = self.start(*given, **options)
            time.sleep(most * (chance.uniform(0.75, 1.05) if number % 2 else chance.random()))
            signals = (signal.SIGINT, signal.SIGINT, signal.SIGTERM, signal.SIGKILL)
            stopped = signals[number % len(signals)]
            process.send_signal(stopped)
            ran = self.end(process)
            self.assertIn(ran.code, (SUCCESS, INTERRUPTED, TERMINATED, -stopped), ran.err)
            # Nobody can clean up after being killed.
            if stopped == signal.SIGKILL:
                for path in self.home.rglob("*"):
                    if path.is_file() and path.name.startswith(".atoll-"):
                        path.unlink()
            yield ran

    def test_interrupting_leaves_no_half_written_file(self) -> None:
        self.control("seed", {"story": "large", "comments": 3000, "seed": 3})
        target = self.work / "out.json"
        start = time.monotonic()
        self.fetch("large", "-o", "out.json")
        took = time.monotonic() - start
        whole, before = target.read_bytes(), b"what was there before"
        stopped = 0
        for _ in self.interrupted(28, took, "fetch", "--story-id", "large", "-o", "out.json"):
            self.assertEqual(self.left_over(), ["out.json"])
            self.assertIn(target.read_bytes(), (whole, before))
            stopped += target.read_bytes() == before
            target.write_bytes(before)
        self.assertGreater(stopped, 8)

    def stop_at(self, call: str, *given: str, input: str = "") -> None:
        """Runs, and stops the run by a signal at a call of the system."""
        subprocess.run(
            ["strace", "-f", "-o", "/dev/null", "-e", f"trace={call}", "-e", f"inject={call}:signal=INT:when=1",
             *self.arguments(*given)],
            cwd=self.work, env=self.environment(), input=input, text=True, capture_output=True, timeout=LONGEST,
            check=False)

    def test_interrupting_while_a_file_is_put_in_its_place_leaves_a_whole_one(self) -> None:
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

    def test_interrupting_a_sign_in_keeps_a_whole_token_or_none(self) -> None:
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

    def test_interrupting_a_post_at_any_moment_keeps_its_words_or_publishes_them(self) -> None:
        self.control("settings", {"rateLimit": False})
        start = time.monotonic()
        self.run_atoll("post", "--story-id", "big", "--text", "how long", who="alice")
        took = time.monotonic() - start
        sent = ("post", "--story-id", "big", "--text", "not lost")
        for ran in self.interrupted(12, took, *sent, who="alice"):
            there = [one["body"] for one in self.tree("big")].count("not lost")
            # Before the words are read they are the shell's, and its history's.
            self.assertIn((there, self.drafts()), ((0, []), (0, ["not lost"]), (1, ["not lost"]), (1, [])))
            if ran.code == SUCCESS:
                self.assertEqual((there, self.drafts()), (1, []))
            for path in self.home.rglob("drafts/*"):
                path.unlink()
            self.control("seed", {"story": "big", "comments": 300, "seed": 2})
            self.control("clock", {"advance": 600})

    def test_interrupting_a_post_keeps_its_words(self) -> None:
        self.control("faults", {"rules": [{"fault": "stall-after", "operation": "mutation"}]})
        process = self.start("post", "--story-id", "big", "--text", "not lost", who="alice")
        self.wait_for("mutation")
        process.send_signal(signal.SIGINT)
        ran = self.end(process)
        self.assertIn(ran.code, (INTERRUPTED, -signal.SIGINT), ran.err)
        self.assertEqual(self.drafts(), ["not lost"])

    def wait_for(self, kind: str) -> None:
        """Until the server has seen an operation of that kind."""
        for _ in range(200):
            if any(entry["body"].startswith("{") and kind in entry["body"] for entry in self.log()):
                return
            time.sleep(0.05)
        self.fail(f"no {kind} came")


class InterruptionWithTalk4(Interruption):
    protocol = "talk4"
