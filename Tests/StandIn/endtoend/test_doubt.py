"""A post of which it is not known whether it arrived is neither lost nor doubled."""

from __future__ import annotations

from typing import Any

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
