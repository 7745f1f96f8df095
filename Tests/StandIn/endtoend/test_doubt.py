"""A post of which it is not known whether it arrived is neither lost nor doubled."""

from __future__ import annotations

from typing import Any

from standin.world import from_iso

from .command import SUCCESS, TEMPORARY, CommandCase, Ran

# More than either server lists at a time.
OTHERS = 130


class Doubt(CommandCase):
    """What holds for both servers."""

    settings = {"rateLimit": False}

    def post(self, fault: str | None, timeout: int = 4, **options: Any) -> Ran:
        """Posts once while the server spoils the first try."""
        if fault is not None:
            self.control("faults", {"rules": [{
                "fault": fault, "operation": "CreateComment", "times": 1, **options}]})
        return self.run_atoll(
            "post", "--story-id", "story-empty", "--text", "once", "--timeout", str(timeout), who="alice")

    def sent(self) -> int:
        """How often it was sent since the last time."""
        count = sum(entry["operation"] == "CreateComment" for entry in self.log())
        self.control("log", method="DELETE")
        return count

    def there(self) -> int:
        """How often it is there, whoever can see it."""
        found = self.control("tree?story=story-empty&all=1")["comments"]
        self.control("reset", {})
        return len(found)

    def test_one_that_arrived_is_found_among_all_that_the_account_wrote_meanwhile(self) -> None:
        for fault in ("drop-after", "error-500-after", "truncated", "empty"):
            ran = self.post(fault, others=OTHERS)
            self.assertEqual((ran.code, self.sent(), self.there()), (SUCCESS, 1, 1), (fault, ran.err))

    def test_one_that_did_not_arrive_is_sent_again(self) -> None:
        for fault in ("drop-before", "error-500", "html"):
            for others in (0, OTHERS):
                ran = self.post(fault, others=others)
                self.assertEqual((ran.code, self.sent(), self.there()), (SUCCESS, 2, 1), (fault, ran.err))

    def test_one_that_arrives_when_nobody_waits_any_more_is_not_doubled(self) -> None:
        for others in (0, 3):
            ran = self.post("late", seconds=2.5, timeout=1, others=others)
            self.assertIn(ran.code, (SUCCESS, TEMPORARY), ran.err)
            self.assertEqual(self.there(), 1)
        ran = self.post("drop-late", seconds=0.6)
        self.assertEqual((ran.code, self.sent(), self.there()), (SUCCESS, 1, 1), ran.err)

    def test_one_that_is_still_not_to_be_seen_is_told_to_be_unclear(self) -> None:
        ran = self.post("late", seconds=20, timeout=1, others=3)
        self.assertEqual((ran.code, ran.out), (TEMPORARY, ""), ran.err)
        self.assertIn("it is not known whether the comment arrived", ran.err)
        self.assertEqual(self.drafts(), ["once"])
        self.assertEqual(self.sent(), 1)

    def test_one_that_arrived_hidden_is_unclear_when_the_server_then_fails(self) -> None:
        self.control("settings", {"premodLinksEnable": True})
        self.control("faults", {"rules": [
            {"fault": "reset-after", "operation": "CreateComment", "times": 1},
            {"fault": "error-500", "operation": "Story"}]})
        ran = self.run_atoll(
            "post", "--story-id", "story-empty", "--text", "See https://a.example/", "--timeout", "4", who="alice")
        if self.protocol == "talk4":
            self.assertEqual((ran.code, ran.out), (TEMPORARY, ""), ran.err)
            self.assertIn("look at the story before you post it again", ran.err)
            self.assertEqual(self.drafts(), ["See https://a.example/"])
        else:
            self.assertEqual(ran.code, SUCCESS, ran.err)
        self.assertEqual(self.there(), 1)

    def test_a_server_that_asks_to_be_left_alone_is(self) -> None:
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

    def test_what_was_done_is_done_though_every_answer_broke(self) -> None:
        comment = self.control("comment", {"story": "story-empty", "author": "user-bob", "body": "liked"})["id"]
        for given, says in ((("like", comment), "liked"), (("report", comment), "reported"),
                            (("unlike", comment), "unliked")):
            self.control("faults", {"rules": [{"fault": "drop-after", "operation": "mutation"}]})
            ran = self.run_atoll(*given, "--timeout", "10", who="alice")
            self.assertEqual((ran.code, ran.out.split()[:1]), (SUCCESS, [says]), ran.err)

    def test_one_that_waits_for_a_moderator_is_not_sent_twice(self) -> None:
        self.control("settings", {"moderation": "PRE"})
        ran = self.post("drop-after")
        # Coral says that it has the words; Talk gives no sign of them.
        self.assertEqual(ran.code, TEMPORARY if self.protocol == "talk4" else SUCCESS, ran.err)
        self.assertEqual(ran.out.strip(), "" if self.protocol == "talk4" else "held-for-review")
        self.assertEqual(self.drafts(), ["once"] if self.protocol == "talk4" else [])
        self.assertEqual(self.there(), 1)


class DoubtOnTalk4(Doubt):
    protocol = "talk4"
