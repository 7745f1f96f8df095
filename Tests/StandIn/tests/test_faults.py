"""Tests of the faults of the servers, and of the log of requests."""

from __future__ import annotations

import gzip
import http.client
import json
import time
from typing import Any

from standin.faults import AFTER, BEFORE, LATE

from .asking import StandInCase

CREATE = """mutation C { createComment(input: {storyID: "story-empty", body: "hi", clientMutationId: "m"}) {
  edge { node { id } } } }"""
# Faults that end a connection, or leave an answer incomplete.
BROKEN = (ConnectionError, http.client.HTTPException, TimeoutError, OSError)


class FaultyServer(StandInCase):
    settings = {"rateLimit": False}

    def break_by(self, fault: str, **options: Any) -> None:
        self.control("faults", {"rules": [{"fault": fault, "times": 1, **options}]})

    def test_requests_are_executed_or_not_as_documented(self) -> None:
        quick = {"seconds": 0, "bytes": 1000, "bytesPerSecond": 10_000}
        for fault in (*BEFORE, *AFTER):
            before = len(self.tree("story-empty"))
            self.break_by(fault, **quick)
            try:
                self.ask(CREATE.replace("hi", fault), who="alice")
            except BROKEN:
                pass
            self.assertEqual(len(self.tree("story-empty")) - before, 1 if fault in AFTER else 0, fault)
            self.assertEqual(self.control("log")["requests"][-1]["fault"], fault)

    def test_late_faults_execute_the_request_afterwards(self) -> None:
        for fault in LATE:
            before = len(self.tree("story-empty"))
            self.break_by(fault, seconds=5)
            try:
                self.ask(CREATE.replace("hi", fault), who="alice", timeout=0.2)
                self.assertEqual(fault, "gateway-late")
            except BROKEN:
                pass
            self.assertEqual(len(self.tree("story-empty")), before, fault)
            end = time.monotonic() + 120
            while len(self.tree("story-empty")) == before and time.monotonic() < end:
                time.sleep(0.05)
            self.assertEqual(len(self.tree("story-empty")), before + 1, fault)

    def test_an_account_can_write_other_comments_before_the_answer(self) -> None:
        before = len(self.tree("story-1"))
        self.break_by("drop-after", others=3)
        with self.assertRaises(BROKEN):
            self.ask(CREATE, who="alice")
        self.assertEqual(len(self.tree("story-1")), before + 3)

    def test_faults_change_answers(self) -> None:
        for fault, status, kind in (
            ("error-500", 500, "application/json"), ("html", 200, "text/html"), ("wrong-type", 200, "text/html"),
            ("unavailable", 503, "text/html"), ("too-many", 429, "text/html"), ("bad-gateway-after", 502, "text/html"),
            ("graphql-error", 200, "application/json"), ("unauthorized", 401, "application/json"),
        ):
            self.break_by(fault)
            reply = self.ask("{ viewer { id } }")
            self.assertEqual((reply.status, reply.headers["Content-Type"].split(";")[0]), (status, kind), fault)
        self.break_by("truncated-json")
        with self.assertRaises(ValueError):
            json.loads(self.ask("{ viewer { id } }").body)
        self.break_by("truncated")
        with self.assertRaises(http.client.IncompleteRead):
            self.ask("{ viewer { id } }")
        self.break_by("not-utf8")
        with self.assertRaises(UnicodeDecodeError):
            self.ask('{ story(id: "story-1") { id } }').body.decode()

    def test_retry_after_is_sent(self) -> None:
        self.break_by("too-many", retryAfter=7)
        self.assertEqual(self.ask("{ viewer { id } }").headers["Retry-After"], "7")
        self.break_by("unavailable", retryAfter=7, retryAfterDate=True)
        self.assertRegex(self.ask("{ viewer { id } }").headers["Retry-After"], r"\w{3}, \d\d \w{3} \d{4} .* GMT")

    def test_huge_answers_have_the_requested_size(self) -> None:
        for options in ({}, {"chunked": True}):
            self.break_by("huge", bytes=300_000, **options)
            self.assertEqual(len(self.ask("{ viewer { id } }").body), 300_000)
        self.break_by("gzip-bomb", bytes=5_000_000)
        packed = self.ask("{ viewer { id } }").body
        self.assertLess(len(packed), 50_000)
        self.assertEqual(len(gzip.decompress(packed)), 5_000_000)

    def test_slow_servers_are_slow(self) -> None:
        self.break_by("drip", bytesPerSecond=100)
        start = time.monotonic()
        length = len(self.ask("{ viewer { id } }").body)
        self.assertGreater(time.monotonic() - start, length / 100 * 0.8)
        self.break_by("stall-before")
        with self.assertRaises(TimeoutError):
            self.ask("{ viewer { id } }", timeout=0.3)

    def test_redirects(self) -> None:
        self.break_by("redirect")
        reply = self.ask("{ viewer { id } }")
        self.assertEqual(reply.status, 307)
        self.assertEqual(reply.headers["Location"], self.control("state")["otherOrigin"] + "/api/graphql")
        self.break_by("redirect-same", code=308)
        reply = self.ask("{ viewer { id } }")
        self.assertEqual((reply.status, reply.headers["Location"]), (308, "/moved/api/graphql"))
        self.assertEqual(self.send("POST", "/moved/api/graphql", {"query": "{ viewer { id } }"}).data, {"viewer": None})

    def test_rules_select_by_operation_and_count(self) -> None:
        self.control("faults", {"rules": [{"fault": "error-500", "operation": "C", "skip": 1, "times": 1}]})
        statuses = [self.ask(CREATE, who="alice").status for _ in range(3)]
        self.assertEqual(statuses, [200, 500, 200])
        self.control("faults", {"rules": [{"fault": "error-500", "operation": "mutation"}]})
        self.assertEqual(self.ask("{ viewer { id } }").status, 200)
        self.assertEqual(self.ask(CREATE, who="alice").status, 500)
        self.control("faults", {})
        self.assertEqual(self.ask(CREATE, who="alice").status, 200)

    def test_a_mixture_depends_only_on_its_seed(self) -> None:
        def run(seed: int) -> list[object]:
            self.control("faults", {"rules": [{"fault": "random", "seed": seed, "probability": 0.5,
                                               "faults": ["error-500", "html"]}]})
            self.control("log", method="DELETE")
            for _ in range(20):
                self.ask("{ viewer { id } }")
            return [entry["fault"] for entry in self.control("log")["requests"]]

        self.assertEqual(run(1), run(1))
        self.assertNotEqual(run(1), run(2))
        self.assertEqual(set(run(3)), {None, "error-500", "html"})

    def test_the_log_contains_the_requests(self) -> None:
        token = self.sign_in("alice")
        self.send("POST", "/api/graphql?x=1", {"query": "query Q { viewer { id } }", "variables": {"a": 1}}, token)
        entry = self.control("log")["requests"][-1]
        self.assertEqual(
            (entry["server"], entry["operation"], entry["variables"], entry["viewer"], entry["status"], entry["query"]),
            ("main", "Q", {"a": 1}, "user-alice", 200, {"x": "1"}))
        self.assertIn(["authorization", f"Bearer {token}"], entry["headers"])

    def test_answers_are_compressed_on_request(self) -> None:
        query = '{ story(id: "story-1") { comments { nodes { body } } } }'
        plain = self.ask(query)
        packed = self.ask(query, headers={"Accept-Encoding": "gzip"})
        self.assertEqual(packed.headers["Content-Encoding"], "gzip")
        self.assertEqual(json.loads(gzip.decompress(packed.body)), plain.json)

    def test_the_answer_to_an_invalid_control_request_names_the_problem(self) -> None:
        for path, given, message in (
            ("faults", {"rules": [{"fault": "melt"}]}, "unknown fault 'melt'"),
            ("settings", {"colour": 1}, "unknown setting 'colour'"), ("story", {"id": "nowhere"}, "nowhere"),
            ("settings", {"quirks": ["odd"]}, "'quirks' is a list of some of"),
        ):
            reply = self.send("POST", f"/_control/{path}", given)
            self.assertEqual(reply.status, 400)
            self.assertIn(message, reply.json["error"])

    def test_reset_restores_the_initial_state(self) -> None:
        before = self.control("tree?story=story-1")
        self.control("comment", {"story": "story-1", "body": "more"})
        self.control("settings", {"editWindow": 1})
        self.control("reset", {})
        self.assertEqual(self.control("tree?story=story-1"), before)
        self.assertEqual(self.control("state")["settings"]["editWindow"], 3600)
