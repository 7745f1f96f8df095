"""Tests that a post with an unclear outcome is neither lost nor duplicated."""

from __future__ import annotations

import time
from typing import Any

from standin.world import from_iso

from .command import REFUSED, SUCCESS, TEMPORARY, CommandCase, Ran

# More comments than either server lists at a time.
OTHERS = 130


class Doubt(CommandCase):
    """Tests for both servers."""

    settings = {"rateLimit": False}

    def post(self, fault: str | None, timeout: int = 4, who: str = "alice", **options: Any) -> Ran:
        """Posts once, while the server fails at the first attempt."""
        if fault is not None:
            self.control("faults", {"rules": [{
                "fault": fault, "operation": "CreateComment", "times": 1, **options}]})
        return self.run_atoll(
            "post", "--story-id", "story-empty", "--text", "once", "--timeout", str(timeout), who=who)

    def sent(self) -> int:
        """Returns how often the post was sent since the last call."""
        count = sum(entry["operation"] == "CreateComment" for entry in self.log())
        self.control("log", method="DELETE")
        return count

    def there(self, patience: float = 0) -> int:
        """Returns how often the comment exists, published or not; waits for it, at most some seconds."""
        deadline = time.monotonic() + patience
        while True:
            found = self.control("tree?story=story-empty&all=1")["comments"]
            if found or time.monotonic() > deadline:
                self.control("reset", {})
                return len(found)
            time.sleep(0.1)

    def test_a_post_that_arrived_is_found_among_later_comments_of_the_account(self) -> None:
        for fault in ("drop-after", "error-500-after", "truncated", "empty"):
            ran = self.post(fault, others=OTHERS)
            self.assertEqual((ran.code, self.sent(), self.there()), (SUCCESS, 1, 1), (fault, ran.err))

    def test_a_post_that_did_not_arrive_is_sent_again(self) -> None:
        for fault in ("drop-before", "error-500", "html"):
            for others in (0, OTHERS):
                ran = self.post(fault, others=others)
                # Coral would not recognise it as a repetition after other comments.
                unknown = others and self.protocol == "coral"
                self.assertEqual(
                    (ran.code, self.sent(), self.there()), (TEMPORARY, 1, 0) if unknown else (SUCCESS, 2, 1),
                    (fault, ran.err))

    def test_a_post_is_not_sent_again_while_the_server_still_checks_it(self) -> None:
        self.control("settings", {"slowChecks": 6})
        for who in ("alice", "sam"):
            ran = self.post(None, timeout=3, who=who)
            self.assertIn(ran.code, (SUCCESS, TEMPORARY), ran.err)
            self.assertEqual((self.sent(), self.there(patience=20)), (1, 1), (who, ran.err))
            self.control("settings", {"slowChecks": 6})

    def test_a_post_that_arrives_after_the_timeout_is_not_duplicated(self) -> None:
        for others in (0, 3):
            ran = self.post("late", seconds=7, timeout=3, others=others)
            self.assertIn(ran.code, (SUCCESS, TEMPORARY), ran.err)
            # On a busy machine, the command may end before the server acts.
            self.assertEqual(self.there(patience=20), 1)
        ran = self.post("drop-late", seconds=0.6, timeout=15)
        self.assertEqual((ran.code, self.sent(), self.there()), (SUCCESS, 1, 1), ran.err)

    def test_a_post_that_cannot_be_found_is_reported_as_unclear(self) -> None:
        ran = self.post("late", seconds=90, timeout=3, others=3)
        self.assertEqual((ran.code, ran.out), (TEMPORARY, ""), ran.err)
        self.assertIn("it is not known whether the comment arrived", ran.err)
        self.assertEqual(self.drafts(), ["once"])
        self.assertEqual(self.sent(), 1)

    def test_a_hidden_post_is_unclear_if_the_server_fails_afterwards(self) -> None:
        self.control("settings", {"premodLinksEnable": True})
        self.control("faults", {"rules": [
            {"fault": "reset-after", "operation": "CreateComment", "times": 1},
            {"fault": "error-500", "operation": "Story"}]})
        ran = self.run_atoll(
            "post", "--story-id", "story-empty", "--text", "See https://a.example/", "--timeout", "4", who="alice")
        if self.protocol == "talk4":
            self.assertEqual((ran.code, ran.out), (TEMPORARY, ""), ran.err)
            self.assertIn("look at the story before you post it again", ran.err)
        else:
            self.assertEqual((ran.code, ran.out), (TEMPORARY, ""), ran.err)
            self.assertIn("the comment arrived", ran.err)
        self.assertEqual(self.drafts(), ["See https://a.example/"])
        self.assertEqual(self.there(), 1)

    def test_a_post_is_not_sent_again_after_a_proxy_stopped_waiting(self) -> None:
        for code in (502, 503, 504, 520):
            ran = self.post("gateway-late", seconds=2, timeout=15, code=code)
            self.assertEqual((ran.code, self.sent(), self.there()), (SUCCESS, 1, 1), (code, ran.err))
        ran = self.post("unavailable", timeout=3)
        self.assertEqual((ran.code, ran.out, self.sent(), self.there()), (TEMPORARY, "", 1, 0), ran.err)
        self.assertEqual(self.drafts(), ["once"])

    def test_a_rejected_post_without_an_answer_is_not_said_to_be_reviewed(self) -> None:
        self.control("faults", {"rules": [{"fault": "drop-after", "operation": "CreateComment", "times": 1}]})
        ran = self.run_atoll("post", "--story-id", "story-empty", "--text", "cabbage", "--timeout", "2", who="alice")
        if self.protocol == "talk4":
            self.assertEqual((ran.code, ran.out.split()[0]), (REFUSED, "rejected"), ran.err)
        else:
            self.assertEqual((ran.code, ran.out), (TEMPORARY, ""), ran.err)
            self.assertIn("it waits for a moderator, or was rejected", ran.err)
        self.assertEqual(self.drafts(), ["cabbage"])

    def test_a_repetition_without_an_answer_is_unclear(self) -> None:
        self.control("comment", {"story": "story-empty", "author": "user-alice", "body": "once"})
        for fault in ("drop-after", "drop-before"):
            self.control("faults", {"rules": [{"fault": fault, "operation": "CreateComment", "times": 1}]})
            ran = self.run_atoll(
                "post", "--story-id", "story-empty", "--text", "once", "--send-anyway", "--timeout", "2", who="alice")
            if self.protocol == "talk4":
                self.assertEqual(ran.code, SUCCESS, ran.err)
            else:
                self.assertEqual((ran.code, ran.out), (TEMPORARY, ""), ran.err)
                self.assertIn("it is not known whether the comment arrived", ran.err)
                self.assertNotIn("--send-anyway", ran.err)

    def test_an_edit_that_hides_the_comment_is_unclear_without_an_answer(self) -> None:
        own = self.control("comment", {"story": "story-empty", "author": "user-alice", "body": "before"})["id"]
        self.control("faults", {"rules": [{"fault": "drop-after", "operation": "EditComment", "times": 1}]})
        ran = self.run_atoll("edit", own, "--text", "more cabbage", "--timeout", "2", who="alice")
        self.assertEqual((ran.code, ran.out), (TEMPORARY, ""), ran.err)
        self.assertIn("no longer shown", ran.err)
        self.assertEqual(self.drafts(), ["more cabbage"])

    def test_retry_after_is_respected(self) -> None:
        own = self.control("comment", {"story": "story-empty", "author": "user-alice", "body": "before"})["id"]
        for given, operation in ((("post", "--story-id", "story-empty", "--text", "once"), "CreateComment"),
                                 (("edit", own, "--text", "after"), "EditComment")):
            self.control("log", method="DELETE")
            self.control("faults", {"rules": [
                {"fault": "unavailable", "retryAfter": 2, "operation": operation, "times": 1}]})
            ran = self.run_atoll(*given, "--timeout", "6", who="alice")
            self.assertEqual(ran.code, SUCCESS, ran.err)
            log = self.log()
            first = next(index for index, entry in enumerate(log) if entry["operation"] == operation)
            waited = from_iso(log[first + 1]["time"]) - from_iso(log[first]["time"])
            self.assertGreaterEqual(waited, 2000, given)

    def test_actions_succeed_although_every_answer_is_lost(self) -> None:
        comment = self.control("comment", {"story": "story-empty", "author": "user-bob", "body": "liked"})["id"]
        for given, says in ((("like", comment), "liked"), (("report", comment), "reported"),
                            (("unlike", comment), "unliked")):
            self.control("faults", {"rules": [{"fault": "drop-after", "operation": "mutation"}]})
            ran = self.run_atoll(*given, "--timeout", "10", who="alice")
            self.assertEqual((ran.code, ran.out.split()[:1]), (SUCCESS, [says]), ran.err)

    def test_a_post_that_waits_for_a_moderator_is_not_sent_twice(self) -> None:
        self.control("settings", {"moderation": "PRE"})
        ran = self.post("drop-after")
        self.assertEqual((ran.code, ran.out, self.drafts()), (TEMPORARY, "", ["once"]), ran.err)
        # Coral reports that it has the text; Talk does not.
        self.assertIn("not known whether" if self.protocol == "talk4" else "the comment arrived", ran.err)
        self.assertEqual(self.there(), 1)


class DoubtOnTalk4(Doubt):
    protocol = "talk4"
