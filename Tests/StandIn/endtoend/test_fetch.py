"""`atoll fetch` gives what the server has."""

from __future__ import annotations

import json
import os
import subprocess
import time
from datetime import datetime
from typing import Any

from .command import ATOLL, BAD_INPUT, SUCCESS, CommandCase


def milliseconds(moment: str) -> int:
    return round(datetime.fromisoformat(moment).timestamp() * 1000)


class SameTree(CommandCase):
    """Tests with a story whose tree is known."""

    comments = 700

    def setUp(self) -> None:
        super().setUp()
        self.control("seed", {"story": "big", "comments": self.comments, "seed": 5, "title": "A reef"})

    def assert_same(self, document: dict[str, Any], story: str = "big") -> None:
        """The document says what the server's tree says, comment for comment."""
        tree = self.tree(story)
        found = {comment["id"]: comment for comment in document["comments"]}
        self.assertEqual(len(found), len(document["comments"]), "a comment is there twice")
        self.assertEqual(found.keys(), {comment["id"] for comment in tree})
        self.assertEqual(document["story"]["commentCount"], len(tree))
        for wanted in tree:
            got = found[wanted["id"]]
            self.assertEqual(got.get("parentId"), wanted["parent"])
            # A document with the time of an edit does not say a second time that there was one.
            self.assertEqual(got.get("edited", "editedAt" in got), wanted["edited"])
            if "editedAt" in got:
                self.assertEqual(got["editedAt"], milliseconds(wanted["editedAt"]))
            self.assertEqual(got.get("likes", 0), wanted["likes"])
            self.assertEqual("FEATURED" in got.get("tags", []) or "featured" in got.get("tags", []), wanted["featured"])
            if wanted["deleted"]:
                self.assertIn("tombstone", got)
            else:
                self.assertEqual(got["body"], wanted["body"])
                self.assertEqual(got["author"]["name"], wanted["username"])


class Fetching(SameTree):
    """What holds for both servers, at their newest versions."""

    def test_every_comment_arrives_as_the_server_has_it(self) -> None:
        ran = self.fetch("big")
        self.assert_same(ran.document)
        self.assertEqual(ran.document["story"]["title"], "A reef")
        self.assertNotIn("warning", ran.err)

    def test_edits_have_their_times_for_whoever_may_see_them(self) -> None:
        edited = {comment["id"] for comment in self.tree("big") if comment["edited"]}
        document = self.fetch("big", who="ada").document
        self.assertEqual({one["id"] for one in document["comments"] if "editedAt" in one}, edited)
        self.assert_same(document)

    def test_faults_on_the_way_change_nothing(self) -> None:
        self.control("faults", {"rules": [
            {"fault": "too-many", "retryAfter": 0, "times": 1},
            {"fault": "random", "seed": 11, "probability": 0.15}]})
        self.assert_same(self.fetch("big").document)

    def test_comments_that_arrive_meanwhile_are_no_trouble(self) -> None:
        before = self.tree("big")
        self.control("settings", {"quirks": ["shifting-pages"]})
        ran = self.fetch("big")
        self.assertLessEqual({comment["id"] for comment in before}, set(ran.ids))
        self.assertEqual(len(set(ran.ids)), len(ran.ids))

    def test_a_page_that_is_not_given_is_missed(self) -> None:
        for skip in (0, 1):
            self.control("faults", {"rules": [
                {"fault": "null-data", "operation": "Comments", "skip": skip, "times": 1}]})
            ran = self.fetch("big")
            self.assertTrue(ran.document["story"].get("hasMore"))
            self.assertIn("[incomplete-story]", ran.err)

    def test_no_more_than_asked_for(self) -> None:
        self.control("log", method="DELETE")
        ran = self.fetch("big", "--max-comments", "50", "--parallel", "1")
        self.assertLess(len(self.log()), 8)
        self.assertLessEqual(len(ran.ids), 50)
        self.assertGreater(len(ran.ids), 10)
        story = ran.document["story"]
        self.assertTrue(story["hasMore"])
        self.assertGreater(story["commentCount"], 600)

    def test_an_empty_story_and_a_deep_one(self) -> None:
        self.assertEqual(self.fetch("story-empty").ids, [])
        self.control("seed", {"story": "deep", "comments": 1000, "chain": True})
        self.assert_same(self.fetch("deep").document, "deep")

    def test_a_story_is_never_made_by_accident(self) -> None:
        before = len(self.control("state")["stories"])
        url = "https://example.org/never-seen"
        ran = self.run_atoll("fetch", "--story-url", url)
        self.assertNotEqual(ran.code, SUCCESS)
        self.assertEqual(len(self.control("state")["stories"]), before, "a story was made")
        self.fetch_url(url, "--create")
        self.assertEqual(len(self.control("state")["stories"]), before + 1)
        self.assertEqual(self.fetch_url(url, "--create").ids, [])
        self.assertNotEqual(self.run_atoll("fetch", "--story-id", "nowhere").code, SUCCESS)

    def fetch_url(self, url: str, *given: str) -> Any:
        ran = self.run_atoll("fetch", "--story-url", url, *given)
        self.assertEqual(ran.code, SUCCESS, ran.err)
        return ran

    def test_a_document_renders_offline_and_a_server_at_once(self) -> None:
        self.fetch("big", "-o", "big.json")
        page = self.run_atoll("render", "--story-id", "big", "--format", "text")
        self.assertEqual(page.code, SUCCESS, page.err)
        self.server.stop()
        from_file = self.render_file("big.json")
        self.assertEqual(from_file, page.out)

    def render_file(self, name: str) -> str:
        done = subprocess.run(
            [ATOLL, "render", name, "--format", "text"], cwd=self.work, env=self.environment(), text=True,
            stdout=subprocess.PIPE, check=True, timeout=60)
        return done.stdout

    def test_requests_are_few_and_say_who_asks(self) -> None:
        self.control("log", method="DELETE")
        self.fetch("big")
        requests = self.log()
        self.assertLess(len(requests), 40)
        for entry in requests:
            agent = dict(entry["headers"])["user-agent"]
            self.assertRegex(agent, r"^atoll/\d")


class FetchingFromTalk4(Fetching):
    protocol = "talk4"

    def test_a_story_is_never_made_by_accident(self) -> None:
        # Talk 4 makes an asset for any URL that it is asked for, so it is only asked when that is allowed.
        before = len(self.control("state")["stories"])
        self.assertNotEqual(self.run_atoll("fetch", "--story-url", "https://example.org/never-seen").code, SUCCESS)
        self.assertEqual(len(self.control("state")["stories"]), before, "a story was made")
        self.fetch_url("https://example.org/never-seen", "--create")
        self.assertEqual(len(self.control("state")["stories"]), before + 1)


class TenThousand(SameTree):
    comments = 10_000

    def test_ten_thousand_comments_arrive_as_the_server_has_them(self) -> None:
        self.assert_same(self.fetch("big").document)


class TenThousandFromTalk4(TenThousand):
    protocol = "talk4"


class FetchingFromAnOlderCoral(SameTree):
    version = "6.3.0"

    def test_every_comment_arrives_as_the_server_has_it(self) -> None:
        self.assert_same(self.fetch("big").document)


class FetchingFromCoralSeven(FetchingFromAnOlderCoral):
    """The last one that gives no more than 50 comments at a time."""

    version = "7.1.3"


class FetchingFromTheFirstCoral(FetchingFromAnOlderCoral):
    version = "5.0.0"


class FetchingFromAnOlderTalk4(FetchingFromAnOlderCoral):
    protocol = "talk4"
    version = "4.1.0"


class FetchingFromTalk4WithPlugins(FetchingFromAnOlderCoral):
    protocol = "talk4"
    version = "4.12.0"
    plugins = ("like", "respect", "rich-text", "toxic", "spam", "deep-reply-count")

    def assert_same(self, document: dict[str, Any], story: str = "big") -> None:
        for comment in document["comments"]:
            # Rich text is what Talk's own pages show where they have it.
            comment["body"] = comment.get("body", "").replace("<br>", "\n")
            for entity, character in (("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")):
                comment["body"] = comment["body"].replace(entity, character)
        super().assert_same(document, story)


class FetchingInProduction(SameTree):
    settings = {"persistedOnly": True}

    def test_raw_operations_are_refused_and_the_user_is_told_why(self) -> None:
        ran = self.run_atoll("fetch", "--story-id", "big")
        self.assertNotEqual(ran.code, SUCCESS)
        self.assertIn("--persisted", ran.err)

    def test_an_admin_may_ask_anything(self) -> None:
        self.assert_same(self.fetch("big", who="ada").document)

    def test_operations_go_by_their_ids(self) -> None:
        (self.work / "ids.json").write_text(json.dumps(self.control("persisted")), encoding="utf-8")
        self.assert_same(self.fetch("big", "--persisted", "ids.json").document)


class FetchingFarFromUTC(SameTree):
    """A server in one zone, and a client in another."""

    server_zone, client_zone = "America/New_York", "Asia/Kathmandu"

    def setUp(self) -> None:
        os.environ["TZ"] = self.server_zone
        time.tzset()
        self.addCleanup(self.leave_zone)
        super().setUp()

    def leave_zone(self) -> None:
        os.environ["TZ"] = "UTC"
        time.tzset()

    def environment(self, token: str | None = None) -> dict[str, str]:
        return super().environment(token) | {"TZ": self.client_zone}

    def test_every_comment_arrives_as_the_server_has_it(self) -> None:
        self.assert_same(self.fetch("big").document)


class FetchingFromTalk4FarFromUTC(FetchingFarFromUTC):
    protocol = "talk4"


class Counting(SameTree):
    """What a server counts, against what it lists."""

    def test_what_answers_hidden_comments_is_a_note_and_no_warning(self) -> None:
        published = [
            comment for comment in self.control("tree?story=big&all=1")["comments"]
            if comment["status"] in ("NONE", "APPROVED")]
        ran = self.fetch("big")
        # Coral lists nothing below a hidden comment at the root.
        self.assertGreater(len(published), len(ran.ids))
        self.assertIn(f"the server counts {len(published)}", ran.err)
        self.assertNotIn("warning", ran.err)

    def test_far_fewer_comments_than_the_server_counts_are_reported(self) -> None:
        self.control("settings", {"quirks": ["short-lists"]})
        ran = self.fetch("big")
        self.assertLess(len(ran.ids), 0.9 * len(self.tree("big")))
        self.assertRegex(ran.err, r"the server counts \d+ published comments, but lists \d+ \[incomplete-story\]")

    def test_what_is_drawn_at_once_reports_what_a_fetch_does(self) -> None:
        self.control("settings", {"quirks": ["short-lists"]})
        ran = self.run_atoll("render", "--story-id", "big", "--format", "text")
        self.assertEqual(ran.code, SUCCESS, ran.err)
        self.assertRegex(ran.err, r"the server counts \d+ published comments, but lists \d+ \[incomplete-story\]")
        strict = self.run_atoll("render", "--story-id", "big", "--format", "text", "--strict")
        self.assertEqual((strict.code, strict.out), (BAD_INPUT, ""))

    def test_an_announced_page_that_is_empty_is_reported(self) -> None:
        self.control("settings", {"quirks": ["lost-cursors"]})
        ran = self.fetch("big", "--parallel", "1")
        self.assertIn("the server says that there are more comments, but gives none [incomplete-story]", ran.err)
        self.assertTrue(ran.document["story"]["hasMore"])


class CountingOnTalk4(Counting):
    protocol = "talk4"

    def test_what_answers_hidden_comments_is_a_note_and_no_warning(self) -> None:
        # Talk lists them all; the client leaves out what no reader of a page can reach.
        ran = self.fetch("big")
        self.assertIn(" to hidden comments", ran.err)
        self.assertNotIn("the server counts", ran.err)
