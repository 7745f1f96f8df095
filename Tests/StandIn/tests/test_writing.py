"""Tests of comments, likes and reports."""

from __future__ import annotations

from typing import Any

from .asking import Reply, StandInCase

CREATE = """mutation C($i: CreateCommentInput!) { createComment(input: $i) {
  edge { node { id status body revision { id } } } clientMutationId } }"""
REPLY = "mutation R($i: CreateCommentReplyInput!) { createCommentReply(input: $i) { edge { node { id } } } }"
EDIT = "mutation E($i: EditCommentInput!) { editComment(input: $i) { comment { body status editing { edited } } } }"
LIKE = """mutation L($i: CreateCommentReactionInput!) { createCommentReaction(input: $i) {
  comment { actionCounts { reaction { total } } viewerActionPresence { reaction } } } }"""
FLAG = "mutation F($i: CreateCommentFlagInput!) { createCommentFlag(input: $i) { comment { id } } }"


class CoralWriting(StandInCase):
    def post(self, body: str, who: str | None = "alice", story: str = "story-1", **more: Any) -> Reply:
        self.control("clock", {"advance": 4})
        given = {"storyID": story, "body": body, "clientMutationId": "m1", **more}
        return self.ask(CREATE, {"i": given}, who)

    def test_a_comment_is_published(self) -> None:
        created = self.post("Well <script>x</script>said & <b>done</b>").data["createComment"]
        self.assertEqual(created["clientMutationId"], "m1")
        node = created["edge"]["node"]
        self.assertEqual((node["status"], node["body"]), ("NONE", "Well said &amp; <b>done</b>"))
        last = self.tree("story-1")[-1]
        self.assertEqual((last["id"], last["username"], last["clientMutationId"]), (node["id"], "alice", "m1"))

    def test_words_decide_the_status(self) -> None:
        for body, settings, status in (
            ("A Cabbage!", {}, "REJECTED"), ("rotten, fish", {}, "NONE"), ("rotten  fish", {}, "REJECTED"),
            ("cabbages", {}, "NONE"), ("turnip", {}, "NONE"),
            ("my turnip", {"premoderateSuspectWords": True}, "SYSTEM_WITHHELD"),
            ("see https://a.example/", {"premodLinksEnable": True}, "SYSTEM_WITHHELD"),
            ("all is held", {"moderation": "PRE"}, "PREMOD"),
            ("so venomous", {"moderation": "POST"}, "SYSTEM_WITHHELD"),
        ):
            self.control("settings", settings)
            node = self.post(body).data["createComment"]["edge"]["node"]
            self.assertEqual(node["status"], status, body)

    def test_nudges_can_be_overridden(self) -> None:
        for body, code in (("so venomous", "TOXIC_COMMENT"), ("cheap wristwatches", "SPAM_COMMENT")):
            reply = self.post(body, nudge=True)
            self.assertEqual(reply.code, code)
            self.assertEqual(reply.json["errors"][0]["extensions"]["type"], "MODERATION_NUDGE_ERROR")
            self.assertEqual(self.post(body, nudge=False).data["createComment"]["edge"]["node"]["status"],
                             "SYSTEM_WITHHELD")

    def test_repeated_comments_get_a_nudge(self) -> None:
        self.post("the same", nudge=True)
        self.assertEqual(self.post("<b>the same</b>", nudge=True).code, "REPEAT_POST")
        self.control("clock", {"advance": 361})
        self.assertIn("data", self.post("the same", nudge=True).json)

    def test_refusals(self) -> None:
        for who, story, body, code in (
            (None, "story-1", "hello", "USER_NOT_ENTITLED"), ("nora", "story-1", "hello", "USER_NOT_ENTITLED"),
            ("bill", "story-1", "hello", "USER_BANNED"), ("sue", "story-1", "hello", "USER_SUSPENDED"),
            ("wanda", "story-1", "hello", "USER_WARNED"), ("alice", "story-closed", "hello", "STORY_CLOSED"),
            ("alice", "story-archived", "hello", "CANNOT_CREATE_COMMENT_ON_ARCHIVED_STORY"),
            ("alice", "nowhere", "hello", "STORY_NOT_FOUND"),
            ("alice", "story-1", " <b></b>", "COMMENT_BODY_TOO_SHORT"),
        ):
            self.assertEqual(self.post(body, who, story).code, code)
        self.control("settings", {"charCount": {"enabled": True, "max": 5}})
        self.assertEqual(self.post("123456").code, "COMMENT_BODY_EXCEEDS_MAX_LENGTH")
        self.control("settings", {"disabled": True})
        self.assertEqual(self.post("1234").code, "COMMENTING_DISABLED")

    def test_two_posts_in_three_seconds_are_too_many_and_trying_prolongs_the_wait(self) -> None:
        self.post("one")
        given = {"i": {"storyID": "story-1", "body": "two", "clientMutationId": "m"}}
        self.control("settings", {"retryAfter": 3})
        refused = self.ask(CREATE, given, "alice")
        self.assertEqual((refused.code, refused.headers["Retry-After"]), ("RATE_LIMIT_EXCEEDED", "3"))
        self.control("clock", {"advance": 2})
        self.assertEqual(self.ask(CREATE, given, "alice").code, "RATE_LIMIT_EXCEEDED")
        self.control("clock", {"advance": 2})
        self.assertEqual(self.ask(CREATE, given, "alice").code, "RATE_LIMIT_EXCEEDED")
        self.control("clock", {"advance": 4})
        self.assertIn("createComment", self.ask(CREATE, given, "alice").data)

    def test_replies_need_a_visible_parent(self) -> None:
        parent = self.post("parent").data["createComment"]["edge"]["node"]

        def reply() -> Reply:
            self.control("clock", {"advance": 4})
            return self.ask(REPLY, {"i": {
                "storyID": "story-1", "parentID": parent["id"], "parentRevisionID": parent["revision"]["id"],
                "body": "child", "clientMutationId": "m"}}, "bob")

        child = reply().data["createCommentReply"]["edge"]["node"]["id"]
        self.assertEqual([c["parent"] for c in self.tree("story-1") if c["id"] == child], [parent["id"]])
        self.control("comment", {"id": parent["id"], "status": "REJECTED"})
        self.assertEqual(reply().code, "PARENT_COMMENT_REJECTED")

    def test_an_edit_removes_the_media_that_it_does_not_repeat(self) -> None:
        node = self.post("first").data["createComment"]["edge"]["node"]
        url = "https://youtu.be/reef"
        given = {"commentID": node["id"], "body": "second", "clientMutationId": "m"}
        for media, kept in (({"type": "youtube", "url": url}, True), ({"type": "youtube", "url": url + "2"}, False),
                            (None, False)):
            self.control("comment", {"id": node["id"], "media": {"type": "youtube", "url": url}})
            self.ask(EDIT, {"i": {**given, "media": media}}, "alice")
            found = self.tree("story-1")[-1]["media"]
            self.assertEqual(found and found["url"], url if kept else None, media)

    def test_ignoring_twice_is_an_error(self) -> None:
        for name, kind in (("ignoreUser", "IgnoreUserInput"), ("removeUserIgnore", "RemoveUserIgnoreInput")):
            text = f"mutation M($i: {kind}!) {{ {name}(input: $i) {{ clientMutationId }} }}"
            given = {"i": {"userID": "user-bob", "clientMutationId": "m"}}
            self.assertIn(name, self.ask(text, given, "alice").data)
            self.assertEqual(self.ask(text, given, "alice").code, "INTERNAL_ERROR")

    def test_lengths_are_those_of_javascript(self) -> None:
        self.control("settings", {"charCount": {"enabled": True, "min": 4, "max": 6}})
        for body, code in (
            ("\U0001F41F", "COMMENT_BODY_TOO_SHORT"), ("\ufeff\U0001F41F\n", "COMMENT_BODY_TOO_SHORT"),
            ("\U0001F41F" * 4, "COMMENT_BODY_EXCEEDS_MAX_LENGTH"),
        ):
            self.assertEqual(self.post(body).code, code)
        self.assertIn("createComment", self.post("\u00a0\U0001F41F\U0001F41F<br>a\ufeff").data)

    def test_edits_end_with_the_window(self) -> None:
        node = self.post("first").data["createComment"]["edge"]["node"]
        given = {"i": {"commentID": node["id"], "body": "second", "clientMutationId": "m"}}
        self.assertEqual(self.ask(EDIT, given, "alice").data["editComment"]["comment"],
                         {"body": "second", "status": "NONE", "editing": {"edited": True}})
        self.assertEqual(self.ask(EDIT, given, "bob").code, "INTERNAL_ERROR")
        self.control("clock", {"advance": 3600})
        self.assertEqual(self.ask(EDIT, given, "alice").code, "COMMENT_EDIT_WINDOW_EXPIRED")

    def test_likes_and_reports_are_counted_once(self) -> None:
        node = self.post("likeable").data["createComment"]["edge"]["node"]
        target = {"commentID": node["id"], "commentRevisionID": node["revision"]["id"], "clientMutationId": "m"}
        for _ in range(2):
            comment = self.ask(LIKE, {"i": target}, "bob").data["createCommentReaction"]["comment"]
            self.assertEqual(comment, {
                "actionCounts": {"reaction": {"total": 1}}, "viewerActionPresence": {"reaction": True}})
            self.ask(FLAG, {"i": {**target, "reason": "COMMENT_REPORTED_SPAM"}}, "bob")
        last = self.tree("story-1")[-1]
        self.assertEqual((last["likedBy"], len(last["reports"])), (["user-bob"], 1))
        self.assertEqual(self.ask(LIKE, {"i": {**target, "commentRevisionID": "x"}}, "sam").code, "COMMENT_NOT_FOUND")


TALK_CREATE = """mutation C($i: CreateCommentInput!) { createComment(input: $i) {
  comment { id status } actions { ... on FlagAction { reason } } errors { translation_key } } }"""
TALK_EDIT = """mutation E($id: ID!, $body: String!) { editComment(id: $id, asset_id: "story-1", edit: {body: $body}) {
  comment { body editing { edited } } errors { translation_key } } }"""
TALK_LIKE = """mutation L($id: ID!) { createLikeAction(input: {item_id: $id}) {
  like { id } errors { translation_key } } }"""
TALK_FLAG = """mutation F($id: ID!) { createFlag(flag: {item_id: $id, item_type: COMMENTS, reason: COMMENT_SPAM}) {
  flag { id } errors { translation_key } } }"""


class Talk4Writing(StandInCase):
    protocol = "talk4"

    def post(self, body: str, who: str | None = "alice", story: str = "story-1", **more: Any) -> Any:
        given = {"asset_id": story, "body": body, **more}
        return self.ask(TALK_CREATE, {"i": given}, who).data["createComment"]

    def code(self, payload: Any) -> str:
        return str(payload["errors"][0]["translation_key"])

    def test_words_decide_the_status(self) -> None:
        for body, status, reasons in (
            ("fine", "NONE", []), ("A cabbage.", "REJECTED", [{"reason": "BANNED_WORD"}]),
            ("turnip", "NONE", [{"reason": "SUSPECT_WORD"}]), ("cabbage_", "NONE", []),
        ):
            created = self.post(body)
            self.assertEqual((created["comment"]["status"], created["actions"]), (status, reasons), body)

    def test_refusals(self) -> None:
        for who, story, body, code in (
            (None, "story-1", "hello", "NOT_AUTHORIZED"), ("bill", "story-1", "hello", "NOT_AUTHORIZED"),
            ("sue", "story-1", "hello", "NOT_AUTHORIZED"), ("alice", "story-closed", "hello", "COMMENTING_CLOSED"),
            ("alice", "story-1", "x", "COMMENT_TOO_SHORT"), ("alice", "nowhere", "hello", "NOT_FOUND"),
        ):
            self.assertEqual(self.code(self.post(body, who, story)), code)

    def test_there_is_no_check_for_repeats(self) -> None:
        first, second = self.post("the same")["comment"]["id"], self.post("the same")["comment"]["id"]
        self.assertNotEqual(first, second)

    def test_edits_end_with_the_window(self) -> None:
        id = self.post("first")["comment"]["id"]
        edited = self.ask(TALK_EDIT, {"id": id, "body": "second"}, "alice").data["editComment"]
        self.assertEqual(edited["comment"], {"body": "second", "editing": {"edited": True}})
        self.control("clock", {"advance": 3600})
        late = self.ask(TALK_EDIT, {"id": id, "body": "third"}, "alice").data["editComment"]
        self.assertEqual(self.code(late), "EDIT_WINDOW_ENDED")

    def test_a_second_like_is_null_and_a_second_report_an_error(self) -> None:
        id = self.post("likeable")["comment"]["id"]
        like = self.ask(TALK_LIKE, {"id": id}, "bob").data["createLikeAction"]["like"]["id"]
        again = self.ask(TALK_LIKE, {"id": id}, "bob").data["createLikeAction"]
        self.assertEqual(again, {"like": None, "errors": None})
        self.assertIsNotNone(self.ask(TALK_FLAG, {"id": id}, "bob").data["createFlag"]["flag"])
        self.assertEqual(self.code(self.ask(TALK_FLAG, {"id": id}, "bob").data["createFlag"]), "ALREADY_EXISTS")
        self.ask("mutation D($id: ID!) { deleteAction(id: $id) { errors { translation_key } } }", {"id": like}, "bob")
        self.assertEqual(self.tree("story-1")[-1]["likedBy"], [])


class Talk4WithPlugins(StandInCase):
    protocol = "talk4"
    plugins = ("respect", "rich-text", "toxic")

    def test_rich_text_is_required_and_toxicity_is_reported(self) -> None:
        given: dict[str, Any] = {"asset_id": "story-1", "body": "venomous"}
        self.assertEqual(self.ask(TALK_CREATE, {"i": given}, "alice").status, 400)
        given |= {"richTextBody": "<b>venomous</b>", "checkToxicity": True}
        created = self.ask(TALK_CREATE, {"i": given}, "alice").data["createComment"]
        self.assertEqual(created["errors"], [{"translation_key": "COMMENT_IS_TOXIC"}])
        created = self.ask(TALK_CREATE, {"i": {**given, "checkToxicity": False}}, "alice").data["createComment"]
        self.assertEqual(created["comment"]["status"], "SYSTEM_WITHHELD")
