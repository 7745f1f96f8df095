"""Tests what posts, edits, likes and reports change on the server. Messages are tested in test_outcomes."""

from __future__ import annotations

import json
import subprocess
from typing import Any

from .command import ATOLL, BAD_INPUT, INPUT_OUTPUT, REFUSED, RUN_TIMEOUT, SUCCESS, CommandCase, Ran


class ActionCase(CommandCase):
    """Tests with the user alice, unless they name another."""

    def act(self, *given: str, who: str | None = "alice", wait: float = 4, **options: Any) -> Ran:
        """Runs an action after all rate limits have ended."""
        self.control("clock", {"advance": wait})
        return self.run_atoll(*given, who=who, **options)

    def post(self, text: str, story: str = "story-1", *given: str, **options: Any) -> Ran:
        return self.act("post", "--story-id", story, "--text", text, *given, **options)

    def published(self, ran: Ran) -> str:
        """Returns the id of the comment that a run published."""
        self.assertEqual((ran.code, ran.out.split()[:1]), (SUCCESS, ["published"]), ran.err)
        return ran.out.split()[1]

    def comment(self, id: str) -> dict[str, Any]:
        return next(comment for comment in self.control("tree?story=story-1&all=1")["comments"] if comment["id"] == id)


class Actions(ActionCase):
    """Tests for both servers."""

    def test_a_comment_is_published_word_for_word(self) -> None:
        text = "Fish & <chips>, \"quoted\"\nand a second line, *no* markup 🐠"
        found = self.comment(self.published(self.post(text)))
        self.assertEqual((found["username"], found["parent"], found["status"]), ("alice", None, "NONE"))
        fetched = next(one for one in self.fetch("story-1").document["comments"] if one["id"] == found["id"])
        self.assertEqual(self.plain(fetched["body"]), text)
        self.assertEqual(self.drafts(), [])

    def test_line_ends_of_all_systems_are_accepted(self) -> None:
        for fault in (None, "drop-after"):
            self.control("faults", {"rules": [{"fault": fault, "operation": "CreateComment", "times": 1}]
                                    if fault else []})
            ran = self.act("post", "--story-id", "story-1", input=f"alpha\rbeta\r\n{fault}\ndelta\r\n")
            self.assertEqual(self.plain(self.comment(self.published(ran))["body"]), f"alpha\nbeta\n{fault}\ndelta")

    def test_a_dash_is_standard_input(self) -> None:
        ran = self.act("post", "--story-id", "story-1", "--text", "-", input="from a file\n")
        self.assertEqual(self.plain(self.comment(self.published(ran))["body"]), "from a file")

    def test_text_that_is_not_utf_8_or_has_a_nul_is_not_sent(self) -> None:
        for text in (b"bad \xff", b"bad \0 text"):
            ran = subprocess.run(
                [ATOLL, "post", "--server", self.origin, "--story-id", "story-1"], input=text, cwd=self.work,
                env=self.environment(self.sign_in("alice")), capture_output=True, timeout=RUN_TIMEOUT, check=False)
            self.assertEqual((ran.returncode, ran.stdout), (BAD_INPUT, b""), ran.stderr)
        self.assertNotIn("mutation", "".join(entry["body"] for entry in self.log()))

    def test_an_outcome_that_cannot_be_printed_is_in_the_error(self) -> None:
        for text, outcome in (("heard", "published"), ("cabbage", "rejected")):
            self.control("clock", {"advance": 4})
            with open("/dev/full", "w", encoding="utf-8") as full:
                ran = subprocess.run(
                    self.arguments("post", "--story-id", "story-1", "--text", text), stdout=full, text=True,
                    cwd=self.work, env=self.environment(self.sign_in("alice")), stderr=subprocess.PIPE,
                    timeout=RUN_TIMEOUT, check=False)
            self.assertEqual(ran.returncode, INPUT_OUTPUT, ran.stderr)
            tree = self.control("tree?story=story-1&all=1")["comments"]
            id = next(comment["id"] for comment in tree if text in (comment["body"] or ""))
            self.assertIn(f"the outcome is: {outcome} {id}", ran.stderr)
            self.assertEqual("your text is saved" in ran.stderr, outcome == "rejected")

    def test_a_token_with_white_space_inside_is_not_sent(self) -> None:
        token = self.sign_in("alice")
        file = self.home / "tokens" / "token"
        file.parent.mkdir()
        for text in (f"{token}\nX-Other: 1\n", f"Bearer {token}"):
            file.write_text(text, encoding="utf-8")
            ran = self.run_atoll("like", "--token-file", str(file), "c1")
            self.assertEqual((ran.code, ran.out), (REFUSED, "refused token-rejected\n"), ran.err)
            self.assertIn("give the token alone", ran.err)
        self.assertNotIn("Like", [one["operation"] for one in self.log()])
        file.write_text(f"\n{token}\n", encoding="utf-8")
        self.published(self.act("post", "--story-id", "story-1", "--text", "hi", "--token-file", str(file), who=None))

    def plain(self, body: str) -> str:
        """Returns the text of a stored body that readers see."""
        if self.protocol == "talk4":
            return body
        for mark, character in (("<br>", "\n"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&amp;", "&")):
            body = body.replace(mark, character)
        return body

    def test_a_comment_is_answered_edited_and_liked(self) -> None:
        parent = self.published(self.post("parent"))
        reply = self.published(self.act("reply", parent, "--text", "child", who="bob"))
        self.assertEqual(self.comment(reply)["parent"], parent)
        self.published(self.act("edit", parent, "--text", "changed", wait=0))
        self.assertEqual((self.comment(parent)["body"], self.comment(parent)["edited"]), ("changed", True))
        for _ in range(2):
            self.assertEqual(self.act("like", parent, who="bob").out.split()[:1], ["liked"])
            self.assertEqual(self.comment(parent)["likedBy"], ["user-bob"])
        for _ in range(2):
            self.assertEqual(self.act("unlike", parent, who="bob").out.split()[:1], ["unliked"])
            self.assertEqual(self.comment(parent)["likedBy"], [])

    def test_a_report_arrives_once(self) -> None:
        id = self.published(self.post("report me"))
        for _ in range(2):
            ran = self.act("report", id, "--reason", "spam", "--details", "it sells things", who="bob")
            self.assertEqual((ran.code, ran.out.split()[:1]), (SUCCESS, ["reported"]), ran.err)
        reports = self.comment(id)["reports"]
        self.assertEqual([(one["by"], one["message"]) for one in reports], [("user-bob", "it sells things")])


class ActionsOnTalk4(Actions):
    protocol = "talk4"


class ActionsOnCoral(ActionCase):
    """Tests for Coral only."""

    def test_comments_of_a_story_with_ratings_are_published_and_answered(self) -> None:
        self.control("story", {"id": "story-1", "mode": "RATINGS_AND_REVIEWS"})
        parent = self.published(self.post("neither a review nor a question"))
        reply = self.published(self.act("reply", parent, "--text", "thank you", who="bob"))
        self.published(self.act("edit", reply, "--text", "thanks", who="bob", wait=0))

    def test_exceeding_a_rate_limit_is_reported(self) -> None:
        self.control("settings", {"retryAfter": 3600})
        self.published(self.post("one"))
        ran = self.post("two", wait=0)
        self.assertEqual((ran.out, self.drafts()), ("refused rate-limited\n", ["two"]), ran.err)
        self.assertIn("3600", ran.err)
        # Without Retry-After, the client waits as long as the limits of Coral last.
        self.control("settings", {"retryAfter": None})
        self.published(self.post("three", wait=0))

    def test_actions_on_a_deleted_comment_are_refused_without_a_request(self) -> None:
        self.control("seed", {"story": "story-1", "comments": 200, "seed": 3})
        tree = self.control("tree?story=story-1&all=1")["comments"]
        gone = next(comment["id"] for comment in tree if comment["deleted"])
        for given in (("like",), ("unlike",), ("report", "--reason", "spam")):
            ran = self.act(given[0], gone, *given[1:], who="bob")
            self.assertEqual(ran.out, "refused comment-not-found\n", ran.err)
            self.assertIn("deleted", ran.err)
        sent = [one["operation"] for one in self.log()]
        self.assertEqual([name for name in sent if name in ("Like", "Unlike", "Report")], [])

    def test_in_production_actions_are_sent_as_persisted_ids(self) -> None:
        ids = self.work / "ids.json"
        ids.write_text(json.dumps(self.control("persisted")), encoding="utf-8")
        self.control("settings", {"persistedOnly": True})
        known = ("--persisted", str(ids))
        parent = self.published(self.post("by its id", "story-1", *known))
        reply = self.published(self.act("reply", parent, "--text", "so is this", *known, who="bob"))
        self.assertEqual(self.comment(reply)["parent"], parent)
        self.published(self.act("edit", parent, "--text", "and this", *known, wait=0))
        for given in (("like",), ("unlike",), ("report",)):
            self.assertEqual(self.act(*given, parent, *known, who="bob").code, SUCCESS, given)
        self.assertEqual(self.comment(parent)["body"], "and this")
        raw = self.post("raw")
        self.assertNotEqual(raw.code, SUCCESS)
        self.assertEqual(self.drafts(), ["raw"])
