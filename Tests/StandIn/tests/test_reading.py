"""Tests of stories and pages of comments."""

from __future__ import annotations

from typing import Any

from .asking import StandInCase

PAGE = """query P($first: Int!, $after: Cursor, $by: COMMENT_SORT) { story(id: "big") {
  comments(first: $first, after: $after, orderBy: $by) { nodes { id } pageInfo { hasNextPage endCursor } } } }"""
TALK_PAGE = """query P($first: Int!, $after: Cursor, $by: SORT_COMMENTS_BY) {
  comments(query: {asset_id: "big", limit: $first, cursor: $after, sortBy: $by}) {
    nodes { id } hasNextPage endCursor } }"""


class CoralReading(StandInCase):
    def pages(self, order: str, first: int = 7, most: int = 100) -> list[str]:
        after, found = None, []
        for _ in range(most):
            comments = self.ask(PAGE, {"first": first, "after": after, "by": order}).data["story"]["comments"]
            found += [node["id"] for node in comments["nodes"]]
            if not comments["pageInfo"]["hasNextPage"]:
                break
            after = comments["pageInfo"]["endCursor"]
            self.assertIsInstance(after, str)
        return found

    def test_pages_contain_every_root_once_in_every_order(self) -> None:
        self.control("seed", {"story": "big", "comments": 90, "seed": 3})
        roots = [comment["id"] for comment in self.tree("big") if comment["depth"] == 0]
        self.assertEqual(self.pages("CREATED_AT_ASC"), roots)
        self.assertEqual(self.pages("CREATED_AT_DESC"), roots[::-1])
        for order in ("REPLIES_DESC", "REACTION_DESC"):
            self.assertCountEqual(self.pages(order), roots)

    def test_nothing_is_after_a_cursor_without_its_zone(self) -> None:
        self.control("seed", {"story": "big", "comments": 90, "seed": 3})
        time = self.tree("big")[0]["createdAt"].removesuffix("Z")
        comments = self.ask(PAGE, {"first": 7, "after": time, "by": "CREATED_AT_ASC"}).data["story"]["comments"]
        self.assertEqual(comments, {"nodes": [], "pageInfo": {"hasNextPage": False, "endCursor": None}})

    def test_the_same_seed_gives_the_same_story(self) -> None:
        self.control("seed", {"story": "big", "comments": 90, "seed": 3})
        first = self.tree("big")
        self.control("seed", {"story": "big", "comments": 90, "seed": 3})
        self.assertEqual(self.tree("big"), first)
        self.control("seed", {"story": "big", "comments": 90, "seed": 4})
        self.assertNotEqual(self.tree("big"), first)

    def test_a_chain_is_as_deep_as_it_is_long(self) -> None:
        self.control("seed", {"story": "big", "comments": 40, "chain": True})
        everything = self.control("tree?story=big&all=1")["comments"]
        self.assertEqual([comment["depth"] for comment in everything], list(range(40)))

    def test_flattened_replies_are_all_descendants(self) -> None:
        self.control("seed", {"story": "big", "comments": 60, "roots": 1})
        root = self.tree("big")[0]["id"]
        query = "query R($id: ID!) { comment(id: $id) { replies(first: 999, flatten: true) { nodes { id } } } }"
        nodes = self.ask(query, {"id": root}).data["comment"]["replies"]["nodes"]
        reachable = {comment["id"] for comment in self.tree("big")[1:]}
        self.assertLessEqual(reachable, {node["id"] for node in nodes})

    def test_only_stream_creates_a_story(self) -> None:
        asked = '(url: "https://example.org/new") { id } }'
        self.assertIsNone(self.ask("{ story" + asked).data["story"])
        made = self.ask("{ stream" + asked).data["stream"]["id"]
        self.assertEqual(self.ask("{ story" + asked).data["story"]["id"], made)
        self.assertEqual(self.ask('{ stream(url: "https://evil.example/") { id } }').code, "STORY_URL_NOT_PERMITTED")

    def test_first_is_limited_as_in_each_version(self) -> None:
        self.control("seed", {"story": "big", "comments": 5})
        self.assertEqual(self.ask(PAGE, {"first": 100_000}).code, "INTERNAL_ERROR")
        self.assertIn("data", self.ask(PAGE, {"first": 99_999}).json)

    def test_a_guarded_field_replaces_the_object_around_it_with_null(self) -> None:
        root = next(comment for comment in self.tree("story-1") if comment["depth"] == 0)
        self.control("comment", {"id": root["id"], "featured": True})
        found = self.ask('{ story(id: "story-1") { comments { nodes { tags { createdAt } } } } }').json
        self.assertIsNone(found["data"]["story"])
        self.assertEqual(found["errors"][0]["extensions"]["code"], "USER_NOT_ENTITLED")

    def test_introspection_is_off(self) -> None:
        reply = self.ask("{ __schema { types { name } } }")
        self.assertEqual((reply.status, reply.code), (400, "GRAPHQL_VALIDATION_FAILED"))

    def test_quirks(self) -> None:
        self.control("seed", {"story": "big", "comments": 90, "seed": 3})
        honest = self.pages("CREATED_AT_ASC")
        self.control("settings", {"quirks": ["ignore-first"]})
        self.assertEqual(self.pages("CREATED_AT_ASC", first=2, most=1), honest)
        self.control("settings", {"quirks": ["endless-pages"]})
        self.assertGreater(len(self.pages("CREATED_AT_ASC", most=30)), len(honest))
        self.control("settings", {"quirks": ["empty-pages"]})
        self.assertEqual(self.pages("CREATED_AT_ASC"), honest)
        self.control("settings", {"quirks": ["overlapping-pages"]})
        overlapping = self.pages("CREATED_AT_ASC")
        self.assertGreater(len(overlapping), len(honest))
        self.assertEqual(list(dict.fromkeys(overlapping)), honest)
        self.control("settings", {"quirks": ["shifting-pages"]})
        self.assertGreater(len(self.pages("CREATED_AT_ASC")), len(honest))


class OldCoralReading(StandInCase):
    version = "6.3.0"

    def test_first_is_at_most_fifty(self) -> None:
        self.control("seed", {"story": "big", "comments": 5})
        self.assertEqual(self.ask(PAGE, {"first": 51}).code, "INTERNAL_ERROR")

    def test_replies_cannot_be_flattened(self) -> None:
        self.assertEqual(self.ask('{ comment(id: "x") { replies(flatten: true) { nodes { id } } } }').status, 400)


class FirstCoralReading(StandInCase):
    version = "5.0.0"

    def test_story_creates_a_story(self) -> None:
        self.assertIsNotNone(self.ask('{ story(url: "https://example.org/new") { id } }').data["story"])


class Talk4Reading(StandInCase):
    protocol = "talk4"

    def page(self, variables: dict[str, Any]) -> Any:
        return self.ask(TALK_PAGE, variables).data["comments"]

    def test_pages_contain_every_published_comment_once(self) -> None:
        self.control("seed", {"story": "big", "comments": 90, "seed": 3})
        everything = self.control("tree?story=big&all=1")["comments"]
        wanted = [comment["id"] for comment in everything if comment["status"] in ("NONE", "ACCEPTED")]
        for by, kind in (("CREATED_AT", str), ("REPLIES", int), ("LIKES", int)):
            found, after = [], None
            while True:
                page = self.page({"first": 11, "after": after, "by": by})
                found += [node["id"] for node in page["nodes"]]
                if not page["hasNextPage"]:
                    break
                after = page["endCursor"]
                self.assertIsInstance(after, kind)
            self.assertCountEqual(found, wanted)

    def test_a_cursor_of_the_wrong_type_is_an_error(self) -> None:
        self.control("seed", {"story": "big", "comments": 9})
        reply = self.ask(TALK_PAGE, {"first": 1, "after": "1", "by": "LIKES"}).json
        self.assertIsNone(reply["data"]["comments"])
        self.assertRegex(reply["errors"][0]["message"], "^Internal Error: ")

    def test_only_moderators_see_unpublished_comments(self) -> None:
        query = '{ comments(query: {asset_id: "story-1", statuses: [REJECTED]}) { nodes { id } } }'
        self.assertIsNone(self.ask(query, who="alice").data["comments"])
        self.assertIsNotNone(self.ask(query, who="mona").data["comments"])

    def test_only_staff_see_internal_tags(self) -> None:
        comment = self.tree("story-1")[0]["id"]
        self.control("comment", {"id": comment, "tags": ["OFF_TOPIC", "TROLL_SUSPECT"]})
        query = f'{{ comment(id: "{comment}") {{ tags {{ tag {{ name }} }} }} }}'
        for who, count in ((None, 1), ("alice", 1), ("sam", 2), ("mona", 2)):
            self.assertEqual(len(self.ask(query, who=who).data["comment"]["tags"]), count, who)

    def test_emptied_comments_stay_published_and_are_counted_unless_excluded(self) -> None:
        root = self.control("comment", {"story": "story-empty", "author": "user-peter", "body": "Mine"})
        self.control("comment", {"story": "story-empty", "author": "user-alice", "body": "No", "parent": root["id"]})
        self.control("user", {"email": "peter@example.org", "deleted": True})
        query = """{ asset(id: "story-empty") { totalCommentCount }
          commentCount(query: {asset_id: "story-empty", excludeDeleted: true}) }"""
        found = self.ask(query, who="mona").data
        self.assertEqual((found["asset"]["totalCommentCount"], found["commentCount"]), (2, 1))
        self.assertIsNone(self.ask(query, who="alice").data["commentCount"])

    def test_requesting_a_url_creates_the_asset(self) -> None:
        query = '{ asset(url: "https://example.org/new") { id } }'
        made = self.ask(query).data["asset"]["id"]
        self.assertEqual(self.ask(query).data["asset"]["id"], made)

    def test_introspection_is_on(self) -> None:
        fields = self.ask('{ __type(name: "Comment") { fields { name } } }').data["__type"]["fields"]
        self.assertIn({"name": "action_summaries"}, fields)
        self.assertNotIn({"name": "richTextBody"}, fields)
