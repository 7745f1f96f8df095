"""What users are told of their posts, edits, likes and reports."""

from __future__ import annotations

import json
from typing import Any

from .command import REFUSED, SUCCESS, TEMPORARY, CommandCase, Ran


class ActionCase(CommandCase):
    """Tests that act as alice, unless they say otherwise."""

    def act(self, *given: str, who: str | None = "alice", wait: float = 4, **options: Any) -> Ran:
        """Acts when no rate limit is in the way any more."""
        self.control("clock", {"advance": wait})
        return self.run_atoll(*given, who=who, **options)

    def post(self, text: str, story: str = "story-1", *given: str, **options: Any) -> Ran:
        return self.act("post", "--story-id", story, "--text", text, *given, **options)

    def published(self, ran: Ran) -> str:
        """The id of what a run published."""
        self.assertEqual((ran.code, ran.out.split()[:1]), (SUCCESS, ["published"]), ran.err)
        return ran.out.split()[1]

    def assert_refused(self, ran: Ran, word: str, kept: str | None = None) -> None:
        self.assertIn(ran.code, (REFUSED, TEMPORARY), ran.err)
        self.assertEqual(ran.out.split()[:2], ["refused", word], ran.err)
        self.assertIn("error: ", ran.err)
        if kept is not None:
            # The words are not lost, and their place is named.
            self.assertIn(kept, self.drafts())
            self.assertIn("kept in", ran.err)

    def comment(self, id: str) -> dict[str, Any]:
        return next(comment for comment in self.control("tree?story=story-1&all=1")["comments"] if comment["id"] == id)


class Actions(ActionCase):
    """What holds for both servers."""

    # Where the two differ.
    banned_word, suspended_word = "banned", "suspended"

    def test_a_comment_is_published_word_for_word(self) -> None:
        text = "Fish & <chips>, \"quoted\"\nand a second line, *no* markup 🐠"
        found = self.comment(self.published(self.post(text)))
        self.assertEqual((found["username"], found["parent"], found["status"]), ("alice", None, "NONE"))
        fetched = next(one for one in self.fetch("story-1").document["comments"] if one["id"] == found["id"])
        self.assertEqual(self.plain(fetched["body"]), text)
        self.assertEqual(self.drafts(), [])

    def plain(self, body: str) -> str:
        """The text that readers see of a stored body."""
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

    def test_a_banned_word_is_told_plainly_and_the_words_are_kept(self) -> None:
        ran = self.post("I grow cabbage")
        self.assertEqual((ran.code, ran.out.split()[0]), (REFUSED, "banned-word"))
        self.assertIn("word", ran.err)
        self.assertEqual(self.drafts(), ["I grow cabbage"])
        first = self.published(self.post("fine so far"))
        ran = self.act("edit", first, "--text", "cabbage again", wait=0)
        self.assertEqual(ran.out.split()[0], "banned-word")
        self.assertEqual(self.drafts(), ["I grow cabbage", "cabbage again"])

    def test_what_is_held_for_review_is_told(self) -> None:
        self.control("settings", {"moderation": "PRE"})
        ran = self.post("patience")
        self.assertEqual((ran.code, ran.out.split()[0]), (SUCCESS, "held-for-review"), ran.err)
        self.assertIn("moderator", ran.err)
        self.assertEqual(self.drafts(), [])
        self.control("settings", {"moderation": "POST"})
        self.assertEqual(self.post("also held", who="peter").out.split()[0], "held-for-review")

    def test_refusals_of_accounts(self) -> None:
        self.assert_refused(self.post("words", who=None), "not-signed-in", kept="words")
        self.assert_refused(self.post("words", who="bill"), self.banned_word)
        ran = self.post("words", who="sue")
        self.assert_refused(ran, self.suspended_word)
        self.assertIn("2099-01-01", ran.err)

    def test_refusals_of_stories(self) -> None:
        self.assert_refused(self.post("words", "story-closed"), "story-closed", kept="words")
        self.assert_refused(self.post("words", "nowhere"), "story-not-found")
        self.control("settings", {"disabled": True})
        self.assert_refused(self.post("words"), "commenting-disabled")

    def test_refusals_of_lengths(self) -> None:
        self.control("settings", {"charCount": {"enabled": True, "min": 4, "max": 9}})
        self.assert_refused(self.post("x"), "too-short")
        self.assert_refused(self.post("0123456789"), "too-long")
        self.published(self.post("012345678"))

    def test_edits_end_with_the_window_and_belong_to_their_author(self) -> None:
        id = self.published(self.post("mine"))
        self.assert_refused(self.act("edit", id, "--text", "not yours", who="bob", wait=0), "not-allowed")
        self.assert_refused(self.act("edit", id, "--text", "too late", wait=40), "edit-window-over", kept="too late")
        self.assertEqual(self.comment(id)["body"], "mine")

    def test_what_cannot_be_seen_cannot_be_acted_on(self) -> None:
        id = self.published(self.post("soon gone"))
        self.control("comment", {"id": id, "status": "REJECTED"})
        self.assert_refused(self.act("reply", id, "--text", "words", who="bob"), "parent-not-visible")
        self.assertEqual(self.act("like", id, who="bob").code, REFUSED)
        self.assertEqual(self.act("report", "no-such-comment", who="bob").code, REFUSED)


class ActionsOnTalk4(Actions):
    protocol = "talk4"


class ActionsOnCoral(ActionCase):
    """What only Coral does."""

    def test_nudges_can_be_overruled(self) -> None:
        for text, word in (("so venomous", "toxic"), ("cheap wristwatches", "spam")):
            ran = self.post(text)
            self.assert_refused(ran, word, kept=text)
            self.assertIn("--send-anyway", ran.err)
            ran = self.post(text, "story-1", "--send-anyway")
            self.assertEqual((ran.code, ran.out.split()[0]), (SUCCESS, "held-for-review"), ran.err)

    def test_repeating_oneself_is_told(self) -> None:
        self.published(self.post("the same"))
        self.assert_refused(self.post("the same"), "repeated")

    def test_too_much_in_too_short_a_time_is_told(self) -> None:
        self.control("settings", {"retryAfter": 3600})
        self.published(self.post("one"))
        ran = self.post("two", wait=0)
        self.assert_refused(ran, "rate-limited", kept="two")
        self.assertIn("3600", ran.err)

    def test_other_refusals(self) -> None:
        self.assert_refused(self.post("words", "story-archived"), "story-archived")
        self.assert_refused(self.post("words", who="wanda"), "warned")
        self.assertEqual(self.post("words", who="nora").code, REFUSED)

    def test_in_production_actions_go_by_their_ids(self) -> None:
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
