"""Tests that `atoll fetch` returns the comments of the server."""

from __future__ import annotations

import json
import os
import subprocess
import time
from datetime import datetime
from typing import Any

from .command import ATOLL, BAD_INPUT, NO_INPUT, REFUSED, SUCCESS, UNAVAILABLE, CommandCase


def milliseconds(moment: str) -> int:
    return round(datetime.fromisoformat(moment).timestamp() * 1000)


class SameTree(CommandCase):
    """Tests with a story whose comment tree is known."""

    comments = 700

    def setUp(self) -> None:
        super().setUp()
        self.control("seed", {"story": "big", "comments": self.comments, "seed": 5, "title": "A reef"})

    def assert_same(self, document: dict[str, Any], story: str = "big") -> None:
        """Checks that a document contains the comment tree of the server, comment by comment."""
        tree = self.tree(story)
        found = {comment["id"]: comment for comment in document["comments"]}
        self.assertEqual(len(found), len(document["comments"]), "a comment is there twice")
        self.assertEqual(found.keys(), {comment["id"] for comment in tree})
        self.assertEqual(document["story"]["commentCount"], len(tree))
        for wanted in tree:
            got = found[wanted["id"]]
            self.assertEqual(got.get("parentId"), wanted["parent"])
            # If a document has the time of an edit, it has no other mark of it.
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

    def authors(self) -> list[str]:
        return sorted({comment["author"] for comment in self.tree("big") if comment["author"]})


class Fetching(SameTree):
    """Tests for the newest versions of both servers."""

    def test_every_comment_arrives_as_the_server_has_it(self) -> None:
        ran = self.fetch("big")
        self.assert_same(ran.document)
        self.assertEqual(ran.document["story"]["title"], "A reef")
        self.assertNotIn("warning", ran.err)

    def test_a_visitor_needs_no_home_folder(self) -> None:
        environment = {name: value for name, value in self.environment().items() if name != "HOME"}
        ran = subprocess.run(
            self.arguments("fetch", "--story-id", "big"), cwd=self.work, env=environment, text=True,
            capture_output=True, check=False)
        self.assertEqual(ran.returncode, SUCCESS, ran.stderr)
        self.assert_same(json.loads(ran.stdout))

    def test_times_of_edits_are_in_the_document_if_the_server_returns_them(self) -> None:
        edited = {comment["id"] for comment in self.tree("big") if comment["edited"]}
        document = self.fetch("big", who="ada").document
        self.assertEqual({one["id"] for one in document["comments"] if "editedAt" in one}, edited)
        self.assert_same(document)

    def test_comments_of_ignored_users_are_in_the_document(self) -> None:
        self.control("user", {"email": "ada@example.org", "ignored": self.authors()})
        self.assert_same(self.fetch("big", who="ada").document)

    def test_faults_on_the_way_change_nothing(self) -> None:
        self.control("faults", {"rules": [
            {"fault": "too-many", "retryAfter": 0, "times": 1},
            {"fault": "random", "seed": 11, "probability": 0.15}]})
        self.assert_same(self.fetch("big").document)

    def test_comments_written_during_a_fetch_cause_no_problem(self) -> None:
        before = self.tree("big")
        self.control("settings", {"quirks": ["shifting-pages"]})
        ran = self.fetch("big")
        self.assertLessEqual({comment["id"] for comment in before}, set(ran.ids))
        self.assertEqual(len(set(ran.ids)), len(ran.ids))

    def test_a_story_that_does_not_arrive_replaces_no_file(self) -> None:
        file = self.work / "big.json"
        file.write_text("the one before", encoding="utf-8")
        for fault, operation, skip, code in (
                ("null-data", "Comments", 0, NO_INPUT), ("null-data", "Comments", 1, NO_INPUT),
                ("refused-data", "Comments", 0, REFUSED), ("refused-data", "Comments", 1, REFUSED),
                ("other-story", "Story", 0, UNAVAILABLE), ("other-story", "Comments", 1, UNAVAILABLE)):
            rule = {"fault": fault, "operation": operation, "skip": skip, "times": 1}
            for given in (("fetch",), ("render", "-f", "page")):
                self.control("faults", {"rules": [rule]})
                ran = self.run_atoll(*given, "--story-id", "big", "-o", "big.json")
                self.assertEqual(ran.code, code, (rule, ran.err))
                self.assertEqual(file.read_text(encoding="utf-8"), "the one before")
                self.assertEqual(self.left_over(), ["big.json"])
                if fault == "other-story":
                    self.assertIn("the answer is about the story another-story, not about big", ran.err)

    def test_a_notification_names_its_story(self) -> None:
        comment = self.tree("big")[0]
        notification = {
            "type": "CoralCommentFeatured", "to": {"email": "ann@example.org", "username": "Ann"},
            "story": {"id": "big", "title": "A reef", "url": "https://example.org/big"},
            "comment": {"id": comment["id"], "snippet": "The beginning"}}
        (self.work / "it.json").write_text(json.dumps(notification), encoding="utf-8")
        given = ("render", "--notification", "it.json", "-f", "email-text")
        ran = self.run_atoll(*given)
        self.assertEqual((ran.code, "The beginning" in ran.out), (SUCCESS, False), ran.err)
        ran = self.run_atoll(*given, "--story-id", "story-1")
        self.assertEqual((ran.code, ran.out), (BAD_INPUT, ""), ran.err)
        self.assertIn("the notification is about the story 'big', and the input is 'story-1'", ran.err)

    def test_limits_are_respected(self) -> None:
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

    def test_a_story_is_never_created_by_accident(self) -> None:
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

    def test_requests_are_few_and_have_a_user_agent(self) -> None:
        self.control("log", method="DELETE")
        self.fetch("big")
        requests = self.log()
        self.assertLess(len(requests), 40)
        for entry in requests:
            agent = dict(entry["headers"])["user-agent"]
            self.assertRegex(agent, r"^atoll/\d")


class FetchingFromTalk4(Fetching):
    protocol = "talk4"

    def test_a_story_is_never_created_by_accident(self) -> None:
        # Talk 4 creates an asset for every URL that is requested, so the client requests one only if that is allowed.
        before = len(self.control("state")["stories"])
        self.assertNotEqual(self.run_atoll("fetch", "--story-url", "https://example.org/never-seen").code, SUCCESS)
        self.assertEqual(len(self.control("state")["stories"]), before, "a story was made")
        self.fetch_url("https://example.org/never-seen", "--create")
        self.assertEqual(len(self.control("state")["stories"]), before + 1)

    def test_internal_tags_are_not_in_the_document(self) -> None:
        comment = next(comment["id"] for comment in self.tree("big") if not comment["deleted"])
        self.control("comment", {"id": comment, "tags": ["TROLL_SUSPECT", "OFF_TOPIC"]})
        for who in (None, "mona"):
            tags = next(one for one in self.fetch("big", who=who).document["comments"] if one["id"] == comment)["tags"]
            self.assertEqual([tag.replace("_", "").upper() for tag in tags], ["OFFTOPIC"], who)


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


class FetchingMedia(SameTree):
    """Tests of the switches by which a site hides media."""

    def test_gifs_are_in_the_document_only_if_the_site_shows_them(self) -> None:
        comment = next(comment["id"] for comment in self.tree("big") if not comment["deleted"])
        self.control("comment", {"id": comment, "media": {"type": "giphy", "url": "https://media.giphy.com/x.gif"}})
        for shown in ([], ["giphy", "gifs"]):
            self.control("settings", {"media": shown})
            self.assertEqual("media.giphy.com" in self.fetch("big").out, bool(shown))


class FetchingMediaFromAnOlderCoral(FetchingMedia):
    """A version whose switch for GIFs has another name."""

    version = "8.0.0"


class FetchingFromCoralSeven(FetchingFromAnOlderCoral):
    """The last version that returns at most 50 comments at a time."""

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
            # Talk's own pages show the rich text if there is one.
            comment["body"] = comment.get("body", "").replace("<br>", "\n")
            for entity, character in (("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")):
                comment["body"] = comment["body"].replace(entity, character)
        super().assert_same(document, story)


class FetchingInProduction(SameTree):
    settings = {"persistedOnly": True}

    def test_raw_operations_are_refused_with_an_explanation(self) -> None:
        ran = self.run_atoll("fetch", "--story-id", "big")
        self.assertNotEqual(ran.code, SUCCESS)
        self.assertIn("--persisted", ran.err)

    def test_an_admin_may_send_raw_operations(self) -> None:
        self.assert_same(self.fetch("big", who="ada").document)

    def test_operations_are_sent_as_persisted_ids(self) -> None:
        (self.work / "ids.json").write_text(json.dumps(self.control("persisted")), encoding="utf-8")
        self.control("user", {"email": "alice@example.org", "ignored": self.authors()})
        for who in (None, "alice"):
            self.assert_same(self.fetch("big", "--persisted", "ids.json", who=who).document)


class FetchingFarFromUTC(SameTree):
    """Tests with a server in one time zone and a client in another."""

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
    """Tests of the differences between the comments that a server counts and those that it lists."""

    def test_replies_to_hidden_comments_are_a_note_and_not_a_warning(self) -> None:
        published = [
            comment for comment in self.control("tree?story=big&all=1")["comments"]
            if comment["status"] in ("NONE", "APPROVED")]
        ran = self.fetch("big")
        # Coral does not list replies to a hidden top-level comment.
        self.assertGreater(len(published), len(ran.ids))
        self.assertIn(f"the server counts {len(published)}", ran.err)
        self.assertNotIn("warning", ran.err)

    def test_far_fewer_comments_than_the_server_counts_are_reported(self) -> None:
        self.control("settings", {"quirks": ["short-lists"]})
        ran = self.fetch("big")
        self.assertLess(len(ran.ids), 0.9 * len(self.tree("big")))
        self.assertRegex(ran.err, r"the server counts \d+ published comments, but lists \d+ \[incomplete-story\]")

    def test_rendering_from_a_server_reports_the_same_as_a_fetch(self) -> None:
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

    def test_replies_to_hidden_comments_are_a_note_and_not_a_warning(self) -> None:
        # Talk lists all of them; the client omits those that readers of a page cannot reach.
        ran = self.fetch("big")
        self.assertIn(" to hidden comments", ran.err)
        self.assertNotIn("the server counts", ran.err)

class Notifying(CommandCase):
    """Tests that nothing is mailed about a comment that readers cannot see any more."""

    def test_a_warning_about_another_comment_does_not_bring_back_a_removed_reply(self) -> None:
        comments = self.tree("story-1")
        reply = next(comment for comment in comments if comment["parent"])
        ends = {"comment": reply["parent"], "reply": reply["id"]}
        item: dict[str, Any] = {
            "type": "CoralReply", "to": {"username": "Ann", "email": "ann@example.com"}, "from": {"username": "Bob"},
            "story": {"id": "story-1", "title": "T", "url": "https://example.org/story-1"}, "site": {"name": "S"},
            **{name: {"id": id, "snippet": "REMOVED", "url": "https://example.org/?commentID=" + id} for name, id in ends.items()},
        }
        request = self.work / "request.json"
        request.write_text(json.dumps({"query": "mutation x", "variables": {"input": {"items": [item]}}}), encoding="utf-8")
        self.control("comment", {"id": reply["id"], "status": "REJECTED"})
        self.control("comment", {"story": "story-1", "author": "user-bob", "body": "<p>nul \u0000 x</p>"})
        ran = self.run_atoll("render", "--story-id", "story-1", "--notification", str(request), "-f", "email-text")
        self.assertEqual(ran.code, 6, ran.err)
        self.assertEqual(ran.out, "")
