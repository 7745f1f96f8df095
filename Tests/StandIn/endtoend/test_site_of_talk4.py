"""Tests that `atoll fetch --all` returns every story of a Talk 4 site."""

from __future__ import annotations

import json

from . import test_site
from .command import SUCCESS


class SiteOfTalk4(test_site.Site):
    """The same tests with Talk 4."""

    protocol = "talk4"

    def test_stories_of_one_millisecond_are_all_listed(self) -> None:
        self.control("site", {"stories": 180, "comments": 1, "together": 130})
        ran = self.fetch_all("site")
        self.assertNotIn("cannot list", ran.err)
        self.assertEqual({line["story"]["id"] for line in self.lines("site")}, self.stories())

    def test_the_deletion_of_an_account_is_found_after_a_run_without_counts(self) -> None:
        root = self.control("comment", {"story": "site-00003", "author": "user-peter", "body": "Words of Peter"})
        self.control("comment", {"story": "site-00003", "author": "user-alice", "body": "No", "parent": root["id"]})
        self.control("faults", {"rules": [{"fault": "error-500", "operation": "CommentCounts"}]})
        self.fetch_all("site")
        self.control("faults", {"rules": []})
        self.control("user", {"email": "peter@example.org", "deleted": True})
        self.fetch_all("site")
        self.assertIn("site-00003", {line["story"]["id"] for line in self.lines("site")})
        self.assertNotIn("Words of Peter", json.dumps(self.lines("site")))
        self.fetch_all("site")
        self.assertEqual(self.lines("site"), [])

    def test_a_story_fetched_without_counts_is_fetched_again_after_an_interruption(self) -> None:
        self.fetch_all("quiet")
        self.control("faults", {"rules": [
            {"fault": "error-500", "operation": "CommentCounts"},
            {"fault": "unauthorized", "operation": "Story", "skip": 100}]})
        ran = self.run_atoll(*self.command("site", "--parallel", "1"), token=self.token)
        self.assertNotEqual(ran.code, SUCCESS)
        self.control("faults", {"rules": []})
        self.control("log", method="DELETE")
        self.fetch_all("site")
        self.assert_same_stories("site", "quiet")
        # Two of the first 100 stories have comments of deleted accounts.
        self.assertEqual(self.asked("Story"), len(self.stories()) - 100 + 2)
